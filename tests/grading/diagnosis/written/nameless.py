"""Mistakes that the catalogue does not have: there nothing but a fact is right."""

from .case import FIT, MODEL, ROWS, WLZ, WZ, Z, case

NAMELESS = [
    case("", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    C = Xc.T @ Xc / len(Xc)
    Q, R = np.linalg.qr(C)
    return Q[:, :k], Xc @ Q[:, :k]
""", "W, Z = pca(X, k)", WZ),
    case("step-too-many", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    C = np.cov(Xc.T)
    C = np.triu(C)
    w, v = np.linalg.eigh(C.T + 0.3 * np.eye(len(C)) * C.max() * np.arange(len(C)))
    return Xc @ v[:, ::-1][:, :k]
""", "Z = pca(X, k)", Z),
    case("", """
class PCA:
    def __init__(self, k): self.k = k
    def fit(self, X):
        self.mean = X.mean(axis=0)
        S = np.linalg.inv(np.cov(X.T) + np.eye(X.shape[1]))
        w, v = np.linalg.eigh(S)
        self.components = v[:, np.argsort(w)[::-1]][:, :self.k].T
    def transform(self, X):
        return (X - self.mean) @ self.components.T
""", FIT, MODEL, conventions=ROWS, also="smallest-components"),
    case("wrong-part", """
def pca(X, k):
    half = X[: len(X) // 2]
    m = half.mean(axis=0)
    w, v = np.linalg.eigh(np.cov((half - m).T))
    W = v[:, ::-1][:, :k]
    return W, w[::-1][:k], (X - m) @ W
""", "W, lam, Z = pca(X, k)", WLZ),
    case("step-too-many", """
def pca(X, k):
    weights = np.arange(1, len(X) + 1)
    m = np.average(X, axis=0, weights=weights)
    A = X - m
    w, v = np.linalg.eigh(A.T @ A)
    return v[:, ::-1][:, :k], A @ v[:, ::-1][:, :k]
""", "W, Z = pca(X, k)", WZ),
    case("", """
def pca(X, k):
    A = np.log(np.abs(X) + 1)
    A = A - A.mean(axis=0)
    U, s, Vt = np.linalg.svd(A, full_matrices=False)
    return Vt[:k].T, A @ Vt[:k].T
""", "W, Z = pca(X, k)", WZ),
    case("", """
def pca(X, k):
    rng = np.random.RandomState(3)
    W = np.linalg.qr(rng.randn(X.shape[1], k))[0]
    return (X - X.mean(axis=0)) @ W
""", "Z = pca(X, k)", Z),
    case("", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    d = ((Xc[:, None] - Xc[None]) ** 2).sum(-1)
    H = np.eye(len(X)) - 1 / len(X)
    B = H @ d @ H
    w, v = np.linalg.eigh(B)
    i = np.argsort(w)[::-1][:k]
    return v[:, i] * np.sqrt(np.abs(w[i]))
""", "Z = pca(X, k)", Z, also="scores-scaled"),
    case("step-too-many", """
def pca(X, k):
    A = X - X.mean(axis=0)
    w, v = np.linalg.eigh(np.cov(A.T))
    v = v[:, np.argsort(w)[::-1]]
    v = v + 0.1
    return v[:, :k], A @ v[:, :k]
""", "W, Z = pca(X, k)", WZ),
    case("", """
class PCA:
    def __init__(self, k): self.k = k
    def fit(self, X):
        self.mean = X.mean(axis=0)
        w, v = np.linalg.eigh(np.cov(X.T))
        gaps = np.diff(w)
        self.components = v[:, np.argsort(np.append(gaps, 0))[::-1]][:, :self.k].T
    def transform(self, X):
        return (X - self.mean) @ self.components.T
""", FIT, MODEL, conventions=ROWS),
]  # fmt: skip
