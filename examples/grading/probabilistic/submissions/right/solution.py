import numpy as np


def ppca(X, q):
    n, p = X.shape
    mu = X.mean(axis=0)
    U, values, _ = np.linalg.svd(np.cov(X, rowvar=False, bias=True))
    sigma2 = values[q:].mean() if q < p else 0.0
    return mu, U[:, :q] @ np.diag(np.maximum(values[:q] - sigma2, 0) ** 0.5), sigma2


def posterior_mean(X, mu, W, sigma2):
    M = W.T @ W + sigma2 * np.identity(W.shape[1])
    return (X - mu) @ W @ np.linalg.inv(M)


def log_likelihood(X, mu, W, sigma2):
    p = X.shape[1]
    C = W @ W.T + sigma2 * np.eye(p)
    inverse = np.linalg.inv(C)
    squares = sum((x - mu) @ inverse @ (x - mu) for x in X)
    return -0.5 * (len(X) * (p * np.log(2 * np.pi) + np.log(np.linalg.det(C))) + squares)
