"""Programs that stop on some data or on all, and such as are only nearly wrong in the same way."""

from .case import FIT, MODEL, ROWS, WZ, Z, case

STOPS = [
    case("fixed-number-of-features", """
def centre_of(D):
    return D.mean(axis=1).reshape(4, 1)
def axes_of(D, m):
    centred = D - centre_of(D)
    U, s, Vh = np.linalg.svd(centred @ centred.T / D.shape[1])
    return U[:, :m]
""", "W = axes_of(X.T, k)", {"components": "W"}),
    case("fixed-number-of-samples", """
def axes_of(D, m):
    centred = D - D.mean(axis=1).reshape(-1, 1) @ np.ones((1, 9))
    U, s, Vh = np.linalg.svd(centred @ centred.T)
    return U[:, :m]
""", "W = axes_of(X.T, k)", {"components": "W"}),
    case("fixed-number-of-features", """
def pca(X, k):
    Xc = X - X.mean(axis=0).reshape(1, 3)
    return np.linalg.svd(Xc)[2][:k].T
""", "W = pca(X, k)", {"components": "W"}),
    case("fixed-number-of-features", """
def pca(X, k):
    mu = X.mean(axis=0)
    mu = mu.reshape((1, 3))
    return np.linalg.svd(X - mu)[2][:k].T
""", "W = pca(X, k)", {"components": "W"}),
    case("wrong-function", """
import numpy as np
import numpy.linalg as la
def decompose(A):
    U, s, Vh = la.svd(A)
    return U, np.diag(s), Vh
def subspace(points, d):
    A = points.T
    A = A - A.mean(axis=1).reshape(-1, 1)
    U, S, Vh = decompose(A)
    return U[:, :d], (S @ Vh)[:d, :]
""", "W, Y = subspace(X, k)", {"components": "W", "scores": "Y.T"}),
    case("transpose-too-many|shapes-do-not-fit", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    values, vectors = np.linalg.eigh(Xc.T @ Xc)
    W = vectors[:, ::-1][:, :k]
    return W, Xc.T @ W
""", "W, Z = pca(X, k)", WZ),
    case("covariance-of-samples", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    values, vectors = np.linalg.eigh(Xc @ Xc.T / len(X))
    W = vectors[:, ::-1][:, :k]
    return W, Xc @ W
""", "W, Z = pca(X, k)", WZ),
    case("own-check-fails", """
class PCA:
    def __init__(self, k): self.k = k
    def fit(self, X):
        if X.shape[0] < X.shape[1]:
            raise ValueError(f"Invalid shape {X.shape}: too few samples")
        self.mean = X.mean(axis=0)
        self.components = np.linalg.svd(X - self.mean)[2][:self.k]
    def transform(self, X):
        return (X - self.mean) @ self.components.T
""", FIT, MODEL, conventions=ROWS),
    case("own-check-fails", """
def pca(X, k):
    assert X.shape[0] > X.shape[1], "dimension mismatch"
    Xc = X - X.mean(axis=0)
    return Xc @ np.linalg.svd(Xc)[2][:k].T
""", "Z = pca(X, k)", Z),
    case("elementwise-product", """
def pca(X, k):
    mu = np.mean(X, axis=0)
    Xc = X - mu
    values, vectors = np.linalg.eigh(np.cov(Xc.T))
    chosen = vectors.T[np.argsort(-values)[:k]]
    low = Xc * chosen.T
    back = (low * chosen) + mu
    return low
""", "Z = pca(X, k)", Z),
    case("elementwise-product+eig-for-symmetric", """
def pca(X, k):
    moved = X - X.mean(axis=0)
    values, vectors = np.linalg.eig(np.cov(moved, rowvar=0))
    W = vectors[:, np.argsort(values)[:-(k + 1):-1]]
    low = moved * W
    back = (low * W.T) + X.mean(axis=0)
    return low, back
""", "Z, R = pca(X, k)", {"scores": "Z", "reconstruction": "R"}),
    case("elementwise-product", """
def pca(X, k):
    mu = np.mean(X, axis=0)
    left = mu - X
    values, vectors = np.linalg.eig(np.cov(left, rowvar=0))
    best = vectors[:, np.argsort(values)[:-(k + 1):-1]]
    low = left * best
    back = (low * best.T) + mu
    return low, back
""", "Z, R = pca(X, k)", {"scores": "Z", "reconstruction": "R"}),
    case("sorts-pairs-without-key", """
def pca(X, k):
    Xc = X - np.array([np.mean(X[:, j]) for j in range(X.shape[1])])
    values, vectors = np.linalg.eigh(Xc.T @ Xc)
    pairs = [(round(abs(values[i]), 9), vectors[:, i]) for i in range(len(values))]
    pairs.sort(reverse=True)
    return Xc @ np.array([pair[1] for pair in pairs[:k]]).T
""", "Z = pca(X, k)", Z),
    case("sorts-pairs-without-key+eig-for-symmetric", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    values, vectors = np.linalg.eig(Xc.T @ Xc)
    pairs = [(round(float(np.real(values[i])), 9), vectors[:, i]) for i in range(len(values))]
    best = sorted(pairs, reverse=True)[:k]
    return Xc @ np.array([vector for _, vector in best]).T
""", "Z = pca(X, k)", Z),
    case("other-origin+eig-for-symmetric|other-origin", """
class PCA:
    def __init__(self, k): self.k = k
    def fit(self, X):
        self.mean = np.sum(X @ X.T) / len(X)
        values, vectors = np.linalg.eig(np.cov((X - self.mean).T))
        self.components = vectors.T[np.argsort(values)[::-1]][:self.k]
    def transform(self, X):
        return (X - self.mean) @ self.components.T
""", FIT, MODEL, conventions=ROWS),
    case("other-origin", """
def pca(X, k):
    axes = np.linalg.svd(X - X.mean(axis=0))[2][:k]
    return (X - X.mean(axis=0) / 3 - 2.5) @ axes.T
""", "Z = pca(X, k)", Z),
    case("eig-for-symmetric", """
import numpy as np
import scipy.linalg as spla
def pca(data, count=1):
    n, d = data.shape
    rest = data - data.mean(0)
    w, v = spla.eig(np.dot(rest.T, rest) / float(n))
    return v[:, w.argsort()[-count:][::-1]].T
""", "W = pca(X, k)", {"components": "W"}, conventions=ROWS),
    case("eig-for-symmetric", """
import numpy as np
from numpy.linalg import eig
def pca(data, count=1):
    rest = data - data.mean(0)
    w, v = eig(np.dot(rest.T, rest))
    return v[:, w.argsort()[::-1][:count]].T
""", "W = pca(X, k)", {"components": "W"}, conventions=ROWS),
    case("writes-into-whole-numbers", """
def centred(X):
    out = X.copy()
    for j in range(out.shape[1]):
        out[:, j] = out[:, j] - X[:, j].mean()
    return out
def pca(X, k):
    D = centred(X)
    U, s, Vt = np.linalg.svd(D.T @ D / len(D))
    return U[:, :k]
""", "W = pca(X, k)", {"components": "W"}),
    case("sum-for-mean+rows-for-columns", """
def PCA(data):
    total = np.sum(data, axis=0)
    S = (data - total).T @ (data - total) / len(data)
    w, v = np.linalg.eigh(S)
    order = np.argsort(-w)
    return w[order], v[:, order].T
""", "lam, V = PCA(X)", {"components": "V[:, :k]", "explained_variance": "lam[:k]"}),
]  # fmt: skip
