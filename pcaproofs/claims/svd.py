"""PCA by singular values: X = UΣVᵀ finds the axes without forming a covariance, and truncating it approximates best.

Rows of X are samples, so the axes are the right singular vectors V; note 000 keeps samples as columns, decomposes Xᵀ,
and finds the same axes on the left. A truncated decomposition is written in halves: X = U₁Σ₁V₁ᵀ + U₂Σ₂V₂ᵀ.
V₁ and V₂ together are a basis of Rᵖ; Σ₂ is m×e, so there may be fewer samples than features.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sympy import Ge, Gt, Identity, MatrixSymbol, OneMatrix, Symbol, Trace, ZeroMatrix, symbols

from pcaproofs.claims import projection
from pcaproofs.claims import trace_objective as ky
from pcaproofs.claims.matrix_form import dimension_is_trace
from pcaproofs.language.conclusions import equal, minimises
from pcaproofs.language.hypotheses import centered, orthonormal, psd, symmetric, unit
from pcaproofs.language.nodes import basis, inner, sqnorm
from pcaproofs.verify.claim import book, by, claim, given, note, step
from pcaproofs.verify.mutants import other_sense, swap, untransposed, without, without_equation
from pcaproofs.verify.numeric import np

if TYPE_CHECKING:
    from pcaproofs.sampling import Case
    from pcaproofs.verify.reference_pca import Reference

n, p, d, e, m, q = symbols("n p d e m q", positive=True, integer=True)
s, t = Symbol("s", real=True), Symbol("t", real=True)
sigma = Symbol("sigma", real=True)

X = MatrixSymbol("X", n, p)
U, S, V = MatrixSymbol("U", n, m), MatrixSymbol("Sigma", m, q), MatrixSymbol("V", p, q)
U1, S1, V1 = MatrixSymbol("U1", n, d), MatrixSymbol("Sigma1", d, d), MatrixSymbol("V1", p, d)
U2, S2, V2 = MatrixSymbol("U2", n, m), MatrixSymbol("Sigma2", m, e), MatrixSymbol("V2", p, e)
one = OneMatrix(n, 1)
H = Identity(n) - one * one.T / n
covariance = X.T * H * X / n

decomposed = equal(X, U * S * V.T)
halves = equal(X, U1 * S1 * V1.T + U2 * S2 * V2.T)
truncated = [
    halves,
    orthonormal(U1),
    orthonormal(U2),
    equal(U1.T * U2, ZeroMatrix(d, m)),
    orthonormal(V1),
    orthonormal(V2),
    equal(V1.T * V2, ZeroMatrix(d, e)),
    equal(V1 * V1.T + V2 * V2.T, Identity(p)),
]


U_p, S_p, V_p = MatrixSymbol("U", n, p), MatrixSymbol("Sigma", p, p), MatrixSymbol("V", p, p)
e_i = basis(p, "i")
taller = Ge(n, p)

decomposition = claim(
    "svd.decomposition",
    show=lambda: [
        equal(X, U_p * S_p * V_p.T),
        equal(U_p.T * U_p, Identity(p)),
        equal(V_p.T * V_p, Identity(p)),
        equal(S_p * e_i, inner(e_i, S_p * e_i) * e_i),
    ],
    assuming=[taller],
    exists=[U_p, S_p, V_p],
    prose=(
        "Every X with n ≥ p is UΣVᵀ, with orthonormal columns in U, an orthogonal V and a diagonal Σ. That there are "
        "such matrices is taken from the textbooks. For n < p one decomposes Xᵀ."
    ),
    sources=[note("000", 190, 192), note("000", 201)],
    cites=[book("Horn and Johnson, Matrix Analysis, 2nd edition, Theorem 2.6.3", key="HJ13")],
    numeric=lambda case, tested: _decomposition(case, tested),
    wrong=["uncentred", "axes of length two", "random axes"],
    declared="cited",
    excludes={"n < p": "with fewer samples than features it is Xᵀ that is decomposed so"},
)


def _decomposition(case: Case, tested: Reference) -> None:
    """The centred data are UΣVᵀ for the reference's axes V, its scores UΣ and the roots Σ of n times its variances."""
    result = tested.pca(case.X)
    centred = case.X - case.X.mean(axis=0)
    steps, scale = 8 * tested.factored(case.n, case.p), tested.norm(case.X)
    tested.same(result.scores @ result.components.T, centred, steps=steps, scale=scale)
    squares = np.diag(case.n * result.explained_variance)
    tested.same(result.scores.T @ result.scores, squares, steps=steps, scale=scale**2)


