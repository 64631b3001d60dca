"""A folder that Rocq checks with one command."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path

from pcaproofs.files import write_atomically
from pcaproofs.rocq.items import Item, commented
from pcaproofs.rocq.texts import HEADER, LIBRARY, OPTIONAL, library_text
from pcaproofs.rocq.variants import Variant, mutants_file

SECONDS = 600  # for one file, unless PCAPROOFS_ROCQ_SECONDS says otherwise

_README = """# {count} theorems about principal component analysis, for the Rocq prover

    ./check.sh -j 2

compiles everything, two chapters at a time, and fails unless every theorem is proved without axioms and every wrong
variant in `Mutants.v` is refused (Coq 8.16 with MathComp 1.15: on Debian
`apt install coq libcoq-mathcomp-algebra libcoq-mathcomp-real-closed`). No file may take more than {seconds} s
(PCAPROOFS_ROCQ_SECONDS changes that). What there is to read: `library/vocabulary.v`, the few definitions besides
MathComp's own, and `chapters/*/Statements.v`, the statements with the words of the claims. The proofs are in
`chapters/*/Proofs.v`; they only have to be accepted. `claims.tsv` says of each claim which theorem carries it, or why
none does.
"""


def export(directory: Path, items: Sequence[Item]) -> None:
    """Writes the folder; a file that would not change keeps its date, so that it is not compiled again."""
    carried = [item for item in items if item.text and not item.same_as]
    also = {x.name: [y.words[0] for y in items if y.same_as == x.name] for x in carried}
    chapters: dict[str, list[Item]] = {}
    for item in carried:
        chapters.setdefault(module(item.chapter), []).append(item)
    needed = {name for item in carried for name in item.needs}
    needed |= {"spectral"} if any(item.wrong is not None for item in carried) else set()
    library = [name for name in LIBRARY if name not in OPTIONAL or name in needed]
    out = {f"library/{name}.v": library_text(name) for name in library}
    for chapter, some in chapters.items():
        out[f"chapters/{chapter}/Statements.v"] = statements_file(some, also)
        out[f"chapters/{chapter}/Proofs.v"] = proofs_file(chapter, some)
    out["Audit.v"] = audit_file(chapters)
    out["_CoqProject"] = "\n".join(
        ["-Q library PCA", "-Q chapters Catalogue", *(name for name in out if name.endswith(".v")), ""]
    )
    pairs = [(Variant("", x.text, x.script, x.lemmas), x.wrong) for x in carried if x.wrong is not None]
    if pairs:
        out["Mutants.v"] = mutants_file(HEADER, pairs)
    out["check.sh"] = (files("pcaproofs.rocq") / "check.sh").read_text(encoding="utf-8")
    out["contents.sh"] = contents(
        seconds=SECONDS, count=len(carried), library=library, chapters=list(chapters), mutants=len(pairs)
    )
    out["README.md"] = _README.format(count=len(carried), seconds=SECONDS)
    out["claims.tsv"] = table(items)
    for name, text in out.items():
        path = directory / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            write_atomically(path, text.encode())
    (directory / "check.sh").chmod(0o755)


def contents(**values: object) -> str:
    """What check.sh is to check, as variables of the shell."""
    texts = {name: " ".join(value) if isinstance(value, list) else value for name, value in values.items()}
    return "".join(f'{name}="{text}"\n' for name, text in texts.items())


def module(chapter: str) -> str:
    """The name of a chapter's folder."""
    return chapter.replace("-", "_").capitalize()


def statements_file(items: Sequence[Item], also: Mapping[str, Sequence[str]]) -> str:
    """The statements of a chapter; also: where else the same is said."""
    out = [HEADER]
    for item in items:
        words = [*item.words, *(f"the same as {other}" for other in also[item.name])]
        out.append(f"{commented(words)}\nDefinition {item.name} : Prop :=\n  {item.text}.\n")
    return "\n".join(out)


def proofs_file(chapter: str, items: Sequence[Item]) -> str:
    """The proofs of a chapter."""
    needed = {name for item in items for name in item.needs}
    needs = "".join(f" {name}" for name in OPTIONAL if name in needed)
    out = [
        f'From PCA Require Import prelude{needs}.\nLoad "chapters/{chapter}/Statements.v".\n'
        "Local Open Scope ring_scope.\n"
    ]
    shared: dict[str, str] = {}
    for item in items:
        for name, statement, script in item.lemmas:
            if name not in shared:
                shared[name] = f"pc_sum_{len(shared) + 1}"
                out.append(_proved("Lemma", f"{shared[name]} {statement}", script))
        out.append(_proved("Theorem", f"{item.name}_holds : {item.name}", item.script))
    return re.sub(r"\bpc_sum_\w+", lambda found: shared.get(found[0], found[0]), "\n".join(out))


def _proved(kind: str, statement: str, script: Sequence[str]) -> str:
    return f"{kind} {statement}.\nProof.\n{chr(10).join(script)}\nQed.\n"


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
    rows += [f"{x.source}\t{x.same_as or x.name}\t{x.ours}\t{'theorem' if x.text else x.refused}" for x in items]
    return "\n".join([*rows, ""])
