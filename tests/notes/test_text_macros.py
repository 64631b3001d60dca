"""Formulas in the arguments of macros and environments that the preamble defines."""

from __future__ import annotations

import pytest

from pcaproofs.notes.formulas.blocks import read
from pcaproofs.notes.formulas.printing import latex
from pcaproofs.notes.text.definitions import definitions, text_macros
from pcaproofs.notes.text.source import Source

CASES = {  # a definition, a text, the formulas: = for a display
    "a display": (r"\newcommand{\eq}[1]{\[ #1 \]}", r"so \eq{a = b} and", ["= a = b"]),
    "in dollars": (r"\newcommand\eq[1]{$$#1$$}", r"so \eq{a = b} and", ["= a = b"]),
    "an environment": (
        r"\newcommand{\eq}[2]{\begin{equation}\label{#2} #1 \end{equation}}",
        r"\eq{a}{eq:a}",
        ["= a"],
    ),
    "in a sentence": (r"\newcommand{\m}[1]{$#1$}", r"so \m{a + b} and", ["a + b"]),
    "more than its argument": (r"\newcommand{\n}[1]{$\|#1\|^2$}", r"so \n{x} and", [r"\lVert x\rVert^{2}"]),
    "displaystyle in a box": (
        r"\newcommand{\f}[2][]{\sbox{\b}{$\displaystyle #2$}\hbox{#1\usebox{\b}}}",
        r"\f[(1)]{a} \f{b}",
        ["= a", "= b"],
    ),
    "by another macro": (
        r"\newcommand{\inner}[2]{$#1$ $\displaystyle #2$}\newcommand{\outer}[3]{\inner{#1}{#2} #3}",
        r"\outer{=}{b}{for $c$}",
        ["= = b"],
    ),
    "an environment with an argument": (
        r"\newenvironment{chain}[1]{\par $\displaystyle #1$}{\par}\newcommand{\step}[1]{$\displaystyle #1$}",
        r"\begin{chain}{a}\step{= b}\end{chain}",
        ["= a", "= = b"],
    ),
    "a letter": (r"\newcommand{\X}{\ensuremath{\mathbf{X}}}", r"let \X be", [r"\mathbf{X}"]),
    "no mathematics": (r"\newcommand{\note}[1]{\emph{#1}}", r"\note{a = b and $c$}", ["c"]),
    "a macro of formulas": (r"\newcommand{\norm}[1]{\|#1\|}", r"so $\norm{x}$", [r"\lVert x\rVert"]),
    "an argument that does not close": (r"\newcommand{\eq}[1]{\[ #1 \]}", r"so \eq{a = b and $c$", ["c"]),
    "verbatim": (r"\newcommand{\eq}[1]{\[ #1 \]}", r"\begin{verbatim}\eq{a}\end{verbatim} $c$", ["c"]),
    "a longer name": (r"\newcommand{\eq}[1]{\[ #1 \]}", r"\eqref{a} $c$", ["c"]),
    "a macro that calls itself": (r"\newcommand{\eq}[1]{$#1$ \eq{#1}}", r"so $c$", ["c"]),
}


@pytest.mark.parametrize("name", CASES)
def test_formulas_in_arguments_of_macros_are_read(name: str) -> None:
    definition, text, expected = CASES[name]
    note = read(Source("note.tex", f"{definition}\n\\begin{{document}}\n{text}\n\\end{{document}}\n", "tex"))
    assert [("= " if f.display else "") + latex(f.tree) for f in note.formulas] == expected  # type: ignore[arg-type]


def test_definitions_that_are_none() -> None:
    for text in (
        r"\newcommand",
        r"\newcommand{",
        r"\newcommand{\a}[1",
        r"\newcommand{\a}[1]{$#1",
        r"\def\a#1{$#1$",
        "\\def",
    ):
        assert text_macros(list(definitions(text))) == {}
    assert text_macros(list(definitions(r"\newcommand{\a}[1]{$#1$}" * 2000))).keys() == {r"\a"}
