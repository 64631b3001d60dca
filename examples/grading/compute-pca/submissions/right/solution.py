import numpy as np


def compute_pca(X, n_components=2):
    centred = X - X.mean(0)
    left, sizes, _ = np.linalg.svd(centred, full_matrices=False)
    scores = np.zeros((len(X), n_components))
    kept = min(n_components, len(sizes))
    scores[:, :kept] = left[:, :kept] * sizes[:kept]
    return scores
