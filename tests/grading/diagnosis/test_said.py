"""The name, the line and the words that students are told, for mistakes that are seen in their code and its errors."""

from dataclasses import dataclass, field

import numpy as np
import pytest

from pcaproofs.grading.assignment import loads
from pcaproofs.grading.assignment.reference import EXAMPLE
from pcaproofs.grading.data.datasets import datasets
from pcaproofs.grading.diagnosis import diagnose
from pcaproofs.grading.diagnosis.symptoms import says
from pcaproofs.grading.engine import grade
from pcaproofs.grading.parsing.suspects import changes
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.sandbox.worker.values import plain
from pcaproofs.grading.submission.submissions import Submission

from ..table.local import Entry, LocalRerun, run_all

ESTIMATOR = """
class PCA:
    def __init__(self, n_components):
        self.n_components = n_components
    def fit(self, X):
        self.mean_ = X.mean(axis=0)
        Xc = X - self.mean_
        values, V = np.linalg.eigh(Xc.T @ Xc)
        V = V[:, np.argsort(values)[::-1]]
        W = V[:, :self.n_components]
        self.components_ = W.T
    def transform(self, X):
        return (X - self.mean_) @ self.components_.T
"""
FITTED = {"call": "m = PCA(k)\nm.fit(X)", "roles": {"components": "m.components_", "scores": "m.transform(X)"}}
LOOPS = """
def pca(X, k):
    n, p = X.shape
    Xc = X - X.mean(axis=0)
    C = np.zeros((p, p))
    for i in range(n):
        for a in range(p):
            for b in range(p):
                C[a, b] += Xc[i, a] * Xc[i, b]
    W = np.linalg.eigh(C)[1][:, ::-1][:, :k]
    return W, Xc @ W
"""
BY_SVD = """
class PCA:
    def fit(self, X):
        self.mean = np.mean(X, axis=0)
        self.W = self._svd(X - self.mean)
        assert self.W.shape == (X.shape[1], X.shape[1])
        assert np.allclose((X - self.mean).mean(), 0)
    def _svd(self, X):
        u, s, vh = np.linalg.svd(X)
        vecs = vh.T
        return vecs
    def values(self, X):
        vals = np.linalg.eigvalsh(X.T @ X)
        order = vals.argsort()[::-1]
        return vals[order]
"""
ALL = {
    "call": "m = PCA()\nm.fit(X)",
    "roles": {"components": "m.W[:, :k]", "explained_variance": "m.values(X - m.mean)[:k]"},
}
STEPS = """
def center(X):
    mean = X.mean(axis=0)
    return X - mean, mean
def project(X, W):
    Xc, _ = center(X)
    return np.dot(Xc, W)
"""
KERNEL = """
def kernel(X, width):
    squares = np.sum(X**2, axis=1)
    distances = squares[:, None] + squares[None, :] - 2 * X @ X.T
    return np.exp(-distances / (2 * width**2))
"""
GAUSSIAN = {
    "call": "K = kernel(X, (1 / 6) ** 0.5)",
    "roles": {"kernel": "K"},
    "conventions": {"kernel": "rbf", "gamma": 3.0},
}
PROJECT = {"call": "Z = project(X, W)", "roles": {"scores": "Z"}, "given": {"W": "components"}}


@dataclass(frozen=True)
class Said:
    """A right program, one part of it as it is written, and what is told."""

    program: str
    right: str
    wrong: str
    name: str
    line: str
    words: str = ""
    task: dict[str, object] = field(default_factory=dict)


