"""Statements by entries, diagonals of columns, neighbours in sums, and ranks: true ones in TABLE, false ones after."""

from __future__ import annotations

from typing import Any

from letters import A, B, C, I, S, U, X, Y, d, matrix, n, ones_p, p, r, t, triples, u, x, y
from sympy import HadamardProduct, OneMatrix, Sum, Trace, ZeroMatrix

from pcaproofs.language.conclusions import at_least, equal
from pcaproofs.language.hypotheses import (
    idempotent,
    invertible,
    nonzero,
    orthonormal,
    projector,
    symmetric,
)
from pcaproofs.language.nodes import diagonal, index, inner, kron, pinv, rank

i, j, k = index("i"), index("j"), index("k")
V = matrix("V", n, p)
K, T = matrix("K", p, d), matrix("T", d, p)
short = matrix("h", p - 1, 1)
last, first = p - 1, 0


def by(*factors: Any) -> Any:
    return HadamardProduct(*factors, evaluate=False)


def over(body: Any, k: Any, size: Any = p) -> Any:
    return Sum(body, (k, 0, size - 1))


def neighbours(body: Any, k: Any = i) -> Any:
    return Sum(body, (k, 0, p - 2))


def over_both(body: Any) -> Any:
    return Sum(body, (k, 0, p - 1), (i, 0, n - 1))


