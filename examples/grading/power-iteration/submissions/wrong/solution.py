import numpy as np


class PCATransformer:
    def __init__(self, n_components, seed):
        self._n_components, self._seed = n_components, seed

    def fit(self, X, y=None):
        self._mean = X.mean(axis=0)
        covariance = np.cov(X, rowvar=False)
        generator = np.random.RandomState(self._seed)
        found = []
        for _ in range(self._n_components):
            v = generator.uniform(-1, 1, size=X.shape[1])
            for _ in range(100):
                v = covariance @ v
                v /= np.linalg.norm(v)
            found.append(v)  # what was found is never taken off
        self._V = np.array(found).T
        return self

    def transform(self, X):
        return (X - self._mean) @ self._V
