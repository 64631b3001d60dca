import numpy as np


class StreamingPCA:
    def __init__(self, k):
        self.k = k
        self.rows = []

    def partial_fit(self, batch):
        self.rows.extend(batch)
        X = np.array(self.rows)
        self.count = len(X)
        self.mean = X.mean(axis=0)
        self.scatter = (X - self.mean).T @ (X - self.mean)
        return self

    def components(self):
        U, _, _ = np.linalg.svd(self.scatter)
        return U[:, : self.k]

    def covariance(self):
        return np.cov(np.array(self.rows), rowvar=False)

    def transform(self, X):
        return (X - self.mean) @ self.components()
