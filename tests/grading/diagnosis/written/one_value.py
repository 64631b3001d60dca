"""Mistakes that show in one value alone: z-scores, deviations, shares in per cent, the number of components."""

from .case import ROWS, case

SHARE = {"ratio": "explained_variance_ratio"}
BY_SHARE = "W = pca(X, float(ratio.sum()) - 1e-9)"
STANDARDISED = {"conventions": {"standardise": "any"}}

ONE_VALUE = [
    case(
        "not-standardised",
        """
def normalise(X):
    mu = np.mean(X, axis=0)
    sigma = np.std(X, axis=0, ddof=1)
    sigma = np.where(sigma == 0, 1, sigma)
    return X - mu, mu, sigma
""",
        "Xn, mu, sigma = normalise(X)",
        {"standardised": "Xn", "mean": "mu", "feature_deviations": "sigma"},
        **STANDARDISED,
    ),
    case(
        "scaled-otherwise",
        """
def normalise(X):
    mu = np.mean(X, axis=0)
    sigma = np.std(X, axis=0)
    sigma[sigma == 0] = 1
    return (X - mu) / np.maximum(np.var(X, axis=0), 1e-12), mu, sigma
""",
        "Xn, mu, sigma = normalise(X)",
        {"standardised": "Xn", "mean": "mu", "feature_deviations": "sigma"},
        conventions={"standardise": "n"},
    ),
    case(
        "divided-but-not-centred",
        """
def normalise(X):
    sigma = X.std(axis=0)
    sigma[sigma == 0] = 1
    return X / sigma
""",
        "Xn = normalise(X)",
        {"standardised": "Xn"},
        conventions={"standardise": "n"},
    ),
    case(
        "variances-for-deviations",
        """
def normalise(X):
    mu, sigma = X.mean(0), X.var(0)
    return (X - mu) / np.where(sigma > 0, np.sqrt(sigma), 1), sigma
""",
        "Xn, sigma = normalise(X)",
        {"standardised": "Xn", "feature_deviations": "sigma"},
        conventions={"standardise": "n"},
    ),
    case(
        "variances-for-deviations",
        """
def prcomp(X):
    mu = X.mean(axis=0)
    w, V = np.linalg.eigh(np.cov(X, rowvar=False))
    return {"sdev": w[::-1], "rotation": V[:, ::-1], "center": mu, "x": (X - mu) @ V[:, ::-1]}
""",
        "out = prcomp(X)",
        {"standard_deviations": "out['sdev'][:k]", "components": "out['rotation'][:, :k]", "scores": "out['x'][:, :k]"},
    ),
    case(
        "singular-values-for-deviations",
        """
def prcomp(X):
    mu = X.mean(axis=0)
    _, s, Vt = np.linalg.svd(X - mu, full_matrices=False)
    return {"sdev": s, "rotation": Vt.T}
""",
        "out = prcomp(X)",
        {"standard_deviations": "out['sdev'][:k]", "components": "out['rotation'][:, :k]"},
    ),
    case(
        "ratio-not-in-percent",
        """
def pca(X):
    Xc = X - X.mean(axis=0)
    latent, coeff = np.linalg.eigh(Xc.T @ Xc / (X.shape[0] - 1))
    latent, coeff = latent[::-1], coeff[:, ::-1]
    return coeff, Xc @ coeff, latent, latent / latent.sum()
""",
        "W, Z, lam, ratio = pca(X)",
        {"components": "W[:, :k]", "scores": "Z[:, :k]", "explained_variance_ratio": "ratio[:k] / 100"},
    ),
    case(
        "ratio-of-singular-values",
        """
def pca(X, share):
    _, s, Vt = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)
    total = np.cumsum(s) / np.sum(s)
    return Vt[: int(np.searchsorted(total, share - 1e-12)) + 1]
""",
        BY_SHARE,
        {"components": "W"},
        conventions=ROWS,
        given=SHARE,
    ),
    case(
        "ratio-of-squared-variances",
        """
def pca(X, share):
    w, V = np.linalg.eigh(np.cov(X.T))
    w, V = w[::-1], V[:, ::-1]
    total = np.cumsum(w**2) / np.sum(w**2)
    return V[:, : np.argmax(total >= share) + 1]
""",
        BY_SHARE,
        {"components": "W"},
        given=SHARE,
    ),
    case(
        "fixed-number-of-components|other-number-of-components",
        """
def pca(X, share):
    w, V = np.linalg.eigh(np.cov(X.T))
    return V[:, ::-1][:, :3]
""",
        BY_SHARE,
        {"components": "W"},
        given=SHARE,
    ),
    case(
        "gamma-off-by-two",
        """
def rbf(X, sigma):
    d = ((X[:, None, :] - X[None, :, :]) ** 2).sum(-1)
    return np.exp(-d / sigma ** 2)
""",
        "K = rbf(X, 10 ** 0.5)",
        {"kernel": "K"},
        conventions={"kernel": "rbf", "gamma": 0.05},
    ),
    case(
        "gamma-off-by-two",
        """
def kernel_pca(X, k, sigma):
    d = ((X[:, None, :] - X[None, :, :]) ** 2).sum(-1)
    K = np.exp(-d / sigma ** 2)
    H = np.eye(len(K)) - 1 / len(K)
    w, v = np.linalg.eigh(H @ K @ H)
    return v[:, ::-1][:, :k] * np.sqrt(np.maximum(w[::-1][:k], 0))
""",
        "Z = kernel_pca(X, k, 10 ** 0.5)",
        {"kernel_scores": "Z"},
        conventions={"kernel": "rbf", "gamma": 0.05},
    ),
    case(
        "scaled-otherwise",
        """
def normalise(X):
    mu, sigma = np.mean(X, axis=0), np.std(X)
    return (X - mu) / sigma, mu, sigma * np.ones(X.shape[1])
""",
        "Xn, mu, sigma = normalise(X)",
        {"standardised": "Xn", "mean": "mu", "feature_deviations": "sigma"},
        **STANDARDISED,
    ),
    case(
        "variances-for-singular-values",
        """
class PCA:
    def fit(self, X):
        self.U, self.S, self.V = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)
        self.S = self.S ** 2
""",
        "m = PCA(); m.fit(X)",
        {"components": "m.V[:k]", "explained_variance": "m.S[:k]"},
        conventions=ROWS | {"scale": "singular"},
    ),
    case(
        "variances-for-singular-values",
        """
def pca(X):
    w, V = np.linalg.eigh(np.cov(X.T))
    return V[:, ::-1], w[::-1]
""",
        "W, s = pca(X)",
        {"components": "W[:, :k]", "explained_variance": "s[:k]"},
        conventions={"scale": "singular"},
    ),
    case(
        "error-not-squared",
        """
def error(X, k):
    A = X - X.mean(axis=0)
    W = np.linalg.svd(A)[2][:k].T
    return np.mean(np.linalg.norm(A - A @ W @ W.T, axis=1))
""",
        "e = error(X, k)",
        {"reconstruction_error": "e"},
        conventions={"error": "sample"},
    ),
    case(
        "another-error",
        """
def error(X, k):
    A = X - X.mean(axis=0)
    W = np.linalg.svd(A)[2][:k].T
    return np.mean((A - A @ W @ W.T) ** 2)
""",
        "e = error(X, k)",
        {"reconstruction_error": "e"},
        conventions={"error": "sample"},
    ),
    case(
        "rows-for-columns",
        """
import numpy as np
def recover(Z, U, K):
    return Z @ U[:K, :]
""",
        "X_hat = recover(Z, W, k)",
        {"reconstruction": "X_hat"},
        conventions={"reconstruction": "centred"},
        given={"Z": "scores", "W": "components"},
    ),
]
