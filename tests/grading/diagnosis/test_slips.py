"""Slips in a line that have no name of their own, told by the change that makes the program right."""

import ast
from dataclasses import dataclass, field, replace

import pytest

from pcaproofs.grading.data.datasets import datasets
from pcaproofs.grading.diagnosis import catalogue, diagnose
from pcaproofs.grading.parsing.suspects import changes, edited, functions_of, is_reached
from pcaproofs.grading.parsing.suspects.changes import ROWS

from ..table.local import Entry, LocalRerun, run_all
from ..table.right import RIGHT

SITUATIONS = frozenset({"data.ties", "data.integers", "data.few-samples"})


@dataclass(frozen=True)
class Slip:
    """A right program, one line of it as it is written, and what is told."""

    program: str
    right: str
    wrong: str
    named: str
    roles: dict[str, str] = field(default_factory=lambda: {"components": "W", "scores": "Z"})
    call: str = "W, Z = pca(X, k)"

    @property
    def source(self) -> str:
        assert self.program.count(self.right) == 1
        return "import numpy as np\n" + self.program.replace(self.right, self.wrong)


LOOPS = """
def column_mean(column):
    total = 0
    for value in column:
        total += value
    return total / len(column)

def centre(X):
    out = np.zeros(X.shape)
    for j in range(X.shape[1]):
        out[:, j] = X[:, j] - column_mean(X[:, j])
    return out

def covariance(A):
    n, p = A.shape
    C = np.zeros((p, p))
    for i in range(p):
        for j in range(i + 1):
            C[i, j] = np.dot(A[:, i], A[:, j]) / (n - 1)
            C[j, i] = C[i, j]
    return C

def pca(X, k):
    A = centre(X)
    values, vectors = np.linalg.eigh(covariance(A))
    pairs = sorted(zip(values, range(len(values))), key=lambda pair: pair[0], reverse=True)
    W = np.column_stack([vectors[:, place] for _, place in pairs[:k]])
    return W, A @ W
"""
GRAM = """
class PCA:
    def __init__(self, k):
        self.k = k
    def fit(self, X):
        n, p = X.shape
        self.mean = X.mean(axis=0)
        A = X - self.mean
        values, U = np.linalg.eigh(A @ A.T)
        values, U = values[::-1][:self.k], U[:, ::-1][:, :self.k]
        V = A.T @ U
        for j in range(V.shape[1]):
            V[:, j] /= np.linalg.norm(V[:, j])
        self.W = V
        self.variances = values / (n - 1)
        return self
    def transform(self, X):
        return (X - self.mean) @ self.W
    def inverse_transform(self, Z):
        return Z @ self.W.T + self.mean
"""
FIT = "m = PCA(k).fit(X)\nZ = m.transform(X)\nR = m.inverse_transform(Z)"
MODEL = {"components": "m.W", "scores": "Z", "reconstruction": "R", "explained_variance": "m.variances"}
SVD = """
def pca(X, k):
    mu = X.mean(axis=0)
    A = X - mu
    U, s, Vt = np.linalg.svd(A, full_matrices=False)
    W = Vt[:k].T
    Z = U[:, :k] * s[:k]
    lam = s[:k] ** 2 / (len(X) - 1)
    return W, Z, lam
"""
WZL = {"components": "W", "scores": "Z", "explained_variance": "lam"}
POWER = """
def pca(X, k):
    A = X - X.mean(axis=0)
    C = A.T @ A / (len(X) - 1)
    W = []
    for _ in range(k):
        w = np.ones(len(C)) / np.sqrt(len(C)) + np.arange(len(C)) / 7
        for _ in range(3000):
            w = C @ w
            w = w / np.linalg.norm(w)
        C = C - (w @ C @ w) * np.outer(w, w)
        W.append(w)
    W = np.array(W).T
    return W, A @ W
"""
LENGTHS = """
def pca(X, k):
    A = X - X.mean(axis=0)
    S = A.T @ A
    W = []
    for _ in range(k):
        v = np.ones(len(S)) / np.sqrt(len(S)) + np.arange(len(S)) / 7
        for _ in range(3000):
            w = S @ v
            v = w / np.linalg.norm(w)
        W.append(v)
        S = S - (v @ S @ v) * np.outer(v, v)
    return np.array(W).T
"""
PAIRS = """
def pca(X, k):
    C = np.cov((X - X.mean(axis=0).reshape(1, -1)).T)
    values, vectors = np.linalg.eigh(C)
    weights = values[:, None] * 0 + 1
    return (vectors * weights.T)[:, ::-1][:, :k]
"""


