"""The digits that each route of the reference PCA keeps, by its 50-digit twin: `python benchmarks/bench_accuracy.py`.

Prints, in units of ε, the largest errors seen: of variances (× λ₁), of singular values (× σ₁), of the projectors onto
the first d axes (× 1/gap, the gap σ_d − σ_{d+1} in units of σ₁, or for the routes that square the data λ_d − λ_{d+1} in
units of λ₁), and of WᵀW − I. The data have spectra from 1 to 1e-9, ties, near-ties and ranks below min(n, p), and means
up to 1e8 from zero.
"""

import argparse
from collections.abc import Iterator
from typing import Any

import numpy as np

from pcaproofs.reference import center, pca
from pcaproofs.reference.twin import pca_twin

EPS = float(np.finfo(float).eps)
ROUTES = ["svd", "covariance", "gram", "deflation"]
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


def errors(X: np.ndarray, exact: Any, route: str) -> list[float]:
    """The four errors of a route on one data set, in units of ε."""
    got = pca(X, route=route, ddof=0)
    sigma = np.append(exact.singular_values, 0.0) / exact.singular_values[0]
    values = np.abs(got.singular_values / exact.singular_values[0] - sigma[:-1]).max()
    variances = np.abs((got.singular_values / exact.singular_values[0]) ** 2 - sigma[:-1] ** 2).max()
    W = got.components
    lost = np.abs(W.T @ W - np.eye(W.shape[1])).max()
    turned = 0.0
    for d in range(1, W.shape[1] + 1):
        gap = sigma[d - 1] ** 2 - sigma[d] ** 2 if route in SQUARING else sigma[d - 1] - sigma[d]
        V = exact.components[:, :d]
        if gap > 1e4 * EPS:
            turned = max(turned, float(np.linalg.norm(W[:, :d] @ W[:, :d].T - V @ V.T, 2)) * gap)
    return [variances / EPS, values / EPS, turned / EPS, lost / EPS]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=24)
    seeds = parser.parse_args().seeds
    worst = {route: [0.0] * 4 for route in ROUTES}
    count = 0
    for X in tables(seeds):
        exact = pca_twin(X)
        if exact.singular_values[0] <= 0:
            continue
        count += 1
        for route in ROUTES:
            worst[route] = [max(pair) for pair in zip(worst[route], errors(X, exact, route), strict=True)]
    print(f"largest errors in units of ε on {count} data sets")
    print(f"{'route':<12}{'variances':>12}{'singular values':>18}{'subspace':>12}{'orthogonality':>16}")
    for route, (variances, values, turned, lost) in worst.items():
        print(f"{route:<12}{variances:>12.1f}{values:>18.3g}{turned:>12.1f}{lost:>16.1f}")


if __name__ == "__main__":
    main()
