import numpy as np


def _axes(X):
    centred = X - np.mean(X, 0)
    values, vectors = np.linalg.eigh(np.cov(centred.T, bias=True))
    order = values.argsort()[::-1]
    return centred, np.maximum(values[order], 0), vectors[:, order]


def pca_whiten(X, epsilon=1e-9):
    centred, values, vectors = _axes(X)
    return (centred @ vectors) * (values + epsilon) ** -0.5


def zca_whiten(X, epsilon=1e-9):
    centred, values, vectors = _axes(X)
    return centred @ (vectors @ np.diag((values + epsilon) ** -0.5) @ vectors.T)
