"""A class whose transformation takes the number of components, or the variance to retain."""

import numpy as np


class PCA:
    def __init__(self):
        self.U = None
        self.S = None
        self.V = None

    def fit(self, X):
        self.mean = np.mean(X, axis=0)
        self.U, self.S, self.V = np.linalg.svd(X - self.mean, full_matrices=False)

    def transform(self, data, K=2):
        return (data - np.mean(data, axis=0)) @ self.V[:K].T

    def transform_rv(self, data, retained_variance=0.99):
        share = np.cumsum(self.S**2) / np.sum(self.S**2)
        K = int(np.argmax(share >= retained_variance - 1e-12)) + 1
        return self.transform(data, K)

    def get_V(self):
        return self.V

    def visualize(self, X, y, fig_title):
        import matplotlib.pyplot as plt

        Z = self.transform(X, 2)
        plt.scatter(Z[:, 0], Z[:, 1], c=y)
        plt.title(fig_title)
        plt.show()