# other letters than U, Σ and V, which have other sizes in the same claim
U_n, S_n, V_n = MatrixSymbol("Q", n, p), MatrixSymbol("D", p, p), MatrixSymbol("W", p, p)
frames = [decomposed, orthonormal(U), orthonormal(V)]

eigenvectors = claim(
    "svd.eigenvectors",
    show=lambda: [
        given(equal(X.T * X * V, V * S.T * S), *frames),
        given(equal(X * X.T * U, U * S * S.T), *frames),
        given(equal(covariance * V, V * (S.T * S / n)), *frames, centered(X)),
        given(equal(X.T * H * X / (n - 1) * V, V * (S.T * S / (n - 1))), *frames, centered(X)),
        given(equal(X.T * X * V_n, V_n * S_n.T * S_n), taller, by(decomposition, new={U_p: U_n, S_p: S_n, V_p: V_n})),
    ],
    prose=(
        "Let X = UΣVᵀ with orthonormal columns in U and in V. The right singular vectors of X are eigenvectors of XᵀX "
        "and the left ones of XXᵀ, both with the squares of the singular values. For centred data the variances are "
        "therefore σ²/n, or σ²/(n − 1) with the unbiased divisor."
    ),
    sources=[note("000", 188, 194)],
    numeric=lambda case, tested: _eigenvectors(case, tested),
    wrong=["rows for columns", "uncentred", "smallest components", "variances doubled", "random axes"],
    mutants=lambda: [
        without("orthonormal"),
        without_equation(decomposed),
        without("centered"),
        swap(S.T, S.T / 2, right=True),
        swap(V_n, V_n.T),
    ],
    excludes={(5, "n < p"): "with fewer samples than features it is Xᵀ that is decomposed so"},
)


def _eigenvectors(case: Case, tested: Reference) -> None:
    """The squared singular values of the data, worked out anew, are n times the reference's variances."""
    result = tested.pca(case.X, case.d)
    centred = case.X - case.X.mean(axis=0)
    squares = np.linalg.svd(centred, compute_uv=False)[: case.d] ** 2
    tested.same(
        centred.T @ (centred @ result.components),
        result.components * squares,
        steps=8 * tested.factored(case.n, case.p),
        scale=tested.norm(case.X) ** 2,
    )
    tested.same(
        case.n * result.explained_variance,
        squares,
        steps=8 * tested.factored(case.n, case.p),
        scale=tested.norm(case.X) ** 2,
    )


# Two invariant subspaces of a symmetric A whose eigenvalues lie on either side of a gap.
A = MatrixSymbol("A", p, p)
F, G = MatrixSymbol("V", p, d), MatrixSymbol("W", p, e)
L, M = MatrixSymbol("L", d, d), MatrixSymbol("M", e, e)
invariant = [symmetric(A), equal(A * F, F * L), equal(A * G, G * M)]
apart = [psd(L - s * Identity(d)), psd(t * Identity(e) - M), Gt(s, t)]

read_twice = claim(
    "svd.read-twice",
    show=lambda: equal(inner(G.T * F, G.T * F * L - M * (G.T * F)), 0),
    assuming=invariant,
    prose=(
        "If A is symmetric, AV = VL and AW = WM, then WᵀAV is (WᵀV)L and also Mᵀ(WᵀV). So both have the same inner "
        "product with WᵀV, in which Mᵀ may be written as M."
    ),
    sources=[
        book(
            "Davis and Kahan, The rotation of eigenvectors by a perturbation III, SIAM J. Numer. Anal. 7 (1970)",
            key="DK70",
        )
    ],
    numeric=lambda case, tested: _read_twice(case, tested),
    wrong=["rows for columns", "variances doubled"],
    mutants=lambda: [without("symmetric"), without_equation(invariant[1]), swap(M, 2 * M), swap(L, -L)],
)


