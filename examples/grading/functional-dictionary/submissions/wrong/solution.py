import numpy as np


def pca_fit(X, n_components):
    mean = X.mean(axis=0)
    _, s, Vt = np.linalg.svd(X - mean, full_matrices=False)
    variance = s**2 / (X.shape[0] - 1)
    return {
        "mean": mean,
        "components": Vt[:n_components],
        "explained_variance": variance[:n_components],
        "explained_variance_ratio": variance[:n_components] / variance.sum(),
    }


def pca_transform(params, X):
    return (X - X.mean(axis=0)) @ params["components"].T  # the mean of the new samples


def pca_inverse_transform(params, Z):
    return Z @ params["components"]  # the mean is not put back
