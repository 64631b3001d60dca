"""A statement as its author wrote it; what is proved, the statement of the kernel, is printed beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import sympy as sp

from pcaproofs.formula.algebra import relation
from pcaproofs.formula.from_kernel import KernelNotation
from pcaproofs.formula.from_sympy import FromSymPy, Unprintable
from pcaproofs.formula.latex import latex
from pcaproofs.formula.sequent import conclusion
from pcaproofs.formula.text import text
from pcaproofs.formula.tree import Formula, Sign
from pcaproofs.kernel import Statement
from pcaproofs.language.conclusions import SymbolicComparison, SymbolicIff
from pcaproofs.language.derived import read_back
from pcaproofs.language.hypotheses import Named
from pcaproofs.language.readable_statement import factor_names
from pcaproofs.language.symbolic_parts import expressions_in
from pcaproofs.language.symbols import kernel_name
from pcaproofs.terms import letters_in, sides

_SIGNS: dict[Any, Sign] = {sp.Eq: "=", sp.Ge: "≥", sp.Le: "≤", sp.Gt: ">", sp.Lt: "<", sp.Ne: "≠"}
_RELATIONS: dict[str, Sign] = {">=": "≥", ">": ">", "!=": "≠"}


@dataclass(frozen=True)
class Style:
    """How a sentence is printed: a formula, words, what follows from what, and the sign of an equivalence."""

    form: Callable[[Formula], str]
    words: Callable[[str], str]
    inline: str
    listed: str
    under: str
    iff: str


LATEX = Style(latex, r"\text{{{}}}".format, "${}$", r",\ ", r" \;\vdash\; ", r" \iff ")
TEXT = Style(text, str, "{}", ", ", " ⊢ ", " ⟺ ")


def sentence(goal: Any, assuming: Iterable[Any], style: Style = LATEX) -> str | None:
    """Hypotheses ⊢ conclusion, printed; None if a part has no usual notation, such as an optimum."""
    try:
        given, goal = [_said(item, style) for item in assuming], _said(goal, style)
    except (Unprintable, AttributeError, TypeError, ValueError):
        return None
    return f"{style.listed.join(given)}{style.under}{goal}" if given else goal


def _said(item: Any, style: Style) -> str:
    if isinstance(item, list | tuple | sp.And):
        parts = item.args if isinstance(item, sp.And) else item
        return style.listed.join(_said(part, style) for part in parts)
    if isinstance(item, SymbolicIff):
        return f"{_said(item.first, style)}{style.iff}{_said(item.second, style)}"
    if isinstance(item, Named):
        return style.words(item.words([style.inline.format(style.form(FromSymPy().form(x))) for x in item.args]))
    if isinstance(item, SymbolicComparison):
        return _compared(item.left, _RELATIONS[item.relation], item.right, style)
    return _compared(item.lhs, _SIGNS[type(item)], item.rhs, style)


def _compared(left: Any, sign: Sign, right: Any, style: Style) -> str:
    notation = FromSymPy()
    return style.form(relation(notation.form(left), sign, notation.form(right)))


def conclusion_as_read(statement: Statement, written: Iterable[Any]) -> str:
    """The text of the conclusion of the kernel's statement, with "for every Z" of the letters that it has added."""
    new = list(_new_letters(statement, written))
    notation = KernelNotation(statement, None, factor_names([statement]))
    before = f"for every {TEXT.listed.join(text(notation.letter(name)) for name in new)}: " if new else ""
    said = text(conclusion(statement, notation, ()))
    given = [text(notation.comparison(h)) for _, h in statement.hypotheses if letters_in(h.left, h.right) & {*new}]
    said += f" if {TEXT.listed.join(given)}" if given else ""
    short = [f"{text(name)} = {text(form)}" for name, form in notation.definitions() if text(name) in said]
    return f"{before}{said}{', with ' if short else ''}{', '.join(short)}"


def every_new_letter(statement: Statement, written: Iterable[Any]) -> str:
    """The LaTeX of "for every Z", for letters of the conclusion that the reading has added; "" if there are none."""
    new = list(_new_letters(statement, written))
    notation = KernelNotation(statement, None, {})
    return rf"\text{{for every }} {LATEX.listed.join(latex(notation.letter(name)) for name in new)}:\ " if new else ""


def _new_letters(statement: Statement, written: Iterable[Any]) -> Iterator[str]:
    """The letters of the conclusion that the reading has added."""
    known = {kernel_name(s) for e in expressions_in(written) for s in e.free_symbols} | read_back(statement).keys()
    inside = letters_in(*sides(statement.conclusion), ones=False)
    yield from (name for name, *_ in statement.letters if name in inside - known)
