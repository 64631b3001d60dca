"""The largest errors of each route of the reference PCA, by its 50-digit twin, beside those of scikit-learn.

In units of ε: of singular values (× σ₁) and of the projectors onto the first d axes (× 1/gap, the gap σ_d − σ_{d+1} in
units of σ₁, or for the routes that square the data λ_d − λ_{d+1} in units of λ₁). The data have spectra from 1 to 1e-9,
ties, near-ties and ranks below min(n, p), and means up to 1e8 from zero.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from figure import Figure, script
from sklearn import decomposition

from pcaproofs.reference import center, pca
from pcaproofs.reference.twin import pca_twin

EPS = float(np.finfo(float).eps)
ROUTES = {"svd": "full", "covariance": "covariance_eigh", "gram": "covariance_eigh", "deflation": "full"}
SQUARING = {"covariance", "gram"}
SHAPES = [(2, 2), (3, 2), (2, 5), (5, 3), (4, 4), (9, 7), (7, 9)]
OFFSETS = [0.0, 1.0, 1e4, 1e8]
SPECTRA = [
    lambda k: np.ones(k),
    lambda k: np.geomspace(1, 1e-3, k),
    lambda k: np.geomspace(1, 1e-9, k),
    lambda k: 1 + 1e-8 * np.arange(k)[::-1],
    lambda k: np.where(np.arange(k) < (k + 1) // 2, 1.0, 0.0),
    lambda k: np.array([1.0, *np.full(k - 1, 0.5)]),
]
Axes = tuple[np.ndarray, np.ndarray]  # singular values, components p×d


def tables(seeds: int) -> Iterator[np.ndarray]:
    """Data sets of every shape, spectrum and offset."""
    for seed in range(seeds):
        rng = np.random.default_rng(seed)
        for n, p in SHAPES:
            k = min(n - 1, p)
            left, _ = np.linalg.qr(center(rng.normal(size=(n, k))))
            right, _ = np.linalg.qr(rng.normal(size=(p, k)))
            for spectrum in SPECTRA:
                for offset in OFFSETS:
                    yield (left * spectrum(k)) @ right.T + offset * rng.normal(size=p)


def ours(X: np.ndarray, route: str) -> Axes:
    """The reference PCA by a route."""
    got = pca(X, route=route, ddof=0)
    return got.singular_values, got.components


def theirs(X: np.ndarray, route: str) -> Axes:
    """scikit-learn's solver that does the like."""
    got = decomposition.PCA(svd_solver=ROUTES[route]).fit(X)
    return got.singular_values_, got.components_.T


def errors(X: np.ndarray, route: str, run: Callable[[np.ndarray, str], Axes]) -> tuple[float, float]:
    """The errors of singular values and of projectors on one data set, in units of ε."""
    exact, (values, W) = pca_twin(X), run(X, route)
    sigma = np.append(exact.singular_values, 0.0) / exact.singular_values[0]
    turned = 0.0
    for d in range(1, W.shape[1] + 1):
        gap = sigma[d - 1] ** 2 - sigma[d] ** 2 if route in SQUARING else sigma[d - 1] - sigma[d]
        V = exact.components[:, :d]
        if gap > 1e4 * EPS:
            turned = max(turned, float(np.linalg.norm(W[:, :d] @ W[:, :d].T - V @ V.T, 2)) * gap)
    return float(np.abs(values / exact.singular_values[0] - sigma[:-1]).max()) / EPS, turned / EPS


def figures(smallest: bool) -> Iterator[Figure]:
    """The largest errors of each route over all data."""
    data = [X for X in tables(1 if smallest else 12) if pca_twin(X).singular_values[0] > 0]
    for route, solver in ROUTES.items():
        mine, other = ([errors(X, route, run) for X in data[:: 7 if smallest else 1]] for run in (ours, theirs))
        for k, what in enumerate(("singular values", "subspaces")):
            a, b = (max(row[k] for row in rows) for rows in (mine, other))
            yield Figure(
                f"largest error of {what}, {route}", f"{a:.3g} ε", f"scikit-learn, {solver}", f"{b:.3g} ε", a / b
            )


if __name__ == "__main__":
    script(figures, __doc__)
