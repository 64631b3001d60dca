"""Every place of every node where a name can stand, with a bound index or a bound random vector in it.

A row: the class of the node; whether the language has a meaning for it; what is summed over k, or expected over z.
"""

from __future__ import annotations

from typing import Any

import sympy as sp
from exact_worlds import m
from letters import A, X, i, j, k, lam, n, p, r, w, x, y, z
from sympy import Abs, Adjoint, DotProduct, Identity, Inverse, KroneckerDelta, MatrixSymbol, OneMatrix, Sum, Trace
from sympy.matrices.expressions.matexpr import MatrixElement

from pcaproofs.language import nodes
from pcaproofs.language.nodes import (
    basis,
    directional,
    expectation,
    gradient,
    inner,
    inverse,
    pinv,
    sample,
    sqnorm,
    total,
)

xk = sample(X, k)
rk = r[k, 0]
MEANS, REFUSED = True, False


def of_length(rows: Any, cols: Any) -> MatrixSymbol:
    """A matrix of a shape in which the bound index stands."""
    return MatrixSymbol("M", rows, cols)


BELOW_A_SUM: list[tuple[Any, bool, Any]] = [
    (sp.Rational, MEANS, sp.Integer(2)),  # has no places
    (sp.MatrixSymbol, REFUSED, sqnorm(of_length(k, 1))),
    (sp.MatrixSymbol, REFUSED, sqnorm(of_length(p, k))),
    (sp.MatrixSymbol, REFUSED, sqnorm(MatrixSymbol("k", p, 1))),
    (sp.Symbol, REFUSED, k),
    (sp.Symbol, REFUSED, rk * sp.Symbol("k")),
    (Identity, REFUSED, Trace(Identity(k))),
    (sp.ZeroMatrix, REFUSED, sqnorm(sp.ZeroMatrix(k, 2))),
    (sp.ZeroMatrix, REFUSED, sqnorm(sp.ZeroMatrix(2, k))),
    (OneMatrix, REFUSED, sqnorm(OneMatrix(k, 1))),
    (OneMatrix, REFUSED, sqnorm(OneMatrix(p, k))),
    (sp.MatAdd, MEANS, sqnorm(xk + w)),
    (sp.Add, MEANS, rk + lam),
    (sp.Add, REFUSED, k + 1),
    (sp.MatMul, MEANS, A * xk),
    (sp.MatMul, MEANS, rk * A),
    (sp.MatMul, REFUSED, k * A),
    (sp.Mul, MEANS, lam * rk * X[k, 1]),
    (sp.Mul, REFUSED, k * lam),
    (Inverse, REFUSED, Inverse(A + xk * xk.T)),
    (Inverse, REFUSED, Inverse(of_length(k, k))),
    (sp.MatPow, MEANS, sp.MatPow(xk * w.T, 2)),
    (sp.MatPow, REFUSED, sp.MatPow(xk * xk.T, 2)),
    (sp.MatPow, REFUSED, sp.MatPow(A, k)),
    (sp.Pow, MEANS, rk**2),
    (sp.Pow, REFUSED, rk**3),
    (sp.Pow, REFUSED, k**2),
    (sp.Pow, REFUSED, lam**k),
    (sp.Pow, REFUSED, 1 / (1 + rk**2)),
    (sp.Pow, REFUSED, sp.sqrt(1 + rk**2)),
    (sp.Pow, REFUSED, 1 / k),
    (sp.Transpose, MEANS, xk.T),
    (Adjoint, MEANS, Adjoint(xk)),
    (Trace, MEANS, Trace(xk * x.T)),
    (DotProduct, MEANS, DotProduct(xk, x)),
    (DotProduct, MEANS, DotProduct(x, xk)),
    (Abs, REFUSED, Abs(rk)),
    (MatrixElement, MEANS, X[k, 0]),
    (MatrixElement, MEANS, X[k, j]),
    (MatrixElement, MEANS, (X * w)[k, 0] * rk),
    (MatrixElement, MEANS, (X * X.T)[k, k]),
    (MatrixElement, MEANS, (X * X.T)[k, i]),
    (MatrixElement, MEANS, xk[1, 0] * rk),
    (MatrixElement, REFUSED, X[i, k]),
    (MatrixElement, REFUSED, X[k + 1, 0]),
    (Sum, MEANS, Sum(X[k, j] * w[j, 0], (j, 0, p - 1))),
    (Sum, MEANS, rk * Sum(r[k, 0], (k, 0, n - 1))),
    (Sum, MEANS, Sum(X[k, j] * X[m, j] * r[m, 0], (j, 0, p - 1), (m, 0, n - 1))),
    (Sum, MEANS, Sum(sample(X, k)[j, 0] ** 2, (j, 0, p - 1))),
    (Sum, REFUSED, Sum(r[m, 0], (m, 0, k))),
    (Sum, REFUSED, Sum(r[m, 0], (m, k, n - 1))),
    (Sum, REFUSED, Sum(r[m, 0] * k, (m, 0, n - 1))),
    (KroneckerDelta, MEANS, KroneckerDelta(k, 0) * rk),
    (KroneckerDelta, REFUSED, KroneckerDelta(k, i) * rk),
    (KroneckerDelta, MEANS, total(KroneckerDelta(k, m) * r[m, 0], m, n)),
    (KroneckerDelta, REFUSED, total(KroneckerDelta(k, j) * x[j, 0], j, p)),
    (nodes.Inner, MEANS, inner(xk, x)),
    (nodes.Inner, MEANS, inner(x, xk) * inner(xk, w)),
    (nodes.SquaredNorm, MEANS, sqnorm(xk - w)),
    (nodes.InverseOf, REFUSED, inverse(A + xk * xk.T)),
    (nodes.InverseOf, MEANS, inverse(A) * xk),
    (nodes.PseudoInverse, REFUSED, pinv(xk)),
    (nodes.Basis, REFUSED, basis(n, "k")),
    (nodes.Basis, REFUSED, sqnorm(basis(k, "a"))),
    (nodes.Sample, MEANS, xk),
    (nodes.Sample, MEANS, sample(X * A, k)),
    (nodes.Sample, REFUSED, sample(of_length(k, p), i)),
    (nodes.Sample, REFUSED, sample(A, k)),
    (nodes.ScalarSum, MEANS, total(inner(xk, sample(X, m)), m, n)),
    (nodes.ScalarSum, MEANS, rk * total(rk, k, n)),
    (nodes.ScalarSum, REFUSED, total(rk, m, k)),
    (nodes.ScalarSum, REFUSED, total(rk * k, m, n)),
    (nodes.MatrixSum, MEANS, total(xk * sample(X, m).T, m, n)),
    (nodes.MatrixSum, REFUSED, total(xk, m, k)),
    (nodes.ScalarExpectation, MEANS, expectation(inner(z, xk) * rk, z)),
    (nodes.ScalarExpectation, REFUSED, expectation(rk, k)),
    (nodes.MatrixExpectation, MEANS, expectation(z * xk.T, z)),
    (nodes.MatrixExpectation, REFUSED, expectation(xk, k)),
    (nodes.ScalarGradient, MEANS, gradient(lam**2 * rk, lam)),
    (nodes.ScalarGradient, REFUSED, gradient(rk, k)),
    (nodes.ScalarGradient, REFUSED, gradient(lam * k, lam)),
    (nodes.MatrixGradient, MEANS, gradient(inner(xk, w) ** 2, w)),
    (nodes.MatrixGradient, MEANS, gradient((X * w)[k, 0] ** 2, w)),
    (nodes.MatrixGradient, REFUSED, gradient(k * sqnorm(w), w)),
    (nodes.ScalarDirectional, MEANS, directional(inner(xk, w) * rk, w, y)),
    (nodes.ScalarDirectional, MEANS, directional(sqnorm(w), w, xk)),
    (nodes.ScalarDirectional, REFUSED, directional(rk, k, x)),
    (nodes.MatrixDirectional, MEANS, directional(w * inner(w, y), w, xk)),
    (nodes.MatrixDirectional, REFUSED, directional(k * w, w, y)),
]

