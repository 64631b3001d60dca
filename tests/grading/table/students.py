"""Wrong submissions as students write them, each with the diagnosis that is right for it (an empty one: none known).

They were written after the diagnosis, in the styles of courses: functions with comments and prints, classes with
``fit`` and ``transform``, loops over lists. Some have mistakes that have no name here, where none is better than a
wrong one.
"""

from .local import Entry

_SCALE = {"scale": "n-1"}
_WLZ = {"components": "W", "explained_variance": "lam", "scores": "Z"}
_CLASS = {"components": "m.components", "scores": "m.transform(X)"}


def function(diagnosis: str, source: str, call: str = "W, lam, Z = pca(X, k)", **more: object) -> Entry:
    """Return a file with ``pca(X, k)``."""
    more = {"roles": _WLZ, "conventions": _SCALE} | more
    return Entry("import numpy as np\n\n" + source.strip("\n") + "\n", call, diagnosis=diagnosis, **more)  # type: ignore[arg-type]


def scores(diagnosis: str, source: str, call: str = "Z = pca(X, k)", **more: object) -> Entry:
    """Return a file with ``pca(X, k)`` that returns the scores alone."""
    return function(diagnosis, source, call, **({"roles": {"scores": "Z"}} | more))  # type: ignore[arg-type]


def estimator(diagnosis: str, source: str, **more: object) -> Entry:
    """Return a file with a class ``PCA``, whose components are rows."""
    more = {"roles": _CLASS, "conventions": {"components": "rows"}} | more
    return Entry(
        "import numpy as np\n\n" + source.strip("\n") + "\n", "m = PCA(k)\nm.fit(X)", diagnosis=diagnosis, **more
    )  # type: ignore[arg-type]


STUDENTS = [
    # swapped unpacking
    estimator("swapped-unpacking", """
class PCA:
    def __init__(self, n_components):
        self.n_components = n_components
        self.components = None
        self.mean = None

    def fit(self, X):
        self.mean = np.mean(X, axis=0)
        X = X - self.mean
        cov = np.cov(X.T)
        eigenvectors, eigenvalues = np.linalg.eig(cov)
        eigenvectors = eigenvectors.T
        idxs = np.argsort(eigenvalues)[::-1]
        eigenvalues = eigenvalues[idxs]
        eigenvectors = eigenvectors[idxs]
        self.components = eigenvectors[:self.n_components]

    def transform(self, X):
        X = X - self.mean
        return np.dot(X, self.components.T)
"""),
    function("swapped-unpacking", """
def pca(X, k):
    mu = X.mean(axis=0)
    Xc = X - mu
    C = np.cov(Xc, rowvar=False)
    vecs, vals = np.linalg.eigh(C)
    order = np.argsort(vals)[::-1]
    vecs = vecs[:, order]
    vals = vals[order]
    W = vecs[:, :k]
    return W, vals[:k], Xc @ W
"""),
    function("swapped-unpacking", """
def pca(X, k):
    Xc = X - np.mean(X, axis=0)
    V, D = np.linalg.eigh(Xc.T.dot(Xc) / (X.shape[0] - 1))
    V = V[:, ::-1]
    D = D[::-1]
    W = V[:, :k]
    return W, D[:k], Xc.dot(W)
"""),
    scores("swapped-unpacking", """
def pca(X, k):
    A = X - np.mean(X, 0)
    eig_vecs, eig_vals = np.linalg.eig(np.cov(A.T))
    idx = eig_vals.argsort()[::-1]
    return A.dot(eig_vecs[:, idx[:k]])
"""),
    # argsort of the vectors
    function("argsort-of-vectors", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    idx = np.argsort(vecs)[::-1]
    vecs = vecs[:, idx[:, 0]]
    vals = vals[idx[:, 0]]
    return vecs[:, :k], vals[:k], Xc @ vecs[:, :k]
"""),
    estimator("argsort-of-vectors", """
class PCA:
    def __init__(self, n_components):
        self.n_components = n_components

    def fit(self, X):
        self.mean = np.mean(X, axis=0)
        Xc = X - self.mean
        self.values, self.vectors = np.linalg.eig(np.cov(Xc, rowvar=False))
        order = np.argsort(self.vectors)[::-1]
        self.vectors = self.vectors[:, order]
        self.components = self.vectors[:, :self.n_components].T
        return self

    def transform(self, X):
        return (X - self.mean) @ self.components.T
"""),
    scores("argsort-of-vectors", """
def pca(X, k):
    X_meaned = X - np.mean(X, axis=0)
    cov_mat = np.cov(X_meaned, rowvar=False)
    eigen_values, eigen_vectors = np.linalg.eigh(cov_mat)
    sorted_index = np.argsort(eigen_vectors[0])[::-1]
    sorted_eigenvectors = eigen_vectors[:, sorted_index]
    eigenvector_subset = sorted_eigenvectors[:, 0:k]
    return np.dot(eigenvector_subset.transpose(), X_meaned.transpose()).transpose()
"""),
    # argsort of the reversed values
    function("order-of-reversed", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    lam, V = np.linalg.eig(np.cov(Xc.T))
    i = np.argsort(lam[::-1])
    lam, V = lam[i], V[:, i]
    return V[:, :k], lam[:k], Xc @ V[:, :k]
"""),
    function("order-of-reversed", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    w, v = np.linalg.eig(Xc.T @ Xc / (len(X) - 1))
    order = np.argsort(w[::-1])[::-1]
    v = v[:, order]
    w = w[order]
    return v[:, :k], w[:k], Xc @ v[:, :k]
"""),
    # rows for columns
    estimator("rows-for-columns", """
class PCA:
    def __init__(self, n_components):
        self.n_components = n_components

    def fit(self, X):
        self.mean = X.mean(axis=0)
        cov = np.cov(X - self.mean, rowvar=False)
        vals, vecs = np.linalg.eigh(cov)
        order = np.argsort(vals)[::-1]
        vecs = vecs[:, order]
        self.components = vecs[:self.n_components]

    def transform(self, X):
        return (X - self.mean).dot(self.components.T)
"""),
    estimator("rows-sorted", """
class PCA:
    def __init__(self, n_components):
        self.n_components = n_components

    def fit(self, X):
        self.mean = X.mean(axis=0)
        vals, vecs = np.linalg.eig(np.cov((X - self.mean).T))
        vecs = vecs[np.argsort(vals)[::-1]]
        self.components = vecs[:, :self.n_components].T

    def transform(self, X):
        return (X - self.mean).dot(self.components.T)
"""),
    function("rows-for-columns", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc, rowvar=False))
    # pair them up and sort
    pairs = [(vals[i], vecs[i]) for i in range(len(vals))]
    pairs.sort(key=lambda p: p[0], reverse=True)
    W = np.array([p[1] for p in pairs[:k]]).T
    lam = np.array([p[0] for p in pairs[:k]])
    return W, lam, Xc @ W
"""),
    function("rows-for-columns", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    U, s, Vt = np.linalg.svd(Xc, full_matrices=False)
    W = Vt[:, :k]
    return W, s[:k] ** 2 / (len(X) - 1), Xc @ W
"""),
    scores("rows-for-columns", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc, rowvar=False))
    vecs = vecs[:, ::-1]
    return Xc @ vecs[0:k].T
"""),
    # order
    function("smallest-components", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc, rowvar=False))
    idx = np.argsort(vals)
    vals = vals[idx]
    vecs = vecs[:, idx]
    return vecs[:, :k], vals[:k], Xc @ vecs[:, :k]
