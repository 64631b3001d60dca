"""Kernel PCA with a Gaussian kernel."""

import numpy as np


def rbf_kernel(X, sigma):
    squares = np.sum(X**2, axis=1)
    distances = squares[:, None] + squares[None, :] - 2 * X @ X.T
    return np.exp(-distances / (2 * sigma**2))


def center_kernel(K):
    n = len(K)
    H = np.eye(n) - np.ones((n, n)) / n
    return H @ K @ H


def kernel_pca(X, kernel, k, sigma):
    values, vectors = np.linalg.eigh(center_kernel(kernel(X, sigma)))
    values, vectors = values[::-1][:k], vectors[:, ::-1][:, :k]
    return vectors * np.sqrt(np.maximum(values, 0.0))
