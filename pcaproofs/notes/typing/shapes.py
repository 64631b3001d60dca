"""Shapes: sizes by union-find, and the combinations of terms that make sizes equal, block by block where there are any.

Declared sizes are rigid, all others are found by how letters are used. Every union keeps the letters on which it rests,
so that a clash of two rigid sizes can be blamed on the declarations between them.

A matrix of blocks [A B; C D] has sums of sizes, A ⊗ B and vec A have products; two of them are equal part by part, in
their order, without the parts that both have.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import reduce

from pcaproofs.notes.formulas.spelling import letter_text
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.terms import (
    SCALAR,
    Compound,
    Dim,
    Term,
    Unknown,
    Unsupported,
    Untyped,
    compound,
    letters_of,
    number,
    refuse,
)

BLOCKS = "a matrix of blocks"
_NO_PRODUCTS = ("∪", "∩", "∖", "∧", "∨")  # also between letters that are taken for numbers

Blocks = Sequence[Sequence[Term]]


class Clash(Exception):  # noqa: N818
    """Two different rigid sizes that have to be equal; blamed: the letters on whose declarations that rests.

    is_certain: whether they differ; of products and sums of sizes that is not always known.
    """

    def __init__(self, first: Dim, second: Dim, blamed: frozenset[str], *, is_certain: bool = True):
        super().__init__(f"{first} and {second}")
        self.blamed, self.is_certain = blamed, is_certain


COLUMN_POWER = "a power of the column"


class Misfit(Exception):  # noqa: N818
    """Two parts of a formula whose sizes clash: where, in words, and the letters to which the clash is due."""

    def __init__(self, span: Span, says: str, blamed: frozenset[str]):
        super().__init__(says)
        self.span, self.says, self.blamed = span, says, blamed


def _size_text(size: Dim) -> str:
    """A size as it is written; ? if it is not known."""
    if isinstance(size, Compound):
        return (" + " if size.op == "+" else "·").join(map(_size_text, size.parts))
    return "?" if isinstance(size, Unknown) else letter_text(str(size))


def _in_order(size: Compound) -> tuple[str, Counter[Dim]]:
    """A product or a sum of sizes, whatever the order of its parts."""
    return size.op, Counter(size.parts)


def _is_in(size: Dim, whole: Dim) -> bool:
    """Whether a size is a part of another one, of n + p or (n + p)·q."""
    return isinstance(whole, Compound) and any(x == size or _is_in(size, x) for x in whole.parts)


@dataclass
class Dimensions:
    """The sizes of one row: which are equal, and on which letters that rests."""

    parents: dict[Dim, Dim] = field(default_factory=dict)
    links: dict[Dim, list[tuple[Dim, frozenset[str]]]] = field(default_factory=dict)
    trail: list[tuple[Dim, Dim]] = field(default_factory=list)

    def find(self, size: Dim) -> Dim:
        """The size that stands for all that are equal to this one; rigid if one of them is."""
        while size in self.parents:
            size = self.parents[size]
        return compound(size.op, map(self.find, size.parts)) if isinstance(size, Compound) else size

    def same(self, first: Dim, second: Dim) -> bool:
        """Whether two sizes are known to be equal."""
        a, b = self.find(first), self.find(second)
        return a == b or (isinstance(a, Compound) and isinstance(b, Compound) and _in_order(a) == _in_order(b))

    def unify(self, first: Dim, second: Dim, letters: frozenset[str] = frozenset()) -> None:
        """Make two sizes equal; letters: by whose declarations or uses they are.

        Raises Clash if they are different rigid ones, after which nothing has changed.
        """
        a, b = self.find(first), self.find(second)
        if self.same(a, b):
            return
        if isinstance(a, Compound) and isinstance(b, Compound):
            self._unify_parts(a, b, letters)
            return
        if not isinstance(a, Unknown) or (isinstance(b, Unknown) and a.plural and not b.plural):
            a, b = b, a
        if not isinstance(a, Unknown) or (a.plural and b == 1):
            blamed = letters.union(*(self._between(x, self.find(x)) for x in (first, second)))
            is_certain = not any(isinstance(self.find(x), Compound) for x in (first, second))
            raise Clash(self.find(first), self.find(second), blamed, is_certain=is_certain)
        if _is_in(a, b):
            raise Clash(a, b, letters, is_certain=False)
        self.parents[a] = b
        self.links.setdefault(first, []).append((second, letters))
        self.links.setdefault(second, []).append((first, letters))
        self.trail.append((first, second))

    def _unify_parts(self, a: Compound, b: Compound, letters: frozenset[str]) -> None:
        """Make two products or sums equal, part by part in their order, without the parts that both have."""
        left, right = ([*(Counter(x.parts) - Counter(y.parts)).elements()] for x, y in ((a, b), (b, a)))
        if a.op != b.op or len(left) != len(right):
            raise Clash(a, b, letters, is_certain=False)
        for one, other in zip(left, right, strict=True):
            try:
                self.unify(one, other, letters)
            except Clash as clash:  # n + p may be m + q for other sizes
                raise Clash(a, b, clash.blamed, is_certain=False) from None

    def suppose(self, first: Dim, second: Dim) -> None:
        """Make two sizes equal that may both be rigid, by an equation that the note supposes; no different numbers."""
        a, b = self.find(first), self.find(second)
        if isinstance(a, int | Compound):
            a, b = b, a
        if a != b and not isinstance(a, int | Compound) and not _is_in(a, b):
            self.parents[a] = b

    def _between(self, start: Dim, end: Dim) -> frozenset[str]:
        """The letters along a shortest way between two sizes that are equal."""
        found: dict[Dim, frozenset[str]] = {start: frozenset()}
        queue = deque([start])
        while queue and end not in found:
            size = queue.popleft()
            for other, letters in self.links.get(size, []):
                if other not in found:
                    found[other] = found[size] | letters
                    queue.append(other)
        return found.get(end, frozenset())

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """A context whose unions are undone if it is left by an exception."""
        mark, parents = len(self.trail), dict(self.parents)
        try:
            yield
        except BaseException:
            while len(self.trail) > mark:
                for size in self.trail.pop():
                    self.links[size].pop()
            self.parents = parents
            raise


class Shapes:
    """Combines terms. sizes: those of one statement. Every method that combines raises Misfit."""

    sizes: Dimensions

    def shown(self, span: Span) -> str:
        """The text of a part of a formula, for messages."""
        raise NotImplementedError

    def found(self, term: Term) -> tuple[Dim, Dim]:
        """The shape of a term, as far as it is known."""
        return self.sizes.find(term.shape[0]), self.sizes.find(term.shape[1])

    def is_scalar(self, term: Term) -> bool:
        """Whether a term is known to be 1×1."""
        return self.found(term) == SCALAR

    def is_column(self, term: Term) -> bool:
        """Whether a term is known to have one column and more than one row."""
        rows, columns = self.found(term)
        return columns == 1 != rows

    def is_row(self, term: Term) -> bool:
        """Whether a term is known to have one row and more than one column."""
        rows, columns = self.found(term)
        return rows == 1 != columns

    def shape_text(self, term: Term) -> str:
        """The shape as n×p; ? for a size that is not known."""
        return "×".join(map(_size_text, self.found(term)))

    def equate(self, a: Dim, b: Dim, left: Term, right: Term, span: Span) -> None:
        """Make sizes of two terms equal."""
        if self.sizes.same(a, b):
            return
        try:
            self.sizes.unify(a, b, letters_of(left, right))
        except Clash as clash:
            if not clash.is_certain:
                first, second = sorted((_size_text(self.sizes.find(x)) for x in (a, b)), key=len)
                raise Unsupported(span, f"{second}, which may be {first}") from None
            parts = [f"{self.shown(t.span)} is {self.shape_text(t)}" for t in (left, right)]
            raise Misfit(span, ", ".join(parts), clash.blamed) from None

    def alike(self, left: Term, right: Term, span: Span) -> None:
        """Make the shapes of two terms equal."""
        with self.sizes.attempt():
            for a, b in zip(left.shape, right.shape, strict=True):
                self.equate(a, b, left, right, span)

    def need_scalar(self, term: Term, what: str) -> None:
        """Raises Untyped for a matrix."""
        if not self.is_scalar(term):
            raise Untyped(term.span, f"{self.shown(term.span)} ({self.shape_text(term)})", what)

    def need_square(self, term: Term, span: Span) -> None:
        """Make a term square."""
        self.equate(term.shape[0], term.shape[1], term, term, span)

    def zero(self, span: Span) -> Term:
        """The number 0 or a zero matrix."""
        return Term("zero", (Unknown(), Unknown()), span=span)

    def as_number(self, term: Term) -> Term:
        """A zero beside other factors is a number."""
        return number(0, term.span) if term.op == "zero" else term

    def add(self, found: Sequence[Term], signs: Sequence[str], span: Span) -> Term:
        """A sum."""
        if len(found) == 1 and signs[0] in ("", "+"):
            return found[0]
        first = next((t for t in found if t.op != "zero"), found[0])
        numbers = [t for t in found if t.op == "number"]
        if numbers and any(self.is_column(t) or self.is_row(t) for t in found):
            raise Unsupported(numbers[0].span, "a number added to all entries")
        if numbers and any(not self.is_scalar(t) and t.op != "zero" and self._may_be_square(t) for t in found):
            raise Unsupported(numbers[0].span, "a number beside a matrix, where it may be a multiple of the identity,")
        for term in found:
            if self._is_row_beside(term, first) or self._is_row_beside(first, term):
                raise Unsupported(span, "a row added to each row of a matrix")
            if term is not first:
                self.alike(first, term, span)
        return Term("sum", first.shape, tuple(found), tuple("-" if sign == "-" else "+" for sign in signs), span)

    def total(self, parts: Sequence[Term], span: Span) -> Term:
        """The sum of terms."""
        return self.add(parts, ["+"] * len(parts), span)

    def _may_be_square(self, term: Term) -> bool:
        rows, columns = self.found(term)
        return rows == columns or isinstance(rows, Unknown) or isinstance(columns, Unknown)

    def _is_row_beside(self, row: Term, matrix: Term) -> bool:
        """Whether a term is a row, and another one a matrix of several such rows."""
        count, width = self.found(matrix)
        return self.is_row(row) and count != 1 and not isinstance(count, Unknown) and width == self.found(row)[1]

    def multiply(self, left: Term, right: Term, mark: str, span: Span) -> Term:
        """A product of two; a dot between two columns is their inner product, and a number scales."""
        refuse(mark in _NO_PRODUCTS, span, f"{mark}, which is no product of matrices or numbers,")
        for one, other in ((left, right), (right, left)):
            if one.op == "zero" and other.op != "zero" and self.is_scalar(other):
                return replace(one, span=span)  # a multiple of 0 has any shape too
        left, right = self.as_number(left), self.as_number(right)
        if self.is_scalar(left) or self.is_scalar(right):
            shape = right.shape if self.is_scalar(left) else left.shape
            return Term("product", shape, (left, right), span=span)
        are_columns = self.is_column(left) and self.is_column(right)
        if mark in ("·", ".", "•") and are_columns:
            return self.inner(left, right, span)
        refuse(mark == "×" and are_columns, span, "the cross product")
        refuse(mark == "÷", span, f"{mark} between what are no numbers")
        if mark == "*" and self.found(left) == self.found(right):
            raise Unsupported(span, "∗ between matrices of one size, which may multiply their entries")
        self.equate(left.shape[1], right.shape[0], left, right, span)
        return Term("product", (left.shape[0], right.shape[1]), (left, right), span=span)

    def entrywise(self, left: Term, right: Term, span: Span) -> Term:
        """The product entry by entry of two matrices of one size."""
        self.alike(left, right, span)
        return Term("entrywise", left.shape, (left, right), span=span)

    def kronecker(self, left: Term, right: Term, span: Span) -> Term:
        """The Kronecker product."""
        rows, columns = (compound("·", sizes) for sizes in zip(left.shape, right.shape, strict=True))
        return Term("kronecker", (rows, columns), (left, right), span=span)

    def times(self, span: Span, *factors: Term) -> Term:
        """A product of several factors."""
        return reduce(lambda x, y: self.multiply(x, y, "", span), factors)

    def outer(self, left: Term, right: Term, span: Span) -> Term:
        """Left times the transpose of right."""
        return self.multiply(left, self.transpose(right, span), "", span)

    def gram(self, left: Term, right: Term, span: Span) -> Term:
        """The transpose of left times right."""
        return self.multiply(self.transpose(left, span), right, "", span)

    def inner(self, left: Term, right: Term, span: Span) -> Term:
        """An inner product."""
        self.alike(left, right, span)
        return Term("inner", SCALAR, (left, right), span=span)

    def divide(self, top: Term, bottom: Term, span: Span) -> Term:
        """A quotient by a number. Raises Untyped."""
        self.need_scalar(bottom, "a number below a fraction's line")
        return Term("over", top.shape, (self.as_number(top), bottom), span=span)

    def transpose(self, term: Term, span: Span) -> Term:
        """A transpose; a number is its own."""
        if self.is_scalar(term):
            return term
        return Term("transpose", (term.shape[1], term.shape[0]), (term,), span=span)

    def power(self, term: Term, exponent: int, span: Span) -> Term:
        """A power of a number or of a square matrix. Raises Untyped."""
        if self.is_scalar(term):
            return Term("power", SCALAR, (term,), (str(exponent),), span)
        if self.is_column(term):
            what = f"{COLUMN_POWER} {self.shown(term.span)}"
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
        """A trace; of a number it is the number."""
        if self.is_scalar(term):
            return term
        self.need_square(term, span)
        return Term("trace", SCALAR, (term,), span=span)

    def partition(self, blocks: Blocks, span: Span) -> Term:
        """A matrix of blocks whose rows and columns fit, or its only block."""
        for row in blocks:
            for block in row[1:]:
                self.equate(row[0].shape[0], block.shape[0], row[0], block, span)
        for row in blocks[1:]:
            for first, block in zip(blocks[0], row, strict=True):
                self.equate(first.shape[1], block.shape[1], first, block, span)
        if len(blocks) == len(blocks[0]) == 1:
            return blocks[0][0]
        rows, columns = (
            compound("+", (row[0].shape[0] for row in blocks)),
            compound("+", (x.shape[1] for x in blocks[0])),
        )
        flat = tuple(x for row in blocks for x in row)
        return Term("blocks", (rows, columns), flat, (len(blocks), len(blocks[0])), span)
