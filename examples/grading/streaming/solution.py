"""PCA of data that come in batches: a running mean and a running scatter matrix."""

import numpy as np


class StreamingPCA:
    def __init__(self, k):
        self.k = k
        self.count = 0

    def partial_fit(self, batch):
        n, p = batch.shape
        if self.count == 0:
            self.mean = np.zeros(p)
            self.scatter = np.zeros((p, p))
        centre = batch.mean(axis=0)
        step = centre - self.mean
        total = self.count + n
        self.scatter = self.scatter + (batch - centre).T @ (batch - centre)
        self.scatter = self.scatter + np.outer(step, step) * self.count * n / total
        self.mean = self.mean + step * n / total
        self.count = total
        return self

    def components(self):
        return np.linalg.eigh(self.scatter)[1][:, ::-1][:, : self.k]

    def covariance(self):
        return self.scatter / (self.count - 1)

    def transform(self, X):
        return (X - self.mean) @ self.components()
