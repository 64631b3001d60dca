"""Least reconstruction error is most variance: the two problems differ by a constant.

In coordinates the note's X·w and (xₖᵀw)w are the same thing; the error of the whole data is the squared norm of
X − Xwwᵀ, or of X − XBBᵀ for several directions, the columns of B.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sympy import Identity, MatMul, MatrixSymbol, OneMatrix, Symbol, Trace, Transpose, symbols

from pcaproofs.claims import projection
from pcaproofs.language.conclusions import at_least, equal, minimises, same_optimisers
from pcaproofs.language.hypotheses import centered, nonzero, orthonormal, positive, projector, psd, unit
from pcaproofs.language.nodes import average, index, inner, sample, sqnorm, total
from pcaproofs.verify.claim import by, claim, given, note, step
from pcaproofs.verify.mutants import flip_sign, other_sense, right_times, swap, without, without_equation
from pcaproofs.verify.numeric import np

if TYPE_CHECKING:
    from pcaproofs.sampling import Case
    from pcaproofs.verify.reference_pca import Reference

n, p, d = symbols("n p d", positive=True, integer=True)
X = MatrixSymbol("X", n, p)
P = MatrixSymbol("P", p, p)
k = index("k")
x = sample(X, k)
one = OneMatrix(n, 1)
mu = X.T * one / n
kept = total(sqnorm(P * x), k)
dimension = equal(Trace(P), d)
lost = total(sqnorm(x - P * x), k)

subspace = claim(
    "equivalence.subspace",
    show=lambda: [
        given(
            equal(lost, total(sqnorm(x), k) - kept),
            by(projection.pythagoras, parts=[4]),
            steps=[step(total(sqnorm(x), k) - kept, projection.pythagoras)],
        ),
        given(
            same_optimisers([P], ("min", lost), ("max", kept)),
            dimension,
            steps={"transform": [step(total(sqnorm(x), k) - lost, words="by (1)")]},
        ),
        given(minimises(lost, {P: Identity(p)}, value=0), steps={"better": [step(sqnorm(X - X * P.T))]}),
    ],
    assuming=[projector(P)],
    prose=(
        "For each sample the squared length of its projection and the squared length of its residual add up to its"
        " own squared length. So among the subspaces of dimension d the one with the least error is the one that "
        "keeps most. (If the dimension were not fixed, the best subspace would be the whole space, P = I, with "
        "error 0.)"
    ),
    sources=[note("000", 101, 127)],
    numeric=lambda case, tested: _split(case, tested),
    wrong=["axes of length two", "uncentred", "rows for columns"],
    mutants=lambda: [
        flip_sign(kept),
        swap(kept, total(inner(x, P * mu), k)),
        swap(Identity(p), 0 * Identity(p)),
        without("projector"),
        other_sense(),
        right_times(2),
    ],
)


def _split(case: Case, tested: Reference) -> None:
    """The reconstruction error of the reference's projector is the total less the variance that it explains."""
    result = tested.pca(case.X, case.d)
    centred = case.X - case.X.mean(axis=0)
    residual = centred - centred @ result.projector
    tested.same(
        (residual * residual).sum(),
        (centred * centred).sum() - case.n * result.explained_variance.sum(),
        steps=4 * tested.factored(case.n, case.p),
        scale=tested.norm(case.X) ** 2,
    )


centring = Identity(n) - one * one.T / n
covariance = X.T * centring * X / n
from_mean = P * x - P * mu
lost_about_mean = total(sqnorm((x - mu) - P * (x - mu)), k)

