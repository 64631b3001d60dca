"""Every strategy satisfies its equations, and ends, when it shrinks, in a matrix that a person can read."""

import numpy as np
import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis_table import TABLE, rank

from pcaproofs import sampling
from pcaproofs.language.hypotheses import KINDS
from pcaproofs.sampling import factored, norm, same, tables

CHECK = settings(max_examples=40, deadline=None, derandomize=True)
# without a look at what parts do not matter, of which nothing would be shown
SHRINK = settings(
    max_examples=300, deadline=None, derandomize=True, database=None, phases=(Phase.generate, Phase.shrink)
)
SPECTRUM = (5.0, 2.0, 2.0, -1.0)


def singular(X):
    return np.linalg.svd(X, compute_uv=False)


# strategy, then equations as pairs (got, should be) at the scale of the second
EQUATIONS = {row.said.kind: (row.strategy, row.equals) for row in TABLE if row.equals} | {
    "projector of rank": (sampling.projector(4, 2), lambda P: [(P @ P, P), (np.trace(P), 2.0)]),
    "symmetric with": (sampling.symmetric_with(SPECTRUM), lambda S: [(np.linalg.eigvalsh(S), sorted(SPECTRUM))]),
    "psd of rank": (sampling.psd(4, 2), lambda S: [(rank(S), 2)]),
    "with singular values": (sampling.with_singular_values(4, 3, [3, 2]), lambda X: [(singular(X), [3, 2, 0])]),
    "the same, centred": (
        sampling.with_singular_values(4, 3, [3, 2, 1], center=True),
        lambda X: [(singular(X), [3, 2, 1]), (X.sum(axis=0) + 1, np.ones(3))],
    ),
    "rank deficient": (sampling.rank_deficient(4, 3, 2), lambda X: [(max(rank(X), 2), 2), (X, np.round(X))]),
    "integer": (sampling.integer(4, 3), lambda X: [(X, np.round(X))]),
    "ties": (sampling.ties(5, 3), lambda X: [(singular(X) / np.sqrt(2), np.round(singular(X) / np.sqrt(2)))]),
    "near ties": (sampling.near_ties(5, 3), lambda X: [(singular(X)[0], np.sqrt(2)), (X.sum(axis=0) + 1, np.ones(3))]),
}


@pytest.mark.parametrize("name", EQUATIONS)
def test_strategies_satisfy_their_equations(name):
    strategy, equations = EQUATIONS[name]

    @CHECK
    @given(strategy)
    def holds(value):
        for got, expected in equations(value):
            same(got, expected, steps=factored(5, 5), scale=max(norm(expected), 1.0))

    holds()


def test_every_strategy_of_a_hypothesis_has_equations():
    assert [kind for kind in KINDS if kind in sampling.__all__ and kind not in EQUATIONS] == []


@pytest.mark.parametrize("symmetric_matrix", [True, False])
def test_eigenpairs_satisfy_their_equation(symmetric_matrix):
    @CHECK
    @given(sampling.eigenpair(3, symmetric_matrix=symmetric_matrix))
    def holds(drawn):
        A, w, value = drawn
        same(A @ w, value * w, steps=factored(3, 3), scale=max(norm(A), 100.0))

    holds()


# kind of data, what is true of every draw
TRAITS = {
    "centred": lambda X: np.array_equal(X.sum(axis=0), np.zeros(X.shape[1])),
    "constant columns": lambda X: bool((np.ptp(X, axis=0) == 0).any()),
    "rank deficient": lambda X: rank(X) < min(X.shape),
    "integer": lambda X: np.array_equal(X, np.round(X)),
    "scaled": lambda X: not X.any() or not 1e-140 < norm(X) < 1e140,
    "near ties": lambda X: bool(np.all(np.diff(singular(X)) > -2e-3 * np.sqrt(2))),
}


@pytest.mark.parametrize("kind", tables.KINDS)
def test_data_have_their_shape_and_trait(kind):
    @CHECK
    @given(st.data(), st.integers(2, 6), st.integers(1, 4))
    def holds(draw, n, p):
        if kind == "near ties":
            n = p + 2  # fewer samples leave singular values of zero, which tie with nothing
        X = draw.draw(sampling.data(n, p, (kind,)))
        assert X.shape == (n, p)
        assert X.dtype == np.float64
        assert np.isfinite(X).all()
        assert not np.signbit(X[X == 0]).any()
        assert TRAITS.get(kind, lambda X: True)(X)

    holds()


@CHECK
@given(sampling.wide())
def test_wide_data_have_fewer_samples_than_features(X):
    assert X.shape[0] < X.shape[1]


