"""Stationary points of the variance under ‖w‖ = 1 are eigenvectors, each with its eigenvalue as the variance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sympy import Identity, MatrixSymbol, Symbol, Trace, ZeroMatrix, symbols

from pcaproofs.language.conclusions import at_least, equal, maximises
from pcaproofs.language.hypotheses import eigenpair, orthonormal, positive, psd, symmetric, unit
from pcaproofs.language.nodes import average, directional, gradient, index, inner, sample, sqnorm
from pcaproofs.verify.claim import book, claim, given, note, step
from pcaproofs.verify.mutants import flip_sign, other_sense, swap, untransposed, without, without_equation
from pcaproofs.verify.numeric import np

if TYPE_CHECKING:
    from pcaproofs.sampling import Case
    from pcaproofs.verify.reference_pca import Reference

n, p = symbols("n p", positive=True, integer=True)
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
        equal(inner(w + h, V * (w + h)) - variance, inner(h, (V + V.T) * w) + inner(h, V * h)),
    ],
    prose=(
        "The derivative of wᵀVw in any direction h is hᵀ(V + Vᵀ)w, so its gradient is (V + Vᵀ)w, which is 2Vw when V "
        "is symmetric. A step h changes wᵀVw by hᵀ(V + Vᵀ)w and the term hᵀVh, which is of second order in h."
    ),
    sources=[note("001", 117)],
    numeric=lambda case, tested: _gradient(case, tested),
    wrong=["divisor off by one", "uncentred"],
    mutants=lambda: [untransposed(V), without("symmetric"), swap(V + V.T, V), swap(2 * V * w, V.T * w)],
)


def _gradient(case: Case, tested: Reference) -> None:
    """The symmetric difference quotient of a quadratic is exact; of the variance along w it is 2hᵀSw."""
    S, w, step = tested.covariance(case.X), case.w, case.a
    variance = [np.var(case.X @ (w + t * step)) for t in (1.0, -1.0)]
    tested.same(
        variance[0] - variance[1],
        4 * step @ S @ w,
        steps=40 * tested.product(case.n, case.p, case.p),
        scale=(tested.norm(case.X) * (1 + tested.norm(step))) ** 2,
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
    sources=[note("001", 107, 126), note("003", 93, 99), note("004", 119, 123)],
    numeric=lambda case, tested: _eigenvector(case, tested),
    wrong=["rows for columns", "uncentred"],
    mutants=lambda: [
        flip_sign(lam),
        without("symmetric"),
        swap(sqnorm(w), 2 * sqnorm(w)),
        without_equation(equal(V * w, lam * w)),
        without_equation(equal(gradient(lagrangian, lam), 0)),
    ],
)


def _eigenvector(case: Case, tested: Reference) -> None:
    """The reference's components satisfy Sw = λw with S worked out anew."""
    result = tested.pca(case.X, case.d)
    centred = case.X - case.X.mean(axis=0)
    S = centred.T @ centred / case.n
    tested.same(
        S @ result.components,
        result.components * result.explained_variance,
        steps=8 * tested.factored(case.n, case.p),
        scale=tested.norm(case.X) ** 2 / case.n,
    )


multiplier_rule = claim(
    "stationarity.multiplier-rule",
    show=lambda: equal(V * w, lam * w),
    assuming=[unit(w), equal(inner(w, V * w), lam), psd(lam * Identity(p) - V)],
    prose=(
        "If the unit vector w attains the maximum λ of wᵀVw over the unit vectors, so that xᵀ(λI − V)x ≥ 0 for all x, "
        "then Vw = λw: at the maximum w is stationary, with the maximum as its multiplier."
    ),
    sources=[note("001", 92, 126), note("003", 85, 99), note("004", 117, 123)],
    numeric=lambda case, tested: _multiplier_rule(case, tested),
    wrong=["smallest components", "random axes", "rows for columns", "variances doubled", "uncentred"],
    mutants=lambda: [
        without("unit"),
        without("psd"),
        without_equation(equal(inner(w, V * w), lam)),
        flip_sign(lam),
    ],
)


