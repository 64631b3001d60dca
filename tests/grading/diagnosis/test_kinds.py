"""Kinds of mistakes, each in a small program of its own, and what is told of it."""

from dataclasses import dataclass, field

import pytest

from pcaproofs.grading.assignment import loads
from pcaproofs.grading.data.datasets import datasets
from pcaproofs.grading.diagnosis import diagnose
from pcaproofs.grading.engine import grade
from pcaproofs.grading.parsing.archive import Submission
from pcaproofs.grading.sandbox.pool import Pool

from ..table.local import Entry, LocalRerun, run_all

SITUATIONS = frozenset({"data.ties", "data.integers", "data.few-samples"})
Z = {"scores": "Z"}
W = {"components": "W"}
COUNT = {"component_count": "count"}
VARIANCE = {"explained_variance": "v"}


@dataclass(frozen=True)
class Kind:
    """A program, how it is called, and the names of what is told."""

    body: str
    call: str
    roles: dict[str, str]
    named: tuple[str, ...]
    conventions: dict[str, object] = field(default_factory=dict)
    samples: str = "rows"
    line: str = ""
    """The line that is shown, where it has to be."""

    @property
    def entry(self) -> Entry:
        return Entry(f"import numpy as np\n{self.body}", self.call, self.roles, self.samples, self.conventions)


def axes(body: str, *named: str, line: str = "") -> Kind:
    return Kind(body, "W = pca(X, k)", W, named, line=line)


def scores(body: str, *named: str, line: str = "", samples: str = "rows") -> Kind:
    return Kind(body, "Z = pca(X, k)", Z, named, samples=samples, line=line)


def both(body: str, *named: str, line: str = "") -> Kind:
    return Kind(body, "W, Z = pca(X, k)", W | Z, named, line=line)


def variances(body: str, *named: str) -> Kind:
    return Kind(body, "v = pca(X, k)", VARIANCE, named, {"scale": "n-1"})


def covariances(body: str, *named: str, line: str = "") -> Kind:
    return Kind(body, "C = pca(X, k)", {"covariance": "C"}, named, line=line)


def by_class(body: str, *named: str, line: str = "") -> Kind:
    return Kind(body, FITTED, Z, named, line=line)


def svd(line: str) -> str:
    """A function that ends with a line on the centred data A, and U, s, Vt of its SVD."""
    return f"""
def pca(X, k):
    A = X - X.mean(axis=0)
    U, s, Vt = np.linalg.svd(A, full_matrices=False)
    {line}
"""


def count(line: str, start: str = "s = np.linalg.svd(X - X.mean(axis=0))[1]") -> str:
    return f"""
def count(X, share):
    {start}
    total = np.cumsum(s**2 / np.sum(s**2))
    {line}
"""


def counted(named: str, line: str, **start: str) -> Kind:
    return Kind(count(line, **start), "count = count(X, 0.9)", COUNT, (named,) if named else (), {"share": 0.9})


FITTED = "m = PCA(k); m.fit(X); Z = m.transform(X)"


def fitted() -> str:
    return """
class PCA:
    def __init__(self, k):
        self.k = k
    def fit(self, X):
        self.mean = X.mean(axis=0)
        self.W = np.linalg.svd(X - self.mean, full_matrices=False)[2][:self.k].T
    def transform(self, X):
        return (X - self.mean) @ self.W
"""


def eigh(lines: str) -> str:
    """A function on the centred data A and the solution values, V of eigh, unsorted."""
    return f"""
def pca(X, k):
    A = X - X.mean(axis=0)
    [values, V] = np.linalg.eigh(np.cov(A.T))
{lines}
"""


DEFLATION = """
def first(C):
    v = np.ones(len(C)) + np.arange(len(C)) / 7
    v = v / np.linalg.norm(v)
    for i in range(500):
        v = C @ v / np.linalg.norm(C @ v)
    return v.reshape(-1, 1), float(v @ C @ v)

def pca(X, k):
    A = X - X.mean(axis=0)
    C = A.T @ A
    W = []
    for j in range(k):
        v, value = first(C)
        W.append(v)
        {line}
    return np.hstack(W)
"""

