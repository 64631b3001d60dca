"""Solutions with unusual interfaces, what init makes of each, and other right programs for some of them."""

from typing import NamedTuple

AXES = "W = np.linalg.svd(X - X.mean(axis=0), full_matrices=False)[2][:{k}].T"
_BY_COVARIANCE = "W = np.linalg.eigh(np.cov(X, rowvar=False))[1][:, ::-1][:, :{k}]"
_BY_GRAM = (
    "G = np.linalg.eigh((X - X.mean(axis=0)) @ (X - X.mean(axis=0)).T)[1][:, ::-1][:, :{k}]; "
    "W = (X - X.mean(axis=0)).T @ G; W = -W / np.maximum(np.linalg.norm(W, axis=0), 1e-300)"
)
_RANDOM_SIGNS = f"{AXES}; W = W * np.random.default_rng(7).choice([-1, 1], size=W.shape[1])"
ROUTES = (_BY_COVARIANCE, _RANDOM_SIGNS)


class Interface(NamedTuple):
    """A solution, parts of its assignment, parts that it must not have, and other right programs."""

    source: str
    """With AXES where it computes W of X, for k components."""
    has: tuple[str, ...]
    lacks: tuple[str, ...] = ()
    k: str = "k"
    others: tuple[str, ...] = ()
    """Programs that are right in another way than by another route to the axes."""


def written(source: str, axes: str, k: str) -> str:
    """A solution with a route to the axes in it."""
    return "import numpy as np\n\n" + source.replace("AXES", axes.format(k=k))


_STREAM = """
class RunningAxes:
    def __init__(self, k): self._k, self._n, self._sum, self._outer = k, 0, 0.0, 0.0
    def update(self, batch):
        self._n += len(batch)
        self._sum = self._sum + batch.sum(axis=0)
        self._outer = self._outer + batch.T @ batch
    def mean(self): return self._sum / self._n
    def components(self):
        C = self._outer / self._n - np.outer(self.mean(), self.mean())
        return np.linalg.eigh(C)[1][:, ::-1][:, : self._k]
    def transform(self, X): return (X - self.mean()) @ self.components()
"""
_COLLECTS = """
class RunningAxes:
    def __init__(self, k): self._k, self._seen = k, []
    def update(self, batch): self._seen.append(batch)
    def mean(self): return np.concatenate(self._seen).mean(axis=0)
    def components(self):
        X = np.concatenate(self._seen)
        return -np.linalg.svd(X - X.mean(axis=0), full_matrices=False)[2][: self._k].T
    def transform(self, X): return (X - self.mean()) @ self.components()
"""
_LATENT = """
def latent_model(X, k, rounds=500, seed=0):
    n, p = X.shape
    Y, rng = X - X.mean(axis=0), np.random.default_rng(seed)
    W, noise = rng.normal(size=(p, k)), 1.0
    for _ in range(rounds):
        M = np.linalg.inv(W.T @ W + noise * np.eye(k))
        Z = Y @ W @ M
        ZZ = n * noise * M + Z.T @ Z
        W = Y.T @ Z @ np.linalg.inv(ZZ)
        noise = (np.sum(Y**2) - 2 * np.sum(Z * (Y @ W)) + np.trace(ZZ @ W.T @ W)) / (n * p)
    return W, noise
"""
_CLOSED = """
def latent_model(X, k, rounds=500, seed=0):
    lam, V = np.linalg.eigh(np.atleast_2d(np.cov(X, rowvar=False, ddof=0)))
    noise = lam[::-1][k:].mean() if k < len(lam) else 0.0
    return V[:, ::-1][:, :k] * np.sqrt(lam[::-1][:k] - noise), noise
"""

