import numpy as np


def prcomp(X, center=True, scale=True):
    centre = X.mean(axis=0)
    deviation = np.std(X, axis=0, ddof=1)
    deviation[deviation == 0] = 1.0
    Z = (X - centre) / deviation
    values, vectors = np.linalg.eigh(Z.T @ Z / (len(X) - 1))
    keep = min(X.shape)
    values, vectors = np.maximum(values[::-1][:keep], 0), vectors[:, ::-1][:, :keep]
    return dict(sdev=np.sqrt(values), rotation=vectors, center=centre, scale=deviation, x=Z @ vectors)
