import numpy as np


def rbf_kernel(X, sigma):
    return np.array([[np.exp(-np.sum((a - b) ** 2) / (2 * sigma**2)) for b in X] for a in X])


def center_kernel(K):
    return K - K.mean(axis=0) - K.mean(axis=1, keepdims=True) + K.mean()


def kernel_pca(X, kernel, k, sigma):
    U, s, _ = np.linalg.svd(center_kernel(kernel(X, sigma)), hermitian=True)
    return U[:, :k] * np.sqrt(s[:k])
