"""As many axes as a share of the variance needs; the data are centred already."""

import numpy as np


def pca(X, var=0.95):
    _, s, Vt = np.linalg.svd(X, full_matrices=False)
    shares = np.cumsum(s**2) / np.sum(s**2)
    count = int(np.argmax(shares >= var - 1e-12)) + 1
    return Vt[:count].T
