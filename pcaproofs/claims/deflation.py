"""PCA one direction at a time: take the best line, subtract what lies along it, and start again with the residue.

S is the covariance. The columns of B (p×d) are the directions of the rounds so far, with SB = BΛ and BᵀB = I; I − BBᵀ
takes away what lies along them, from one sample x or from all rows of X at once. R = X − XBBᵀ holds the residues, and
M = S − BΛBᵀ is their covariance (deflated-covariance). The first round is B = w with one column.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sympy import Ge, Gt, Identity, MatrixSymbol, OneMatrix, Rational, Symbol, Trace, ZeroMatrix, symbols

from pcaproofs.claims import stationarity
from pcaproofs.language.conclusions import equal, maximises
from pcaproofs.language.hypotheses import orthogonal, orthonormal, projector, psd, symmetric, unit
from pcaproofs.language.nodes import basis, index, inner, sample, sqnorm, total
from pcaproofs.verify.claim import by, claim, given, note, step
from pcaproofs.verify.mutants import flip_sign, other_sense, swap, untransposed, without, without_equation
from pcaproofs.verify.numeric import np

if TYPE_CHECKING:
    from pcaproofs.sampling import Case
    from pcaproofs.verify.reference_pca import Reference

n, p, d, r, k = symbols("n p d r k", positive=True, integer=True)
lam, mu, g = Symbol("lambda", real=True), Symbol("mu", real=True), Symbol("g", positive=True)
X, R = MatrixSymbol("X", n, p), MatrixSymbol("R", n, p)
S, M = MatrixSymbol("S", p, p), MatrixSymbol("M", p, p)
B, Lam = MatrixSymbol("B", p, d), MatrixSymbol("Lambda", d, d)
x, v, w, q = (MatrixSymbol(name, p, 1) for name in "xvwq")
w1, w2 = MatrixSymbol("w1", p, 1), MatrixSymbol("w2", p, 1)
one = OneMatrix(n, 1)
H = Identity(n) - one * one.T / n
away = Identity(p) - B * B.T
residues = equal(R, X - X * B * B.T)
found = [symmetric(S), orthonormal(B), equal(S * B, B * Lam)]


def _rounds(X: Any, d: int) -> Any:
    """The directions of d rounds on centred data, p×d, and the residue that each round starts with."""
    residue, directions, seen = X - X.mean(axis=0), [], []
    for _ in range(d):
        direction = np.linalg.svd(residue)[2][0]
        seen.append(residue)
        directions.append(direction)
        residue = residue - np.outer(residue @ direction, direction)
    return np.array(directions).T, seen


residual_orthogonal = claim(
    "deflation.residual-orthogonal",
    show=lambda: [
        given(equal(inner(w, x - inner(x, w) * w), 0), unit(w)),
        given(equal(R * B, ZeroMatrix(n, d)), residues, orthonormal(B)),
    ],
    prose=(
        "If w is a unit vector, then x − (xᵀw)w is orthogonal to w. After several rounds with orthonormal directions B "
        "all residues are orthogonal to all these directions: RB = 0."
    ),
    sources=[note("002", 192)],
    numeric=lambda case, tested: _residual_orthogonal(case, tested),
    wrong=["axes of length two", "residual by half"],
    mutants=lambda: [
        without("unit"),
        without("orthonormal"),
        flip_sign(inner(x, w)),
        without_equation(residues),
    ],
)


def _residual_orthogonal(case: Case, tested: Reference) -> None:
    """What one round leaves of the samples, or d rounds of the centred ones, has nothing along the reference's axes."""
    W = tested.pca(case.X, case.d).components
    axis = W[:, 0]
    residue = case.X - np.outer(case.X @ axis, axis)
    limits = {"steps": 8 * tested.factored(case.n, case.p), "scale": tested.norm(case.X)}
    tested.same(residue @ axis, np.zeros(case.n), **limits)
    tested.same(tested.residual(case.X, case.d) @ W, np.zeros((case.n, case.d)), **limits)


