r"""A LaTeX note with its verdicts in the margin of its own document.

After each display there is a mark, \pcaproofs{verdict, line and reason of each row}; the package `pcaproofs`, which is
loaded before \begin{document}, prints it or not. A formula within a sentence has its mark after the paragraph, if it is
refuted, ill-typed or needs a hypothesis. A part of a document without \begin{document} has the definition at its
beginning.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.judging.verdicts import RowVerdict, in_text
from pcaproofs.prover.result import example_text
from pcaproofs.report.documents.running_text import escape

WRONG = ("refuted", "ill-typed", "needs")
_COLOURS = {"proved": "teal", "error": "red", "warning": "orange"}  # the others are grey
_DOCUMENT = re.compile(r"^[^%\n]*\\begin\{document\}", re.MULTILINE)
_PACKAGES = r"""\usepackage{xcolor}
\usepackage{marginnote}
"""
_PACKAGE = r"""\NeedsTeXFormat{LaTeX2e}
\ProvidesPackage{pcaproofs}
\newif\ifpcaproofsmarks \pcaproofsmarkstrue
\DeclareOption{off}{\pcaproofsmarksfalse}
\DeclareOption{final}{\pcaproofsmarksfalse}
\ProcessOptions\relax
\RequirePackage{xcolor}
\RequirePackage{marginnote}
"""
# \marginpar moves a mark down where one stands already. Boxes, figures and footnotes, which all call \@parboxrestore,
# admit only \marginnote.
_MACRO = r"""\makeatletter
\@ifundefined{pcaproofs}{%
  \providecommand{\textcolor}[2]{#2}%
  \let\pcaproofsmark\marginpar
  \@ifundefined{marginnote}{}{\let\pcaproofsrestore\@parboxrestore
    \def\@parboxrestore{\pcaproofsrestore\let\pcaproofsmark\marginnote}}%
  \newcommand{\pcaproofs}[1]{\pcaproofsmark{\raggedright\scriptsize\sffamily #1}}}{}
\makeatother
"""
_USED = "\\usepackage{pcaproofs}% or [off], which prints no marks\n"
PREAMBLE = f"{_PACKAGES}{_MACRO}"  # of documents without the file of the package


def package() -> str:
    r"""The LaTeX package pcaproofs, whose marks \pcaproofsmarksfalse or the option off or final of a document ends."""
    return (
        f"{_PACKAGE}{_MACRO}\\let\\pcaproofsshown\\pcaproofs\n"
        "\\renewcommand{\\pcaproofs}[1]{\\ifpcaproofsmarks\\pcaproofsshown{#1}\\fi}\n"
    )


def with_margin_marks(note: Note, verdicts: Sequence[RowVerdict]) -> str:
    """The text of a LaTeX note with its verdicts in the margin; the author's text is unchanged."""
    text = note.source.as_written
    marks: dict[int, list[RowVerdict]] = {}
    for v in verdicts:
        end = note.fences[v.formula.fences[-1]].whole[1]
        if v.formula.display:
            marks.setdefault(end, []).append(v)
        elif v.verdict in WRONG:
            blank = text.find("\n\n", end)
            marks.setdefault(len(text) if blank < 0 else blank, []).append(v)
    begins = _DOCUMENT.search(text)
    out, last = [] if begins else [_MACRO], 0
    # a line end that stands there already ends the mark; a second one would begin a paragraph
    inserts = {
        end: row_marks(note, found) + ("%" if text[end : end + 1] == "\n" else "%\n") for end, found in marks.items()
    }
    if begins:
        at = begins.start()
        inserts[at] = f"{_USED}{inserts.get(at, '')}"
    for end in sorted(inserts):
        out += [text[last:end], inserts[end]]
        last = end
    return "".join([*out, text[last:]])


def row_marks(note: Note, found: Sequence[RowVerdict], *, places: bool = True) -> str:
    """One mark with the verdicts of all rows of a display; several marks at one place would cover each other.

    places: whether the lines of the note are named.
    """
    rows = [
        rf"\textcolor{{{_COLOURS.get(v.severity or v.verdict, 'gray')}}}{{{escape(v.verdict)}"
        f"{f', line {note.place(v.formula).line}' if places else ''}{_reason(note, v, places)}}}"
        for v in found
    ]
    return "\\pcaproofs{" + "\\par ".join(rows) + "}"


def _reason(note: Note, v: RowVerdict, places: bool) -> str:
    """The range of a proof, the missing hypotheses or the counterexample, and the hypotheses that were used."""
    said = [f"reading given by {v.given_by}"] if v.given_by else [v.reason] if v.verdict == "proved" else []
    if v.needs:
        said.append(f"holds if {' or if '.join(v.needs)}")
    elif v.counterexample is not None:
        said.append(example_text(v.statement, v.counterexample))
    said.append(in_text(note, v.using, "although" if v.severity else "using", places=places).replace("$", ""))
    text = "; ".join(x for x in said if x)
    return f": {escape(text)}" if text else ""
