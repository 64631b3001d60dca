"""The assignment that a solution suggests: right in every interface, and the solution earns full points in it."""

import re

import pytest

from pcaproofs.grading.assignment import loads
from pcaproofs.grading.code import code_of
from pcaproofs.grading.engine import grade
from pcaproofs.grading.pool import Pool
from pcaproofs.grading.proposal import ProposalError, propose
from pcaproofs.grading.proposal.callables import Class, Function, callables, meanings
from pcaproofs.grading.submissions import Submission

from ..solutions import GOOD

AXES = """
    Xc = X - X.mean(axis=0)
    lam, V = np.linalg.eigh(Xc.T @ Xc / {divisor})
    lam, V = lam[::-1], V[:, ::-1]
"""


def function(signature: str, result: str, divisor: str = "(len(X) - 1)") -> str:
    return f"import numpy as np\ndef {signature}:{AXES.format(divisor=divisor)}    return {result}\n"


CLASS = """
import numpy as np
class PCA:
    def __init__(self, n_components=2):
        self.n = n_components
    def fit(self, X):
        self.mean_ = X.mean(axis=0)
        _, s, Vt = np.linalg.svd(X - self.mean_, full_matrices=False)
        self.components_ = Vt[:self.n]
        self.explained_variance_ = s[:self.n] ** 2 / len(X)
        return self
    def transform(self, X):
        return (X - self.mean_) @ self.components_.T
    def inverse_transform(self, Z):
        return Z @ self.components_ + self.mean_
"""
COLUMNS = """
import numpy as np
def my_pca(data, num_components):
    D = data - data.mean(axis=1, keepdims=True)
    V = np.linalg.eigh(D @ D.T)[1][:, ::-1]
    return V[:, :num_components].T @ D
"""
NAMED = """
from collections import namedtuple
import numpy as np
Answer = namedtuple("Answer", "axes projected")
def pca(X, k):
    Xc = X - X.mean(axis=0)
    Vt = np.linalg.svd(Xc, full_matrices=False)[2]
    return {"W": Vt[:k].T, "Z": Xc @ Vt[:k].T, "note": "text"}
"""
STANDARDISED = """
import numpy as np
def pca(X, k):
    deviations = X.std(axis=0, ddof=1)
    Z = (X - X.mean(axis=0)) / np.where(deviations > 0, deviations, 1)
    Vt = np.linalg.svd(Z, full_matrices=False)[2]
    return Vt[:k], Z @ Vt[:k].T
"""

# What is handed in; the call that is found, what yields what, and the lines that say what was assumed.
SOLUTIONS = {
    "tuple": (GOOD, "W, lam, Z = pca(X, k)", {"components": "W", "explained_variance": "lam", "scores": "Z"}, ["n−1"]),
    "scores only": (function("pca(X, n_components)", "Xc @ V[:, :n_components]"), "Z = pca(X, k)", {"scores": "Z"}, []),
    "reconstruction too": (
        function("pca(A, d)".replace("A", "X"), "(Xc @ V[:, :d], Xc @ V[:, :d] @ V[:, :d].T + X.mean(axis=0))"),
        "Z, X_hat = pca(X, k)",
        {"scores": "Z", "reconstruction": "X_hat"},
        [],
    ),
    "all axes": (
        function("pca(X)", "lam, V", divisor="1"),
        "lam, W = pca(X)",
        {"explained_variance": "lam[:k]", "components": "W[:, :k]"},
        ["eigenvalues of the scatter matrix"],
    ),
    "rows": (
        function("pca(X, k)", "V[:, :k].T, X.mean(axis=0), lam[:k] / lam.sum()"),
        "W, mu, ratio = pca(X, k)",
        {"components": "W", "mean": "mu", "explained_variance_ratio": "ratio"},
        ["in rows"],
    ),
    "with noise": (
        function("pca(X, k)", "'text', V[:, :k], 3"),
        "_0, W, _2 = pca(X, k)",
        {"components": "W"},
        ["out[0] is not recognised"],
    ),
    "class": (
        CLASS,
        "m = PCA(k); m.fit(X)",
        {
            "components": "m.components_",
            "explained_variance": "m.explained_variance_",
            "mean": "m.mean_",
            "scores": "m.transform(X)",
            "reconstruction": "m.inverse_transform(m.transform(X))",
        },
        ["in rows", "divided by n "],
    ),
    "samples in columns": (COLUMNS, "Z = my_pca(X, k)", {"scores": "Z"}, ["samples are columns"]),
    "dictionary": (NAMED, "out = pca(X, k)", {"components": "out['W']", "scores": "out['Z']"}, ["out['note']"]),
    "named tuple": (
        NAMED.replace('{"W": Vt[:k].T, "Z": Xc @ Vt[:k].T, "note": "text"}', "Answer(Vt[:k].T, Xc @ Vt[:k].T)"),
        "W, Z = pca(X, k)",
        {"components": "W", "scores": "Z"},
        [],
    ),
    "singular values": (
        function("pca(X, k)", "V[:, :k], np.sqrt(np.abs(lam[:k]))", divisor="1"),
        "W, lam = pca(X, k)",
        {"components": "W", "explained_variance": "lam"},
        ["given as singular values"],
    ),
    "standardised": (STANDARDISED, "W, Z = pca(X, k)", {"components": "W", "scores": "Z"}, ["standard deviations"]),
}


