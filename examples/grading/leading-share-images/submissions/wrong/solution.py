import numpy as np


def load_and_center_dataset(filename):
    x = np.load(filename)
    return x - np.mean(x, axis=0)


def get_covariance(dataset):
    return dataset.T @ dataset / (len(dataset) - 1)


def get_eig(S, m):
    values, vectors = np.linalg.eigh(S)
    return np.diag(values[:m]), vectors[:, :m]  # the smallest, since eigh is ascending


def get_eig_prop(S, prop):
    values, vectors = np.linalg.eigh(S)
    order = np.argsort(values)[::-1]
    order = order[values[order] > prop * np.sum(values)]
    return np.diag(values[order]), vectors[:, order]


def project_image(image, U):
    return U @ (U.T @ image)


def display_image(orig, proj):
    pass