def svd(right: str, wrong: str, named: str) -> Slip:
    return Slip(SVD, right, wrong, named, WZL, "W, Z, lam = pca(X, k)")


def gram(right: str, wrong: str, named: str) -> Slip:
    return Slip(GRAM, right, wrong, named, MODEL, FIT)


SLIPS = [
    Slip(LOOPS, "total += value", "total = value", "overwritten-in-loop"),
    Slip(LOOPS, "range(i + 1)", "range(i)", "round-too-few"),
    Slip(LOOPS, "C[j, i] = C[i, j]", "C[j, i] = -C[i, j]", "step-too-many"),
    Slip(LOOPS, "A[:, i], A[:, j])", "A[:, i], A[:, i])", "wrong-variable|wrong-part|"),
    Slip(LOOPS, "    return C\n", "        return C\n", "returns-in-loop"),
    Slip(LOOPS, "    return out\n", "        return out\n", "returns-in-loop"),
    Slip(LOOPS, "return total / len(column)", "return total * len(column)", "wrong-operator"),
    Slip(LOOPS, "out[:, j] = X[:, j] - ", "out[:, j] = X[:, j] + ", "mean-added"),
    Slip(LOOPS, ".dot(A[:, i], A[:, j]) / (n - 1)", ".dot(A[:, i], A[:, j]) / (n - 1) + n", "step-too-many"),
    gram("range(V.shape[1])", "range(p)", "wrong-length|wrong-variable"),
    gram("np.linalg.eigh(A @ A.T)", "np.linalg.eigh(X @ A.T)", "covariance-uncentred"),
    gram("V[:, j] /= np.linalg.norm(V[:, j])", "V[:, j] *= np.linalg.norm(V[:, j])", "wrong-operator"),
    gram("np.linalg.norm(V[:, j])", "np.linalg.norm(V[:, j]) ** 2", "step-too-many"),
    gram("np.linalg.norm(V[:, j])", "np.linalg.norm(V[j])", "wrong-part"),
    gram("V[:, j] /= np.linalg.norm(V[:, j])", "V[:, j] = V[:, j] / np.dot(V[:, j], V[:, j])", "step-missing"),
    svd("s[:k] ** 2 /", "np.dot(s, s) /", "wrong-function"),
    svd("(len(X) - 1)", "(len(X) - k)", "wrong-number"),
    svd("(len(X) - 1)", "(len(X) + 1)", "wrong-operator"),
    svd("s[:k] ** 2 /", "s[:k] /", "singular-values-for-variances"),
    svd("U[:, :k] * s[:k]", "U[:, :k] @ s[:k]", "wrong-operator"),
    svd("U[:, :k] * s[:k]", "np.dot(U[:, :k], s[:k])", "wrong-function"),
    svd("    A = X - mu\n", "    A = X - mu\n    A = A[1:]\n", "wrong-part"),
    svd("    return W, Z, lam", "    Z = np.tanh(Z)\n    return W, Z, lam", "step-too-many"),
    Slip(
        PAIRS,
        "values[:, None] * 0 + 1",
        "np.ones((4, 1))",
        "fixed-number-of-features",
        {"components": "W"},
        "W = pca(X, k)",
    ),
    Slip(
        PAIRS,
        "X.mean(axis=0).reshape(1, -1)",
        "X.mean(axis=1).reshape(-1, 1)",
        "wrong-axis|centred-along-wrong-axis",
        {"components": "W"},
        "W = pca(X, k)",
    ),
    Slip(LENGTHS, "W.append(v)", "W.append(w)", "original-meant", {"components": "W"}, "W = pca(X, k)"),
    Slip(POWER, "np.outer(w, w)", "np.inner(w, w)", "deflated-wrongly|wrong-function"),
    Slip(POWER, "(w @ C @ w) *", "(w @ C @ w) /", "deflated-wrongly|wrong-operator"),
    Slip(POWER, "    W = np.array(W).T\n", "    W = np.array(W)\n", "wrong-side|components-on-their-side"),
]


@pytest.mark.parametrize("number", range(len(SLIPS)))
def test_the_line_is_named(number: int) -> None:
    slip = SLIPS[number]
    entry = Entry(slip.source, slip.call, slip.roles)
    found = diagnose(None, run_all(entry, datasets(5, SITUATIONS)), LocalRerun(entry))
    named = found.name if found else ""
    assert named in slip.named.split("|"), (named, found and found.mistakes)
    changed = [
        at
        for at, (a, b) in enumerate(zip(slip.source.split("\n"), slip.program.split("\n"), strict=False), 1)
        if a != b
    ]
    assert changed