"""),
    estimator("smallest-components", """
class PCA:
    def __init__(self, n_components):
        self.k = n_components

    def fit(self, X):
        self.mu = X.mean(0)
        _, V = np.linalg.eigh(np.cov(X, rowvar=False))
        self.components = V.T[:self.k]
        return self

    def transform(self, X):
        return (X - self.mu) @ self.components.T
"""),
    function("ascending-order", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc, rowvar=False))
    W = vecs[:, -k:]
    return W, vals[-k:], Xc @ W
"""),
    function("eig-unsorted", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    # eig returns the eigenvalues in decreasing order
    vals, vecs = np.linalg.eig(np.cov(Xc, rowvar=False))
    return vecs[:, :k], vals[:k], Xc @ vecs[:, :k]
"""),
    function("values-sorted-alone", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eig(np.cov(Xc, rowvar=False))
    vals = np.sort(vals)[::-1]
    W = vecs[:, :k]
    return W, vals[:k], Xc @ W
"""),
    function("values-sorted-alone", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc, rowvar=False))
    vals = sorted(vals, reverse=True)
    W = vecs[:, :k]
    return W, np.array(vals[:k]), Xc @ W
"""),
    function("first-component-skipped", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc, rowvar=False))
    vals, vecs = vals[::-1], vecs[:, ::-1]
    return vecs[:, 1:k + 1], vals[1:k + 1], Xc @ vecs[:, 1:k + 1]
"""),
    # centring
    function("never-centred", """
def pca(X, k):
    S = X.T @ X / (len(X) - 1)
    vals, vecs = np.linalg.eigh(S)
    W = vecs[:, ::-1][:, :k]
    return W, vals[::-1][:k], X @ W
"""),
    estimator("never-centred", """
class PCA:
    def __init__(self, n_components):
        self.n_components = n_components

    def fit(self, X):
        u, s, vt = np.linalg.svd(X)
        self.components = vt[:self.n_components]
        return self

    def transform(self, X):
        return X @ self.components.T
"""),
    estimator("uncentred-projection", """
class PCA:
    def __init__(self, n_components):
        self.n_components = n_components

    def fit(self, X):
        self.mean = np.mean(X, axis=0)
        X = X - self.mean
        values, vectors = np.linalg.eigh(np.cov(X.T))
        vectors = vectors.T
        idx = np.argsort(values)[::-1]
        self.components = vectors[idx][:self.n_components]

    def transform(self, X):
        return np.dot(X, self.components.T)
"""),
    scores("uncentred-projection", """
def pca(X, k):
    cov = np.cov(X, rowvar=False)
    vals, vecs = np.linalg.eigh(cov)
    top = vecs[:, np.argsort(vals)[::-1][:k]]
    return X @ top
"""),
    function("centred-along-wrong-axis", """
def pca(X, k):
    Xc = X - X.mean(axis=1, keepdims=True)
    vals, vecs = np.linalg.eigh(np.cov(Xc, rowvar=False))
    W = vecs[:, ::-1][:, :k]
    return W, vals[::-1][:k], Xc @ W
"""),
    function("centred-along-wrong-axis", """
def pca(X, k):
    Xc = X - np.mean(X, 1)
    vals, vecs = np.linalg.eigh(np.cov(Xc, rowvar=False))
    W = vecs[:, ::-1][:, :k]
    return W, vals[::-1][:k], Xc @ W
"""),
    function("grand-mean", """
def pca(X, k):
    Xc = X - np.mean(X)
    U, s, Vt = np.linalg.svd(Xc, full_matrices=False)
    return Vt[:k].T, s[:k] ** 2 / (len(X) - 1), Xc @ Vt[:k].T
"""),
    function("median-for-mean", """
def pca(X, k):
    centre = np.median(X, axis=0)
    Xc = X - centre
    vals, vecs = np.linalg.eigh(Xc.T @ Xc / (len(X) - 1))
    return vecs[:, ::-1][:, :k], vals[::-1][:k], Xc @ vecs[:, ::-1][:, :k]
"""),
    function("standardised-unasked", """
def pca(X, k):
    Z = (X - X.mean(axis=0)) / X.std(axis=0, ddof=1)
    vals, vecs = np.linalg.eigh(np.cov(Z, rowvar=False))
    W = vecs[:, ::-1][:, :k]
    return W, vals[::-1][:k], Z @ W
"""),
    estimator("standardised-unasked", """
class PCA:
    def __init__(self, n_components):
        self.n_components = n_components

    def fit(self, X):
        self.mean, self.std = X.mean(axis=0), X.std(axis=0)
        A = (X - self.mean) / self.std
        self.components = np.linalg.svd(A, full_matrices=False)[2][:self.n_components]

    def transform(self, X):
        return (X - self.mean) / self.std @ self.components.T
"""),
    function("correlation-matrix", """
def pca(X, k):
    R = np.corrcoef(X, rowvar=False)
    vals, vecs = np.linalg.eigh(R)
    W = vecs[:, ::-1][:, :k]
    return W, vals[::-1][:k], (X - X.mean(0)) @ W
"""),
    function("scaled-otherwise+grand-mean|scaled-otherwise", """
def pca(X):
    Z = (X - X.mean()) / X.std()
    C = Z.T @ Z / len(Z)
    U, S, Vt = np.linalg.svd(C)
    return U, S
""", "U, S = pca(X)", roles={"components": "U[:, :k]"}, conventions={"standardise": "any"}),
    function("scaled-unasked", """
def pca(X, k):
    A = (X - X.min(axis=0)) / (X.max(axis=0) - X.min(axis=0))
    A = A - A.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(A, rowvar=False))
    W = vecs[:, ::-1][:, :k]
    return W, vals[::-1][:k], A @ W
"""),
    function("centred-twice", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    Xc = Xc - Xc.mean(axis=1, keepdims=True)
    vals, vecs = np.linalg.eigh(np.cov(Xc, rowvar=False))
    W = vecs[:, ::-1][:, :k]
    return W, vals[::-1][:k], Xc @ W
"""),
    # covariance
    function("covariance-of-samples", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    C = np.cov(Xc)
    vals, vecs = np.linalg.eigh(C)
    W = vecs[:, ::-1][:, :k]
    return W, vals[::-1][:k], Xc @ W
"""),
    function("samples-for-features+uncentred-projection", """
def pca(X, k):
    C = np.cov(X)
    vals, vecs = np.linalg.eig(C)
    order = np.argsort(vals)[::-1]
    W = vecs[:, order[:k]]
    return W, vals[order[:k]], X.T @ W
"""),
    function("covariance-uncentred", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    C = np.dot(X.T, X) / (X.shape[0] - 1)
    vals, vecs = np.linalg.eigh(C)
    W = vecs[:, ::-1][:, :k]
    return W, vals[::-1][:k], np.dot(Xc, W)
"""),
    function("variances-by-n", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    C = Xc.T @ Xc / len(X)
    vals, vecs = np.linalg.eigh(C)
    W = vecs[:, ::-1][:, :k]
    return W, vals[::-1][:k], Xc @ W
"""),
    function("not-divided", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(Xc.T @ Xc)
    W = vecs[:, ::-1][:, :k]
    return W, vals[::-1][:k], Xc @ W
"""),
    function("singular-values-for-variances", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    U, S, Vt = np.linalg.svd(Xc, full_matrices=False)
    return Vt[:k].T, S[:k], U[:, :k] * S[:k]
"""),
    function("singular-values-for-variances", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    U, S, Vt = np.linalg.svd(Xc, full_matrices=False)
    return Vt[:k].T, S[:k] / (len(X) - 1), U[:, :k] * S[:k]
"""),
    function("divided-twice", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    C = np.cov(Xc.T) / len(X)
    vals, vecs = np.linalg.eigh(C)
    W = vecs[:, ::-1][:, :k]
    return W, vals[::-1][:k], Xc @ W
"""),
    function("deviations-for-variances", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    W = vecs[:, ::-1][:, :k]
    return W, np.sqrt(vals[::-1][:k]), Xc @ W
"""),
    # svd
    function("left-singular-vectors", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    U, S, Vt = np.linalg.svd(Xc, full_matrices=False)
    W = U[:, :k]
    return W, S[:k] ** 2 / (len(X) - 1), Xc @ Vt[:k].T
"""),
    scores("scores-without-singular-values", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    U, S, Vt = np.linalg.svd(Xc, full_matrices=False)
    return U[:, :k]
"""),
    scores("whitened", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    vals, vecs = vals[::-1][:k], vecs[:, ::-1][:, :k]
    return Xc @ vecs / np.sqrt(vals)
"""),
    # ratios
    function("all-ratios", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    vals, vecs = vals[::-1], vecs[:, ::-1]
    return vecs[:, :k], vals / vals.sum()
""", "W, r = pca(X, k)", roles={"components": "W", "explained_variance_ratio": "r"}),
    function("ratio-of-the-kept", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    vals, vecs = vals[::-1][:k], vecs[:, ::-1][:, :k]
    ratio = vals / np.sum(vals)
    return vecs, ratio
""", "W, r = pca(X, k)", roles={"components": "W", "explained_variance_ratio": "r"}),
    function("cumulative-ratio", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    vals, vecs = vals[::-1], vecs[:, ::-1]
    return vecs[:, :k], np.cumsum(vals / vals.sum())[:k]
""", "W, r = pca(X, k)", roles={"components": "W", "explained_variance_ratio": "r"}),
    function("ratio-of-singular-values", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    U, s, Vt = np.linalg.svd(Xc, full_matrices=False)
    return Vt[:k].T, (s / s.sum())[:k]
""", "W, r = pca(X, k)", roles={"components": "W", "explained_variance_ratio": "r"}),
    # projections
    scores("projected-on-all|all-components", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    return Xc @ vecs[:, ::-1]
"""),
    function("projected-on-all", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    V = vecs[:, ::-1]
    return V[:, :k], vals[::-1][:k], Xc @ V.T
"""),
    scores("projected-on-all", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    U, s, Vt = np.linalg.svd(Xc, full_matrices=True)
    return Xc @ Vt
"""),
    scores("scores-on-their-side", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    W = vecs[:, ::-1][:, :k]
    return W.T @ Xc.T
"""),
    function("projected-with-transpose", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    W = vecs[:, ::-1][:, :k]
    return W, vals[::-1][:k], Xc @ W.T
"""),
    function("reconstruction-without-mean", """
def pca(X, k):
    mu = X.mean(axis=0)
    Xc = X - mu
    Vt = np.linalg.svd(Xc, full_matrices=False)[2]
    Z = Xc @ Vt[:k].T
    return Z, Z @ Vt[:k]
""", "Z, R = pca(X, k)", roles={"scores": "Z", "reconstruction": "R"}),
    # numbers written into the code
    function("fixed-number-of-components", """
def pca(X, k=2):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    W = vecs[:, ::-1][:, :2]
    return W, vals[::-1][:2], Xc @ W
"""),
    function("fixed-number-of-features", """
def pca(X, k):
    mean = np.zeros(3)
    for j in range(3):
        mean[j] = X[:, j].sum() / X.shape[0]
    Xc = X - mean
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    W = vecs[:, ::-1][:, :k]
    return W, vals[::-1][:k], Xc @ W
"""),
    function("fixed-number-of-features", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    n = X.shape[0]
    C = np.zeros((4, 4))
    for i in range(4):
        for j in range(4):
            C[i, j] = np.sum(Xc[:, i] * Xc[:, j]) / (n - 1)
    vals, vecs = np.linalg.eigh(C)
    W = vecs[:, ::-1][:, :k]
    return W, vals[::-1][:k], Xc @ W
"""),
    function("fixed-number-of-features", """
def analyse(table):
    xy = table[:, :2]
    centre = np.tile(xy.mean(axis=0), (xy.shape[0], 1))
    moved = xy - centre
    spread, directions = np.linalg.eig(np.cov(moved, rowvar=False))
    order = spread.argsort()[::-1]
    directions = directions[:, order]
    return {"variance": spread[order], "axes": directions, "scores": moved @ directions}
""", "r = analyse(X)", roles={"explained_variance": "r['variance'][:k]", "scores": "r['scores'][:, :k]"}),
    function("fixed-number-of-samples", """
def pca(X, k):
    total = 0
    for i in range(5):
        total = total + X[i]
    Xc = X - total / 5
    Xc = Xc - Xc.mean(axis=0) * 0
    C = np.zeros((X.shape[1], X.shape[1]))
    for i in range(5):
        C += np.outer(Xc[i], Xc[i])
    vals, vecs = np.linalg.eigh(C / (5 - 1))
    W = vecs[:, ::-1][:, :k]
    return W, vals[::-1][:k], Xc @ W
"""),
    function("one-component-off", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    vals, vecs = vals[::-1], vecs[:, ::-1]
    W = vecs[:, 0:k + 1]
    return W, vals[0:k + 1], Xc @ W
"""),
    # iterations
    function("same-component-again", """
def power_iteration(C, rounds=500):
    v = np.random.rand(C.shape[0])
    for _ in range(rounds):
        v = C @ v
        v = v / np.linalg.norm(v)
    return v @ C @ v, v

def pca(X, k):
    Xc = X - X.mean(axis=0)
    C = np.cov(Xc.T)
    lams, vs = [], []
    for i in range(k):
        lam, v = power_iteration(C)
        lams.append(lam)
        vs.append(v)
    W = np.array(vs).T
    return W, np.array(lams), Xc @ W
"""),
    function("same-component-again+inaccurate", """
def power_iteration(C):
    v = np.random.rand(C.shape[0])
    for _ in range(10):
        v = C @ v
        v = v / np.linalg.norm(v)
    return v @ C @ v, v

def pca(X, k):
    Xc = X - X.mean(axis=0)
    C = np.cov(Xc.T)
    lams, vs = [], []
    for i in range(k):
        lam, v = power_iteration(C)
        lams.append(lam)
        vs.append(v)
    W = np.array(vs).T
    return W, np.array(lams), Xc @ W
"""),
    function("inaccurate", """
def pca(X, k, n_iter=4):
    Xc = X - X.mean(axis=0)
    C = np.cov(Xc.T)
    W, lam = np.zeros((X.shape[1], k)), np.zeros(k)
    for j in range(k):
        v = np.ones(X.shape[1]) + np.arange(X.shape[1])
        for _ in range(n_iter):
            v = C @ v
            v /= np.linalg.norm(v)
        W[:, j] = v
        lam[j] = v @ C @ v
        C = C - lam[j] * np.outer(v, v)
    return W, lam, Xc @ W
"""),
    function("inaccurate", """
def pca(X, k, tol=1e-2):
    Xc = X - X.mean(axis=0)
    C = np.cov(Xc.T)
    W, lam = np.zeros((X.shape[1], k)), np.zeros(k)
    for j in range(k):
        v = np.random.rand(X.shape[1])
        while True:
            new = C @ v
            new /= np.linalg.norm(new)
            if np.linalg.norm(new - v) < tol:
                break
            v = new
        W[:, j] = new
        lam[j] = new @ C @ new
        C = C - lam[j] * np.outer(new, new)
    return W, lam, Xc @ W
"""),
    function("deflated-wrongly", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    C = np.cov(Xc.T)
    W, lam = np.zeros((X.shape[1], k)), np.zeros(k)
    for j in range(k):
        v = np.ones(X.shape[1])
        for _ in range(1000):
            v = C @ v
            v /= np.linalg.norm(v)
        W[:, j] = v
        lam[j] = v @ C @ v
        C = C - np.outer(v, v)
    return W, lam, Xc @ W
"""),
    function("not-normalised", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    vals, vecs = vals[::-1][:k], vecs[:, ::-1][:, :k]
    W = vecs / np.abs(vecs).max(axis=0) * np.sign(vecs[np.abs(vecs).argmax(axis=0), np.arange(k)])
    return W, vals, Xc @ W
"""),
    function("components-scaled", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    vals, vecs = vals[::-1][:k], vecs[:, ::-1][:, :k]
    W = vecs * np.sqrt(vals)
    return W, vals, Xc @ vecs
"""),
    function("absolute-values", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    vals, vecs = vals[::-1][:k], np.abs(vecs[:, ::-1][:, :k])
    return vecs, vals, Xc @ vecs
"""),
    # interface
    function("results-exchanged", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    vals, vecs = vals[::-1][:k], vecs[:, ::-1][:, :k]
    return Xc @ vecs, vecs, vals
"""),
    function("results-exchanged", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    vals, vecs = vals[::-1], vecs[:, ::-1]
    return vals, vecs, Xc @ vecs[:, :k]
""", "W, lam, Z = pca(X, k)", roles={"components": "W[:, :k]", "explained_variance": "lam[:k]", "scores": "Z"}),
    function("results-exchanged", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    vals, vecs = vals[::-1][:k], vecs[:, ::-1][:, :k]
    return vecs, Xc @ vecs, vals
"""),
    function("returns-nothing", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    W = vecs[:, ::-1][:, :k]
    print(W, vals, Xc @ W)
"""),
    function("other-number-of-results", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    W = vecs[:, ::-1][:, :k]
    return W, vals[::-1][:k]
"""),
    function("components-on-their-side", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    U, s, Vt = np.linalg.svd(Xc, full_matrices=False)
    return Vt[:k], s[:k] ** 2 / (len(X) - 1), Xc @ Vt[:k].T
"""),
    estimator("method-without-self", """
class PCA:
    def __init__(self, n_components):
        self.n_components = n_components

    def fit(X):
        self.mean = X.mean(axis=0)
"""),
    estimator("attribute-missing", """
class PCA:
    def __init__(self, n_components):
        self.n_components = n_components

    def fit(self, X):
        self.mean = X.mean(axis=0)
        self.components = np.linalg.svd(X - self.mean_, full_matrices=False)[2][:self.n_components]
"""),
    function("undefined-name", """
def pca(X, k):
    X_centered = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(X_centred.T))
    W = vecs[:, ::-1][:, :k]
    return W, vals[::-1][:k], X_centered @ W
