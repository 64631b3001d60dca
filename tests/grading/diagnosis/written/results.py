"""Mistakes with what is handed over: scores, variances, ratios, reconstructions."""

from .case import FIT, MODEL, ROWS, WLZ, WZ, Z, case

RATIO = {"components": "W", "explained_variance_ratio": "r"}
BACK = {"components": "W", "scores": "Z", "reconstruction": "R"}

RESULTS = [
    case("ratio-of-the-kept", """
class PCA:
    def __init__(self, k): self.k = k
    def fit(self, X):
        self.mean = X.mean(axis=0)
        w, v = np.linalg.eigh(np.cov(X.T))
        idx = np.argsort(w)[::-1][:self.k]
        self.values = w[idx]
        self.components = v[:, idx].T
        total = sum(self.values)
        self.ratio = [each / total for each in self.values]
    def transform(self, X): return (X - self.mean) @ self.components.T
""", FIT, MODEL | {"explained_variance_ratio": "m.ratio"}, conventions=ROWS),
    case("cumulative-ratio", """
def pca(X, k):
    A = X - X.mean(axis=0)
    w, v = np.linalg.eigh(np.cov(A.T))
    w, v = w[::-1], v[:, ::-1]
    running, out = 0, []
    for each in w:
        running += each
        out.append(running / w.sum())
    return v[:, :k], np.array(out[:k])
""", "W, r = pca(X, k)", RATIO),
    case("ratio-of-singular-values", """
def pca(X, k):
    A = X - X.mean(axis=0)
    u, s, vt = np.linalg.svd(A, full_matrices=False)
    share = s / s.sum()
    return vt[:k].T, share[:k]
""", "W, r = pca(X, k)", RATIO),
    case("ratio-in-percent", """
def pca(X, k):
    A = X - X.mean(axis=0)
    u, s, vt = np.linalg.svd(A, full_matrices=False)
    var = s ** 2
    return vt[:k].T, np.array([v / sum(var) * 100 for v in var][:k])
""", "W, r = pca(X, k)", RATIO),
    case("singular-values-for-variances", """
def pca(X, k):
    A = X - X.mean(axis=0)
    u, s, vt = np.linalg.svd(A, full_matrices=False)
    return vt[:k].T, s[:k], A @ vt[:k].T
""", "W, lam, Z = pca(X, k)", WLZ, conventions={"scale": "n-1"}),
    case("divided-twice", """
def pca(X, k):
    n = X.shape[0]
    A = X - X.mean(axis=0)
    w, v = np.linalg.eigh(np.cov(A.T))
    w, v = w[::-1] / (n - 1), v[:, ::-1]
    return v[:, :k], w[:k], A @ v[:, :k]
""", "W, lam, Z = pca(X, k)", WLZ, conventions={"scale": "n-1"}, also="off-by-a-factor"),
    case("reconstruction-without-mean", """
class PCA:
    def __init__(self, k): self.k = k
    def fit(self, X):
        self.mu = X.mean(0)
        self.components = np.linalg.svd(X - self.mu, full_matrices=False)[2][:self.k]
    def transform(self, X): return (X - self.mu) @ self.components.T
    def inverse(self, Z): return Z @ self.components
""", FIT + "\nR = m.inverse(Z)", MODEL | {"reconstruction": "R"}, conventions=ROWS),
    case("wrong-mean-put-back", """
def pca(X, k):
    mu = X.mean(axis=0)
    W = np.linalg.svd(X - mu, full_matrices=False)[2][:k].T
    Z = (X - mu) @ W
    return W, Z, Z @ W.T + X.mean()
""", "W, Z, R = pca(X, k)", BACK),
    case("reconstruction-not-transposed|transpose-missing|shapes-do-not-fit", """
def pca(X, k):
    mu = X.mean(axis=0)
    W = np.linalg.svd(X - mu, full_matrices=False)[2][:k].T
    Z = (X - mu) @ W
    return W, Z, Z @ W + mu
""", "W, Z, R = pca(X, k)", BACK),
    case("whitened", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    w, v = np.linalg.eigh(np.cov(Xc.T))
    w, v = w[::-1][:k], v[:, ::-1][:, :k]
    scores = Xc @ v
    return v, scores / scores.std(axis=0, ddof=1)
""", "W, Z = pca(X, k)", WZ, also="not-finite"),
    case("scores-without-singular-values", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    U, S, VT = np.linalg.svd(Xc, full_matrices=False)
    return VT[:k].T, U[:, :k]
""", "W, Z = pca(X, k)", WZ),
    case("scores-scaled", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    U, S, VT = np.linalg.svd(Xc, full_matrices=False)
    W = VT[:k].T
    return W, Xc @ W @ np.diag(S[:k])
""", "W, Z = pca(X, k)", WZ),
    case("scores-on-their-side", """
def pca(X, k):
    B = (X - X.mean(axis=0)).T
    w, v = np.linalg.eigh(np.cov(B))
    feature_vector = v[:, np.argsort(w)[::-1][:k]].T
    return feature_vector @ B
""", "Z = pca(X, k)", Z),
    case("results-exchanged", """
def pca(X, k):
    B = X - X.mean(axis=0)
    w, v = np.linalg.eigh(np.cov(B.T))
    v = v[:, np.argsort(w)[::-1][:k]]
    return B @ v, v
""", "W, Z = pca(X, k)", WZ),
    case("returns-nothing|no-value", """
def pca(X, k):
    B = X - X.mean(axis=0)
    w, v = np.linalg.eigh(np.cov(B.T))
    v = v[:, np.argsort(w)[::-1][:k]]
    print((B @ v).shape)
""", "Z = pca(X, k)", Z, also="no-value"),
    case("no-value", """
def pca(X, k):
    B = X - X.mean(axis=0)
    w, v = np.linalg.eigh(np.cov(B.T))
    return {"axes": v[:, np.argsort(w)[::-1][:k]]}
""", "r = pca(X, k)", {"components": "r['components']"}),
    case("rounded", """
def pca(X, k):
    B = X - X.mean(axis=0)
    w, v = np.linalg.eigh(np.cov(B.T))
    v = v[:, np.argsort(w)[::-1][:k]]
    return np.around(v, 3), np.around(B @ v, 3)
""", "W, Z = pca(X, k)", WZ, also="inaccurate"),
    case("absolute-values", """
def pca(X, k):
    B = X - X.mean(axis=0)
    w, v = np.linalg.eigh(np.cov(B.T))
    v = np.abs(v[:, np.argsort(w)[::-1][:k]])
    return v, B @ v
""", "W, Z = pca(X, k)", WZ),
    case("inaccurate", """
def pca(X, k, iterations=12):
    B = X - X.mean(axis=0)
    C = B.T @ B / (len(B) - 1)
    axes = []
    for _ in range(k):
        v = np.random.rand(C.shape[0])
        for _ in range(iterations):
            v = C @ v
            v /= np.linalg.norm(v)
        axes.append(v)
        C = C - (v @ C @ v) * np.outer(v, v)
    W = np.array(axes).T
    return W, B @ W
""", "W, Z = pca(X, k)", WZ),
]  # fmt: skip
