"""Stationary points of the variance under ‖w‖ = 1 are eigenvectors, each with its eigenvalue as the variance."""

from sympy import Identity, MatrixSymbol, Symbol, Trace, ZeroMatrix

from pcaproofs.language.conclusions import at_least, equal, maximises
from pcaproofs.language.hypotheses import eigenpair, orthonormal, positive, psd, symmetric, unit
from pcaproofs.language.nodes import average, directional, gradient, index, inner, sample, sqnorm
from pcaproofs.verify.claim import book, claim, given, note
from pcaproofs.verify.later import np
from pcaproofs.verify.mutants import flip_sign, other_sense, right_times, swap, untransposed, without, without_equation

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
    show=lambda: [
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
    mutants=lambda: [right_times(2), untransposed(V), without("symmetric"), swap(V + V.T, V)],
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
    show=lambda: [
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
    mutants=lambda: [
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
    show=lambda: [
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
    mutants=lambda: [without("unit"), without("eigenpair"), swap(lam, 2 * lam, right=True), right_times(2)],
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


m = Symbol("m", real=True)
v, q = MatrixSymbol("v", p, 1), MatrixSymbol("q", p, 1)
pair = [symmetric(V), eigenpair(V, w, lam), unit(w)]

every_eigenvector = claim(
    "stationarity.every-eigenvector",
    show=lambda: [
        given(equal(gradient(lagrangian, w), nothing), *pair),
        given(equal(gradient(lagrangian, lam), 0), *pair),
        given(equal(inner(v, V * v) - variance, m - lam), *pair, eigenpair(V, v, m), unit(v)),
        given(at_least(lam, 0), eigenpair(V, w, lam), psd(V)),
        given(equal(gradient(lagrangian, w), nothing), symmetric(V), equal(V * w, nothing), equal(lam, 0)),
        given(maximises(lagrangian, {w: q}, value=lam), equal(V * q, lam * q), unit(q), psd(lam * Identity(p) - V)),
    ],
    prose=(
        "Every unit eigenvector is stationary, that of the least eigenvalue and a null vector too, and the variances "
        "there differ as the eigenvalues do: so stationarity alone picks none. It is λI − V being positive "
        "semidefinite that does; then the eigenvector maximises L among all w, of any length."
    ),
    said_in=[book("Trefethen and Bau, Numerical Linear Algebra, Lecture 27"), note("003", 106, 111)],
    numeric=lambda case, bench: _every_eigenvector(case, bench),
    wrong=["rows for columns", "uncentred"],
    mutants=lambda: [without("eigenpair"), without("unit"), without("psd"), other_sense(), right_times(2)],
)


def _every_eigenvector(case, bench):  # type: ignore[no-untyped-def]
    """The symmetric difference quotient of L is zero at every axis of the reference, whatever its variance."""
    result, step = bench.pca(case.X), case.a
    for axis, multiplier in zip(result.components.T, result.explained_variance, strict=True):
        ends = [(np.var(case.X @ u), u @ u) for u in (axis + step, axis - step)]
        bench.same(
            ends[0][0] - ends[1][0],
            multiplier * (ends[0][1] - ends[1][1]),
            steps=8 * bench.factored(case.n, case.p),
            scale=(bench.norm(case.X) * (1 + bench.norm(step))) ** 2,
        )


d = Symbol("d", positive=True, integer=True)
A, B = MatrixSymbol("A", p, p), MatrixSymbol("B", p, d)
Lam, c = MatrixSymbol("Lambda", d, d), MatrixSymbol("c", d, 1)
of_matrices = Trace(B.T * A * B) - Trace(Lam * (B.T * B - Identity(d)))
invariant = equal(A * B, B * Lam)

matrix_lagrangian = claim(
    "stationarity.matrix-lagrangian",
    show=lambda: [
        given(equal(gradient(of_matrices, B), 2 * (A * B - B * Lam)), symmetric(A), symmetric(Lam)),
        given(invariant, symmetric(A), symmetric(Lam), equal(gradient(of_matrices, B), ZeroMatrix(p, d))),
        given(equal(gradient(of_matrices, B), ZeroMatrix(p, d)), symmetric(A), symmetric(Lam), invariant),
        equal(gradient(of_matrices, Lam), Identity(d) - B.T * B),
        given(equal(A * (B * c), B * (Lam * c)), invariant),
        given(equal(Lam, B.T * A * B), invariant, orthonormal(B)),
        given(equal(A * B * B.T, B * B.T * A), invariant, orthonormal(B), symmetric(A)),
    ],
    prose=(
        "For d directions the multiplier is a symmetric matrix Λ, and tr(BᵀAB) − tr(Λ(BᵀB − I)) is stationary in B "
        "exactly where AB = BΛ, in Λ where BᵀB = I. Then A takes the range of B into itself, Λ is BᵀAB, and A commutes "
        "with BBᵀ: the subspace is invariant, though no column of B need be an eigenvector."
    ),
    said_in=[
        book("Absil, Mahony and Sepulchre, Optimization Algorithms on Matrix Manifolds, §4.9"),
        note("000", 223, 229),
    ],
    numeric=lambda case, bench: _matrix_lagrangian(case, bench),
    wrong=["rows for columns", "uncentred"],
    mutants=lambda: [
        without("symmetric"),
        without("orthonormal"),
        without_equation(invariant),
        flip_sign(Lam),
        right_times(2),
    ],
)


def _matrix_lagrangian(case, bench):  # type: ignore[no-untyped-def]
    """The reference's axes turned by Q satisfy SB = BΛ with a Λ that is not diagonal."""
    result = bench.pca(case.X, case.d)
    centred = case.X - case.X.mean(axis=0)
    turned = result.components @ case.Q
    bench.same(
        centred.T @ (centred @ turned) / case.n,
        turned @ (case.Q.T @ np.diag(result.explained_variance) @ case.Q),
        steps=8 * bench.factored(case.n, case.p),
        scale=bench.norm(case.X) ** 2 / case.n,
    )


of_data = inner(w, X.T * X * w) / n - lam * (sqnorm(w) - 1)
stationary = equal(gradient(of_data, w), nothing)

multiplier_nonzero = claim(
    "stationarity.multiplier-nonzero",
    show=lambda: [
        given(equal(w, nothing), stationary, equal(lam, 0)),
        given(equal(w, nothing), stationary, equal(lam, 0), positive(sqnorm(X))),
    ],
    prose=(
        "That a multiplier must not be zero (or must be positive) would mean that with λ = 0 nothing but w = 0 is "
        "stationary. Data that do not vary at all, or not in one direction, have unit vectors that are."
    ),
    said_in=[note("001", 117), note("003", 87)],
    numeric="false as printed",
    mutants=[],
    declared="refuted",
    repaired_by=every_eigenvector,
)


top = Symbol("lambda_1", positive=True)
mu = Symbol("mu", real=True)  # that λ is positive: it has a nonnegative inverse μ

maximise_lagrangian = claim(
    "stationarity.maximise-lagrangian",
    show=lambda: maximises(lagrangian, {w: q, lam: top, mu: 1 / top}),
    assuming=[
        psd(V),
        equal(V * q, top * q),
        unit(q),
        psd(top * Identity(p) - V),
        equal(lam * mu, 1),
        at_least(mu, 0),
    ],
    prose=(
        "Maximising L over w and all λ > 0 together has no solution: at w = 0 it is λ, as great as one likes. The "
        "solution is a stationary point of L, and a maximum over w for the right λ only, the largest eigenvalue."
    ),
    said_in=[note("003", 87, 89)],
    numeric="false as printed",
    mutants=[],
    declared="refuted",
    repaired_by=every_eigenvector,
)