deflated_covariance = claim(
    "deflation.deflated-covariance",
    show=lambda: [
        given(
            equal(R.T * H * R, away * X.T * H * X * away),
            residues,
            steps=[step((X - X * B * B.T).T * H * (X - X * B * B.T), residues), step(away * X.T * H * X * away)],
        ),
        given(
            equal(away * S * away, S - B * Lam * B.T),
            *found,
            steps=[
                step(S - B * B.T * S - S * B * B.T + B * B.T * S * B * B.T),
                step(S - B * Lam.T * B.T - B * Lam * B.T + B * Lam * B.T),
                step(S - B * Lam * B.T),
            ],
        ),
        given(equal(away * S * away * B, ZeroMatrix(p, d)), orthonormal(B)),
        given(equal(away * S * away * v, mu * v), equal(S * v, mu * v), equal(B.T * v, ZeroMatrix(d, 1))),
    ],
    prose=(
        "The residues have the covariance (I − BBᵀ)S(I − BBᵀ), here both sides times n. For orthonormal eigenvectors B "
        "of S with SB = BΛ it is S − BΛBᵀ: the directions that were taken out get the eigenvalue 0, and every "
        "eigenvector of S that is orthogonal to them keeps its own."
    ),
    sources=[note("002", 176, 178)],
    numeric=lambda case, tested: _deflated_covariance(case, tested),
    wrong=["rows for columns", "axes of length two", "uncentred", "residual by half", "variances doubled"],
    mutants=lambda: [
        without("symmetric"),
        without("orthonormal"),
        without_equation(residues),
        without_equation(found[2]),
        without_equation(equal(B.T * v, ZeroMatrix(d, 1))),
        swap(S - B * Lam * B.T, S + B * Lam * B.T),
    ],
)


def _deflated_covariance(case: Case, tested: Reference) -> None:
    """The covariance of what the reference's d axes leave is S less WΛWᵀ."""
    result = tested.pca(case.X, case.d)
    W, residue = result.components, tested.residual(case.X, case.d)
    centred = case.X - case.X.mean(axis=0)
    tested.same(
        residue.T @ residue / case.n,
        centred.T @ centred / case.n - (W * result.explained_variance) @ W.T,
        steps=8 * tested.factored(case.n, case.p),
        scale=tested.norm(case.X) ** 2 / case.n,
    )


first_residue = x - inner(x, w1) * w1

second_round = claim(
    "deflation.second-round",
    show=lambda: [
        given(
            equal(first_residue - inner(first_residue, w2) * w2, x - inner(x, w1) * w1 - inner(x, w2) * w2),
            equal(inner(w1, w2), 0),
        ),
        given(equal(R - R * w * w.T, X - X * (B * B.T + w * w.T)), residues, equal(B.T * w, ZeroMatrix(d, 1))),
    ],
    prose=(
        "Two rounds along orthogonal directions leave x − (xᵀw₁)w₁ − (xᵀw₂)w₂: the second round may take its part from "
        "the sample itself instead of from the first residue. In the same way each later round subtracts the part "
        "along its own direction w, if w is orthogonal to the directions B before it."
    ),
    sources=[note("002", 214, 228)],
    numeric=lambda case, tested: _second_round(case, tested),
    wrong=["axes not orthogonal", "uncentred"],
    mutants=lambda: [
        without_equation(equal(inner(w1, w2), 0)),
        without_equation(equal(B.T * w, ZeroMatrix(d, 1))),
        without_equation(residues),
        flip_sign(inner(x, w2)),
    ],
)


