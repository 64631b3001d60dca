"""Each route against the fifty-digit twin: errors in units of ε‖·‖, bounded by perturbation theory.

`factored(n, p)` is the backward error allowed. From it follow, by Weyl, the errors of variances and singular values,
and by Davis and Kahan those of subspaces. A route that squares the data has its backward error in the covariance, so
its subspaces hang on gaps between variances; svd has it in the data, and deflation measures what is left of the data
at each step, so theirs hang on gaps between singular values, which are wider where it matters.
"""

import functools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pcaproofs.reference import center, pca
from pcaproofs.reference.twin import pca_twin as fresh_twin
from pcaproofs.sampling import data, factored, norm, same, subspace
from pcaproofs.sampling.tables import KINDS

SQUARING = ["covariance", "gram"]
DIRECT = ["svd", "deflation", "auto"]
THOROUGH = settings(max_examples=50, deadline=None, derandomize=True)
ANY = st.tuples(st.integers(1, 7), st.integers(1, 5)).flatmap(lambda shape: data(*shape, tuple(KINDS)))


def pca_twin(X, d=None, **options):
    """The twin, at work once for data that several routes are held against."""
    X = np.asarray(X, dtype=float)
    return _twin(X.tobytes(), X.shape, d, tuple(options.items()))


@functools.cache
def _twin(data, shape, d, options):
    return fresh_twin(np.frombuffer(data).reshape(shape), d, **dict(options))


def spread(seed, n, p, spectrum, offset=0.0):
    """Random data, but for the offset of mean near zero, with the given singular values."""
    rng = np.random.default_rng(seed)
    k = len(spectrum)
    left, _ = np.linalg.qr(center(rng.normal(size=(n, k))))
    right, _ = np.linalg.qr(rng.normal(size=(p, k)))
    return (left * spectrum) @ right.T + offset


@pytest.mark.parametrize("route", SQUARING + DIRECT)
@THOROUGH
@given(ANY)
def test_variances_are_within_rounding_of_the_largest(route, X):
    exact, got = pca_twin(X), pca(X, route=route)
    steps = factored(*X.shape)
    unit = exact.singular_values[0] or 1.0
    same(got.explained_variance / unit / unit, exact.explained_variance / unit / unit, steps=steps, scale=1 / len(X))
    same(got.explained_variance_ratio, exact.explained_variance_ratio, steps=steps, scale=1.0)
    same(got.mean, exact.mean, steps=len(X), scale=float(np.abs(X).max()))
    if route in DIRECT:
        same(got.singular_values, exact.singular_values, steps=steps, scale=exact.singular_values[0])


@pytest.mark.parametrize("route", SQUARING + DIRECT)
@THOROUGH
@given(ANY)
def test_subspaces_are_within_rounding_over_the_gap(route, X):
    exact, got = pca_twin(X), pca(X, route=route)
    steps = factored(*X.shape)
    most = len(exact.singular_values)
    unit = exact.singular_values[0] or 1.0
    s = np.append(exact.singular_values / unit, 0.0) ** (2 if route in SQUARING else 1)
    for d in range(1, most + 1):
        allowed = subspace(steps, s[d - 1] - s[d]) if s[d - 1] > s[d] else np.inf
        if allowed < 1e15:  # beyond, every projector is within the bound
            W, V = got.components[:, :d], exact.components[:, :d]
            same(W @ W.T, V @ V.T, steps=allowed, scale=1.0)
            same(
                got.scores[:, :d] @ W.T, exact.scores[:, :d] @ V.T, steps=2 * allowed, scale=norm(exact.singular_values)
            )


@pytest.mark.parametrize("route", DIRECT)
@pytest.mark.parametrize("smallest", [1e-3, 1e-6, 1e-9, 1e-12])
def test_direct_routes_keep_small_singular_values(route, smallest):
    for seed in range(10):
        X = spread(seed, 9, 5, np.geomspace(1, smallest, 5))
        same(pca(X, route=route).singular_values, pca_twin(X).singular_values, steps=factored(9, 5), scale=1.0)


