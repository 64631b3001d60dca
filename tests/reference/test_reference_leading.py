"""A few axes of large data: they are those of the full decomposition, and none is missed."""

import numpy as np
import pytest
from test_reference_accuracy import spread
from threadpoolctl import threadpool_limits

from pcaproofs.reference import centred, leading, pca
from pcaproofs.reference.centred import at_mean
from pcaproofs.sampling import factored, same

SPECTRA = {
    "flat": lambda k: np.linspace(1.0, 0.9, k),
    "falling": lambda k: 1 / np.arange(1, k + 1),
    "falling fast": lambda k: 0.5 ** np.arange(k),
    "three alike": lambda k: np.concatenate([np.ones(3), np.full(k - 3, 0.5)]),
    "all alike": lambda k: np.ones(k),
    "two alike at the end of what is asked for": lambda k: np.concatenate([[3.0, 2.0, 1.0, 1.0], np.full(k - 4, 0.1)]),
    "of rank four": lambda k: np.concatenate([[4.0, 3.0, 2.0, 1.0], np.zeros(k - 4)]),
    "of rank two": lambda k: np.concatenate([[2.0, 1.0], np.zeros(k - 2)]),
    "far ahead": lambda k: np.concatenate([[1e3], np.linspace(1.0, 0.5, k - 1)]),
}
SHAPES = [(150, 130), (130, 150), (400, 120), (120, 400)]
D = 3


@pytest.fixture(autouse=True)
def _one_thread():
    """Threads of a BLAS wait for each other where the processors have other work."""
    with threadpool_limits(1):
        yield


@pytest.fixture
def small(monkeypatch):
    """Sizes at which the whole decomposition is at hand; counts what Lanczos gives and what it leaves."""
    given = {True: 0, False: 0}
    real = leading.leading

    def counted(*args, **options):
        found = real(*args, **options)
        given[found is not None] += 1
        return found

    monkeypatch.setattr(leading, "_LEAST_SIZE", 100)
    monkeypatch.setattr(leading, "_LEAST_RATIO", 30)
    monkeypatch.setattr(leading, "_SHARE", 1)
    for module in ("by_covariance", "by_gram"):
        monkeypatch.setattr(f"pcaproofs.reference.{module}.leading", counted)
    return given


@pytest.mark.parametrize("offset", [0.0, 1e4])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("kind", SPECTRA)
def test_they_are_those_of_the_full_decomposition(kind, shape, offset, small):
    n, p = shape
    spectrum = SPECTRA[kind](min(n - 1, p))
    X = spread(5, n, p, spectrum, offset)
    route = "covariance" if p <= n else "gram"
    got, exact = pca(X, D, route=route), np.linalg.svd(X - X.mean(axis=0), full_matrices=False)[1]
    assert sum(small.values()) == 1
    steps = factored(n, p) * (1 if offset == 0.0 else 10 + offset)
    unit = spectrum[0]
    same((got.singular_values / unit) ** 2, (exact[:D] / unit) ** 2, steps=steps, scale=1.0)
    if spectrum[D - 1] > spectrum[D]:
        W = pca(X, D, route="svd").components
        gap = (spectrum[D - 1] ** 2 - spectrum[D] ** 2) / unit**2
        P, Q = (V @ V.T for V in (W, got.components))
        same(Q, P, steps=4 * steps / gap, scale=1.0)


def test_most_spectra_need_no_other_decomposition(small):
    for kind in ("falling", "falling fast", "three alike", "of rank four"):
        pca(spread(5, 300, 250, SPECTRA[kind](250)), D, route="covariance")
    assert small[True] == 4


def test_a_missed_axis_is_noticed(small, monkeypatch):
    """The first vector has nothing of the largest axis, nor has any product of it: trace and factorisation tell."""
    tells = []
    for name in ("run", "_has_no_more"):
        owner = leading._Search if name == "run" else leading
        monkeypatch.setattr(owner, name, _told(getattr(owner, name), tells))
    monkeypatch.setattr(leading, "_start", _without_last)
    X = np.diag([*np.full(150, 1e-3), *np.linspace(1.0, 2.0, 49), 100.0])
    assert leading.leading(at_mean(np.vstack([X, -X])), D, of_samples=False) is None
    assert tells == [("run", False), ("run", True), ("_has_no_more", False)]


def _told(act, tells):
    def told(*args, **options):
        tells.append((act.__name__, found := act(*args, **options)))
        return found

    return told


def _without_last(m):
    vector = np.append(np.random.default_rng(0).normal(size=m - 1), 0.0)
    return vector / np.linalg.norm(vector)


def test_a_spectrum_that_falls_needs_no_matrix(monkeypatch):
    monkeypatch.setattr(leading, "_LEAST_SIZE", 1000)
    monkeypatch.setattr(leading, "_has_no_more", None)
    X = spread(5, 1100, 1000, 1 / np.arange(1, 1001), 0.0)
    got = leading.leading(at_mean(X), D, of_samples=False)
    P, Q = (W @ W.T for W in (got, pca(X, D, route="svd").components))
    same(P, Q, steps=factored(1100, 1000) / (1 / 9 - 1 / 16), scale=1.0)


@pytest.mark.parametrize("shape", [(300, 40), (40, 300), (3000, 100)])
@pytest.mark.parametrize("offset", [0.0, 1e3])
@pytest.mark.parametrize("route", ["svd", "covariance", "gram", "auto"])
def test_single_precision_is_read_as_double(shape, offset, route, monkeypatch):
    monkeypatch.setattr(centred, "_BLOCK", 5000)  # several blocks
    X = (np.random.default_rng(3).normal(size=shape) * np.linspace(2, 1, shape[1]) + offset).astype(np.float32)
    one, two = pca(X, D, route=route), pca(X.astype(float), D, route=route)
    for name in ("mean", "components", "explained_variance", "explained_variance_ratio", "singular_values", "scores"):
        a, b = getattr(one, name), getattr(two, name)
        assert a.dtype == np.float64
        same(a, b, steps=factored(*shape) * 1e3, scale=max(1.0, float(np.abs(b).max())))


@pytest.mark.parametrize("route", ["covariance", "auto"])
def test_large_data_give_the_axes_of_scipy(route, monkeypatch):
    monkeypatch.setattr(leading, "_LEAST_SIZE", 1000)
    linalg = pytest.importorskip("scipy.linalg")
    X = np.random.default_rng(2).normal(size=(1100, 1000)) * np.linspace(2.0, 1.0, 1000)
    got, Xc = pca(X, 4, route=route), X - X.mean(axis=0)
    values, vectors = linalg.eigh(Xc.T @ Xc, subset_by_index=[995, 999])
    same(got.explained_variance / values[-1], values[:0:-1] / values[-1] / 1100, steps=factored(1100, 1000), scale=1e-3)
    gap = (values[1] - values[0]) / values[-1]
    P, Q = got.components @ got.components.T, vectors[:, 1:] @ vectors[:, 1:].T
    same(P, Q, steps=factored(1100, 1000) / gap, scale=1.0)
