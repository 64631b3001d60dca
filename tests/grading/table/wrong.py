"""Wrong implementations: what is wrong with each, the criterion that it should lose, and its right diagnosis."""

from .local import Entry
from .right import ALL, COMPONENTS, EITHER, FIT, ROWS, SCORES, VALUES, WL, WLZ, W

RATIO = {"components": "W", "explained_variance_ratio": "r"}
BOTH = {"scores": "Z", "reconstruction": "R"}


def wrong(body: str, call: str, roles: dict[str, str], loses: str, diagnosis: str, **more: object) -> Entry:
    """Return an entry for the body of ``pca(X, k)``."""
    lines = body.strip("\n").split("\n")
    indented = "\n".join(f"    {line}" for line in lines)
    source = f"import numpy as np\n\ndef pca(X, k):\n{indented}\n"
    return Entry(source, call, roles, loses=loses, diagnosis=diagnosis, **more)  # type: ignore[arg-type]


EIGH = """
mu = X.mean(axis=0)
Xc = X - mu
lam, V = np.linalg.eigh(np.cov(Xc, rowvar=False))
lam, V = lam[::-1], V[:, ::-1]
W = V[:, :k]
Z = Xc @ W
"""
CZ = {"components": "W", "scores": "Z"}
WZ = "W, Z = pca(X, k)"
ZR = "Z, R = pca(X, k)"

