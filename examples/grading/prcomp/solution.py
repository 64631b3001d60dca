"""PCA with the result of R's prcomp as a dictionary."""

import numpy as np


def prcomp(X, center=True, scale=True):
    X = np.asarray(X, dtype=float)
    centre = X.mean(axis=0) if center else np.zeros(X.shape[1])
    deviation = X.std(axis=0, ddof=1) if scale else np.ones(X.shape[1])
    deviation = np.where(deviation > 0, deviation, 1.0)
    Z = (X - centre) / deviation
    _, s, Vt = np.linalg.svd(Z, full_matrices=False)
    return {
        "sdev": s / np.sqrt(len(X) - 1),
        "rotation": Vt.T,
        "center": centre,
        "scale": deviation,
        "x": Z @ Vt.T,
    }
