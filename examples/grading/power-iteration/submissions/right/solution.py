import numpy as np


class PCATransformer:
    def __init__(self, n_components, seed):
        self._n_components, self._seed = n_components, seed

    def fit(self, X, y=None):
        self._mean = X.mean(axis=0)
        self._V = np.linalg.svd(X - self._mean, full_matrices=False)[2][: self._n_components].T
        return self

    def transform(self, X):
        return (X - self._mean) @ self._V
