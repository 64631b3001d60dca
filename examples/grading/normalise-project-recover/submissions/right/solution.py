import numpy as np


def featureNormalize(X):
    mu = X.sum(axis=0) / len(X)
    centred = X - mu
    sigma = np.sqrt((centred**2).sum(axis=0) / (len(X) - 1))
    sigma[sigma == 0] = 1
    return centred / sigma, mu, sigma


def pca(X):
    values, vectors = np.linalg.eigh(np.dot(X.T, X) / X.shape[0])
    order = np.argsort(-values)
    return vectors[:, order], values[order]


def projectData(X, U, K):
    return np.stack([X @ U[:, j] for j in range(K)], axis=1)


def recoverData(Z, U, K):
    return sum(np.outer(Z[:, j], U[:, j]) for j in range(K))