variance_kept = claim(
    "equivalence.variance-kept",
    show=lambda: [
        equal(average(from_mean * from_mean.T, k), P * covariance * P.T),
        given(
            equal(total(sqnorm(from_mean), k), n * Trace(P * covariance)),
            projector(P),
            steps=[step(sqnorm(centring * X * P), projector(P)), step(n * Trace(P * covariance), projector(P))],
        ),
        given(
            equal(lost_about_mean, n * (Trace(covariance) - Trace(P * covariance))),
            projector(P),
            by(subspace, {X: X - one * mu.T}, parts=[1]),
            steps=[
                step(total(sqnorm(x - mu), k) - total(sqnorm(from_mean), k), subspace),
                step(n * Trace(covariance) - n * Trace(P * covariance), words="by (2)"),
                step(n * (Trace(covariance) - Trace(P * covariance))),
            ],
        ),
        given(
            same_optimisers([P], ("min", lost_about_mean), ("max", Trace(P * covariance))),
            projector(P),
            dimension,
            steps={"transform": [step(Trace(covariance) - lost_about_mean / n, words="by (3)")]},
        ),
        given(
            equal(kept, n * Trace(P * covariance)),
            projector(P),
            centered(X),
            steps=[
                step(total(sqnorm(from_mean), k), centered(X), words=r"$P\mu = 0$"),
                step(n * Trace(P * covariance), words="by (2)"),
            ],
        ),
    ],
    prose=(
        "The projections Pxₖ have the covariance PSPᵀ, so with P a projector their total variance is tr PS, and what a "
        "subspace keeps of the centred samples is n times that. For centred data this is Σ‖Pxₖ‖². So least error "
        "about the mean is most variance, for any number of dimensions."
    ),
    sources=[note("000", 16), note("000", 108, 111)],
    numeric=lambda case, tested: _variance_kept(case, tested),
    wrong=["uncentred", "variances doubled", "random axes, right variances", "one component too few"],
    mutants=lambda: [
        without("projector"),
        without("centered"),
        swap(P.T, P, right=True),
        swap(from_mean, P * x),
        flip_sign(Trace(P * covariance)),
        other_sense(),
    ],
)


def _variance_kept(case: Case, tested: Reference) -> None:
    """The reference's variances add up to the total variance of what its projector makes of the samples."""
    result = tested.pca(case.X, case.d)
    projected = case.X @ result.projector
    allowed = {"steps": 4 * tested.factored(case.n, case.p), "scale": tested.norm(case.X) ** 2}
    tested.same(projected.var(axis=0).sum(), result.explained_variance.sum(), **allowed)
    most = np.linalg.svd(case.X - case.X.mean(axis=0), compute_uv=False)[: case.d]
    tested.same(case.n * result.explained_variance.sum(), (most**2).sum(), **allowed)


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
        "its coordinate along w. Where w has another length one divides by wᵀw, and then the distance depends on the "
        "line alone."
    ),
    sources=[note("001", 26, 28), note("002", 125, 128)],
    numeric=lambda case, tested: _line_residual(case, tested),
    wrong=["axes of length two"],
    mutants=lambda: [without("unit"), flip_sign(along**2), swap(along, 2 * along, right=True), right_times(2)],
)


def _line_residual(case: Case, tested: Reference) -> None:
    """Sample by sample along the reference's first axis, for data that are not centred."""
    axis = tested.pca(case.X, 1).components[:, 0]
    coordinate = case.X @ axis
    residual = case.X - coordinate[:, None] * axis
    tested.same(
        (residual * residual).sum(axis=1),
        (case.X * case.X).sum(axis=1) - coordinate**2,
        steps=4 * tested.factored(case.n, case.p),
        scale=tested.norm(case.X) ** 2,
    )


line_residual_any_length = claim(
    "equivalence.line-residual-any-length",
    show=lambda: equal(to_line, sqnorm(x) - along**2),
    prose=(
        "For a vector $w$ that is not of length one the formula is false, since $(xᵀw)w$ is then no "
        "projection. So the condition $‖w‖ = 1$ is needed."
    ),
    sources=[note("001", 21, about="what the condition is for"), note("002", 92, about="what the condition is for")],
    numeric="a warning, which no note contradicts",
    repaired_by=line_residual,
)


rss_of = total(to_line, k)
variance = average((along - inner(mu, w)) ** 2, k)

