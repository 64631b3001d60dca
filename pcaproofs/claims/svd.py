"""PCA by singular values: X = UΣVᵀ finds the axes without forming a covariance, and truncating it approximates best.

Rows of X are samples, so the axes are the right singular vectors V; note 000 keeps samples as columns, decomposes Xᵀ,
and finds the same axes on the left. A truncated decomposition is written in halves: X = U₁Σ₁V₁ᵀ + U₂Σ₂V₂ᵀ.
"""

from sympy import Ge, Gt, Identity, MatrixSymbol, OneMatrix, Symbol, ZeroMatrix

from pcaproofs.language.conclusions import equal, minimises
from pcaproofs.language.hypotheses import centered, orthonormal, psd, symmetric
from pcaproofs.language.nodes import inner, sqnorm
from pcaproofs.verify.claim import book, by, claim, given, note
from pcaproofs.verify.later import np
from pcaproofs.verify.mutants import other_sense, right_times, swap, untransposed, without, without_equation

n = Symbol("n", positive=True, integer=True)
p = Symbol("p", positive=True, integer=True)
d = Symbol("d", positive=True, integer=True)
e = Symbol("e", positive=True, integer=True)
m = Symbol("m", positive=True, integer=True)
q = Symbol("q", positive=True, integer=True)
s, t = Symbol("s", real=True), Symbol("t", real=True)
sigma = Symbol("sigma", real=True)

X = MatrixSymbol("X", n, p)
U, S, V = MatrixSymbol("U", n, m), MatrixSymbol("Sigma", m, q), MatrixSymbol("V", p, q)
U1, S1, V1 = MatrixSymbol("U1", n, d), MatrixSymbol("Sigma1", d, d), MatrixSymbol("V1", p, d)
U2, S2, V2 = MatrixSymbol("U2", n, e), MatrixSymbol("Sigma2", e, e), MatrixSymbol("V2", p, e)
one = OneMatrix(n, 1)
H = Identity(n) - one * one.T / n
covariance = X.T * H * X / n

decomposed = equal(X, U * S * V.T)
halves = equal(X, U1 * S1 * V1.T + U2 * S2 * V2.T)
truncated = [
    halves,
    orthonormal(U1),
    orthonormal(U2),
    equal(U1.T * U2, ZeroMatrix(d, e)),
    orthonormal(V1),
    orthonormal(V2),
    equal(V1.T * V2, ZeroMatrix(d, e)),
    equal(V1 * V1.T + V2 * V2.T, Identity(p)),
]


eigenvectors = claim(
    "svd.eigenvectors",
    show=lambda: [
        equal(X.T * X * V, V * S.T * S),
        equal(X * X.T * U, U * S * S.T),
        given(equal(covariance * V, V * (S.T * S / n)), centered(X)),
        given(equal(X.T * H * X / (n - 1) * V, V * (S.T * S / (n - 1))), centered(X), Ge(n, 2)),
    ],
    assuming=[decomposed, orthonormal(U), orthonormal(V)],
    prose=(
        "The right singular vectors of X are eigenvectors of XᵀX and the left ones of XXᵀ, both with the squares of "
        "the singular values; for centred data the variances are therefore σ²/n, or σ²/(n − 1) with the unbiased "
        "divisor."
    ),
    said_in=[note("000", 188, 194)],
    numeric=lambda case, bench: _eigenvectors(case, bench),
    wrong=["rows for columns", "uncentred", "smallest components"],
    mutants=lambda: [
        without("orthonormal"),
        without_equation(decomposed),
        without("centered"),
        swap(S.T, S.T / 2, right=True),
        right_times(n),
    ],
)


def _eigenvectors(case, bench):  # type: ignore[no-untyped-def]
    """The squared singular values of the data, worked out anew, are n times the reference's variances."""
    result = bench.pca(case.X, case.d)
    centred = case.X - case.X.mean(axis=0)
    squares = np.linalg.svd(centred, compute_uv=False)[: case.d] ** 2
    bench.same(
        centred.T @ (centred @ result.components),
        result.components * squares,
        steps=8 * bench.factored(case.n, case.p),
        scale=bench.norm(case.X) ** 2,
    )
    bench.same(
        case.n * result.explained_variance,
        squares,
        steps=8 * bench.factored(case.n, case.p),
        scale=bench.norm(case.X) ** 2,
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
        "WᵀAV can be read from either side, as (WᵀV)L and as M(WᵀV): what two invariant subspaces of a symmetric "
        "matrix have in common is intertwined by what A does on each."
    ),
    said_in=[
        book("Davis and Kahan, The rotation of eigenvectors by a perturbation III, SIAM J. Numer. Anal. 7 (1970)")
    ],
    numeric="an identity of letters that no PCA enters; svd.same-projector compares what follows from it",
    mutants=lambda: [without("symmetric"), without_equation(invariant[1]), swap(M, 2 * M), swap(L, -L)],
)


