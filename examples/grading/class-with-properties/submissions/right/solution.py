import numpy as np


class PCA:
    def __init__(self, data, n_pcs):
        self.mean = data.mean(axis=0)
        centred = data - self.mean
        values, vectors = np.linalg.eigh(np.cov(data, rowvar=False))
        order = np.argsort(values)[::-1][:n_pcs]
        self.loadings = vectors[:, order]
        self.standard_deviations = np.sqrt(np.maximum(values[order], 0))
        self.scores = centred @ self.loadings

    def reconstruct(self):
        return self.mean + self.scores @ self.loadings.T

    def summary(self):
        return "right"
