"""Right implementations, in the interfaces and conventions in which people write them."""

from dataclasses import replace

from .local import Entry, with_numpy

W, WL, WLZ = "W = pca(X, k)", "W, lam = pca(X, k)", "W, lam, Z = pca(X, k)"
FIT = "m = PCA(k).fit(X)"
COMPONENTS = {"components": "W"}
VALUES = {"components": "W", "explained_variance": "lam"}
ALL = {"components": "W", "explained_variance": "lam", "scores": "Z"}
SCORES = {"scores": "Z"}
NEW = {"scores_new": "m.transform(X_new)", "reconstruction_new": "m.inverse_transform(m.transform(X_new))"}
FITTED = """
import numpy as np
class PCA:
    def __init__(self, k):
        self.k = k
    def fit(self, X):
        self.mu = X.mean(axis=0)
        self.W = np.linalg.svd(X - self.mu)[2][: self.k].T
        return self
    def transform(self, X):
        return (X - self.mu) @ self.W
    def inverse_transform(self, Z):
        return Z @ self.W.T + self.mu
"""
ROWS = {"components": "rows"}
EITHER = {"components": "either"}


def three(source: str, **conventions: object) -> Entry:
    """Return an entry of a function that returns components, variances and scores."""
    return Entry(source, WLZ, ALL, conventions=conventions)


def axes(source: str, **conventions: object) -> Entry:
    return Entry(source, W, COMPONENTS, conventions=conventions)


def scores(source: str, **conventions: object) -> Entry:
    return Entry(source, "Z = pca(X, k)", SCORES, conventions=conventions)


