"""How much of the variance d components explain, what that says of the error, and what it does not say."""

from sympy import Ge, Gt, Identity, MatrixSymbol, OneMatrix, Symbol, Trace, ZeroMatrix

from pcaproofs.claims.svd import scores
from pcaproofs.language.conclusions import at_least, equal
from pcaproofs.language.hypotheses import centered, eigenpair, orthogonal, orthonormal, psd, unit
from pcaproofs.language.nodes import average, basis, index, inner, sample, sqnorm
from pcaproofs.verify.claim import book, claim, given, note
from pcaproofs.verify.later import np
from pcaproofs.verify.mutants import right_times, swap, without, without_equation

n = Symbol("n", positive=True, integer=True)
p = Symbol("p", positive=True, integer=True)
d = Symbol("d", positive=True, integer=True)
e = Symbol("e", positive=True, integer=True)
lam, tau = Symbol("lambda", real=True), Symbol("tau", real=True)
X, C = MatrixSymbol("X", n, p), MatrixSymbol("C", p, p)
Q, L = MatrixSymbol("Q", p, p), MatrixSymbol("Lambda", p, p)
Q1, Q2 = MatrixSymbol("Q1", p, d), MatrixSymbol("Q2", p, e)
L1, L2 = MatrixSymbol("Lambda1", d, d), MatrixSymbol("Lambda2", e, e)
P = MatrixSymbol("P", p, d)
w = MatrixSymbol("w", p, 1)
one = OneMatrix(n, 1)
H = Identity(n) - one * one.T / n
mu = X.T * one / n
S = X.T * H * X / n
k = index("k")
x = sample(X, k)
variance = average(sqnorm(x - mu), k)
spectral = equal(S, Q * L * Q.T)


total = claim(
    "explained.total",
    show=lambda: [equal(Trace(L), variance), equal(Trace(L), Trace(S))],
    assuming=[spectral, orthogonal(Q)],
    prose="All eigenvalues of the covariance add up to the mean squared distance of the samples from their mean.",
    said_in=[note("002", 293, 295)],
    numeric=lambda case, bench: bench.same(
        bench.pca(case.X).explained_variance.sum(),
        ((case.X - case.X.mean(axis=0)) ** 2).sum() / case.n,
        steps=8 * bench.factored(case.n, case.p),
        scale=bench.norm(case.X) ** 2 / case.n,
    ),
    wrong=["uncentred"],
    mutants=lambda: [without("orthogonal"), without_equation(spectral), right_times(2), swap(L, L * L)],
)


halves = equal(C, Q1 * L1 * Q1.T + Q2 * L2 * Q2.T)
split = [halves, orthonormal(Q1), orthonormal(Q2), equal(Q1.T * Q2, ZeroMatrix(d, e))]
error = average(sqnorm((x - mu) - P * P.T * (x - mu)), k)

ratio_is_error = claim(
    "explained.ratio-is-error",
    show=lambda: [
        given(equal(Trace(P.T * S * P) / Trace(S), 1 - error / variance), orthonormal(P)),
        given(equal(error, Trace(S) - Trace(P.T * S * P)), orthonormal(P)),
        given(equal(Trace(Q1.T * C * Q1), Trace(L1)), *split),
        given(equal(Trace(C) - Trace(Q1.T * C * Q1), Trace(L2)), *split),
    ],
    prose=(
        "Along any orthonormal directions the ratio explained is 1 less the relative squared error of reconstruction; "
        "along leading eigenvectors it is their share in the sum of all eigenvalues, and the error is the sum of those "
        "left out."
    ),
    said_in=[note("002", 290, 295), book("Jolliffe, Principal Component Analysis, 2nd ed., §6.1.1")],
    numeric=lambda case, bench: _ratio_is_error(case, bench),
    wrong=["uncentred", "rows for columns", "axes of length two"],
    mutants=lambda: [
        without("orthonormal"),
        without_equation(halves),
        right_times(2),
        swap(Trace(L2), Trace(L1)),
    ],
)


def _ratio_is_error(case, bench):  # type: ignore[no-untyped-def]
    """Error and explained variance of the reference add up to the total, none of the three taken from another."""
    result = bench.pca(case.X, case.d)
    centred = case.X - case.X.mean(axis=0)
    bench.same(
        ((centred - result.scores @ result.components.T) ** 2).sum() + case.n * result.explained_variance.sum(),
        (centred**2).sum(),
        steps=8 * bench.factored(case.n, case.p),
        scale=bench.norm(case.X) ** 2,
    )


reached = at_least(Trace(L1), tau * Trace(C))