rss = claim(
    "equivalence.rss",
    show=lambda: [
        given(equal(rss_of, total(sqnorm(x), k) - total(along**2, k)), unit(w)),
        equal(average(along**2, k), variance + inner(mu, w) ** 2),
        given(
            equal(total(along**2, k), n * variance),
            centered(X),
            steps=[step(n * (variance + inner(mu, w) ** 2), words="by (2)"), step(n * variance, centered(X))],
        ),
        given(
            equal(rss_of, total(sqnorm(x), k) - n * variance),
            unit(w),
            centered(X),
            steps=[
                step(total(sqnorm(x), k) - total(along**2, k), words="by (1)"),
                step(total(sqnorm(x), k) - n * variance, words="by (3)"),
            ],
        ),
        given(
            same_optimisers([w], ("min", rss_of), ("max", variance)),
            unit(w),
            centered(X),
            steps={"transform": [step(total(sqnorm(x), k) / n - rss_of / n, words="by (4)")]},
        ),
    ],
    prose=(
        "For centred data the residual sum of squares along the unit vector w is the total sum of squares less n "
        "times the variance of the coordinates. So the direction of least residuals is the direction of most "
        "variance."
    ),
    sources=[note("001", 39, 78), note("002", 303, 317)],
    numeric=lambda case, tested: _rss(case, tested),
    wrong=["uncentred", "median for mean", "first sample for mean"],
    mutants=lambda: [without("centered"), without("unit"), swap(n, 1, right=True), swap(1 / n, 2 / n), right_times(2)],
)


