"""PCA one direction at a time: take the best line, subtract what lies along it, and start again with the residue.

S is a covariance and w a unit direction that was found; I − wwᵀ takes away what lies along w, from one sample x or from
all rows of X at once.
"""

from sympy import Ge, Gt, Identity, MatrixSymbol, Ne, OneMatrix, Rational, Symbol, ZeroMatrix

from pcaproofs.language.conclusions import at_least, equal, maximises
from pcaproofs.language.hypotheses import orthogonal, orthonormal, psd, symmetric, unit
from pcaproofs.language.nodes import basis, index, inner, sample, sqnorm, total
from pcaproofs.verify.claim import by, claim, given, note
from pcaproofs.verify.later import np
from pcaproofs.verify.mutants import flip_sign, other_sense, right_times, swap, untransposed, without, without_equation

n = Symbol("n", positive=True, integer=True)
p = Symbol("p", positive=True, integer=True)
d = Symbol("d", positive=True, integer=True)
k = Symbol("k", positive=True, integer=True)
lam, lam2 = Symbol("lambda", real=True), Symbol("lambda2", real=True)
g = Symbol("g", positive=True)
X, R = MatrixSymbol("X", n, p), MatrixSymbol("R", n, p)
S = MatrixSymbol("S", p, p)
x, v, w = MatrixSymbol("x", p, 1), MatrixSymbol("v", p, 1), MatrixSymbol("w", p, 1)
w1, w2 = MatrixSymbol("w1", p, 1), MatrixSymbol("w2", p, 1)
one = OneMatrix(n, 1)
H = Identity(n) - one * one.T / n
away = Identity(p) - w * w.T
residues = equal(R, X * away)


def _rounds(X, d):  # type: ignore[no-untyped-def]
    """The directions of d rounds on centred data, p×d, and the residue that each round starts with."""
    residue, found, seen = X - X.mean(axis=0), [], []
    for _ in range(d):
        direction = np.linalg.svd(residue)[2][0]
        seen.append(residue)
        found.append(direction)
        residue = residue - np.outer(residue @ direction, direction)
    return np.array(found).T, seen


residual_orthogonal = claim(
    "deflation.residual-orthogonal",
    show=lambda: [
        equal(inner(w, x - inner(x, w) * w), 0),
        given(equal(R * w, ZeroMatrix(n, 1)), residues),
    ],
    assuming=[unit(w)],
    prose="What is left of a sample once its part along w is taken away is orthogonal to w; so are all residues.",
    said_in=[note("002", 192)],
    numeric=lambda case, bench: _residual_orthogonal(case, bench),
    wrong=["axes of length two"],
    mutants=lambda: [without("unit"), flip_sign(inner(x, w)), without_equation(residues)],
)


def _residual_orthogonal(case, bench):  # type: ignore[no-untyped-def]
    """What the reference's first axis leaves of the samples has nothing along that axis."""
    axis = bench.pca(case.X, 1).components[:, 0]
    residue = case.X - np.outer(case.X @ axis, axis)
    bench.same(
        residue @ axis,
        np.zeros(case.n),
        steps=8 * bench.factored(case.n, case.p),
        scale=bench.norm(case.X),
    )


found = [symmetric(S), unit(w), equal(S * w, lam * w)]
other = [equal(S * v, lam2 * v), equal(inner(w, v), 0)]

deflated_covariance = claim(
    "deflation.deflated-covariance",
    show=lambda: [
        equal((X * away).T * H * (X * away) / n, away * (X.T * H * X / n) * away),
        given(equal(away * S * away, S - lam * w * w.T), *found),
        given(equal(away * S * away * w, ZeroMatrix(p, 1)), unit(w)),
        given(equal(away * S * away * v, lam2 * v), *found, *other),
    ],
    prose=(
        "The residues have covariance (I − wwᵀ)S(I − wwᵀ), which for an eigenvector w is S − λwwᵀ: the eigenvalue of w "
        "becomes 0, and every eigenvector orthogonal to w keeps its own."
    ),
    said_in=[note("002", 176, 178)],
    numeric=lambda case, bench: _deflated_covariance(case, bench),
    wrong=["rows for columns", "axes of length two", "uncentred"],
    mutants=lambda: [
        without("symmetric"),
        without("unit"),
        without_equation(found[2]),
        without_equation(other[1]),
        swap(S - lam * w * w.T, S + lam * w * w.T),
        right_times(2),
    ],
)


def _deflated_covariance(case, bench):  # type: ignore[no-untyped-def]
    """The covariance of what the reference's first axis leaves is S less λwwᵀ."""
    result = bench.pca(case.X, 1)
    axis = result.components[:, 0]
    centred = case.X - case.X.mean(axis=0)
    residue = centred - np.outer(centred @ axis, axis)
    bench.same(
        residue.T @ residue / case.n,
        centred.T @ centred / case.n - result.explained_variance[0] * np.outer(axis, axis),
        steps=8 * bench.factored(case.n, case.p),
        scale=bench.norm(case.X) ** 2 / case.n,
    )


first_residue = x - inner(x, w1) * w1

