import numpy as np


class StreamingPCA:
    def __init__(self, k):
        self.k = k
        self.count = 0

    def partial_fit(self, batch):
        n, p = batch.shape
        if self.count == 0:
            self.mean, self.scatter = np.zeros(p), np.zeros((p, p))
        centre = batch.mean(axis=0)
        step = centre - self.mean
        self.scatter = self.scatter + (batch - centre).T @ (batch - centre)
        self.scatter = self.scatter + np.outer(step, step) * self.count * n / (self.count + n)
        self.mean = (self.count * self.mean + n * centre) / (self.count + n)
        self.count += n
        return self

    def components(self):
        return np.linalg.eigh(self.scatter)[1][:, ::-1][:, : self.k]

    def covariance(self):
        return self.scatter / (self.count - 1)

    def transform(self, X):
        return X @ self.components()  # the mean is not taken off
