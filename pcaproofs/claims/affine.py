"""The best affine subspace goes through the mean. Nothing here uses a basis: U is the range of a projector P."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sympy import Identity, MatrixSymbol, OneMatrix, Symbol, Trace, ZeroMatrix, symbols

from pcaproofs.claims import equivalence, projection
from pcaproofs.language.conclusions import equal, minimises, same_optimisers
from pcaproofs.language.hypotheses import projector, symmetric
from pcaproofs.language.nodes import average, index, inner, norm, sample, sqnorm, total
from pcaproofs.verify.claim import by, citing_only, claim, given, note, step
from pcaproofs.verify.mutants import citing, flip_sign, other_sense, right_times, swap, without, without_equation
from pcaproofs.verify.numeric import np

if TYPE_CHECKING:
    from pcaproofs.sampling import Case
    from pcaproofs.verify.reference_pca import Reference

n, p, d = symbols("n p d", positive=True, integer=True)
s = Symbol("s", real=True)
X = MatrixSymbol("X", n, p)
P, P0 = MatrixSymbol("P", p, p), MatrixSymbol("P0", p, p)
a = MatrixSymbol("a", p, 1)
b = MatrixSymbol("b", p, 1)
u, v = MatrixSymbol("u", p, 1), MatrixSymbol("v", p, 1)
k = index("k")
x = sample(X, k)
mu = X.T * OneMatrix(n, 1) / n
away = Identity(p) - P  # the projection onto the orthogonal complement of U
nothing = ZeroMatrix(p, 1)


def error(point: Any, onto: Any = P) -> Any:
    """The summed squared distance of the samples to point + U."""
    return total(sqnorm(x - (point + onto * (x - point))), k)


def _error(X: Any, point: Any, P: Any) -> Any:
    """The same in numpy, carrying its rounding bounds."""
    residual = (X - point) - (X - point) @ P
    return (residual * residual).sum()


def _scale(case: Case, tested: Reference) -> Any:
    """The size of the squares that are added up."""
    return ((tested.norm(case.X) + case.n * tested.norm(case.a)) * (1 + tested.norm(case.P))) ** 2


def _residuals(X: Any, point: Any, P: Any) -> Any:
    """Row by row what is left of x − point after its projection onto U is taken away."""
    return (X - point) - (X - point) @ P


residual_split = claim(
    "affine.residual-split",
    show=lambda: [
        equal(x - (a + P * (x - a)), (x - mu) - P * (x - mu) + (mu - a) - P * (mu - a)),
        equal(x - (a + P * (x - a)), x - (mu + P * (x - mu)) + away * (mu - a)),
        equal(x - (a + P * (x - a)), away * (x - mu) + away * (mu - a)),
    ],
    prose=(
        "The residual of a sample from a + U is its residual from μ + U plus a vector that is the same for all "
        "samples: the component of μ − a that is orthogonal to U."
    ),
    sources=[note("000", 44, 53)],
    numeric=lambda case, tested: tested.same(
        _residuals(case.X, case.a, case.P),
        _residuals(tested.center(case.X), 0 * case.a, case.P) + _residuals(tested.mean(case.X), case.a, case.P),
        steps=8 * tested.product(case.n, case.p, case.p),
        scale=(tested.norm(case.X) + case.n * tested.norm(case.a)) * (1 + tested.norm(case.P)),
    ),
    wrong=["uncentred", "centred along the wrong axis"],
    mutants=lambda: [flip_sign(away), swap(away, P), swap(mu - a, mu + a), right_times(2)],
)


squared_residual = (
    sqnorm(x - (mu + P * (x - mu))) + sqnorm(away * (mu - a)) + 2 * inner(x - (mu + P * (x - mu)), away * (mu - a))
)

square_of_sum = claim(
    "affine.square-of-sum",
    show=lambda: [
        equal(sqnorm(u + v), sqnorm(u) + sqnorm(v) + 2 * inner(u, v)),
        given(
            equal(sqnorm(x - (mu + P * (x - mu)) + away * (mu - a)), squared_residual),
            steps=[step(squared_residual, words="by (1)")],
        ),
    ],
    prose=(
        "The squared length of a sum is the sum of both squared lengths plus twice the inner product. Here the sum"
        " is the residual of a sample: its own part plus the part that is common to all samples."
    ),
    sources=[note("000", 58), note("000", 61, 62)],
    numeric=lambda case, tested: _square_of_sum(case, tested),
    wrong=["uncentred", "centred along the wrong axis"],
    mutants=lambda: [
        swap(inner(u, v), -inner(u, v)),
        swap(sqnorm(v), norm(v)),
        swap(sqnorm(away * (mu - a)), sqnorm(mu - a)),
        right_times(2),
    ],
)


def _square_of_sum(case: Case, tested: Reference) -> None:
    """Of x = (x − μ) + μ, for the reference's centred samples and mean."""
    rest, mean = tested.center(case.X), tested.mean(case.X)
    tested.same(
        (case.X * case.X).sum(),
        (rest * rest).sum() + case.n * (mean @ mean) + 2 * (rest @ mean).sum(),
        steps=20 * tested.product(case.n, case.p),
        scale=tested.norm(case.X) ** 2,
    )


