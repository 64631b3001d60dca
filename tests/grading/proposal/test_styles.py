"""Solutions of many styles: every function and method becomes a task, or is listed with the reason."""

from pathlib import Path

import pytest

from pcaproofs.grading.assignment import loads
from pcaproofs.grading.proposal import propose
from pcaproofs.grading.sandbox.pool import Pool

SHARED_NAMES = """\
import numpy as np
def fit(X, k):
    global mu, W
    mu = X.mean(0)
    W = np.linalg.svd(X-mu)[2][:k].T
def transform(X):
    return (X-mu)@W
"""
RECORD = """\
from dataclasses import dataclass
import numpy as np
@dataclass
class Result:
    components: np.ndarray
    variance: np.ndarray
    mean: np.ndarray
def run_pca(data: np.ndarray, q: int = 2) -> Result:
    mu = data.mean(axis=0)
    _, s, Vt = np.linalg.svd(data - mu, full_matrices=False)
    return Result(Vt[:q], s[:q]**2/len(data), mu)
def encode(result: Result, data: np.ndarray) -> np.ndarray:
    return (data - result.mean) @ result.components.T
"""
DATA_IN_CONSTRUCTOR = """\
import numpy as np
class PCA:
    def __init__(self, X, n_components=None, scale=False):
        self.X = X; self.mu = X.mean(0)
        self.k = n_components or X.shape[1]
        self.u, self.s, self.vt = np.linalg.svd(X - self.mu, full_matrices=False)
    def get_components(self): return self.vt[:self.k]
    def project(self, k): return (self.X - self.mu) @ self.vt[:k].T
    def variance_explained(self): return self.s**2/np.sum(self.s**2)
    def num_components_for(self, threshold):
        return int(np.argmax(np.cumsum(self.variance_explained()) >= threshold)) + 1
"""
KERNELS = """\
import numpy as np
def dual_pca(X, k):
    n = len(X); H = np.eye(n) - 1/n
    K = H @ X @ X.T @ H
    w, v = np.linalg.eigh(K)
    return v[:, ::-1][:, :k] * np.sqrt(np.maximum(w[::-1][:k], 0))
def gram_matrix(X): return X @ X.T
def poly_kernel(X, degree=2, c=1): return (X @ X.T + c)**degree
def gaussian(X, gamma): 
    d = ((X[:,None]-X[None])**2).sum(-1); return np.exp(-gamma*d)
"""
PERCENT = """\
import numpy as np
def pca(data, retain=95):
    Xc = data - data.mean(0)
    u, s, vt = np.linalg.svd(Xc, full_matrices=False)
    pct = 100*np.cumsum(s**2)/np.sum(s**2)
    k = int(np.argmax(pct >= retain - 1e-9)) + 1
    return vt[:k].T, k
"""
STEPS = """\
import numpy as np
def mean_center(X): return X - np.mean(X, axis=0)
def standardize(X):
    s = X.std(axis=0); s[s==0]=1
    return (X - X.mean(axis=0))/s
def compute_covariance(X_c): return np.cov(X_c, rowvar=False)
def eig_sorted(cov):
    w, v = np.linalg.eigh(cov)
    i = np.argsort(w)[::-1]
    return w[i], v[:, i]
def choose_k(eigvals, threshold=0.9):
    r = np.cumsum(eigvals)/np.sum(eigvals)
    return int(np.searchsorted(r, threshold)) + 1
def explained_variance_ratio(eigvals): return eigvals/eigvals.sum()
def project(X_c, W): return X_c @ W
def reconstruct(Z, W, mean): return Z @ W.T + mean
def mse(X, X_hat): return np.mean((X - X_hat)**2)
def power_iteration(C, num_iter=500):
    v = np.ones(len(C))
    for _ in range(num_iter):
        v = C @ v; v /= np.linalg.norm(v)
    return v
def scree_plot(eigvals):
    import no_plots.pyplot as plt
    plt.plot(eigvals); plt.show()
"""

# A solution, the calls of its tasks, and what is not asked for with a part of the reason.
STYLES = {
    "globalstate": (SHARED_NAMES, ["fit(X, k); Z = transform(X)"], {"fit": "it returns nothing"}),
    "dataclass": (
        RECORD,
        ["out = run_pca(X, k)", "model = run_pca(X, k); Z = encode(model, X)"],
        {"Result": "it only holds values"},
    ),
    "ctor": (DATA_IN_CONSTRUCTOR, ["m = PCA(X, k)", "m = PCA(X, k); W = m.get_components()"], {}),
    "gram": (KERNELS, ["Z = dual_pca(X, k)", "K = gram_matrix(X)", "K = poly_kernel(X)", "K = gaussian(X, gamma)"], {}),
    "pctvar": (PERCENT, ["W, _1 = pca(X, 100 * float(ratio.sum()) - 1e-7)"], {}),
    "steps": (
        STEPS,
        [
            "Xc = mean_center(X)",
            "Xn = standardize(X)",
            "C = compute_covariance(Xc)",
            "lam, W = eig_sorted(C)",
            "lam, V = np.linalg.eigh(C); lam, V = lam[::-1], V[:, ::-1]; count = choose_k(lam, share)",
            "lam, V = np.linalg.eigh(C); lam, V = lam[::-1], V[:, ::-1]; ratio = explained_variance_ratio(lam)",
            "Z = project(Xc, W)",
            "X_hat = reconstruct(Z, W, mu)",
            "error = mse(X, X_hat)",
            "v = power_iteration(C)",
        ],
        {"scree_plot": "no_plots"},
    ),
}


@pytest.mark.parametrize("style", STYLES)
def test_nothing_is_dropped_silently(style: str, top: Pool, tmp_path: Path) -> None:
    source, calls, skipped = STYLES[style]
    (tmp_path / "pca.py").write_text(source)
    draft = propose(top.run_all, tmp_path / "pca.py", tmp_path, seed=4)
    assert [task.call for task in loads(draft.text, "hw.toml", tmp_path).tasks] == calls
    assert {name: why for name, why in draft.skipped if name not in skipped} == {}
    assert all(words in dict(draft.skipped)[name] for name, words in skipped.items())
    assert draft.points == draft.max_points