separation = claim(
    "svd.separation",
    show=lambda: equal(G.T * F, ZeroMatrix(e, d)),
    assuming=[*invariant, *apart, by(read_twice)],
    prose=(
        "Invariant subspaces of a symmetric matrix are orthogonal when every eigenvalue on the one exceeds every "
        "eigenvalue on the other: eigenvectors of different eigenvalues, a subspace at a time."
    ),
    said_in=[
        book("Davis and Kahan, The rotation of eigenvectors by a perturbation III, SIAM J. Numer. Anal. 7 (1970)")
    ],
    numeric=lambda case, bench: _separation(case, bench),
    wrong=["rows for columns", "uncentred"],
    mutants=lambda: [
        without("symmetric"),
        without("psd"),
        without_equation(apart[2]),
        without_equation(invariant[1]),
    ],
)


def _leading(case):  # type: ignore[no-untyped-def]
    """The eigenvectors of the covariance, leading first, and the gap after d of them in units of ‖X‖²/n."""
    centred = case.X - case.X.mean(axis=0)
    values, vectors = np.linalg.eigh(centred.T @ centred)
    values = np.append(values[::-1], 0.0)
    return vectors[:, ::-1], (values[case.d - 1] - values[case.d] if case.d < case.p else values[0])


def _turn(case, bench, gap):  # type: ignore[no-untyped-def]
    """The steps by which rounding may turn a subspace that a gap sets apart, or None where nothing does."""
    size = bench.norm(case.X) ** 2
    return 16 * bench.factored(case.n, case.p) * size / gap if gap > 1e-9 * size else None


def _separation(case, bench):  # type: ignore[no-untyped-def]
    """The axes that the reference keeps are orthogonal to the eigenvectors that eigh would discard."""
    axes, gap = _leading(case)
    if (steps := _turn(case, bench, gap)) is not None and case.d < case.p:
        kept = bench.pca(case.X, case.d).components
        bench.same(axes[:, case.d :].T @ kept, np.zeros((case.p - case.d, case.d)), steps=steps, scale=1)


C = MatrixSymbol("C", p, p)
D2 = MatrixSymbol("D2", e, e)
W1, L1 = MatrixSymbol("W1", p, d), MatrixSymbol("Lambda1", d, d)
routes = [equal(C * W1, W1 * L1), equal(C * V2, V2 * D2)]
gap = [psd(L1 - s * Identity(d)), psd(t * Identity(e) - D2), Gt(s, t)]

same_projector = claim(
    "svd.same-projector",
    show=lambda: [
        given(equal(X.T * X * V1, V1 * (S1.T * S1)), *truncated),
        given(equal(X.T * X * V2, V2 * (S2.T * S2)), *truncated),
        given(
            equal(V1 * V1.T, W1 * W1.T),
            symmetric(C),
            *routes,
            *gap,
            orthonormal(W1),
            *truncated[4:],
            by(separation, {A: C, F: W1, G: V2, L: L1, M: D2}),
        ),
    ],
    prose=(
        "Both halves of the right singular vectors span subspaces that C = XᵀX maps into themselves. When σ_d² and "
        "σ_{d+1}² differ, any d orthonormal eigenvectors W₁ of C for its larger eigenvalues are orthogonal to V₂, so "
        "W₁W₁ᵀ = V₁V₁ᵀ: both routes project and reconstruct alike, however they turn their axes within the subspace."
    ),
    said_in=[note("000", 199, 203)],
    numeric=lambda case, bench: _same_projector(case, bench),
    wrong=["smallest components", "uncentred", "rows for columns", "axes of length two"],
    mutants=lambda: [
        without("symmetric"),
        without_equation(gap[2]),
        without_equation(routes[0]),
        without_equation(halves),
        right_times(2),
    ],
)


def _same_projector(case, bench):  # type: ignore[no-untyped-def]
    """The reference's projector is the one of eigh's leading eigenvectors, as far as the gap determines it."""
    axes, gap = _leading(case)
    if (steps := _turn(case, bench, gap)) is not None:
        kept = axes[:, : case.d]
        bench.same(bench.pca(case.X, case.d).projector, kept @ kept.T, steps=steps, scale=1)


scores = claim(
    "svd.scores",
    show=lambda: [
        equal(X * V1, U1 * S1),
        given(equal((X * V1).T * one, ZeroMatrix(d, 1)), centered(X)),
        given(equal((X * V1).T * H * (X * V1) / n, S1.T * S1 / n), centered(X)),
    ],
    assuming=truncated,
    prose=(
        "The scores XV₁ are the left singular vectors stretched by the singular values; of centred data they have "
        "mean zero and covariance Σ₁ᵀΣ₁/n, so that different scores are uncorrelated and each has its λ for variance."
    ),
    said_in=[note("000", 203), note("004", 134, 139)],
    numeric=lambda case, bench: _scores(case, bench),
    wrong=["rows for columns", "uncentred", "axes of length two", "smallest components"],
    mutants=lambda: [
        without("orthonormal"),
        without("centered"),
        without_equation(halves),
        right_times(2),
        swap(S1, 2 * S1, right=True),
    ],
)


