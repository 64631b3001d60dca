"""A transformer that finds few components by power iterations, and many by an SVD."""

import numpy as np


class PCATransformer:
    def __init__(self, n_components, seed):
        self._n_components = n_components
        self._seed = seed

    def fit(self, X, y=None):
        self._mean = np.mean(X, axis=0)
        centred = X - self._mean
        if self._n_components > 10:
            self._V = np.linalg.svd(centred, full_matrices=False)[2][: self._n_components].T
            return self
        generator = np.random.RandomState(self._seed)
        covariance = centred.T @ centred / len(X)
        found = []
        for _ in range(self._n_components):
            v = generator.uniform(-1, 1, size=X.shape[1])
            for _ in range(10):
                v = covariance @ v
                value = np.linalg.norm(v)
                v /= value
            covariance = covariance - value * np.outer(v, v)
            found.append(v)
        self._V = np.array(found).T
        return self

    def transform(self, X):
        return (X - self._mean) @ self._V
