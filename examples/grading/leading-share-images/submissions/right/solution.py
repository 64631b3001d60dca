import numpy as np


def load_and_center_dataset(filename):
    images = np.load(filename)
    return images - images.mean(axis=0, keepdims=True)


def get_covariance(dataset):
    return np.cov(dataset, rowvar=False)


def _descending(S):
    left, values, _ = np.linalg.svd(S)
    return values, left


def get_eig(S, m):
    values, vectors = _descending(S)
    return np.diag(values[:m]), vectors[:, :m]


def get_eig_prop(S, prop):
    values, vectors = _descending(S)
    kept = values / values.sum() > prop
    return np.diag(values[kept]), vectors[:, kept]


def project_image(image, U):
    return sum((u @ image) * u for u in U.T)


def display_image(orig, proj):
    pass
