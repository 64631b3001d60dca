"""Right scores, found in unusual ways; and right kernel scores."""

from .local import Entry

CALL = "Z = compute_pca(X, k)"
RBF = {"kernel": "rbf", "gamma": 0.05}
KERNEL = "Z = kernel_pca(X, rbf_kernel, k, 10**0.5)"

UNUSUAL: dict[str, Entry] = {
    "lists and loops": Entry("""
import numpy as np
def average(column):
    s = 0.0
    for value in column:
        s += float(value)
    return s / len(column)

def compute_pca(X, n_components=2):
    n, p = len(X), len(X[0])
    means = [average([X[i][j] for i in range(n)]) for j in range(p)]
    centred = [[float(X[i][j]) - means[j] for j in range(p)] for i in range(n)]
    cov = [[0.0] * p for _ in range(p)]
    for a in range(p):
        for b in range(p):
            for i in range(n):
                cov[a][b] += centred[i][a] * centred[i][b]
            cov[a][b] /= n - 1
    values, vectors = np.linalg.eigh(np.array(cov))
    pairs = sorted(zip(values.tolist(), vectors.T.tolist()), key=lambda t: t[0], reverse=True)
    Z = []
    for row in centred:
        Z.append([sum(z * v for z, v in zip(row, vec)) for _, vec in pairs[:n_components]])
    return np.array(Z)
""", CALL, {"scores": "Z"}),
    "the last eigenvectors alone": Entry("""
import numpy as np
import scipy.linalg as la
def compute_pca(X, n_components = 2):
    X = np.asarray(X, dtype=np.float64)
    n, p = X.shape
    B = X - X.mean(0, keepdims=True)
    w, V = la.eigh(B.T.dot(B) / (n - 1.), subset_by_index=[p - n_components, p - 1])
    V = np.fliplr(V)
    return B.dot(V)
""", CALL, {"scores": "Z"}),
    "the smaller of two matrices": Entry("""
import numpy as np

def compute_pca(X, n_components=2):
    '''uses the n x n matrix when there are more features than samples'''
    X = np.array(X, copy=True).astype(float)
    X -= X.mean(axis=0)
    n, p = X.shape
    if n < p:
        G = X @ X.T
        w, u = np.linalg.eigh(G)
        idx = w.argsort()[::-1][:n_components]
        scores = u[:, idx] * np.sqrt(np.clip(w[idx], 0, None))
    else:
        w, v = np.linalg.eigh(X.T @ X)
        scores = X @ v[:, np.argsort(-w)[:n_components]]
    return scores
""", CALL, {"scores": "Z"}),
    "Jacobi rotations": Entry("""
import numpy as np
from math import sqrt, copysign

def jacobi(A, sweeps=60):
    A = A.astype(float).copy()
    n = A.shape[0]
    V = np.identity(n)
    for s in range(sweeps):
        off = sum(A[i, j] ** 2 for i in range(n) for j in range(n) if i != j)
        if off <= 1e-30 * (A ** 2).sum():
            break
        for p in range(n - 1):
            for q in range(p + 1, n):
                if A[p, q] == 0:
                    continue
                theta = (A[q, q] - A[p, p]) / (2 * A[p, q])
                t = copysign(1, theta) / (abs(theta) + sqrt(theta * theta + 1))
                c = 1 / sqrt(t * t + 1)
                s_ = t * c
                J = np.identity(n)
                J[p, p] = J[q, q] = c
                J[p, q] = s_
                J[q, p] = -s_
                A = J.T @ A @ J
                V = V @ J
    return np.diag(A), V

def compute_pca(X, n_components=2):
    mean = X.sum(axis=0) / X.shape[0]
    D = X - mean
    vals, vecs = jacobi(D.T @ D)
    best = sorted(range(len(vals)), key=lambda i: vals[i], reverse=True)[:n_components]
    return D @ vecs[:, best]
""", CALL, {"scores": "Z"}),
    "orthogonal iteration": Entry("""
import numpy as np
def compute_pca(X, n_components=2):
    # orthogonal iteration
    A = X - X.mean(axis=0)
    rng = np.random.RandomState(1)
    p = A.shape[1]
    Q = np.linalg.qr(rng.randn(p, p))[0]
    for _ in range(3000):
        Q, R = np.linalg.qr(A.T @ (A @ Q))
    lam = ((A @ Q) ** 2).sum(axis=0)
    Q = Q[:, np.argsort(lam)[::-1]]
    return A @ Q[:, :n_components]
""", CALL, {"scores": "Z"}),
    "QR iteration of its own": Entry("""
import numpy as np
def compute_pca(X, n_components=2):
    '''PCA through the QR algorithm written by hand (unshifted), then one polish'''
    A = np.asarray(X, dtype=float)
    A = A - A.mean(axis=0)[None, ...]
    S = A.T @ A
    T, Q = S.copy(), np.eye(S.shape[0])
    for _ in range(5000):
        q, r = np.linalg.qr(T)
        T = r @ q
        Q = Q @ q
    d = np.einsum('ij,ij->j', Q, S @ Q)
    o = np.argsort(d)[::-1]
    return A @ Q[:, o[:n_components]]
""", CALL, {"scores": "Z"}),
    "coefficients, and K times these": Entry("""
import numpy as np

def rbf_kernel(X, sigma):
    n = X.shape[0]
    K = np.empty((n, n))
    for i in range(n):
        for j in range(n):
            d = X[i].astype(float) - X[j].astype(float)
            K[i][j] = np.exp(-np.linalg.norm(d) ** 2 / 2 / sigma ** 2)
    return K

def center_kernel(K):
    N = K.shape[0]
    one_n = np.ones((N, N)) / N
    return K - one_n.dot(K) - K.dot(one_n) + one_n.dot(K).dot(one_n)

def kernel_pca(X, kernel, k, sigma):
    K = center_kernel(kernel(X, sigma))
    lam, alpha = np.linalg.eigh(K)
    lam = lam[-k:][::-1]
    alpha = alpha[:, -k:][:, ::-1]
    alpha = alpha / np.sqrt(lam)      # so that the axes in feature space have length 1
    return K @ alpha
""", KERNEL, {"kernel_scores": "Z"}, conventions=RBF),
    "an SVD of the kernel matrix": Entry("""
import numpy as np
def rbf_kernel(X, sigma):
    X = np.asarray(X, float)
    diff = X[:, np.newaxis] - X[np.newaxis, :]
    return np.exp(-np.einsum('ijk,ijk->ij', diff, diff) / (2.0 * sigma * sigma))
def center_kernel(K):
    return K - K.mean(axis=0)[None, :] - K.mean(axis=1)[:, None] + K.mean()
def kernel_pca(X, kernel, k, sigma):
    K = center_kernel(kernel(X, sigma))
    U, S, _ = np.linalg.svd(K, hermitian=True)
    return U[:, :k] * S[:k] ** 0.5
""", KERNEL, {"kernel_scores": "Z"}, conventions=RBF),
}  # fmt: skip