SAME_START = """
def first(C):
    v = np.random.default_rng(1).normal(size=len(C))
    v /= np.linalg.norm(v)
    for i in range(3000):
        w = C @ v
        w /= np.linalg.norm(w)
        if np.linalg.norm(w - v) < 1e-12:
            break
        v = w
    return v, v @ C @ v

def pca(X, k):
    A = X - X.mean(axis=0)
    C = A.T @ A
    W = []
    for j in range(k):
        v, value = first(C)
        W.append(v)
        C = C - {taken}
    return np.array(W).T
"""
STANDARDISED: dict[str, object] = {"standardise": "any"}


def z_scores(value: str, *named: str) -> Kind:
    return Kind(f"def f(X):\n    return {value}\n", "Z = f(X)", {"standardised": "Z"}, named, STANDARDISED)


KINDS = {
    "z-scores without brackets": z_scores("X - X.mean(axis=0) / X.std(axis=0)", "divides-the-mean-alone"),
    "z-scores of one mean and one deviation": z_scores("(X - X.mean()) / X.std()", "grand-mean", "scaled-otherwise"),
    "z-scores of samples": z_scores(
        "(X - X.mean(axis=1, keepdims=True)) / X.std(axis=1, keepdims=True)", "samples-standardised"
    ),
    "z-scores of ranges": z_scores("(X - X.min(axis=0)) / np.ptp(X, axis=0)", "scaled-to-unit-range"),
    "an image's type": Kind(
        svd("return np.clip(X.mean(axis=0) + A @ Vt[:k].T @ Vt[:k], 0, 255).astype(np.uint8)"),
        "R = pca(X, k)",
        {"reconstruction": "R"},
        ("whole-numbers",),
    ),
    "a variable of the module for a parameter": scores(
        "D = np.eye(4)\ndef pca(X, k):\n    A = D - D.mean(axis=0)\n    return A @ np.linalg.svd(A)[2][:k].T\n",
        "from-outside",
        line="A = D - D.mean(axis=0)",
    ),
    "a number of the module for a parameter": axes(
        "d = 2\n" + svd("return Vt[:d].T").replace("X, k", "X, count"), "from-outside", line="return Vt[:d].T"
    ),
    "columns of Vt": axes(svd("return Vt[:, :k]"), "rows-for-columns", line="return Vt[:, :k]"),
    "columns of Vt, sliced by the assignment": Kind(
        svd("return Vt"), "V = pca(X, k)", {"components": "V[:, :k]"}, ("rows-for-columns",)
    ),
    "columns of Vt, sliced in transform": Kind(
        fitted().replace("[:self.k].T\n", "[:self.k]\n").replace("@ self.W\n", "@ self.W[:, :self.k]\n"),
        FITTED,
        {"components": "m.W.T", "scores": "m.transform(X)"},
        ("rows-for-columns",),
        line="return (X - self.mean) @ self.W[:, :self.k]",
    ),
    "all singular values": variances(svd("return s"), "all-singular-values"),
    "all deviations": variances(svd("return s / np.sqrt(len(X) - 1)"), "all-deviations"),
    "all deviations, by eigh": variances(eigh("    return np.sqrt(abs(values[::-1]))"), "all-deviations"),
    "a divisor by the number of samples": variances(
        svd("return s[:k] ** 2 / (len(X) if len(X) > 9 else len(X) - 1)"), "divisor-depends-on-data"
    ),
    "a ddof by the number of samples": variances(
        svd("return (A @ Vt[:k].T).var(axis=0, ddof=1 if len(X) < 9 else 0)"), "divisor-depends-on-data"
    ),
    "a statement that chooses the divisor": variances(
        svd("if len(X) > 9:\n        c = len(X)\n    else:\n        c = len(X) - 1\n    return s[:k] ** 2 / c"),
        "divisor-depends-on-data",
    ),
    "half precision": axes(svd("return Vt[:k].T.astype(np.float16)"), "half-precision"),
    "half precision by its name": scores(svd("return np.array(A @ Vt[:k].T, dtype='float16')"), "half-precision"),
    "half precision as a function": scores(svd("return np.half(A @ Vt[:k].T)"), "half-precision"),
    "one axis of the scores turned": both(
        svd("Z = A @ Vt[:k].T\n    Z[:, 0] = Z[:, 0] * -1\n    return Vt[:k].T, Z"), "step-too-many"
    ),
    "components and scores turned, each by itself": both(
        svd("W, Z = Vt[:k].T, A @ Vt[:k].T\n    return W * np.sign(W.sum(axis=0)), Z * np.sign(Z[0])"), "signs-differ"
    ),
    "a mean that changes from batch to batch": covariances(
        """
def pca(X, k, size=8):
    n, mean, S = 0, np.zeros(X.shape[1]), np.zeros((X.shape[1], X.shape[1]))
    for first in range(0, len(X), size):
        part = X[first:first + size]
        mean = (n * mean + part.sum(axis=0)) / (n + len(part))
        S += (part - mean).T @ (part - mean)
        n += len(part)
    return S / (n - 1)
""",
        "mean-still-changing",
        line="S += (part - mean).T @ (part - mean)",
    ),
    "a mean that changes from sample to sample": covariances(
        """
def pca(X, k):
    mean, S = X[0] * 0.0, np.zeros((X.shape[1], X.shape[1]))
    for i, x in enumerate(X):
        mean = mean + (x - mean) / (i + 1)
        S = S + np.outer(x - mean, x - mean)
    return S / len(X)
""",
        "mean-still-changing",
    ),
    "a mean that changes from call to call": Kind(
        """
class Running:
    def __init__(self):
        self.n, self.mean, self.S = 0, 0.0, 0.0
    def update(self, part):
        self.n += len(part)
        self.mean = self.mean + (part - self.mean).sum(axis=0) / self.n
        self.S = self.S + (part - self.mean).T @ (part - self.mean)
    def covariance(self):
        return self.S / (self.n - 1)
""",
        "m = Running(); m.update(X[:3]); m.update(X[3:])",
        {"covariance": "m.covariance()"},
        ("mean-still-changing",),
        line="self.S = self.S + (part - self.mean).T @ (part - self.mean)",
    ),
    "an attribute that is changed in place, from sample to sample": Kind(
        """
class Running:
    def __init__(self, p):
        self.n, self.mean, self.S = 0, np.zeros(p), np.zeros((p, p))
    def fit(self, X):
        for x in X:
            self.n += 1
            self.mean += (x - self.mean) / self.n
            self.S += np.outer(x - self.mean, x - self.mean)
        return self.S / (self.n - 1)
""",
        "C = Running(X.shape[1]).fit(X)",
        {"covariance": "C"},
        ("mean-still-changing",),
    ),
    "covariance and product of the samples, centred rightly": both(
        """
def pca(X, k):
    Xc = X - X.mean(axis=0)
    V = np.linalg.eigh(np.cov(Xc))[1][:, ::-1][:, :k]
    return V, Xc.T @ V
""",
        "covariance-of-samples",
        "wrong-side",
        line="V = np.linalg.eigh(np.cov(Xc))[1][:, ::-1][:, :k]",
    ),
    "the same with a product for the covariance": both(
        """
def pca(X, k):
    centred = X - np.mean(X, axis=0)
    C = centred @ centred.T / (len(X) - 1)
    V = np.linalg.svd(C)[0][:, :k]
    return V, np.dot(centred.T, V)
""",
        "covariance-of-samples",
        "wrong-side",
        line="C = centred @ centred.T / (len(X) - 1)",
    ),
    "rounds without a number": scores(
        svd("for _ in range(9):\n        Vt = np.linalg.svd(X)[2]\n    return A @ Vt[:k].T"), "covariance-uncentred"
    ),
    "one start for all components, seen in ties": axes(
        SAME_START.format(taken="value * np.outer(v, v)"), "axis-of-a-tie-missing"
    ),
    "one start for all components, and another mistake": axes(
        SAME_START.format(taken="np.outer(v, v)"), "deflated-wrongly", line="C = C - np.outer(v, v)"
    ),
    "count, one more": counted("count-one-off", "return int(np.argmax(total >= share)) + 2"),
    "count, one less": counted("count-one-off", "return int(np.argmax(total >= share))"),
    "count by singular values": counted(
        "ratio-of-singular-values", "return int(np.argmax(np.cumsum(s) / s.sum() >= share)) + 1"
    ),
    "count by squared variances": counted(
        "ratio-of-squared-variances", "return int(np.argmax(np.cumsum(s**4) / (s**4).sum() >= share)) + 1"
    ),
    "count of uncentred data, whose values other mistakes give as well": counted(
        "never-centred", "return int(np.argmax(total >= share)) + 1", start="s = np.linalg.svd(X)[1]"
    ),
    "share that is fixed": counted("fixed-share", "return int(np.argmax(total >= 0.95)) + 1"),
    "share that is fixed, and wrong on more data": counted("fixed-share", "return int(np.argmax(total >= 0.99)) + 1"),
    "share that is overwritten": counted("fixed-share", "share = 0.99\n    return int(np.argmax(total >= share)) + 1"),
    "share in another variable": counted("fixed-share", "limit = 0.99\n    return int(np.argmax(total >= limit)) + 1"),
    "count by a comparison in the wrong direction": counted(
        "wrong-comparison", "return int(np.argmax(total < share)) + 1"
    ),
    "count by shares of singular values": counted(
        "ratio-of-singular-values", "total = np.cumsum(s) / np.sum(s)\n    return int(np.argmax(total >= share)) + 1"
    ),
    "count whose wrong program a change far from it would correct by chance": counted(
        "", "return int(np.sum(s**2 / len(X) > 1))"
    ),
    "count that is always one": counted("does-not-use-the-data", "return 1"),
    "cut before it is sorted": axes(
        """
def pca(X, k):
    values, V = np.linalg.eig(np.cov((X - X.mean(axis=0)).T))
    pairs = [(values[i], V[:, i]) for i in range(k)]
    pairs.sort(key=lambda pair: -pair[0])
    return np.array([v for _, v in pairs]).T
""",
        "cut-before-sorted",
    ),
    "variances of features, by n": Kind(
        svd("return Vt[:k].T, A.var(axis=0)[:k]"),
        "W, v = pca(X, k)",
        {**W, "explained_variance": "v"},
        ("variances-of-features",),
    ),
    "values turned round, vectors not": Kind(
        eigh("    return V[:, -k:], values[::-1][:k]"),
        "W, v = pca(X, k)",
        {**W, "explained_variance": "v"},
        ("values-sorted-alone",),
    ),
    "projects the covariance by n": Kind(
        svd("C = A.T @ A / len(A)\n    return C @ Vt[:k].T, Vt[:k].T"),
        "Z, W = pca(X, k)",
        {**Z, **W},
        ("projects-the-covariance",),
    ),
    "sorted by a row of the vectors": both(
        eigh("    order = np.argsort(-V[0])\n    return V[:, order[:k]], A @ V[:, order[:k]]"), "argsort-of-vectors"
    ),
    "new samples less their own mean, and an iteration elsewhere": Kind(
        """
class P:
    def fit(self, X, k):
        self.mean = X.mean(axis=0)
        self.W = np.linalg.svd(X - self.mean, full_matrices=False)[2][:k].T
    def transform(self, X):
        return (X - X.mean(axis=0)) @ self.W
def show():
    for i in range(10):
        print(i)
""",
        "m = P()\nm.fit(X, k)\nZ = m.transform(X)\nZn = m.transform(X_new)",
        {**Z, "scores_new": "Zn"},
        ("new-samples-less-their-own-mean",),
    ),
    "covariance of the samples, and eig": scores(
        """
def pca(X, k):
    A = X - X.mean(axis=0)
    values, V = np.linalg.eig(np.cov(A))
    V = V.T[np.argsort(values)[::-1]]
    return np.dot(A, V[:k].T)
""",
        "covariance-of-samples",
        "eig-for-symmetric",
    ),
    "a divisor of the covariance that is left free": Kind(
        """
def parts(X):
    m = X.sum(axis=0) / (len(X) - 1)
    A = X - m
    return m, A, np.dot(A.T, A) / len(A)
""",
        "m, A, C = parts(X)",
        {"mean": "m", "centered": "A", "covariance": "C"},
        ("mean-divided-by-n-1",),
    ),
    "number of features in the solver's range": axes(
        """
from scipy.linalg import eigh
def pca(X, k):
    A = X - X.mean(axis=0)
    w, V = eigh(np.cov(A.T), subset_by_index=[64 - k, 63])
    return np.flip(V, axis=1)
""",
        "fixed-number-of-features",
    ),
    "deflated without the eigenvalue": axes(
        DEFLATION.format(line="C = C - v @ v.T"), "deflated-wrongly", line="C = C - v @ v.T"
    ),
    "deflated by the inner product": axes(DEFLATION.format(line="C -= value * np.dot(v.T, v)"), "deflated-wrongly"),
    "a transpose too few": Kind(
        svd("W = Vt[:k].T\n    Z = A @ W\n    return Z, Z @ W + X.mean(axis=0)"),
        "Z, R = pca(X, k)",
        {**Z, "reconstruction": "R"},
        ("transpose-missing",),
        line="return Z, Z @ W + X.mean(axis=0)",
    ),
    "a transpose too many": Kind(
        svd("W = Vt[:k].T\n    return np.dot(A, W.T), W"),
        "Z, W = pca(X, k)",
        {**Z, **W},
        ("projected-with-transpose",),
        line="return np.dot(A, W.T), W",
    ),
    "the Gram matrix of samples in columns": scores(
        """
def pca(X, k):
    A = X - X.mean(axis=1, keepdims=True)
    values, V = np.linalg.eigh(A.T @ A)
    W = V[:, ::-1][:, :k]
    return W.T @ A
""",
        "covariance-of-samples",
        samples="columns",
        line="values, V = np.linalg.eigh(A.T @ A)",
    ),
    "shapes alone are no evidence for a mean": scores(
        svd("B = X - U[:, 0]\n    return B @ Vt[:k].T"), "shapes-do-not-fit"
    ),
    "shapes alone are no evidence for a transpose": scores(svd("return A @ np.eye(k)[:, :k]"), "shapes-do-not-fit"),
    "whole numbers beside another mistake": scores(
        """
def pca(X, k):
    A = X.copy()
    for j in range(A.shape[1]):
        A[:, j] = A[:, j] - A[:, j].mean()
    return X @ np.linalg.svd(A, full_matrices=False)[2][:k].T
""",
        "uncentred-projection",
        "writes-into-whole-numbers",
    ),
    "never centred, in rounds that choose their axes in ties": both(
        """
def pca(X, k):
    W, lam = [], []
    R = X.astype(float)
    for j in range(k):
        t, old = np.ones(len(X)), 0
        for _ in range(500):
            p = R.T @ t / np.linalg.norm(R.T @ t)
            t = R @ p
        W.append(p)
        lam.append(t @ t)
        R = R - np.outer(t, p)
    W = np.array(W).T
    return W, X @ W
""",
        "never-centred",
    ),
    "method without self": by_class(
        fitted().replace("transform(self, X)", "transform(X)"), "method-without-self", line="def transform(X):"
    ),
    "attribute without self": by_class(
        fitted().replace("X - self.mean)\n", "X - mean)\n").replace("return (X - self.mean)", "return (X - mean)"),
        "attribute-without-self",
        line="return (X - mean) @ self.W",
    ),
    "attribute stored without self": Kind(
        fitted().replace("self.mean = X", "mean = X").replace("self.k = k", "self.k = k\n        self.mean = None"),
        FITTED.replace("m.fit(X)", "m.fit(X)"),
        Z,
        ("attribute-without-self",),
        line="mean = X.mean(axis=0)",
    ),
    "error in a method that is called for one role": Kind(
        fitted() + "    def reconstruct(self, X):\n        return X @ self.W.T + self.mean\n",
        FITTED,
        {**Z, "reconstruction": "m.reconstruct(X)"},
        ("no-value",),
        line="return X @ self.W.T + self.mean",
    ),
    "attributes without self, and another mistake": by_class(
        fitted().replace("@ self.W", "@ W").replace("[:self.k]", "[::-1][:self.k]"),
        "attribute-without-self",
        "smallest-components",
    ),
    "variable with the name of a function of numpy": scores(
        "def pca(X, k):\n    mu = X.mean(axis=0)\n    return (X - mean) @ np.linalg.svd(X - mu)[2][:k].T\n",
        "undefined-name",
        line="return (X - mean) @ np.linalg.svd(X - mu)[2][:k].T",
    ),
    "kept singular values": Kind(
        svd("s = s[:k]\n    return s / s.sum()"),
        "r = pca(X, k)",
        {"explained_variance_ratio": "r"},
        ("ratio-of-kept-singular-values",),
    ),
    "a name that NumPy has removed": scores("def pca(X, k):\n    return np.mat(X - X.mean(axis=0))\n", "outdated-name"),
    "an argument that SciPy has removed": scores(
        "from scipy.linalg import eigh\ndef pca(X, k):\n    n = X.shape[1]\n"
        "    return X @ eigh(np.cov(X.T), eigvals=(n - k, n - 1))[1]\n",
        "outdated-name",
    ),
    "a function that SciPy has removed": scores(
        "import scipy as sp\ndef pca(X, k):\n    return sp.dot(X, X.T)\n", "outdated-name"
    ),
}


