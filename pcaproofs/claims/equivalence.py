"""Least reconstruction error is most variance: the two problems differ by a constant.

In coordinates the note's X·w and (xₖᵀw)w are the same thing; the error of the whole data is the squared norm of
X − Xwwᵀ, or of X − XBBᵀ for several directions, the columns of B.
"""

from itertools import pairwise

from sympy import Identity, MatMul, MatrixSymbol, OneMatrix, Symbol, Trace, Transpose

from pcaproofs.language.conclusions import at_least, equal, minimises, same_optimisers
from pcaproofs.language.hypotheses import centered, orthonormal, projector, psd, unit
from pcaproofs.language.nodes import average, index, inner, sample, sqnorm, total
from pcaproofs.verify.claim import claim, given, note
from pcaproofs.verify.later import np
from pcaproofs.verify.mutants import flip_sign, other_sense, right_times, swap, without, without_equation

n = Symbol("n", positive=True, integer=True)
p = Symbol("p", positive=True, integer=True)
d = Symbol("d", positive=True, integer=True)
X = MatrixSymbol("X", n, p)
P = MatrixSymbol("P", p, p)
k = index("k")
x = sample(X, k)
mu = X.T * OneMatrix(n, 1) / n
kept = total(sqnorm(P * x), k)
lost = total(sqnorm(x - P * x), k)

subspace = claim(
    "equivalence.subspace",
    show=lambda: [
        equal(lost, total(sqnorm(x), k) - kept),
        same_optimisers([P], ("min", lost), ("max", kept)),
    ],
    assuming=[projector(P)],
    prose=(
        "What projection loses and what it keeps add up to what there was, sample by sample; so the subspace that "
        "loses least is the one that keeps most, and asking for either is asking for both."
    ),
    said_in=[note("000", 117, 125)],
    numeric=lambda case, bench: _split(case, bench),
    wrong=["axes of length two", "uncentred", "rows for columns"],
    mutants=lambda: [flip_sign(kept), swap(kept, 2 * kept), without("projector"), other_sense(), right_times(2)],
)


def _split(case, bench):  # type: ignore[no-untyped-def]
    """The reconstruction error of the reference's projector is the total less the variance that it explains."""
    result = bench.pca(case.X, case.d)
    centred = case.X - case.X.mean(axis=0)
    residual = centred - centred @ result.projector
    bench.same(
        (residual * residual).sum(),
        (centred * centred).sum() - case.n * result.explained_variance.sum(),
        steps=4 * bench.factored(case.n, case.p),
        scale=bench.norm(case.X) ** 2,
    )


w = MatrixSymbol("w", p, 1)
along = inner(x, w)  # the coordinate xₖᵀw
to_line = sqnorm(x - along * w)

line_residual = claim(
    "equivalence.line-residual",
    show=lambda: [
        equal(to_line, sqnorm(x) - 2 * along**2 + sqnorm(along * w)),
        given(equal(sqnorm(along * w), along**2), unit(w)),
        given(equal(to_line, sqnorm(x) - along**2), unit(w)),
        given(equal(average(to_line, k), average(sqnorm(x) - along**2, k)), unit(w)),
        equal(sqnorm(x - along / sqnorm(w) * w), sqnorm(x) - along**2 / sqnorm(w)),
    ],
    prose=(
        "The squared distance of a sample from the line of the unit vector w is its squared length less the square of "
        "its coordinate along w. Where w is not of length one its square has to divide, and then only the line matters."
    ),
    said_in=[note("001", 26, 28), note("002", 125, 128)],
    numeric=lambda case, bench: _line_residual(case, bench),
    wrong=["axes of length two"],
    mutants=lambda: [without("unit"), flip_sign(along**2), swap(along, 2 * along, right=True), right_times(2)],
)


