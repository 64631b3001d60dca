"""Combining terms with their shapes; shapes that do not fit are a clash with its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pcaproofs.notes.formulas.spelling import letter_text
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.dimensions import Clash, Dim, Dimensions, Reason, Unknown
from pcaproofs.notes.typing.terms import Shape, Term, Unsupported, Untyped, letters_of

SCALAR: Shape = (1, 1)


class Misfit(Exception):  # noqa: N818
    """Two parts of a formula whose sizes clash: where, in words, and the letters to which the clash is due."""

    def __init__(self, span: Span, says: str, blamed: frozenset[str], reasons: tuple[Reason, ...] = ()):
        super().__init__(says)
        self.span, self.says, self.blamed, self.reasons = span, says, blamed, reasons


class Shaping:
    """Combines terms; contains the sizes of one statement."""

    def __init__(self) -> None:
        self.sizes = Dimensions()

    def shown(self, node: Span) -> str:
        """The text of a part of a formula, for messages."""
        raise NotImplementedError

    def is_scalar(self, term: Term) -> bool:
        """Whether a term is known to be 1×1."""
        return all(self.sizes.find(x) == 1 for x in term.shape)

    def is_column(self, term: Term) -> bool:
        """Whether a term is known to have one column and more than one row."""
        return self.sizes.find(term.shape[1]) == 1 and not self.is_scalar(term)

    def shape_text(self, term: Term) -> str:
        """The shape as n×p; ? for a size that is not known."""
        found = [self.sizes.find(x) for x in term.shape]
        return "×".join("?" if isinstance(x, Unknown) else letter_text(str(x)) for x in found)

    def equate(self, a: Dim, b: Dim, left: Term, right: Term, span: Span) -> None:
        """Make sizes of two terms equal. Raises Misfit."""
        try:
            self.sizes.unify(a, b, Reason(span, "", letters_of(left, right)))
        except Clash as clash:
            parts = [f"{self.shown(t.span)} is {self.shape_text(t)}" for t in (left, right)]
            raise Misfit(span, ", ".join(parts), clash.blamed, clash.reasons) from None

    def alike(self, left: Term, right: Term, span: Span) -> None:
        """Make the shapes of two terms equal. Raises Misfit."""
        with self.sizes.attempt():
            for a, b in zip(left.shape, right.shape, strict=True):
                self.equate(a, b, left, right, span)

    def zero(self, span: Span) -> Term:
        """The number 0 or a zero matrix."""
        return Term("zero", (Unknown(), Unknown()), span=span)

    def may_be_square(self, term: Term) -> bool:
        """Whether a matrix is square, or may be as a size of it is unknown."""
        rows, columns = map(self.sizes.find, term.shape)
        return rows == columns or isinstance(rows, Unknown) or isinstance(columns, Unknown)

    def as_number(self, term: Term) -> Term:
        """A zero beside other factors is a number."""
        return Term("number", SCALAR, data=("0",), span=term.span) if term.op == "zero" else term

    def add(self, found: Sequence[Term], signs: Sequence[str], span: Span) -> Term:
        """A sum. Raises Misfit."""
        if len(found) == 1 and signs[0] in ("", "+"):
            return found[0]
        first = next((t for t in found if t.op != "zero"), found[0])
        numbers = [t for t in found if t.op == "number"]
        if numbers and any(self.is_column(t) or self.is_column(self.transpose(t, span)) for t in found):
            raise Unsupported(numbers[0].span, "a number added to all entries")
        if numbers and any(not self.is_scalar(t) and t.op != "zero" and self.may_be_square(t) for t in found):
            raise Unsupported(numbers[0].span, "a number beside a matrix, where it may be a multiple of the identity,")
        for term in found:
            if self.is_row_beside(term, first) or self.is_row_beside(first, term):
                raise Unsupported(span, "a row added to each row of a matrix")
            if term is not first:
                self.alike(first, term, span)
        plain = tuple("-" if sign == "-" else "+" for sign in signs)
        return Term("sum", first.shape, tuple(found), plain, span)

    def is_row_beside(self, row: Term, matrix: Term) -> bool:
        """Whether a term is a row, and another one a matrix of several such rows."""
        (one, width), (count, other) = (tuple(map(self.sizes.find, x.shape)) for x in (row, matrix))
        several = count != 1 and not isinstance(count, Unknown)
        return one == 1 and width != 1 and several and width == other

    def multiply(self, left: Term, right: Term, mark: str, span: Span) -> Term:
        """A product of two; a dot between two columns is their inner product, and a number scales. Raises Misfit."""
        if mark in ("∘", "⊙", "⊗", "∪", "∩", "∖", "∧", "∨"):  # also between letters that are taken for numbers
            raise Unsupported(span, f"{mark}, which is no product of matrices or numbers,")
        for one, other in ((left, right), (right, left)):
            if one.op == "zero" and other.op != "zero" and self.is_scalar(other):
                return replace(one, span=span)  # a multiple of 0 has any shape too
        left, right = self.as_number(left), self.as_number(right)
        if self.is_scalar(left) or self.is_scalar(right):
            shape = right.shape if self.is_scalar(left) else left.shape
            return Term("product", shape, (left, right), span=span)
        if mark in ("·", ".", "•") and self.is_column(left) and self.is_column(right):
            return self.inner(left, right, span)
        if mark == "×" and self.is_column(left) and self.is_column(right):
            raise Unsupported(span, "the cross product")
        if mark == "÷":
            raise Unsupported(span, f"{mark} between what are no numbers")
        if mark == "*" and all(self.sizes.same(*x) for x in zip(left.shape, right.shape, strict=True)):
            raise Unsupported(span, "∗ between matrices of one size, which may multiply their entries")
        self.equate(left.shape[1], right.shape[0], left, right, span)
        return Term("product", (left.shape[0], right.shape[1]), (left, right), span=span)

    def inner(self, left: Term, right: Term, span: Span) -> Term:
        """An inner product. Raises Misfit."""
        self.alike(left, right, span)
        return Term("inner", SCALAR, (left, right), span=span)

    def divide(self, top: Term, bottom: Term, span: Span) -> Term:
        """A quotient by a number."""
        self.need_scalar(bottom, "a number below a fraction's line")
        return Term("over", top.shape, (self.as_number(top), bottom), span=span)

    def need_scalar(self, term: Term, what: str) -> None:
        """Raises Untyped for a matrix."""
        if not self.is_scalar(term):
            raise Untyped(term.span, f"{self.shown(term.span)} ({self.shape_text(term)})", what)

    def need_square(self, term: Term, span: Span) -> None:
        """Make a term square. Raises Misfit."""
        self.equate(term.shape[0], term.shape[1], term, term, span)

    def transpose(self, term: Term, span: Span) -> Term:
        """A transpose; a number is its own."""
        if self.is_scalar(term):
            return term
        return Term("transpose", (term.shape[1], term.shape[0]), (term,), span=span)

    def power(self, term: Term, exponent: int, span: Span) -> Term:
        """A power of a number or of a square matrix. Raises Misfit, Untyped."""
        if self.is_scalar(term):
            return Term("power", SCALAR, (term,), (str(exponent),), span)
        if self.is_column(term):
            what = f"a power of the column {self.shown(term.span)}"
            raise Untyped(span, what, "a power of a number", f"{what}, which may be that of its entries or its length,")
        self.need_square(term, span)
        if exponent == 0:
            raise Untyped(span, "the power 0 of a matrix", "a positive or negative power")
        if exponent < -1:  # A⁻ᵏ = (A⁻¹)ᵏ
            return self.power(self.power(term, -1, span), -exponent, span)
        is_multiple = term.op == "product" and [self.is_scalar(x) for x in term.parts] == [True, False]
        if exponent == -1 and is_multiple and term.parts[1].op == "identity":
            return self.divide(term.parts[1], term.parts[0], span)  # (σ²I)⁻¹ = I/σ²
        if exponent == -1:
            return Term("inverse", term.shape, (term,), span=span)
        return Term("power", term.shape, (term,), (str(exponent),), span) if exponent > 1 else term

    def squared_norm(self, term: Term, span: Span) -> Term:
        """‖A‖², of a number its square."""
        if self.is_scalar(term):
            return Term("power", SCALAR, (term,), ("2",), span)
        return Term("squared norm", SCALAR, (term,), span=span)

    def norm(self, term: Term, span: Span) -> Term:
        """‖A‖, of a number its absolute value."""
        return Term("absolute" if self.is_scalar(term) else "norm", SCALAR, (term,), span=span)

    def trace(self, term: Term, span: Span) -> Term:
        """A trace; of a number it is the number. Raises Misfit."""
        if self.is_scalar(term):
            return term
        self.need_square(term, span)
        return Term("trace", SCALAR, (term,), span=span)
