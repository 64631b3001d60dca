"""Statements, sentences and formulas of a page as the LaTeX that is printed, for tests that read it back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pcaproofs.formula.latex import latex
from pcaproofs.formula.tree import Formula
from pcaproofs.report.derivation.hypotheses import PrintedHypothesis
from pcaproofs.report.derivation.statements import PrintedStatement
from pcaproofs.report.latex.sentences import in_latex
from pcaproofs.report.sentences import Sentence


def in_tex(x: Any) -> str:
    """A sentence or a formula as LaTeX; a string as it is."""
    return x if isinstance(x, str) else latex(x) if isinstance(x, Formula) else in_latex(x)


def shown_in_tex(x: PrintedHypothesis) -> str:
    """The LaTeX of a hypothesis; a formula that stands alone has no dollars."""
    (*others, last) = x.text.runs or ("",)
    alone = x.place in ("below", "index", "letters") and not others and isinstance(last, Formula)
    return in_tex(last) if alone else in_tex(x.text)


def meant_in_tex(x: PrintedHypothesis) -> str:
    """The LaTeX of a hypothesis, with the formula that its words mean after them."""
    said = shown_in_tex(x)
    if x.place != "above" or x.formula is None or " for all " in said or in_tex(x.formula) in said:
        return said
    new = f" for some ${in_tex(x.introduces)}$" if x.introduces is not None else ""
    return f"{said}, ${in_tex(x.formula)}${new}"


@dataclass(frozen=True)
class LatexHypothesis:
    """A hypothesis as LaTeX text."""

    text: str
    names: tuple[str, ...]
    place: str


@dataclass(frozen=True)
class LatexStatement:
    """A statement as LaTeX text and LaTeX formulas."""

    displays: tuple[tuple[str, str], ...]
    shown: tuple[LatexHypothesis, ...]
    ranges: str


def printed(stated: PrintedStatement) -> LatexStatement:
    """A statement as it is printed."""
    return LatexStatement(
        tuple((in_tex(words), in_tex(formula)) for words, formula in stated.displays),
        tuple(LatexHypothesis(meant_in_tex(x), x.names, x.place) for x in stated.shown),
        in_tex(stated.ranges),
    )


def sentence_of(*runs: Any) -> Sentence:
    """Runs as a sentence."""
    return Sentence(runs)