WRONG: dict[str, Entry] = {
    "rows of the eigenvector matrix": wrong(
        "lam, V = np.linalg.eigh(np.cov(X.T))\nV = V[:, np.argsort(lam)[::-1]]\nreturn V[:k].T",
        W, COMPONENTS, "components.captured", "rows-for-columns",
    ),
    "rows of the eigenvector matrix by index": wrong(
        "lam, V = np.linalg.eig(np.cov(X.T))\norder = np.argsort(lam)[::-1]\nreturn V[order[:k]].T",
        W, COMPONENTS, "components.captured", "rows-for-columns",
    ),
    "rows of the eigenvector matrix, where either way round will do": wrong(
        "lam, V = np.linalg.eigh(np.cov(X.T))\nreturn V[:, ::-1].T[:, :k]",
        W, COMPONENTS, "components.captured", "rows-for-columns", conventions=EITHER,
    ),
    "rows of the eigenvector matrix, scores alone": wrong(
        "Xc = X - X.mean(0)\nlam, V = np.linalg.eigh(Xc.T @ Xc)\nV = V[:, ::-1]\nreturn Xc @ V[:k, :].T",
        "Z = pca(X, k)", SCORES, "scores.space", "rows-for-columns",
    ),
    "columns of Vt": wrong(
        "Xc = X - X.mean(0)\nU, s, Vt = np.linalg.svd(Xc)\nW = Vt[:, :k]\nreturn W, Xc @ W",
        WZ, CZ, "components.captured", "rows-for-columns",
    ),
    "pairs made of rows": wrong(
        "C = np.cov(X.T)\nlam, V = np.linalg.eigh(C)\n"
        "pairs = sorted([(lam[i], V[i]) for i in range(len(lam))], key=lambda t: -t[0])\n"
        "return np.array([v for _, v in pairs[:k]])",
        W, COMPONENTS, "components.captured", "rows-for-columns", conventions=ROWS,
    ),
    "zip of values and rows": wrong(
        "Xc = X - X.mean(0)\nlam, V = np.linalg.eigh(np.cov(Xc.T))\n"
        "pairs = [v for _, v in sorted(zip(lam, V), key=lambda t: t[0], reverse=True)]\n"
        "W = np.column_stack(pairs[:k])\nreturn W, Xc @ W",
        WZ, CZ, "components.captured", "rows-for-columns",
    ),
    "note 003": Entry(
        """
def pca(X, k):
    cov = np.cov(X)
    w, v = np.linalg.eig(cov)
    w, v = sort_vecs(w, v, reverse=True)
    return v[:k]
""",
        W, COMPONENTS, samples="columns", conventions=ROWS, loses="runs", diagnosis="rows-for-columns",
    ),
    "rows sorted": wrong(
        "Xc = X - X.mean(0)\nlam, V = np.linalg.eig(np.cov(Xc.T))\norder = np.argsort(lam)[::-1]\n"
        "V = V[order]\nreturn V[:, :k]",
        W, COMPONENTS, "components.eigen_equation", "rows-sorted",
    ),
    "rows reversed": wrong(
        "lam, V = np.linalg.eigh(np.cov(X.T))\nV = V[::-1]\nreturn V[:, :k]",
        W, COMPONENTS, "components.eigen_equation", "rows-sorted",
    ),
    "flipped both ways": wrong(
        "lam, V = np.linalg.eigh(np.cov(X.T))\nreturn np.flip(V)[:, :k]",
        W, COMPONENTS, "components.eigen_equation", "rows-sorted",
    ),
    "projects uncentred data": wrong(EIGH + "return W, X @ W", WZ, CZ, "scores.centred", "uncentred-projection"),
    "projects uncentred data, scores alone": wrong(
        EIGH + "return np.dot(X, W)", "Z = pca(X, k)", SCORES, "scores.centred", "uncentred-projection",
    ),
    "never centres": wrong(
        "U, s, Vt = np.linalg.svd(X, full_matrices=False)\nW = Vt[:k].T\nreturn W, s[:k]**2 / (len(X) - 1), X @ W",
        WLZ, ALL, "components.captured", "never-centred",
    ),
    "never centres, scores alone": wrong(
        "lam, V = np.linalg.eigh(X.T @ X)\nreturn X @ V[:, ::-1][:, :k]",
        "Z = pca(X, k)", SCORES, "scores.centred", "never-centred",
    ),
    "uncentred covariance, centred scores": wrong(
        "lam, V = np.linalg.eigh(X.T @ X / len(X))\nW = V[:, ::-1][:, :k]\nreturn W, (X - X.mean(0)) @ W",
        WZ, CZ, "components.captured", "covariance-uncentred",
    ),
    "eig unsorted": wrong(
        "Xc = X - X.mean(0)\nlam, V = np.linalg.eig(Xc.T @ Xc / (len(X) - 1))\nreturn V[:, :k], lam[:k]",
        WL, VALUES, "components.captured", "eig-unsorted",
    ),
    "eig unsorted, scores alone": wrong(
        "Xc = X - X.mean(0)\nlam, V = np.linalg.eig(np.cov(Xc.T))\nreturn Xc @ V[:, :k]",
        "Z = pca(X, k)", SCORES, "scores.variances", "eig-unsorted",
    ),
    "centres samples": wrong(
        "Xc = X - X.mean(axis=1, keepdims=True)\nlam, V = np.linalg.eigh(Xc.T @ Xc)\n"
        "W = V[:, ::-1][:, :k]\nreturn W, Xc @ W",
        WZ, CZ, "components.captured", "centred-along-wrong-axis",
    ),
    "centres samples without keeping the axis": wrong(
        "Xc = X - np.mean(X, axis=1)\nlam, V = np.linalg.eigh(Xc.T @ Xc)\nreturn V[:, ::-1][:, :k]",
        W, COMPONENTS, "runs", "centred-along-wrong-axis",
    ),
    "centres features where they are rows": wrong(
        "Xc = X - X.mean(axis=0)\nlam, V = np.linalg.eigh(Xc @ Xc.T)\nW = V[:, ::-1][:, :k]\nreturn W, W.T @ Xc",
        WZ, CZ, "components.captured", "centred-along-wrong-axis", samples="columns",
    ),
    "one mean for all": wrong(
        "Xc = X - X.mean()\nlam, V = np.linalg.eigh(Xc.T @ Xc)\nW = V[:, ::-1][:, :k]\nreturn W, Xc @ W",
        WZ, CZ, "components.captured", "grand-mean",
    ),
    "median": wrong(
        "Xc = X - np.median(X, axis=0)\nU, s, Vt = np.linalg.svd(Xc, full_matrices=False)\n"
        "return Vt[:k].T, Xc @ Vt[:k].T",
        WZ, CZ, "components.eigen_equation", "median-for-mean",
    ),
    "first sample": wrong(
        "Xc = X - X[0]\nU, s, Vt = np.linalg.svd(Xc, full_matrices=False)\nreturn Vt[:k].T, Xc @ Vt[:k].T",
        WZ, CZ, "components.captured", "first-sample-for-mean",
    ),
    "smallest": wrong(
        "lam, V = np.linalg.eigh(np.cov(X, rowvar=False))\nreturn V[:, :k], lam[:k]",
        WL, VALUES, "components.captured", "smallest-components",
    ),
    "smallest, argsort not reversed": wrong(
        "Xc = X - X.mean(0)\nlam, V = np.linalg.eig(np.cov(Xc.T))\norder = np.argsort(lam)\n"
        "return Xc @ V[:, order[:k]]",
        "Z = pca(X, k)", SCORES, "scores.variances", "smallest-components",
    ),
    "last columns of a sorted matrix": wrong(
        EIGH + "return V[:, -k:], lam[-k:]", WL, VALUES, "components.captured", "smallest-components",
    ),
    "ascending order": wrong(
        "lam, V = np.linalg.eigh(np.cov(X.T))\nreturn V[:, -k:], lam[-k:]",
        WL, VALUES, "components.order", "ascending-order",
    ),
    "values sorted alone": wrong(
        "lam, V = np.linalg.eig(np.cov(X.T))\nlam = np.sort(lam)[::-1]\nreturn V[:, :k], lam[:k]",
        WL, VALUES, "components.captured", "values-sorted-alone",
    ),
    "values of eigh sorted alone": wrong(
        "lam, V = np.linalg.eigh(np.cov(X.T))\nlam = sorted(lam, reverse=True)\nreturn V[:, :k], lam[:k]",
        WL, VALUES, "components.captured", "values-sorted-alone",
    ),
    "vectors sorted alone": wrong(
        "lam, V = np.linalg.eigh(np.cov(X.T))\nV = V[:, np.argsort(-lam)]\nreturn V[:, :k], lam[:k]",
        WL, VALUES, "explained_variance.values", "vectors-sorted-alone",
    ),
    "first component skipped": wrong(
        EIGH + "return V[:, 1:k + 1]", W, COMPONENTS, "components.captured", "first-component-skipped",
    ),
    "no deflation": wrong(
        "Xc = X - X.mean(0)\nC = Xc.T @ Xc\nW = []\nfor _ in range(k):\n    w = np.random.randn(len(C))\n"
        "    for _ in range(1000):\n        w = C @ w\n        w /= np.linalg.norm(w)\n    W.append(w)\n"
        "return np.array(W).T",
        W, COMPONENTS, "components.orthonormal", "same-component-again",
    ),
    "two components always": wrong(
        EIGH + "return V[:, :2]", W, COMPONENTS, "components.form", "fixed-number-of-components",
    ),
    "all components": wrong(EIGH + "return V, Xc @ V", WZ, CZ, "components.form", "all-components"),
    "one component short": wrong(
        EIGH + "return V[:, :k - 1], Xc @ V[:, :k - 1]", WZ, CZ, "components.form", "one-component-off",
    ),
    "loadings": wrong(
        EIGH + "return W * np.sqrt(lam[:k]), Xc @ (W * np.sqrt(lam[:k]))",
        WZ, CZ, "components.orthonormal", "components-scaled",
    ),
    "components times singular values": wrong(
        "Xc = X - X.mean(0)\nU, s, Vt = np.linalg.svd(Xc, full_matrices=False)\nreturn (np.diag(s) @ Vt)[:k].T",
        W, COMPONENTS, "components.orthonormal", "components-scaled",
    ),
    "not normalised": wrong(
        EIGH + "W = W / W[np.abs(W).argmax(axis=0), range(k)]\nreturn W, Xc @ W",
        WZ, CZ, "components.orthonormal", "not-normalised",
    ),
    "rows normalised": wrong(
        EIGH + "return W / np.linalg.norm(W, axis=1, keepdims=True)",
        W, COMPONENTS, "components.orthonormal", "rows-normalised",
    ),
    "absolute values": wrong(
        EIGH + "return np.abs(W)", W, COMPONENTS, "components.eigen_equation", "absolute-values",
    ),
    "U for V": wrong(
        "U, s, Vt = np.linalg.svd(X - X.mean(0), full_matrices=False)\nreturn U[:, :k], s[:k]",
        WL, VALUES, "components.form", "left-singular-vectors",
    ),
    "covariance of the samples": wrong(
        "lam, V = np.linalg.eigh(np.cov(X))\nreturn V[:, ::-1][:, :k]",
        W, COMPONENTS, "components.form", "covariance-of-samples",
    ),
    "covariance of the samples, projected": wrong(
        "Xc = X - X.mean(0)\nlam, V = np.linalg.eigh(np.cov(Xc))\nW = V[:, ::-1][:, :k]\nreturn W, Xc @ W",
        WZ, CZ, "runs", "covariance-of-samples",
    ),
    "transposed components": wrong(EIGH + "return W.T", W, COMPONENTS, "components.form", "components-on-their-side"),
    "standardises unasked": wrong(
        "Z = (X - X.mean(0)) / X.std(0)\nlam, V = np.linalg.eigh(np.cov(Z.T))\nW = V[:, ::-1][:, :k]\n"
        "return W, lam[::-1][:k], Z @ W",
        WLZ, ALL, "components.captured", "standardised-unasked",
    ),
    "correlation matrix": wrong(
        "lam, V = np.linalg.eigh(np.corrcoef(X, rowvar=False))\nW = V[:, ::-1][:, :k]\nreturn W, (X - X.mean(0)) @ W",
        WZ, CZ, "components.captured", "correlation-matrix",
    ),
    "does not standardise": wrong(
        EIGH + "return W, lam[:k], Z", WLZ, ALL, "components.captured", "not-standardised",
        conventions={"standardise": "n"},
    ),
    "scales to the range": wrong(
        "X = (X - X.min(0)) / (X.max(0) - X.min(0))\nXc = X - X.mean(0)\nlam, V = np.linalg.eigh(np.cov(Xc.T))\n"
        "W = V[:, ::-1][:, :k]\nreturn W, Xc @ W",
        WZ, CZ, "components.captured", "scaled-unasked",
    ),
    "U alone as scores": wrong(
        "U, s, Vt = np.linalg.svd(X - X.mean(0), full_matrices=False)\nreturn Vt[:k].T, U[:, :k]",
        WZ, CZ, "scores.variances", "scores-without-singular-values",
    ),
    "whitened scores": wrong(
        EIGH + "return W, Z / np.sqrt(lam[:k])", WZ, CZ, "scores.variances", "whitened",
    ),
    "scores scaled twice": wrong(
        "Xc = X - X.mean(0)\nU, s, Vt = np.linalg.svd(Xc, full_matrices=False)\n"
        "return Vt[:k].T, Xc @ Vt[:k].T * s[:k]",
        WZ, CZ, "scores.variances", "scores-scaled",
    ),
    "scores on their side": wrong(EIGH + "return W, (W.T @ Xc.T)", WZ, CZ, "scores.form", "scores-on-their-side"),
    "projects with the transpose": wrong(
        EIGH + "return W, Xc @ W.T", WZ, CZ, "runs", "projected-with-transpose",
    ),
    "variances by n": wrong(
        EIGH + "return W, lam[:k] * (len(X) - 1) / len(X)",
        WL, VALUES, "explained_variance.values", "variances-by-n", conventions={"scale": "n-1"},
    ),
    "variances by n - 1": wrong(
        EIGH + "return W, lam[:k]", WL, VALUES, "explained_variance.values", "variances-by-n-1",
        conventions={"scale": "n"},
    ),
    "singular values for variances": wrong(
        "U, s, Vt = np.linalg.svd(X - X.mean(0))\nreturn Vt[:k].T, s[:k]",
        WL, VALUES, "explained_variance.values", "singular-values-for-variances", conventions={"scale": "n-1"},
    ),
    "scatter for variances": wrong(
        "U, s, Vt = np.linalg.svd(X - X.mean(0))\nreturn Vt[:k].T, s[:k] ** 2",
        WL, VALUES, "explained_variance.values", "not-divided", conventions={"scale": "n-1"},
    ),
    "variances squared": wrong(
        "U, s, Vt = np.linalg.svd(np.cov(X.T))\nreturn U[:, :k], s[:k] ** 2",
        WL, VALUES, "explained_variance.values", "variances-squared", conventions={"scale": "n-1"},
    ),
    "standard deviations for variances": wrong(
        EIGH + "return W, np.sqrt(lam[:k])",
        WL, VALUES, "explained_variance.values", "deviations-for-variances", conventions={"scale": "n-1"},
    ),
    "ratio of the kept": wrong(
        EIGH + "return W, lam[:k] / lam[:k].sum()",
        "W, r = pca(X, k)", RATIO, "explained_variance_ratio.values", "ratio-of-the-kept",
    ),
    "ratio of singular values": wrong(
        "U, s, Vt = np.linalg.svd(X - X.mean(0))\nreturn Vt[:k].T, (s / s.sum())[:k]",
        "W, r = pca(X, k)", RATIO, "explained_variance_ratio.values", "ratio-of-singular-values",
    ),
    "cumulative ratio": wrong(
        EIGH + "return W, (np.cumsum(lam) / lam.sum())[:k]",
        "W, r = pca(X, k)", RATIO, "explained_variance_ratio.values", "cumulative-ratio",
    ),
    "ratio in percent": wrong(
        EIGH + "return W, (100 * lam / lam.sum())[:k]",
        "W, r = pca(X, k)", RATIO, "explained_variance_ratio.values", "ratio-in-percent",
    ),
    "reconstruction without the mean": wrong(
        EIGH + "return Z, Z @ W.T", ZR, BOTH, "reconstruction.error", "reconstruction-without-mean",
    ),
    "reconstruction of uncentred data": wrong(
        EIGH + "return Z, X @ W @ W.T", ZR, BOTH, "reconstruction.error", "reconstruction-of-uncentred",
    ),
    "all uncentred, mean added": wrong(
        EIGH + "Z = X @ W\nreturn Z, Z @ W.T + mu", ZR, BOTH, "reconstruction.error", "uncentred-projection",
    ),
    "reconstruction is the data": wrong(
        EIGH + "return Z, X", ZR, BOTH, "reconstruction.rank", "reconstruction-is-the-data",
    ),
    "projector of the rest": wrong(
        EIGH + "return W, np.eye(len(W)) - W @ W.T", "W, P = pca(X, k)", {"components": "W", "projection": "P"},
        "projection.values", "projector-of-the-rest",
    ),
    "inner product for the projector": wrong(
        EIGH + "return W, W.T @ W", "W, P = pca(X, k)", {"components": "W", "projection": "P"},
        "projection.form", "inner-for-outer-product",
    ),
    "mean by the other axis": wrong(
        EIGH + "return X.mean(axis=1), W", "mu, W = pca(X, k)", {"mean": "mu", "components": "W"},
        "mean.form", "mean-of-samples",
    ),
    "rounded": wrong(EIGH + "return np.round(W, 2), np.round(Z, 2)", WZ, CZ, "components.orthonormal", "rounded"),
    "selects features": wrong(
        "keep = np.argsort(X.var(axis=0))[::-1][:k]\nreturn (X - X.mean(0))[:, keep]",
        "Z = pca(X, k)", SCORES, "scores.uncorrelated", "selects-features",
    ),
    "changes its input": wrong(
        "X -= X.mean(axis=0)\nlam, V = np.linalg.eigh(X.T @ X)\nreturn V[:, ::-1][:, :k]",
        W, COMPONENTS, "input-untouched", "changes-its-input",
    ),
    "does not import numpy": Entry(
        "def pca(X, k):\n    Xc = X - X.mean(axis=0)\n    return np.linalg.svd(Xc)[2][:k].T\n",
        W, COMPONENTS, loses="runs", diagnosis="undefined-name",
    ),
    "syntax error": Entry(
        "import numpy as np\ndef pca(X, k)\n    return X\n", W, COMPONENTS, loses="runs", diagnosis="syntax-error",
    ),
    "another name": Entry(
        "import numpy as np\ndef my_pca(X, k):\n    return X[:, :k]\n",
        W, COMPONENTS, loses="runs", diagnosis="function-missing",
    ),
    "no return": wrong(EIGH + "print(W)", WZ, CZ, "runs", "returns-nothing"),
    "one value too few": wrong(EIGH + "return W, lam, Z", WZ, CZ, "runs", "other-number-of-results"),
    "other arguments": Entry(
        "import numpy as np\ndef pca(X):\n    return X\n", W, COMPONENTS, loses="runs", diagnosis="other-signature",
    ),
    "missing attribute": Entry(
        """
import numpy as np
class PCA:
    def __init__(self, k):
        self.k = k
    def fit(self, X):
        self.components = np.linalg.svd(X - X.mean(0))[2][: self.k]
""",
        FIT, {"components": "m.components_.T"}, loses="components.form", diagnosis="no-value",
    ),
    "stops iterating early": wrong(
        "Xc = X - X.mean(0)\nC = Xc.T @ Xc\nW = []\nfor i in range(k):\n    w = np.ones(len(C)) + np.arange(len(C))\n"
        "    for _ in range(6):\n        w = C @ w\n        w /= np.linalg.norm(w)\n    W.append(w)\n"
        "    C = C - (w @ C @ w) * np.outer(w, w)\nreturn np.array(W).T",
        W, COMPONENTS, "components.eigen_equation", "inaccurate",
    ),
    "singular values, where any divisor will do": wrong(
        "s = np.linalg.svd(X - X.mean(0))[1]\nreturn np.linalg.svd(X - X.mean(0))[2][:k].T, s[:k]",
        WL, VALUES, "explained_variance.values", "singular-values-for-variances",
    ),
    "zeros": wrong(
        "return np.zeros((X.shape[1], k))", W, COMPONENTS, "components.orthonormal", "does-not-use-the-data",
    ),
    "unsorted and uncentred": wrong(
        "Xc = X - X.mean(0)\nlam, V = np.linalg.eig(np.cov(Xc.T))\nreturn V[:, :k], X @ V[:, :k]",
        WZ, CZ, "components.captured", "eig-unsorted+uncentred-projection",
    ),
    "smallest, without the mean": wrong(
        "mu = X.mean(0)\nlam, V = np.linalg.eigh(np.cov(X.T))\nW = V[:, :k]\nZ = (X - mu) @ W\nreturn Z, Z @ W.T",
        ZR, BOTH, "scores.variances", "smallest-components+reconstruction-without-mean",
    ),
    "uncentred scores, ratio of the kept, singular values": wrong(
        EIGH + "s = np.sqrt(lam * (len(X) - 1))\nreturn W, s[:k], X @ W, lam[:k] / lam[:k].sum()",
        "W, lam, Z, r = pca(X, k)", ALL | {"explained_variance_ratio": "r"}, "scores.centred",
        "uncentred-projection+singular-values-for-variances+ratio-of-the-kept", conventions={"scale": "n-1"},
    ),
}  # fmt: skip
