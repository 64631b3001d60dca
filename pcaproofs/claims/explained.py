"""How much of the variance d components explain, what that says of the error, and what it does not say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sympy import Ge, Gt, Identity, MatrixSymbol, OneMatrix, Symbol, Trace, ZeroMatrix, symbols

from pcaproofs.claims import moments
from pcaproofs.claims.algorithms import transform_shape
from pcaproofs.language.conclusions import at_least, equal
from pcaproofs.language.hypotheses import centered, eigenpair, orthogonal, orthonormal, psd, unit
from pcaproofs.language.nodes import average, basis, index, inner, sample, sqnorm
from pcaproofs.verify.claim import book, by, claim, given, note, step
from pcaproofs.verify.mutants import other_sense, swap, without, without_equation
from pcaproofs.verify.numeric import np

if TYPE_CHECKING:
    from pcaproofs.sampling import Case
    from pcaproofs.verify.reference_pca import Reference

n, p, d, e = symbols("n p d e", positive=True, integer=True)
lam, tau = Symbol("lambda", real=True), Symbol("tau", real=True)
X, C = MatrixSymbol("X", n, p), MatrixSymbol("C", p, p)
Q, L = MatrixSymbol("Q", p, p), MatrixSymbol("Lambda", p, p)
Q1, Q2 = MatrixSymbol("Q1", p, d), MatrixSymbol("Q2", p, e)
L1, L2 = MatrixSymbol("Lambda1", d, d), MatrixSymbol("Lambda2", e, e)
P = MatrixSymbol("P", p, d)
w, q = MatrixSymbol("w", p, 1), MatrixSymbol("q", p, 1)
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
    show=lambda: [
        given(
            equal(Trace(L), variance),
            by(moments.total_variance, parts=[1]),
            steps=[
                step(Trace(Q * L * Q.T), orthogonal(Q)),
                step(Trace(S), spectral),
                step(variance, moments.total_variance),
            ],
        ),
        given(equal(Trace(L), Trace(S)), steps=[step(Trace(Q * L * Q.T), orthogonal(Q)), step(Trace(S), spectral)]),
    ],
    assuming=[spectral, orthogonal(Q)],
    prose="The eigenvalues of the covariance add up to the mean squared distance of the samples from their mean.",
    sources=[note("002", 293, 295)],
    numeric=lambda case, tested: tested.same(
        tested.pca(case.X).explained_variance.sum(),
        ((case.X - case.X.mean(axis=0)) ** 2).sum() / case.n,
        steps=8 * tested.factored(case.n, case.p),
        scale=tested.norm(case.X) ** 2 / case.n,
    ),
    wrong=["uncentred", "variances doubled", "variances by another divisor", "one component too few"],
    mutants=lambda: [without("orthogonal"), without_equation(spectral), swap(L, L * L)],
)


halves = equal(S, Q1 * L1 * Q1.T + Q2 * L2 * Q2.T)
error = average(sqnorm((x - mu) - P * P.T * (x - mu)), k)
along = Trace(P.T * S * P)

ratio_is_error = claim(
    "explained.ratio-is-error",
    show=lambda: [
        given(
            equal(along / Trace(S), 1 - error / variance),
            orthonormal(P),
            steps=[
                step(1 - error / Trace(S), words="by (2)"),
                step(1 - error / variance, words=r"$\operatorname{tr}S$ is the mean of the $\lVert x_k-\mu\rVert^2$"),
            ],
        ),
        given(
            equal(error, Trace(S) - along),
            orthonormal(P),
            steps=[step(sqnorm(H * X - H * X * P * P.T) / n), step(Trace(S) - along, orthonormal(P))],
        ),
        given(
            at_least(Trace(S), along),
            orthonormal(P),
            steps=[step(error, words="by (2)"), step(0, words="a mean of squares")],
        ),
        given(
            equal(Trace(Q1.T * S * Q1), Trace(L1)),
            halves,
            orthonormal(Q1),
            equal(Q1.T * Q2, ZeroMatrix(d, e)),
            steps=[
                step(Trace(Q1.T * (Q1 * L1 * Q1.T + Q2 * L2 * Q2.T) * Q1), halves),
                step(Trace(L1), orthonormal(Q1), equal(Q1.T * Q2, ZeroMatrix(d, e))),
            ],
        ),
        given(
            equal(Trace(S), Trace(L1) + Trace(L2)),
            halves,
            orthonormal(Q1),
            orthonormal(Q2),
            steps=[
                step(Trace(Q1 * L1 * Q1.T + Q2 * L2 * Q2.T), halves),
                step(Trace(L1) + Trace(L2), orthonormal(Q1), orthonormal(Q2)),
            ],
        ),
    ],
    prose=(
        "Along any orthonormal directions P the ratio that is explained, tr(PᵀSP)/tr S, is 1 less the relative squared "
        "error of reconstruction, and it is at most 1. Along eigenvectors Q₁ of the covariance S it is the share of "
        "their eigenvalues, tr Λ₁, in the sum tr Λ₁ + tr Λ₂ of all."
    ),
    sources=[note("002", 290, 295), book("Jolliffe, Principal Component Analysis, 2nd ed., §6.1.1", key="Jol02")],
    numeric=lambda case, tested: _ratio_is_error(case, tested),
    wrong=["uncentred", "rows for columns", "axes of length two", "variances doubled"],
    mutants=lambda: [
        without("orthonormal"),
        without_equation(halves),
        other_sense(),
        swap(Trace(L1), Trace(L2)),
    ],
)


def _ratio_is_error(case: Case, tested: Reference) -> None:
    """Error and explained variance of the reference add up to the total, none of the three taken from another."""
    result = tested.pca(case.X, case.d)
    centred = case.X - case.X.mean(axis=0)
    tested.same(
        ((centred - result.scores @ result.components.T) ** 2).sum() + case.n * result.explained_variance.sum(),
        (centred**2).sum(),
        steps=8 * tested.factored(case.n, case.p),
        scale=tested.norm(case.X) ** 2,
    )


reached = at_least(Trace(L1), tau * Trace(C))
by_ratio = at_least(Trace(L1) / Trace(C), tau)
further = [equal(C * q, lam * q), unit(q)]

threshold = claim(
    "explained.threshold",
    show=lambda: [
        given(at_least(Trace(C), tau * Trace(C)), Ge(1, tau), psd(C)),
        given(at_least(Trace(L1) + lam, tau * Trace(C)), reached, psd(C), *further),
        given(by_ratio, reached, Gt(Trace(C), 0)),
        given(reached, by_ratio, Gt(Trace(C), 0)),
        given(equal(C, ZeroMatrix(p, p)), equal(Trace(C), 0), psd(C)),
    ],
    prose=(
        "Let C be a covariance and tr Λ₁ the sum of the eigenvalues that are kept. The ratio tr Λ₁/tr C is at least τ "
        "if and only if tr Λ₁ ≥ τ tr C. All p components reach every τ ≤ 1, and a further eigenvalue λ never loses "
        "what was reached. So there is a least number of components that reaches τ, by counting. Only for C = 0, where "
        "the eigenvalues add up to 0, is there no ratio."
    ),
    sources=[note("002", 290, 293)],
    numeric=lambda case, tested: _threshold(case, tested),
    wrong=["one component too few", "one component too many", "smallest components", "uncentred"],
    mutants=lambda: [
        without("psd"),
        without("unit"),
        without_equation(Ge(1, tau)),
        without_equation(further[0]),
        without_equation(reached),
        without_equation(by_ratio),
        without_equation(equal(Trace(C), 0)),
    ],
)


def _threshold(case: Case, tested: Reference) -> None:
    """The fewest components that reach τ do reach it, no choice of fewer does, and the variances are the largest."""
    result = tested.pca(case.X)
    centred = case.X - case.X.mean(axis=0)
    every = np.linalg.eigvalsh(centred.T @ centred / case.n)[::-1]
    steps, scale = 8 * case.p * tested.factored(case.n, case.p), tested.norm(case.X) ** 2 / case.n
    tested.same(result.explained_variance.cumsum(), every[: min(case.n, case.p)].cumsum(), steps=steps, scale=scale)
    total = every.sum()
    if total <= 1e-12 * scale:
        return  # no ratio
    for share in (0.3, 0.5, 0.8, 0.95):
        fewest = tested.fewest(case.X, share)
        tested.at_least(every[:fewest].sum(), share * total, steps=steps, scale=scale)
        tested.at_least(share * total, every[: fewest - 1].sum(), steps=steps, scale=scale)


reconstruction = one * mu.T + H * X * P * P.T

uncentred_scores = claim(
    "explained.uncentred-scores",
    show=lambda: [
        equal(X * P - H * X * P, one * (P.T * mu).T),
        equal((X * P).T * H * (X * P) / n, (H * X * P).T * (H * X * P) / n),
        equal((X * P).T * one / n, P.T * mu),
        equal(X * P * P.T, reconstruction - one * (mu - P * P.T * mu).T),
    ],
    prose=(
        "The scores XP of data that were not centred are the scores HXP of the centred data with Pᵀμ added to each of "
        "them. Their mean is Pᵀμ and their covariance is the same. But what Pᵀ reconstructs from them misses the part "
        "of the mean that is orthogonal to the components."
    ),
    sources=[note("004", 138, 140)],
    numeric=lambda case, tested: _uncentred_scores(case, tested),
    wrong=["uncentred", "rows for columns", "random axes", "variances doubled"],
    mutants=lambda: [
        swap(X, H * X, right=True),
        swap(1 / n, 2 / n),
        swap(H, Identity(n)),
        swap(one, 2 * one, right=True),
    ],
)


def _uncentred_scores(case: Case, tested: Reference) -> None:
    """XP differs from the reference's scores by Pᵀμ, P being its axes, and both have the covariance diag(λ)."""
    result = tested.pca(case.X, case.d)
    steps, scale = 8 * tested.factored(case.n, case.p), tested.norm(case.X)
    plain = case.X @ result.components
    shift = np.ones((case.n, 1)) * (case.X.mean(axis=0) @ result.components)
    tested.same(plain - result.scores, shift, steps=steps, scale=scale)
    around = plain - plain.mean(axis=0)
    tested.same(around.T @ around, case.n * np.diag(result.explained_variance), steps=steps, scale=scale**2)