def _read_twice(case: Case, tested: Reference) -> None:
    """Some vectors of Rᵖ against the reference's axes V: (WᵀV)Λ is WᵀSV, which can be read as (SW)ᵀV as well."""
    result = tested.pca(case.X, case.d)
    centred = case.X - case.X.mean(axis=0)
    tested.same(
        (case.B.T @ result.components) * result.explained_variance,
        (centred.T @ (centred @ case.B) / case.n).T @ result.components,
        steps=8 * tested.factored(case.n, case.p),
        scale=tested.norm(case.X) ** 2 / case.n,
    )


separation = claim(
    "svd.separation",
    show=lambda: equal(G.T * F, ZeroMatrix(e, d)),
    assuming=[*invariant, *apart, by(read_twice)],
    prose=(
        "Two invariant subspaces of a symmetric matrix are orthogonal if every eigenvalue on the one exceeds every"
        " eigenvalue on the other. For eigenvectors it is the known fact that different eigenvalues have "
        "orthogonal eigenvectors."
    ),
    sources=[
        book(
            "Davis and Kahan, The rotation of eigenvectors by a perturbation III, SIAM J. Numer. Anal. 7 (1970)",
            key="DK70",
        )
    ],
    numeric=lambda case, tested: _separation(case, tested),
    wrong=["rows for columns", "uncentred"],
    mutants=lambda: [
        without("symmetric"),
        without("psd"),
        without_equation(apart[2]),
        without_equation(invariant[1]),
    ],
)


def _leading(case: Case) -> Any:
    """The eigenvectors of the covariance, leading first, and the gap after d of them in units of ‖X‖²/n."""
    centred = case.X - case.X.mean(axis=0)
    values, vectors = np.linalg.eigh(centred.T @ centred)
    values = np.append(values[::-1], 0.0)
    return vectors[:, ::-1], (values[case.d - 1] - values[case.d] if case.d < case.p else values[0])


def _turn(case: Case, tested: Reference, gap: Any) -> Any:
    """The steps by which rounding may turn a subspace that a gap sets apart, or None where nothing does."""
    size = tested.norm(case.X) ** 2
    return 16 * tested.factored(case.n, case.p) * size / gap if gap > 1e-9 * size else None


def _separation(case: Case, tested: Reference) -> None:
    """The axes that the reference keeps are orthogonal to the eigenvectors that eigh would discard."""
    axes, gap = _leading(case)
    if (steps := _turn(case, tested, gap)) is not None and case.d < case.p:
        kept = tested.pca(case.X, case.d).components
        tested.same(axes[:, case.d :].T @ kept, np.zeros((case.p - case.d, case.d)), steps=steps, scale=1)


C = MatrixSymbol("C", p, p)
D2 = MatrixSymbol("D2", e, e)
W1, L1 = MatrixSymbol("W1", p, d), MatrixSymbol("Lambda1", d, d)
routes = [equal(C * W1, W1 * L1), equal(C * V2, V2 * D2)]
gap = [psd(L1 - s * Identity(d)), psd(t * Identity(e) - D2), Gt(s, t)]
BEYOND = "V₂ holds at least one direction that is left out; for d = p both projectors are I"

