import numpy as np


def pca_fit(X, n_components):
    mean = np.mean(X, axis=0)
    values, vectors = np.linalg.eigh(np.cov(X.T))
    values, vectors = values[::-1], vectors[:, ::-1]
    return dict(
        mean=mean,
        components=vectors[:, :n_components].T,
        explained_variance=values[:n_components],
        explained_variance_ratio=values[:n_components] / np.sum(values),
    )


def pca_transform(params, X):
    return np.array([params["components"] @ (x - params["mean"]) for x in X])


def pca_inverse_transform(params, Z):
    return params["mean"] + Z.dot(params["components"])
