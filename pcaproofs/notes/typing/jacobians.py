"""Derivatives that are matrices; some notes write the transpose.

∂f/∂x of a column f of m numbers is Σ e_k (∂f_k/∂x)ᵀ, m×p, or its transpose; where both sides of a relation leave it
open, it is the first one. ∂f/∂A of a number f has the shape of A, or of Aᵀ. As the note does not say which, nothing is
refuted about one.
"""

from __future__ import annotations

from pcaproofs.notes.formulas.surface import Name, Node, Num, Power, Transpose
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.partitioned import Partitioned
from pcaproofs.notes.typing.terms import Term, Unsupported

LAYOUT = "∂f/∂x of a column f has a row for each entry of f"
TURNED = "∂f/∂x of a column f has a column for each entry of f"
OF_MATRIX = "∂f/∂A of a number f has the shape of A"
TURNED_OF_MATRIX = "∂f/∂A of a number f has the shape of Aᵀ"
LAYOUTS = {LAYOUT: TURNED, OF_MATRIX: TURNED_OF_MATRIX}


class Jacobians(Partitioned):
    """Types derivatives of columns."""

    turned: dict[Span, Term]

    def jacobian(self, body: Term, by: Term, span: Span) -> Term:
        """∂f/∂x of a column or of a row. Raises Unsupported for what is neither, and by what is no column."""
        is_row = self.sizes.find(body.shape[0]) == 1
        if not self.is_column(by) or not (is_row or self.is_column(body)):
            raise Unsupported(span, "the derivative of a matrix, or by a matrix")
        column = self.transpose(body, span) if is_row else body
        name = Name("ι", span=span)
        with self.binding(name, column.shape[0]) as index:
            e = self.unit_vector(name, name, column.shape[0])
            slope = Term("gradient", by.shape, (self.inner(e, column, span), by), span=span)
            each = self.multiply(e, self.transpose(slope, span), "", span)
        whole = Term("total", each.shape, (each,), (index.name, index.length, 0, None), span)
        other = self.transpose(whole, span)
        first, second = (other, whole) if is_row else (whole, other)
        self.turned[span] = second
        self.defaults.setdefault(LAYOUT)
        return first

    def by_layout(self, term: Term, other: Term) -> Term:
        """∂f/∂x, or its transpose where the other side has its shape and not that of the first."""
        if (turned := self.turned.get(term.span)) is None:
            return term
        wanted, here, there = (tuple(map(self.sizes.find, x.shape)) for x in (other, term, turned))
        if wanted == here or wanted != there:
            return term
        first = LAYOUT if term.op == "total" or term.op == "transpose" else OF_MATRIX
        self.defaults.pop(first, None)
        self.defaults.setdefault(LAYOUTS[first])
        return turned

    def by_matrix(self, slope: Term, by: Term) -> Term:
        """∂f/∂A of a number f by a matrix, or its transpose; by a column or a number as it is."""
        if self.is_column(by) or self.is_scalar(by):
            return slope
        self.turned[slope.span] = self.transpose(slope, slope.span)
        self.defaults.setdefault(OF_MATRIX)
        return slope

    def hessian(self, body: Term, by: Term, span: Span) -> Term:
        """The matrix of second derivatives of a number by a column. Raises Unsupported for what is neither."""
        if not self.is_scalar(body) or not self.is_column(by):
            raise Unsupported(span, "the second derivative of what is no number, or by what is no column")
        return self.jacobian(Term("gradient", by.shape, (body, by), span=span), by, span)


def twice(variables: tuple[Node, ...], order: Node | None) -> Node | None:
    """The variable of ∂²/∂x∂xᵀ, ∂²/∂x∂x and ∂²/∂x²; None for other derivatives."""
    if order != Num("2"):
        return None
    match variables:
        case (first, Transpose(base)) if base == first:
            return first
        case (first, second) if first == second:
            return first
        case (Power(base=base, exponent=Num("2")),):
            return base
    return None
