"""Reading of SymPy's equations and inequalities into sides and the kernel's relation."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from pcaproofs.kernel import Expression
from pcaproofs.language.conclusions import ForAll, SymbolicComparison
from pcaproofs.language.entrywise import COLUMNS, ROWS, entries, fresh, is_entrywise
from pcaproofs.language.expressions import ZERO, ExpressionReader
from pcaproofs.language.kronecker import equation, is_one
from pcaproofs.language.names import Unreadable
from pcaproofs.language.nodes import InverseOf, SquaredNorm, index
from pcaproofs.language.refusals import no_statement
from pcaproofs.language.shapes import check_equal
from pcaproofs.terms import from_polynomial

RELATIONS: tuple[tuple[type, str, bool], ...] = (  # SymPy's class, the kernel's relation, whether to swap the sides
    (sp.Eq, "=", False),
    (sp.Ne, "!=", False),
    (sp.Ge, ">=", False),
    (sp.Gt, ">", False),
    (sp.Le, ">=", True),
    (sp.Lt, ">", True),
)
_SHOWN = {">=": "≥", ">": ">", "!=": "≠"}


class RelationReader(ExpressionReader):
    """Reads equations and inequalities."""

    written: Collection[str] = ()  # the names in the statement

    def relation(self, item: Any, *, hypothesis: bool = True) -> tuple[Expression, str, Expression]:
        """The sides and the kernel's relation of an equation or inequality. Raises Unreadable for anything else.

        hypothesis: whether it is a hypothesis, and not a conclusion.
        """
        if isinstance(item, SymbolicComparison):
            return self.sides(item.left, item.right, item.relation)
        if isinstance(item, Relational):
            left, right = item.lhs, item.rhs
            if isinstance(item, sp.Eq) and (is_one(left) or is_one(right)):
                left, right, inverted = equation(left, right, self.written, hypothesis=hypothesis)
                for of in inverted:
                    self.read(InverseOf(of))
            if isinstance(item, sp.Eq) and is_entrywise(left, right):
                i, j = (fresh(names, {*self.written, *self.labels}) for names in (ROWS, COLUMNS))
                if hypothesis:
                    return self.of_all_entries(item, i, j)
                left, right = entries(left, right, i, j)
            for cls, sign, swapped in RELATIONS:
                if isinstance(item, cls):
                    a, b = (right, left) if swapped else (left, right)
                    return self.sides(a, b, sign)
        raise Unreadable(no_statement(item))

    def of_all_entries(self, item: Any, i: str, j: str) -> tuple[Expression, str, Expression]:
        """The sides of an equation with Hadamard products, for all entries (i, j) at once. Raises Unreadable."""
        left, right = item.args
        shape = (left if getattr(left, "is_Matrix", False) else right).shape
        said: Any = sp.Eq(*entries(left, right, i, j), evaluate=False)
        for name, n in zip((j, i), reversed(shape), strict=True):
            said = said if n == 1 else ForAll(index(name), n, said)
        try:
            a, b = self.of_all(said)
        except Unreadable:
            raise Unreadable(
                f"got {item} as a hypothesis, but Hadamard products in hypotheses should have a column as a factor"
            ) from None
        return from_polynomial(a), "=", from_polynomial(b)

    def sides(self, left: Any, right: Any, sign: str) -> tuple[Expression, str, Expression]:
        """Both sides, of one shape; the number 0 may stand for a zero matrix. Raises IllTyped for different shapes."""
        a, b = self.read(left), self.read(right)
        if sign == "!=" and (shapes := {self.shape(a), self.shape(b)}) != {(1, 1)}:
            if ZERO not in (a, b):
                check_equal(left, self.shape(a), right, self.shape(b), "≠")
            whole = left - right if len(shapes) == 1 else right if a == ZERO else left
            return self.sides(SquaredNorm(whole), 0, ">")
        if sign == "=" and ZERO in (a, b):
            rows, cols = self.shape(b if a == ZERO else a)
            if (rows, cols) != (1, 1):
                a, b = (("zero", rows, cols) if e == ZERO else e for e in (a, b))
        if sign == "=":
            check_equal(left, self.shape(a), right, self.shape(b), "=")
        else:
            for side, e in ((left, a), (right, b)):
                check_equal(side, self.shape(e), 0, (1, 1), _SHOWN[sign])
        return a, sign, b

    def indices_apart(self, item: Any) -> tuple[Any, Any] | None:
        """The two indices of a hypothesis i ≠ j about entries; None for any other hypothesis."""
        is_unequal = isinstance(item, sp.Ne) or (isinstance(item, SymbolicComparison) and item.relation == "!=")
        if not is_unequal:
            return None
        pair = (item.lhs, item.rhs) if isinstance(item, sp.Ne) else (item.left, item.right)
        are_indices = [x.is_Integer or (isinstance(x, sp.Symbol) and self.is_index(x)) for x in pair]
        return pair if all(are_indices) and any(isinstance(x, sp.Symbol) for x in pair) else None

    def is_index(self, symbol: Any) -> bool:
        """Whether a symbol that is used as a number can only be an index."""
        return bool(symbol.is_integer) and not self.is_dimension(symbol) and symbol != self.k