def _line_residual(case, bench):  # type: ignore[no-untyped-def]
    """Sample by sample along the reference's first axis, for data that are not centred."""
    axis = bench.pca(case.X, 1).components[:, 0]
    coordinate = case.X @ axis
    residual = case.X - coordinate[:, None] * axis
    bench.same(
        (residual * residual).sum(axis=1),
        (case.X * case.X).sum(axis=1) - coordinate**2,
        steps=4 * bench.factored(case.n, case.p),
        scale=bench.norm(case.X) ** 2,
    )


line_residual_any_length = claim(
    "equivalence.line-residual-any-length",
    show=lambda: equal(to_line, sqnorm(x) - along**2),
    prose="The same formula without the condition that w has length one: a projection that is no projection any more.",
    said_in=[note("001", 26, 28), note("002", 125, 128)],
    numeric="false as printed",
    mutants=[],
    declared="refuted",
    repaired_by=line_residual,
)


rss_of = total(to_line, k)
variance = average((along - inner(mu, w)) ** 2, k)

rss = claim(
    "equivalence.rss",
    show=lambda: [
        given(equal(rss_of, total(sqnorm(x), k) - total(along**2, k)), unit(w)),
        equal(average(along**2, k), variance + inner(mu, w) ** 2),
        given(equal(total(along**2, k), n * variance), centered(X)),
        given(equal(rss_of, total(sqnorm(x), k) - n * variance), unit(w), centered(X)),
        given(same_optimisers([w], ("min", rss_of), ("max", variance)), unit(w), centered(X)),
    ],
    prose=(
        "Of centred data the residual sum of squares along the unit vector w is the total sum of squares less n times "
        "the variance of the coordinates, so least residuals and most variance are found in the same direction."
    ),
    said_in=[note("001", 39, 78), note("002", 303, 317)],
    numeric=lambda case, bench: _rss(case, bench),
    wrong=["uncentred", "median for mean", "first sample for mean"],
    mutants=lambda: [without("centered"), without("unit"), swap(n, 1, right=True), swap(1 / n, 2 / n), right_times(2)],
)


def _rss(case, bench):  # type: ignore[no-untyped-def]
    """The residuals of the reference's centred samples, against numpy's variance of the data along w."""
    centred = bench.center(case.X)
    residual = centred - (centred @ case.w)[:, None] * case.w
    bench.same(
        (residual * residual).sum(),
        ((case.X - case.X.mean(axis=0)) ** 2).sum() - case.n * np.var(case.X @ case.w),
        steps=20 * bench.product(case.n, case.p),
        scale=bench.norm(case.X) ** 2,
    )


S = X.T * X
off = X - X * w * w.T  # the residual matrix
steps_to_variance = [
    sqnorm(off),
    Trace(MatMul(off, Transpose(off))),  # off.T would be the next line already
    Trace(off * (X.T - w * w.T * X.T)),
    Trace(X * X.T - 2 * X * w * w.T * X.T + X * w * (w.T * w) * w.T * X.T),
    Trace(X * X.T - X * w * w.T * X.T),
    Trace(X * X.T) - Trace(X * w * w.T * X.T),
    Trace(X * X.T) - Trace(w.T * X.T * X * w),
    Trace(X * X.T) - inner(w, S * w),
]

frobenius = claim(
    "equivalence.frobenius",
    show=lambda: [
        *(equal(a, b) for a, b in pairwise(steps_to_variance)),
        equal(steps_to_variance[0], steps_to_variance[-1]),
        same_optimisers([w], ("min", sqnorm(off)), ("min", -Trace(X * w * w.T * X.T))),
        same_optimisers([w], ("min", sqnorm(off)), ("max", inner(w, S * w))),
    ],
    assuming=[unit(w)],
    prose=(
        "For the whole data at once: the squared Frobenius norm of X − Xwwᵀ is tr XXᵀ − wᵀXᵀXw, in seven steps of "
        "which only one, the fourth, needs ‖w‖ = 1."
    ),
    said_in=[note("003", 64, 75)],
    numeric=lambda case, bench: _frobenius(case, bench, 1),
    wrong=["axes of length two", "smallest components", "uncentred"],
    mutants=lambda: [
        without("unit"),
        flip_sign(inner(w, S * w)),
        right_times(2),
        other_sense(),
    ],
)


