"""Typing of norms, bars, and named functions: diag, det, rank, log."""

from __future__ import annotations

import re

from pcaproofs.notes.formulas.conventions import UNCLEAR
from pcaproofs.notes.formulas.spelling import family_listed, key
from pcaproofs.notes.formulas.surface import Bars, Inner, Matrix, Name, Norm, Num, Operator, Product
from pcaproofs.notes.scope.norms import has_other_norms
from pcaproofs.notes.typing.products_of_members import ProductsOfMembers
from pcaproofs.notes.typing.shaping import SCALAR
from pcaproofs.notes.typing.terms import Term, Unsupported, terms

_ADJOINT = re.compile(r"(?<!classical )(?:self-|self)?adjoints?\b", re.IGNORECASE)
_COFACTORS = re.compile(r"adjugate|cofactor|classical adjoint", re.IGNORECASE)
RANK = "the rank of A is tr(A⁺A)"
FROBENIUS = "the norm of a matrix is Frobenius's"


class Functions(ProductsOfMembers):
    """Types functions."""

    def inside_norm(self, node: Norm) -> Term:
        """The argument of a norm. Raises Unsupported for a norm that is not Euclidean or Frobenius."""
        self.refuse_own_products(node)
        term = self.expression(node.body)
        which = "" if node.subscript is None else key(node.subscript)
        if self.is_scalar(term) or self.is_column(term):
            if which not in ("", "2", "F"):
                raise Unsupported(node.span, f"the norm with the subscript {which}")
            return term
        if which not in ("", "F", r"\mathrm{F}", r"\text{F}", r"\mathrm{Fro}", r"\text{Fro}", r"\mathrm{fro}"):
            raise Unsupported(node.span, f"the norm of a matrix with the subscript {which}")
        if not which:
            if has_other_norms(self.table.note.source.text):
                raise Unsupported(node.span, "the norm of a matrix, in a note that speaks of other norms of matrices,")
            self.defaults.setdefault(FROBENIUS)
        return term

    def refuse_own_products(self, node: Norm | Inner) -> None:
        """Raises Unsupported in a note that defines another inner product or norm."""
        if self.table.has_own_products:
            raise Unsupported(node.span, "a norm or an inner product, in a note that defines its own,")

    def inner_in_brackets(self, node: Inner) -> Term:
        """An inner product ⟨x, y⟩."""
        self.refuse_own_products(node)
        return self.inner(self.expression(node.left), self.expression(node.right), node.span)

    def bars(self, node: Bars) -> Term:
        """An absolute value; of a column its length. Raises Unsupported for a determinant or a size."""
        if node.how == UNCLEAR:
            raise Unsupported(node.span, "bars around cells, which are brackets elsewhere in the note,")
        term = self.expression(node.body)
        if not isinstance(node.body, Matrix) and (self.is_scalar(term) or self.is_column(term)):
            return self.norm(term, node.span)
        letters = [self.used[str(x.data[0])] for x in terms(term) if x.op == "letter" and str(x.data[0]) in self.used]
        if not all(x.is_pinned for x in letters):  # |A| may be the size of a set
            raise Unsupported(node.span, "bars around what the note does not say to be a matrix")
        return self.determinant(term, node.span)

    def operator(self, node: Operator) -> Term:
        """diag(λ_1, …, λ_p), diag(λ) of a column, det, adj, rank, log; other functions have no meaning here."""
        if node.name == "det" and node.subscript is None:
            return self.determinant(self.expression(node.body), node.span)
        if node.name in ("rank", "rk") and node.subscript is None:
            return self.rank(node)
        if node.name == "adj" and node.subscript is None:
            if _ADJOINT.search(text := self.table.note.source.text) and not _COFACTORS.search(text):
                raise Unsupported(node.span, "adj, which may be the adjoint")
            return self.adjugate(self.expression(node.body), node.span)
        if node.name in ("log", "ln") and node.subscript is None:
            if isinstance(node.body, Product) and not node.how and not isinstance(node.body.factors[0], Num):
                raise Unsupported(node.span, f"{node.name} of several factors without brackets")
            body = self.expression(node.body)
            if not self.is_scalar(body):
                raise Unsupported(node.span, f"{node.name} of a matrix")
            return Term("logarithm", SCALAR, (body,), span=node.span)
        if node.name != "diag" or node.subscript is not None:
            raise Unsupported(node.span, node.name)
        found = family_listed(node.body)
        if found is None and not isinstance(node.body, Name):
            raise Unsupported(node.span, "diag of what is no column")
        column = self.expression(node.body) if found is None else self.listed(*found, node)
        rows, column = column.parts if column.op == "product" and found is not None else (None, column)
        if column.op != "letter" or not self.is_column(column):
            raise Unsupported(node.span, "diag of what is no column")
        out = Term("diagonal", (column.shape[0], column.shape[0]), (column,), span=node.span)
        if rows is None:
            return out
        first = self.multiply(rows, out, "", node.span)  # diag(λ_1, …, λ_k) is a block of diag(λ_1, …, λ_p)
        return self.multiply(first, self.transpose(rows, node.span), "", node.span)

    def rank(self, node: Operator) -> Term:
        """The rank of a matrix A as tr(A⁺A), the trace of the projector onto its row space. Raises Unsupported."""
        if isinstance(node.body, Product) and not node.how and any(isinstance(x, Operator) for x in node.body.factors):
            raise Unsupported(node.span, f"{node.name} of several factors without brackets")
        body = self.expression(node.body)
        if 1 in map(self.sizes.find, body.shape):  # ranks of numbers are places in an order
            raise Unsupported(node.span, f"{node.name} of what is no matrix")
        self.defaults.setdefault(RANK)
        onto = Term("pseudo-inverse", (body.shape[1], body.shape[0]), (body,), span=node.span)
        return self.trace(self.multiply(onto, body, "", node.span), node.span)
