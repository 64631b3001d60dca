"""The best affine subspace goes through the mean. Nothing here uses a basis: U is the range of a projector P."""

import numpy as np
from sympy import Identity, MatrixSymbol, OneMatrix, Symbol, ZeroMatrix

from pcaproofs.language.conclusions import equal, minimises
from pcaproofs.language.hypotheses import projector
from pcaproofs.language.nodes import index, inner, sample, sqnorm, total
from pcaproofs.verify.claim import claim, given, note
from pcaproofs.verify.mutants import flip_sign, other_sense, right_times, swap, without

n = Symbol("n", positive=True, integer=True)
p = Symbol("p", positive=True, integer=True)
X = MatrixSymbol("X", n, p)
P = MatrixSymbol("P", p, p)
a = MatrixSymbol("a", p, 1)
b = MatrixSymbol("b", p, 1)
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


cross_term = claim(
    "affine.cross-term",
    show=[
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
    mutants=[swap(1 / n, 2 / n), swap(X.T, 2 * X.T)],
)


decomposition = claim(
    "affine.decomposition",
    show=given(equal(error(a), error(mu) + n * sqnorm(away * (mu - a))), projector(P)),
    prose=(
        "The error of any a + U is the error of μ + U plus n times the squared distance from μ to a + U, so that what "
        "the choice of a costs stands apart from what the choice of U costs."
    ),
    said_in=[note("000", 44, 53), note("000", 91)],
    numeric=lambda case, bench: _decomposition(case, bench),
    wrong=["uncentred", "median for mean", "first sample for mean"],
    mutants=[swap(n, 1, right=True), flip_sign(sqnorm(away * (mu - a))), swap(1 / n, 2 / n), right_times(2)],
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
    show=minimises(error(a), {a: mu}, value=error(mu)),
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
    mutants=[other_sense(), swap(1 / n, 2 / n), right_times(2)],
)


all_optima = claim(
    "affine.all-optima",
    show=[
        minimises(error(a), {a: mu}, exactly=[equal(away * (mu - a), ZeroMatrix(p, 1))]),
        equal(away * (mu - (mu + P * b)), ZeroMatrix(p, 1)),
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
    mutants=[swap(away, Identity(p)), swap(1 / n, 2 / n), without("projector")],
)
