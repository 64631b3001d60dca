"""Two mistakes in one file."""

from .case import FIT, MODEL, ROWS, WLZ, WZ, Z, case

PAIRS = [
    case("grand-mean+swapped-unpacking|swapped-unpacking", """
class PCA:
    def __init__(self, num):
        self.num = num
    def fit(self, X):
        self.avg = X.mean()
        X = X - self.avg
        C = np.cov(X, rowvar=False)
        eigvecs, eigvals = np.linalg.eig(C)
        eigvecs = eigvecs.T
        order = eigvals.argsort()[::-1]
        self.components = eigvecs[order][:self.num]
    def transform(self, X):
        return (X - self.avg) @ self.components.T
""", FIT, MODEL, conventions=ROWS),
    case("swapped-unpacking+uncentred-projection|swapped-unpacking", """
class PCA:
    def __init__(self, n_components):
        self.n_components = n_components
    def fit(self, X):
        mean = np.mean(X, axis=0)
        cov = np.cov((X - mean).T)
        eigenvectors, eigenvalues = np.linalg.eigh(cov)
        idx = np.argsort(eigenvalues)[::-1]
        eigenvectors = eigenvectors.T[idx]
        self.components = eigenvectors[:self.n_components]
    def transform(self, X):
        return X @ self.components.T
""", FIT, MODEL, conventions=ROWS),
    case("rows-for-columns+uncentred-projection", """
def pca(X, k):
    C = np.cov(X, rowvar=False)
    w, v = np.linalg.eigh(C)
    i = np.argsort(w)[::-1]
    v = v[:, i]
    W = v[:k].T
    return W, X @ W
""", "W, Z = pca(X, k)", WZ),
    case("eig-unsorted+uncentred-projection", """
class PCA:
    def __init__(self, k): self.k = k
    def fit(self, X):
        Xc = X - X.mean(axis=0)
        _, v = np.linalg.eig(Xc.T @ Xc / len(Xc))
        self.components = v.T[:self.k]
        return self
    def transform(self, X): return X @ self.components.T
""", FIT, MODEL, conventions=ROWS),
    case("standardised-unasked+smallest-components", """
def pca(X, k):
    s = X.std(axis=0)
    s = np.where(s == 0, 1, s)
    A = (X - X.mean(axis=0)) / s
    w, v = np.linalg.eigh(A.T @ A / len(A))
    W = v[:, np.argsort(w)][:, :k]
    return W, A @ W
""", "W, Z = pca(X, k)", WZ),
    case("uncentred-projection+singular-values-for-variances", """
def pca(X, k):
    _, s, vt = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)
    return vt[:k].T, s[:k], X @ vt[:k].T
""", "W, lam, Z = pca(X, k)", WLZ, conventions={"scale": "n-1"}),
    case("fixed-number-of-components+uncentred-projection", """
def pca(X, k):
    w, v = np.linalg.eigh(np.cov(X.T))
    W = v[:, ::-1][:, :2]
    return W, X @ W
""", "W, Z = pca(X, k)", WZ),
    case("grand-mean+rows-for-columns", """
def pca(X, k):
    A = X - np.mean(X)
    w, v = np.linalg.eigh(A.T @ A)
    v = v[:, w.argsort()[::-1]]
    return np.array([v[i] for i in range(k)])
""", "W = pca(X, k)", {"components": "W"}, conventions=ROWS),
    case("argsort-of-vectors+uncentred-projection|argsort-of-vectors", """
def pca(X, k):
    values, vectors = np.linalg.eigh(np.cov(X.T))
    order = np.argsort(vectors[:, 0])[::-1]
    W = vectors[:, order][:, :k]
    return W, X @ W
""", "W, Z = pca(X, k)", WZ),
    case("same-component-again+uncentred-projection|same-component-again", """
def power(C):
    b = np.ones(C.shape[1])
    for i in range(2500):
        b = C @ b
        b = b / np.sqrt(b @ b)
    return b
def pca(X, k):
    C = np.cov(X.T)
    W = np.array([power(C) for j in range(k)]).T
    return W, X.dot(W)
""", "W, Z = pca(X, k)", WZ),
    case("centred-along-wrong-axis+smallest-components", """
def pca(X, k):
    A = X - X.mean(axis=1, keepdims=True)
    w, v = np.linalg.eigh(A.T @ A)
    return A @ v[:, :k]
""", "Z = pca(X, k)", Z, also="never-centred"),
]  # fmt: skip