# strategy, a reason to fail, the simplest value that does
SIMPLEST = [
    ("a matrix", sampling.matrix(2, 2), lambda A: True, [[0, 0], [0, 0]]),
    ("orthogonal", sampling.orthogonal(3), lambda Q: True, [[1, 0, 0], [0, 1, 0], [0, 0, 1]]),
    ("orthonormal", sampling.orthonormal(3, 2), lambda B: True, [[1, 0], [0, 1], [0, 0]]),
    ("turned", sampling.orthonormal(2, 1), lambda B: B[0, 0] != 1, [[-1], [0]]),
    ("unit", sampling.unit(3), lambda w: True, [1, 0, 0]),
    ("unit, turned", sampling.unit(3), lambda w: w[0] != 1, [0, 0, 1]),
    ("projector", sampling.projector(2), lambda P: P.any(), [[1, 0], [0, 0]]),
    ("psd", sampling.psd(2), lambda S: S.any(), [[1, 0], [0, 0]]),
    ("symmetric", sampling.symmetric(2), lambda S: S.any(), [[0, 0], [0, 1]]),
    ("symmetric with", sampling.symmetric_with([3, 1]), lambda S: True, [[3, 0], [0, 1]]),
    ("centred", sampling.centered(3, 2), lambda X: X.any(), [[0, 0], [0, 1], [0, -1]]),
    ("singular values", sampling.with_singular_values(3, 2, [3, 1]), lambda X: True, [[3, 0], [0, 1], [0, 0]]),
    ("ties", sampling.ties(4, 2), lambda X: True, [[1, 0], [0, 1], [-1, 0], [0, -1]]),
    ("rank deficient", sampling.rank_deficient(3, 2), lambda X: X.any(), [[0, 0], [0, 0], [0, 1]]),
    ("data", sampling.data(3, 2), lambda X: X.any(), [[0, 0], [0, 0], [0, 1]]),
    ("offset", sampling.offset(2, 1), lambda X: (X > 50).all(), [[100], [100]]),
]


@pytest.mark.parametrize(("strategy", "condition", "simplest"), [r[1:] for r in SIMPLEST], ids=[r[0] for r in SIMPLEST])
def test_the_simplest_value_is_readable(strategy, condition, simplest):
    assert np.asarray(find(strategy, condition, settings=SHRINK)).tolist() == simplest


def test_the_simplest_eigenpair_is_readable():
    A, w, value = find(sampling.eigenpair(2), lambda t: t[2] >= 1, settings=SHRINK)
    assert (A.tolist(), w.tolist(), value) == ([[1, 0], [0, 0]], [1, 0], 1)


BAD = [
    (lambda: sampling.matrix(-1, 2), "matrix: got -1×2, but should have no negative size"),
    (lambda: sampling.matrix(1, 2, ("odd",)), "kinds: got 'odd', but should be among whole, eighths, real"),
    (lambda: sampling.orthogonal(-1), "p: got -1, but should be at least 0"),
    (lambda: sampling.orthonormal(2, 3), "d: got 3, but should be from 0 to p = 2"),
    (lambda: sampling.unit(0), "p: got 0, but should be at least 1"),
    (lambda: sampling.projector(2, 3), "rank: got 3, but should be from 0 to p = 2"),
    (lambda: sampling.psd(2, -1), "rank: got -1, but should be from 0 to p = 2"),
    (lambda: sampling.symmetric_with([]), "spectrum: got shape (0,), but should be p ≥ 1 numbers"),
    (lambda: sampling.centered(0, 2), "n: got 0, but should be at least 1"),
    (lambda: sampling.with_singular_values(2, 2, [1, 1], center=True), "values: got 2, but should be at most 1"),
    (lambda: sampling.with_singular_values(2, 2, [-1.0]), "values: got -1.0, but should be at least 0"),
    (lambda: sampling.rank_deficient(2, 2, 3), "rank: got 3, but should be from 0 to 2"),
    (lambda: sampling.data(0, 2), "data: got 0×2, but should be at least 1×1"),
    (lambda: sampling.data(1, 2, ("round",)), "kinds: got 'round', but should be among " + ", ".join(tables.KINDS)),
]


@pytest.mark.parametrize(("call", "message"), BAD, ids=[row[1][:30] for row in BAD])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match="got") as caught:
        call()
    assert str(caught.value) == message


def test_sizes_of_different_types_are_not_confused() -> None:
    sampling.matrix(True, 7)  # type: ignore[arg-type]
    assert find(sampling.matrix(1, 7), lambda A: True, settings=SHRINK).shape == (1, 7)
