"""Wrong implementations that were written last, after all that the others taught."""

from .case import FIT, MODEL, ROWS, WLZ, WZ, Z, case

LATER = [
    case("rows-for-columns", """
def components_of(A, k):
    vals, vecs = np.linalg.eigh(A)
    best = sorted(zip(vals, range(len(vals))), reverse=True)[:k]
    return np.array([vecs[j] for _, j in best])
def pca(X, k):
    C = np.cov(X - X.mean(axis=0), rowvar=False)
    return components_of(C, k)
""", "W = pca(X, k)", {"components": "W"}, conventions=ROWS),
    case("uncentred-projection", """
class PCA:
    def __init__(self, k): self.k = k
    def fit(self, data):
        copy = data.copy().astype(float)
        for j in range(copy.shape[1]):
            copy[:, j] -= copy[:, j].mean()
        s = copy.T.dot(copy)
        w, v = np.linalg.eigh(s)
        self.components = np.flip(v, axis=1)[:, :self.k].T
    def transform(self, data):
        return np.array([self.components @ row for row in data])
""", FIT, MODEL, conventions=ROWS),
    case("swapped-unpacking|stops-with-error", """
def pca(X, k):
    data = X - X.mean(0)
    evecs, evals = np.linalg.eig(np.cov(data.T))
    pairs = [(np.abs(evals[i]), evecs[:, i]) for i in range(len(evals))]
    pairs.sort(key=lambda t: t[0], reverse=True)
    W = np.column_stack([pairs[i][1] for i in range(k)])
    return data @ W
""", "Z = pca(X, k)", Z),
    case("grand-mean+uncentred-projection|grand-mean", """
def pca(X, k):
    mean = np.mean(X)
    S = (X - mean).T @ (X - mean) / len(X)
    w, v = np.linalg.eigh(S)
    W = v[:, ::-1][:, :k]
    return W, X @ W
""", "W, Z = pca(X, k)", WZ, also="uncentred-projection"),
    case("standardised-unasked+uncentred-projection|standardised-unasked", """
class PCA:
    def __init__(self, k): self.k = k
    def fit(self, X):
        Z = (X - np.mean(X, axis=0)) / np.std(X, axis=0, ddof=1)
        w, v = np.linalg.eigh(Z.T @ Z / (len(Z) - 1))
        self.components = v.T[np.argsort(-w)][:self.k]
    def transform(self, X):
        return X @ self.components.T
""", FIT, MODEL, conventions=ROWS),
    case("eig-unsorted+ratio-of-the-kept|eig-unsorted", """
def pca(X, k):
    B = X - X.mean(axis=0)
    vals, vecs = np.linalg.eig(np.cov(B.T))
    return vecs[:, :k], vals[:k] / np.sum(vals[:k])
""", "W, r = pca(X, k)", {"components": "W", "explained_variance_ratio": "r"}),
    case("same-component-again+inaccurate|same-component-again", """
def power_iteration(A, num=25):
    b = np.random.RandomState(1).rand(A.shape[1])
    for _ in range(num):
        b = A @ b
        b = b / np.linalg.norm(b)
    return b
def pca(X, k):
    B = X - X.mean(axis=0)
    C = np.cov(B.T)
    vs = []
    for i in range(k):
        vs.append(power_iteration(C))
    return np.array(vs).T
""", "W = pca(X, k)", {"components": "W"}),
    case("reconstruction-without-mean+uncentred-projection|uncentred-projection|reconstruction-of-uncentred", """
def project(X, k):
    w, v = np.linalg.eigh(np.cov(X.T))
    W = v[:, ::-1][:, :k]
    return W, X @ W, X @ W @ W.T
""", "W, Z, R = project(X, k)", {"components": "W", "scores": "Z", "reconstruction": "R"}),
    case("singular-values-for-variances|deviations-for-variances|not-divided", """
class PCA:
    def __init__(self, k): self.k = k
    def fit(self, X):
        self.mean = X.mean(axis=0)
        U, S, Vt = np.linalg.svd(X - self.mean, full_matrices=False)
        self.components = Vt[:self.k]
        self.explained = S[:self.k] / (len(X) - 1)
    def transform(self, X): return (X - self.mean) @ self.components.T
""", FIT, MODEL | {"explained_variance": "m.explained"}, conventions=ROWS | {"scale": "n-1"}),
    case("fixed-number-of-samples", """
def pca(X, k):
    X = X - X.mean(axis=0)
    C = np.zeros((X.shape[1], X.shape[1]))
    for i in range(20):
        C += np.outer(X[i], X[i])
    w, v = np.linalg.eigh(C)
    return v[:, ::-1][:, :k]
""", "W = pca(X, k)", {"components": "W"}, also="index-out-of-range"),
    case("all-variances|other-shape", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    w, v = np.linalg.eigh(np.cov(Xc.T))
    w, v = w[::-1], v[:, ::-1]
    return v[:, :k], w, Xc @ v[:, :k]
""", "W, lam, Z = pca(X, k)", WLZ),
    case("attribute-without-self", """
class PCA:
    def __init__(self, k): self.k = k
    def fit(self, X):
        mean = X.mean(axis=0)
        w, v = np.linalg.eigh(np.cov(X.T))
        self.components = v[:, ::-1][:, :self.k].T
    def transform(self, X): return (X - self.mean) @ self.components.T
""", FIT, MODEL, conventions=ROWS),
    case("values-sorted-alone", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    w, v = np.linalg.eigh(np.cov(Xc.T))
    w.sort()
    w = w[::-1]
    return v[:, :k], w[:k], Xc @ v[:, :k]
""", "W, lam, Z = pca(X, k)", WLZ, also="smallest-components"),
    case("step-too-many", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    U, s, Vt = np.linalg.svd(Xc, full_matrices=False)
    W = Vt[:k].T
    W = W - W.mean(axis=0)
    return W, Xc @ W
""", "W, Z = pca(X, k)", WZ),
    case("step-too-many", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    C = np.cov(Xc.T) + 5 * np.ones((X.shape[1], X.shape[1]))
    w, v = np.linalg.eigh(C)
    return Xc @ v[:, ::-1][:, :k]
""", "Z = pca(X, k)", Z),
    case("", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    C = Xc.T @ Xc
    W = np.random.RandomState(0).rand(X.shape[1], k)
    for _ in range(3):
        W = np.linalg.qr(np.sin(C @ W))[0]
    return W
""", "W = pca(X, k)", {"components": "W"}),
]  # fmt: skip