uncentred_as_printed = claim(
    "explained.uncentred-scores-as-printed",
    show=lambda: [equal((X * P).T * one / n, ZeroMatrix(d, 1)), equal(X * P, H * X * P)],
    assuming=[orthonormal(P), equal(S * P, P * L1)],
    prose=(
        "Note 004 takes the axes P from the covariance S, which centres the data, and then Zᵢ = PᵀXᵢ from the samples "
        "as they are. As scores of the principal components these should have mean zero and be those of the centred "
        "data. They are neither, unless Pᵀμ = 0."
    ),
    sources=[note("004", 138, 140)],
    numeric="refuted by an exact example",
    repaired_by=uncentred_scores,
)


uncentred_reconstruction = claim(
    "explained.uncentred-scores-reconstruct",
    show=lambda: equal(X * w * w.T, X),
    assuming=[unit(w), equal(S * w, lam * w), Gt(lam, 0), equal(H * X * w * w.T, H * X)],
    prose=(
        "Even where $w$ explains all of the variance, the uncentred scores $Z = Xw$ do not give $X$ back as "
        "$Zwᵀ$. The mean has to be subtracted before and added after."
    ),
    sources=[note("004", 138, 140)],
    numeric="refuted by an exact example",
    repaired_by=uncentred_scores,
)


