import numpy as np


class PCA:
    def __init__(self, n_components):
        self.k = n_components

    def fit(self, X):
        self.mean_ = X.mean(axis=0)
        C = np.cov(X, rowvar=False)
        values, vectors = np.linalg.eig(C)
        order = np.argsort(values.real)[::-1][: self.k]
        self.components_ = np.linalg.qr(vectors[:, order].real)[0].T
        self.explained_variance_ = values[order].real
        self.explained_variance_ratio_ = values[order].real / np.trace(C)
        return self

    def transform(self, X):
        return np.dot(self.components_, (X - self.mean_).T).T

    def inverse_transform(self, Z):
        return np.matmul(Z, self.components_) + self.mean_