UNDER_AN_EXPECTATION: list[tuple[Any, bool, Any]] = [
    (sp.Rational, MEANS, sp.Integer(2)),
    (sp.MatrixSymbol, MEANS, z),
    (sp.MatrixSymbol, REFUSED, sqnorm(MatrixSymbol("z", n, 1))),
    (sp.Symbol, REFUSED, sp.Symbol("z") * z[0, 0]),
    (Identity, MEANS, (Identity(p) + A) * z),  # z can stand in no length
    (sp.ZeroMatrix, MEANS, inner(z, sp.ZeroMatrix(p, 1)) + z[0, 0]),
    (OneMatrix, MEANS, OneMatrix(n, p) * z),
    (sp.MatAdd, MEANS, sqnorm(z + w)),
    (sp.Add, MEANS, inner(z, x) + lam),
    (sp.MatMul, MEANS, A * z * x.T),
    (sp.Mul, MEANS, inner(z, x) * inner(z, y)),
    (Inverse, REFUSED, Inverse(A + z * z.T)),
    (sp.MatPow, MEANS, sp.MatPow(z * x.T, 2)),
    (sp.MatPow, REFUSED, sp.MatPow(z * z.T, 2)),
    (sp.Pow, MEANS, inner(z, x) ** 2),
    (sp.Pow, REFUSED, 1 / sqnorm(z)),
    (sp.Pow, REFUSED, sp.sqrt(sqnorm(z))),
    (sp.Transpose, MEANS, z.T),
    (Adjoint, MEANS, Adjoint(z)),
    (Trace, MEANS, Trace(z * z.T)),
    (DotProduct, MEANS, DotProduct(z, x)),
    (DotProduct, MEANS, DotProduct(z, z)),
    (Abs, REFUSED, Abs(inner(z, x))),
    (MatrixElement, MEANS, z[0, 0] * z[1, 0]),
    (MatrixElement, MEANS, (A * z)[j, 0] ** 2),
    (MatrixElement, REFUSED, A[sp.Symbol("z"), 0]),
    (Sum, MEANS, Sum(z[j, 0] * x[j, 0], (j, 0, p - 1))),
    (Sum, MEANS, Sum(z[j, 0] ** 2, (j, 0, p - 1))),
    (KroneckerDelta, MEANS, total(KroneckerDelta(j, 0) * z[j, 0], j, p)),
    (nodes.Inner, MEANS, inner(z, A * z)),
    (nodes.SquaredNorm, MEANS, sqnorm(z - expectation(z, z))),
    (nodes.InverseOf, REFUSED, inverse(A + z * z.T)),
    (nodes.InverseOf, MEANS, inverse(A) * z),
    (nodes.PseudoInverse, REFUSED, pinv(z)),
    (nodes.Basis, REFUSED, inner(basis(p, "z"), z)),
    (nodes.Basis, MEANS, inner(basis(p, "0"), z)),
    (nodes.Sample, MEANS, sample(z, j) * w.T),
    (nodes.Sample, MEANS, sample(X * z, i)),
    (nodes.ScalarSum, MEANS, total(inner(sample(X, m), z) ** 2, m, n)),
    (nodes.ScalarSum, MEANS, total(z[j, 0] * x[j, 0], j, p)),
    (nodes.ScalarSum, REFUSED, total(z[j, 0], z, p)),
    (nodes.MatrixSum, MEANS, total(sample(X, m) * inner(sample(X, m), z), m, n)),
    (nodes.ScalarExpectation, MEANS, inner(z, x) * expectation(inner(z, x), z)),
    (nodes.MatrixExpectation, MEANS, z * expectation(z.T, z)),
    (nodes.ScalarGradient, MEANS, gradient(lam * inner(z, x), lam)),
    (nodes.MatrixGradient, MEANS, gradient(inner(x, z) ** 2, z)),
    (nodes.MatrixGradient, MEANS, gradient(inner(z, w) ** 2, w)),
    (nodes.ScalarDirectional, MEANS, directional(sqnorm(z), z, x)),
    (nodes.ScalarDirectional, MEANS, directional(sqnorm(w), w, z)),
    (nodes.MatrixDirectional, MEANS, directional(w * inner(w, y), w, z)),
    (nodes.MatrixDirectional, MEANS, directional(z * z.T, z, x)),
]
