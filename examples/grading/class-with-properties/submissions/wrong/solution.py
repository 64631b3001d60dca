import numpy as np


class PCA:
    def __init__(self, data, n_pcs):
        self.mean = data.mean(axis=0)
        values, vectors = np.linalg.eigh(np.cov(data, rowvar=False))
        self.loadings = vectors[:n_pcs].T  # rows of the eigenvectors, and the smallest first
        self.standard_deviations = np.sqrt(np.maximum(values[::-1][:n_pcs], 0))
        self.scores = (data - self.mean) @ self.loadings

    def reconstruct(self):
        return self.mean + self.scores @ self.loadings.T

    def summary(self):
        return "wrong"