RIGHT: dict[str, Entry] = {
    "eigh of np.cov": three(
        """
def pca(X, k):
    C = np.cov(X, rowvar=False)
    lam, V = np.linalg.eigh(C)
    order = np.argsort(lam)[::-1]
    lam, V = lam[order], V[:, order]
    W = V[:, :k]
    return W, lam[:k], (X - X.mean(axis=0)) @ W
""",
        scale="n-1",
    ),
    "eig, sorted": three(
        """
def pca(X, k):
    Xc = X - np.mean(X, axis=0)
    C = Xc.T @ Xc / len(X)
    lam, V = np.linalg.eig(C)
    idx = lam.argsort()[::-1]
    return V[:, idx[:k]], lam[idx[:k]], Xc @ V[:, idx[:k]]
""",
        scale="n",
        ties="any-basis",
    ),
    "eig, complex dtype": three(
        """
def pca(X, k):
    Xc = X - np.mean(X, axis=0)
    lam, V = np.linalg.eig(np.cov(Xc.T).astype(complex))
    idx = np.argsort(-lam.real)
    return V[:, idx[:k]], lam[idx[:k]], Xc @ V[:, idx[:k]]
""",
        ties="any-basis",
    ),
    "svd": three(
        """
def pca(X, k):
    mu = X.mean(0)
    U, s, Vt = np.linalg.svd(X - mu, full_matrices=False)
    return Vt[:k].T, s[:k] ** 2 / (X.shape[0] - 1), U[:, :k] * s[:k]
""",
        scale="n-1",
    ),
    "svd, full matrices": three("""
def pca(X, k):
    X = X - X.mean(axis=0, keepdims=True)
    U, s, Vt = np.linalg.svd(X)
    W = Vt.T[:, :k]
    return W, (s ** 2 / len(X))[:k], X.dot(W)
"""),
    "svd of the covariance": three(
        """
def pca(X, k):
    Xc = X - X.mean(0)
    U, S, _ = np.linalg.svd(np.cov(Xc.T))
    return U[:, :k], S[:k], np.dot(Xc, U[:, :k])
""",
        scale="n-1",
    ),
    "svd of the transposed data": three(
        """
def pca(X, k):
    Xc = (X - X.mean(0)).T
    U, s, Vt = np.linalg.svd(Xc, full_matrices=False)
    return U[:, :k], s[:k], (U[:, :k].T @ Xc).T
""",
        scale="singular",
    ),
    "gram matrix": three(
        """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    lam, U = np.linalg.eigh(Xc @ Xc.T)
    lam, U = lam[::-1][:k], U[:, ::-1][:, :k]
    W = Xc.T @ U / np.sqrt(lam)
    return W, lam, Xc @ W
""",
        scale="scatter",
    ),
    "power iteration with deflation": three(
        """
def pca(X, k, rounds=5000):
    Xc = X - X.mean(axis=0)
    C = Xc.T @ Xc / (len(X) - 1)
    W, lam = [], []
    for i in range(k):
        w = np.random.randn(C.shape[0])
        w /= np.linalg.norm(w)
        for _ in range(rounds):
            new = C @ w
            new /= np.linalg.norm(new)
            if np.allclose(new, w, rtol=1e-12, atol=1e-12):
                break
            w = new
        W.append(w)
        lam.append(w @ C @ w)
        C = C - lam[-1] * np.outer(w, w)
    W = np.array(W).T
    return W, lam, Xc @ W
""",
        scale="n-1",
    ),
    "power iteration on deflated data": three(
        """
def first(X):
    w = np.ones(X.shape[1]) + 0.01 * np.arange(X.shape[1])
    for _ in range(400):
        w = X.T @ (X @ w)
        w = w / np.sqrt(w @ w)
    return w
def pca(X, k):
    rest = Xc = X - X.mean(axis=0)
    columns = []
    for _ in range(k):
        w = first(rest)
        columns.append(w)
        rest = rest - np.outer(rest @ w, w)
    W = np.stack(columns, axis=1)
    Z = Xc @ W
    return W, Z.var(axis=0), Z
""",
        scale="n",
    ),
    "orthogonal iteration": three("""
def pca(X, k):
    Xc = X - X.mean(axis=0)
    S = Xc.T @ Xc
    Q = np.linalg.qr(np.random.RandomState(1).randn(S.shape[0], k))[0]
    for _ in range(400):
        Q, R = np.linalg.qr(S @ Q)
    lam = np.diag(Q.T @ S @ Q)
    return Q, lam, Xc @ Q
"""),
    "jacobi rotations": three(
        """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    A = Xc.T @ Xc / (len(X) - 1)
    p = len(A)
    V = np.eye(p)
    for _ in range(60):
        for i in range(p):
            for j in range(i + 1, p):
                t = 0.5 * np.arctan2(2 * A[i, j], A[j, j] - A[i, i])
                J = np.eye(p)
                J[i, i] = J[j, j] = np.cos(t)
                J[i, j], J[j, i] = np.sin(t), -np.sin(t)
                A, V = J.T @ A @ J, V @ J
    order = np.argsort(np.diag(A))[::-1][:k]
    return V[:, order], np.diag(A)[order], Xc @ V[:, order]
""",
        scale="n-1",
    ),
    "loops only": three(
        """
def pca(X, k):
    n, p = X.shape
    mean = [sum(X[i][j] for i in range(n)) / n for j in range(p)]
    Xc = [[X[i][j] - mean[j] for j in range(p)] for i in range(n)]
    C = [[sum(Xc[i][a] * Xc[i][b] for i in range(n)) / (n - 1) for b in range(p)] for a in range(p)]
    values, vectors = np.linalg.eigh(np.array(C))
    pairs = [(values[i], vectors[:, i]) for i in range(p)]
    pairs.sort(key=lambda pair: pair[0], reverse=True)
    W = np.hstack([pairs[i][1].reshape(p, 1) for i in range(k)])
    return W, [pair[0] for pair in pairs[:k]], (np.array(Xc) @ W).tolist()
""",
        scale="n-1",
    ),
    "uncentred formula of the covariance": three(
        """
def pca(X, k):
    mu = X.mean(axis=0)
    C = X.T @ X / len(X) - np.outer(mu, mu)
    lam, V = np.linalg.eigh(C)
    W = np.flip(V, axis=1)[:, :k]
    return W, np.flip(lam)[:k], X @ W - mu @ W
""",
        scale="n",
    ),
    "centring matrix": three("""
def pca(X, k):
    n = len(X)
    H = np.eye(n) - np.ones((n, n)) / n
    S = X.T @ H @ X
    lam, V = np.linalg.eigh(S)
    W = V[:, -k:][:, ::-1]
    return W, lam[-k:][::-1], H @ X @ W
"""),
    "eigh of the negative": three("""
def pca(X, k):
    Xc = X - X.mean(0)
    lam, V = np.linalg.eigh(-Xc.T @ Xc)
    return V[:, :k], -lam[:k], Xc @ V[:, :k]
"""),
    "float32": three(
        """
def pca(X, k):
    X = X.astype(np.float32)
    Xc = X - X.mean(axis=0)
    U, s, Vt = np.linalg.svd(Xc, full_matrices=False)
    return Vt[:k].T, s[:k] ** 2 / (len(X) - 1), Xc @ Vt[:k].T
""",
        scale="n-1",
    ),
    "einsum": three(
        """
def pca(X, k):
    d = X - X.mean(axis=0)
    C = np.einsum("ni,nj->ij", d, d) / d.shape[0]
    lam, V = np.linalg.eigh(C)
    keep = np.argpartition(lam, -k)[-k:]
    keep = keep[np.argsort(-lam[keep])]
    return V[:, keep], lam[keep], np.einsum("ni,ik->nk", d, V[:, keep])
""",
        scale="n",
    ),
    "matrices of the old kind": three(
        """
def pca(X, k):
    A = np.matrix(X) - np.matrix(X).mean(axis=0)
    lam, V = np.linalg.eigh(A.T * A / (len(X) - 1))
    V = V[:, ::-1][:, :k]
    return V, lam[::-1][:k], A * V
""",
        scale="n-1",
    ),
    "weights of the samples": three(
        """
def pca(X, k):
    C = np.cov(X.T, aweights=np.ones(len(X)), ddof=0)
    lam, V = np.linalg.eigh(C)
    V = V[:, np.argsort(lam)[::-1]][:, 0:k]
    return V, np.sort(lam)[::-1][0:k], np.subtract(X, np.average(X, axis=0)).dot(V)
""",
        scale="n",
    ),
    "scores only": scores("""
def pca(X, k):
    Xc = X - X.mean(axis=0)
    U, s, _ = np.linalg.svd(Xc, full_matrices=False)
    return U[:, :k] @ np.diag(s[:k])
"""),
    "scores of random signs": scores("""
def pca(X, k):
    lam, V = np.linalg.eigh(np.cov(X.T))
    W = V[:, ::-1][:, :k] * np.random.choice([-1, 1], size=k)
    return (X - X.mean(axis=0)) @ W
"""),
    "classical scaling of distances": scores("""
def pca(X, k):
    D = ((X[:, None, :] - X[None, :, :]) ** 2).sum(axis=2)
    H = np.eye(len(X)) - 1 / len(X)
    lam, U = np.linalg.eigh(-0.5 * H @ D @ H)
    return U[:, ::-1][:, :k] * np.sqrt(lam[::-1][:k])
"""),
    "all vectors, sliced by the caller": Entry(
        """
def eigen(X):
    lam, V = np.linalg.eigh(np.cov(X, rowvar=0))
    order = lam.argsort()[::-1]
    return lam[order], V[:, order]
""",
        "lam, V = eigen(X)",
        {"components": "V[:, :k]", "explained_variance": "lam[:k]", "explained_variance_ratio": "(lam/lam.sum())[:k]"},
    ),
    "components in rows": Entry(
        """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    return np.linalg.svd(Xc, full_matrices=False)[2][:k]
""",
        W,
        COMPONENTS,
        conventions=ROWS,
    ),
    "components in rows, from eigh": Entry(
        """
def pca(X, k):
    w, v = np.linalg.eigh(np.cov(X.T))
    return v.T[::-1][:k]
""",
        W,
        COMPONENTS,
        conventions=ROWS,
    ),
    "a class as in sklearn": Entry(
        """
class PCA:
    def __init__(self, n_components=None):
        self.n_components = n_components
    def fit(self, X, y=None):
        X = np.asarray(X, dtype=float)
        self.mean_ = X.mean(axis=0)
        U, S, Vt = np.linalg.svd(X - self.mean_, full_matrices=False)
        self.components_ = Vt[: self.n_components]
        var = S ** 2 / (X.shape[0] - 1)
        self.explained_variance_ = var[: self.n_components]
        self.explained_variance_ratio_ = var[: self.n_components] / var.sum()
        return self
    def transform(self, X):
        return (X - self.mean_) @ self.components_.T
    def inverse_transform(self, Z):
        return Z @ self.components_ + self.mean_
""",
        FIT,
        {
            "mean": "m.mean_",
            "components": "m.components_.T",
            "explained_variance": "m.explained_variance_",
            "explained_variance_ratio": "m.explained_variance_ratio_",
            "scores": "m.transform(X)",
            "reconstruction": "m.inverse_transform(m.transform(X))",
        },
        conventions={"scale": "n-1"},
    ),
    "sklearn itself": Entry(
        "from sklearn.decomposition import PCA\n",
        FIT,
        {
            "mean": "m.mean_",
            "components": "m.components_",
            "explained_variance": "m.explained_variance_",
            "explained_variance_ratio": "m.explained_variance_ratio_",
            "scores": "m.transform(X)",
            "covariance": "m.get_covariance()" if False else "np.cov(X.T)",
        },
        conventions={"scale": "n-1", "covariance": "n-1", **ROWS},
    ),
    "a class with the data in its constructor": Entry(
        """
class PCA(object):
    def __init__(self, X):
        self.mu = X.mean(axis=0)
        self.B = X - self.mu
        self.lam, self.V = np.linalg.eigh(self.B.T @ self.B)
    def project(self, k):
        self.W = self.V[:, : -k - 1 : -1]
        return self.B @ self.W
    def back(self, k):
        return self.project(k) @ self.W.T + self.mu
""",
        "m = PCA(X)\nZ = m.project(k)",
        {"scores": "Z", "reconstruction": "m.back(k)", "mean": "m.mu", "centered": "m.B"},
    ),
    "a class that standardises": Entry(
        """
class PCA:
    def fit(self, X, k):
        self.mean = X.mean(axis=0)
        self.std = X.std(axis=0)
        self.std[self.std == 0] = 1
        Z = (X - self.mean) / self.std
        lam, V = np.linalg.eigh(Z.T @ Z / len(Z))
        self.W, self.lam = V[:, ::-1][:, :k], lam[::-1][:k]
        return Z @ self.W
""",
        "m = PCA()\nZ = m.fit(X, k)",
        {"mean": "m.mean", "components": "m.W", "explained_variance": "m.lam", "scores": "Z"},
        conventions={"standardise": "n", "scale": "n"},
    ),
    "standardised with the other divisor": three(
        """
def pca(X, k):
    Z = (X - X.mean(axis=0)) / X.std(axis=0, ddof=1)
    lam, V = np.linalg.eigh(np.corrcoef(X, rowvar=False))
    W = V[:, ::-1][:, :k]
    return W, lam[::-1][:k], Z @ W
""",
        standardise="any",
        scale="any",
    ),
    "features as rows": Entry(
        """
def pca(X, k):
    mu = X.mean(axis=1, keepdims=True)
    C = np.cov(X)
    lam, U = np.linalg.eigh(C)
    U = U[:, ::-1][:, :k]
    return U, lam[::-1][:k], U.T @ (X - mu)
""",
        WLZ,
        ALL,
        samples="columns",
        conventions={"scale": "n-1"},
    ),
    "features as rows, svd": Entry(
        """
def pca(X, k):
    A = X - X.mean(axis=1)[:, None]
    U, s, Vt = np.linalg.svd(A, full_matrices=False)
    Z = np.diag(s[:k]) @ Vt[:k]
    return U[:, :k], s[:k] ** 2 / X.shape[1], Z, U[:, :k] @ Z + X.mean(axis=1)[:, None]
""",
        "W, lam, Z, R = pca(X, k)",
        ALL | {"reconstruction": "R"},
        samples="columns",
        conventions={"scale": "n"},
    ),
    "reconstruction only": Entry(
        """
def compress(X, k):
    mu = X.mean(axis=0)
    U, s, Vt = np.linalg.svd(X - mu, full_matrices=False)
    s[k:] = 0
    return (U * s) @ Vt + mu
""",
        "R = compress(X, k)",
        {"reconstruction": "R"},
    ),
    "scores and reconstruction": Entry(
        """
def pca(X, k):
    mu = np.mean(X, axis=0)
    w, v = np.linalg.eigh(np.cov((X - mu).T))
    v = v[:, np.argsort(w)[::-1][:k]]
    low = np.dot(X - mu, v)
    return low, np.dot(low, v.T) + mu
""",
        "Z, R = pca(X, k)",
        {"scores": "Z", "reconstruction": "R"},
    ),
    "projection matrix": Entry(
        """
def projector(X, k):
    Xc = X - X.mean(axis=0)
    Vt = np.linalg.svd(Xc)[2]
    B = Vt[:k].T
    return B @ np.linalg.inv(B.T @ B) @ B.T
""",
        "P = projector(X, k)",
        {"projection": "P"},
    ),
    "fit, transform and back, of new samples": Entry(
        FITTED,
        FIT,
        NEW | {"components": "m.W", "scores": "m.transform(X)"},
    ),
    "scores of new samples alone": Entry(
        """
def pca(train, test, k):
    mean = train.mean(axis=0)
    W = np.linalg.svd(train - mean)[2][:k].T
    return (test - mean) @ W
""",
        "Z = pca(X, X_new, k)",
        {"scores_new": "Z"},
    ),
    "new samples in columns": Entry(
        """
class PCA:
    def __init__(self, X, k):
        self.mu = X.mean(axis=1, keepdims=True)
        self.U = np.linalg.svd(X - self.mu)[0][:, :k]
    def project(self, X):
        return self.U.T @ (X - self.mu)
    def back(self, Z):
        return self.U @ Z + self.mu
""",
        "m = PCA(X, k)",
        {"scores": "m.project(X)", "scores_new": "m.project(X_new)", "reconstruction_new": "m.back(m.project(X_new))"},
        samples="columns",
    ),
    "new samples, standardised by the old": Entry(
        """
class PCA:
    def __init__(self, k):
        self.k = k
    def scaled(self, X):
        return (X - self.mu) / self.sigma
    def fit(self, X):
        self.mu, self.sigma = X.mean(axis=0), X.std(axis=0)
        self.W = np.linalg.eigh(np.corrcoef(X.T))[1][:, ::-1][:, : self.k]
        return self
    def transform(self, X):
        return self.scaled(X) @ self.W
    def inverse_transform(self, Z):
        return Z @ self.W.T * self.sigma + self.mu
""",
        FIT,
        NEW | {"components": "m.W"},
        conventions={"standardise": "n"},
    ),
    "new samples, the least variance first": Entry(
        """
class PCA:
    def __init__(self, k):
        self.k = k
    def fit(self, X):
        self.mu = X.mean(axis=0)
        self.W = np.linalg.eigh(np.cov(X.T))[1][:, -self.k:]
        return self
    def transform(self, X):
        return (X - self.mu) @ self.W
    def inverse_transform(self, Z):
        return Z @ self.W.T + self.mu
""",
        FIT,
        NEW | {"scores": "m.transform(X)"},
        conventions={"order": "any"},
    ),
    "each step a function": Entry(
        """
def center(X):
    mu = X.mean(axis=0)
    return X - mu, mu
def covariance(Xc):
    return Xc.T @ Xc / (Xc.shape[0] - 1)
def eigen(C):
    lam, V = np.linalg.eigh(C)
    return lam[::-1], V[:, ::-1]
def project(Xc, W):
    return Xc @ W
def reconstruct(Z, W, mu):
    return Z @ W.T + mu
""",
        "Xc, mu = center(X)\nC = covariance(Xc)\nlam, V = eigen(C)\nW = V[:, :k]\nZ = project(Xc, W)",
        {
            "centered": "Xc",
            "mean": "mu",
            "covariance": "C",
            "components": "W",
            "explained_variance": "lam[:k]",
            "scores": "Z",
            "reconstruction": "reconstruct(Z, W, mu)",
            "projection": "W @ W.T",
        },
        conventions={"covariance": "n-1", "scale": "n-1"},
    ),
    "a dictionary": Entry(
        """
def pca(data, n_components=2):
    data = np.array(data, dtype=float)
    centered = data - data.mean(axis=0)
    val, vec = np.linalg.eigh(np.cov(centered, rowvar=False))
    val, vec = val[::-1], vec[:, ::-1]
    return {
        "components": vec[:, :n_components],
        "ratio": val[:n_components] / np.sum(val),
        "cumulative": np.cumsum(val) / np.sum(val),
        "Z": centered @ vec[:, :n_components],
    }
""",
        "r = pca(X, n_components=k)",
        {"components": "r['components']", "explained_variance_ratio": "r['ratio']", "scores": "r['Z']"},
    ),
    "prints and warns": axes("""
import numpy as np, warnings
def pca(X, k):
    warnings.warn("centring the data")
    print("shape:", X.shape)
    Xc = X - X.mean(axis=0)
    lam, V = np.linalg.eigh(Xc.T @ Xc)
    print(lam)
    return V[:, ::-1][:, :k]
"""),
    "means and variances as columns": Entry(
        """
def pca(X, k):
    mu = X.mean(axis=0).reshape(1, -1)
    lam, V = np.linalg.eigh((X - mu).T @ (X - mu))
    return V[:, ::-1][:, :k], lam[::-1][:k].reshape(-1, 1), mu
""",
        "W, lam, mu = pca(X, k)",
        VALUES | {"mean": "mu"},
    ),
    "the largest entry positive": axes(
        """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    Vt = np.linalg.svd(Xc, full_matrices=False)[2][:k]
    largest = np.argmax(np.abs(Vt), axis=1)
    signs = np.sign(Vt[np.arange(k), largest])
    return (Vt * signs[:, None]).T
""",
        sign="largest-positive",
    ),
    "the least variance first": Entry(
        """
def pca(X, k):
    lam, V = np.linalg.eigh(np.cov(X.T))
    return V[:, -k:], lam[-k:]
""",
        WL,
        VALUES,
        conventions={"order": "increasing", "scale": "n-1"},
    ),
    "a ratio from singular values": Entry(
        """
def ratio(X, k):
    s = np.linalg.svd(X - X.mean(axis=0), compute_uv=False)
    return (s ** 2 / np.sum(s ** 2))[:k]
""",
        "r = ratio(X, k)",
        {"explained_variance_ratio": "r"},
    ),
    "exact fractions for the mean": Entry(
        """
from fractions import Fraction
import numpy as np
def center(X):
    n, p = X.shape
    mean = [sum(Fraction(float(x)) for x in X[:, j]) / n for j in range(p)]
    return mean, [[float(Fraction(float(X[i, j])) - mean[j]) for j in range(p)] for i in range(n)]
""",
        "mu, Xc = center(X)",
        {"mean": "mu", "centered": "Xc"},
    ),
    "scipy": Entry(
        """
import numpy as np
from scipy.linalg import eigh
def pca(X, k):
    Xc = X - X.mean(axis=0)
    p = X.shape[1]
    lam, V = eigh(Xc.T @ Xc, subset_by_index=[p - k, p - 1])
    return V[:, ::-1], lam[::-1]
""",
        WL,
        VALUES,
    ),
    "gradient ascent on the sphere": axes("""
def pca(X, k):
    Xc = X - X.mean(axis=0)
    C = Xc.T @ Xc
    C = C / np.trace(C)
    found = np.zeros((X.shape[1], 0))
    for j in range(k):
        w = np.random.RandomState(j).randn(X.shape[1])
        for _ in range(600):
            w = w - found @ (found.T @ w)
            w = w + 2.0 * C @ w
            w = w / np.linalg.norm(w)
        w = w - found @ (found.T @ w)
        found = np.column_stack([found, w / np.linalg.norm(w)])
    return found
"""),
    "rows, where either way round will do": Entry(
        """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    W = np.linalg.svd(Xc)[2][:k]
    return W, Xc @ W.T
""",
        "W, Z = pca(X, k)",
        {"components": "W", "scores": "Z"},
        conventions=EITHER,
    ),
    "columns, where either way round will do": Entry(
        """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    W = np.linalg.eigh(Xc.T @ Xc)[1][:, ::-1][:, :k]
    return W, Xc @ W
""",
        "W, Z = pca(X, k)",
        {"components": "W", "scores": "Z"},
        conventions=EITHER,
    ),
}
RIGHT = {name: replace(entry, source=with_numpy(entry.source)) for name, entry in RIGHT.items()}
