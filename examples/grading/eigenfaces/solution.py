"""Faces as columns of a d x n matrix: eigenfaces, projection, reconstruction, compression."""

import numpy as np


def compute_eigenfaces(X, k):
    mu = X.mean(axis=1, keepdims=True)
    U, _, _ = np.linalg.svd(X - mu, full_matrices=False)
    return mu, U[:, :k]


def project_faces(X, mu, U):
    return U.T @ (X - mu.reshape(-1, 1))


def reconstruct_faces(Z, mu, U):
    return U @ Z + mu.reshape(-1, 1)


def compression_ratio(X, k):
    d, n = X.shape
    return d * n / (k * (d + n) + d)