@pytest.mark.parametrize("name", SOLUTIONS)
def test_outputs_are_recognised_and_earn_full_points(name: str, top: Pool) -> None:
    source, call, roles, said = SOLUTIONS[name]
    submission = Submission("solution", {"pca.py": source.encode()})
    draft = propose(top.run_all, code_of(top.run_all, submission, "pca.py"), "pca.py", seed=4)
    read = loads(draft.text)
    (task,) = read.tasks
    assert (task.call, dict(task.roles)) == (call, roles)
    assert all(any(words in line for line in draft.assumed) for words in said), draft.assumed
    assert not [line for line in draft.assumed if line.startswith("left out")]
    points = {item.criterion: item.points for item in task.criteria}
    assert all(points[f"{role}.form"] > 0 for role in roles)
    assert ("data.constant-feature" in points) == (name == "standardised")
    assert max(points, key=lambda item: points[item]) in ("components.captured", "scores.space")
    assert read.seed == 4
    assert len(task.criteria) >= 10
    assert grade(top.run_all, read, submission).score == read.max_points


MULTI = """
import numpy as np
def center(X):
    mu = X.mean(axis=0)
    return X - mu, mu
def covariance(Xc):
    return Xc.T @ Xc / (len(Xc) - 1)
def eigen(C):
    lam, V = np.linalg.eigh(C)
    return lam[::-1], V[:, ::-1]
def project(Xc, W):
    return Xc @ W
def reconstruct(Z, W, mu):
    return Z @ W.T + mu
def _helper(X):
    return X
"""


def test_several_functions_become_tasks(top: Pool) -> None:
    submission = Submission("solution", {"parts.py": MULTI.encode()})
    read = loads(propose(top.run_all, code_of(top.run_all, submission, "parts.py"), "parts.py", seed=4).text)
    assert {task.name: (task.call, dict(task.given)) for task in read.tasks} == {
        "center": ("Xc, mu = center(X)", {}),
        "covariance": ("C = covariance(Xc)", {"Xc": "centered"}),
        "eigen": ("lam, W = eigen(C)", {"C": "covariance"}),
        "project": ("Z = project(Xc, W)", {"Xc": "centered", "W": "components"}),
        "reconstruct": ("X_hat = reconstruct(Z, W, mu)", {"Z": "scores", "W": "components", "mu": "mean"}),
    }
    assert grade(top.run_all, read, submission).score == read.max_points


def test_what_the_solution_itself_fails_is_left_out_and_said(top: Pool) -> None:
    source = GOOD.replace("    Xc =", "    if X.dtype.kind == 'i': raise TypeError('floats only')\n    Xc =")
    submission = Submission("solution", {"pca.py": source.encode()})
    draft = propose(top.run_all, code_of(top.run_all, submission, "pca.py"), "pca.py", seed=4)
    assert [line for line in draft.assumed if line.startswith("left out") and "whole numbers" in line]
    assert re.search(
        r"^# data\.integers = 0.5  # left out, the solution fails it: .*floats only", draft.text, re.MULTILINE
    )
    assert grade(top.run_all, loads(draft.text), submission).score == loads(draft.text).max_points


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("x = 1", "got no function or class whose output is recognised"),
        ("def pca(X, k):\n    return X", "pcaproofs assignment --help"),
        ("def pca(X, k):\n    return 1 / 0", "ZeroDivisionError"),
    ],
)
def test_no_solution_is_said(source: str, words: str, top: Pool) -> None:
    with pytest.raises(ProposalError, match=re.escape(words)):
        propose(
            top.run_all, code_of(top.run_all, Submission("s", {"pca.py": source.encode()}), "pca.py"), "pca.py", seed=4
        )


def test_a_hostile_solution_names_nothing_that_is_run(top: Pool) -> None:
    """An instructor may try a student's file: names it makes up at run time become no code of the assignment's."""
    source = "def pca(X, k):\n    return {\"x'] + __import__('os').system('true') #\": X.mean(axis=0)}\n"
    draft = propose(
        top.run_all, code_of(top.run_all, Submission("s", {"pca.py": source.encode()}), "pca.py"), "pca.py", seed=4
    )
    (task,) = loads(draft.text).tasks
    assert task.roles["mean"] == "out[\"x'] + __import__('os').system('true') #\"]"


@pytest.mark.parametrize(
    ("arguments", "meaning"),
    [
        (["X", "k"], ("X", "k")),
        (["data", "n_components"], ("X", "k")),
        (["n", "num_dims"], ("X", "k")),
        (["stuff", "k"], ("X", "k")),
        (["Z", "W", "mean"], ("scores", "components", "mean")),
        (["cov_matrix"], ("covariance",)),
        (["X_centered", "eigenvectors"], ("centered", "components")),
    ],
)
def test_arguments_are_known_by_their_names(arguments: list[str], meaning: tuple[str, ...]) -> None:
    assert meanings(arguments) == meaning


def test_callables_are_read_off_without_running(top: Pool) -> None:
    source = "import os; os._exit(1)\ndef helper(X): pass\ndef my_pca(X, k=2, tol=1): pass\n"
    source += "class P:\n  def fit(self, X): pass\n"
    found = list(callables(code_of(top.run_all, Submission("s", {"pca.py": source.encode()}), "pca.py")))
    assert found == [
        Function("my_pca", ("X", "k")),
        Function("helper", ("X",)),
        Class("P", (), {"fit": ("X",)}),
    ]
