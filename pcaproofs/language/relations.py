"""Reading of SymPy's equations and inequalities into sides and the kernel's relation."""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from pcaproofs.kernel import Expression
from pcaproofs.language.conclusions import ForAll, SymbolicComparison
from pcaproofs.language.entrywise import COLUMNS, ROWS, entries, fresh, is_entrywise
from pcaproofs.language.kronecker import equation, is_one
from pcaproofs.language.nodes import InverseOf, SquaredNorm, index
from pcaproofs.language.refusals import Unreadable, no_statement
from pcaproofs.language.shapes import check_equal
from pcaproofs.language.sums import for_all
from pcaproofs.language.symbols import SHOWN, SymbolTable
from pcaproofs.terms import ZERO, zero

Sides = tuple[Expression, str, Expression]
RELATIONS: tuple[tuple[type, str, bool], ...] = (  # SymPy's class, the kernel's relation, whether to swap the sides
    (sp.Eq, "=", False),
    (sp.Ne, "!=", False),
    (sp.Ge, ">=", False),
    (sp.Gt, ">", False),
    (sp.Le, ">=", True),
    (sp.Lt, ">", True),
)


def relation(s: SymbolTable, item: Any, *, hypothesis: bool = True) -> Sides:
    """The sides and the kernel's relation of an equation or inequality. Raises Unreadable for anything else.

    hypothesis: whether it is a hypothesis, and not a conclusion.
    """
    if isinstance(item, SymbolicComparison):
        return both_sides(s, item.left, item.relation, item.right)
    if not isinstance(item, Relational):
        raise Unreadable(no_statement(item))
    left, right = item.lhs, item.rhs
    if isinstance(item, sp.Eq) and (is_one(left) or is_one(right)):
        left, right, inverted = equation(left, right, s.written, hypothesis=hypothesis)
        for of in inverted:
            s.read(InverseOf(of))
    if isinstance(item, sp.Eq) and is_entrywise(left, right):
        i, j = (fresh(names, {*s.written, *s.labels}) for names in (ROWS, COLUMNS))
        if hypothesis:
            return _of_all_entries(s, item, i, j)
        left, right = entries(left, right, i, j)
    for cls, sign, swapped in RELATIONS:
        if isinstance(item, cls):
            return both_sides(s, right, sign, left) if swapped else both_sides(s, left, sign, right)
    raise Unreadable(no_statement(item))


def _of_all_entries(s: SymbolTable, item: Any, i: str, j: str) -> Sides:
    """The sides of an equation with Hadamard products, for all entries (i, j) at once. Raises Unreadable."""
    left, right = item.args
    shape = (left if getattr(left, "is_Matrix", False) else right).shape
    said: Any = sp.Eq(*entries(left, right, i, j), evaluate=False)
    for name, n in zip((j, i), reversed(shape), strict=True):
        said = said if n == 1 else ForAll(index(name), n, said)
    try:
        a, b = for_all(s, said)
    except Unreadable:
        raise Unreadable(
            f"got {item} as a hypothesis, but Hadamard products in hypotheses should have a column as a factor"
        ) from None
    return a, "=", b


def both_sides(s: SymbolTable, left: Any, sign: str, right: Any) -> Sides:
    """Both sides, of one shape; the number 0 may stand for a zero matrix. Raises IllTyped for different shapes."""
    a, b = s.read(left), s.read(right)
    first, second = s.shape(a), s.shape(b)
    if sign == "!=" and {first, second} != {(1, 1)}:
        if ZERO not in (a, b):
            check_equal(left, first, right, second, "≠")
        whole = left - right if first == second else right if a == ZERO else left
        return both_sides(s, SquaredNorm(whole), ">", 0)
    if sign == "=":
        if first != second:  # a number 0 that is the value of a sum stays this object, see Reading.sums
            a, b = (zero(*second) if a == ZERO else a), (zero(*first) if b == ZERO else b)
        check_equal(left, s.shape(a), right, s.shape(b), "=")
    else:
        for side, shape in ((left, first), (right, second)):
            check_equal(side, shape, 0, (1, 1), SHOWN[sign])
    return a, sign, b


def indices_apart(s: SymbolTable, item: Any) -> tuple[Any, Any] | None:
    """The two indices of a hypothesis i ≠ j about entries; None for any other hypothesis."""
    if isinstance(item, sp.Ne):
        pair = (item.lhs, item.rhs)
    elif isinstance(item, SymbolicComparison) and item.relation == "!=":
        pair = (item.left, item.right)
    else:
        return None
    are_indices = [x.is_Integer or (isinstance(x, sp.Symbol) and _is_index(s, x)) for x in pair]
    return pair if all(are_indices) and any(isinstance(x, sp.Symbol) for x in pair) else None


def _is_index(s: SymbolTable, symbol: Any) -> bool:
    """Whether a symbol that is used as a number can only be an index."""
    return bool(symbol.is_integer) and not s.is_dimension(symbol) and symbol != s.k
