import numpy as np


class PCA:
    def fit(self, X):
        self.mean = X.mean(axis=0)
        self.U, self.S, self.V = np.linalg.svd(X, full_matrices=False)  # never centred

    def transform(self, data, K=2):
        return data @ self.V[:K].T

    def transform_rv(self, data, retained_variance=0.99):
        share = np.cumsum(self.S**2) / np.sum(self.S**2)
        return self.transform(data, int(np.argmax(share >= retained_variance)) + 1)

    def get_V(self):
        return self.V
