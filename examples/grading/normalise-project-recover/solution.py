"""Normalised features, all axes from the covariance matrix, projection and recovery."""

import numpy as np


def featureNormalize(X):
    mu = np.mean(X, axis=0)
    sigma = np.std(X, axis=0, ddof=1)
    sigma = np.where(sigma > 0, sigma, 1.0)
    X_norm = (X - mu) / sigma
    return X_norm, mu, sigma


def pca(X):
    m = X.shape[0]
    Sigma = X.T @ X / m
    U, S, _ = np.linalg.svd(Sigma)
    return U, S


def projectData(X, U, K):
    return X @ U[:, :K]


def recoverData(Z, U, K):
    return Z @ U[:, :K].T
