"""Probabilistic PCA in closed form: W = U (L - s2 I)^(1/2), the noise, and posterior means."""

import numpy as np


def ppca(X, q):
    n, p = X.shape
    mu = X.mean(axis=0)
    values, vectors = np.linalg.eigh((X - mu).T @ (X - mu) / n)
    values, vectors = np.maximum(values[::-1], 0.0), vectors[:, ::-1]
    sigma2 = values[q:].sum() / max(p - q, 1)
    W = vectors[:, :q] * np.sqrt(np.maximum(values[:q] - sigma2, 0.0))
    return mu, W, sigma2


def posterior_mean(X, mu, W, sigma2):
    M = W.T @ W + sigma2 * np.eye(W.shape[1])
    return np.linalg.solve(M, W.T @ (X - mu).T).T


def log_likelihood(X, mu, W, sigma2):
    n, p = X.shape
    C = W @ W.T + sigma2 * np.eye(p)
    S = (X - mu).T @ (X - mu) / n
    return -n / 2 * (p * np.log(2 * np.pi) + np.linalg.slogdet(C)[1] + np.trace(np.linalg.solve(C, S)))
