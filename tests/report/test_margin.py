"""A LaTeX note with its verdicts in the margin: nothing else changes, and a real TeX sets it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pcaproofs.notes.checking import check_note
from pcaproofs.notes.formulas.blocks import Note, read
from pcaproofs.notes.text.source import Source
from pcaproofs.report.margin import package, with_margin_marks

DOCUMENT = r"""\documentclass{article}
\usepackage{amsmath,amssymb,amsthm}
\newtheorem{lemma}{Lemma}
\newcommand{\R}{\mathbb{R}}
% \begin{document} in a comment begins nothing
\begin{document}
Let $x, y \in \R^p$ be arbitrary. Then $\|x + y\|^2 = \|x\|^2 + \|y\|^2$ holds, 100\,\% of the time.

\begin{lemma}
We have
\begin{align}
 \|x + y\|^2 &= (x + y)^\top (x + y) \\
  &= \|x\|^2 + \|y\|^2 + x^\top y.
\end{align}
\end{lemma}
\begin{figure}
\begin{minipage}{.5\textwidth}
\[ x^\top y = y^\top x \]
\end{minipage}
\caption{In a box.}
\end{figure}
Text.\footnote{Here \[ x x^\top y = (x^\top y) x \] holds.} $$y^\top x = x^\top y$$ where nothing is said.
\end{document}
"""
MARKS = [  # verdict and line of each row, in the order of the marks
    ["refuted, line 7: p = 1, x = 1, y = 1: left = 4, right = 2"],
    ["proved, line 12", "refuted, line 13: p = 1, x = 1, y = 1: left = 4, right = 3"],
    ["proved, line 18"],
    ["proved, line 22"],
    ["proved, line 22"],
]


def marked(text: str) -> tuple[Note, str]:
    note = read(Source("note.tex", text, syntax="tex"))
    return note, with_margin_marks(note, check_note(note)[1])


def test_each_display_and_each_wrong_formula_has_its_mark_and_nothing_else_changes() -> None:
    note, text = marked(DOCUMENT)
    found = re.findall(r"\\pcaproofs\{(\\textcolor.*)\}%$", text, re.MULTILINE)
    assert len(found) == len(MARKS)
    for mark, rows in zip(found, MARKS, strict=True):
        assert all(row in mark for row in rows), mark
    head, _, body = text.partition("\\usepackage{pcaproofs}% or [off], which prints no marks\n")
    plain = head + re.sub(r"\\pcaproofs\{\\textcolor.*\}%", "", body)
    assert "".join(plain.split()) == "".join(note.source.text.split())
    assert plain.count("\n\n") == note.source.text.count("\n\n"), "no paragraph begins or ends where none did"


def test_a_part_of_a_document_defines_its_marks_itself() -> None:
    _, text = marked("\\[ 2 + 2 = 5 \\]\n")
    assert text.startswith("\\makeatletter\n")
    assert "\\usepackage" not in text
    assert "refuted, line 1" in text


USED = [
    (
        r"Let $w \in \R^p$ be a unit vector. \[ w^\top w = 1 \]",
        "proved, line 7: all dimensions; using ",
        "be a unit vector",
    ),
    (
        r"Let $A$ be $p\times p$ and symmetric. \[ A^\top A = A^2 \]",
        "proved, line 7: all dimensions; using ",
        "symmetric",
    ),
    (r"Let $x, w \in \R^p$ and let $w$ be a unit vector. \[ x^\top w = 0 \]", "refuted, line 7: p = 1", "; although "),
]


@pytest.mark.parametrize(("text", "begins", "used"), USED)
def test_a_mark_names_what_the_verdict_rests_on(text: str, begins: str, used: str) -> None:
    head = DOCUMENT.partition("Let")[0]
    (mark,) = re.findall(
        r"^.*(\\pcaproofs\{\\textcolor.*)$", marked(f"{head}{text}\n\\end{{document}}\n")[1], re.MULTILINE
    )
    assert begins in mark
    assert used in mark


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no TeX here")
def test_latex_prints_the_margin_marks(tmp_path: Path) -> None:
    _, part = marked("\\[ 2 + 2 = 5 \\]\n")
    (tmp_path / "pcaproofs.sty").write_text(package(), encoding="utf-8")
    (tmp_path / "part.tex").write_text(part, encoding="utf-8")
    _, text = marked(DOCUMENT)
    (tmp_path / "note.tex").write_text(text.replace("Text.", "\\input{part}\\input{part}Text."), encoding="utf-8")
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "note.tex"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:]
