"""What makes a PCA a PCA, as a table: every route on every kind of data satisfies every equation."""

import numpy as np
import pytest

from pcaproofs.reference import center, pca
from pcaproofs.sampling import at_least, factored, norm, same

ROUTES = ["svd", "covariance", "gram", "deflation", "auto"]
rng = np.random.default_rng(20240607)
TABLE = {
    "tall": rng.normal(size=(30, 4)),
    "wide": rng.normal(size=(5, 12)),
    "square": rng.normal(size=(6, 6)),
    "one feature": rng.normal(size=(9, 1)),
    "one sample": rng.normal(size=(1, 4)),
    "two samples": np.array([[1.0, 2.0], [4.0, 6.0]]),
    "rank deficient": rng.normal(size=(20, 2)) @ rng.normal(size=(2, 5)),
    "all the same": np.full((7, 3), 0.1),
    "zero": np.zeros((4, 3)),
    "a constant column": np.column_stack([rng.normal(size=(12, 2)), np.full(12, 3.3)]),
    "repeated eigenvalues": np.vstack([np.eye(4), -np.eye(4)]),
    "columns that repeat": np.repeat(rng.normal(size=(10, 2)), 3, axis=1),
    "offset": rng.normal(size=(15, 3)) + np.array([1e8, -3e7, 0.0]),
    "tiny": rng.normal(size=(12, 4)) * 1e-150,
    "huge": rng.normal(size=(12, 4)) * 1e150,
    "columns of unlike size": rng.normal(size=(12, 3)) * [1e-8, 1.0, 1e6],
    "large and tall": rng.normal(size=(400, 40)) * np.logspace(0, -2, 40) + 1.0,
    "large and wide": rng.normal(size=(40, 150)),
    "large and deficient": rng.normal(size=(400, 3)) @ rng.normal(size=(3, 40)),
}


@pytest.fixture(params=TABLE, ids=lambda name: name.replace(" ", "-"))
def X(request):
    return TABLE[request.param]


# Deflation takes d·min(n, p)³ for each axis, and one sample has no unbiased variance.
COMBINATIONS = [
    (name, route, ddof)
    for name, X in TABLE.items()
    for route in ROUTES
    for ddof in (0, 1)
    if not (route == "deflation" and X.size > 2000) and len(X) > ddof
]


@pytest.mark.parametrize(("name", "route", "ddof"), COMBINATIONS)
def test_the_reference_satisfies_the_equations_of_pca(name, route, ddof):
    X = TABLE[name]
    n, p = X.shape
    r = pca(X, route=route, ddof=ddof)
    d, steps = min(n, p), factored(n, p)
    Xc, W, Z, s, lam = center(X), r.components, r.scores, r.singular_values, r.explained_variance
    big = norm(Xc)
    assert W.shape == (p, d)
    assert Z.shape == (n, d)
    assert r.mean.shape == (p,)
    same(W.T @ W, np.eye(d), steps=steps, scale=1.0)
    same(Z, Xc @ W, steps=steps, scale=big)
    same(Z.sum(axis=0), np.zeros(d), steps=n * steps, scale=big)
    same(Z @ W.T, Xc, steps=steps * (1e8 if route in {"covariance", "gram"} else 1), scale=big)
    # Squares are compared at size one, where those of tiny data do not vanish.
    unit = big or 1.0
    same((Z / unit).T @ (Z / unit), np.diag((s / unit) ** 2), steps=steps, scale=1.0)
    same(lam / unit / unit * (n - ddof), (s / unit) ** 2, steps=4, scale=1.0)
    same(r.total_variance / unit / unit * (n - ddof), float(big > 0), steps=steps, scale=1.0)
    assert r.explained_variance_ratio.sum() == pytest.approx(float(big > 0), rel=0, abs=1e-13)
    assert np.all(np.diff(s) <= 0)
    assert np.all(np.diff(lam) <= 0)
    leading = np.argmax(np.abs(W) >= np.abs(W).max(axis=0) * (1 - 1e-9), axis=0)
    assert np.all(W[leading, range(d)] > 0)


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("d", [1, 2, 3])
def test_fewer_components_are_the_first_ones(route, d):
    X = TABLE["columns of unlike size"]
    few, all_ = pca(X, d, route=route), pca(X, route=route)
    same(few.components, all_.components[:, :d], steps=factored(*X.shape), scale=1.0)
    assert few.explained_variance_ratio == pytest.approx(all_.explained_variance_ratio[:d], rel=1e-9, abs=1e-14)
    assert few.total_variance == pytest.approx(all_.total_variance, rel=1e-14)


def test_rows_of_features_are_the_transposed_data(X):
    n, p = X.shape
    one, other = pca(X, 1), pca(np.ascontiguousarray(X.T), 1, rows="features")
    steps, big = factored(n, p), norm(X)
    same(other.mean, one.mean, steps=steps, scale=big)
    same(other.singular_values, one.singular_values, steps=steps, scale=norm(center(X)))
    assert other.scores.shape == one.scores.shape == (n, 1)
    assert other.reconstruction.shape == (p, n)
    same(other.transform(X.T), other.scores, steps=steps, scale=big)
    same(other.inverse_transform(other.scores), other.reconstruction, steps=0, scale=big)


def test_projector_and_reconstruction_satisfy_their_equations(X):
    n, p = X.shape
    r = pca(X, max(1, min(n, p) - 1))
    P, steps, big = r.projector, factored(n, p), norm(X)
    assert np.array_equal(P, P.T)
    same(P @ P, P, steps=steps, scale=1.0)
    same(np.trace(P), r.components.shape[1], steps=steps)
    same(r.reconstruction, r.mean + center(X) @ P, steps=steps, scale=big)
    same(r.transform(X), r.scores, steps=steps, scale=big)
    same(r.transform(r.inverse_transform(r.scores)), r.scores, steps=steps, scale=big)


def test_the_last_components_hold_the_least_variance():
    X = TABLE["tall"]
    r = pca(X)
    Xc = center(X)
    for w in np.random.default_rng(1).normal(size=(200, 4)):
        at_least(r.singular_values[0], norm(Xc @ (w / norm(w))), steps=factored(30, 4), scale=norm(Xc))


@pytest.mark.parametrize("route", ROUTES)
def test_without_centring_the_moments_are_about_zero(route):
    X = TABLE["tall"] + 5.0
    r = pca(X, route=route, center=False, ddof=1)
    assert r.mean.tolist() == [0.0] * 4
    same(r.components * r.singular_values**2, X.T @ X @ r.components, steps=factored(30, 4), scale=norm(X) ** 2)
    same(r.reconstruction, X, steps=factored(30, 4))


@pytest.mark.parametrize("route", ROUTES)
def test_signs_do_not_depend_on_rounding(route):
    # Both entries of the axis (1, −1)/√2 are largest; the first decides, in whichever way rounding parts them.
    for seed in range(30):
        noise = np.random.default_rng(seed).normal(size=(6, 2)) * 1e-14
        X = np.outer([1, -1, 2, -2, 3, -3], [-1.0, 1.0]) + noise
        assert pca(X, 1, route=route).components[0, 0] > 0


def test_constant_columns_carry_exactly_nothing():
    X = TABLE["a constant column"]
    assert np.array_equal(center(X)[:, 2], np.zeros(12))
    assert pca(TABLE["all the same"]).total_variance == 0.0


def test_same_input_gives_the_same_bytes(X):
    one, other = pca(X), pca(X.copy())
    assert all(np.array_equal(a, b) for a, b in zip(vars(one).values(), vars(other).values(), strict=True))
