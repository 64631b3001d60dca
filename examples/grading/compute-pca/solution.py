"""Word vectors (a row each) reduced to a few dimensions."""

import numpy as np


def compute_pca(X, n_components=2):
    X_demeaned = X - np.mean(X, axis=0)
    covariance_matrix = np.cov(X_demeaned, rowvar=False)
    eigen_vals, eigen_vecs = np.linalg.eigh(covariance_matrix)
    order = np.argsort(eigen_vals)[::-1]
    return X_demeaned @ eigen_vecs[:, order[:n_components]]
