"""Mistakes as they are found in public programs, in programs of our own."""

from .case import FIT, MODEL, ROWS, WLZ, WZ, Z, case

SEEN = [
    case("smallest-components", """
def reduce(X, k):
    Xc = X - np.mean(X, axis=0)
    C = np.dot(Xc.T, Xc) / (Xc.shape[0] - 1)
    eigvals, eigvecs = np.linalg.eig(C)
    idx = np.argsort(eigvals[::1])
    eigvals, eigvecs = eigvals[idx], eigvecs[:, idx]
    return np.dot(Xc, eigvecs[:, :k])
""", "Z = reduce(X, k)", Z),
    case("projects-the-covariance", """
class PCA:
    def __init__(self, n_components):
        self.n_components = n_components
    def fit_transform(self, data):
        self.shift = np.mean(data.T, axis=1)
        centred = data - self.shift
        C = np.cov(centred.T)
        w, v = np.linalg.eigh(C)
        v = v[:, ::-1]
        return (v.T @ C.T).T[:, :self.n_components]
""", "Z = PCA(k).fit_transform(X)", Z),
    case("never-centred", """
def pca(X):
    import numpy as np
    m, n = X.shape
    sigma = (1.0 / m) * np.dot(np.transpose(X), X)
    return np.linalg.svd(sigma)
""", "U, S, V = pca(X)", {"components": "U[:, :k]"}),
    case("rows-for-columns", """
class PCA:
    def __init__(self, n_components=3):
        self.n_components = n_components
        self.W = None
    def fit(self, X, y=None):
        self.mean = X.mean(axis=0)
        cov_matrix = np.cov(X.T)
        eigenvalues, eigenvectors = np.linalg.eig(cov_matrix)
        ranked = sorted(zip(eigenvalues, eigenvectors), key=lambda x: x[0], reverse=True)
        self.W = np.hstack([pair[1][:, np.newaxis] for pair in ranked[:self.n_components]])
        self.components = self.W.T
        return self
    def transform(self, X):
        return (X - self.mean).dot(self.W)
""", FIT, MODEL, conventions=ROWS),
    case("components-scaled|not-normalised", """
class Eigenfaces:
    def train(self, X, k):
        self.mean = np.mean(X, axis=0)
        A = (X - self.mean).T
        L = A.T @ A / X.shape[0]
        values, vectors = np.linalg.eigh(L)
        order = np.argsort(values)[::-1]
        self.faces = (A @ vectors[:, order])[:, :k]
        return self.faces
""", "m = Eigenfaces()\nW = m.train(X, k)", {"components": "W"}),
    case("returns-nothing|no-value|uses-none", """
class PCA:
    def __init__(self, n_components):
        self.n_components = n_components
        self.components = None
        self.mean = None
    def fit(self, X):
        self.mean = np.mean(X, axis=0)
        cov = np.cov((X - self.mean).T)
        values, vectors = np.linalg.eig(cov)
    def transform(self, X):
        pass
""", FIT, MODEL, conventions=ROWS),
    case("samples-for-features|covariance-of-samples", """
import numpy as np
from numpy.linalg import eigh
class PCA:
    def __init__(self, x):
        self.x = np.array(x, dtype=float)
        self.d, self.N = self.x.shape
        self.mu = self.x.mean(axis=-1).reshape(self.d, 1)
    def run(self, k):
        self.x -= self.mu
        cov = np.dot(self.x, self.x.T)
        val, vec = eigh(cov)
        return vec[:, ::-1][:, :k]
""", "m = PCA(X)\nW = m.run(k)", {"components": "W"}, also="left-singular-vectors centred-along-wrong-axis"),
    case("kernel-vectors-not-scaled", """
def rbf_kernel_pca(X, gamma, n_components):
    diff = X[:, None, :] - X[None, :, :]
    mat = np.sum(diff ** 2, axis=-1)
    K = np.exp(-gamma * mat)
    N = K.shape[0]
    one_n = np.ones((N, N)) / N
    K = K - one_n.dot(K) - K.dot(one_n) + one_n.dot(K).dot(one_n)
    eigvals, eigvecs = np.linalg.eigh(K)
    eigvals, eigvecs = eigvals[::-1], eigvecs[:, ::-1]
    return np.column_stack([eigvecs[:, i] for i in range(n_components)])
""", "Z = rbf_kernel_pca(X, 0.1, k)", {"kernel_scores": "Z"}, conventions={"kernel": "rbf", "gamma": 0.1}),
    case("centred-along-wrong-axis", """
def PCA(data):
    data = data - np.mean(data, axis=1, keepdims=True)
    C = np.cov(data.T)
    eig_value, eig_vec = np.linalg.eig(C)
    idx = np.argsort(-eig_value)
    return eig_vec[:, idx], eig_value[idx]
""", "W, lam = PCA(X)", {"components": "W[:, :k]", "explained_variance": "lam[:k]"}),
    case("uncentred-projection", """
import numpy as np
import numpy.linalg as la
class PCA:
    def __init__(self, n_components):
        self.n_components = n_components
    def _cov(self, X):
        self.mean = X.mean(axis=0)
        D = X - self.mean
        return D.T @ D / (len(D) - 1)
    def fit(self, X):
        u, s, vh = la.svd(self._cov(X))
        self.components = vh[:self.n_components]
        return self
    def transform(self, X):
        out = np.zeros((X.shape[0], self.n_components))
        for i, row in enumerate(X):
            for j, axis in enumerate(self.components):
                out[i, j] = np.sum(row * axis)
        return out
""", FIT, MODEL, conventions=ROWS),
    case("wrong-mean-put-back|reconstruction-without-mean", """
def encode(X, k):
    mu = X.mean(axis=0)
    U, s, Vt = np.linalg.svd(X - mu, full_matrices=False)
    return (X - mu) @ Vt[:k].T, Vt[:k]
def decode(Z, P):
    return Z @ P + Z.mean()
""", "Z, P = encode(X, k)\nR = decode(Z, P)", {"components": "P", "scores": "Z", "reconstruction": "R"},
        conventions=ROWS),
    case("swapped-unpacking", """
import numpy as np
from numpy import linalg as LA
def PCA(X, num_components):
    X_meaned = X - np.mean(X, axis=0)
    cov_mat = np.cov(X_meaned, rowvar=False)
    eigen_vectors, eigen_values = LA.eigh(cov_mat)
    sorted_index = np.argsort(eigen_values)[::-1]
    sorted_eigenvalue = eigen_values[sorted_index]
    sorted_eigenvectors = eigen_vectors[:, sorted_index]
    eigenvector_subset = sorted_eigenvectors[:, 0:num_components]
    return np.dot(eigenvector_subset.transpose(), X_meaned.transpose()).transpose()
""", "Z = PCA(X, k)", Z),
    case("values-sorted-alone|eig-unsorted", """
class PCA:
    def __init__(self, n_components):
        self.n_components = n_components
    def fit(self, X):
        self.mean = X.mean(axis=0)
        self.values, self.vectors = np.linalg.eig(np.cov(X - self.mean, rowvar=False))
        self.values = np.array(sorted(self.values, reverse=True))
        self.components = self.vectors.T[:self.n_components]
    def transform(self, X):
        return (X - self.mean) @ self.components.T
""", FIT, MODEL | {"explained_variance": "m.values[:k]"}, conventions=ROWS),
    case("undefined-name", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    order = np.argsort(vals)[::-1]
    return Xc @ eigvecs[:, order[:k]]
""", "Z = pca(X, k)", Z),
    case("divided-by-features|off-by-a-factor", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    cov = Xc.T @ Xc / (X.shape[1] - 1)
    vals, vecs = np.linalg.eigh(cov)
    return vecs[:, ::-1][:, :k], vals[::-1][:k], Xc @ vecs[:, ::-1][:, :k]
""", "W, lam, Z = pca(X, k)", WLZ, conventions={"scale": "n-1"}, also="not-finite"),
    case("fixed-number-of-components", """
def pca(X, n_components):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    pairs = [(vals[i], vecs[:, i]) for i in range(len(vals))]
    pairs.sort(key=lambda p: p[0], reverse=True)
    W = np.hstack((pairs[0][1].reshape(-1, 1), pairs[1][1].reshape(-1, 1)))
    return Xc.dot(W)
""", "Z = pca(X, k)", Z),
    case("fixed-number-of-features", """
def pca(X, n_components):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    order = vals.argsort()[::-1]
    W = np.hstack([vecs[:, i].reshape(4, 1) for i in order[:n_components]])
    return Xc.dot(W)
""", "Z = pca(X, k)", Z),
    case("first-component-skipped|one-component-off|other-number-of-components|all-components", """
def pca(X, n_components):
    Xc = X - X.mean(axis=0)
    U, s, Vt = np.linalg.svd(Xc)
    components = Vt[1:n_components]
    return components.T
""", "W = pca(X, k)", {"components": "W"}),
    case("scores-scaled|divided-twice", """
def pca(X, k):
    n = X.shape[0]
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(Xc.T @ Xc)
    W = vecs[:, ::-1][:, :k]
    return Xc @ W / np.sqrt(n - 1)
""", "Z = pca(X, k)", Z),
    case("not-divided", """
class PCA:
    def __init__(self, k): self.k = k
    def fit(self, X):
        self.mean = X.mean(0)
        u, s, vt = np.linalg.svd(X - self.mean, full_matrices=False)
        self.var = s[:self.k] ** 2
        self.components = vt[:self.k]
    def transform(self, X): return (X - self.mean) @ self.components.T
""", FIT, MODEL | {"explained_variance": "m.var"}, conventions=ROWS | {"scale": "n-1"}),
    case("step-too-many", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    C = np.cov(Xc.T)
    vals, vecs = np.linalg.eigh(C)
    vecs = vecs[:, ::-1]
    W = vecs[:, :k].copy()
    W[0] = 0
    return W, Xc @ W
""", "W, Z = pca(X, k)", WZ),
    case("step-too-many", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    C = Xc.T @ Xc
    C = C - np.diag(np.diag(C))
    vals, vecs = np.linalg.eigh(C)
    W = vecs[:, ::-1][:, :k]
    return W, Xc @ W
""", "W, Z = pca(X, k)", WZ),
    case("original-meant", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    d = np.diff(Xc, axis=0)
    vals, vecs = np.linalg.eigh(d.T @ d)
    W = vecs[:, ::-1][:, :k]
    return Xc @ W
""", "Z = pca(X, k)", Z),
    case("", """
class PCA:
    def __init__(self, k): self.k = k
    def fit(self, X):
        self.mean = X.mean(axis=0)
        Q = np.linalg.qr((X - self.mean).T)[0]
        self.components = Q[:, :self.k].T
    def transform(self, X):
        return (X - self.mean) @ self.components.T
""", FIT, MODEL, conventions=ROWS),
    case("", """
def pca(X, k):
    order = np.argsort(X.var(axis=0))[::-1]
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    W = vecs[:, order[:k]]
    return W, Xc @ W
""", "W, Z = pca(X, k)", WZ),
]  # fmt: skip
