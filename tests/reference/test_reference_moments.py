"""Mean, centring, covariance and the centring matrix, against exact arithmetic."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pcaproofs.reference import center, centering_matrix, centred, covariance, mean, pca
from pcaproofs.sampling import data, norm, product, same
from pcaproofs.sampling.tables import KINDS

EXACT = settings(max_examples=60, deadline=None, derandomize=True)
ANY = st.tuples(st.integers(1, 7), st.integers(1, 4)).flatmap(lambda shape: data(*shape, tuple(KINDS)))


def exactly(X):
    """Mean, centred data and scatter in fractions, each rounded once."""
    rows = [[Fraction(float(x)) for x in row] for row in X]
    n, p = X.shape
    mu = [sum(row[j] for row in rows) / n for j in range(p)]
    C = [[row[j] - mu[j] for j in range(p)] for row in rows]
    S = [[sum(row[i] * row[j] for row in C) / n for j in range(p)] for i in range(p)]
    return tuple(np.array([[float(x) for x in row] for row in M]) for M in ([mu], C, S))


@EXACT
@given(ANY)
def test_moments_are_those_of_exact_arithmetic(X):
    n = len(X)
    mu, C, S = exactly(X)
    for j, column in enumerate(X.T):  # each column to its own size: a large neighbour is no excuse
        same(mean(X)[j], mu[0, j], steps=product(n), scale=norm(column))
        same(center(X)[:, j], C[:, j], steps=product(n), scale=max(norm(C[:, j]), np.abs(mu[0, j]) * 2**-52 * n))
    unit = norm(C) or 1.0
    same(covariance(X) / unit / unit, S / unit / unit, steps=2 * product(n), scale=1.0)


@EXACT
@given(ANY)
def test_covariance_is_exactly_symmetric_and_has_its_divisor(X):
    S = covariance(X)
    assert np.array_equal(S, S.T)
    n = len(X)
    if n > 1:
        same(covariance(X, ddof=1) * ((n - 1) / n), S, steps=4)


@pytest.mark.parametrize("n", [1, 2, 3, 10, 101])
def test_the_centering_matrix_subtracts_the_mean(n):
    H = centering_matrix(n)
    v = np.arange(n, dtype=float) ** 2
    assert np.array_equal(H, H.T)
    same(H @ H, H, steps=product(n), scale=norm(H) ** 2)
    same(H @ v, center(v[:, None])[:, 0], steps=product(n), scale=norm(H) * norm(v))
    same(np.trace(H), n - 1.0, steps=product(n), scale=float(n))


@pytest.mark.parametrize("offset", [1e4, 1e8, 1e12])
def test_a_far_away_point_costs_no_digits(offset):
    # Whole numbers and their sums are exact, so the centred data must not notice where they are.
    near = np.random.default_rng(3).integers(-50, 50, size=(64, 3)).astype(float)
    same(center(near + offset), center(near), steps=8)


def test_rows_that_mislead_about_the_spread_cost_no_digits() -> None:
    """Every fourth row, those from which the spread is guessed, varies more than all rows together."""
    X = np.ones((2048, 2))
    X[::4] = np.where(np.arange(512) % 2, 1.15, -1.15)[:, None]
    X[1::4, 1] += 1e-3
    exact = X.astype(np.longdouble)
    exact -= exact.mean(axis=0)
    expected = (exact.T @ exact / 2048).astype(float)
    np.testing.assert_allclose(covariance(X, ddof=0), expected, rtol=1e-14)
    np.testing.assert_allclose(pca(X, ddof=0).scores[:, 0].var(), np.linalg.eigvalsh(expected)[-1], rtol=1e-14)


@pytest.mark.parametrize("copied", [0, 1 << 22])
def test_rows_that_mislead_about_the_mean_cost_no_digits(copied, monkeypatch) -> None:
    """The rows from which the mean is guessed lie far from all others, which differ by little among each other."""
    monkeypatch.setattr(centred, "_COPIED", copied)
    X = np.random.default_rng(4).normal(size=(1 << 18, 2))
    X[:: 1 << 9] += 1000.0
    exact = X.astype(np.longdouble)
    exact -= exact.mean(axis=0)
    expected = (exact.T @ exact / len(X)).astype(float)
    np.testing.assert_allclose(covariance(X, ddof=0), expected, rtol=2e-14)
    values = centred.at_mean(X)
    values.scatter()
    assert np.abs(values.mean - X.astype(np.longdouble).mean(axis=0)).max() < 1e-13
