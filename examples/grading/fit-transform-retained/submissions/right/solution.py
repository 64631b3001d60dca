import numpy as np


class PCA:
    def fit(self, X):
        self.mean = X.mean(axis=0)
        values, vectors = np.linalg.eigh((X - self.mean).T @ (X - self.mean))
        keep = min(X.shape)
        self.V = vectors[:, ::-1].T[:keep]
        self.S = np.sqrt(np.maximum(values[::-1], 0))[:keep]
        self.U = (X - self.mean) @ self.V.T / np.where(self.S > 1e-9, self.S, 1)

    def transform(self, data, K=2):
        return np.dot(data - data.mean(axis=0), self.V.T)[:, :K]

    def transform_rv(self, data, retained_variance=0.99):
        held, total = 0.0, np.sum(self.S**2)
        for K, s in enumerate(self.S, 1):
            held += s**2
            if held / total >= retained_variance:
                break
        return self.transform(data, K)

    def get_V(self):
        return self.V