same_projector = claim(
    "svd.same-projector",
    show=lambda: [
        given(
            equal(C * V1, V1 * (S1.T * S1)),
            equal(C, X.T * X),
            *truncated[:5],
            truncated[6],
            steps=[step(X.T * X * V1), step(X.T * (U1 * S1)), step(V1 * (S1.T * S1))],
        ),
        given(
            equal(C * V2, V2 * (S2.T * S2)),
            equal(C, X.T * X),
            *truncated[:4],
            *truncated[5:7],
            steps=[step(X.T * X * V2), step(X.T * (U2 * S2)), step(V2 * (S2.T * S2))],
        ),
        given(
            equal(V1 * V1.T, W1 * W1.T),
            symmetric(C),
            *routes,
            *gap,
            orthonormal(W1),
            *truncated[4:6],
            truncated[7],
            by(separation, {A: C, F: W1, G: V2, L: L1, M: D2}),
            by(dimension_is_trace, parts=[2]),
        ),
    ],
    prose=(
        "Let X = U₁Σ₁V₁ᵀ + U₂Σ₂V₂ᵀ be a singular value decomposition in two blocks. Both blocks of right singular "
        "vectors span subspaces that C = XᵀX maps into themselves, with Σ₁ᵀΣ₁ and D₂ = Σ₂ᵀΣ₂. If W₁ holds any d "
        "orthonormal columns with CW₁ = W₁Λ₁ whose eigenvalues exceed those of D₂, then W₁W₁ᵀ = V₁V₁ᵀ: both routes "
        "project and reconstruct alike, however they turn their axes within the subspace."
    ),
    sources=[note("000", 190, 203)],
    numeric=lambda case, tested: _same_projector(case, tested),
    wrong=["smallest components", "uncentred", "rows for columns", "axes of length two", "random axes"],
    mutants=lambda: [
        without("symmetric"),
        without_equation(gap[2]),
        without_equation(routes[0]),
        without_equation(halves),
    ],
    excludes={(3, "d = p"): BEYOND},
)


def _same_projector(case: Case, tested: Reference) -> None:
    """The reference's projector is the one of eigh's leading eigenvectors, as far as the gap determines it."""
    axes, gap = _leading(case)
    if (steps := _turn(case, tested, gap)) is not None:
        kept = axes[:, : case.d]
        tested.same(tested.pca(case.X, case.d).projector, kept @ kept.T, steps=steps, scale=1)


v, u = MatrixSymbol("v", p, 1), MatrixSymbol("u", p, 1)
lam, g = Symbol("lambda", real=True), Symbol("g", positive=True)
axis = equal(A * u, lam * u)
nothing_along = [equal(F.T * u, ZeroMatrix(d, 1)), equal(G.T * u, ZeroMatrix(e, 1))]

same_axis = claim(
    "svd.same-axis",
    show=lambda: [
        given(nothing_along[0], symmetric(A), invariant[1], psd(L - (lam + g) * Identity(d)), axis),
        given(nothing_along[1], symmetric(A), invariant[2], psd((lam - g) * Identity(e) - M), axis),
        given(
            equal(u * u.T, v * v.T),
            *nothing_along,
            equal(F * F.T + v * v.T + G * G.T, Identity(p)),
            unit(u),
        ),
    ],
    prose=(
        "Let v be an eigenvector of the symmetric A. Let the columns of V span the eigenvectors with greater "
        "eigenvalues and those of W the ones with smaller eigenvalues, with a gap g > 0. Every unit eigenvector u "
        "for the eigenvalue of v is then orthogonal to V and W, and uuᵀ = vvᵀ. So a singular value that differs "
        "from all others determines its axis up to the sign."
    ),
    sources=[note("000", 194), note("000", 202)],
    numeric=lambda case, tested: _same_axis(case, tested),
    wrong=["rows for columns", "uncentred", "random axes", "axes of length two"],
    mutants=lambda: [
        without("symmetric"),
        without("psd"),
        without("unit"),
        without_equation(axis),
        without_equation(nothing_along[0]),
        swap(v * v.T, -v * v.T),
    ],
)


def _same_axis(case: Case, tested: Reference) -> None:
    """The reference's last axis is a right singular vector of the centred data where its singular value is simple."""
    centred = case.X - case.X.mean(axis=0)
    values, axes = np.linalg.eigh(centred.T @ centred)
    values, axes = np.append(np.inf, np.append(values[::-1], -np.inf)), axes[:, ::-1]
    gap = min(values[case.d - 1] - values[case.d], values[case.d] - values[case.d + 1])
    if (steps := _turn(case, tested, min(gap, tested.norm(case.X) ** 2))) is not None:
        axis, wanted = tested.pca(case.X, case.d).components[:, -1], axes[:, case.d - 1]
        tested.same(np.outer(axis, axis), np.outer(wanted, wanted), steps=steps, scale=1)