def _second_round(case: Case, tested: Reference) -> None:
    """Rounds along the reference's axes, each on the residue before, leave what is left when all are taken at once."""
    W = tested.pca(case.X, case.d).components
    residue = centred = case.X - case.X.mean(axis=0)
    for axis in W.T:
        residue = residue - np.outer(residue @ axis, axis)
    limits = {"steps": 8 * case.d * tested.factored(case.n, case.p), "scale": tested.norm(case.X)}
    tested.same(residue, centred - (centred @ W) @ W.T, **limits)
    tested.same(residue, centred - tested.pca(case.X, case.d).scores @ W.T, **limits)


lengths_and_angle = [unit(w1), unit(w2), equal(inner(w1, w2), 0)]

second_residue_as_printed = claim(
    "deflation.second-residue-as-printed",
    show=lambda: equal(
        first_residue - inner(first_residue, w2) * OneMatrix(p, 1), first_residue - inner(first_residue, w2) * w2
    ),
    assuming=lengths_and_angle,
    prose=(
        "The note subtracts the number $zᵀw₂$ from the first residue $z$, a vector, where the part $(zᵀw₂)w₂$ "
        "is meant. A program subtracts a number from every entry, and then the two are not the same; in the "
        "algebra of matrices the line is ill-typed, except in dimension 1, where there is no second round."
    ),
    sources=[note("002", 220)],
    numeric="the property of deflation.second-round",
    repaired_by=second_round,
)


decomposed = [equal(S, B * Lam * B.T + M), equal(M * B, ZeroMatrix(p, d))]
best = [unit(v), equal(inner(v, M * v), lam), psd(lam * Identity(p) - M)]
is_eigenvector = by(stationarity.multiplier_rule, {stationarity.V: M, stationarity.w: v, stationarity.lam: lam})

next_direction_orthogonal = claim(
    "deflation.next-direction-orthogonal",
    show=lambda: [
        given(equal(B.T * v, ZeroMatrix(d, 1)), decomposed[1]),
        given(equal(S * v, lam * v), *decomposed),
    ],
    assuming=[*best, Gt(lam, 0), is_eigenvector],
    prose=(
        "Let M be the covariance of the residues, with MB = 0 for the directions B of the rounds before, and let the "
        "unit vector v be a best line for the residues: vᵀMv = λ is the greatest there is. If λ > 0 then v is "
        "orthogonal to all columns of B, and for S = BΛBᵀ + M it is an eigenvector of S."
    ),
    sources=[note("002", 193, 211)],
    numeric=lambda case, tested: _orthogonal_rounds(case, tested),
    wrong=["rows for columns", "uncentred", "random axes", "residual by half", "axes not orthogonal"],
    mutants=lambda: [
        without("psd"),
        without_equation(Gt(lam, 0)),
        without_equation(best[1]),
        without_equation(decomposed[0]),
        without_equation(decomposed[1]),
    ],
)


def _orthogonal_rounds(case: Case, tested: Reference) -> None:
    """Each axis of the reference is a best line for what the axes before it leave, and is orthogonal to all of them."""
    W = tested.pca(case.X, case.d).components
    steps, scale = 8 * tested.factored(case.n, case.p), tested.norm(case.X)
    tested.same(W.T @ W, np.eye(case.d), steps=steps, scale=1)
    for k in range(1, case.d):
        residue = tested.residual(case.X, k)
        greatest = np.linalg.norm(residue, 2) ** 2
        tested.same(((residue @ W[:, k]) ** 2).sum(), greatest, steps=steps, scale=scale**2)


i_p = basis(p, "i")

product_as_printed = claim(
    "deflation.product-of-directions-as-printed",
    show=lambda: [equal(inner(i_p, w1) * inner(i_p, w2), 0), equal(w1 * w2.T, ZeroMatrix(p, p))],
    assuming=lengths_and_angle,
    prose=(
        "The note multiplies two columns without a transpose, which is ill-typed, except in dimension 1, "
        "where there are no two directions. The product that is 0 is $w₁ᵀw₂$. The products of the entries, "
        "which a program may compute here, need not be 0, and the matrix $w₁w₂ᵀ$ is not 0 either."
    ),
    sources=[note("002", 209)],
    numeric="the property of deflation.next-direction-orthogonal",
    repaired_by=next_direction_orthogonal,
)


