"""`np.linalg.eig` returns eigenvalues in no order: who does not sort them loses, whatever is asked for."""

from typing import Any

import pytest

from pcaproofs.grading.data.datasets import datasets

from ..table.local import Entry, failed, run_all

SOURCE = """
import numpy as np
def decompose(X):
    A = X - X.mean(axis=0)
    w, V = np.linalg.eig(A.T @ A / (len(X) - 1))
    return A, ORDER
def count(X, share):
    w = decompose(X)[1].real
    return int(np.searchsorted(np.cumsum(w) / w.sum(), share) + 1)
def gram(X, k):
    A = X - X.mean(axis=0)
    w, V = np.linalg.eig(A @ A.T)
    w, V = ORDER
    return V.real[:, :k] * np.sqrt(np.maximum(w.real[:k], 0))
def linear(X):
    return X @ X.T
def polynomial(X):
    return (0.05 * X @ X.T + 1) ** 3
def rbf(X, gamma=None):
    squares = ((X[:, None] - X) ** 2).sum(axis=2)
    return np.exp(-GAMMA * squares)
def centred(K):
    H = np.eye(len(K)) - 1 / len(K)
    return H @ K @ H
def kpca(K, k):
    w, V = np.linalg.eig(centred(K))
    w, V = ORDER
    return V.real[:, :k] * np.sqrt(np.maximum(w.real[:k], 0))
"""
GAMMA = "float(f'{1 / squares.sum() * len(X) * (len(X) - 1):.2g}')"
UNSORTED = SOURCE.replace("A, ORDER", "A, w, V").replace("w, V = ORDER", "pass")
SORTED = SOURCE.replace("A, ORDER", "A, *(lambda i: (w[i], V[:, i]))(np.argsort(-w.real))").replace(
    "ORDER", "(lambda i: (w[i], V[:, i]))(np.argsort(-w.real))"
)

CALL = "A, w, V = decompose(X)\nW, lam = V[:, :k].real, w[:k].real\nm = X.mean(axis=0)"
FAMILIES: dict[str, tuple[str, dict[str, str], dict[str, Any]]] = {
    "components": (CALL, {"components": "W"}, {}),
    "projection": (CALL, {"projection": "W @ W.T"}, {}),
    "variances": (CALL, {"explained_variance": "lam"}, {"scale": "n-1"}),
    "ratios": (CALL, {"explained_variance_ratio": "lam / w.real.sum()"}, {}),
    "deviations": (CALL, {"standard_deviations": "np.sqrt(lam)"}, {"scale": "n-1"}),
    "diagonal matrix": (CALL, {"eigenvalue_matrix": "np.diag(lam)"}, {"scale": "n-1"}),
    "scores": (CALL, {"scores": "A @ W"}, {}),
    "whitened": (CALL, {"whitened": "A @ W / np.sqrt(lam)"}, {}),
    "reconstruction": (CALL, {"reconstruction": "A @ W @ W.T + m"}, {}),
    "error": (CALL, {"reconstruction_error": "((A - A @ W @ W.T) ** 2).sum()"}, {"error": "sum"}),
    "new scores": (CALL, {"components": "W", "scores_new": "(X_new - m) @ W"}, {}),
    "new reconstruction": (CALL, {"reconstruction_new": "(X_new - m) @ W @ W.T + m"}, {}),
    "count": ("c = count(X, 0.8)", {"component_count": "c"}, {"share": 0.8}),
    "count for most": ("c = count(X, 0.95)", {"component_count": "c"}, {}),
    "Gram matrix": ("Z = gram(X, k)", {"scores": "Z"}, {}),
    "linear kernel": ("Z = kpca(linear(X), k)", {"kernel_scores": "Z"}, {"kernel": "linear"}),
    "polynomial kernel": (
        "Z = kpca(polynomial(X), k)",
        {"kernel_scores": "Z"},
        {"kernel": "polynomial", "gamma": 0.05, "degree": 3, "coef0": 1.0},
    ),
    "Gaussian kernel": ("Z = kpca(rbf(X), k)", {"kernel_scores": "Z"}, {"kernel": "rbf", "gamma": 0.0}),
    "polynomial kernel of degree 2": (
        "Z = kpca((0.05 * X @ X.T + 1) ** 2, k)",
        {"kernel_scores": "Z"},
        {"kernel": "polynomial", "gamma": 0.05, "degree": 2, "coef0": 1.0},
    ),
    "narrow Gaussian kernel": ("Z = kpca(rbf(X), k)", {"kernel_scores": "Z"}, {"kernel": "rbf", "gamma": 0.05}),
}


def unsorted(family: str) -> Entry:
    """Return the program that does not sort, for a family of roles."""
    return _entry(UNSORTED, family)


def _entry(source: str, family: str) -> Entry:
    call, roles, conventions = FAMILIES[family]
    text = source.replace("GAMMA", str(conventions.get("gamma") or GAMMA))
    return Entry(text, call, roles, conventions=conventions)


@pytest.mark.parametrize("family", FAMILIES)
def test_eigenvalues_in_no_order_lose_in_every_family(family: str) -> None:
    for seed in (0, 1, 20261122):
        for source, right in ((SORTED, True), (UNSORTED, False)):
            entry = _entry(source, family)
            kernel = entry.task.conventions if "kernel_scores" in entry.roles else None
            lost = failed(run_all(entry, datasets(seed, kernel=kernel)))
            assert (not lost) == right, (seed, lost)