scores = claim(
    "svd.scores",
    show=lambda: [
        given(equal(X * V1, U1 * S1), halves, orthonormal(V1), truncated[6]),
        given(equal((X * V1).T * one, ZeroMatrix(d, 1)), centered(X)),
        given(
            equal((X * V1).T * H * (X * V1) / n, S1.T * S1 / n),
            halves,
            orthonormal(U1),
            orthonormal(V1),
            truncated[6],
            centered(X),
            steps=[
                step((X * V1).T * (X * V1) / n, centered(X)),
                step((U1 * S1).T * (U1 * S1) / n, words="by (1)"),
                step(S1.T * S1 / n, orthonormal(U1)),
            ],
        ),
    ],
    prose=(
        "The scores XV₁ are the left singular vectors stretched by the singular values: XV₁ = U₁Σ₁. If the data are "
        "centred, the scores have mean zero and covariance Σ₁ᵀΣ₁/n, so that different scores are uncorrelated and each "
        "has its λ for variance."
    ),
    sources=[note("000", 203), note("004", 134, 140)],
    numeric=lambda case, tested: _scores(case, tested),
    wrong=["rows for columns", "uncentred", "axes of length two", "smallest components", "random axes"],
    mutants=lambda: [
        without("orthonormal"),
        without("centered"),
        without_equation(halves),
        without_equation(truncated[6]),
    ],
)


def _scores(case: Case, tested: Reference) -> None:
    """The reference's scores have mean zero and the squared singular values over n as their covariance."""
    result = tested.pca(case.X, case.d)
    centred = case.X - case.X.mean(axis=0)
    scale, steps = tested.norm(case.X), 8 * tested.factored(case.n, case.p)
    tested.same(result.scores.sum(axis=0), np.zeros(case.d), steps=steps * case.n, scale=scale)
    tested.same(
        result.scores.T @ result.scores,
        np.diag(np.linalg.svd(centred, compute_uv=False)[: case.d] ** 2),
        steps=steps,
        scale=scale**2,
    )


four, pair_u, pair_v = MatrixSymbol("X", 4, 2), MatrixSymbol("U", 4, 2), MatrixSymbol("V", 2, 2)
i1, i2, i3, i4 = (basis(4, name) for name in "ijkl")
a1, a2 = basis(2, "s"), basis(2, "t")

strictly_decreasing = claim(
    "svd.strictly-decreasing",
    show=lambda: equal(sigma, 0),
    assuming=[
        centered(four),
        equal(four, pair_u * (sigma * Identity(2)) * pair_v.T),
        orthonormal(pair_u),
        orthonormal(pair_v),
        equal(2 * pair_u, (i1 + i2 - i3 - i4) * a1.T + (i1 - i2 + i3 - i4) * a2.T),
    ],
    prose=(
        "Suppose that no singular value except 0 could occur twice. Then centred data $X = U(σI)Vᵀ$ with two "
        "columns in $U$ would have $σ = 0$. But let the rows of $2U$ be the four points $(±1, ±1)$. The columns "
        "of $U$ are then orthonormal and have mean zero, so that every $σ$ is possible. Only the gap after the "
        "$d$-th singular value matters."
    ),
    sources=[note("000", 192), note("000", 201)],
    numeric="refuted by an exact example",
    repaired_by=same_projector,
)