@pytest.mark.parametrize(("n", "p"), [(150, 40), (40, 150)])
@pytest.mark.parametrize("smallest", [1e-1, 1e-5, 1e-10])
def test_auto_takes_the_svd_where_squaring_would_cost_digits(n, p, smallest):
    spectrum = np.geomspace(1, smallest, 30)
    X = spread(3, n, p, spectrum)
    assert n * p * min(n, p) > 100_000  # below, it is always the svd
    same(pca(X, 30).singular_values, spectrum, steps=factored(n, p), scale=1.0)
    same(pca(X).singular_values[:30], spectrum, steps=factored(n, p), scale=1.0)


@pytest.mark.parametrize("route", SQUARING)
def test_squaring_routes_lose_small_values_as_documented(route):
    # The second axis stands out of ε·λ₁ at σ = 1e-6, and at σ = 1e-9 the third drowns in it together with the second.
    def turned(second):
        errors = []
        for seed in range(10):
            X = spread(seed, 9, 3, [1.0, second, second / 2])
            W, V = pca(X, 2, route=route).components, pca_twin(X, 2).components
            errors.append(norm(W @ W.T - V @ V.T))
        return max(errors)

    assert turned(1e-6) < 1e-3
    assert turned(1e-9) > 1e-1


@pytest.mark.parametrize("offset", [0.0, 1e4, 1e8])
@pytest.mark.parametrize("scale", [1e-150, 1.0, 1e140])
@pytest.mark.parametrize("route", SQUARING + DIRECT)
def test_offset_and_scale_cost_no_digits(route, scale, offset):
    for seed in range(4):
        X = spread(seed, 8, 4, np.geomspace(1, 0.1, 4), offset) * scale
        exact, got = pca_twin(X), pca(X, route=route)
        same(got.singular_values, exact.singular_values, steps=factored(8, 4) * (10 if route in SQUARING else 1))
        same(got.components, exact.components, steps=subspace(factored(8, 4), 0.01), scale=1.0)
        same(got.mean, exact.mean, steps=8, scale=float(np.abs(X).max()))


def test_the_bounds_would_notice_an_axis_just_beyond_them():
    X = spread(1, 8, 4, np.geomspace(1, 0.1, 4))
    exact = pca_twin(X, 1).components
    s = pca_twin(X).singular_values
    allowed = subspace(factored(8, 4), s[0] - s[1])
    turned = exact + 4 * allowed * np.finfo(float).eps * pca_twin(X).components[:, 1:2]
    turned /= norm(turned)
    with pytest.raises(AssertionError, match="but should be"):
        same(turned @ turned.T, exact @ exact.T, steps=allowed, scale=1.0)


def test_twin_on_a_case_done_by_hand():
    # Four points (±2, 0), (0, ±1) about (10, 20): variances 2 and 1/2, axes e₁ and e₂.
    r = pca_twin([[12, 20], [8, 20], [10, 21], [10, 19]])
    assert r.mean.tolist() == [10.0, 20.0]
    assert r.components.tolist() == [[1.0, 0.0], [0.0, 1.0]]
    assert r.explained_variance.tolist() == [2.0, 0.5]
    assert r.explained_variance_ratio.tolist() == [0.8, 0.2]
    assert r.scores.tolist() == [[2.0, 0.0], [-2.0, 0.0], [0.0, 1.0], [0.0, -1.0]]
    assert r.total_variance == 2.5


def test_twin_satisfies_the_equations_to_the_last_digit():
    X = spread(5, 7, 4, np.geomspace(1, 1e-6, 4), offset=1e3)
    r, C = pca_twin(X), center(X)
    same(r.components.T @ r.components, np.eye(4), steps=4, scale=1.0)
    same(r.scores, C @ r.components, steps=8, scale=norm(C))
    assert np.linalg.norm(r.scores, axis=0) == pytest.approx(r.singular_values, rel=1e-15)
    assert pca_twin(X, center=False).mean.tolist() == [0.0] * 4
    assert pca_twin(X, ddof=1).explained_variance == pytest.approx(r.explained_variance * 7 / 6, rel=1e-15)