def _multiplier_rule(case: Case, tested: Reference) -> None:
    """The reference's first axis attains the greatest variance that singular values allow, and Sw = λw holds there."""
    result = tested.pca(case.X, 1)
    axis, value = result.components[:, 0], result.explained_variance[0]
    centred = case.X - case.X.mean(axis=0)
    limits = {"steps": 8 * tested.factored(case.n, case.p), "scale": tested.norm(case.X) ** 2}
    greatest = np.linalg.norm(centred, 2) ** 2
    tested.same(((centred @ axis) ** 2).sum(), greatest, **limits)
    tested.same(centred.T @ (centred @ axis), case.n * value * axis, **limits)


value = claim(
    "stationarity.value",
    show=lambda: [
        given(equal(lagrangian, variance), unit(w)),
        given(equal(lagrangian, lam), equal(V * w, lam * w)),
        given(equal(variance, lam), equal(V * w, lam * w), unit(w)),
        given(
            equal(lam, average(inner(sample(X, k), w) ** 2, k)),
            equal(V * w, lam * w),
            unit(w),
            equal(V, X.T * X / n),
            steps=[
                step(variance, equal(V * w, lam * w), unit(w), words="by (3)"),
                step(average(inner(sample(X, k), w) ** 2, k), equal(V, X.T * X / n)),
            ],
        ),
    ],
    prose=(
        "At a stationary point the Lagrangian, the objective wᵀVw and the multiplier λ are one number, and for V = "
        "XᵀX/n that number is the mean square of the projections xₖᵀw."
    ),
    sources=[note("003", 103, 104), note("002", 281, 288), note("002", 312, 314)],
    numeric=lambda case, tested: _value(case, tested),
    wrong=["uncentred", "random axes, right variances", "variances doubled"],
    mutants=lambda: [
        without("unit"),
        without_equation(equal(V * w, lam * w)),
        swap(inner(sample(X, k), w) ** 2, inner(sample(X, k), w)),
        without_equation(equal(V, X.T * X / n)),
    ],
)


def _value(case: Case, tested: Reference) -> None:
    """λ is the mean square of the centred samples along the reference's axes."""
    result = tested.pca(case.X, case.d)
    centred = case.X - case.X.mean(axis=0)
    tested.same(
        result.explained_variance.cumsum(),
        ((centred @ result.components) ** 2).mean(axis=0).cumsum(),
        steps=8 * tested.factored(case.n, case.p),
        scale=tested.norm(case.X) ** 2 / case.n,
    )


m = Symbol("m", real=True)
v, q = MatrixSymbol("v", p, 1), MatrixSymbol("q", p, 1)
pair = [equal(V * w, lam * w), unit(w)]

every_eigenvector = claim(
    "stationarity.every-eigenvector",
    show=lambda: [
        given(equal(gradient(lagrangian, w), nothing), symmetric(V), *pair[:1]),
        given(equal(gradient(lagrangian, lam), 0), unit(w)),
        given(equal(inner(v, V * v) - variance, m - lam), *pair, equal(V * v, m * v), unit(v)),
        given(at_least(lam, 0), eigenpair(V, w, lam), psd(V)),
        given(equal(gradient(lagrangian, w), nothing), symmetric(V), equal(V * w, nothing), equal(lam, 0)),
        given(maximises(lagrangian, {w: q}, value=lam), equal(V * q, lam * q), psd(lam * Identity(p) - V)),
    ],
    prose=(
        "Every unit eigenvector is stationary, also one for the least eigenvalue or for the eigenvalue 0, and the "
        "variances along them differ as the eigenvalues do. So stationarity alone selects none of them. If λI − V "
        "is positive semidefinite, that is if no eigenvalue exceeds λ, then every q with Vq = λq maximises L "
        "among all w, of any length."
    ),
    sources=[book("Trefethen and Bau, Numerical Linear Algebra, Lecture 27", key="TB97"), note("003", 106, 111)],
    numeric=lambda case, tested: _every_eigenvector(case, tested),
    wrong=["rows for columns", "uncentred"],
    mutants=lambda: [
        without("eigenpair"),
        without("unit"),
        without("psd"),
        without_equation(pair[0]),
        without_equation(equal(V * w, nothing)),
        other_sense(),
    ],
)