G = MatrixSymbol("G", p, p)
always_orthogonal = claim(
    "deflation.next-direction-always-orthogonal",
    show=lambda: equal(inner(w, v), 0),
    assuming=[
        unit(w),
        equal(X.T * X * w, mu * w),
        psd(mu * Identity(p) - X.T * X),
        Gt(mu, 0),
        equal(R, X - X * w * w.T),
        unit(v),
        equal(inner(v, G * v), lam),
        equal(G, R.T * R),
        psd(lam * Identity(p) - G),
        Ge(p, 2),
    ],
    prose=(
        "Not every best line for the residues is orthogonal to the first direction $w$. If the data lie on "
        "one line, then all residues are 0, every line is a best one, and $w$ itself may be found again."
    ),
    sources=[note("002", 193, 194), note("002", 200, 209)],
    numeric="refuted by an exact example",
    repaired_by=next_direction_orthogonal,
)


W = MatrixSymbol("W", p, p)
A, C, K = MatrixSymbol("A", n, r), MatrixSymbol("C", p, r), MatrixSymbol("K", r, r)
B_r, L_r = MatrixSymbol("B", p, r), MatrixSymbol("Lambda", r, r)
i = index("i")
of_rank = [equal(X, A * C.T), orthonormal(C)]
eigenvectors = [equal(X.T * X * B_r, B_r * L_r), equal(L_r * K, Identity(r))]

in_the_span = claim(
    "deflation.in-the-span",
    show=lambda: given(
        equal(C * C.T * B_r, B_r),
        *of_rank,
        *eigenvectors,
        steps=[
            step(C * C.T * B_r * L_r * K, eigenvectors[1]),
            step(C * C.T * X.T * X * B_r * K, eigenvectors[0]),
            step(X.T * X * B_r * K, *of_rank),
            step(B_r * L_r * K, eigenvectors[0]),
            step(B_r, eigenvectors[1]),
        ],
    ),
    prose=(
        "If the samples lie in the subspace with the orthonormal basis C, then every eigenvector of XᵀX whose "
        "eigenvalue is not zero lies in it too: CCᵀB = B where XᵀXB = BΛ with an invertible Λ."
    ),
    sources=[note("002", 234, 235)],
    numeric=lambda case, tested: _in_the_span(case, tested),
    wrong=["random axes", "rows for columns"],
    mutants=lambda: [
        without("orthonormal"),
        without_equation(of_rank[0]),
        without_equation(eigenvectors[0]),
        without_equation(eigenvectors[1]),
    ],
)


def _in_the_span(case: Case, tested: Reference) -> None:
    """The reference's axes of data in the range of B, as far as they vary, lie in that range."""
    low = case.X @ case.B @ case.B.T
    result = tested.pca(low, case.d)
    kept = result.components * result.explained_variance
    tested.same(
        case.B @ case.B.T @ kept,
        kept,
        steps=16 * tested.factored(case.n, case.p),
        scale=tested.norm(case.X) ** 2 / case.n,
    )


def along(directions: Any) -> Any:
    """Σ (xᵀwᵢ)wᵢ over the columns wᵢ of a matrix."""
    column = sample(directions.T, i)
    return total(inner(x, column) * column, i)


