import numpy as np


def compute_eigenfaces(X, k):
    mu = np.mean(X, axis=1)
    D = X - mu[:, None]
    values, vectors = np.linalg.eigh(D @ D.T)
    return mu, vectors[:, np.argsort(-values)[:k]]


def project_faces(X, mu, U):
    return np.einsum("dk,dn->kn", U, X - np.reshape(mu, (-1, 1)))


def reconstruct_faces(Z, mu, U):
    return np.reshape(mu, (-1, 1)) + np.dot(U, Z)


def compression_ratio(X, k):
    d, n = X.shape
    return (d * n) / (d * k + k * n + d)