def _every_eigenvector(case: Case, tested: Reference) -> None:
    """The symmetric difference quotient of L is zero at every axis of the reference, whatever its variance."""
    result, step = tested.pca(case.X), case.a
    for axis, multiplier in zip(result.components.T, result.explained_variance, strict=True):
        ends = [(np.var(case.X @ u), u @ u) for u in (axis + step, axis - step)]
        tested.same(
            ends[0][0] - ends[1][0],
            multiplier * (ends[0][1] - ends[1][1]),
            steps=8 * tested.factored(case.n, case.p),
            scale=(tested.norm(case.X) * (1 + tested.norm(step))) ** 2,
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
        given(
            equal(A * B * B.T, B * B.T * A),
            invariant,
            orthonormal(B),
            symmetric(A),
            steps=[
                step(B * Lam * B.T, invariant),
                step(B * Lam.T * B.T, words=r"$\Lambda$ is symmetric, by (6)"),
                step(B * B.T * A, invariant, symmetric(A)),
            ],
        ),
    ],
    prose=(
        "For d directions the multiplier is a symmetric matrix Λ, and tr(BᵀAB) − tr(Λ(BᵀB − I)) is stationary in B "
        "exactly where AB = BΛ, in Λ where BᵀB = I. Then A takes the range of B into itself, Λ is BᵀAB, and A commutes "
        "with BBᵀ: the subspace is invariant, though no column of B need be an eigenvector."
    ),
    sources=[
        book("Absil, Mahony and Sepulchre, Optimization Algorithms on Matrix Manifolds, §4.9", key="AMS08"),
        note("000", 223, 229),
    ],
    numeric=lambda case, tested: _matrix_lagrangian(case, tested),
    wrong=["rows for columns", "uncentred"],
    mutants=lambda: [
        without("symmetric"),
        without("orthonormal"),
        without_equation(invariant),
        flip_sign(Lam),
        swap(B.T * B, B.T * A * B),
    ],
)


def _matrix_lagrangian(case: Case, tested: Reference) -> None:
    """The reference's axes turned by Q satisfy SB = BΛ with a Λ that is not diagonal."""
    result = tested.pca(case.X, case.d)
    centred = case.X - case.X.mean(axis=0)
    turned = result.components @ case.Q
    tested.same(
        centred.T @ (centred @ turned) / case.n,
        turned @ (case.Q.T @ np.diag(result.explained_variance) @ case.Q),
        steps=8 * tested.factored(case.n, case.p),
        scale=tested.norm(case.X) ** 2 / case.n,
    )


of_data = inner(w, X.T * X * w) / n - lam * (sqnorm(w) - 1)
stationary = equal(gradient(of_data, w), nothing)

multiplier_nonzero = claim(
    "stationarity.multiplier-nonzero",
    show=lambda: [
        given(equal(sqnorm(w), 0), psd(lam * Identity(p) - X.T * X / n)),
        given(equal(sqnorm(w), 0), positive(sqnorm(X))),
    ],
    assuming=[unit(w), stationary, equal(lam, 0)],
    prose=(
        "If the multiplier had to be different from zero, or positive, then no unit vector w would be stationary with "
        "λ = 0: it would follow that ‖w‖² is 0 as well as 1. But for data that do not vary at all each unit vector is "
        "a maximum with λ = 0, and for data that do not vary in one direction the unit vector in that direction is "
        "stationary."
    ),
    sources=[note("001", 117), note("003", 87)],
    numeric="false as printed",
    repaired_by=every_eigenvector,
)


best = Symbol("lambda_1", real=True)
leading = [psd(best * Identity(p) - V), equal(V * q, best * q), unit(q)]

reduced_problem = claim(
    "stationarity.reduced-problem",
    show=lambda: maximises(lam, {w: q, lam: best}),
    assuming=[equal(V * w, lam * w), unit(w), *leading],
    prose=(
        "Among all unit vectors w and numbers λ with Vw = λw the greatest λ is the largest eigenvalue λ₁ of V, with a "
        "unit eigenvector q for it: once stationarity is known, what is left is to take the largest eigenvalue."
    ),
    sources=[note("003", 106, 111), note("004", 125)],
    numeric=lambda case, tested: _reduced_problem(case, tested),
    wrong=["smallest components", "variances doubled", "uncentred"],
    mutants=lambda: [without("unit"), without("psd"), without_equation(equal(V * w, lam * w))],
)


