"""Marks of verdicts beside the displays of a note, with proofs to unfold, for documents that others build.

A document is made by another program (Sphinx, pandoc), which knows the LaTeX of each display and not its place.
`matched` finds the display of the note for each of them; a display that is not found, or of which the document has more
than the note, gets no mark. What a mark says is data, which each program prints as formulas of its own:

    note, verdicts = …                         # as check_note has them
    matched(note, verdicts, ["tr(AB) = tr(BA)"]) -> [(RowVerdict,)]
    mark(note, row) -> Mark("proved", "✓", "proved", "all dimensions; using …", (Paragraph, …))
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pcaproofs.formula.abbreviations import Abbreviations
from pcaproofs.formula.latex import latex
from pcaproofs.formula.tree import Formula
from pcaproofs.language.readable_statement import factor_names
from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.judging.verdicts import RowVerdict
from pcaproofs.prover.result import Result, example_text
from pcaproofs.report.annotated import MARKS
from pcaproofs.report.derivation.proof_blocks import ProofBlock
from pcaproofs.report.derivation.proof_writer import ProofWriter
from pcaproofs.report.latex.sentences import rows
from pcaproofs.report.sentences import InlineCode, Sentence

SILENT = ("definition", "condition", "problem")  # verdicts of rows that assert nothing
STYLE = """\
.pcaproofs { font-size: 0.85em; margin: 0.2em 0 1em; border-left: 3px solid #777; padding-left: 0.7em !important; }
.pcaproofs summary { cursor: pointer; }
.pcaproofs.proved { border-color: #2f9e4f; } .pcaproofs.refuted, .pcaproofs.illtyped { border-color: #c62f37; }
.pcaproofs.needs, .pcaproofs.undecided { border-color: #b07a00; }
"""
_LABEL = re.compile(r"\\(?:label|tag)\{[^}]*\}|\\(?:nonumber|notag)(?![A-Za-z])")
_ALIGNED = re.compile(r"\A\\begin\{(aligned|split|gathered)\}(.*)\\end\{\1\}\Z", re.DOTALL)


@dataclass(frozen=True)
class Tex:
    """A formula in LaTeX."""

    text: str
    display: bool = False


Paragraph = tuple["str | InlineCode | Tex", ...]


@dataclass(frozen=True)
class VerdictMark:
    """A verdict as a reader sees it. said: one line behind it. fold: what it unfolds to."""

    verdict: str
    sign: str
    said: str
    fold: tuple[Paragraph, ...]

    @property
    def style(self) -> str:
        """The name of its class in style sheets."""
        return self.verdict.replace("-", "")

    @property
    def title(self) -> str:
        """The mark in one line."""
        return f"{self.sign} {self.verdict}{': ' if self.said else ''}{self.said}"


def matched(note: Note, verdicts: Sequence[RowVerdict], displays: Sequence[str]) -> list[tuple[RowVerdict, ...]]:
    """For each display of a document, in order, the rows of the note that stand in it; none if it is not found.

    displays: the LaTeX of each. Displays of one text get the verdicts in order if the note has as many of them.
    """
    found: dict[int, list[RowVerdict]] = {}
    for v in verdicts:
        if v.formula.display:
            found.setdefault(v.formula.fences[-1], []).append(v)
    of_note: dict[str, list[tuple[RowVerdict, ...]]] = {}
    for k, listed in found.items():
        (start, end), (first, last) = note.fences[k].inside, note.fences[k].whole
        text = note.source.as_written
        for key in {_key(text[start:end]), _key(text[first:last])}:
            of_note.setdefault(key, []).append(tuple(listed))
    keys = [*map(_key, displays)]
    out, count = list[tuple[RowVerdict, ...]](), dict.fromkeys(keys, 0)
    for key in keys:
        here = of_note.get(key, [])
        if len(here) == keys.count(key):
            out.append(here[count[key]])
            count[key] += 1
        else:
            out.append(())
    return out


def _key(text: str) -> str:
    r"""The LaTeX of a display without spaces, numbers and what programs put around it."""
    text = _LABEL.sub("", text).strip()
    while inner := _ALIGNED.match(text):
        text = inner[2].strip()
    return "".join(text.split())


def mark(note: Note, v: RowVerdict, *, places: bool = True) -> VerdictMark:
    """The mark of a row. places: whether the lines of the note are named, which its readers may not see."""
    said = v.said(note, places=places).replace("$", "")
    return VerdictMark(v.verdict, MARKS[v.verdict], said, tuple(_fold(note, v, places)))


def _fold(note: Note, v: RowVerdict, places: bool) -> Iterator[Paragraph]:
    """How a row was read, what its proof used, its counterexample and its proof."""
    if v.reading:
        yield "Read as: ", *_between("; ", [InlineCode(x) for x in v.reading]), "."
    if v.counterexample is not None:
        yield "It fails at ", InlineCode(example_text(v.statement, v.counterexample)), "."
    if v.needs:
        yield (f"It holds if {' or if '.join(v.needs)}.",)
    for x in v.using:
        words = x.words(note) if x.place is not None else ""
        where = f"{note.source.place(x.place[0]).said}: " if x.place is not None and places and words else ""
        said = _words(f" ({where}{words})") if words else ()
        yield "Using ", InlineCode(x.text), *said, ", a row that is not proved." if x.is_open else "."
    for result in _results(v):
        yield from _proof(result)


def _words(text: str) -> Iterator[str | InlineCode | Tex]:
    """Words of a note with its formulas between dollars."""
    for k, part in enumerate(text.split("$")):
        if part:
            yield Tex(part) if k % 2 else part


def _between(what: str, parts: Sequence[InlineCode]) -> Iterator[str | InlineCode]:
    for k, part in enumerate(parts):
        yield from (what, part) if k else (part,)


def _results(v: RowVerdict) -> list[Result]:
    """The proofs of a row, one for each statement that it makes."""
    found = [x.certificate for x in (v.links or (v,)) if x.verdict == "proved" and x.certificate is not None]
    return [part for x in found for part in (x.parts or (x,)) if part.certificate is not None]


def _proof(result: Result) -> Iterator[Paragraph]:
    """The lines of a proof, with a reason each."""
    statement, certificate = result.statement, result.certificate
    assert statement is not None
    assert certificate is not None
    writer = ProofWriter(statement, certificate, Abbreviations(), factor_names([statement]))
    blocks = writer.blocks()
    if named := writer.definitions():
        yield "Write ", *_formulas(named), "."
    for k, block in enumerate(blocks):
        yield from _block(block, "Proof. " if k == 0 else "")


def _formulas(named: Sequence[tuple[Formula, Formula]]) -> Iterator[str | Tex]:
    for k, (name, meaning) in enumerate(named):
        yield from (", ",) if k else ()
        yield Tex(f"{latex(name)} = {latex(meaning)}")


def _block(block: ProofBlock, before: str) -> Iterator[Paragraph]:
    yield f"{before}{f'{block.title}. ' if block.title else ''}", *_runs(block.intro)
    if shown := " \\\\\n".join(rows(block)):
        yield (Tex(f"\\begin{{aligned}}\n{shown}\n\\end{{aligned}}", display=True),)
    if block.outro.runs:
        yield tuple(_runs(block.outro))
    if block.more:
        yield (f"… and {block.more} more line{'s' * (block.more > 1)}",)


def _runs(said: Sentence) -> Iterator[str | InlineCode | Tex]:
    for run in said.runs:
        if isinstance(run, str | InlineCode):
            yield run
        elif isinstance(run, Formula):
            yield Tex(latex(run))
        else:
            yield getattr(run, "text", "") or str(getattr(run, "source", ""))
