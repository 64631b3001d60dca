"""A folder that Rocq checks with one command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path

from pcaproofs.files import write_atomically
from pcaproofs.rocq.items import RocqTheorem, commented
from pcaproofs.rocq.run import SECONDS as STEP_SECONDS
from pcaproofs.rocq.scripts import TheoremWriter
from pcaproofs.rocq.texts import COMPILED, LIBRARY, OPENING, library_text
from pcaproofs.rocq.variants import TheoremVariant, mutants_file

SECONDS = 600  # for one file, unless PCAPROOFS_ROCQ_SECONDS says otherwise

_README = """# {count} theorems about principal component analysis, for the Rocq prover

    ./check.sh

compiles everything and fails unless every theorem is proved without axioms and every wrong variant in `Mutants.v` is
refused (Coq 8.16 with MathComp 1.15: on Debian `apt install coq libcoq-mathcomp-algebra libcoq-mathcomp-real-closed`);
with `-j 2` in two processes. No file may take more than {seconds} s (PCAPROOFS_ROCQ_SECONDS changes that), and no step
of a proof more than {step} s. What there is to read: `library/vocabulary.v`, the few definitions besides MathComp's
own, and `chapters/*/Statements.v`, the statements with the prose of the claims. The proofs are in
`chapters/*/Proofs.v`; they only have to be accepted. `Catalogue.v` reads both and asks what the theorems rest on.
`claims.tsv` says of each claim which theorem carries it, or why none does.
"""


def export(directory: Path, items: Sequence[RocqTheorem]) -> None:
    """Writes the folder; a file that would not change keeps its date, so that it is not compiled again."""
    exported = [item for item in items if item.text and not item.same_as]
    also = {x.name: [y.words[0] for y in items if y.same_as == x.name] for x in exported}
    chapters: dict[str, list[RocqTheorem]] = {}
    for item in exported:
        chapters.setdefault(module(item.chapter), []).append(item)
    out = {f"library/{name}.v": library_text(name) for name in LIBRARY}
    for chapter, some in chapters.items():
        out[f"chapters/{chapter}/Statements.v"] = statements_file(some, also)
        out[f"chapters/{chapter}/Proofs.v"] = proofs_file(some)
    out["Catalogue.v"] = catalogue_file(chapters)
    out["_CoqProject"] = f"-Q library PCA\nlibrary/{COMPILED}.v\nCatalogue.v\n"
    pairs = [(TheoremVariant("", x.text, x.data, x.script, x.lemmas), x.wrong) for x in exported if x.wrong is not None]
    if pairs:
        out["Mutants.v"] = mutants_file(pairs)
    out["check.sh"] = (files("pcaproofs.rocq") / "check.sh").read_text(encoding="utf-8")
    out["contents.sh"] = contents(
        seconds=SECONDS, count=len(exported), library=COMPILED, mutants=len(pairs), controls=min(len(pairs), 2)
    )
    out["README.md"] = _README.format(count=len(exported), seconds=SECONDS, step=STEP_SECONDS)
    out["claims.tsv"] = table(items)
    for name, text in out.items():
        path = directory / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            write_atomically(path, text.encode())
    (directory / "check.sh").chmod(0o755)


def contents(**values: object) -> str:
    """The variables that check.sh reads."""
    return "".join(f'{name}="{value}"\n' for name, value in values.items())


def module(chapter: str) -> str:
    """The name of a chapter's folder."""
    return chapter.replace("-", "_").capitalize()


def statements_file(items: Sequence[RocqTheorem], also: Mapping[str, Sequence[str]]) -> str:
    """The statements of a chapter; also: the other claims with the same statement."""
    out = ["(* Read by Catalogue.v, which imports MathComp and library/vocabulary.v. *)\n"]
    for item in items:
        words = [*item.words, *(f"the same as {other}" for other in also[item.name])]
        out.append(f"{commented(words)}\nDefinition {item.name} : Prop :=\n  {item.text}.\n")
    return "\n".join(out)


def proofs_file(items: Sequence[RocqTheorem]) -> str:
    """The proofs of a chapter."""
    scripts = TheoremWriter()
    out = ["(* Read by Catalogue.v after the statements. *)"]
    for item in items:
        out += ["", *scripts.theorem(item.name, item)]
    return "\n".join([*out, ""])


def catalogue_file(chapters: Mapping[str, Sequence[RocqTheorem]]) -> str:
    """The file that reads all chapters and prints the assumptions of one term that names every theorem."""
    out = [OPENING, f"Set Default Timeout {STEP_SECONDS}.\n"]
    for chapter in chapters:
        loads = "".join(f'Load "chapters/{chapter}/{name}.v".\n' for name in ("Statements", "Proofs"))
        out.append(f"Module {chapter}.\n{loads}End {chapter}.\n")
    term = "I"
    for name in reversed([f"{chapter}.{item.name}_holds" for chapter, some in chapters.items() for item in some]):
        term = f"(conj {name}\n  {term})"
    return "\n".join([*out, f"Definition all_theorems :=\n  {term}.\n\nPrint Assumptions all_theorems.\n"])


def table(items: Sequence[RocqTheorem]) -> str:
    """The table claims.tsv: for each claim its theorem and who checked it."""
    rows = ["claim\ttheorem\tthis package\tRocq"]
    rows += [f"{x.source}\t{x.same_as or x.name}\t{x.ours}\t{'theorem' if x.text else x.refused}" for x in items]
    return "\n".join([*rows, ""])
