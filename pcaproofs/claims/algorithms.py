"""The ways in which PCA is computed, and that they compute one thing.

Rows of X are samples and X is centred, so that XᵀX is n times the covariance and XXᵀ the Gram matrix of the samples.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sympy import Gt, Identity, MatrixSymbol, OneMatrix, Symbol, Trace, ZeroMatrix, symbols

from pcaproofs.claims import svd
from pcaproofs.language.conclusions import at_least, equal
from pcaproofs.language.hypotheses import orthogonal, orthonormal, psd, symmetric, unit
from pcaproofs.language.nodes import basis, index, inverse, sample, sqnorm
from pcaproofs.verify.claim import by, claim, given, note, step
from pcaproofs.verify.mutants import other_sense, swap, untransposed, without, without_equation
from pcaproofs.verify.numeric import np

if TYPE_CHECKING:
    from pcaproofs.sampling import Case
    from pcaproofs.verify.reference_pca import Reference

n, p, d, e, k, q = symbols("n p d e k q", positive=True, integer=True)
s, t = Symbol("s", real=True), Symbol("t", real=True)
sigma = Symbol("sigma", real=True)
X, R = MatrixSymbol("X", n, p), MatrixSymbol("R", n, p)
u, w = MatrixSymbol("u", n, 1), MatrixSymbol("w", p, 1)

# From an eigenvector of the Gram matrix to one of the covariance, alone and d at a time.
gram = [equal(X * X.T * u, sigma**2 * u), unit(u)]
U, S = MatrixSymbol("U", n, d), MatrixSymbol("Sigma", d, d)
frame = [equal(X * X.T * U, U * S * S), orthonormal(U), symmetric(S)]
lifted = X.T * U * inverse(S)

# What a round of deflation does to the residue R of the directions B that were found before.
B = MatrixSymbol("B", p, d)
round_ = [equal(R, X - X * B * B.T), equal(B.T * w, ZeroMatrix(d, 1))]

# V₁ from one route, W from another; V₂ for the directions that are left out.
C = MatrixSymbol("C", p, p)
V1, W, V2 = MatrixSymbol("V1", p, d), MatrixSymbol("W1", p, d), MatrixSymbol("V2", p, e)
L, D2 = MatrixSymbol("Lambda1", d, d), MatrixSymbol("D2", e, e)
invariant = [symmetric(C), equal(C * W, W * L), equal(C * V2, V2 * D2)]
gap = [psd(L - s * Identity(d)), psd(t * Identity(e) - D2), Gt(s, t)]
bases = [orthonormal(W), orthonormal(V1), orthonormal(V2), equal(V1 * V1.T + V2 * V2.T, Identity(p))]

four_routes = claim(
    "algorithms.four-routes",
    show=lambda: [
        given(equal(X.T * X * (X.T * u), sigma**2 * (X.T * u)), gram[0]),
        given(equal(sqnorm(X.T * u), sigma**2), *gram),
        given(equal(lifted.T * lifted, Identity(d)), *frame),
        given(equal(X * lifted * lifted.T, U * U.T * X), *frame),
        given(equal(R - R * w * w.T, X - X * (B * B.T + w * w.T)), *round_),
        given(
            equal(V1 * V1.T, W * W.T),
            *invariant,
            *gap,
            *bases,
            by(svd.same_projector, parts=[3]),
            steps=[step(W * W.T, svd.same_projector)],
        ),
        given(equal(Trace(L), Trace(V1.T * C * V1)), equal(C * W, W * L), orthonormal(W), equal(V1 * V1.T, W * W.T)),
    ],
    prose=(
        "Eigenvectors u of the Gram matrix give eigenvectors Xᵀu/σ of the covariance with the same eigenvalues and the "
        "same reconstruction. Several rounds of deflation leave what one projection along all their directions leaves. "
        "And any two routes that end with orthonormal eigenvectors for the d eigenvalues above a gap find one "
        "subspace, and the same sum of eigenvalues."
    ),
    sources=[note("000", 196, 203), note("002", 175, 178), note("003", 111, 123), note("004", 127, 139)],
    numeric=lambda case, tested: _four_routes(case, tested),
    wrong=["smallest components", "uncentred", "rows for columns", "axes of length two"],
    mutants=lambda: [
        without("unit"),
        without("orthonormal"),
        without("symmetric"),
        without_equation(gram[0]),
        without_equation(round_[1]),
        without_equation(gap[2]),
        without_equation(equal(V1 * V1.T, W * W.T)),
        swap(inverse(S), S),
    ],
    excludes={(6, "d = p"): "V₂ holds at least one direction that is left out; for d = p both projectors are I"},
)


def _routes(X: Any, d: int) -> Any:
    """d axes of centred data by the Gram matrix, the covariance, the SVD and rounds of deflation, written out."""
    rows = np.linalg.eigh(X @ X.T)[1][:, ::-1][:, :d]
    found, residue = [], X
    for _ in range(d):
        direction = np.linalg.svd(residue)[2][0]
        found.append(direction)
        residue = residue - np.outer(residue @ direction, direction)
    return [
        np.linalg.qr(X.T @ rows)[0],
        np.linalg.eigh(X.T @ X)[1][:, ::-1][:, :d],
        np.linalg.svd(X)[2][:d].T,
        np.array(found).T,
    ]


def _four_routes(case: Case, tested: Reference) -> None:
    """The reference's variances are those of every route, and so is its reconstruction where the gap determines it."""
    result = tested.pca(case.X, case.d)
    centred = case.X - case.X.mean(axis=0)
    size, steps = tested.norm(case.X) ** 2, 8 * tested.factored(case.n, case.p)
    squares = np.append(np.linalg.svd(centred, compute_uv=False), 0.0) ** 2
    for by_columns in (centred.T @ centred, centred @ centred.T):
        values = np.linalg.eigvalsh(by_columns)[::-1][: case.d]
        tested.same(case.n * result.explained_variance, values, steps=steps, scale=size)
    least = squares[case.d - 1] - (squares[case.d] if case.d < case.p else 0.0)
    if least <= 1e-6 * size:
        return  # a tie leaves the subspace free to turn
    for axes in _routes(centred, case.d):
        tested.same(
            result.scores @ result.components.T,
            centred @ axes @ axes.T,
            steps=4 * steps * (size / least) ** 1.5,
            scale=tested.norm(case.X),
        )


