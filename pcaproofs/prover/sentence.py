"""A statement as its author wrote it, as LaTeX; what is proved, the statement of the kernel, is printed beside it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sympy as sp

from pcaproofs.formula.algebra import relation
from pcaproofs.formula.from_kernel import KernelNotation
from pcaproofs.formula.from_sympy import Notation, Unprintable
from pcaproofs.formula.latex import latex
from pcaproofs.formula.tree import Sign
from pcaproofs.kernel import Statement
from pcaproofs.language.conclusions import SymbolicComparison, SymbolicIff
from pcaproofs.language.derived import read_back
from pcaproofs.language.hypotheses import Named
from pcaproofs.language.symbolic_parts import expressions_in
from pcaproofs.language.symbols import kernel_name
from pcaproofs.terms import letters_in, sides

_SIGNS: dict[Any, Sign] = {sp.Eq: "=", sp.Ge: "≥", sp.Le: "≤", sp.Gt: ">", sp.Lt: "<", sp.Ne: "≠"}
_RELATIONS: dict[str, Sign] = {">=": "≥", ">": ">", "!=": "≠"}


def sentence(conclusion: Any, assuming: Iterable[Any]) -> str | None:
    """The LaTeX of hypotheses ⊢ conclusion; None if a part has no usual notation, such as an optimum."""
    try:
        given, goal = [_said(item) for item in assuming], _said(conclusion)
    except (Unprintable, AttributeError, TypeError, ValueError):
        return None
    return rf"{_listed(given)} \;\vdash\; {goal}" if given else goal


def _said(item: Any) -> str:
    if isinstance(item, list | tuple | sp.And):
        return _listed([_said(part) for part in (item.args if isinstance(item, sp.And) else item)])
    if isinstance(item, SymbolicIff):
        return rf"{_said(item.first)} \iff {_said(item.second)}"
    if isinstance(item, Named):
        return rf"\text{{{item.words([f'${_form(x)}$' for x in item.args])}}}"
    if isinstance(item, SymbolicComparison):
        return _compared(item.left, _RELATIONS[item.relation], item.right)
    return _compared(item.lhs, _SIGNS[type(item)], item.rhs)


def _compared(left: Any, sign: Sign, right: Any) -> str:
    notation = Notation()
    return latex(relation(notation.form(left), sign, notation.form(right)))


def _form(x: Any) -> str:
    return latex(Notation().form(x))


def _listed(parts: list[str]) -> str:
    return r",\ ".join(parts)


def every_new_letter(statement: Statement, written: Iterable[Any]) -> str:
    """The LaTeX of "for every Z", for letters of the conclusion that the reading has added; "" if there are none."""
    known = {kernel_name(s) for e in expressions_in(written) for s in e.free_symbols} | read_back(statement).keys()
    inside = letters_in(*sides(statement.conclusion), ones=False)
    new = [name for name, *_ in statement.letters if name in inside - known]
    notation = KernelNotation(statement, None, {})
    return rf"\text{{for every }} {_listed([latex(notation.letter(name)) for name in new])}:\ " if new else ""
