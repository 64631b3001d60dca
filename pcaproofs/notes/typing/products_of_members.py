"""Typing of products over all members of a family of numbers, as determinants of diagonal matrices.

∏ λ_j is det(diag(λ_1, …, λ_p)), and ∏ (2λ_j + c) is det(2Λ + cI). Products over a part of a family are not read.
"""

from __future__ import annotations

from contextlib import ExitStack

from pcaproofs.notes.formulas.spelling import family_listed
from pcaproofs.notes.formulas.surface import Big, Dots, Listed, Product
from pcaproofs.notes.typing.cells import Cells
from pcaproofs.notes.typing.dimensions import Dim
from pcaproofs.notes.typing.terms import Term, Unsupported, terms

OVER_MEMBERS = "∏ λⱼ is the determinant of diag(λ₁, …, λₚ)"


class ProductsOfMembers(Cells):
    """Types products over an index."""

    def big(self, node: Big) -> Term:
        """A sum over all members of families, or a product over all members of families of numbers."""
        if node.sign != "∏":
            return super().big(node)
        if node.lower is None:
            node = self.with_index(node)
        assert node.lower is not None
        found = [self.within(x, node.body) for x in self.ranges(node.lower, node.upper)]
        if len(found) != 1 or found[0].after != 0 or found[0].last is not None:
            raise Unsupported(node.span, "a product over a part of a family")
        with ExitStack() as stack:
            index = stack.enter_context(self.binding(found[0].name, found[0].length))
            body = self.as_number(self.expression(node.body))
        if not self.is_scalar(body):
            raise Unsupported(node.span, "a product of matrices over an index")
        if not any(x.op == "entry" and x.data == (index.name,) for x in terms(body)):
            raise Unsupported(node.span, "a product over an index of what does not depend on it")
        self.defaults.setdefault(OVER_MEMBERS)
        return self.determinant(self.on_diagonal(body, index.name, index.length), node.span)

    def series(self, node: Product) -> Term | None:
        """λ_1 λ_2 ⋯ λ_p; None if a product is no series of members."""
        if {*node.marks} - {"", "·"} or not any(isinstance(x, Dots) for x in node.factors):
            return None
        if (found := family_listed(Listed(node.factors))) is None:
            return None
        column = self.listed(*found, node)
        if column.op != "letter" or not self.is_column(column):
            return None
        self.defaults.setdefault(OVER_MEMBERS)
        size = column.shape[0]
        return self.determinant(Term("diagonal", (size, size), (column,), span=node.span), node.span)

    def on_diagonal(self, number: Term, index: str, length: Dim) -> Term:
        """The diagonal matrix whose entries are a number for each value of an index. Raises Unsupported."""
        if all(x.op not in ("entry", "member") or index not in x.data for x in terms(number)):
            return self.multiply(number, Term("identity", (length, length), span=number.span), "", number.span)
        parts = number.parts
        match number.op:
            case "entry" if number.data == (index,) and parts[0].op == "letter":
                return Term("diagonal", (length, length), parts, span=number.span)
            case "sum":
                signs = tuple(map(str, number.data))
                return self.add([self.on_diagonal(x, index, length) for x in parts], signs, number.span)
            case "product":
                out = self.on_diagonal(parts[0], index, length)
                for part in parts[1:]:
                    out = self.multiply(out, self.on_diagonal(part, index, length), "", number.span)
                return out
            case "power" if (exponent := str(number.data[0])).isdigit():
                return self.power(self.on_diagonal(parts[0], index, length), int(exponent), number.span)
        raise Unsupported(number.span, "a product over an index of what is no polynomial of members")