P, M = MatrixSymbol("P", k, p), MatrixSymbol("W", p, q)
i = index("i")
x = sample(X, i)

transform_shape = claim(
    "algorithms.transform-shape",
    show=lambda: [
        equal(sample(X * P.T, i), P * x),
        equal(sample(X * M, i), M.T * x),
        equal(sample(X * P.T * P, i), P.T * P * x),
        given(at_least(p, q), orthonormal(M)),
    ],
    prose=(
        "With P of k×p the map x ↦ Px takes p numbers to k, and on all samples at once it is XPᵀ. With q axes as the "
        "columns of W, p×q, the scores are the n×q matrix XW, whose k-th row is Wᵀxₖ: p numbers become q, and each new "
        "number is a combination of all p old ones. Orthonormal axes are at most as many as there are features: q ≤ p."
    ),
    sources=[note("003", 10, 12), note("003", 29, 34), note("001", 185)],
    numeric=lambda case, tested: _transform_shape(case, tested),
    wrong=["uncentred"],
    mutants=lambda: [untransposed(P), untransposed(M), without("orthonormal"), other_sense()],
)


def _transform_shape(case: Case, tested: Reference) -> None:
    """Row by row the reference's scores are its axes, transposed, times the centred sample: d numbers from p."""
    result = tested.pca(case.X, case.d)
    centred = case.X - case.X.mean(axis=0)
    tested.same(
        result.scores,
        np.array([result.components.T @ row for row in centred]).reshape(case.n, case.d),
        steps=8 * tested.product(case.n, case.p, case.p),
        scale=tested.norm(case.X),
    )


shape_as_printed = claim(
    "algorithms.transform-shape-as-printed",
    show=lambda: at_least(q, p),
    assuming=[orthonormal(M)],
    prose=(
        "Note 001 says that its $p×q$ matrix $W$ of $q$ orthonormal eigenvectors reduces $q$-dimensional data to "
        "$p$-dimensional data. Then $q$ would be the larger number. But $q$ orthonormal vectors of $p$ numbers "
        "may be fewer than $p$, and are never more: the letters are exchanged."
    ),
    sources=[note("001", 185)],
    numeric="the property of algorithms.transform-shape",
    repaired_by=transform_shape,
)


N = MatrixSymbol("N", p, n)
E, D = MatrixSymbol("V", p, p), MatrixSymbol("Lambda", p, p)
column = basis(p, "i")
centring = Identity(n) - OneMatrix(n, n) / n