def _frobenius(case, bench, d):  # type: ignore[no-untyped-def]
    """What the reference's first d axes miss, against the singular values that are left."""
    W = bench.pca(case.X, d).components
    centred = case.X - case.X.mean(axis=0)
    bench.same(
        bench.norm(centred - centred @ W @ W.T) ** 2,
        (centred * centred).sum() - (np.linalg.svd(centred, compute_uv=False)[:d] ** 2).sum(),
        steps=4 * bench.factored(case.n, case.p),
        scale=bench.norm(case.X) ** 2,
    )


B = MatrixSymbol("B", p, d)
off_d = X - X * B * B.T

frobenius_d = claim(
    "equivalence.frobenius-d",
    show=lambda: [
        equal(sqnorm(off_d), Trace(X.T * X) - Trace(B.T * X.T * X * B)),
        equal(sqnorm(off_d), total(sqnorm(x - B * B.T * x), k)),
        same_optimisers([B], ("min", sqnorm(off_d)), ("max", Trace(B.T * X.T * X * B))),
    ],
    assuming=[orthonormal(B)],
    prose=(
        "With d orthonormal directions, the columns of B, the error is tr XᵀX − tr BᵀXᵀXB: one direction or many, the "
        "error is the total less what the directions keep."
    ),
    said_in=[note("000", 122, 125), note("003", 36), note("003", 64, 75)],
    numeric=lambda case, bench: _frobenius(case, bench, case.d),
    wrong=["axes of length two", "smallest components", "uncentred"],
    mutants=lambda: [
        without("orthonormal"),
        flip_sign(Trace(B.T * X.T * X * B)),
        swap(B.T, 2 * B.T, right=True),
        other_sense(),
        right_times(2),
    ],
)


r, s = Symbol("r", real=True), Symbol("s", real=True)
E = MatrixSymbol("E", n, p)
r_is_norm, r_is_error = equal(r**2, sqnorm(E)), equal(r**2, sqnorm(off))
z, v = MatrixSymbol("z", p, 1), MatrixSymbol("v", p, 1)
crossed = [unit(w), unit(z), equal(inner(w, z), 0)]  # six samples: 3w, -3w, and twice 2z and -2z
far, near = sqnorm(3 * w - inner(3 * w, v) * v), sqnorm(2 * z - inner(2 * z, v) * v)  # from the line of v, squared

norm_or_square = claim(
    "equivalence.norm-or-square",
    show=lambda: [
        given(minimises(2 * far + 4 * near, {v: w}, value=16), *crossed, unit(v)),
        given(same_optimisers([E, r], ("min", r), ("min", sqnorm(E))), r_is_norm, at_least(r, 0)),
        given(same_optimisers([w, r], ("min", r), ("min", r**2)), r_is_error, at_least(r, 0), unit(w)),
    ],
    prose=(
        "A norm is not negative, and squaring keeps the order of such numbers: with r = ‖X − Xwwᵀ‖ it is all the same "
        "whether r or r² is minimised. (The first part is an example for later: of the samples ±3w and twice ±2z with "
        "z ⊥ w, the sum of squared distances is least along w, where it is 16.)"
    ),
    said_in=[note("003", 64, 65)],
    numeric=lambda case, bench: _norm_or_square(case, bench),
    wrong=["smallest components", "rows for columns"],
    mutants=lambda: [without_equation(at_least(r, 0)), other_sense(), right_times(2)],
)


def _norm_or_square(case, bench):  # type: ignore[no-untyped-def]
    """The reference's axis, which has least squared error, has least error."""
    axis = bench.pca(case.X, 1).components[:, 0]
    centred = case.X - case.X.mean(axis=0)
    bench.at_least(
        bench.norm(centred - (centred @ case.w)[:, None] * case.w),
        bench.norm(centred - (centred @ axis)[:, None] * axis),
        steps=4 * bench.factored(case.n, case.p),
        scale=bench.norm(case.X),
    )


