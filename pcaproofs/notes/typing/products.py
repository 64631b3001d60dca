"""Typing of products from left to right, of slashes in them, and of dots between products."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pcaproofs.notes.formulas.conventions import is_number_behind
from pcaproofs.notes.formulas.spelling import key, letter_text
from pcaproofs.notes.formulas.surface import Group, Listed, Name, Node, Num, Power, Product, Transpose
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.numeric import Numeric
from pcaproofs.notes.typing.shaping import Misfit
from pcaproofs.notes.typing.terms import Term, Unsupported, Untyped

_OPERATORS = frozenset("dδΔ")
_OPERATIONS = re.compile(r"convolution|convolve|(?:binary|group|associative) operation|semigroup|monoid", re.IGNORECASE)
_ROWS_OF_ONES = (Transpose(Num("1")), Transpose(Num("11")))
ONES = "1 beside a factor is a column of ones"


class Products(Numeric):
    """Types products."""

    def factor(self, factors: tuple[Node, ...], marks: tuple[str, ...]) -> tuple[Term, int]:
        """The next factor of a product, and how many nodes it takes."""
        raise NotImplementedError

    def ones_of(self, span: Span) -> Term:
        """A column of ones that is written as the number 1."""
        raise NotImplementedError

    def product(self, node: Product) -> Term:
        """A product from left to right, or, where the sizes do not fit so, a dot between two products: w · Sw."""
        if node.marks.count("·") != 1 or {*node.marks} != {"·", ""}:
            return self.from_left_to_right(node)
        letters, used = dict(self.letters), dict(self.used)
        try:
            with self.sizes.attempt():
                return self.from_left_to_right(node)
        except Misfit as error:
            self.letters, self.used = letters, used  # those read there have lost their declared sizes
            k = node.marks.index("·") + 1
            sides = [(node.factors[:k], node.marks[: k - 1]), (node.factors[k:], node.marks[k:])]
            try:
                with self.sizes.attempt():
                    left, right = (self.expression(Product(x, y, span=over(x)) if y else x[0]) for x, y in sides)
                    if self.is_column(left) and self.is_column(right):
                        return self.multiply(left, right, "·", node.span)
            except (Misfit, Untyped, Unsupported):
                pass
            raise error from None

    def from_left_to_right(self, node: Product) -> Term:
        """A product from left to right; what is applied takes its argument."""
        factors, marks = node.factors, ("", *node.marks)
        if any(isinstance(x, Transpose) and is_tuple(x.base) for x in factors[:-1]):
            raise Unsupported(node.span, "the transpose of a tuple in a product, which may be a row or a column")
        if "*" in marks and _OPERATIONS.search(self.table.note.source.text):
            raise Unsupported(node.span, "∗ in a note that speaks of other operations")
        if any(map(is_set, factors)):
            raise Unsupported(node.span, "a set in a product")
        self.refuse_operators(factors, marks)
        out: Term | None = None
        term: Term | None = None
        k = 0
        while k < len(factors):
            is_beside_column = any(x is not None and self.is_column(x) for x in (out, term))
            if _is_column_of_ones(factors, marks, k) and not is_beside_column:
                term, used = self.ones_of(factors[k].span), 1
            else:
                self.refuse_number_behind(factors, marks, k, out)
                term, used = self.factor(factors[k:], marks[k + 1 :])
            span = (node.span[0], factors[k + used - 1].span[1])
            if out is None:
                out = term
            elif marks[k] in ("/", "÷"):
                term, used = self.divisor(factors, marks, k, term, used)
                out = self.divide(out, term, (node.span[0], factors[k + used - 1].span[1]))
            else:
                out = self.multiply(out, term, marks[k], span)
            k += used
        assert out is not None
        return out

    def refuse_number_behind(
        self, factors: tuple[Node, ...], marks: tuple[str, ...], k: int, before: Term | None
    ) -> None:
        """Raises Untyped for a number behind a letter without a sign between them: x2 is a name and no product.

        Brackets around two numbers, (3 − λ)(2) or (xᵀw)²(1), are factors.
        """
        beside = [x.base if isinstance(x, Power) else x for x in factors[k - 1 : k + 1]]
        are_brackets = all(isinstance(x, Group) for x in beside)
        if are_brackets and before is not None and self.is_scalar(before):
            return
        if is_number_behind(factors, marks, k) and factors[k] not in _ROWS_OF_ONES:
            behind = self.shown((factors[k - 1].span[0], factors[k].span[1]))
            raise Untyped(factors[k].span, f"{behind}, a number behind a letter", "a sign between them, or an index")

    def refuse_operators(self, factors: tuple[Node, ...], marks: tuple[str, ...]) -> None:
        """Raises Unsupported for d, δ and Δ before a factor, and P before brackets, where nothing says what they are.

        They may be a differential, a variation, a probability: d(XY) = (dX)Y + X dY.
        """
        for name, behind, mark in zip(factors, factors[1:], marks[1:], strict=False):
            if not isinstance(name, Name) or name != Name(name.base, font=name.font) or mark or behind == name:
                continue
            is_known = (
                key(name) in self.table.sizes or name in self.definitions or self.table.at(name, self.offset).facts
            ) or key(name) in self.letters
            if name.base in _OPERATORS and not is_known and not isinstance(behind, Transpose):
                raise Unsupported(name.span, f"{letter_text(name)}, which may be no factor but an operator,")
            is_applied = isinstance(behind, Group) and behind.opening == "("
            if name.base == "P" and is_applied and not is_known and not self.table.has_projections:
                raise Unsupported(name.span, "P, which may be a probability,")

    def divisor(
        self, factors: tuple[Node, ...], marks: tuple[str, ...], k: int, first: Term, used: int
    ) -> tuple[Term, int]:
        """What a slash divides by, and how many factors it is: in wᵀSw / wᵀw both, in 1/n XᵀX the first.

        Raises Unsupported for a/2b and 1/2n, which may be meant either way.
        """
        end = k + used
        while end < len(factors) and marks[end] == "":
            end += 1
        rest = factors[k + used : end]
        if not rest:
            return first, used
        if not self.is_scalar(first):
            whole = self.expression(Product(factors[k:end], marks[k + 1 : end], span=over(factors[k:end])))
            self.defaults.setdefault("what a slash divides by is the whole product behind it")
            return whole, end - k
        is_number = all(isinstance(x, Num) for x in factors[:k])
        is_open = isinstance(rest[0], Num) or (isinstance(rest[0], Name) and key(rest[0]) in self.table.sizes)
        if is_open or (not is_number and all(self.is_scalar(self.expression(x)) for x in rest)):
            raise Unsupported(
                over(factors[k:end]), "a slash before several factors, of which it may divide by one or by all"
            )
        return first, used


def _is_column_of_ones(factors: Sequence[Node], marks: Sequence[str], k: int) -> bool:
    """Whether a factor 1 is a column of ones: nobody multiplies by the number behind a factor, or before 1ᵀ."""
    before_its_transpose = k + 1 < len(factors) and factors[k + 1] == Transpose(Num("1")) and marks[k + 1] == ""
    return factors[k] == Num("1") and ((k > 0 and marks[k] == "") or before_its_transpose)


def is_set(node: Node) -> bool:
    """Whether a node is a single thing in braces; around a sum they are brackets."""
    return isinstance(node, Group) and node.opening == "{" and isinstance(node.body, Name | Num)


def is_tuple(node: Node) -> bool:
    """Whether a node is a list in brackets."""
    return isinstance(node, Group) and isinstance(node.body, Listed)


def over(nodes: tuple[Node, ...]) -> Span:
    """The part of the text from the first to the last of some nodes."""
    return nodes[0].span[0], nodes[-1].span[1]
