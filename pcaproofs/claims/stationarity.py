"""Stationary points of the variance under ‖w‖ = 1 are eigenvectors, each with its eigenvalue as the variance."""

import numpy as np
from sympy import MatrixSymbol, Symbol, ZeroMatrix

from pcaproofs.language.conclusions import equal
from pcaproofs.language.hypotheses import eigenpair, symmetric, unit
from pcaproofs.language.nodes import average, directional, gradient, index, inner, sample, sqnorm
from pcaproofs.verify.claim import claim, given, note
from pcaproofs.verify.mutants import flip_sign, right_times, swap, untransposed, without, without_equation

n = Symbol("n", positive=True, integer=True)
p = Symbol("p", positive=True, integer=True)
lam = Symbol("lambda", real=True)
V = MatrixSymbol("V", p, p)
w = MatrixSymbol("w", p, 1)
h = MatrixSymbol("h", p, 1)
X = MatrixSymbol("X", n, p)
k = index("k")
variance = inner(w, V * w)
lagrangian = variance - lam * (sqnorm(w) - 1)
nothing = ZeroMatrix(p, 1)


gradient_of_variance = claim(
    "stationarity.gradient",
    show=[
        equal(gradient(variance, w), (V + V.T) * w),
        equal(directional(variance, w, h), inner(h, (V + V.T) * w)),
        given(equal(gradient(variance, w), 2 * V * w), symmetric(V)),
    ],
    prose=(
        "The derivative of wᵀVw in any direction h is hᵀ(V + Vᵀ)w, so its gradient is (V + Vᵀ)w, which is 2Vw when V "
        "is symmetric."
    ),
    said_in=[note("001", 117)],
    numeric=lambda case, bench: _gradient(case, bench),
    wrong=["divisor off by one", "uncentred"],
    mutants=[right_times(2), untransposed(V), without("symmetric"), swap(V + V.T, V)],
)


def _gradient(case, bench):  # type: ignore[no-untyped-def]
    """The symmetric difference quotient of a quadratic is exact; of the variance along w it is 2hᵀSw."""
    S, w, step = bench.covariance(case.X), case.w, case.a
    variance = [np.var(case.X @ (w + t * step)) for t in (1.0, -1.0)]
    bench.same(
        variance[0] - variance[1],
        4 * step @ S @ w,
        steps=40 * bench.product(case.n, case.p, case.p),
        scale=(bench.norm(case.X) * (1 + bench.norm(step))) ** 2,
    )


eigenvector = claim(
    "stationarity.eigenvector",
    show=[
        given(equal(gradient(lagrangian, w), 2 * (V * w - lam * w)), symmetric(V)),
        given(equal(V * w, lam * w), symmetric(V), equal(gradient(lagrangian, w), nothing)),
        given(equal(gradient(lagrangian, w), nothing), symmetric(V), equal(V * w, lam * w)),
        given(equal(sqnorm(w), 1), equal(gradient(lagrangian, lam), 0)),
        given(equal(gradient(lagrangian, lam), 0), unit(w)),
    ],
    prose=(
        "For L = wᵀVw − λ(wᵀw − 1) the gradient in w vanishes exactly where Vw = λw, and the derivative in λ exactly "
        "where w has length one: the stationary points are the unit eigenvectors."
    ),
    said_in=[note("001", 107, 126), note("003", 93, 99), note("004", 119, 123)],
    numeric=lambda case, bench: _eigenvector(case, bench),
    wrong=["rows for columns", "uncentred"],
    mutants=[
        flip_sign(lam),
        without("symmetric"),
        swap(sqnorm(w), 2 * sqnorm(w)),
        without_equation(equal(V * w, lam * w)),
        right_times(2),
    ],
)


def _eigenvector(case, bench):  # type: ignore[no-untyped-def]
    """The reference's components satisfy Sw = λw with S worked out anew."""
    result = bench.pca(case.X, case.d)
    centred = case.X - case.X.mean(axis=0)
    S = centred.T @ centred / case.n
    bench.same(
        S @ result.components,
        result.components * result.explained_variance,
        steps=8 * bench.factored(case.n, case.p),
        scale=bench.norm(case.X) ** 2 / case.n,
    )


value = claim(
    "stationarity.value",
    show=[
        given(equal(lagrangian, variance), unit(w)),
        given(equal(lagrangian, lam), eigenpair(V, w, lam), unit(w)),
        given(
            equal(lam, average(inner(sample(X, k), w) ** 2, k)),
            eigenpair(V, w, lam),
            unit(w),
            equal(V, X.T * X / n),
        ),
    ],
    prose=(
        "At a stationary point the Lagrangian, the objective wᵀVw and the multiplier λ are one number, and for "
        "V = XᵀX/n that number is the mean square of the projections xₖᵀw."
    ),
    said_in=[note("003", 103, 104), note("002", 283, 286)],
    numeric=lambda case, bench: _value(case, bench),
    wrong=["smallest components", "uncentred"],
    mutants=[without("unit"), without("eigenpair"), swap(lam, 2 * lam, right=True), right_times(2)],
)


def _value(case, bench):  # type: ignore[no-untyped-def]
    """λ is the mean square of the centred samples along the reference's axes."""
    result = bench.pca(case.X, case.d)
    centred = case.X - case.X.mean(axis=0)
    bench.same(
        result.explained_variance.cumsum(),
        ((centred @ np.linalg.svd(centred)[2].T[:, : case.d]) ** 2).mean(axis=0).cumsum(),
        steps=8 * bench.factored(case.n, case.p),
        scale=bench.norm(case.X) ** 2 / case.n,
    )