def _reduced_problem(case: Case, tested: Reference) -> None:
    """The reference's first variance is the largest of the eigenvalues that eigh finds."""
    centred = case.X - case.X.mean(axis=0)
    tested.same(
        tested.pca(case.X, 1).explained_variance[0],
        np.linalg.eigvalsh(centred.T @ centred / case.n).max(),
        steps=8 * tested.factored(case.n, case.p),
        scale=tested.norm(case.X) ** 2 / case.n,
    )


reduced_as_printed = claim(
    "stationarity.reduced-problem-as-printed",
    show=lambda: maximises(lam, {w: q, lam: best}),
    assuming=[equal(V * w, lam * w), *leading],
    prose=(
        "The note maximises $λ$ subject to $Sp = λp$ and leaves out that $p$ has length one. Then $p = 0$ "
        "satisfies the constraint with every $λ$, and there is no maximum."
    ),
    sources=[note("003", 106, 109)],
    numeric="false as printed",
    repaired_by=reduced_problem,
)


variance_is_eigenvalue = claim(
    "stationarity.variance-is-eigenvalue-as-printed",
    show=lambda: equal(variance, best),
    assuming=[unit(w), unit(q), equal(V, best * q * q.T), positive(best)],
    prose=(
        "The note speaks of the points projected onto the line of a vector $w$, and finds that their variance "
        "$wᵀVw$ is the $λ$ of the maximisation problem. Along the leading eigenvector it is. But if the data "
        "lie on the line of $q$, $V = λ₁qqᵀ$, then it is less than $λ₁$ along every other line."
    ),
    sources=[note("002", 298, 314)],
    numeric="false as printed",
    repaired_by=value,
)


c = Symbol("c", real=True)

x = MatrixSymbol("x", p, 1)
longer = equal(x, c * w)

constraint = claim(
    "stationarity.constraint",
    show=lambda: [
        given(equal(inner(x, V * x), c**2 * variance), longer),
        given(maximises(variance, {w: c * q}, value=c**2 * best), equal(sqnorm(w), c**2), *leading),
        given(equal(inner(x, V * x) / sqnorm(x), variance / sqnorm(w)), longer),
    ],
    prose=(
        "A vector x = cw, c times as long as w, has c² times the variance, so without a constraint on the length "
        "nothing bounds wᵀVw unless it is never positive. Among the w of length c the maximum is c²λ₁. The quotient "
        "wᵀVw/wᵀw does not depend on the length at all."
    ),
    sources=[note("004", 101, 103), note("001", 117)],
    numeric=lambda case, tested: _constraint(case, tested),
    wrong=["smallest components", "variances doubled", "uncentred"],
    mutants=lambda: [
        swap(c**2, c),
        without("psd"),
        without_equation(equal(sqnorm(w), c**2)),
        swap(sqnorm(x), sqnorm(w)),
        other_sense(),
    ],
)


def _constraint(case: Case, tested: Reference) -> None:
    """The variance along three times the reference's first axis is nine times the largest eigenvalue."""
    result = tested.pca(case.X, 1)
    centred = case.X - case.X.mean(axis=0)
    limits = {"steps": 16 * tested.factored(case.n, case.p), "scale": tested.norm(case.X) ** 2}
    along = ((centred @ (3 * result.components[:, 0])) ** 2).sum()
    tested.same(along, 9 * np.linalg.norm(centred, 2) ** 2, **limits)
    tested.same(along, 9 * case.n * result.explained_variance[0], **limits)


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
    sources=[note("003", 87, 89)],
    numeric="false as printed",
    repaired_by=every_eigenvector,
)


maximise_multiplier = claim(
    "stationarity.maximise-multiplier",
    show=lambda: maximises(lagrangian, {lam: best}),
    prose=(
        "The note maximises $L$ with respect to $λ$ to get the constraint back. For a fixed $w$ the "
        "Lagrangian is a line in $λ$ with the slope $1 − wᵀw$, which has no maximum unless the constraint "
        "holds already. The derivative is set to zero; nothing is maximised."
    ),
    sources=[note("001", 117)],
    numeric="false as printed",
    repaired_by=eigenvector,
)