square_of_sum_as_printed = claim(
    "affine.square-of-sum-as-printed",
    show=lambda: equal(sqnorm(u + v), sqnorm(u) + norm(v) + 2 * inner(u, v)),
    prose=(
        "The note leaves one of the squares out. With ‖v‖ in the place of ‖v‖² the equation holds only where ‖v‖ "
        "is 0 or 1."
    ),
    sources=[note("000", 58)],
    numeric="false as printed",
    repaired_by=square_of_sum,
)


residuals_added_up = [
    total(x - mu - P * (x - mu), k),
    total(x - P * x - mu + P * mu, k),
    total(away * x - away * mu, k),
    total(away * (x - mu), k),
    away * (total(x, k) - n * mu),
    nothing,
]

cross_term = claim(
    "affine.cross-term",
    show=lambda: [
        *(equal(before, after) for before, after in pairwise(residuals_added_up)),
        equal(total(inner(x - (mu + P * (x - mu)), away * (mu - a)), k), 0),
    ],
    prose=(
        "The residuals of the samples from μ + U add up to zero. The five steps use the linearity of P, and the "
        "last one that μ is the mean. So the cross terms vanish when the square is multiplied out."
    ),
    sources=[note("000", 67, 83)],
    numeric=lambda case, tested: tested.same(
        (tested.center(case.X) - tested.center(case.X) @ case.P).sum(axis=0),
        0 * case.a,
        steps=8 * tested.product(case.n, case.p, case.p),
        scale=tested.norm(case.X) * (1 + tested.norm(case.P)) * case.n,
    ),
    wrong=["uncentred", "median for mean"],
    mutants=lambda: [
        swap(1 / n, 1 / (n + 1)),
        swap(x - mu, x, right=True),
        flip_sign(P * mu),
        swap(total(x, k), average(x, k)),
    ],
)


about_mean = x - (mu + P * (x - mu))  # the residual of a sample from mu + U

decomposition = claim(
    "affine.decomposition",
    show=lambda: given(
        equal(error(a), error(mu) + n * sqnorm(away * (mu - a))),
        by(residual_split, parts=[2]),
        by(square_of_sum, parts=[2]),
        by(cross_term, parts=[6]),
        steps=[
            step(total(sqnorm(about_mean + away * (mu - a)), k), residual_split),
            step(
                error(mu) + n * sqnorm(away * (mu - a)) + 2 * total(inner(about_mean, away * (mu - a)), k),
                square_of_sum,
            ),
            step(error(mu) + n * sqnorm(away * (mu - a)), cross_term),
        ],
    ),
    prose=(
        "The error of a + U is the error of μ + U plus n times the squared distance from μ to a + U. So the cost "
        "of choosing a and the cost of choosing U can be minimised separately. (The equation holds for every "
        "matrix P.)"
    ),
    sources=[note("000", 44, 53), note("000", 91)],
    numeric=lambda case, tested: _decomposition(case, tested),
    wrong=["uncentred", "median for mean", "first sample for mean"],
    mutants=lambda: [swap(n, 1, right=True), flip_sign(sqnorm(away * (mu - a))), swap(1 / n, 2 / n), right_times(2)],
)


def _decomposition(case: Case, tested: Reference) -> None:
    gap = (tested.mean(case.X) - case.a) @ (case.P - np.eye(case.p))
    tested.same(
        _error(case.X, case.a, case.P),
        _error(tested.center(case.X), 0 * case.a, case.P) + case.n * (gap @ gap),
        steps=20 * tested.product(case.n, case.p, case.p),
        scale=_scale(case, tested),
    )


across = equal(P * b, nothing)

