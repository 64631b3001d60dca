import numpy as np


class PCA:
    def __init__(self, n_components):
        self.n_components = n_components

    def fit(self, X):
        self.mean_ = np.mean(X, axis=0)
        _, s, Vt = np.linalg.svd(X - self.mean_, full_matrices=False)
        self.components_ = Vt[: self.n_components]
        self.explained_variance_ = s[: self.n_components] ** 2 / (len(X) - 1)
        # of the kept components alone
        self.explained_variance_ratio_ = s[: self.n_components] ** 2 / np.sum(s[: self.n_components] ** 2)
        return self

    def transform(self, X):
        return (X - self.mean_) @ self.components_.T

    def inverse_transform(self, Z):
        return Z @ self.components_ + self.mean_
