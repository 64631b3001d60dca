"""Mistakes in whitening and in kernel PCA."""

from .case import case

WHITE = {"whitened": "Z"}
ZCA = {"zca": "R"}
EPS = {"epsilon": 1e-2}
RBF = {"kernel": "rbf", "gamma": 0.05}
KERNEL = {"kernel": "K"}
KERNEL_Z = {"kernel_scores": "Z"}

KERNELS = [
    case("whitened-by-variances", """
def whiten(X, k):
    A = X - X.mean(axis=0)
    w, v = np.linalg.eigh(np.cov(A.T))
    w, v = w[::-1][:k], v[:, ::-1][:, :k]
    return A @ v @ np.diag(1 / w)
""", "Z = whiten(X, k)", WHITE),
    case("whitened-by-multiplying", """
def whiten(X, k):
    A = X - X.mean(axis=0)
    w, v = np.linalg.eigh(A.T @ A / len(A))
    w, v = w[::-1][:k], v[:, ::-1][:, :k]
    return (A @ v) * np.sqrt(np.maximum(w, 0))
""", "Z = whiten(X, k)", WHITE),
    case("not-whitened", """
def whiten(X, k):
    A = X - X.mean(axis=0)
    U, s, Vt = np.linalg.svd(A, full_matrices=False)
    return A @ Vt[:k].T
""", "Z = whiten(X, k)", WHITE),
    case("whitened-by-singular-values", """
def whiten(X, k):
    A = X - X.mean(axis=0)
    U, s, Vt = np.linalg.svd(A, full_matrices=False)
    return (A @ Vt.T / s)[:, :k]
""", "Z = whiten(X, k)", WHITE),
    case("epsilon-left-out", """
def whiten(X, k):
    A = X - X.mean(axis=0)
    w, v = np.linalg.eigh(A.T @ A / (len(A) - 1))
    w, v = w[::-1][:k], v[:, ::-1][:, :k]
    return (A @ v) / np.sqrt(w)
""", "Z = whiten(X, k)", WHITE, conventions={"epsilon": 0.5}),
    case("epsilon-elsewhere", """
def whiten(X, k, eps=0.5):
    A = X - X.mean(axis=0)
    w, v = np.linalg.eigh(A.T @ A / (len(A) - 1))
    w, v = w[::-1][:k], v[:, ::-1][:, :k]
    return (A @ v) / (np.sqrt(np.maximum(w, 0)) + eps)
""", "Z = whiten(X, k)", WHITE, conventions={"epsilon": 0.5}),
    case("not-turned-back", """
def zca(X):
    A = X - X.mean(axis=0)
    w, v = np.linalg.eigh(A.T @ A / len(A))
    return A @ v[:, ::-1] @ np.diag(1 / np.sqrt(np.maximum(w[::-1], 0) + 0.01))
""", "R = zca(X)", ZCA, conventions=EPS),
    case("uncentred-projection", """
def whiten(X, k):
    w, v = np.linalg.eigh(np.cov(X.T))
    w, v = w[::-1][:k], v[:, ::-1][:, :k]
    return X @ v / np.sqrt(w)
""", "Z = whiten(X, k)", WHITE),
    case("kernel-not-centred", """
def kpca(X, k, gamma=0.05):
    K = np.exp(-gamma * ((X[:, None] - X[None]) ** 2).sum(axis=2))
    w, v = np.linalg.eigh(K)
    w, v = w[::-1][:k], v[:, ::-1][:, :k]
    return v * np.sqrt(np.abs(w))
""", "Z = kpca(X, k)", KERNEL_Z, conventions=RBF),
    case("kernel-centred-on-one-side", """
def kpca(X, k, gamma=0.05):
    K = np.exp(-gamma * ((X[:, None] - X[None]) ** 2).sum(axis=2))
    K = K - K.mean(axis=0)
    w, v = np.linalg.eigh(K)
    w, v = w[::-1][:k], v[:, ::-1][:, :k]
    return v * np.sqrt(np.abs(w))
""", "Z = kpca(X, k)", KERNEL_Z, conventions=RBF),
    case("kernel-vectors-not-scaled", """
def kpca(X, k, gamma=0.05):
    sq = (X ** 2).sum(1)
    K = np.exp(-gamma * (sq[:, None] + sq - 2 * X @ X.T))
    n = len(K)
    one = np.ones((n, n)) / n
    K = K - one @ K - K @ one + one @ K @ one
    w, v = np.linalg.eigh(K)
    return np.column_stack([v[:, -i] for i in range(1, k + 1)])
""", "Z = kpca(X, k)", KERNEL_Z, conventions=RBF),
    case("gamma-inverted", """
def kernel(X, gamma=0.05):
    n = len(X)
    K = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            K[i, j] = np.exp(-np.linalg.norm(X[i] - X[j]) ** 2 / gamma)
    return K
""", "K = kernel(X)", KERNEL, conventions=RBF),
    case("distances-not-squared", """
def kernel(X, gamma=0.05):
    n = len(X)
    K = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            K[i, j] = np.exp(-gamma * np.linalg.norm(X[i] - X[j]))
    return K
""", "K = kernel(X)", KERNEL, conventions=RBF),
    case("kernel-vectors-times-values", """
def kpca(X, k, gamma=0.05):
    sq = (X ** 2).sum(1)
    K = np.exp(-gamma * (sq[:, None] + sq - 2 * X @ X.T))
    H = np.eye(len(K)) - 1 / len(K)
    w, v = np.linalg.eigh(H @ K @ H)
    return v[:, ::-1][:, :k] * w[::-1][:k]
""", "Z = kpca(X, k)", KERNEL_Z, conventions=RBF),
    case("smallest-components", """
def kpca(X, k, gamma=0.05):
    sq = (X ** 2).sum(1)
    K = np.exp(-gamma * (sq[:, None] + sq - 2 * X @ X.T))
    H = np.eye(len(K)) - 1 / len(K)
    w, v = np.linalg.eigh(H @ K @ H)
    return v[:, :k] * np.sqrt(np.abs(w[:k]))
""", "Z = kpca(X, k)", KERNEL_Z, conventions=RBF),
    case("", """
def kernel(X):
    return np.tanh(X @ X.T / X.shape[1])
""", "K = kernel(X)", KERNEL, conventions=RBF),
    case("", """
def whiten(X, k):
    A = X - X.mean(axis=0)
    L = np.linalg.cholesky(np.cov(A.T) + 1e-3 * np.eye(A.shape[1]))
    return np.linalg.solve(L, A.T).T[:, :k]
""", "Z = whiten(X, k)", WHITE),
]  # fmt: skip