penalty = claim(
    "affine.penalty",
    show=lambda: [
        given(equal(P * (away * (mu - a)), nothing), projector(P)),
        given(equal(away * (mu - (mu - b)), b), across),
        given(minimises(error(mu) + n * sqnorm(b), {b: nothing}, value=error(mu), exactly=[equal(b, nothing)]), across),
        given(minimises(error(mu - b), {b: nothing}, value=error(mu), exactly=[equal(b, nothing)]), across),
    ],
    prose=(
        "The cost of a is n‖b‖², where b = (I − P)(μ − a) is orthogonal to U. Every b orthogonal to U occurs, for "
        "a = μ − b. So one may choose b in the place of a, and b = 0 is the one best choice."
    ),
    sources=[note("000", 91, 93)],
    numeric=lambda case, tested: _penalty(case, tested),
    wrong=["median for mean", "first sample for mean", "centred along the wrong axis"],
    mutants=lambda: [
        without("projector"),
        without_equation(across),
        swap(1 / n, 1 / (n + 1)),
        other_sense(),
        right_times(2),
    ],
)


def _penalty(case: Case, tested: Reference) -> None:
    """The error about μ − b, the reference's mean, less that about numpy's mean, for a b perpendicular to U."""
    b = case.a - case.P @ case.a
    tested.same(
        _error(case.X, tested.mean(case.X) - b, case.P),
        _error(case.X, case.X.mean(axis=0), case.P) + case.n * (b @ b),
        steps=20 * tested.product(case.n, case.p, case.p),
        scale=_scale(case, tested) * (1 + tested.norm(case.P)) ** 2,
    )


cost_of_point = [step(n * sqnorm(away * (mu - a)), decomposition)]

optimum_at_mean = claim(
    "affine.optimum-at-mean",
    show=lambda: given(
        minimises(error(a), {a: mu}, value=error(mu)), by(decomposition), steps={"better": cost_of_point}
    ),
    assuming=[projector(P)],
    prose="For every subspace U no a + U fits the samples better than μ + U does.",
    sources=[note("000", 91, 93)],
    numeric=lambda case, tested: tested.at_least(
        _error(case.X, case.a, case.P),
        _error(case.X, tested.mean(case.X), case.P),
        steps=20 * tested.product(case.n, case.p, case.p),
        scale=_scale(case, tested),
    ),
    wrong=["median for mean", "first sample for mean", "centred along the wrong axis"],
    mutants=lambda: [other_sense(), swap(1 / n, 2 / n), right_times(2)],
)


as_good = equal(away * (mu - a), nothing)

all_optima = claim(
    "affine.all-optima",
    show=lambda: [
        given(
            minimises(error(a), {a: mu}, exactly=[as_good]),
            projector(P),
            by(decomposition),
            steps={"better": cost_of_point},
        ),
        given(as_good, equal(a, mu + P * b), projector(P)),
        given(equal(a, mu + P * (a - mu)), as_good),
    ],
    prose=(
        "A point a is optimal for U if and only if (I − P)(μ − a) = 0, that is, if a lies on μ + U. So there is "
        "one optimal affine subspace, which can be written with many points a."
    ),
    sources=[note("000", 97)],
    numeric=lambda case, tested: _all_optima(case, tested),
    wrong=["median for mean", "first sample for mean", "centred along the wrong axis"],
    mutants=lambda: [
        swap(away, Identity(p)),
        swap(1 / n, 2 / n),
        without("projector"),
        without_equation(as_good),
        without_equation(equal(a, mu + P * b)),
    ],
)


def _all_optima(case: Case, tested: Reference) -> None:
    """Points of μ + U, μ the reference's mean, are as good as numpy's mean, and no other point is."""
    least = _error(case.X - case.X.mean(axis=0), 0 * case.a, case.P)
    allowed = {"steps": 20 * tested.product(case.n, case.p, case.p), "scale": _scale(case, tested)}
    tested.same(_error(case.X, tested.mean(case.X) + case.P @ case.a, case.P), least, **allowed)
    off = (case.a - tested.mean(case.X)) @ (np.eye(case.p) - case.P)
    tested.at_least(_error(case.X, case.a, case.P), least + case.n * (off @ off), **allowed)


best_about_mean = equal(error(mu), error(mu, P0) + s**2)
dimension = equal(Trace(P), d)
of_one_dimension = equal(Trace(P), Trace(P0))