second_round = claim(
    "deflation.second-round",
    show=lambda: equal(
        first_residue - inner(first_residue, w2) * w2,
        x - inner(x, w1) * w1 - inner(x, w2) * w2,
    ),
    assuming=[equal(inner(w1, w2), 0)],
    prose=(
        "Two rounds along orthogonal directions leave x − (xᵀw₁)w₁ − (xᵀw₂)w₂: the second round may take its part from "
        "the sample itself instead of from the first residue."
    ),
    said_in=[note("002", 216, 224)],
    numeric=lambda case, bench: _second_round(case, bench),
    wrong=["axes of length two", "uncentred"],
    mutants=lambda: [
        without_equation(equal(inner(w1, w2), 0)),
        right_times(2),
        flip_sign(inner(x, w2)),
    ],
)


def _second_round(case, bench):  # type: ignore[no-untyped-def]
    """Rounds by themselves leave what the reference leaves at one stroke, wherever the gap makes that unique."""
    axes, seen = _rounds(case.X, case.d)
    left = np.linalg.norm(seen[-1] - np.outer(seen[-1] @ axes[:, -1], axes[:, -1])) ** 2
    result = bench.pca(case.X, case.d)
    centred = case.X - case.X.mean(axis=0)
    at_once = centred - result.scores @ result.components.T
    bench.same(
        left,
        (at_once * at_once).sum(),
        steps=16 * case.d * bench.factored(case.n, case.p),
        scale=bench.norm(case.X) ** 2,
    )


next_eigen = equal(R.T * R * v, lam2 * v)

next_direction_orthogonal = claim(
    "deflation.next-direction-orthogonal",
    show=lambda: [
        given(equal(inner(w, v), 0), residues, next_eigen, Ne(lam2, 0), by(residual_orthogonal)),
        given(equal(S * v, lam2 * v), *found, equal((S - lam * w * w.T) * v, lam2 * v), equal(inner(w, v), 0)),
    ],
    assuming=[unit(w)],
    prose=(
        "A direction v along which the residues still vary, RᵀRv = λ₂v with λ₂ ≠ 0, is orthogonal to the direction w "
        "that was taken out; it is then an eigenvector of the original S too."
    ),
    said_in=[note("002", 193, 202)],
    numeric=lambda case, bench: _orthogonal_rounds(case, bench),
    wrong=["rows for columns", "uncentred"],
    mutants=lambda: [
        without("unit"),
        without_equation(Ne(lam2, 0)),
        without_equation(next_eigen),
        without_equation(residues),
        without_equation(equal(inner(w, v), 0)),
    ],
)


def _orthogonal_rounds(case, bench):  # type: ignore[no-untyped-def]
    """What the first axis leaves has the reference's other axes for its directions, all orthogonal to it."""
    result = bench.pca(case.X, case.d)
    first, rest = result.components[:, 0], result.components[:, 1:]
    centred = case.X - case.X.mean(axis=0)
    residue = centred - np.outer(centred @ first, first)
    steps, scale = 8 * bench.factored(case.n, case.p), bench.norm(case.X) ** 2
    bench.same(first @ residue.T @ residue @ rest, np.zeros(case.d - 1), steps=steps, scale=scale)
    bench.same(
        residue.T @ residue @ rest,
        case.n * rest * result.explained_variance[1:],
        steps=steps,
        scale=scale,
    )


always_orthogonal = claim(
    "deflation.next-direction-always-orthogonal",
    show=lambda: equal(inner(w, v), 0),
    assuming=[
        unit(w),
        equal(X.T * X * w, lam * w),
        psd(lam * Identity(p) - X.T * X),
        Gt(lam, 0),
        residues,
        unit(v),
        next_eigen,
        psd(lam2 * Identity(p) - R.T * R),
        Ge(p, 2),
    ],
    prose=(
        "Note 002 has every best line for the residues orthogonal to the first. But where the data lie on one line, as "
        "its own four points do, all residues are 0, every line is a best one, and w itself may be found again."
    ),
    said_in=[note("002", 193, 194), note("002", 200, 202)],
    numeric="refuted by an exact example",
    mutants=[],
    declared="refuted",
    repaired_by=next_direction_orthogonal,
)


W, B = MatrixSymbol("W", p, p), MatrixSymbol("B", p, d)
A = MatrixSymbol("A", n, d)
i = index("i")
spanned = equal(X, A * B.T)


def along(directions):  # type: ignore[no-untyped-def]
    """Σ (xᵀwᵢ)wᵢ over the columns wᵢ of a matrix."""
    column = sample(directions.T, i)
    return total(inner(x, column) * column, i)


