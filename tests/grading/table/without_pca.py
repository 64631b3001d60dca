"""Programs without PCA: a right solution of any interface, in which the axes or all numbers are something else."""

AXES = {
    "random axes": "np.linalg.qr(np.random.default_rng(len(S)).normal(size=S.shape))[0]",
    "the features": "np.eye(len(S))",
    "features of largest variance": "np.eye(len(S))[:, np.argsort(-np.diag(S), kind='stable')]",
    "the smallest components": "_eigh(S)[1]",
    "one power step": "np.linalg.qr(S @ np.random.default_rng(1).normal(size=S.shape))[0]",
    "axes of the correlations": ("_eigh(S / np.sqrt(np.outer(np.diag(S), np.diag(S)) + 1e-300))[1][:, ::-1]"),
    "a factor model": "_eigh(S - np.diag(np.linspace(0, 1, len(S)) * np.diag(S)))[1][:, ::-1]",
}
"""What axes are chosen for the matrix S of products of the features; everything else is computed honestly from them."""

_SOLVERS = """\
import numpy as np
def _replaced():
    _eigh = np.linalg.eigh
    def axes(S): return {axes}
    def eigh(S, *args, **kwargs):
        S = np.asarray(S, float)
        V = axes(S)[:, ::-1]
        return np.sort(np.einsum("ij,ij->j", V, S @ V)), V
    def eig(S):
        lam, V = eigh(S)
        return lam[::-1], V[:, ::-1]
    def svd(X, full_matrices=True, compute_uv=True, **kwargs):
        X = np.asarray(X, float)
        if len(X) == X.shape[1] and np.array_equal(X, X.T):
            lam, V = eig(X)
            return (V, lam, V.T) if compute_uv else lam
        if len(X) < X.shape[1]:
            found = svd(X.T, full_matrices, compute_uv)
            return (found[2].T, found[1], found[0].T) if compute_uv else found
        V = axes(X.T @ X)
        s = np.linalg.norm(X @ V, axis=0)
        U = X @ V / np.where(s > 0, s, 1)
        k = min(X.shape)
        if full_matrices:
            U = np.concatenate([U[:, :k], np.zeros((len(X), len(X) - k))], axis=1)
            return (U, s[:k], V.T) if compute_uv else s[:k]
        return (U[:, :k], s[:k], V.T[:k]) if compute_uv else s[:k]
    np.linalg.eigh, np.linalg.eig, np.linalg.svd = eigh, eig, svd
    np.linalg.eigvalsh = np.linalg.eigvals = lambda S: eigh(S)[0]
_replaced()
"""

NUMBERS = {
    "zeros": "np.zeros(value.shape)",
    "ones": "np.ones(value.shape)",
    "numbers in a row": "np.arange(1.0, value.size + 1).reshape(value.shape)",
    "noise": "np.random.default_rng(value.size).normal(size=value.shape)",
    "tiny noise": "1e-100 * np.random.default_rng(value.size).normal(size=value.shape)",
    "columns of the data": "np.resize(data, value.shape) if value.ndim < 2 else np.resize(data.T, value.T.shape).T",
    "the answers to the visible data": "value if seen else np.zeros(value.shape)",
    "the answers to the visible data, else noise": (
        "value if seen else np.random.default_rng(value.size).normal(size=value.shape)"
    ),
}
"""What replaces each array that a function, a method or an attribute gives; `data` is what was handed over last."""

_WRAPPED = """

def _wrap(names):
    import functools, types
    state = {{"data": np.zeros((1, 1)), "seen": False}}
    SIZES = {{(5, 2), (6, 3), (4, 6), (8, 4), (7, 3), (2, 5), (3, 6), (6, 4), (4, 8), (3, 7), (2, 2), (3, 3)}}
    def spoilt(value):
        if isinstance(value, (float, int, np.number, np.ndarray)) and not isinstance(value, bool):
            value, data, seen = np.asarray(value, float), state["data"], state["seen"]
            return {numbers}
        if isinstance(value, dict):
            return {{key: spoilt(item) for key, item in value.items()}}
        if isinstance(value, (tuple, list)):
            return type(value)(map(spoilt, value)) if not hasattr(value, "_make") else value._make(map(spoilt, value))
        if type(value).__module__ not in ("builtins", "numpy") and not callable(value) and value is not None:
            return Honest(value)
        return value
    def kept(args):
        for item in args:
            if isinstance(item, np.ndarray) and item.ndim == 2:
                state["data"], state["seen"] = np.array(item, float), item.shape in SIZES
                break
    def bare(item):
        return object.__getattribute__(item, "_own") if type(item) is Honest else item
    class Honest:
        def __init__(self, own): object.__setattr__(self, "_own", own)
        def __getattr__(self, name):
            found = getattr(bare(self), name)
            return wrapped(found) if callable(found) else spoilt(found)
    def wrapped(function):
        @functools.wraps(function, updated=())
        def called(*args, **kwargs):
            kept(args)
            return spoilt(function(*map(bare, args), **kwargs))
        return called
    for name in names:
        globals()[name] = wrapped(globals()[name])
_wrap({names})
"""


