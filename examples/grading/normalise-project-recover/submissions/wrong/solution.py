import numpy as np


def featureNormalize(X):
    mu = np.mean(X, axis=0)
    sigma = np.std(X, axis=0, ddof=1)
    return (X - mu) / np.where(sigma > 0, sigma, 1), mu, sigma


def pca(X):
    values, vectors = np.linalg.eig(X.T @ X / len(X))  # in the order in which eig finds them
    return vectors, values


def projectData(X, U, K):
    return X @ U[:, :K]


def recoverData(Z, U, K):
    return Z @ U[:, :K].T