right_code = claim(
    "algorithms.right-code",
    show=lambda: [
        given(equal(N * centring * N.T, X.T * centring * X), equal(N, X.T)),
        given(equal(C * (E * column), s * (E * column)), equal(C * E, E * D), equal(D * column, s * column)),
    ],
    prose=(
        "A function that takes the rows of its argument for the variables, as np.cov does, has to be given N = Xᵀ: "
        "then it computes NHNᵀ = XᵀHX, up to its divisor. And if CV = VΛ with a diagonal Λ, then the columns Veᵢ of V "
        "are the eigenvectors, not its rows."
    ),
    sources=[note("003", 117, 123)],
    numeric=lambda case, tested: _right_code(case, tested),
    wrong=["rows for columns", "uncentred", "random axes", "variances doubled"],
    mutants=lambda: [
        without_equation(equal(N, X.T)),
        without_equation(equal(C * E, E * D)),
        untransposed(N),
    ],
)


def _right_code(case: Case, tested: Reference) -> None:
    """numpy's covariance of Xᵀ has the reference's axes as eigenvectors, each with its variance."""
    result = tested.pca(case.X, case.d)
    C = np.cov(case.X.T, bias=True).reshape(case.p, case.p)
    tested.same(
        C @ result.components,
        result.components * result.explained_variance,
        steps=8 * tested.factored(case.n, case.p),
        scale=tested.norm(case.X) ** 2 / case.n,
    )


shift = MatrixSymbol("c", p, 1)
shifted = X + OneMatrix(n, 1) * shift.T

centring_first = claim(
    "algorithms.centring-first",
    show=lambda: [
        equal(centring * shifted, centring * X),
        given(
            equal(shifted.T * centring * shifted / n, X.T * centring * X / n),
            steps=[
                step(shifted.T * (centring * X) / n, words="by (1)"),
                step(X.T * centring * X / n, words="by (1)"),
            ],
        ),
    ],
    prose=(
        "Adding one vector c to all samples changes neither the centred data nor the covariance. So a route that "
        "centres first finds the same axes, variances and scores wherever the origin lies."
    ),
    sources=[note("000", 205, 208), note("002", 180, 183)],
    numeric=lambda case, tested: _centring_first(case, tested),
    wrong=["uncentred", "first sample for mean", "residual of the uncentred data"],
    mutants=lambda: [swap(centring, Identity(n)), swap(centring, -OneMatrix(n, n) / n)],
)


def _centring_first(case: Case, tested: Reference) -> None:
    """What the reference centres, its variances and what d rounds leave do not change when all samples are shifted."""
    moved = case.X + case.a
    size = tested.norm(case.X) + tested.norm(case.a) * case.n
    steps = 16 * tested.factored(case.n, case.p)
    tested.same(tested.center(moved), case.X - case.X.mean(axis=0), steps=steps, scale=size)
    variances = (tested.pca(data, case.d).explained_variance for data in (moved, case.X))
    tested.same(*variances, steps=steps, scale=size**2)
    left = (np.linalg.norm(tested.residual(data, case.d)) ** 2 for data in (moved, case.X))
    tested.same(*left, steps=steps, scale=size**2)


Y, V = MatrixSymbol("X", n, n), MatrixSymbol("V", n, n)
T, Lam = MatrixSymbol("S", n, n), MatrixSymbol("Lambda", n, n)
H = Identity(n) - OneMatrix(n, n) / n
one = basis(n, "i")

printed_code = claim(
    "algorithms.printed-code",
    show=lambda: [
        equal(Y * H * Y.T, Y.T * H * Y),
        given(
            equal(T * V.T * one, s * V.T * one),
            symmetric(T),
            equal(T, V * Lam * V.T),
            orthogonal(V),
            equal(Lam * one, s * one),
        ),
    ],
    prose=(
        "The function that note 003 prints calls np.cov(X), which takes the rows of X for the variables: of an n×p "
        "matrix whose rows are samples that is XHXᵀ, n×n, and even for n = p it is not XᵀHX. And it returns the first "
        "rows of the matrix V of eigenvectors, Vᵀeᵢ, where the eigenvectors are its columns, Veᵢ."
    ),
    sources=[note("003", 119, 122)],
    numeric="false as printed",
    repaired_by=right_code,
)