# X = A₁V₁ᵀ + A₂V₂ᵀ with the scores A₁ = U₁Σ₁ that are kept and A₂ = U₂Σ₂ that are not. Every matrix of rank d or less
# is YBᵀ for some B with orthonormal columns.
B, Y = MatrixSymbol("B", p, d), MatrixSymbol("Y", n, d)
A1, A2 = MatrixSymbol("A1", n, d), MatrixSymbol("A2", n, e)
left, right, Rt = MatrixSymbol("F", n, d), MatrixSymbol("G", d, p), MatrixSymbol("R", d, d)
by_scores = [equal(X, A1 * V1.T + A2 * V2.T), equal(A1.T * A2, ZeroMatrix(d, e))]
scatter = {ky.A: X.T * X, ky.Q1: V1, ky.Q2: V2, ky.L1: A1.T * A1, ky.L2: A2.T * A2}
stretched = [equal(A1, U1 * S1), equal(A2, U2 * S2)]

eckart_young = claim(
    "svd.eckart-young",
    show=lambda: [
        given(
            minimises(sqnorm(X - Y * B.T), {B: V1, Y: A1}, value=sqnorm(A2)),
            *by_scores,
            *truncated[4:],
            psd(A1.T * A1 - t * Identity(d)),
            psd(t * Identity(e) - A2.T * A2),
            orthonormal(B),
            by(projection.best_code, {projection.Z: Y}, parts=[3]),
            by(ky.ky_fan, scatter, parts=[1]),
            steps={
                "better": [
                    step(sqnorm(X - Y * B.T) - sqnorm(X) + Trace(V1.T * (X.T * X) * V1), *by_scores, *truncated[4:]),
                    step(0, projection.best_code, ky.ky_fan),
                ],
                "value": [step(sqnorm(A2 * V2.T), by_scores[0]), step(sqnorm(A2), orthonormal(V2))],
            },
        ),
        given(equal(A1.T * A2, ZeroMatrix(d, e)), *stretched, truncated[3]),
        given(equal(A1.T * A1, S1.T * S1), stretched[0], orthonormal(U1)),
        given(equal(A2.T * A2, S2.T * S2), stretched[1], orthonormal(U2)),
        given(equal(left * right, left * Rt.T * B.T), equal(right.T, B * Rt)),
    ],
    prose=(
        "Let X = A₁V₁ᵀ + A₂V₂ᵀ be a singular value decomposition in two blocks: A₁ = U₁Σ₁ with singular values of at "
        "least √t, and A₂ = U₂Σ₂ with singular values of at most √t. Among all YBᵀ with d orthonormal columns in B the "
        "nearest to X is A₁V₁ᵀ, and its squared distance is ‖A₂‖² = ‖Σ₂‖², the sum of the squared singular values left "
        "out. A matrix of rank at most d is such a YBᵀ, by QR of its right factor."
    ),
    sources=[
        book("Horn and Johnson, Matrix Analysis, 2nd ed., §7.4", key="HJ13"),
        book("Eckart and Young (1936)", key="EY36"),
    ],
    numeric=lambda case, tested: _eckart_young(case, tested),
    wrong=["smallest components", "rows for columns", "uncentred", "random axes", "one component too few"],
    mutants=lambda: [
        without("orthonormal"),
        without("psd"),
        without_equation(by_scores[0]),
        without_equation(by_scores[1]),
        without_equation(stretched[0]),
        without_equation(stretched[1]),
        other_sense(),
        swap(sqnorm(A2), sqnorm(A1)),
        untransposed(Rt),
    ],
    excludes={(1, "d = p"): "A₂ holds at least one column; for d = p nothing is left out"},
)


def _eckart_young(case: Case, tested: Reference) -> None:
    """What the reference reconstructs misses the squared singular values left out; no matrix YBᵀ misses less."""
    result = tested.pca(case.X, case.d)
    centred = case.X - case.X.mean(axis=0)
    least = ((centred - result.scores @ result.components.T) ** 2).sum()
    size = tested.norm(case.X) + tested.norm(case.v) * tested.norm(case.c)
    limits = {"steps": 16 * tested.factored(case.n, case.p), "scale": size**2}
    tested.same(least, (np.linalg.svd(centred, compute_uv=False)[case.d :] ** 2).sum(), **limits)
    anything = np.outer(case.v, case.c)
    for Y in (centred @ case.B, anything, centred @ case.B + anything):
        tested.at_least(((centred - Y @ case.B.T) ** 2).sum(), least, **limits)
