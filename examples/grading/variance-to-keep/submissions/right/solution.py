import numpy as np


def pca(X, var=0.95):
    values, vectors = np.linalg.eigh(X.T @ X)
    values, vectors = values[::-1], vectors[:, ::-1]
    count, held = 0, 0.0
    while held < var * values.sum():
        held += values[count]
        count += 1
    return vectors[:, :count]
