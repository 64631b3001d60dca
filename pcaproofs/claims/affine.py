"""The best affine subspace goes through the mean. Nothing here uses a basis: U is the range of a projector P."""

from sympy import Identity, MatrixSymbol, OneMatrix, Symbol, ZeroMatrix

from pcaproofs.language.conclusions import equal, minimises, same_optimisers
from pcaproofs.language.hypotheses import projector, symmetric
from pcaproofs.language.nodes import index, inner, norm, sample, sqnorm, total
from pcaproofs.verify.claim import citing_only, claim, given, note
from pcaproofs.verify.later import np
from pcaproofs.verify.mutants import citing, flip_sign, other_sense, right_times, swap, without

n = Symbol("n", positive=True, integer=True)
p = Symbol("p", positive=True, integer=True)
X = MatrixSymbol("X", n, p)
P = MatrixSymbol("P", p, p)
a = MatrixSymbol("a", p, 1)
b = MatrixSymbol("b", p, 1)
u, v = MatrixSymbol("u", p, 1), MatrixSymbol("v", p, 1)
k = index("k")
x = sample(X, k)
mu = X.T * OneMatrix(n, 1) / n
away = Identity(p) - P  # the projection onto the orthogonal complement of U


def error(point):  # type: ignore[no-untyped-def]
    """The summed squared distance of the samples to point + U."""
    return total(sqnorm(x - (point + P * (x - point))), k)


def _error(X, point, P):  # type: ignore[no-untyped-def]
    """The same in numpy, carrying its rounding bounds."""
    residual = (X - point) - (X - point) @ P
    return (residual * residual).sum()


def _scale(case, bench):  # type: ignore[no-untyped-def]
    """The size of the squares that are added up."""
    return ((bench.norm(case.X) + case.n * bench.norm(case.a)) * (1 + bench.norm(case.P))) ** 2


def _residuals(X, point, P):  # type: ignore[no-untyped-def]
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
        "What the projection onto a + U misses of a sample is what the projection onto μ + U misses, plus one vector "
        "that is the same for all samples: the part of μ − a that sticks out of U."
    ),
    said_in=[note("000", 44, 53)],
    numeric=lambda case, bench: bench.same(
        _residuals(case.X, case.a, case.P),
        _residuals(bench.center(case.X), 0 * case.a, case.P) + _residuals(bench.mean(case.X), case.a, case.P),
        steps=8 * bench.product(case.n, case.p, case.p),
        scale=(bench.norm(case.X) + case.n * bench.norm(case.a)) * (1 + bench.norm(case.P)),
    ),
    wrong=["uncentred", "centred along the wrong axis"],
    mutants=lambda: [flip_sign(away), swap(away, P), right_times(2)],
)


square_of_sum = claim(
    "affine.square-of-sum",
    show=lambda: [
        equal(sqnorm(u + v), sqnorm(u) + sqnorm(v) + 2 * inner(u, v)),
        equal(
            sqnorm(x - (mu + P * (x - mu)) + away * (mu - a)),
            sqnorm(x - (mu + P * (x - mu)))
            + sqnorm(away * (mu - a))
            + 2 * inner(x - (mu + P * (x - mu)), away * (mu - a)),
        ),
    ],
    prose=(
        "The square of a sum is the squares of both vectors plus twice their inner product, and so it is for the "
        "residual of a sample, split into its own part and the part common to all."
    ),
    said_in=[note("000", 58), note("000", 61, 62)],
    numeric=lambda case, bench: _square_of_sum(case, bench),
    wrong=["uncentred", "centred along the wrong axis"],
    mutants=lambda: [swap(inner(u, v), -inner(u, v)), swap(sqnorm(v), norm(v)), right_times(2)],
)


def _square_of_sum(case, bench):  # type: ignore[no-untyped-def]
    """Of x = (x − μ) + μ, for the reference's centred samples and mean."""
    rest, mean = bench.center(case.X), bench.mean(case.X)
    bench.same(
        (case.X * case.X).sum(),
        (rest * rest).sum() + case.n * (mean @ mean) + 2 * (rest @ mean).sum(),
        steps=20 * bench.product(case.n, case.p),
        scale=bench.norm(case.X) ** 2,
    )


square_of_sum_as_printed = claim(
    "affine.square-of-sum-as-printed",
    show=lambda: equal(sqnorm(u + v), sqnorm(u) + norm(v) + 2 * inner(u, v)),
    prose="The note leaves one of the squares out: ‖v‖ would have to be its own square, which only 0 and 1 are.",
    said_in=[note("000", 58)],
    numeric="false as printed",
    mutants=[],
    declared="refuted",
    repaired_by=square_of_sum,
)


cross_term = claim(
    "affine.cross-term",
    show=lambda: [
        equal(total(away * (x - mu), k), ZeroMatrix(p, 1)),
        equal(total(inner(x - (mu + P * (x - mu)), away * (mu - a)), k), 0),
    ],
    prose=(
        "The residuals of the samples from μ + U add up to zero, so the cross terms that appear when the square is "
        "multiplied out vanish."
    ),
    said_in=[note("000", 69, 83)],
    numeric=lambda case, bench: bench.same(
        (bench.center(case.X) - bench.center(case.X) @ case.P).sum(axis=0),
        0 * case.a,
        steps=8 * bench.product(case.n, case.p, case.p),
        scale=bench.norm(case.X) * (1 + bench.norm(case.P)) * case.n,
    ),
    wrong=["uncentred", "median for mean"],
    mutants=lambda: [swap(1 / n, 2 / n), swap(X.T, 2 * X.T)],
)