@pytest.mark.parametrize("name", KINDS)
def test_each_kind_of_mistake_is_diagnosed(name: str) -> None:
    kind = KINDS[name]
    found = diagnose(None, run_all(kind.entry, datasets(5, SITUATIONS)), LocalRerun(kind.entry))
    assert (found.name.split("+") if found else []) == list(kind.named)
    if kind.line:
        assert found
        assert kind.line in [each.excerpt for each in found.mistakes]


MERGED = """
def pca(X, k):
    A = X - X.mean(axis=0)
    V = np.linalg.svd(A)[2]
<<<<<<< HEAD
    return V[:k].T
=======
    return V.T[:, :k]
>>>>>>> 12ab34c
"""
PRINTS = KINDS["projects the covariance by n"].body + "\nprint pca\n"


@pytest.mark.parametrize(
    ("body", "roles", "named", "line"),
    [
        (MERGED, "W = pca(X, k)", ["syntax-error"], "<<<<<<< HEAD"),
        (PRINTS, "Z, W = pca(X, k)", ["syntax-error", "projects-the-covariance"], "print pca"),
    ],
)
def test_an_error_in_the_python_code_is_reported_first(
    body: str, roles: str, named: list[str], line: str, top: Pool
) -> None:
    shown = "".join(f'{role} = "{name}"\n' for role, name in (Z | W).items() if name in roles)
    asked = "\n[roles]\n" + shown + "\n[criteria]\nruns = 1\ncomponents.captured = 1\n"
    assignment = loads(f'title = "PCA"\nfile = "pca.py"\nseed = 5\ncall = {roles!r}\n{asked}')
    files = {"pca.py": f"import numpy as np\n{body}".encode()}
    result = grade(lambda jobs: top.run_all(jobs, assignment.limits), assignment, Submission("ada", files))
    assert result.diagnosis
    assert result.diagnosis.name.split("+") == named
    assert result.diagnosis.mistakes[0].excerpt == line