finished = claim(
    "deflation.finished",
    show=lambda: [
        given(equal(along(W), x), orthogonal(W)),
        given(equal(X - X * W * W.T, ZeroMatrix(n, p)), orthogonal(W)),
        given(equal(X - X * B_r * B_r.T, ZeroMatrix(n, p)), *of_rank, *eigenvectors, orthonormal(B_r), by(in_the_span)),
        equal(along(B_r), B_r * B_r.T * x),
    ],
    prose=(
        "After p rounds the directions W are an orthonormal basis of the whole space, every x is the sum of the "
        "(xᵀwᵢ)wᵢ and nothing is left. If the data have rank r, X = ACᵀ with r orthonormal columns in C, then r rounds "
        "with eigenvalues that are not zero already leave nothing."
    ),
    sources=[note("002", 226, 246)],
    numeric=lambda case, tested: _finished(case, tested),
    wrong=["residual by half", "random axes", "one component too few", "residual of the uncentred data"],
    mutants=lambda: [
        without("orthogonal"),
        without("orthonormal"),
        without_equation(of_rank[0]),
        without_equation(eigenvectors[1]),
        untransposed(W),
        swap(B_r * B_r.T * x, x),
    ],
)


def _finished(case: Case, tested: Reference) -> None:
    """Data in a subspace of dimension d, shifted or not, are used up after d rounds; any data after min(n, p)."""
    low = case.X @ case.B @ case.B.T + case.a
    limits = {"steps": 16 * tested.factored(case.n, case.p), "scale": tested.norm(case.X) + tested.norm(case.a)}
    tested.same(tested.residual(low, case.d), np.zeros((case.n, case.p)), **limits)
    tested.same(tested.residual(case.X, min(case.n, case.p)), np.zeros((case.n, case.p)), **limits)


stored = p * k + k * n

storage = claim(
    "deflation.storage",
    show=lambda: [
        equal(n * p - stored, n * p - k * (n + p)),
        given(equal(stored, n + 2), equal(k, 1), equal(p, 2)),
    ],
    prose=(
        "To store $k$ directions of $p$ numbers and $k$ coefficients for each of $n$ samples takes $pk + kn$ "
        "numbers in place of $np$. What is saved is $np − k(n + p)$, so there is a saving exactly when $k(n + "
        "p) < np$. Points on a line of the plane need $n + 2$ numbers in place of $2n$."
    ),
    sources=[note("002", 61, 63), note("002", 251, 264)],
    numeric="counts of numbers, in which nothing rounds",
    mutants=lambda: [swap(n + p, n * p), swap(n + 2, 2 * n), without_equation(equal(k, 1))],
)


storage_as_printed = claim(
    "deflation.storage-as-printed",
    show=lambda: [
        given(equal(n * p, n), equal(p, 2)),
        given(equal(p * k + k * (2 * n), n + 2), equal(k, 1), equal(p, 2)),
    ],
    prose=(
        "The note calls the eight numbers of its four points of the plane eight data points, as if $n$ points "
        "of the plane were $n$ numbers, and it says that $2n$ points on a line can be stored as $n + 2$ "
        "numbers. They need $2n + 2$."
    ),
    sources=[note("002", 48, 49), note("002", 62, 63)],
    numeric="counts of numbers, in which nothing rounds",
    repaired_by=storage,
)


first, second = basis(2, "i"), basis(2, "j")
point, representative = MatrixSymbol("x", 2, 1), MatrixSymbol("r", 2, 1)
on_the_line = equal(representative, first + 2 * second)
POINTS = [(-7, -14), (Rational(5, 2), 5), (Rational(1, 2), 1), (0, 0)]

worked_example = claim(
    "deflation.worked-example",
    show=lambda: [given(equal(point, a * representative), equal(point, a * first + b * second)) for a, b in POINTS],
    assuming=[on_the_line],
    prose=(
        "The four points $(−7, −14)$, $(2.5, 5)$, $(0.5, 1)$ and $(0, 0)$ are $−7$, $2.5$, $0.5$ and $0$ "
        "times $r = (1, 2)$: on the line where the second coordinate is twice the first, the first coordinate "
        "is the coefficient."
    ),
    sources=[note("002", 38, 59)],
    numeric=lambda case, tested: _worked_example(case, tested),
    wrong=["random axes", "residual by half", "rows for columns"],
    mutants=lambda: [
        without_equation(on_the_line),
        swap(-7 * representative, 7 * representative),
        swap(ZeroMatrix(2, 1), representative),
    ],
)


