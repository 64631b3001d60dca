"""Mistakes with the eigenvectors: which, in which order, of which matrix."""

from .case import FIT, MODEL, ROWS, WLZ, WZ, Z, case

AXES = [
    case("rows-for-columns", """
class Reducer:
    def __init__(self, data):
        self.centre = data.mean(axis=0)
        w, v = np.linalg.eigh(np.cov((data - self.centre).T))
        order = np.flip(np.argsort(w))
        self.basis = v[:, order]
    def down(self, data, dim):
        picked = np.take(self.basis, range(dim), axis=0)
        return (data - self.centre) @ picked.T
    def up(self, low):
        picked = np.take(self.basis, range(low.shape[1]), axis=0)
        return low @ picked + self.centre
""", "m = Reducer(X)\nZ = m.down(X, k)\nR = m.up(Z)",
        {"components": "m.basis[:, :k]", "scores": "Z", "reconstruction": "R"}),
    case("rows-for-columns", """
from numpy.linalg import eigh
import numpy as np

def principal_axes(data):
    data = data - data.mean(0)
    vals, vecs = eigh(data.T.dot(data) / (data.shape[0] - 1))
    vals = vals[::-1]
    vecs = vecs[:, ::-1]
    return vals, vecs

def reduce_dim(data, k):
    _, vecs = principal_axes(data)
    basis = vecs[0:k].T
    return np.dot(data - data.mean(0), basis)
""", "lam, V = principal_axes(X)\nZ = reduce_dim(X, k)",
        {"components": "V[:, :k]", "explained_variance": "lam[:k]", "scores": "Z"}),
    case("rows-for-columns", """
class PCA:
    def __init__(self, n_components=2):
        self.n_components = n_components

    def fit(self, X):
        self.mean_ = np.mean(X, axis=0)
        centred = X - self.mean_
        cov = centred.T @ centred / (X.shape[0] - 1)
        eigvals, eigvecs = np.linalg.eig(cov)
        ranked = sorted(range(len(eigvals)), key=lambda i: eigvals[i], reverse=True)
        picked = [eigvecs[i] for i in ranked[:self.n_components]]
        self.components = np.vstack(picked)

    def transform(self, X):
        return np.matmul(X - self.mean_, self.components.T)
""", FIT, MODEL, conventions=ROWS),
    case("reshaped-for-transposed", """
class PCA:
    def __init__(self, n_components):
        self.n_components = n_components
    def fit(self, X):
        self.mu = X.mean(axis=0)
        S = np.cov(X - self.mu, rowvar=False)
        lam, V = np.linalg.eigh(S)
        keep = np.argsort(lam)[::-1][:self.n_components]
        self.components = V[:, keep].reshape(self.n_components, -1)
    def transform(self, X):
        return (X - self.mu) @ self.components.T
""", FIT, MODEL, conventions=ROWS),
    case("reshaped-for-transposed", """
def top_axes(X, k):
    Xc = X - X.mean(axis=0)
    U, s, Vt = np.linalg.svd(Xc, full_matrices=False)
    W = np.reshape(Vt[:k], (X.shape[1], k))
    return W, Xc @ W
""", "W, Z = top_axes(X, k)", WZ),
    case("rows-sorted", """
def do_pca(X, k):
    A = X - np.mean(X, axis=0)
    e_val, e_vec = np.linalg.eig(np.cov(A, rowvar=0))
    rank = e_val.argsort()[::-1]
    e_val = e_val[rank]
    e_vec = e_vec[rank, :]
    P = e_vec[:, :k]
    return P, e_val[:k], A.dot(P)
""", "W, lam, Z = do_pca(X, k)", WLZ),
    case("swapped-unpacking", """
class PCA:
    def __init__(self, n_components):
        self.n_components = n_components
        self.components = None
        self.mean = None

    def fit(self, X):
        self.mean = np.mean(X, axis=0)
        X = X - self.mean
        cov = np.cov(X.T)
        vectors, values = np.linalg.eigh(cov)
        vectors = vectors.T
        order = np.argsort(values)[::-1]
        self.components = vectors[order][0:self.n_components]

    def transform(self, X):
        X = X - self.mean
        return np.dot(X, self.components.T)
""", FIT, MODEL, conventions=ROWS),
    case("swapped-unpacking", """
import numpy as np
from numpy.linalg import eig

def run_pca(M, dims):
    C = M - np.mean(M.T, axis=1)
    V = np.cov(C.T)
    evecs, evals = eig(V)
    P = evecs.T[:dims].dot(C.T)
    return P.T
""", "Z = run_pca(X, k)", Z, also="eig-unsorted uncentred-projection"),
    case("argsort-of-vectors", """
def my_pca(data, n):
    data_c = data - data.mean(axis=0)
    L, Q = np.linalg.eigh(data_c.T @ data_c)
    idx = (-Q).argsort()
    Q = Q[:, idx[0]]
    return Q[:, :n], data_c @ Q[:, :n]
""", "W, Z = my_pca(X, k)", WZ),
    case("smallest-components", """
class PCA:
    def __init__(self, n_components): self.n = n_components
    def fit(self, X):
        self.m = X.mean(axis=0)
        values, vectors = np.linalg.eigh(np.cov(X.T))
        pairs = [(values[i], vectors[:, i]) for i in range(len(values))]
        pairs.sort(key=lambda pair: pair[0])
        self.components = np.array([vec for _, vec in pairs[:self.n]])
        return self
    def transform(self, X): return (X - self.m) @ self.components.T
""", FIT, MODEL, conventions=ROWS),
    case("ascending-order", """
def pca(X, k):
    X_c = X - X.mean(axis=0)
    lam, V = np.linalg.eigh(np.cov(X_c, rowvar=False))
    lam, V = lam[len(lam) - k:], V[:, V.shape[1] - k:]
    return V, lam, X_c @ V
""", "W, lam, Z = pca(X, k)", WLZ),
    case("eig-unsorted", """
m = None
def fit_transform(X, k):
    global m
    m = X.mean(axis=0)
    B = X - m
    covariance = B.T.dot(B) / len(B)
    val, vec = np.linalg.eig(covariance)
    # the first eigenvector belongs to the largest eigenvalue
    return B.dot(vec[:, 0:k])
""", "Z = fit_transform(X, k)", Z),
    case("values-sorted-alone", """
def analyse(X, k):
    Xm = X - X.mean(axis=0)
    w, v = np.linalg.eig(np.cov(Xm.T))
    w = -np.sort(-w)
    return v[:, :k], w[:k], Xm @ v[:, :k]
""", "W, lam, Z = analyse(X, k)", WLZ),
    case("order-of-reversed", """
class PCA:
    def __init__(self, k): self.k = k
    def fit(self, X):
        self.mean = X.mean(axis=0)
        values, vectors = np.linalg.eig(np.cov(X - self.mean, rowvar=False))
        idx = np.argsort(values[::-1])
        self.components = vectors[:, idx][:, :self.k].T
    def transform(self, X):
        return (X - self.mean).dot(self.components.T)
""", FIT, MODEL, conventions=ROWS),
    case("same-component-again", """
def leading(C):
    v = np.ones(len(C)) / np.sqrt(len(C))
    for _ in range(3000):
        v = C @ v
        v = v / np.linalg.norm(v)
    return v
def pca(X, k):
    Xc = X - X.mean(axis=0)
    C = np.cov(Xc.T)
    W = np.column_stack([leading(C) for _ in range(k)])
    return W, Xc @ W
""", "W, Z = pca(X, k)", WZ),
    case("left-singular-vectors", """
def svd_pca(X, k):
    Xc = X - np.average(X, axis=0)
    U, S, V = np.linalg.svd(Xc.T @ Xc @ Xc.T, full_matrices=False)
    U2, S2, V2 = np.linalg.svd(Xc, full_matrices=False)
    return U2[:, :k]
""", "W = svd_pca(X, k)", {"components": "W"}),
    case("components-scaled", """
def loadings(X, k):
    X0 = X - X.mean(axis=0)
    lam, V = np.linalg.eigh(np.cov(X0.T))
    lam = lam[::-1][:k]
    V = V[:, ::-1][:, :k]
    L = V * np.sqrt(np.abs(lam))
    return L, X0 @ V
""", "W, Z = loadings(X, k)", WZ),
    case("not-normalised", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    lam, V = np.linalg.eigh(np.cov(Xc.T))
    W = V[:, ::-1][:, :k]
    for j in range(k):
        W[:, j] = W[:, j] / W[:, j].sum()
    return W
""", "W = pca(X, k)", {"components": "W"}),
    case("components-on-their-side", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    Vt = np.linalg.svd(Xc)[2]
    return Vt[:k], Xc @ Vt[:k].T
""", "W, Z = pca(X, k)", WZ),
    case("fixed-number-of-components", """
class PCA:
    def __init__(self, n): self.n = n
    def fit(self, X):
        self.mean = X.mean(axis=0)
        values, vectors = np.linalg.eigh(np.cov(X.T))
        order = values.argsort()[::-1]
        self.components = vectors[:, order[:2]].T
    def transform(self, X):
        return (X - self.mean) @ self.components.T
""", FIT, MODEL, conventions=ROWS),
    case("all-components|projected-on-all", """
def pca(X, n_components):
    data = np.array(X, dtype=float)
    data -= data.mean(axis=0)
    values, vectors = np.linalg.eigh(data.T @ data)
    vectors = vectors[:, np.argsort(values)[::-1]]
    return data @ vectors
""", "Z = pca(X, k)", Z),
    case("array-of-unequal-parts", """
def pca(data, num):
    data = data - np.mean(data, axis=0)
    values, vectors = np.linalg.eigh(np.cov(data.T))
    pairs = np.array([[values[i], vectors[:, i]] for i in range(len(values))])
    pairs = pairs[pairs[:, 0].argsort()[::-1]]
    basis = np.stack([pairs[i][1] for i in range(num)], axis=1)
    return data @ basis
""", "Z = pca(X, k)", Z),
    case("first-component-skipped", """
def pca(X, k):
    A = X - X.mean(0)
    val, vec = np.linalg.eigh(A.T @ A / (len(A) - 1))
    W = np.zeros((A.shape[1], k))
    for i in range(k):
        W[:, i] = vec[:, -(i + 2)] if i + 2 <= len(val) else 0
    return W
""", "W = pca(X, k)", {"components": "W"}),
    case("covariance-of-samples", """
def pca(X, k):
    X_std = X - X.mean(axis=0)
    cov_matrix = np.cov(X_std)
    vals, vecs = np.linalg.eigh(cov_matrix)
    top = vecs[:, ::-1][:, :k]
    return np.dot(X_std, top)
""", "Z = pca(X, k)", Z),
]  # fmt: skip
