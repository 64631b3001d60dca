"""Mistakes in whitening and kernel PCA: eigenvalues in no order, the student's line, and what follows from them."""

import pytest

from pcaproofs.grading.data.datasets import datasets
from pcaproofs.grading.diagnosis import Diagnosis, diagnose

from ..judge.test_unsorted import FAMILIES, unsorted
from ..table.local import Entry, LocalRerun, run_all

_RBF = {"kernel": "rbf", "gamma": 0.05}
_KERNEL = """
import numpy as np
def kernel(X, gamma=0.05):
    squares = ((X[:, None] - X) ** 2).sum(axis=2)
    return np.exp(-squares / gamma)
def pca(X, k):
    K = kernel(X)
    H = np.eye(len(K)) - 1 / len(K)
    w, V = np.linalg.eigh(H @ K @ H)
    return K, V[:, ::-1][:, :k] * np.sqrt(w[::-1][:k])
"""


def named(entry: Entry) -> Diagnosis | None:
    kernel = entry.task.conventions if {"kernel", "kernel_scores"} & entry.roles.keys() else None
    return diagnose(None, run_all(entry, datasets(3, kernel=kernel)), LocalRerun(entry))


@pytest.mark.parametrize("family", [name for name in FAMILIES if "kernel" in name or name == "whitened"])
def test_eigenvectors_in_no_order_are_named(family: str) -> None:
    found = named(unsorted(family))
    assert found is not None
    assert found.name == "eig-unsorted"


def test_sorting_in_rising_order_is_not_called_unsorted() -> None:
    entry = unsorted("whitened")
    source = entry.source.replace("return A, w, V", "i = np.argsort(w.real)\n    return A, w[i], V[:, i]")
    found = named(Entry(source, entry.call, entry.roles))
    assert found is not None
    assert found.name == "smallest-components"


def test_a_kernel_mistake_shows_its_line_and_what_follows_from_it() -> None:
    found = named(Entry(_KERNEL, "K, Z = pca(X, k)", {"kernel": "K", "kernel_scores": "Z"}, conventions=_RBF))
    assert found is not None
    assert found.name == "gamma-inverted"
    assert found.mistakes[0].excerpt == "return np.exp(-squares / gamma)"
    assert "kernel_scores.space" in found.follows
    assert not [name for name in found.follows if name.startswith("kernel.")]


def test_a_second_mistake_in_the_scores_follows_from_none() -> None:
    source = _KERNEL.replace("np.sqrt(w[::-1][:k])", "w[::-1][:k]").replace(
        "-squares / gamma", "-gamma * np.sqrt(squares)"
    )
    found = named(Entry(source, "K, Z = pca(X, k)", {"kernel": "K", "kernel_scores": "Z"}, conventions=_RBF))
    assert found is not None
    assert {each.name for each in found.mistakes} == {"distances-not-squared", "kernel-vectors-times-values"}
    assert not found.follows


def test_samples_scaled_for_the_components_only_are_named() -> None:
    source = """
import numpy as np
class PCA:
    def __init__(self, k):
        self.k = k
    def fit(self, X):
        A = X - X.mean(axis=0)
        A = A / np.linalg.norm(A, axis=1, keepdims=True)
        self.W = np.linalg.svd(A)[2].T[:, : self.k]
    def transform(self, X):
        return (X - X.mean(axis=0)) @ self.W
"""
    found = named(Entry(source, "m = PCA(k)\nm.fit(X)\nZ = m.transform(X)", {"scores": "Z"}))
    assert found is not None
    assert found.name == "samples-scaled"