threshold = claim(
    "explained.threshold",
    show=lambda: [
        given(at_least(Trace(C), tau * Trace(C)), Ge(1, tau), psd(C)),
        given(at_least(Trace(L1) + lam, tau * Trace(C)), reached, Ge(lam, 0)),
        given(at_least(Trace(L1) / Trace(C), tau), reached, Gt(Trace(C), 0)),
        given(equal(C, ZeroMatrix(p, p)), equal(Trace(C), 0), psd(C)),
    ],
    prose=(
        "For τ ≤ 1 all p components reach the ratio τ, and a further eigenvalue, not being negative, never loses what "
        "was reached; so the numbers of components that will do go from some least one up to p. Only for C = 0, "
        "where the eigenvalues add up to 0, is there no ratio."
    ),
    said_in=[note("002", 290, 293)],
    numeric=lambda case, bench: _threshold(case, bench),
    wrong=["smallest components", "uncentred"],
    mutants=lambda: [
        without("psd"),
        without_equation(Ge(1, tau)),
        without_equation(Ge(lam, 0)),
        without_equation(reached),
        without_equation(equal(Trace(C), 0)),
    ],
)


def _threshold(case, bench):  # type: ignore[no-untyped-def]
    """Whatever τ is, no choice of eigenvalues reaches it with fewer than the reference's leading ones do."""
    result = bench.pca(case.X, case.d)
    centred = case.X - case.X.mean(axis=0)
    every = np.linalg.eigvalsh(centred.T @ centred / case.n)[::-1]
    steps, scale = 8 * case.p * bench.factored(case.n, case.p), bench.norm(case.X) ** 2 / case.n
    bench.same(result.explained_variance.cumsum(), every[: case.d].cumsum(), steps=steps, scale=scale)
    bench.at_least(every.sum() + 0 * every, every.cumsum(), steps=steps, scale=scale)


reconstruction = one * mu.T + H * X * P * P.T

uncentred_scores = claim(
    "explained.uncentred-scores",
    show=lambda: [
        equal(X * P - H * X * P, one * (P.T * mu).T),
        equal((X * P).T * H * (X * P) / n, (H * X * P).T * (H * X * P) / n),
        equal(X * P * P.T, reconstruction - one * (mu - P * P.T * mu).T),
    ],
    prose=(
        "Scores XP of data that were not centred are the right ones shifted by Pᵀμ, every sample alike, which changes "
        "no covariance; but reconstructed by Pᵀ they miss the part of the mean that is orthogonal to the components."
    ),
    said_in=[note("004", 134, 139)],
    numeric=lambda case, bench: _uncentred_scores(case, bench),
    wrong=["uncentred", "rows for columns"],
    mutants=lambda: [right_times(2), swap(1 / n, 2 / n), swap(one, 2 * one, right=True)],
)


def _uncentred_scores(case, bench):  # type: ignore[no-untyped-def]
    """XP differs from the reference's scores by Pᵀμ, P being its axes, and both have the covariance diag(λ)."""
    result = bench.pca(case.X, case.d)
    steps, scale = 8 * bench.factored(case.n, case.p), bench.norm(case.X)
    plain = case.X @ result.components
    shift = np.ones((case.n, 1)) * (case.X.mean(axis=0) @ result.components)
    bench.same(plain - result.scores, shift, steps=steps, scale=scale)
    around = plain - plain.mean(axis=0)
    bench.same(around.T @ around, case.n * np.diag(result.explained_variance), steps=steps, scale=scale**2)


uncentred_reconstruction = claim(
    "explained.uncentred-scores-reconstruct",
    show=lambda: equal(X * w * w.T, X),
    assuming=[unit(w), equal(S * w, lam * w), Gt(lam, 0), equal(H * X * w * w.T, H * X)],
    prose=(
        "One might take the uncentred scores Z = Xw of note 004 for a compressed form of X, and Zwᵀ for X itself where "
        "w explains all of the variance. But (1, 5) and (−1, 5) vary along (1, 0) alone, and come back as (1, 0) and "
        "(−1, 0): the mean has to be taken off before and put back after."
    ),
    said_in=[note("004", 134, 139)],
    numeric="refuted by an exact example",
    mutants=[],
    declared="refuted",
    repaired_by=uncentred_scores,
)


selects_features = claim(
    "explained.selects-features",
    show=lambda: equal(inner(basis(p, "i"), w) * inner(basis(p, "j"), w), 0),
    assuming=[centered(X), eigenpair(X.T * X, w, lam), psd(lam * Identity(p) - X.T * X), Gt(lam, 0)],
    prose=(
        "If PCA selected features, as note 000 puts it, the leading axis would lie along a coordinate and have but one "
        "entry that is not 0. For the two samples ±(1, 1) it is (1, 1)/√2: components mix features, and select none."
    ),
    said_in=[note("000", 188)],
    numeric="refuted by an exact example",
    mutants=[],
    declared="refuted",
    repaired_by=scores,
)