SAID = {
    "a number of columns in a method that has no k": Said(
        ESTIMATOR, "V[:, :self.n_components]", "V[:, :2]", "fixed-number-of-components", "W = V[:, :2]",
        "`2` should be `self.n_components`", FITTED,
    ),
    "another number of columns in the next line": Said(
        ESTIMATOR, "W = V[:, :self.n_components]\n        self.components_ = W.T",
        "W = V[:, :2]\n        self.components_ = W[:, :2].T", "fixed-number-of-components", "W = V[:, :2]",
        "`2` should be `self.n_components`", FITTED,
    ),
    "a parameter without self": Said(
        ESTIMATOR, "V[:, :self.n_components]", "V[:, :n_components]", "attribute-without-self",
        "W = V[:, :n_components]", "`n_components` should be `self.n_components`", FITTED,
    ),
    "a mean that is kept nowhere": Said(
        ESTIMATOR, "self.mean_ = X.mean(axis=0)\n        Xc = X - self.mean_",
        "mean_ = X.mean(axis=0)\n        Xc = X - mean_", "attribute-without-self", "mean_ = X.mean(axis=0)",
        "`self.mean_ = …`", FITTED,
    ),
    "a deviation for the mean": Said(
        ESTIMATOR, "self.mean_ = X.mean(axis=0)", "self.mean_ = X.std(axis=0)", "wrong-function",
        "self.mean_ = X.std(axis=0)", "`X.std` should be `X.mean`", FITTED,
    ),
    "a sum in three loops that is overwritten": Said(
        LOOPS, "C[a, b] +=", "C[a, b] =", "overwritten-in-loop", "C[a, b] = Xc[i, a] * Xc[i, b]", "`C[a, b] += "
    ),
    "U for V behind a check of shapes": Said(
        BY_SVD, "vecs = vh.T", "vecs = u", "left-singular-vectors", "vecs = u", "", ALL
    ),
    "a deviation for the mean behind a check": Said(
        BY_SVD, "np.mean(X, axis=0)", "np.std(X, axis=0)", "wrong-function", "self.mean = np.std(X, axis=0)", "", ALL
    ),
    "a check of one's own that fails": Said(
        BY_SVD, "self.W = self._svd(X - self.mean)", "self.W = self._svd(X[:1])[:1]", "own-check-fails",
        "assert self.W.shape == (X.shape[1], X.shape[1])", "it fails (AssertionError). If it checks a result", ALL,
    ),
    "values in ascending order beside right vectors": Said(
        BY_SVD, "vals.argsort()[::-1]", "vals.argsort()", "smallest-components", "order = vals.argsort()", "", ALL
    ),
    "a tuple for one of its values": Said(
        STEPS, "Xc, _ = center(X)", "Xc = center(X)", "all-results-for-one", "Xc = center(X)",
        "`Xc` holds all 2 results of `center`", PROJECT,
    ),
    "a square of a parameter that is left out": Said(
        KERNEL, "width**2", "width", "step-missing", "return np.exp(-distances / (2 * width))",
        "`width` should be `width ** 2`", GAUSSIAN,
    ),
    "a property that is a method": Said(
        ESTIMATOR, "    def transform(", "    def scores(self):\n        return 0\n    def transform(", "no-value",
        "", "It is a method that was not called: put `@property` above it.",
        {"call": "m = PCA(k)\nm.fit(X)", "roles": {"components": "m.components_", "scores": "m.scores"}},
    ),
    "a single array where two results are taken": Said(
        LOOPS, "return W, Xc @ W", "return np.zeros((9, 2))", "other-number-of-results", "",
        "A single array counts as one result for each of its rows.",
    ),
    "a matrix with nan": Said(
        ESTIMATOR, "np.linalg.eigh(Xc.T @ Xc)", "np.linalg.svd(0 / (0 * Xc))[1:]", "matrix-not-fit",
        "values, V = np.linalg.svd(0 / (0 * Xc))[1:]", "it contains nan or inf", FITTED,
    ),
    "a template": Said(
        STEPS, "Xc, _ = center(X)", "raise NotImplementedError()", "not-written", "raise NotImplementedError()",
        "Write the function", PROJECT,
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", SAID)
def test_what_is_told(case: str) -> None:
    said = SAID[case]
    assert said.program.count(said.right) == 1
    source = "import numpy as np\n" + said.program.replace(said.right, said.wrong)
    task: dict[str, object] = {"call": "W, Z = pca(X, k)", "roles": {"components": "W", "scores": "Z"}, **said.task}
    if "components" in task["roles"] and task["roles"]["components"] == "m.components_":  # type: ignore[operator,index]
        task["conventions"] = {"components": "rows"}
    entry = Entry(source, **task)  # type: ignore[arg-type]
    found = diagnose(None, run_all(entry, datasets(5)), LocalRerun(entry))
    assert found is not None
    assert [(each.name, each.excerpt) for each in found.mistakes] == [(said.name, said.line)]
    assert said.words in found.mistakes[0].hint
    assert "Python says: ." not in found.mistakes[0].hint


FILES = {
    "import numpy as np\nmean = np.load('x.npy')\ndef pca(X, k):\n    return X - mean\n": (
        "mean has no value here: line 2, which defines it, was left out: FileNotFoundError"
    ),
    "def pca(X, k):\n<<<<<<< HEAD\n    return X\n=======\n    return 2 * X\n>>>>>>> b\n": "Marks of a merge are left",
    "%matplotlib inline\ndef pca(X, k):\n    return X\n": "Lines that begin with % or ! belong to notebooks",
    "def pca(X, k):\n    print 'PCA'\n    return X\n": "Did you mean print(...)? This is how Python 2 prints",
}


@pytest.mark.parametrize("source", FILES)
def test_what_is_told_of_a_file(source: str, top: Pool) -> None:
    assignment = loads(EXAMPLE)
    submission = Submission("ada", {"pca.py": source.encode()})
    result = grade(lambda jobs: top.run_all(jobs, assignment.limits), assignment, submission)
    assert result.diagnosis
    assert FILES[source] in result.diagnosis.mistakes[0].hint


def test_a_change_is_said_to_correct_the_task_that_was_looked_at(top: Pool) -> None:
    assignment = loads("""
title = "two"
file = "pca.py"
[[task]]
name = "axes"
call = "W = axes(X, k)"
roles = { components = "W" }
criteria = { components.captured = 1 }
[[task]]
name = "project"
call = "Z = project(X, W)"
given = { W = "components" }
roles = { scores = "Z" }
criteria = { scores.space = 1, scores.centred = 1 }
""")
    source = """
import numpy as np
def axes(X, k):
    return np.eye(X.shape[1])[:, :k]
def project(X, W):
    return (X - X.std(axis=0)) @ W
"""
    submission = Submission("ada", {"pca.py": source.encode()})
    result = grade(lambda jobs: top.run_all(jobs, assignment.limits), assignment, submission)
    assert result.diagnosis
    (told,) = [each.hint for each in result.diagnosis.mistakes if each.name == "wrong-function"]
    assert told.endswith("After this change everything in the task project is correct.")


def test_values_of_a_dictionary_may_be_transposed() -> None:
    source = "def pca(X):\n    u, s, vh = svd(X)\n    return {'rotation': vh, 'sdev': s}\n"
    assert "`vh` should be `vh.T`" in {each.said for each in changes(source)}


def test_a_message_is_told_as_a_sentence() -> None:
    assert says("no such name.") == "Python says: no such name."
    assert says("Did you mean it?") == "Python says: Did you mean it?"
    assert says("") == ""


@pytest.mark.parametrize("value", [10**400, [1, 10**400], np.array([1 << 5000], dtype=object)])
def test_a_number_that_is_too_large_is_told_in_words(value: object) -> None:
    with pytest.raises(TypeError, match="a whole number that is too large"):
        plain(value)