selects_features = claim(
    "explained.selects-features",
    show=lambda: equal(inner(basis(p, "i"), w) * inner(basis(p, "j"), w), 0),
    assuming=[centered(X), eigenpair(X.T * X, w, lam), psd(lam * Identity(p) - X.T * X), Gt(lam, 0)],
    prose=(
        "If PCA selected features, the leading axis would lie along a coordinate and have only one entry that "
        "is not 0. For the two samples $±(1, −1)$ it lies along $(1, −1)$. Components mix features and select none."
    ),
    sources=[note("000", 188)],
    numeric="refuted by an exact example",
    repaired_by=transform_shape,
)


four = MatrixSymbol("X", 4, 2)
i1, i2, i3, i4 = (basis(4, name) for name in "ijkl")
a1, a2 = basis(2, "s"), basis(2, "t")
labels = i1 + i2 - i3 - i4
kappa = Symbol("kappa", real=True)

discriminability = claim(
    "explained.discriminability",
    show=lambda: at_least(inner(labels, four * a1) ** 2, inner(labels, four * a2) ** 2),
    assuming=[
        equal(four, 10 * (i1 - i2 + i3 - i4) * a1.T + labels * a2.T),
        equal(four.T * four, lam * a1 * a1.T + kappa * a2 * a2.T),
        Ge(lam, kappa),
    ],
    prose=(
        "Samples cannot always be told apart best along the direction of most variance. Let two samples "
        "$(±10, 1)$ be of one class and $(±10, −1)$ of another. The variance is greatest along the first "
        "coordinate, in which the means of both classes are equal; the second coordinate separates them."
    ),
    sources=[note("003", 47)],
    numeric="refuted by an exact example",
    repaired_by=ratio_is_error,
)
