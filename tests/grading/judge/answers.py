"""Right answers, in the ways and conventions in which people compute them."""

from collections.abc import Callable
from typing import Any

import numpy as np

from pcaproofs.grading.judge.truth import Real

Answer = dict[str, Any]


def answer(X: Real, k: int, W: Real, values: Real) -> Answer:
    """Return all roles that follow from components and scatter eigenvalues."""
    mean = X.mean(axis=0)
    Xc = X - mean
    Z = Xc @ W
    return {
        "components": W,
        "explained_variance": values[:k] / (len(X) - 1),
        "explained_variance_ratio": values[:k] / values.sum(),
        "mean": mean,
        "centered": Xc,
        "covariance": Xc.T @ Xc / len(X),
        "projection": W @ W.T,
        "scores": Z,
        "reconstruction": Z @ W.T + mean,
    }


def by_eigh(X: Real, k: int) -> Answer:
    Xc = X - X.mean(axis=0)
    values, vectors = np.linalg.eigh(Xc.T @ Xc)
    return answer(X, k, vectors[:, ::-1][:, :k], values[::-1])


def by_eig(X: Real, k: int) -> Answer:
    values, vectors = np.linalg.eig(np.atleast_2d(np.cov(X, rowvar=False)))
    order = np.argsort(values.real)[::-1]
    found = answer(X, k, vectors[:, order][:, :k].real, values[order].real * (len(X) - 1))
    return found | {"components": found["components"] + 0j, "explained_variance": found["explained_variance"] + 0j}


def by_svd(X: Real, k: int) -> Answer:
    U, s, Vt = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)
    return answer(X, k, Vt[:k].T, s**2) | {"scores": U[:, :k] * s[:k]}


def by_uncentred_formula(X: Real, k: int) -> Answer:
    mean = X.mean(axis=0)
    values, vectors = np.linalg.eigh(X.T @ X - len(X) * np.outer(mean, mean))
    return answer(X, k, vectors[:, ::-1][:, :k], values[::-1])


def by_power_iteration(X: Real, k: int) -> Answer:
    Xc = X - X.mean(axis=0)
    S = Xc.T @ Xc
    left, columns, values = S.copy(), [], []
    for number in range(k):
        w = np.random.default_rng(number).normal(size=len(S))
        for _ in range(500):
            w = left @ w
            w /= np.linalg.norm(w)
        columns.append(w)
        values.append(w @ left @ w)
        left = left - values[-1] * np.outer(w, w)
    rest = max(np.trace(S) - sum(values), 0.0)
    return answer(X, k, np.column_stack(columns), np.array([*values, rest]))


def signs_flipped(X: Real, k: int) -> Answer:
    found = by_eigh(X, k)
    signs = np.where(np.arange(k) % 2 == 0, -1.0, 1.0)
    return found | {"components": found["components"] * signs, "scores": found["scores"] * signs}


def single(X: Real, k: int) -> Answer:
    return {role: np.asarray(value, dtype=np.float32) for role, value in by_svd(X, k).items()}


def scaled(scale: str) -> Callable[[Real, int], Answer]:
    def variant(X: Real, k: int) -> Answer:
        found = by_svd(X, k)
        scatter = found["explained_variance"] * (len(X) - 1)
        values = {"n": scatter / len(X), "scatter": scatter, "singular": np.sqrt(scatter)}[scale]
        return found | {"explained_variance": values, "covariance": found["covariance"] * len(X) / (len(X) - 1)}

    return variant


def column_shaped(X: Real, k: int) -> Answer:
    found = by_eigh(X, k)
    return found | {
        "mean": found["mean"].reshape(1, -1),
        "explained_variance": found["explained_variance"].reshape(-1, 1),
    }


RIGHT = {
    "eigh": by_eigh,
    "eig": by_eig,
    "svd": by_svd,
    "uncentred formula": by_uncentred_formula,
    "power iteration": by_power_iteration,
    "signs": signs_flipped,
    "float32": single,
    "divided by n": scaled("n"),
    "scatter": scaled("scatter"),
    "singular values": scaled("singular"),
    "column shaped": column_shaped,
}