def _worked_example(case: Case, tested: Reference) -> None:
    """One round of the reference uses the four points up, and its axis is along (1, 2)."""
    data = np.array([[float(a), float(b)] for a, b in POINTS])
    axis = tested.pca(data, 1).components[:, 0]
    limits = {"steps": 8 * tested.factored(4, 2), "scale": tested.norm(data)}
    tested.same(2 * axis[0], axis[1], **limits)
    tested.same(tested.residual(data, 1), 0 * data, **limits)


worked_example_as_printed = claim(
    "deflation.worked-example-as-printed",
    show=lambda: equal(point, 1 * representative),
    assuming=[on_the_line, equal(point, 0 * first + 0 * second)],
    prose="The note prints 1 as the coefficient of its last point. But 1 times $(1, 2)$ is $(1, 2)$, and that "
    "point is 0.",
    sources=[note("002", 57, 59)],
    numeric="refuted by an exact example",
    repaired_by=worked_example,
)


onto_residues = claim(
    "deflation.projections-onto-residues",
    show=lambda: equal(inner(first_residue, first_residue) * x, inner(x, first_residue) * first_residue),
    assuming=[unit(w1)],
    prose=(
        "Note 002 calls a sample the sum of its projections onto the residues. Take one round: the projection of x "
        "onto its residue z = x − (xᵀw₁)w₁ is (xᵀz/zᵀz) z, and it is not x as soon as x has a part along w₁. The "
        "projections are onto the directions."
    ),
    sources=[note("002", 241, 242)],
    numeric="refuted by an exact example",
    repaired_by=finished,
)


left_over = equal(M, S - B * Lam * B.T)
axis = [equal(S * q, lam * q), equal(B.T * q, ZeroMatrix(d, 1)), unit(q)]
simple = psd(lam * Identity(p) - g * (Identity(p) - q * q.T) - M)
attains = equal(inner(v, M * v), lam)
same_line = equal(inner(q, v) ** 2, 1)

same_as_eigh = claim(
    "deflation.same-as-eigh",
    show=lambda: [
        given(
            maximises(inner(v, M * v), {v: q}, value=lam),
            left_over,
            *axis,
            unit(v),
            psd(lam * Identity(p) - M),
            steps={
                "better": [step(lam - inner(v, M * v)), step(sqnorm(psd(lam * Identity(p) - M).factor() * v))],
            },
        ),
        given(equal(v * v.T, q * q.T), simple, unit(q), unit(v), attains),
        given(equal(v, inner(q, v) * q), unit(q), unit(v), same_line),
    ],
    prose=(
        "Let M = S − BΛBᵀ be the covariance of the residues after some rounds, and let q be a unit eigenvector of S "
        "that is orthogonal to their directions B. If its eigenvalue λ is the largest of M, then q is a best direction "
        "for the residues. If the others are at most λ − g with g > 0, every best direction v has vvᵀ = qqᵀ, that is v "
        "= ±q: the round and the eigendecomposition find the same direction up to its sign."
    ),
    sources=[note("002", 211), note("002", 271, 275)],
    numeric=lambda case, tested: _same_as_eigh(case, tested),
    wrong=["smallest components", "rows for columns", "uncentred", "random axes, right variances"],
    mutants=lambda: [
        without("psd"),
        without("unit"),
        other_sense(),
        without_equation(attains),
        without_equation(same_line),
        without_equation(left_over),
        without_equation(axis[1]),
    ],
)


def _same_as_eigh(case: Case, tested: Reference) -> None:
    """Round by round the reference's axes have the directions of deflation, as far as gaps determine them."""
    axes, seen = _rounds(case.X, case.d)
    result = tested.pca(case.X, case.d)
    size = tested.norm(case.X) ** 2
    for j, residue in enumerate(seen):
        values = np.append(np.linalg.svd(residue, compute_uv=False), 0.0) ** 2
        gap = values[0] - values[1] if case.p > 1 else values[0]
        if gap <= 1e-9 * size:
            return  # a tie leaves this axis, and with it all that follow, free to turn
        tested.same(
            np.outer(axes[:, j], axes[:, j]),
            np.outer(result.components[:, j], result.components[:, j]),
            steps=32 * (j + 1) * tested.factored(case.n, case.p) * size / gap,
            scale=1,
        )