_CENTRED = "    Xc = X - X.mean(axis=0)\n"
_AXES = "    W = np.linalg.svd(Xc)[2][:k]\n"


@pytest.mark.parametrize(
    ("name", "right", "wrong", "named"),
    [
        ("scipy", "p = X.shape[1]", "p = X.shape[0]", "wrong-part"),
        ("jacobi rotations", "range(i + 1, p)", "range(i + 1, p - 1)", "round-too-few"),
        ("eigh of the negative", "-lam[:k]", "-lam[:k - 1]", "wrong-part"),
        ("matrices of the old kind", "A * V\n", "A / V\n", "wrong-operator"),
        ("rows, where either way round will do", _CENTRED + _AXES, _AXES + _CENTRED, "steps-out-of-order"),
    ],
)
def test_a_slip_in_a_right_program_of_the_table_is_named(name: str, right: str, wrong: str, named: str) -> None:
    entry = RIGHT[name]
    assert entry.source.count(right) == 1
    slipped = replace(entry, source=entry.source.replace(right, wrong))
    found = diagnose(None, run_all(slipped, datasets(5)), LocalRerun(slipped))
    assert found
    assert found.name == named


@pytest.mark.parametrize("program", [LOOPS, GRAM, SVD, POWER, LENGTHS, PAIRS])
def test_the_programs_are_right_without_their_slips(program: str) -> None:
    slip = next(each for each in SLIPS if each.program is program)
    entry = Entry("import numpy as np\n" + program, slip.call, slip.roles)
    assert all(run.ok for run in run_all(entry, datasets(5, SITUATIONS)))


def test_each_kind_of_change_has_words() -> None:
    texts = (LOOPS, GRAM, SVD, POWER, "def count(total, share):\n    return np.argmax(total >= share) + 1\n")
    kinds = {each.name for text in texts for each in changes(text)}
    assert kinds >= {*catalogue.SLIPS} - {"changes-its-input"} - {"returns-in-loop", "wrong-number"}
    assert all(each.said or each.name in ("never-centred", "changes-its-input") for each in changes(LOOPS + GRAM))


class _Example(ast.NodeTransformer):
    """A row's pattern as a program has it: `a` for A, `f(x)` for F, the pattern itself for SELF."""

    def __init__(self, whole: str = "") -> None:
        self.whole = whole

    def visit_Name(self, node: ast.Name) -> ast.expr:
        words = {"F": "f(x)", "NP": '__import__("numpy")', "COUNT": "k", "SELF": self.whole}
        text = words.get(node.id, node.id.lower() if len(node.id) == 1 else node.id)
        return ast.parse(text, mode="eval").body

    def visit_Call(self, node: ast.Call) -> ast.expr:
        node.args = [each for each in node.args if not isinstance(each, ast.Starred)]
        return self.generic_visit(node)  # type: ignore[return-value]


def _value(text: str) -> str:
    """The expression that a function of two lines returns."""
    return ast.unparse(ast.parse(text).body[0].body[0].value)  # type: ignore[attr-defined]


@pytest.mark.parametrize(("pattern", "meant"), [(row[1], meant) for row in ROWS for meant in row[2:]])
def test_each_row_of_the_small_changes_has_an_example(pattern: str, meant: str) -> None:
    wrong = ast.unparse(_Example().visit(ast.parse(pattern, mode="eval")))
    right = ast.unparse(_Example(wrong).visit(ast.parse(meant, mode="eval")))
    text = f"def pca(x, k):\n    return {wrong}\n"
    assert right in [_value(edited(text, each.edits)) for each in changes(text)]


def test_a_function_that_is_never_reached_is_left_alone() -> None:
    text = LOOPS + "def plot(X):\n    return X - X\n"
    functions = functions_of(text)
    lines = {each.line for each in changes(text)}
    kept = {line for line in lines if is_reached(line, functions, {"pca"})}
    assert max(lines) > max(kept) > 20


def test_conditions_are_left_alone() -> None:
    text = "def pca(X, k):\n    if len(X) - 1 > k:\n        raise ValueError\n    assert X.T @ X\n    return X\n"
    assert not {2, 4} & {each.line for each in changes(text)}
