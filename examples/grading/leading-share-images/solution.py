"""Images in a file: centring, covariance, leading eigenpairs by number or by share, projection of one image."""

import numpy as np


def load_and_center_dataset(filename):
    x = np.load(filename).astype(float)
    return x - np.mean(x, axis=0)


def get_covariance(dataset):
    return np.dot(dataset.T, dataset) / (len(dataset) - 1)


def get_eig(S, m):
    values, vectors = np.linalg.eigh(S)
    order = np.argsort(values)[::-1][:m]
    return np.diag(values[order]), vectors[:, order]


def get_eig_prop(S, prop):
    values, vectors = np.linalg.eigh(S)
    order = np.argsort(values)[::-1]
    order = order[values[order] > prop * np.sum(values)]
    return np.diag(values[order]), vectors[:, order]


def project_image(image, U):
    return U @ (U.T @ image)


def display_image(orig, proj):
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(1, 2)
    axes[0].imshow(orig.reshape(64, 64).T)
    axes[1].imshow(proj.reshape(64, 64).T)
    return figure, axes