distances_not_squares = claim(
    "equivalence.distances-not-squares",
    show=lambda: minimises(2 * r + 4 * s, {v: w, r: 0, s: 2}),
    assuming=[*crossed, unit(v), equal(r**2, far), at_least(r, 0), equal(s**2, near), at_least(s, 0)],
    prose=(
        "The reconstruction loss of one sample is a distance, that of the whole data the root of a sum of squares, and "
        "the note calls the two equivalent. They have different optima: the six samples ±3w and twice ±2z have their "
        "least sum of squares along w, and there the distances add up to 8, but along z to 6."
    ),
    said_in=[note("003", 34, 41)],
    numeric="false as printed",
    mutants=[],
    declared="refuted",
    repaired_by=norm_or_square,
)


mean_kept = average(along**2, k)
C = X.T * X / n

sum_or_mean = claim(
    "equivalence.sum-or-mean",
    show=lambda: [
        same_optimisers([w], ("min", rss_of), ("min", average(to_line, k))),
        equal(average(to_line, k), average(sqnorm(x), k) - mean_kept),
        same_optimisers([w], ("min", average(to_line, k)), ("min", -mean_kept)),
        same_optimisers([w], ("min", rss_of), ("max", mean_kept)),
        equal(mean_kept, inner(w, C * w)),
        same_optimisers([w], ("min", rss_of), ("max", inner(w, C * w))),
    ],
    assuming=[unit(w)],
    prose=(
        "Dividing the error by the number of samples, or leaving out what does not depend on w, moves no optimum: the "
        "line of least total error is the line of least mean error, and the w of greatest wᵀCw for C = XᵀX/n."
    ),
    said_in=[note("002", 115, 157)],
    numeric=lambda case, bench: _sum_or_mean(case, bench),
    wrong=["uncentred", "smallest components", "axes of length two"],
    mutants=lambda: [without("unit"), swap(1 / n, 2 / n, right=True), right_times(2), right_times(-1)],
)


def _sum_or_mean(case, bench):  # type: ignore[no-untyped-def]
    """The mean squared residual along the reference's first axis is the least there is."""
    axis = bench.pca(case.X, 1).components[:, 0]
    centred = case.X - case.X.mean(axis=0)
    residual = centred - (centred @ axis)[:, None] * axis
    bench.same(
        (residual * residual).sum(axis=1).mean(),
        (np.linalg.svd(centred, compute_uv=False)[1:] ** 2).sum() / case.n,
        steps=8 * bench.factored(case.n, case.p),
        scale=bench.norm(case.X) ** 2 / case.n,
    )


c, lam = Symbol("c", real=True), Symbol("lambda", real=True)

any_scale_solves = claim(
    "equivalence.any-scale-solves",
    show=lambda: minimises(sqnorm(off), {w: c * v}),
    assuming=[unit(v), equal(S * v, lam * v), psd(lam * Identity(p) - S)],
    prose=(
        "The note asks for ‖w‖ = 1 because with w each multiple of it would be a solution. Of ‖X − (Xw)wᵀ‖ it is not: "
        "twice a unit vector makes the error grow; only where wᵀw divides does the length not matter."
    ),
    said_in=[note("003", 41)],
    numeric="false as printed",
    mutants=[],
    declared="refuted",
    repaired_by=line_residual,
)


centred_needed = claim(
    "equivalence.centred-needed",
    show=lambda: equal(variance, mean_kept),
    prose=(
        "That the variance along w is the mean square of the coordinates xₖᵀw is so for centred data; of other data "
        "the mean square is the variance plus the square of the mean, which a single sample shows."
    ),
    said_in=[note("000", 108, 110), note("002", 159), note("002", 312)],
    numeric="false as printed",
    mutants=[],
    declared="refuted",
    repaired_by=rss,
)