def _rss(case: Case, tested: Reference) -> None:
    """The residuals of the reference's centred samples, against numpy's variance of the data along w."""
    centred = tested.center(case.X)
    residual = centred - (centred @ case.w)[:, None] * case.w
    tested.same(
        (residual * residual).sum(),
        ((case.X - case.X.mean(axis=0)) ** 2).sum() - case.n * np.var(case.X @ case.w),
        steps=20 * tested.product(case.n, case.p),
        scale=tested.norm(case.X) ** 2,
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

pairs = list(pairwise(steps_to_variance))

frobenius = claim(
    "equivalence.frobenius",
    show=lambda: [
        *(equal(a, b) for a, b in pairs[:3]),
        given(equal(*pairs[3]), unit(w)),
        *(equal(a, b) for a, b in pairs[4:]),
        given(equal(steps_to_variance[0], steps_to_variance[-1]), unit(w)),
        given(same_optimisers([w], ("min", sqnorm(off)), ("min", -Trace(X * w * w.T * X.T))), unit(w)),
        given(same_optimisers([w], ("min", sqnorm(off)), ("max", inner(w, S * w))), unit(w)),
    ],
    prose=(
        "For the whole data at once: the squared Frobenius norm of X − Xwwᵀ is tr XXᵀ − wᵀXᵀXw, in seven steps of "
        "which only one, the fourth, needs ‖w‖ = 1."
    ),
    sources=[note("003", 64, 75)],
    numeric=lambda case, tested: _frobenius(case, tested, 1),
    wrong=["axes of length two", "smallest components", "uncentred"],
    mutants=lambda: [
        without("unit"),
        swap(off, X + X * w * w.T, right=True),
        swap(-2 * X * w * w.T * X.T, -X * w * w.T * X.T),
        flip_sign(X * w * w.T * X.T),
        flip_sign(inner(w, S * w)),
        right_times(2),
        other_sense(),
    ],
)


def _frobenius(case: Case, tested: Reference, d: int) -> None:
    """What the reference's first d axes miss, against the singular values that are left."""
    W = tested.pca(case.X, d).components
    centred = case.X - case.X.mean(axis=0)
    tested.same(
        tested.norm(centred - centred @ W @ W.T) ** 2,
        (centred * centred).sum() - (np.linalg.svd(centred, compute_uv=False)[:d] ** 2).sum(),
        steps=4 * tested.factored(case.n, case.p),
        scale=tested.norm(case.X) ** 2,
    )


B = MatrixSymbol("B", p, d)
off_d = X - X * B * B.T

frobenius_d = claim(
    "equivalence.frobenius-d",
    show=lambda: [
        given(
            equal(sqnorm(off_d), Trace(X.T * X) - Trace(B.T * X.T * X * B)),
            orthonormal(B),
            by(subspace, {P: B * B.T}, parts=[1]),
            steps=[
                step(total(sqnorm(x - B * B.T * x), k), words="by (2)"),
                step(total(sqnorm(x), k) - total(sqnorm(B * B.T * x), k), subspace),
                step(Trace(X.T * X) - Trace(B.T * X.T * X * B), orthonormal(B)),
            ],
        ),
        equal(sqnorm(off_d), total(sqnorm(x - B * B.T * x), k)),
        given(same_optimisers([B], ("min", sqnorm(off_d)), ("max", Trace(B.T * X.T * X * B))), orthonormal(B)),
    ],
    prose=(
        "With d orthonormal directions, the columns of B, the error is tr XᵀX − tr BᵀXᵀXB: one direction or many, the "
        "error is the total less what the directions keep."
    ),
    sources=[note("000", 122, 125), note("003", 36), note("003", 64, 75)],
    numeric=lambda case, tested: _frobenius(case, tested, case.d),
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
r_is_error, not_negative = equal(r**2, sqnorm(off)), at_least(r, 0)
z, v = MatrixSymbol("z", p, 1), MatrixSymbol("v", p, 1)
crossed = [unit(w), unit(z), equal(inner(w, z), 0)]  # six samples: 3w, -3w, and twice 2z and -2z


def far_from(v: Any) -> Any:
    """The squared distance of 3w from the line of v."""
    return sqnorm(3 * w - inner(3 * w, v) * v)


def near_to(v: Any) -> Any:
    """The squared distance of 2z from the line of v."""
    return sqnorm(2 * z - inner(2 * z, v) * v)


def at_distances(v: Any) -> Any:
    """That r and s are the distances of 3w and 2z from the line of v."""
    return [equal(r**2, far_from(v)), at_least(r, 0), equal(s**2, near_to(v)), at_least(s, 0)]


far, near = far_from(v), near_to(v)

norm_or_square = claim(
    "equivalence.norm-or-square",
    show=lambda: same_optimisers([w, r], ("min", r), ("min", sqnorm(off))),
    assuming=[r_is_error, not_negative, unit(w)],
    prose=(
        "A norm is not negative, and squaring keeps the order of such numbers: the same unit vectors w "
        "minimise r = ‖X − Xwwᵀ‖ and its square ‖X − Xwwᵀ‖²."
    ),
    sources=[note("003", 64, 65)],
    numeric=lambda case, tested: _norm_or_square(case, tested),
    wrong=["smallest components", "rows for columns"],
    mutants=lambda: [without_equation(not_negative), without_equation(r_is_error)],
)


def _norm_or_square(case: Case, tested: Reference) -> None:
    """The reference's axis, which has least squared error, has least error."""
    axis = tested.pca(case.X, 1).components[:, 0]
    centred = case.X - case.X.mean(axis=0)
    tested.at_least(
        tested.norm(centred - (centred @ case.w)[:, None] * case.w),
        tested.norm(centred - (centred @ axis)[:, None] * axis),
        steps=4 * tested.factored(case.n, case.p),
        scale=tested.norm(case.X),
    )


six_samples = claim(
    "equivalence.six-samples",
    show=lambda: [
        given(
            minimises(2 * far + 4 * near, {v: w}, value=16),
            *crossed,
            unit(v),
            steps={
                "better": [
                    step(18 - 18 * inner(w, v) ** 2 - 16 * inner(z, v) ** 2),
                    step(
                        2 * sqnorm(w - inner(w, v) * v) + 16 * sqnorm(v - inner(w, v) * w - inner(z, v) * z),
                        words="squares completed",
                    ),
                ]
            },
        ),
        given(equal(2 * far_from(z) + 4 * near_to(z), 18), *crossed),
        given(equal(far_from(w), 0), unit(w)),
        given(equal(near_to(w), 2**2), unit(z), crossed[2]),
        given(equal(far_from(z), 3**2), unit(w), crossed[2]),
        given(equal(near_to(z), 0), unit(z)),
    ],
    prose=(
        "Six samples lie crosswise, ±3w once each and ±2z twice each, with unit vectors w ⊥ z. Their squared distances "
        "from a line add up to 16 along w, which is least, and to 18 along z. The distances are 0 and 2 from the line "
        "of w, 3 and 0 from that of z: they add up to 8 and to 6."
    ),
    sources=[note("003", 34, 41)],
    numeric=lambda case, tested: _six_samples(case, tested),
    wrong=["smallest components", "random axes, right variances", "rows for columns"],
    mutants=lambda: [
        without("unit"),
        without_equation(crossed[2]),
        swap(w, z),
        swap(z, w),
    ],
)


def _six_samples(case: Case, tested: Reference) -> None:
    """The reference's line for six such samples, along two columns of an orthogonal matrix or along both axes."""
    frame = np.linalg.qr(np.column_stack([case.w, np.eye(case.p)]))[0] if case.p > 1 else np.eye(2)
    w, z = frame[:, 0], frame[:, 1]
    samples = np.array([3 * w, -3 * w, 2 * z, 2 * z, -2 * z, -2 * z])
    axis = tested.pca(samples, 1).components[:, 0]
    residual = samples - np.outer(samples @ axis, axis)
    allowed = {"steps": 8 * tested.factored(6, max(case.p, 2)), "scale": 100}
    tested.same((residual * residual).sum(), np.float64(16), **allowed)
    tested.same(np.linalg.norm(residual, axis=1).sum(), np.float64(8), **allowed)
    along_z = samples - np.outer(samples @ z, z)
    tested.same(np.linalg.norm(along_z, axis=1).sum(), np.float64(6), **allowed)


distances_not_squares = claim(
    "equivalence.distances-not-squares",
    show=lambda: minimises(2 * r + 4 * s, {v: w, r: 0, s: 2}),
    assuming=[*crossed, unit(v), *at_distances(v)],
    prose=(
        "The sum of the distances of the samples from a line and the sum of the squared distances have "
        "different optima. The six samples $±3w$ and twice $±2z$ have their least sum of squares along $w$, "
        "and there the distances add up to 8, but along $z$ to 6."
    ),
    sources=[note("003", 34, 41)],
    numeric="false as printed",
    repaired_by=six_samples,
)


mean_kept = average(along**2, k)
C = X.T * X / n

sum_or_mean = claim(
    "equivalence.sum-or-mean",
    show=lambda: [
        same_optimisers([w], ("min", rss_of), ("min", average(to_line, k))),
        given(equal(average(to_line, k), average(sqnorm(x), k) - mean_kept), unit(w)),
        given(same_optimisers([w], ("min", average(to_line, k)), ("min", -mean_kept)), unit(w)),
        given(same_optimisers([w], ("min", rss_of), ("max", mean_kept)), unit(w)),
        equal(mean_kept, average(inner(w, x) * inner(x, w), k)),
        equal(average(inner(w, x) * inner(x, w), k), average(inner(w, x * x.T * w), k)),
        equal(average(inner(w, x * x.T * w), k), inner(w, total(x * x.T, k) * w) / n),
        equal(inner(w, total(x * x.T, k) * w) / n, inner(w, C * w)),
        given(same_optimisers([w], ("min", rss_of), ("max", inner(w, C * w))), unit(w)),
    ],
    prose=(
        "Dividing the error by the number of samples, or leaving out what does not depend on w, does not change "
        "the optimum: the line of least total error is the line of least mean error, and its w is the unit vector "
        "with the greatest wᵀCw for C = XᵀX/n, which is the mean of the (xₖᵀw)²."
    ),
    sources=[note("002", 115, 157)],
    numeric=lambda case, tested: _sum_or_mean(case, tested),
    wrong=["uncentred", "smallest components", "axes of length two"],
    mutants=lambda: [
        without("unit"),
        swap(X, one * mu.T, right=True),  # the mean in the place of each sample
        swap(1 / n, 2 / n, right=True),
        right_times(-1),
    ],
)


def _sum_or_mean(case: Case, tested: Reference) -> None:
    """The mean squared residual along the reference's first axis is the least there is."""
    axis = tested.pca(case.X, 1).components[:, 0]
    centred = case.X - case.X.mean(axis=0)
    residual = centred - (centred @ axis)[:, None] * axis
    tested.same(
        (residual * residual).sum(axis=1).mean(),
        (np.linalg.svd(centred, compute_uv=False)[1:] ** 2).sum() / case.n,
        steps=8 * tested.factored(case.n, case.p),
        scale=tested.norm(case.X) ** 2 / case.n,
    )


c, lam = Symbol("c", real=True), Symbol("lambda", real=True)


def from_line(w: Any) -> Any:
    """X less what is projected onto the line of w, of any length but zero."""
    return X - X * w * w.T / sqnorm(w)


is_sign = equal(c**2, 1)

scale_divided_out = claim(
    "equivalence.scale-divided-out",
    show=lambda: [
        given(
            equal(from_line(c * v), from_line(v)),
            nonzero(c),
            positive(sqnorm(v)),
            steps=[step(from_line(v), words=r"$\lVert cv\rVert^2 = c^2\lVert v\rVert^2$")],
        ),
        given(equal(sqnorm(from_line(v)), Trace(X * X.T) - inner(v, S * v) / sqnorm(v)), positive(sqnorm(v))),
        given(equal(from_line(v), X - X * v * v.T), unit(v)),
        given(equal(X - X * (c * v) * (c * v).T, X - X * v * v.T), is_sign),
    ],
    prose=(
        "With the division by wᵀw the residuals depend on the line alone: every multiple cw with c ≠ 0 gives the "
        "same ones. For a unit vector the division changes nothing. Without the division only the sign of a unit "
        "vector is free."
    ),
    sources=[note("003", 41), note("002", 85, 90)],
    numeric=lambda case, tested: _scale_divided_out(case, tested),
    wrong=["smallest components", "random axes, right variances", "uncentred"],
    mutants=lambda: [
        swap(1 / sqnorm(c * v), 1),
        swap(1 / sqnorm(v), 1),
        without("unit"),
        without_equation(is_sign),
        right_times(2),
    ],
)


def _scale_divided_out(case: Case, tested: Reference) -> None:
    """Three times the reference's axis leaves, divided by its square, the least error."""
    longer = 3 * tested.pca(case.X, 1).components[:, 0]
    centred = case.X - case.X.mean(axis=0)
    residual = centred - np.outer(centred @ longer, longer) / (longer @ longer)
    tested.same(
        (residual * residual).sum(),
        (np.linalg.svd(centred, compute_uv=False)[1:] ** 2).sum(),
        steps=8 * tested.factored(case.n, case.p),
        scale=tested.norm(case.X) ** 2,
    )


any_scale_solves = claim(
    "equivalence.any-scale-solves",
    show=lambda: minimises(sqnorm(off), {w: c * v}),
    assuming=[unit(v), equal(S * v, lam * v), psd(lam * Identity(p) - S), nonzero(c)],
    prose=(
        "A multiple $cv$ of the best unit vector $v$ need not minimise $‖X − (Xw)wᵀ‖$, even if $c$ is not 0: at $2v$ "
        "the error may be larger than at $0$."
    ),
    sources=[note("003", 38, 41)],
    numeric="the property of equivalence.scale-divided-out",
    repaired_by=scale_divided_out,
)


centred_needed = claim(
    "equivalence.centred-needed",
    show=lambda: equal(variance, mean_kept),
    prose=(
        "Only for centred data is the variance along $w$ the mean of the squares $(xₖᵀw)²$. For other data the "
        "mean square is the variance plus the square of the mean, as a single sample shows."
    ),
    sources=[
        note("000", 101, about="what centring is for"),
        note("001", 44, about="what centring is for"),
        note("002", 304, about="what centring is for"),
    ],
    numeric="a warning, which no note contradicts",
    repaired_by=rss,
)
