"""`normal_form`: rewrites an expression by hypotheses as far as possible, without multiplying out large products."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from pcaproofs.kernel import Certificate, Compare, Expression, Polynomial, Statement, goals
from pcaproofs.language.express import text
from pcaproofs.language.reader import assume
from pcaproofs.language.symbolic_parts import expressions_in
from pcaproofs.language.symbols import SymbolTable
from pcaproofs.language.varying import check_ties
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.search.context import ProofContext
from pcaproofs.prover.search.let_products import Products
from pcaproofs.prover.search.lets import names_for
from pcaproofs.terms import from_polynomial, unfolded

MAX_SHOWN = 150  # terms; above that sums stay sums


@dataclass(frozen=True)
class NormalForm:
    """A polynomial in the letters of a statement and in names of sums that were not multiplied out.

    Two forms are compared without their statements.
    """

    polynomial: Polynomial
    names: tuple[tuple[str, Expression], ...]
    statement: Statement = field(compare=False, repr=False)

    @property
    def expression(self) -> Expression:
        """The form as an expression in which every name is replaced by its definition."""
        return unfolded(from_polynomial(self.polynomial), {("letter", name): e for name, e in self.names})

    def __str__(self) -> str:
        return text(self.expression)

    def _repr_latex_(self) -> str:
        from pcaproofs.formula.from_kernel import KernelNotation
        from pcaproofs.formula.latex import latex

        return f"${latex(KernelNotation(self.statement, None, {}).form(self.expression))}$"


def normal_form(expression: Any, assuming: Iterable[Any] = (), *, seconds: float = 10.0) -> NormalForm:
    """The normal form of a SymPy expression under hypotheses; equal forms are equal in every dimension.

    Raises IllTyped or Unreadable as read does, and Contradiction where the hypotheses contradict each other.
    """
    assuming = tuple(assuming)
    table = SymbolTable()
    table.find_dimensions(expressions_in((expression, *assuming)))
    for k, item in enumerate(assuming, 1):
        assume(table, item, k)
    e = table.read(expression)
    check_ties(table)
    shape = table.shape(e)
    statement = table.statement(Compare(e, "=", ("number", "0") if shape == (1, 1) else ("zero", *shape)))
    names = names_for(statement)
    _, ((_, _, goal, known),) = goals(statement, Certificate((), names))
    if not names:
        return NormalForm(ProofContext(known).reduce(goal)[0], (), statement)
    products = Products(known, [name for name, _ in names], Deadline(seconds))
    rest, _ = products.compact(goal)
    out, _ = products.multiplied_out(rest)
    if out is None or len(out.terms) > MAX_SHOWN:
        return NormalForm(rest, names, statement)
    return NormalForm(out, (), statement)