joint_problem = claim(
    "affine.joint-problem",
    show=lambda: given(
        minimises(error(a), {a: mu, P: P0, s: 0}, value=error(mu, P0), exactly=[as_good, equal(s, 0)]),
        by(decomposition),
        steps={
            "better": [
                step(error(mu) - error(mu, P0) + n * sqnorm(away * (mu - a)), decomposition),
                step(s**2 + n * sqnorm(away * (mu - a)), best_about_mean),
            ]
        },
    ),
    assuming=[projector(P), projector(P0), of_one_dimension, best_about_mean],
    prose=(
        "Let U₀ be a best subspace about the mean: each U of its dimension has an error there that is larger by "
        "some s². Then among all a + U the flat μ + U₀ has the least error. And a + U is as good if and only if a "
        "lies on μ + U and s = 0, so that U is as good about the mean as U₀."
    ),
    sources=[note("000", 13), note("000", 34, 35), note("000", 91, 97)],
    numeric=lambda case, tested: _joint(case, tested),
    wrong=[
        "uncentred",
        "smallest components",
        "random axes, right variances",
        "one component too few",
        "one component too many",
    ],
    mutants=lambda: [
        swap(away, Identity(p)),
        without_equation(best_about_mean),
    ],
)


def _joint(case: Case, tested: Reference) -> None:
    """The reference's flat has the least error there is, and less than one through a with the span of B."""
    result = tested.pca(case.X, case.d)
    allowed = {"steps": 20 * tested.factored(case.n, case.p), "scale": _scale(case, tested)}
    least = _error(case.X, result.mean, result.projector)
    singular = np.linalg.svd(case.X - case.X.mean(axis=0), compute_uv=False)
    tested.same(least, (singular[case.d :] ** 2).sum(), **allowed)
    tested.at_least(_error(case.X, case.a, case.B @ case.B.T), least, **allowed)


H = Identity(n) - OneMatrix(n, n) / n
shifted = sample(H * X, k)  # x'_k = x_k - μ
error_of_shifted = total(sqnorm(shifted - P * shifted), k)

centred_form = claim(
    "affine.centred-form",
    show=lambda: [
        equal(shifted, x - mu),
        equal(x - (mu + P * (x - mu)), shifted - P * shifted),
        given(equal(error(mu), error_of_shifted), steps=[step(error_of_shifted, words="by (2)")]),
        given(
            same_optimisers([P], ("min", error(mu)), ("min", error_of_shifted)),
            projector(P),
            dimension,
            steps={"transform": [step(error(mu), words="by (3)")]},
        ),
    ],
    prose=(
        "Fitting μ + U to the samples is fitting U to the centred ones: the two problems, over the subspaces of "
        "dimension d, have not only the same solutions but the same error for each U."
    ),
    sources=[note("000", 21), note("000", 36), note("000", 99)],
    numeric=lambda case, tested: tested.same(
        _error(case.X, case.X.mean(axis=0), case.P),
        _error(tested.center(case.X), 0 * case.a, case.P),
        steps=20 * tested.product(case.n, case.p, case.p),
        scale=(tested.norm(case.X) * (1 + tested.norm(case.P))) ** 2,
    ),
    wrong=["uncentred", "median for mean", "first sample for mean"],
    mutants=lambda: [swap(1 / n, 2 / n, right=True), swap(shifted, x), right_times(2), other_sense()],
)


# what a claim says of a point, and of the subspace that is best; not of a basis
said_of_points = (equal(a, mu + P * b), as_good, across, projection.through_a)
said_of_best = (projector(P0), of_one_dimension, best_about_mean)

coordinate_free = claim(
    "affine.coordinate-free",
    show=lambda: citing_only(
        [
            projection.affine,
            residual_split,
            cross_term,
            decomposition,
            penalty,
            optimum_at_mean,
            all_optima,
            joint_problem,
            centred_form,
            projection.pythagoras,
            equivalence.subspace,
        ],
        projector(P),
        *said_of_points,
        *said_of_best,
    ),
    prose=(
        "None of these proofs uses a basis. About a projector their certificates use only Pᵀ = P and P² = P, "
        "besides what a statement itself says of a point or of the best subspace, and they never use the "
        "dimension p. So the best affine subspace goes through the mean, and least error is most variance, in "
        "every real inner product space."
    ),
    sources=[note("000", 129)],
    numeric="it is about certificates",
    mutants=lambda: [
        citing(*said_of_points, *said_of_best[1:]),
        citing(symmetric(P), *said_of_points, *said_of_best),
        citing(projector(P)),
    ],
    unmutated=dict.fromkeys(
        [*range(4, 14), 16, 23, 24, 25, 26], "its certificate cites no assumption, so there is none to take away"
    ),
)
