import numpy as np


def pca(X):
    mu = np.average(X, axis=0)
    C = np.cov(X, rowvar=False)
    latent, coeff = np.linalg.eigh(C)
    keep = slice(None, None, -1)
    latent, coeff = np.maximum(latent[keep], 0), coeff[:, keep]
    return coeff, (X - mu) @ coeff, latent, latent / np.trace(C) * 100, mu
