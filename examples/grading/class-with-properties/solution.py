"""PCA that is computed when it is asked for."""

from functools import cached_property

import numpy as np


class PCA:
    def __init__(self, data, n_pcs):
        self._data = np.asarray(data, dtype=float)
        self._n_pcs = n_pcs

    @cached_property
    def mean(self):
        return self._data.mean(axis=0)

    @cached_property
    def _svd(self):
        return np.linalg.svd(self._data - self.mean, full_matrices=False)

    @property
    def loadings(self):
        return self._svd[2][: self._n_pcs].T

    @property
    def standard_deviations(self):
        return self._svd[1][: self._n_pcs] / np.sqrt(len(self._data) - 1)

    @property
    def scores(self):
        return (self._data - self.mean) @ self.loadings

    def reconstruct(self):
        return self.scores @ self.loadings.T + self.mean

    def summary(self):
        return f"PCA with {self._n_pcs} components"