def _scores(case, bench):  # type: ignore[no-untyped-def]
    """The reference's scores have mean zero and the squared singular values over n as their covariance."""
    result = bench.pca(case.X, case.d)
    centred = case.X - case.X.mean(axis=0)
    scale, steps = bench.norm(case.X), 8 * bench.factored(case.n, case.p)
    bench.same(result.scores.sum(axis=0), np.zeros(case.d), steps=steps * case.n, scale=scale)
    bench.same(
        result.scores.T @ result.scores,
        np.diag(np.linalg.svd(centred, compute_uv=False)[: case.d] ** 2),
        steps=steps,
        scale=scale**2,
    )


pair_u, pair_v = MatrixSymbol("U", n, 2), MatrixSymbol("V", p, 2)
strictly_decreasing = claim(
    "svd.strictly-decreasing",
    show=lambda: equal(sigma, 0),
    assuming=[equal(X, pair_u * (sigma * Identity(2)) * pair_v.T), orthonormal(pair_u), orthonormal(pair_v)],
    prose=(
        "Note 000 writes σ₁ > … > σ_r, as if no singular value but 0 could occur twice; then X = U(σI)Vᵀ with two "
        "columns would force σ = 0. The identity matrix has σ = 1 twice, and centred data such as the four points "
        "±e₁, ±e₂ do no better. Only the gap after the d-th singular value matters."
    ),
    said_in=[note("000", 192), note("000", 201)],
    numeric="refuted by an exact example",
    mutants=[],
    declared="refuted",
    repaired_by=same_projector,
)


# X = A₁V₁ᵀ + T with A₁ = U₁Σ₁ for the leading scores and T = U₂Σ₂V₂ᵀ for the rest. Every matrix of rank d or less is
# YBᵀ for some B with orthonormal columns; Z says how far Y is from XB.
B, T = MatrixSymbol("B", p, d), MatrixSymbol("T", n, p)
A1 = MatrixSymbol("A1", n, d)
Y, Z = MatrixSymbol("Y", n, d), MatrixSymbol("Z", n, d)
left, right, Rt = MatrixSymbol("F", n, d), MatrixSymbol("G", d, p), MatrixSymbol("R", d, d)
cut = equal(X, A1 * V1.T + T)
beyond = t * (Identity(p) - V1 * V1.T) - T.T * T
tail = [equal(T, U2 * S2 * V2.T), orthonormal(U2), *truncated[4:]]

eckart_young = claim(
    "svd.eckart-young",
    show=lambda: [
        given(
            minimises(sqnorm(X - Y * B.T), {B: V1, Y: A1, Z: ZeroMatrix(n, d)}, value=sqnorm(T)),
            cut,
            orthonormal(V1),
            equal(T * V1, ZeroMatrix(n, d)),
            equal(A1.T * T, ZeroMatrix(d, p)),
            psd(A1.T * A1 - t * Identity(d)),
            psd(beyond),
            orthonormal(B),
            equal(Y, X * B + Z),
        ),
        given(equal(sqnorm(T), sqnorm(S2)), *tail),
        given(equal(T * V1, ZeroMatrix(n, d)), *tail),
        given(equal(beyond, V2 * (t * Identity(e) - S2.T * S2) * V2.T), *tail),
        given(equal(left * right, left * Rt.T * B.T), equal(right.T, B * Rt)),
    ],
    prose=(
        "No matrix of rank d is nearer to X than its truncated decomposition A₁V₁ᵀ, A₁ = U₁Σ₁ being the scores, and "
        "what remains is ‖T‖² = ‖Σ₂‖², the sum of the squared singular values left out: those in Σ₁ are at least √t, "
        "those in Σ₂ at most. (Rank at most d means YBᵀ with BᵀB = I, by QR of the right factor; Z names Y − XB.)"
    ),
    said_in=[book("Horn and Johnson, Matrix Analysis, 2nd ed., §7.4"), book("Eckart and Young (1936)")],
    numeric=lambda case, bench: _eckart_young(case, bench),
    wrong=["smallest components", "rows for columns", "uncentred"],
    mutants=lambda: [
        without("orthonormal"),
        without("psd"),
        without_equation(cut),
        other_sense(),
        swap(sqnorm(S2), 2 * sqnorm(S2)),
        untransposed(Rt),
    ],
)


def _eckart_young(case, bench):  # type: ignore[no-untyped-def]
    """No other matrix YBᵀ is nearer to the centred data than what the reference reconstructs."""
    result = bench.pca(case.X, case.d)
    centred = case.X - case.X.mean(axis=0)
    other = centred @ case.B @ case.B.T
    bench.at_least(
        ((centred - other) ** 2).sum(),
        ((centred - result.scores @ result.components.T) ** 2).sum(),
        steps=16 * bench.factored(case.n, case.p),
        scale=bench.norm(case.X) ** 2,
    )
