"""SymPy nodes for indexed families: sums over a part of a family, its first members, diagonal matrices."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Integer, Symbol, sympify

from pcaproofs.language.annotations import MatrixLike, SizeLike, TermLike
from pcaproofs.language.nodes import MatrixNode, ScalarNode


class ScalarPartSum(ScalarNode):
    """Σ_k body of a scalar body over the samples k with after < k ≤ last of n; args (body, k, n, after, last)."""

    latex_form, text_form = r"\sum_{{{1}={3}+1}}^{{{4}}} {0}", "sum_{1}={3}+1..{4} {0}"


class MatrixPartSum(MatrixNode):
    """Σ_k body of a matrix body over the samples k with after < k ≤ last of n; args (body, k, n, after, last)."""

    latex_form, text_form = ScalarPartSum.latex_form, ScalarPartSum.text_form

    @property
    def shape(self) -> tuple[Any, Any]:
        """(rows, cols)."""
        return self.args[0].shape


class Leading(MatrixNode):
    """The first m rows of the identity matrix of size n, m×n; args (m, n)."""

    latex_form, text_form = r"I_{{{0}\times {1}}}", "I[{0}×{1}]"

    @property
    def shape(self) -> tuple[Any, Any]:
        """(rows, cols)."""
        return (self.args[0], self.args[1])


class Diagonal(MatrixNode):
    """diag(a), the n×n matrix with the entries of a column a on its diagonal."""

    latex_form, text_form = r"\operatorname{{diag}}\left({}\right)", "diag({})"

    @property
    def shape(self) -> tuple[Any, Any]:
        """(rows, cols)."""
        rows, _ = self.args[0].shape
        return (rows, rows)


PART_SUMS = (ScalarPartSum, MatrixPartSum)


def partial_total(body: TermLike, k: Symbol, n: SizeLike, *, after: SizeLike = 0, last: SizeLike | None = None) -> Expr:
    """Σ_k body over the samples k of n with after < k ≤ last, counted from 1; by default from the first to the last.

    Args:
        body: a scalar or a matrix that depends on the samples.
        k: the index.
        n: the number of samples.
        after: a dimension or a number, at most `last`.
        last: a dimension or a number, at most n.
    """
    body = sympify(body)
    cls = MatrixPartSum if getattr(body, "is_Matrix", False) else ScalarPartSum
    return cls(body, k, sympify(n), Integer(0) if after == 0 else sympify(after), sympify(n if last is None else last))


def leading(m: SizeLike, n: SizeLike) -> Leading:
    """The first m rows of the identity matrix of size n, m×n."""
    return Leading(m, n)


def diagonal(a: MatrixLike) -> Diagonal:
    """The diagonal matrix with the entries of a column on its diagonal."""
    return Diagonal(a)
