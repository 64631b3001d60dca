"""Data for kernel PCA on which `np.linalg.eig` does not find the largest eigenvalues first.

It deflates small eigenvalues first, so those of a centred kernel matrix of ordinary data come out largest first. Here
the samples are mirror images of each other, but for the first, which is its own image. The leading eigenvector changes
its sign when the images are exchanged, so the reduction to Hessenberg form, which starts from the first sample,
reaches it last. The reflection exchanges two features with two others: it keeps distances and inner products, also
those of z-scores.
"""

import numpy as np

from pcaproofs.grading.judge.kernels import kernel_of
from pcaproofs.grading.judge.truth import Conventions, Facts, Real

K = 2
"""The number of components asked for."""


def mirrored(generator: np.random.Generator, conventions: Conventions) -> Real:
    """9×5 whole numbers whose centred kernel matrix has its largest eigenvalues out of order.

    Where no draw has them so, as none has for very flat kernels, it is the last draw.
    """
    X = _draw(generator)
    for _ in range(200):
        if out_of_order(X, conventions):
            break
        X = _draw(generator)
    return X


def out_of_order(X: Real, conventions: Conventions) -> bool:
    """Whether the first eigenvalues that `np.linalg.eig` finds of the centred kernel matrix are not the largest."""
    kernel = kernel_of(Facts(X, K, "n" if conventions.standardise == "any" else conventions.standardise), conventions)
    H = np.eye(len(X)) - 1 / len(X)
    mean = np.full_like(H, 1 / len(X))
    raw = kernel.raw
    for centred in (H @ raw @ H, raw - mean @ raw - raw @ mean + mean @ raw @ mean):
        found = np.linalg.eig(centred)[0].real[:K]
        if (np.abs(found - kernel.values) <= 0.05 * kernel.values).all():
            return False
    return True


def _draw(generator: np.random.Generator) -> Real:
    middle = generator.integers(5, 9, size=3)
    rows = [middle[[0, 0, 1, 1, 2]]]
    for large in generator.permutation([2, 3, 4, 5]):
        small, (a, b, c) = generator.integers(-1, 2), middle + generator.integers(-1, 2, size=3)
        rows += [np.array([a + s * large, a - s * large, b + s * small, b - s * small, c]) for s in (1, -1)]
    X = np.array(rows, dtype=np.float64)
    X[1:] = generator.permutation(X[1:])
    return X[:, generator.permutation(5)]