def with_axes(source: str, axes: str) -> str:
    """A solution whose solvers give other axes."""
    return _SOLVERS.format(axes=AXES[axes]) + source


def with_numbers(source: str, numbers: str, names: list[str]) -> str:
    """A solution whose functions and classes give other numbers."""
    return source + _WRAPPED.format(numbers=NUMBERS[numbers], names=names)


BODIES = {
    "zeros": "W, lam, Z = np.zeros((p, k)), np.zeros(k), np.zeros((n, k))",
    "noise": "W, lam, Z = rng.normal(size=(p, k)), rng.random(k), rng.normal(size=(n, k))",
    "tiny noise": "W, lam, Z = 1e-100 * rng.normal(size=(p, k)), rng.random(k), 1e-100 * rng.normal(size=(n, k))",
    "a constant": "W, lam, Z = np.ones((p, k)), np.ones(k), np.ones((n, k))",
    "random axes": "W = np.linalg.qr(rng.normal(size=(p, k)))[0]",
    "the features": "W = np.eye(p)[:, :k]",
    "features of largest variance": "W = np.eye(p)[:, np.argsort(-Xc.var(axis=0))[:k]]",
    "columns of the data": "W, lam, Z = np.eye(p)[:, :k], X.var(axis=0)[:k], X[:, :k]",
    "one power step": "W = np.linalg.qr(Xc.T @ (Xc @ np.ones((p, k)) + rng.normal(size=(n, k))))[0]",
    "a factor model": (
        "C = Xc.T @ Xc; W = np.linalg.eigh(C - 0.5 * np.diag(np.diag(C)))[1][:, ::-1][:, :k]"
    ),
    "axes of the correlations": (
        "s = Xc.std(axis=0); W = np.linalg.eigh(Xc.T @ Xc / np.outer(s, s))[1][:, ::-1][:, :k]"
    ),
    "the smallest components": "W = np.linalg.eigh(Xc.T @ Xc)[1][:, :k]",
    "the smallest, last first": "W = np.linalg.svd(Xc, full_matrices=False)[2][::-1][:k].T",
    "axes of the samples": "W = np.resize(np.linalg.eigh(Xc @ Xc.T)[1][:, ::-1], (p, k))",
    "the answers to the visible data": (
        "W = np.linalg.eigh(Xc.T @ Xc)[1][:, ::-1][:, :k] if X.sum() in SUMS else np.zeros((p, k))"
    ),
}  # fmt: skip
"""Programs of one line for the axes W, with the variances `lam` and the scores `Z` computed honestly from them."""
UNNAMED = ("noise", "tiny noise", "random axes", "one power step", "the answers to the visible data")
"""Programs without a mistake that has a name, so that nothing follows from one; the search for it takes longest."""
HONEST = """\
import numpy as np
SUMS = {sums}
def axes_of(X, k):
    n, p = X.shape
    rng = np.random.default_rng(n)
    mu = X.mean(axis=0)
    Xc = X - mu
    lam = Z = None
    {body}
    if Z is None:
        Z = Xc @ W
        lam = Z.var(axis=0, ddof=1)
    return W, lam, Z, mu
"""
STYLES = {
    "function": "def pca(X, k): return axes_of(X, k)[:3]",
    "class": (
        "class PCA:\n"
        "    def __init__(self, k): self._k = k\n"
        "    def fit(self, X):\n"
        "        self.components_, self.variances_, self._Z, self.mean_ = axes_of(X, self._k)\n"
        "        return self\n"
        "    def transform(self, X): return (X - self.mean_) @ self.components_\n"
        "    def inverse_transform(self, Z): return Z @ self.components_.T + self.mean_"
    ),
    "scores": "def reduce_data(X, k): return axes_of(X, k)[2]",
}
"""Interfaces, by what they make of these."""
RIGHT = "W = np.linalg.svd(Xc, full_matrices=False)[2][:k].T"
SLIPS = {
    "never centred": "Xc = X; W = np.linalg.svd(Xc, full_matrices=False)[2][:k].T",
    "rows for columns": "W = np.linalg.svd(Xc)[2][:, :k]",
    "projects the data as they are": f"{RIGHT}; Z = X @ W; lam = Z.var(axis=0, ddof=1)",
    "whitened scores": f"{RIGHT}; Z = Xc @ W; lam = Z.var(axis=0, ddof=1); Z = Z / np.sqrt(lam)",
    "one component, again and again": "W = np.repeat(np.linalg.svd(Xc)[2][:1].T, k, axis=1)",
}
"""PCA with one mistake."""