decomposition = claim(
    "affine.decomposition",
    show=lambda: given(equal(error(a), error(mu) + n * sqnorm(away * (mu - a))), projector(P)),
    prose=(
        "The error of any a + U is the error of μ + U plus n times the squared distance from μ to a + U, so that what "
        "the choice of a costs stands apart from what the choice of U costs."
    ),
    said_in=[note("000", 44, 53), note("000", 91)],
    numeric=lambda case, bench: _decomposition(case, bench),
    wrong=["uncentred", "median for mean", "first sample for mean"],
    mutants=lambda: [swap(n, 1, right=True), flip_sign(sqnorm(away * (mu - a))), swap(1 / n, 2 / n), right_times(2)],
)


def _decomposition(case, bench):  # type: ignore[no-untyped-def]
    gap = (bench.mean(case.X) - case.a) @ (case.P - np.eye(case.p))
    bench.same(
        _error(case.X, case.a, case.P),
        _error(bench.center(case.X), 0 * case.a, case.P) + case.n * (gap @ gap),
        steps=20 * bench.product(case.n, case.p, case.p),
        scale=_scale(case, bench),
    )


optimum_at_mean = claim(
    "affine.optimum-at-mean",
    show=lambda: minimises(error(a), {a: mu}, value=error(mu)),
    assuming=[projector(P)],
    prose=(
        "Whatever the subspace U, no point a makes a + U fit the samples better than the mean does; so the best affine "
        "subspace is found by centring first and choosing U afterwards."
    ),
    said_in=[note("000", 34, 36), note("000", 93)],
    numeric=lambda case, bench: bench.at_least(
        _error(case.X, case.a, case.P),
        _error(case.X, bench.mean(case.X), case.P),
        steps=20 * bench.product(case.n, case.p, case.p),
        scale=_scale(case, bench),
    ),
    wrong=["median for mean", "first sample for mean", "centred along the wrong axis"],
    mutants=lambda: [other_sense(), swap(1 / n, 2 / n), right_times(2)],
)


all_optima = claim(
    "affine.all-optima",
    show=lambda: [
        minimises(error(a), {a: mu}, exactly=[equal(away * (mu - a), ZeroMatrix(p, 1))]),
        given(equal(away * (mu - a), ZeroMatrix(p, 1)), equal(a, mu + P * b)),
        given(equal(a, mu + P * (a - mu)), equal(away * (mu - a), ZeroMatrix(p, 1))),
    ],
    assuming=[projector(P)],
    prose=(
        "A point a is optimal for U exactly when (I − P)(μ − a) = 0, which is to say when a lies on μ + U: the optimal "
        "affine subspace is one, though it can be written with many points."
    ),
    said_in=[note("000", 97)],
    numeric=lambda case, bench: bench.same(
        _error(case.X, bench.mean(case.X) + case.P @ case.a, case.P),
        _error(case.X - case.X.mean(axis=0), 0 * case.a, case.P),
        steps=20 * bench.product(case.n, case.p, case.p),
        scale=_scale(case, bench),
    ),
    wrong=["median for mean", "first sample for mean"],
    mutants=lambda: [swap(away, Identity(p)), swap(1 / n, 2 / n), without("projector")],
)


H = Identity(n) - OneMatrix(n, n) / n
shifted = sample(H * X, k)  # x'_k = x_k - μ
error_of_shifted = total(sqnorm(shifted - P * shifted), k)

centred_form = claim(
    "affine.centred-form",
    show=lambda: [
        equal(shifted, x - mu),
        equal(x - (mu + P * (x - mu)), shifted - P * shifted),
        equal(error(mu), error_of_shifted),
        given(same_optimisers([P], ("min", error(mu)), ("min", error_of_shifted)), projector(P)),
    ],
    prose=(
        "Fitting μ + U to the samples is fitting U to the centred ones: the two problems have not only the same "
        "solutions but the same error for each U."
    ),
    said_in=[note("000", 21), note("000", 36), note("000", 99)],
    numeric=lambda case, bench: bench.same(
        _error(case.X, case.X.mean(axis=0), case.P),
        _error(bench.center(case.X), 0 * case.a, case.P),
        steps=20 * bench.product(case.n, case.p, case.p),
        scale=(bench.norm(case.X) * (1 + bench.norm(case.P))) ** 2,
    ),
    wrong=["uncentred", "median for mean", "first sample for mean"],
    mutants=lambda: [swap(1 / n, 2 / n, right=True), swap(shifted, x), right_times(2), other_sense()],
)


said_of_a = (equal(a, mu + P * b), equal(away * (mu - a), ZeroMatrix(p, 1)))  # where a claim is about such an a

coordinate_free = claim(
    "affine.coordinate-free",
    show=lambda: citing_only(
        [residual_split, cross_term, decomposition, optimum_at_mean, all_optima, centred_form],
        projector(P),
        *said_of_a,
    ),
    prose=(
        "None of these proofs uses a basis: of P their certificates cite Pᵀ = P and P² = P alone, and nowhere the "
        "dimension p, so the best affine subspace goes through the mean in every real inner product space."
    ),
    said_in=[note("000", 129)],
    numeric="it is about certificates",
    mutants=lambda: [citing(*said_of_a), citing(symmetric(P), *said_of_a), citing(projector(P))],
)
