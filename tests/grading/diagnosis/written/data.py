"""Mistakes with the data before the eigenvectors: centring and scaling, and what the code takes for granted."""

from .case import FIT, MODEL, ROWS, WLZ, WZ, Z, case

STANDARD = {"standardise": "any"}

DATA = [
    case("grand-mean", """
class PCA:
    def __init__(self, n_components):
        self.n_components = n_components
    def fit(self, X):
        self.average = np.mean(X)
        centred = X - self.average
        C = centred.T @ centred / (len(X) - 1)
        w, v = np.linalg.eigh(C)
        self.components = v[:, np.argsort(w)[::-1][:self.n_components]].T
    def transform(self, X):
        return (X - self.average) @ self.components.T
""", FIT, MODEL, conventions=ROWS),
    case("grand-mean+scaled-otherwise|scaled-otherwise", """
def normalise(X):
    return (X - X.mean()) / X.std()
def pca(X, k):
    Z = normalise(X)
    u, s, vt = np.linalg.svd(Z.T @ Z / len(Z))
    return u[:, :k], Z @ u[:, :k]
""", "W, Z = pca(X, k)", WZ, conventions=STANDARD),
    case("centred-along-wrong-axis", """
def pca(data, k):
    means = [sum(row) / len(row) for row in data]
    centred = np.array([[x - means[i] for x in row] for i, row in enumerate(data)])
    w, v = np.linalg.eigh(centred.T @ centred / (len(data) - 1))
    w, v = w[::-1], v[:, ::-1]
    return v[:, :k], w[:k], centred @ v[:, :k]
""", "W, lam, Z = pca(X, k)", WLZ),
    case("never-centred", """
class PCA:
    def __init__(self, k):
        self.k = k
    def fit(self, X):
        U, S, Vt = np.linalg.svd(X, full_matrices=False)
        self.components = Vt[:self.k]
        self.explained = S[:self.k] ** 2 / (X.shape[0] - 1)
    def transform(self, X):
        return X.dot(self.components.T)
""", FIT, MODEL | {"explained_variance": "m.explained"}, conventions=ROWS),
    case("uncentred-projection", """
class PCA:
    def __init__(self, k):
        self.k = k
    def fit(self, X):
        n = X.shape[0]
        mu = X.sum(axis=0) / n
        B = X - mu
        C = B.T @ B / (n - 1)
        lam, vec = np.linalg.eigh(C)
        self.components = vec[:, ::-1].T[:self.k]
    def transform(self, X):
        return np.einsum("ij,kj->ik", X, self.components)
""", FIT, MODEL, conventions=ROWS),
    case("covariance-uncentred", """
def pca(X, k):
    n = len(X)
    second = np.zeros((X.shape[1], X.shape[1]))
    for row in X:
        second += np.outer(row, row)
    lam, V = np.linalg.eigh(second / n)
    W = V[:, ::-1][:, :k]
    return W, (X - X.mean(axis=0)) @ W
""", "W, Z = pca(X, k)", WZ),
    case("standardised-unasked", """
def zscore(a):
    s = a.std(axis=0)
    s[s == 0] = 1
    return (a - a.mean(axis=0)) / s
def pca(X, k):
    T = zscore(X)
    w, v = np.linalg.eigh(np.cov(T, rowvar=False))
    idx = w.argsort()[::-1][:k]
    return v[:, idx], T @ v[:, idx]
""", "W, Z = pca(X, k)", WZ),
    case("correlation-matrix", """
def pca(X, k):
    R = np.corrcoef(X, rowvar=False)
    w, v = np.linalg.eigh(R)
    W = v[:, np.argsort(-w)][:, :k]
    return W, (X - X.mean(0)) @ W
""", "W, Z = pca(X, k)", WZ),
    case("not-standardised", """
class PCA:
    def __init__(self, k): self.k = k
    def fit(self, X):
        self.mean = X.mean(axis=0)
        w, v = np.linalg.eigh(np.cov((X - self.mean).T))
        self.components = v[:, ::-1][:, :self.k].T
    def transform(self, X): return (X - self.mean) @ self.components.T
""", FIT, MODEL, conventions=ROWS | STANDARD),
    case("divides-by-zero-deviation", """
def pca(X, k):
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    U, s, Vt = np.linalg.svd(Z, full_matrices=False)
    return Vt[:k].T, Z @ Vt[:k].T
""", "W, Z = pca(X, k)", WZ, conventions=STANDARD),
    case("median-for-mean", """
def pca(X, k):
    D = X - np.percentile(X, 50, axis=0)
    u, s, vt = np.linalg.svd(D, full_matrices=False)
    return vt[:k].T, D @ vt[:k].T
""", "W, Z = pca(X, k)", WZ),
    case("sum-for-mean", """
def pca(X, k):
    total = np.zeros(X.shape[1])
    for i in range(X.shape[0]):
        total = total + X[i]
    Xc = X - total
    lam, V = np.linalg.eigh(Xc.T @ Xc)
    W = V[:, ::-1][:, :k]
    return W, Xc @ W
""", "W, Z = pca(X, k)", WZ),
    case("mean-divided-by-n-1", """
def pca(X, k):
    n = X.shape[0]
    mean = X.sum(axis=0) / (n - 1)
    Y = X - mean
    lam, V = np.linalg.eigh(Y.T @ Y / (n - 1))
    W = V[:, ::-1][:, :k]
    return mean, W, Y @ W
""", "mu, W, Z = pca(X, k)", WZ | {"mean": "mu"}),
    case("samples-scaled", """
def pca(X, k):
    A = X - X.mean(axis=0)
    A = A / np.linalg.norm(A, axis=1, keepdims=True)
    lam, V = np.linalg.eigh(A.T @ A)
    W = V[:, ::-1][:, :k]
    return W, A @ W
""", "W, Z = pca(X, k)", WZ),
    case("scaled-unasked", """
def pca(X, k):
    low, high = X.min(axis=0), X.max(axis=0)
    S = (X - low) / (high - low)
    S = S - S.mean(axis=0)
    lam, V = np.linalg.eigh(S.T @ S)
    W = V[:, ::-1][:, :k]
    return W, S @ W
""", "W, Z = pca(X, k)", WZ),
    case("fixed-number-of-features", """
def pca(X, k):
    Xc = np.zeros((X.shape[0], 4))
    for j in range(4):
        Xc[:, j] = X[:, j] - X[:, j].mean()
    lam, V = np.linalg.eigh(Xc.T @ Xc)
    W = V[:, ::-1][:, :k]
    return Xc @ W
""", "Z = pca(X, k)", Z),
    case("fixed-number-of-samples", """
def pca(X, k):
    mean = X.sum(axis=0) / 150
    Xc = X - mean
    lam, V = np.linalg.eigh(Xc.T @ Xc / 149)
    W = V[:, ::-1][:, :k]
    return W, Xc @ W
""", "W, Z = pca(X, k)", WZ),
    case("changes-its-input", """
def pca(X, k):
    mean = X.mean(axis=0)
    for i in range(len(X)):
        X[i] = X[i] - mean
    lam, V = np.linalg.eigh(X.T @ X)
    W = V[:, ::-1][:, :k]
    return W, X @ W
""", "W, Z = pca(X.astype(float) if X.dtype.kind == 'i' else X, k)", WZ),
    case("in-place-on-integers+changes-its-input|in-place-on-integers", """
class PCA:
    def __init__(self, k): self.k = k
    def fit(self, X):
        self.mean = np.mean(X, axis=0)
        X -= self.mean
        U, s, Vt = np.linalg.svd(X, full_matrices=False)
        self.components = Vt[:self.k]
    def transform(self, X):
        X -= self.mean
        return X @ self.components.T
""", FIT, MODEL, also="changes-its-input", conventions=ROWS),
    case("new-samples-less-their-own-mean", """
def centre(data):
    return data - data.mean(axis=0)
class PCA:
    def __init__(self, k):
        self.k = k
    def fit(self, X):
        U, s, Vt = np.linalg.svd(centre(X), full_matrices=False)
        self.components = Vt[:self.k]
    def transform(self, X):
        return centre(X) @ self.components.T
""", FIT, MODEL | {"scores_new": "m.transform(X_new)"}, conventions=ROWS),
    case("samples-for-features", """
def pca(X, k):
    # every column is one observation
    A = X - X.mean(axis=1).reshape(-1, 1)
    C = A @ A.T / (A.shape[1] - 1)
    w, v = np.linalg.eigh(C)
    W = v[:, ::-1][:, :k]
    return W, W.T @ A
""", "W, Z = pca(X, k)", WZ, also="covariance-of-samples"),
]  # fmt: skip