INTERFACES = {
    "batches of a stream are the data themselves": Interface(
        _STREAM, ("m.update(X[: len(X) // 2])", "mean = ", "scores_new"), ("Xc",), others=(_COLLECTS,)
    ),
    "an object without transform is given scores of its own signs": Interface(
        """
class Reducer:
    def __init__(self, k): self._k = k
    def fit(self, X):
        AXES
        self.centre, self.axes = X.mean(axis=0), W
    def inverse_transform(self, X, Z): return Z @ self.axes.T + self.centre
""",
        ("reconstruction = ",),
        ('"scores"',),
        "self._k",
    ),
    "an object with fit_transform as well": Interface(
        """
class Reducer:
    def __init__(self, k): self._k = k
    def fit(self, X):
        AXES
        self.centre, self._axes = X.mean(axis=0), W
    def fit_transform(self, X):
        self.fit(X)
        return (X - self.centre) @ self._axes
    def inverse_transform(self, Z): return Z @ self._axes.T + self.centre
""",
        ('"m.inverse_transform(m.fit_transform(X))"',),
        ('Z = "scores"',),
        "self._k",
    ),
    "an object that only decodes": Interface(
        """
def axes_of(X, k):
    AXES
    return W
class Decoder:
    def __init__(self, k): self._k = k
    def fit(self, X): self._mean, self._W = X.mean(axis=0), axes_of(X, self._k)
    def decode(self, Z): return Z @ self._W.T + self._mean
""",
        ("Decoder.decode: please check",),
        ('Z = "scores"',),
    ),
    "loadings of a latent model": Interface(
        _LATENT, ("W[:, :k] @ W[:, :k].T", "please check"), others=(_CLOSED, _LATENT.replace("seed)", "seed + 5)"))
    ),
    "flags of a constructor": Interface(
        """
class PCA:
    def __init__(self, k=2, center=True, whiten=False, batch=32):
        self.k, self.center, self.whiten, self.batch = k, center, whiten, batch
    def fit(self, X):
        AXES
        self.axes = W.T
        self.mu = X.mean(axis=0)
""",
        ('"m = PCA(k); m.fit(X)"', "m.center is the same for all data, and not judged"),
        ("[values]",),
        "self.k",
    ),
    "a holder of results with methods": Interface(
        """
from dataclasses import dataclass
@dataclass
class Fitted:
    axes: np.ndarray
    ratio: np.ndarray
    centre: np.ndarray
    def transform(self, X): return (X - self.centre) @ self.axes
    def inverse_transform(self, Z): return Z @ self.axes.T + self.centre
def fit_pca(X, k):
    AXES
    s = np.linalg.svd(X - X.mean(axis=0), compute_uv=False) ** 2
    return Fitted(W, s[:k] / s.sum(), X.mean(axis=0))
""",
        ('"m = fit_pca(X, k)"', '"m.inverse_transform(m.transform(X))"'),
        ("[[task]]", "[values]"),
    ),
    "a holder of results, a named tuple": Interface(
        """
from typing import NamedTuple
class Axes(NamedTuple):
    W: np.ndarray
    mean: np.ndarray
def fit_pca(X, k):
    AXES
    return Axes(W, X.mean(axis=0))
""",
        ("Axes: it only holds values",),
        ("[[task]]", "[values]"),
    ),
    "a threshold that is not used": Interface(
        "def nipals(X, k, threshold=1e-6):\n    AXES\n    return (X - X.mean(axis=0)) @ W, W",
        ('"Z, W = nipals(X, k)"',),
        ("ratio",),
    ),
    "a threshold that has to be given": Interface(
        "def nipals(X, k, threshold):\n    AXES\n    return (X - X.mean(axis=0)) @ W, W",
        ('"Z, W = nipals(X, k, 1e-10)"',),
        ("ratio",),
    ),
    "a helper that draws random directions": Interface(
        """
def range_of(A, size, n_iter, rng):
    Q = np.linalg.qr(A @ rng.normal(size=(A.shape[1], size)))[0]
    for _ in range(n_iter): Q = np.linalg.qr(A @ (A.T @ Q))[0]
    return Q
def randomised_pca(X, k, n_iter=30, seed=0):
    Y = X - X.mean(axis=0)
    Q = range_of(Y, min(k + 5, *X.shape), n_iter, np.random.default_rng(seed))
    return np.linalg.svd(Q.T @ Y, full_matrices=False)[2][:k].T
""",
        ("range_of: it draws random directions for randomised_pca",),
        ("[[task]]",),
    ),
    "training and test data": Interface(
        "def pca_reduce(X_train, X_test, k):\n    X = X_train\n    AXES\n"
        "    return (X - X.mean(axis=0)) @ W, (X_test - X.mean(axis=0)) @ W",
        ('"Z, Z_new = pca_reduce(X, X_new, k)"', "scores_new.values"),
    ),
    "a buffer for the result": Interface(
        "def scores_into(X, k, out):\n    AXES\n    out[:] = (X - X.mean(axis=0)) @ W",
        ("result = np.empty((len(X), k)); scores_into(X, k, result); Z = result",),
    ),
    "a stream of batches": Interface(
        "def pca_of(stream, k):\n    X = np.concatenate(list(stream))\n    AXES\n    return W",
        ("pca_of(iter(np.array_split(X, 3, axis=0)), k)",),
    ),
    "a list of batches": Interface(
        "def pca_of(batches, k):\n    X = np.concatenate(batches[::-1])\n    AXES\n    return W",
        ("pca_of(np.array_split(X, 3, axis=0), k)",),
    ),
    "a capital letter for the number of components": Interface(
        "def PCA_reduce(X, Q):\n    AXES\n    return (X - X.mean(axis=0)) @ W", ('"Z = PCA_reduce(X, k)"',), k="Q"
    ),
    "another name for the number of components": Interface(
        "def my_PCA(X, dout):\n    AXES\n    return X.mean(axis=0), W\n"
        "def apply_PCA(X, meanp, W):\n    return (X - meanp) @ W",
        ('"mu, W = my_PCA(X, k)"', '"Z = apply_PCA(X, mu, W)"'),
        k="dout",
    ),
    "a name that says nothing": Interface(
        "def reduce(X, zork):\n    AXES\n    return (X - X.mean(axis=0)) @ W",
        ('"Z = reduce(X, k)"', "please check: what zork takes is not clear from its name"),
        k="zork",
    ),
    "always two components": Interface(
        "def first_two(X):\n    AXES\n    return (X - X.mean(axis=0)) @ W",
        ("please check: value always has 2 columns, so let all data ask for k = 2", "up_to"),
        k="2",
    ),
    "right on centred data only": Interface(
        "def axes(X, k):\n    return np.linalg.svd(X, full_matrices=False)[2][:k].T",
        ('"W = axes(Xc, k)"', "# please check: X is handed centred data"),
    ),
}