P = MatrixSymbol("P", p, p)
next_axis = [equal(M * q, lam * q), equal(B.T * q, ZeroMatrix(d, 1)), unit(q), psd(lam * away - M)]
among = [unit(v), equal(B.T * v, ZeroMatrix(d, 1))]
larger = psd(Lam - lam * Identity(d))
subspace = [projector(P), equal(Trace(P), d + 1)]

one_by_one = claim(
    "deflation.one-by-one",
    show=lambda: [
        given(
            maximises(inner(v, S * v), {v: q}, value=lam),
            decomposed[0],
            *next_axis,
            *among,
            steps={
                "better": [
                    step(lam - inner(v, S * v)),
                    step(lam * sqnorm(v) - inner(v, M * v)),
                    step(sqnorm(next_axis[3].factor() * v)),
                ],
            },
        ),
        given(
            maximises(Trace(P * S), {P: B * B.T + q * q.T}, value=Trace(Lam) + lam),
            *decomposed,
            orthonormal(B),
            *next_axis,
            larger,
            *subspace,
            steps={
                "better": [
                    step(Trace(Lam) + lam - Trace(P * S)),
                    step(
                        Trace((Lam - lam * Identity(d)) * (Identity(d) - B.T * P * B)) + Trace((lam * away - M) * P),
                        words="as much is contained as is missed",
                    ),
                    step(sqnorm(larger.factor() * B.T * (Identity(p) - P)) + sqnorm(next_axis[3].factor() * P)),
                ],
                "value": [step(Trace(B.T * S * B) + inner(q, S * q)), step(Trace(Lam) + lam)],
            },
        ),
    ],
    prose=(
        "Let S = BΛBᵀ + M with MB = 0, and let λ be the largest eigenvalue of M, with the unit eigenvector q. Then q "
        "maximises vᵀSv among the unit vectors v orthogonal to B, and the maximum is λ. If the eigenvalues of Λ are at "
        "least λ, then B together with q is best among all subspaces of dimension d + 1: choosing one direction after "
        "the other gives the optimum of the joint problem."
    ),
    sources=[note("003", 36), note("003", 111), note("004", 95, 97)],
    numeric=lambda case, tested: _one_by_one(case, tested),
    wrong=["smallest components", "random axes", "random axes, right variances", "variances doubled", "uncentred"],
    mutants=lambda: [
        without("unit"),
        without("projector"),
        without("psd"),
        without_equation(among[1]),
        without_equation(decomposed[0]),
        swap(Trace(Lam) + lam, Trace(Lam)),
        other_sense(),
    ],
    excludes={(2, "d = p"): "after p directions there is no further one"},
)


def _one_by_one(case: Case, tested: Reference) -> None:
    """The k-th variance of the reference is the greatest across its earlier axes, and the sum is Ky Fan's maximum."""
    result = tested.pca(case.X, case.d)
    W, values = result.components, result.explained_variance
    centred = case.X - case.X.mean(axis=0)
    limits = {"steps": 16 * tested.factored(case.n, case.p), "scale": tested.norm(case.X) ** 2}
    for k in range(case.d):
        rest = centred - (centred @ W[:, :k]) @ W[:, :k].T
        tested.same(case.n * values[k], np.linalg.norm(rest, 2) ** 2, **limits)
        tested.same(((centred @ W[:, k]) ** 2).sum(), case.n * values[k], **limits)
    tested.same(case.n * values.sum(), (np.linalg.svd(centred, compute_uv=False)[: case.d] ** 2).sum(), **limits)
