"""How fast the reference PCA is next to scikit-learn's fastest exact solver, in processor time of one thread.

What is timed is `pca(X, d)`, which includes the scores, against the fastest of `PCA(d, svd_solver=…).fit_transform(X)`
over the exact solvers. With a mean of 100 ours keeps digits that squaring uncentred data loses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from figure import Figure, paired, processor_seconds, script, seconds
from sklearn import decomposition
from threadpoolctl import threadpool_limits

from pcaproofs.reference import pca

SHAPES = [(1000, 50), (50, 1000), (10000, 200)]
SOLVERS = ["full", "covariance_eigh"]
GOAL = 1.1


def theirs(X: np.ndarray, d: int, solver: str) -> Callable[[], object]:
    """scikit-learn's PCA of X by the solver."""
    return lambda: decomposition.PCA(d, svd_solver=solver).fit_transform(X)


def figures(smallest: bool) -> Iterator[Figure]:
    """Each shape with its data near zero and far from it, for a few components and for all."""
    with threadpool_limits(1):
        for n, p in SHAPES[: 1 if smallest else None]:
            for offset in (0.0, 100.0):
                X = np.random.default_rng(0).normal(size=(n, p)) + offset
                for d in (5, min(n, p)):
                    yield _compare(X, d, offset, rounds=3 if smallest else 51)


def _compare(X: np.ndarray, d: int, offset: float, rounds: int) -> Figure:
    n, p = X.shape
    solver = min(SOLVERS, key=lambda name: min(processor_seconds(theirs(X, d, name)) for _ in range(3)))
    a, b, ratio = paired(
        lambda: processor_seconds(lambda: pca(X, d)), lambda: processor_seconds(theirs(X, d, solver)), rounds
    )
    what = f"pca, {n}×{p}, mean {offset:g}, d = {d}"
    return Figure(what, seconds(a), f"scikit-learn, {solver}", seconds(b), ratio, GOAL)


if __name__ == "__main__":
    script(figures, __doc__)
