"""How fast the reference PCA is next to scikit-learn's fastest exact solver, in processor time of one thread.

What is timed is `pca(X, d)`, which includes the scores, against the fastest of `PCA(d, svd_solver=…).fit_transform(X)`
over the exact solvers. With a mean of 100 ours keeps digits that squaring uncentred data loses. A few components of
large data are also timed against SciPy's eigenvectors of a part of the spectrum, with the matrix that it is given, and,
where the spectrum falls as 1/i, against scikit-learn's random projections, which are exact there to fewer digits. The
last row is the error of subspaces of data with singular values from 1 to 1e-8, beside that of our SVD.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from figure import Figure, paired, processor_seconds, script, seconds
from scipy import linalg
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
    """Each shape with its data near zero and far from it, for a few components and for all; then large data."""
    with threadpool_limits(1):
        for n, p in SHAPES[: 1 if smallest else None]:
            for offset in (0.0, 100.0):
                X = np.random.default_rng(0).normal(size=(n, p)) + offset
                for d in (5, min(n, p)):
                    yield _compare(X, d, offset, rounds=3 if smallest else 51)
        yield from _large(100 if smallest else 2000, 1 if smallest else 5)
        for n, p in ((1000, 50),) if smallest else ((100_000, 50), (10_000, 200)):
            yield _single(np.random.default_rng(0).normal(size=(n, p)).astype(np.float32), 1 if smallest else 9)
        yield _turned()


def _large(n: int, rounds: int) -> Iterator[Figure]:
    """Five components of n×n data against a part of the spectrum, and a falling spectrum against random projections."""
    rng = np.random.default_rng(0)
    for dtype, goal in (("float64", 1.2), ("float32", 2.0)):
        X = rng.normal(size=(n, n)).astype(dtype)
        Xc = X - X.mean(axis=0)
        work = lambda Xc=Xc: linalg.eigh(Xc.T @ Xc, subset_by_index=[n - 5, n - 1])  # noqa: E731
        yield _row(f"pca, {n}×{n}, {dtype}, d = 5", X, "SciPy, eigh of a subset", work, goal, rounds)
    left, right = (np.linalg.qr(rng.normal(size=(n, n)))[0] for _ in range(2))
    X = left / np.arange(1, n + 1) @ right.T
    yield _row(
        f"pca, {n}×{n}, σᵢ = 1/i, d = 5", X, "scikit-learn, random projections", theirs(X, 5, "randomized"), 3.0, rounds
    )


def _single(X: np.ndarray, rounds: int) -> Figure:
    n, p = X.shape
    peer = theirs(X, 5, "covariance_eigh")
    return _row(f"pca, {n}×{p}, float32, d = 5", X, "scikit-learn, covariance_eigh", peer, 1.5, rounds)


def _row(what: str, X: np.ndarray, peer: str, work: Callable[[], object], goal: float, rounds: int) -> Figure:
    a, b, ratio = paired(lambda: processor_seconds(lambda: pca(X, 5)), lambda: processor_seconds(work), rounds)
    return Figure(what, seconds(a), peer, seconds(b), ratio, goal if rounds > 1 else None)


def _turned() -> Figure:
    rng = np.random.default_rng(0)
    left, _ = np.linalg.qr(rng.normal(size=(300, 20)))
    right, _ = np.linalg.qr(rng.normal(size=(20, 20)))
    X = left * np.geomspace(1, 1e-8, 20) @ right.T
    P = right[:, :10] @ right[:, :10].T
    one, other = (pca(X, 10, route=route, center=False).components for route in ("auto", "svd"))
    a, b = (float(np.linalg.norm(W @ W.T - P)) for W in (one, other))
    return Figure("error of ten axes, 300×20, σ to 1e-8", f"{a:.2g}", "our SVD", f"{b:.2g}", a / b, 10.0)


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