one_by_one = X[i, k] * Y[i, k] * V[i, k]
# proved term by term, as no sum of three factors in two indices is read; prove_true_methods has them in its table
TERM_BY_TERM = {
    "three-entries": equal(over_both(one_by_one), Sum(one_by_one, (i, 0, n - 1), (k, 0, p - 1))),
    "three-entries-and-trace": equal(Trace(by(X, Y) * V.T), over_both(one_by_one)),
    "three-entries-and-inner": equal(inner(by(X, Y), V), inner(X, by(Y, V))),
    "three-entries-and-ones": equal(OneMatrix(1, n) * by(X, Y, V) * ones_p, over_both(one_by_one)),
    "three-entries-of-equals": (equal(over_both(one_by_one), over_both(X[i, k] ** 2 * Y[i, k])), [equal(V, X)]),
}
TABLE = {
    "diagonal-of-diagonal": equal(diagonal(diagonal(x) * y), diagonal(x) * diagonal(y)),
    "diagonal-of-product": equal(diagonal(A * x) * ones_p, A * x),
    "diagonal-of-sum": equal(diagonal(x + 2 * y), diagonal(x) + 2 * diagonal(y)),
    "diagonal-of-multiple": equal(diagonal(Trace(A) * x), Trace(A) * diagonal(x)),
    "diagonal-of-ones": equal(diagonal(ones_p), I),
    "diagonal-of-nothing": equal(diagonal(x - x), ZeroMatrix(p, p)),
    "diagonals-of-products": equal(diagonal(A * x) * (B * y), diagonal(B * y) * (A * x)),
    "diagonal-of-difference": equal(Trace(diagonal(A * x - B * x)), inner(ones_p, (A - B) * x)),
    "degree-3-in-one-row": equal((A * by(B, C))[i, j], over(A[i, k] * B[k, j] * C[k, j], k)),
    "degree-4-in-one-row": equal((A * by(B, C, B))[i, j], over(B[k, j] ** 2 * A[i, k] * C[k, j], k)),
    "degree-3-of-products": equal(over((A * x)[k, 0] * (B * y)[k, 0] * u[k, 0], k), inner(A * x, diagonal(u) * B * y)),
    "telescope": equal(neighbours(x[i + 1, 0] - x[i, 0]), x[last, 0] - x[first, 0]),
    "telescope-from-1": equal(Sum(x[i, 0] - x[i - 1, 0], (i, 1, p - 1)), x[last, 0] - x[first, 0]),
    "parts-summed": equal(
        neighbours(x[i, 0] * (y[i + 1, 0] - y[i, 0])) + neighbours(y[i + 1, 0] * (x[i + 1, 0] - x[i, 0])),
        x[last, 0] * y[last, 0] - x[first, 0] * y[first, 0],
    ),
    "roughness": at_least(neighbours((x[i + 1, 0] - x[i, 0]) ** 2), 0),
    "lag-1": equal(neighbours(x[i, 0] * x[i + 1, 0]), (x[: p - 1, :].T * x[1:, :])[0, 0]),
    "lag-2": equal(Sum(x[i, 0] * y[i + 2, 0], (i, 0, p - 3)), (x[: p - 2, :].T * y[2:, :])[0, 0]),
    "another-length": equal(neighbours(x[i, 0] * short[i, 0]), (x[: p - 1, :].T * short)[0, 0]),
    "superdiagonal": equal(neighbours(A[i, i + 1]), neighbours(A.T[i + 1, i])),
    "neighbouring-samples": equal(Sum(X[i + 1, 0] * Y[i, 0], (i, 0, n - 2)), (Y[: n - 1, :].T * X[1:, :])[0, 0]),
    "column-by-row": equal(kron(r, x.T), r * x.T),
    "row-by-column": equal(kron(r.T, x), x * r.T),
    "rank-of-gram": equal(rank(X.T * X), rank(X)),
    "rank-of-transpose": equal(rank(X.T), rank(X)),
    "rank-left": at_least(rank(X), rank(X * A)),
    "rank-right": at_least(rank(A), rank(X * A)),
    "rank-rows": at_least(n, rank(X)),
    "rank-columns": at_least(p, rank(X)),
    "rank-of-factors": at_least(d, rank(K * T)),
    "rank-invertible": (equal(rank(A), p), [invertible(A)]),
    "rank-times-invertible": (equal(rank(X * A), rank(X)), [invertible(A)]),
    "rank-factorisation": (equal(rank(A), d), [equal(A, K * T), invertible(K.T * K), invertible(T * T.T)]),
    "rank-projector": (equal(rank(S), Trace(S)), [projector(S)]),
    "rank-idempotent": (equal(rank(S), Trace(S)), [idempotent(S)]),
    "rank-complement": (equal(rank(I - S), p - rank(S)), [projector(S)]),
    "rank-orthonormal": (equal(rank(U), d), [orthonormal(U)]),
    "rank-square": (equal(rank(S**2), rank(S)), [symmetric(S)]),
    "rank-multiple": (equal(rank(t * X), rank(X)), [nonzero(t)]),
    "rank-of-inverse": equal(rank(pinv(X)), rank(X)),
    "rank-0": (equal(S, ZeroMatrix(p, p)), [equal(rank(S), 0)]),
}
FALSE_TABLE = {
    "diagonal-of-product": equal(diagonal(A * x), A * diagonal(x)),
    "diagonal-of-sum": equal(diagonal(x + y), diagonal(x) + 2 * diagonal(y)),
    "degree-3-in-one-row": equal((A * by(B, C))[0, 0], over(A[0, k] * B[k, 0] * C[0, k], k)),
    "telescope": equal(neighbours(x[i + 1, 0] - x[i, 0]), x[last, 0] + x[first, 0]),
    "shift": equal(neighbours(x[i + 1, 0]), neighbours(x[i, 0])),
    "column-by-row": equal(kron(x, y.T), y * x.T),
    "product-beside-a-diagonal": equal(kron(by(A * B, diagonal(x)), T), kron(by(A, diagonal(x)), T)),
    "rank-of-sum": equal(rank(A + B), rank(A) + rank(B)),
    "rank-of-products": equal(rank(A * B), rank(B * A)),
    "rank-of-square": equal(rank(S**2), rank(S)),
    "rank-left": at_least(rank(A * B), rank(A)),
}
TABLE = [(f"entries.{name}", conclusion, assuming) for name, conclusion, assuming in triples(TABLE)]
FALSE_TABLE = [(f"entries.{name}", conclusion, assuming) for name, conclusion, assuming in triples(FALSE_TABLE)]
