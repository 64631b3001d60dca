"""A folder that Rocq checks with one command."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

from pcaproofs.files import write_atomically
from pcaproofs.rocq.items import Item, commented

LIBRARY = (
    "vocabulary",
    "expressions",
    "normal_forms",
    "certificates",
    "optima",
    "derivatives",
    "sums",
    "prelude",
    "spectral",
)
SECONDS = 600  # for one file, unless PCAPROOFS_ROCQ_SECONDS says otherwise

_STATEMENTS = """From mathcomp Require Import ssreflect ssrfun ssrbool eqtype ssrnat seq fintype bigop order.
From mathcomp Require Import ssralg ssrnum zmodp poly matrix.
From PCA Require Import vocabulary.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.
"""
_CHECK = """#!/bin/sh
# Compiles the library, the statements and the proofs, and fails unless every theorem is closed: proved without axioms.
set -eu
cd "$(dirname "$0")"
seconds=${{PCAPROOFS_ROCQ_SECONDS:-{seconds}}}
if ! command -v coqc >/dev/null; then
    echo "check.sh: coqc not found; on Debian: apt install coq libcoq-mathcomp-algebra libcoq-mathcomp-real-closed" >&2
    exit 2
fi
for part in algebra real_closed; do
    if [ ! -d "$(coqc -where)/user-contrib/mathcomp/$part" ]; then
        echo "check.sh: mathcomp.$part not found; on Debian: apt install libcoq-mathcomp-$(echo $part | tr _ -)" >&2
        exit 2
    fi
done
changed=
for file in {library} {chapters}; do
    # what was compiled before stays, until a file before it has changed
    if [ -z "$changed" ] && [ "$file.vo" -nt "$file.v" ]; then continue; fi
    case $file in library/*) changed=yes ;; esac
    status=0
    timeout "$seconds" coqc -q -w none -Q library PCA -Q chapters Catalogue "$file.v" || status=$?
    if [ $status = 124 ]; then echo "check.sh: $file.v takes more than $seconds seconds" >&2; exit 1; fi
    if [ $status != 0 ]; then echo "check.sh: $file.v is refused" >&2; exit 1; fi
done
audit=$(timeout "$seconds" coqc -q -w none -Q library PCA -Q chapters Catalogue Audit.v)
if [ "$audit" != "Closed under the global context" ]; then
    echo "check.sh: some theorem rests on an axiom:" >&2
    echo "$audit" >&2
    exit 1
fi
echo "{count} theorems checked by $(coqc --version | head -1), closed under the global context"
"""
_README = """# {count} theorems about principal component analysis, for the Rocq prover

    ./check.sh

compiles everything and fails unless every theorem is proved without axioms (Coq 8.16 with MathComp 1.15: on Debian
`apt install coq libcoq-mathcomp-algebra libcoq-mathcomp-real-closed`). No file may take more than {seconds} s
(PCAPROOFS_ROCQ_SECONDS changes that). What there is to read: `library/vocabulary.v`, the few definitions besides
MathComp's own, and `chapters/*/Statements.v`, the statements with the words of the claims. The proofs are in
`chapters/*/Proofs.v`; they only have to be accepted. `claims.tsv` says of each claim what was carried over. For
MathComp 2 the library needs its new names (`[lmodType R of _]`, `ler_add2r` and its like); the statements use none.
"""


def library_text(name: str) -> str:
    """A file of the library."""
    return (files("pcaproofs.rocq") / "library" / f"{name}.v").read_text(encoding="utf-8")


def export(directory: Path, items: Sequence[Item]) -> None:
    """Writes the folder; a file that would not change keeps its date, so that it is not compiled again."""
    carried = [item for item in items if item.text]
    chapters: dict[str, list[Item]] = {}
    for item in carried:
        chapters.setdefault(module(item.chapter), []).append(item)
    closed = any(item.closed_field for item in carried)
    library = [name for name in LIBRARY if name != "spectral" or closed]
    out = {f"library/{name}.v": library_text(name) for name in library}
    for chapter, some in chapters.items():
        out[f"chapters/{chapter}/Statements.v"] = statements_file(some)
        out[f"chapters/{chapter}/Proofs.v"] = proofs_file(chapter, some)
    out["Audit.v"] = audit_file(chapters)
    out["_CoqProject"] = "\n".join(
        ["-Q library PCA", "-Q chapters Catalogue", *(name for name in out if name.endswith(".v")), ""]
    )
    compiled = [name[:-2] for name in out if name.startswith("chapters/")]
    out["check.sh"] = _CHECK.format(
        seconds=SECONDS,
        count=len(carried),
        library=" ".join(f"library/{name}" for name in library),
        chapters=" ".join(compiled),
    )
    out["README.md"] = _README.format(count=len(carried), seconds=SECONDS)
    out["claims.tsv"] = table(items)
    for name, text in out.items():
        path = directory / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            write_atomically(path, text.encode())
    (directory / "check.sh").chmod(0o755)


def module(chapter: str) -> str:
    """The name of a chapter's folder."""
    return chapter.replace("-", "_").capitalize()


def statements_file(items: Sequence[Item]) -> str:
    """The statements of a chapter."""
    out = [_STATEMENTS]
    for item in items:
        out.append(f"{commented(item.words)}\nDefinition {item.name} : Prop :=\n  {item.text}.\n")
    return "\n".join(out)


def proofs_file(chapter: str, items: Sequence[Item]) -> str:
    """The proofs of a chapter."""
    spectral = " spectral" if any(item.closed_field for item in items) else ""
    out = [
        f"From PCA Require Import prelude{spectral}.\nFrom Catalogue.{chapter} Require Import Statements.\n"
        "Local Open Scope ring_scope.\n"
    ]
    for item in items:
        script = "\n".join(item.script)
        out.append(f"Theorem {item.name}_holds : {item.name}.\nProof.\n{script}\nQed.\n")
    return "\n".join(out)


def audit_file(chapters: dict[str, list[Item]]) -> str:
    """What all theorems rest on, asked once: of a term that names them all."""
    names = [f"Catalogue.{chapter}.Proofs.{item.name}_holds" for chapter, some in chapters.items() for item in some]
    term = "I"
    for name in reversed(names):
        term = f"(conj {name}\n  {term})"
    imports = "".join(f"Require Catalogue.{chapter}.Proofs.\n" for chapter in chapters)
    return f"{imports}\nDefinition all_theorems :=\n  {term}.\n\nPrint Assumptions all_theorems.\n"


def table(items: Sequence[Item]) -> str:
    """Claim by claim what is checked by whom, in columns with tabs between."""
    rows = ["claim\ttheorem\tthis package\tRocq"]
    rows += [f"{x.source}\t{x.name}\t{x.ours}\t{'theorem' if x.text else x.refused}" for x in items]
    return "\n".join([*rows, ""])
