"""The three results of MATLAB's pca, with the shares in per cent and the mean."""

import numpy as np


def pca(X):
    mu = X.mean(axis=0)
    _, s, Vt = np.linalg.svd(X - mu, full_matrices=False)
    coeff = Vt.T
    score = (X - mu) @ coeff
    latent = s**2 / (len(X) - 1)
    explained = 100 * latent / latent.sum()
    return [coeff, score, latent, explained, mu]
