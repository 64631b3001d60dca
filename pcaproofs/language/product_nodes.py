"""SymPy nodes for Kronecker products A⊗B, for vec(X), and for sums of powers."""

from __future__ import annotations

from functools import reduce
from typing import Any

from sympy import Integer

from pcaproofs.language.annotations import MatrixLike, SizeLike
from pcaproofs.language.nodes import MatrixNode


class Kronecker(MatrixNode):
    """A⊗B, the matrix of blocks A_ij·B: mp×nq for A of m×n and B of p×q."""

    latex_form, text_form = r"\left({} \otimes {}\right)", "kron({}, {})"

    @property
    def shape(self) -> tuple[Any, Any]:
        """(rows, cols)."""
        (m, n), (p, q) = (x.shape for x in self.args)
        return (m * p, n * q)


class Vec(MatrixNode):
    """vec(X), the stacked columns of X (n×p), np×1."""

    latex_form, text_form = r"\operatorname{{vec}}\left({}\right)", "vec({})"

    @property
    def shape(self) -> tuple[Any, Any]:
        """(rows, cols)."""
        rows, cols = self.args[0].shape
        return (rows * cols, Integer(1))


class PowerSum(MatrixNode):
    """I + A + … + Aᵏ⁻¹ of a square matrix; args (A, k)."""

    latex_form, text_form = r"\sum_{{i<{1}}} {0}^i", "power_sum({}, {})"

    @property
    def shape(self) -> tuple[Any, Any]:
        """(rows, cols)."""
        return self.args[0].shape


def power_sum(a: MatrixLike, k: SizeLike) -> PowerSum:
    """I + A + … + Aᵏ⁻¹ of a square matrix; k is a number, or a symbol for any number of terms."""
    return PowerSum(a, k)


def kron(a: MatrixLike, b: MatrixLike, *others: MatrixLike) -> Kronecker:
    """A⊗B, the Kronecker product, mp×nq for A of m×n and B of p×q; of more matrices (A⊗B)⊗C, which is A⊗(B⊗C)."""
    return reduce(Kronecker, others, Kronecker(a, b))


def vec(x: MatrixLike) -> Vec:
    """The stacked columns of X (n×p), np×1."""
    return Vec(x)