"""),
    function("changes-its-input", """
def pca(X, k):
    X -= X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(X.T))
    W = vecs[:, ::-1][:, :k]
    return W, vals[::-1][:k], X @ W
"""),
    function("rounded", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    W = vecs[:, ::-1][:, :k]
    return np.round(W, 2), np.round(vals[::-1][:k], 2), np.round(Xc @ W, 2)
"""),
    function("selects-features", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    variances = Xc.var(axis=0, ddof=1)
    order = np.argsort(variances)[::-1][:k]
    W = np.eye(X.shape[1])[:, order]
    return W, variances[order], Xc[:, order]
"""),
    # two at once
    function("eig-unsorted+uncentred-projection", """
def pca(X, k):
    vals, vecs = np.linalg.eig(np.cov(X.T))
    return vecs[:, :k], vals[:k], X @ vecs[:, :k]
"""),
    estimator("rows-for-columns+uncentred-projection", """
class PCA:
    def __init__(self, n_components):
        self.n_components = n_components

    def fit(self, X):
        vals, vecs = np.linalg.eigh(np.cov(X.T))
        order = np.argsort(vals)[::-1]
        self.components = vecs[:, order][:self.n_components]

    def transform(self, X):
        return X @ self.components.T
"""),
    function("swapped-unpacking+uncentred-projection", """
def pca(X, k):
    C = np.cov(X.T)
    eigvecs, eigvals = np.linalg.eigh(C)
    idx = np.argsort(eigvals)[::-1]
    eigvecs = eigvecs[:, idx]
    W = eigvecs[:, :k]
    return W, eigvals[idx][:k], X @ W
"""),
    # no name for these
    function("round-too-few", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    p = X.shape[1]
    C = np.zeros((p, p))
    for i in range(p):
        for j in range(i):
            C[i, j] = C[j, i] = Xc[:, i] @ Xc[:, j] / (len(X) - 1)
    vals, vecs = np.linalg.eigh(C)
    W = vecs[:, ::-1][:, :k]
    return W, vals[::-1][:k], Xc @ W
"""),
    function("other-eigenvectors", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    C = Xc.T @ Xc
    vals, vecs = np.linalg.eigh(np.linalg.inv(C + np.eye(len(C))))
    W = vecs[:, ::-1][:, :k]
    return W, vals[::-1][:k], Xc @ W
"""),
    function("step-too-many", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    Xc = np.sign(Xc) * Xc ** 2
    Xc -= Xc.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    W = vecs[:, ::-1][:, :k]
    return W, vals[::-1][:k], Xc @ W
"""),
    function("", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    W = np.linalg.qr(np.random.rand(X.shape[1], k))[0]
    return W, vals[::-1][:k], Xc @ W
"""),
    function("wrong-part", """
def pca(X, k):
    Xc = (X - X.mean(axis=0))[: len(X) // 2]
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    W = vecs[:, ::-1][:, :k]
    return W, vals[::-1][:k], (X - X.mean(axis=0)) @ W
"""),
    # written without a look at what is told of them
    function("swapped-unpacking", """
def compute_eigen(cov):
    # returns eigenvectors and eigenvalues
    eigvecs, eigvals = np.linalg.eig(cov)
    return eigvals, eigvecs

def pca(X, k):
    mu = np.mean(X, axis=0)
    B = X - mu
    cov = (B.T @ B) / (B.shape[0] - 1)
    vals, vecs = compute_eigen(cov)
    order = np.argsort(-vals)
    W = vecs[:, order[:k]]
    return W, vals[order[:k]], B @ W
"""),
    function("argsort-of-vectors", """
def pca(X, n_components):
    X_centered = X - X.mean(axis=0)
    cov = np.cov(X_centered, rowvar=False)
    eigenvalues, eigenvectors = np.linalg.eigh(cov)
    sorted_idx = np.argsort(eigenvectors[:, 0])[::-1]
    eigenvalues = eigenvalues[sorted_idx]
    eigenvectors = eigenvectors[:, sorted_idx]
    comps = eigenvectors[:, :n_components]
    return comps, eigenvalues[:n_components], X_centered.dot(comps)
"""),
    function("rows-for-columns", """
def pca(X, k):
    X = X - X.mean(0)
    C = np.dot(X.T, X) / (len(X) - 1)
    values, vectors = np.linalg.eig(C)
    eig_pairs = [(np.abs(values[i]), vectors[i, :]) for i in range(len(values))]
    eig_pairs.sort(reverse=True, key=lambda x: x[0])
    W = np.hstack([eig_pairs[j][1].reshape(-1, 1) for j in range(k)])
    lam = np.array([eig_pairs[j][0] for j in range(k)])
    return W, lam, X.dot(W)
"""),
    scores("order-of-reversed", """
def pca(X, k):
    data = X - np.mean(X, axis=0)
    evals, evecs = np.linalg.eig(np.cov(data, rowvar=False))
    order = evals[::-1].argsort()
    return data @ evecs[:, order][:, :k]
"""),
    estimator("smallest-components", """
class PCA:
    def __init__(self, n_components=2):
        self.n_components = n_components

    def fit(self, X):
        self.mean_ = X.mean(axis=0)
        S = np.cov((X - self.mean_).T)
        lam, U = np.linalg.eigh(S)
        idx = lam.argsort()
        self.components = U[:, idx][:, :self.n_components].T
        return self

    def transform(self, X):
        return (X - self.mean_) @ self.components.T
"""),
    function("uncentred-projection", """
def pca(X, k):
    mean = X.mean(axis=0)
    U, s, Vt = np.linalg.svd(X - mean, full_matrices=False)
    components = Vt[:k]
    variances = (s ** 2 / (X.shape[0] - 1))[:k]
    projected = np.matmul(X, components.T)
    return components.T, variances, projected
"""),
    function("never-centred", """
def pca(X, k):
    n = X.shape[0]
    gram = X.T.dot(X) / (n - 1)
    vals, vecs = np.linalg.eigh(gram)
    idx = np.argsort(vals)[::-1][:k]
    return vecs[:, idx], vals[idx], X.dot(vecs[:, idx])
"""),
    scores("centred-along-wrong-axis", """
def pca(X, k):
    row_means = X.mean(axis=1)
    Xc = X - row_means[:, None]
    U, S, Vt = np.linalg.svd(Xc, full_matrices=False)
    return U[:, :k] * S[:k]
"""),
    estimator("grand-mean", """
class PCA:
    def __init__(self, k):
        self.k = k
    def fit(self, X):
        self.m = X.mean()
        w, v = np.linalg.eigh((X - self.m).T @ (X - self.m))
        self.components = v[:, ::-1].T[:self.k]
    def transform(self, X):
        return (X - self.m) @ self.components.T
"""),
    estimator("covariance-of-samples", """
class PCA:
    def __init__(self, k):
        self.k = k
    def fit(self, X):
        self.mean = X.mean(axis=0)
        C = np.cov(X - self.mean)
        w, v = np.linalg.eigh(C)
        order = np.argsort(w)[::-1]
        self.components = v[:, order][:, :self.k].T
    def transform(self, X):
        return (X - self.mean) @ self.components.T
"""),
    function("standardised-unasked", """
from math import sqrt
def standardize(X):
    out = np.zeros(X.shape)
    for j in range(X.shape[1]):
        col = X[:, j]
        m = sum(col) / len(col)
        sd = sqrt(sum((v - m) ** 2 for v in col) / (len(col) - 1))
        out[:, j] = (col - m) / sd
    return out
def pca(X, k):
    Z = standardize(X)
    vals, vecs = np.linalg.eigh(Z.T @ Z / (len(Z) - 1))
    vals, vecs = vals[::-1], vecs[:, ::-1]
    return vecs[:, :k], vals[:k], Z @ vecs[:, :k]
"""),
    function("variances-by-n", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    U, s, Vt = np.linalg.svd(Xc, full_matrices=False)
    return Vt[:k].T, (s ** 2)[:k] / len(X), Xc @ Vt[:k].T
"""),
    estimator("left-singular-vectors", """
class PCA:
    def __init__(self, k):
        self.k = k
    def fit(self, X):
        self.mean = X.mean(axis=0)
        U, S, V = np.linalg.svd(X - self.mean)
        self.components = U[:, :self.k].T
    def transform(self, X):
        return (X - self.mean) @ self.components.T
"""),
    function("fixed-number-of-features", """
def covariance_matrix(A):
    cov = np.empty([3, 3])
    for i in range(3):
        for j in range(3):
            cov[i][j] = sum(A[:, i] * A[:, j]) / (A.shape[0] - 1)
    return cov
def pca(X, k):
    A = X - X.mean(axis=0)
    lam, V = np.linalg.eigh(covariance_matrix(A))
    W = V[:, ::-1][:, :k]
    return W, lam[::-1][:k], A @ W
"""),
    estimator("fixed-number-of-components", """
class PCA:
    def __init__(self, n_components):
        self.n_components = 2
    def fit(self, X):
        self.mean = X.mean(axis=0)
        self.components = np.linalg.svd(X - self.mean, full_matrices=False)[2][:self.n_components]
    def transform(self, X):
        return (X - self.mean) @ self.components.T
"""),
    function("same-component-again", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    C = Xc.T @ Xc / (len(X) - 1)
    W = []
    lam = []
    for _ in range(k):
        b = np.random.rand(C.shape[1])
        for _ in range(1000):
            b = C.dot(b)
            b = b / np.linalg.norm(b)
        W.append(b)
        lam.append(b.dot(C).dot(b))
    W = np.column_stack(W)
    return W, np.array(lam), Xc.dot(W)
"""),
    function("same-component-again+inaccurate", """
MAX_ITER = 8
def leading(C):
    v = np.ones(len(C)) / np.sqrt(len(C))
    for i in range(MAX_ITER):
        w = C @ v
        v = w / np.sqrt(w @ w)
    return v
def pca(X, k):
    Xc = X - X.mean(axis=0)
    C = np.cov(Xc.T)
    W = np.stack([leading(C) for j in range(k)], axis=1)
    lam = np.diag(W.T @ C @ W)
    return W, lam, Xc @ W
"""),
    function("inaccurate", """
def power(C, eps=0.05):
    v = np.random.rand(len(C))
    old = np.zeros(len(C))
    while np.linalg.norm(v - old) > eps:
        old = v
        v = C @ v
        v = v / np.linalg.norm(v)
    return v
def pca(X, k):
    Xc = X - X.mean(axis=0)
    C = np.cov(Xc.T)
    W, lam = [], []
    for j in range(k):
        v = power(C)
        l = v @ C @ v
        C = C - l * np.outer(v, v)
        W.append(v); lam.append(l)
    W = np.array(W).T
    return W, np.array(lam), Xc @ W
"""),
    function("all-ratios", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    _, s, Vt = np.linalg.svd(Xc, full_matrices=False)
    return Vt[:k].T, s**2 / np.sum(s**2)
""", "W, r = pca(X, k)", roles={"components": "W", "explained_variance_ratio": "r"}),
    estimator("ratio-of-the-kept", """
class PCA:
    def __init__(self, k):
        self.k = k
    def fit(self, X):
        self.mean = X.mean(axis=0)
        _, s, Vt = np.linalg.svd(X - self.mean, full_matrices=False)
        self.components = Vt[:self.k]
        self.explained_variance = s[:self.k] ** 2
        self.ratio = self.explained_variance / self.explained_variance.sum()
""", roles={"components": "m.components", "explained_variance_ratio": "m.ratio"}),
    function("results-exchanged", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    vals, vecs = vals[::-1][:k], vecs[:, ::-1][:, :k]
    Z = Xc @ vecs
    return vals, vecs, Z
"""),
    scores("whitened", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    vals, vecs = vals[::-1][:k], vecs[:, ::-1][:, :k]
    D = np.diag(1.0 / np.sqrt(vals))
    return Xc @ vecs @ D
"""),
    scores("ascending-order", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    return Xc @ vecs[:, X.shape[1] - k:]
"""),
    scores("first-component-skipped", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    order = np.argsort(vals)
    cols = [order[-i - 1] for i in range(1, k + 1) if i < len(order)]
    return Xc @ vecs[:, cols]
"""),
    function("not-divided", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    U, s, Vt = np.linalg.svd(Xc, full_matrices=False)
    return Vt[:k].T, s[:k] ** 2, U[:, :k] * s[:k]
"""),
    function("reconstruction-without-mean", """
class PCA:
    def fit(self, X, k):
        self.mu = X.mean(0)
        self.V = np.linalg.svd(X - self.mu)[2][:k]
        return self
    def transform(self, X): return (X - self.mu) @ self.V.T
    def inverse_transform(self, Z): return Z @ self.V
""", "m = PCA().fit(X, k); Z = m.transform(X)", roles={"scores":"Z","reconstruction":"m.inverse_transform(Z)"}),
    estimator("uses-none", """
class PCA:
    def __init__(self, k):
        self.k = k
    def center(self, X):
        self.mean = X.mean(axis=0)
        X - self.mean
    def fit(self, X):
        Xc = self.center(X)
        self.components = np.linalg.svd(Xc.copy())[2][:self.k]
    def transform(self, X):
        return (X - self.mean) @ self.components.T
"""),
    function("undefined-name", """
def pca(X, k):
    Xc = X - mean(X, axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    W = vecs[:, ::-1][:, :k]
    return W, vals[::-1][:k], Xc @ W
"""),
    function("components-scaled", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    U, s, Vt = np.linalg.svd(Xc, full_matrices=False)
    loadings = Vt[:k].T * s[:k] / np.sqrt(len(X) - 1)
    return loadings, s[:k]**2 / (len(X)-1), Xc @ Vt[:k].T
"""),
    # no name for these
    function("", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    Q, R = np.linalg.qr(Xc.T)
    W = Q[:, :k]
    lam = np.diag(R @ R.T)[:k] / (len(X) - 1)
    return W, lam, Xc @ W
"""),
    function("wrong-part", """
def pca(X, k):
    Xc = X - X[:3].mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    W = vecs[:, ::-1][:, :k]
    return W, vals[::-1][:k], Xc @ W
"""),
    function("", """
def pca(X, k):
    rng = np.random.default_rng(3)
    Xc = X - X.mean(axis=0)
    W = rng.normal(size=(X.shape[1], k))
    for _ in range(200):
        W += 0.001 * Xc.T @ (Xc @ W) / len(X)
        W /= np.linalg.norm(W, axis=0)
    return W, np.var(Xc @ W, axis=0, ddof=1), Xc @ W
"""),
    function("step-too-many", """
def pca(X, k):
    Xc = (X - X.mean(axis=0)).astype(int)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    W = vecs[:, ::-1][:, :k]
    return W, vals[::-1][:k], Xc @ W
"""),
    function("step-too-many", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    vals, vecs = np.linalg.eigh(np.cov(Xc.T))
    W = vecs[:, ::-1][:, :k]
    W[0] = 0
    return W, vals[::-1][:k], Xc @ W
"""),
    function("step-too-many", """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    C = np.cov(Xc.T)
    C = np.triu(C)
    vals, vecs = np.linalg.eig(C)
    order = np.argsort(vals)[::-1][:k]
    return vecs[:, order], vals[order], Xc @ vecs[:, order]
"""),
    # several mistakes, of which none can be told by its values alone
    scores("rows-for-columns+centred-along-wrong-axis|wrong-axis+rows-for-columns", """
def reduce(X, k):
    D = X.astype(float).copy()
    for i in range(len(D)):
        D[i] = D[i] - D[i].mean()
    values, vectors = np.linalg.eigh(np.cov(X, rowvar=False))
    vectors = vectors[:, np.argsort(values)[::-1]]
    top = vectors[0:k]
    return (top @ D.T).T
""", call="Z = reduce(X, k)"),
    function("rows-for-columns+smallest-components+step-missing", """
def faces(images, k):
    average = images.mean(axis=0)
    differences = [image - average for image in images]
    A = np.array(differences).T
    _, vectors = np.linalg.eigh(A.T @ A)
    axes = np.array([A @ v for v in vectors]).T
    return average, axes[:, :k]
""", "mu, W = faces(X, k)", roles={"mean": "mu", "components": "W"}, conventions={}),
    function("grand-mean+one-component-off|grand-mean+wrong-part", """
class PCA:
    def __init__(self, X, count):
        X = X - np.mean(X)
        U, s, _ = np.linalg.svd(X.T @ X / len(X))
        kept = 0
        while kept <= count:
            kept += 1
        self.components = U[:, :kept]
""", "m = PCA(X, k)", roles={"components": "m.components"}, conventions={}),
    scores("grand-mean+eig-unsorted", """
class Reducer:
    def centre(self, A):
        return A - A.mean()
    def covariance(self, A):
        return np.cov(A.T)
    def solve(self, C):
        self.values, self.vectors = np.linalg.eig(C)
    def project(self, A, k):
        columns = []
        for i in range(0, k):
            columns.append(A.dot(self.vectors.T[i]))
        return np.array(columns).T
""", call="m = Reducer()\nA = m.centre(X)\nm.solve(m.covariance(A))\nZ = m.project(A, k)"),
    scores("rows-for-columns+uncentred-projection|smallest-components+rows-for-columns+uncentred-projection", """
def embed(X, dim):
    mu = X.mean(axis=0)
    D = X - mu
    lam, axes = np.linalg.eigh(D.T @ D)
    place = np.argsort(lam)
    axes = axes[place, :]
    return X @ axes[:dim, :].T
""", call="Z = embed(X, k)"),
    scores("elementwise-product|wrong-operator", """
def kernel_pca(X, k):
    n = len(X)
    K = X @ X.T
    J = np.eye(n) - np.ones((n, n)) / n
    K = J * K * J
    lam, A = np.linalg.eigh(K)
    lam, A = lam[::-1][:k], A[:, ::-1][:, :k]
    return A * np.sqrt(np.maximum(lam, 0))
""", call="Z = kernel_pca(X, k)"),
    estimator("left-singular-vectors", """
class PCA:
    def __init__(self, k):
        self.k = k
    def fit(self, X):
        self.mean = X.mean(axis=0)
        Vt, _, _ = np.linalg.svd(X - self.mean)
        self.components = Vt[:self.k]
    def transform(self, X):
        return (X - self.mean) @ self.components.T
"""),
    scores("returns-its-input", """
class PCA:
    def fit(self, X, k):
        self.W = np.linalg.svd(X - X.mean(axis=0))[2][:k]
        return self
    def transform(self, X):
        return X
""", call="Z = PCA().fit(X, k).transform(X)"),
    function("wrong-side", """
class PCA:
    def __init__(self, k):
        self.k = k
    def fit_transform(self, X):
        D = X - X.mean(axis=0)
        lam, V = np.linalg.eigh(D.T.dot(D))
        pairs = sorted(((lam[i], V[:, i]) for i in range(len(lam))), key=lambda pair: pair[0], reverse=True)
        self.W = np.array([pair[1] for pair in pairs[:self.k]])
        return D.dot(self.W)
""", "m = PCA(k)\nZ = m.fit_transform(X)", roles={"components": "m.W", "scores": "Z"}, conventions={}),
    function("eig-unsorted+fixed-number-of-components", """
def axes(A):
    D = A - np.mean(A, axis=0)
    lam, V = np.linalg.eig(D.T @ D)
    first, second = V.T[0], V.T[1]
    return np.array([first, second]).T, np.array([D @ first, D @ second]).T
""", "W, Z = axes(X)", roles={"components": "W[:, :k]", "scores": "Z[:, :k]"}, conventions={}),
]  # fmt: skip