finished = claim(
    "deflation.finished",
    show=lambda: [
        given(equal(along(W), x), orthogonal(W)),
        given(equal(X - X * W * W.T, ZeroMatrix(n, p)), orthogonal(W)),
        equal(along(B), B * B.T * x),
        given(equal(X - X * B * B.T, ZeroMatrix(n, p)), orthonormal(B), spanned),
    ],
    prose=(
        "After p rounds the directions are an orthonormal basis of the whole space and nothing is left; and once the d "
        "directions found span the rows of X, which rank X of them can do, nothing is left already."
    ),
    said_in=[note("002", 228, 234)],
    numeric=lambda case, bench: _finished(case, bench),
    wrong=["axes of length two", "uncentred"],
    mutants=lambda: [
        without("orthogonal"),
        without("orthonormal"),
        without_equation(spanned),
        untransposed(W),
        right_times(2),
    ],
)


def _finished(case, bench):  # type: ignore[no-untyped-def]
    """All min(n, p) directions of the reference leave nothing of the centred data."""
    result = bench.pca(case.X)
    centred = case.X - case.X.mean(axis=0)
    bench.same(
        centred - result.scores @ result.components.T,
        np.zeros_like(centred),
        steps=8 * bench.factored(case.n, case.p),
        scale=bench.norm(case.X),
    )


def numbers(rows, cols):  # type: ignore[no-untyped-def]
    """How many numbers a rows×cols table holds, counted by a table of ones."""
    return sqnorm(OneMatrix(rows, cols))


stored = numbers(p, k) + numbers(n, k)
fewer = Ge(n * p, k * (n + p))

storage = claim(
    "deflation.storage",
    show=lambda: [
        equal(stored, k * (n + p)),
        given(at_least(numbers(n, p), stored), fewer),
        given(at_least(n * p, k * (n + p)), at_least(numbers(n, p), stored)),
        equal(numbers(2, 1) + numbers(n, 1), n + 2),
    ],
    prose=(
        "k directions and k coefficients for each of n samples are pk + kn numbers in place of np, which is a saving "
        "exactly when k(n + p) < np; for points on a line of the plane, n + 2 in place of 2n."
    ),
    said_in=[note("002", 61, 63), note("002", 255, 264)],
    numeric="counts of numbers, in which nothing rounds",
    mutants=lambda: [without_equation(fewer), swap(n + p, n * p), swap(k, 2 * k, right=True), right_times(2)],
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
        "The four points (−7, −14), (2.5, 5), (0.5, 1) and (0, 0) are −7, 2.5, 0.5 and 0 times r = (1, 2): on the line "
        "where the second coordinate is twice the first, the first coordinate is the coefficient."
    ),
    said_in=[note("002", 38, 59)],
    numeric="four fixed points, multiplied out exactly",
    mutants=lambda: [without_equation(on_the_line), swap(-7 * representative, 7 * representative), right_times(2)],
)


worked_example_as_printed = claim(
    "deflation.worked-example-as-printed",
    show=lambda: equal(point, 1 * representative),
    assuming=[on_the_line, equal(point, 0 * first + 0 * second)],
    prose="The note prints 1 as the coefficient of its last point; but 1 times (1, 2) is (1, 2), and that point is 0.",
    said_in=[note("002", 57, 59)],
    numeric="refuted by an exact example",
    mutants=[],
    declared="refuted",
    repaired_by=worked_example,
)


largest = psd(lam * Identity(p) - S)
simple = psd(lam * Identity(p) - g * away - S)
attains = equal(inner(v, S * v), lam)
same_line = equal(inner(w, v) ** 2, 1)

same_as_eigh = claim(
    "deflation.same-as-eigh",
    show=lambda: [
        given(maximises(inner(v, S * v), {v: w}, value=lam), largest),
        given(attains, equal(S * v, lam * v)),
        given(same_line, simple, attains),
        given(equal(v, inner(w, v) * w), same_line),
    ],
    assuming=[*found, unit(v)],
    prose=(
        "Where the largest eigenvalue λ of S is simple, all others being at most λ − g with g > 0, only ±w varies "
        "most: a round of deflation and an eigendecomposition find one direction up to its sign. What is left has the "
        "other eigenpairs, so as long as the eigenvalues differ the two agree round by round."
    ),
    said_in=[note("002", 211), note("002", 271, 275)],
    numeric=lambda case, bench: _same_as_eigh(case, bench),
    wrong=["smallest components", "rows for columns", "uncentred"],
    mutants=lambda: [
        without("psd"),
        without("unit"),
        other_sense(),
        without_equation(same_line),
        swap(lam, 2 * lam, right=True),
    ],
)


def _same_as_eigh(case, bench):  # type: ignore[no-untyped-def]
    """Round by round the reference's axes have the directions of deflation, as far as gaps determine them."""
    axes, seen = _rounds(case.X, case.d)
    result = bench.pca(case.X, case.d)
    size = bench.norm(case.X) ** 2
    for j, residue in enumerate(seen):
        values = np.append(np.linalg.svd(residue, compute_uv=False), 0.0) ** 2
        gap = values[0] - values[1] if case.p > 1 else values[0]
        if gap <= 1e-9 * size:
            return  # a tie leaves this axis, and with it all that follow, free to turn
        bench.same(
            np.outer(axes[:, j], axes[:, j]),
            np.outer(result.components[:, j], result.components[:, j]),
            steps=32 * (j + 1) * bench.factored(case.n, case.p) * size / gap,
            scale=1,
        )
