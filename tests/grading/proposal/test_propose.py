"""The assignment that a solution suggests: right in every interface, and the solution earns full points in it."""

import re
from pathlib import Path

import pytest

from pcaproofs.grading import engine
from pcaproofs.grading.assignment import loads
from pcaproofs.grading.diagnosis import FullDiagnosis
from pcaproofs.grading.engine import grade
from pcaproofs.grading.proposal import Draft, ProposalError, probe, propose
from pcaproofs.grading.proposal.callables import Class, Parameter, SolutionFunction, callables
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.submission.submissions import Submission

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
        ["_0 is no numbers but str", "_2 is the same for all data, and not judged"],
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
            "scores_new": "m.transform(X_new)",
            "reconstruction_new": "m.inverse_transform(m.transform(X_new))",
        },
        ["in rows", "divided by n "],
    ),
    "samples in columns": (COLUMNS, "Z = my_pca(X, k)", {"scores": "Z"}, ["samples are columns"]),
    "dictionary": (
        NAMED,
        "out = pca(X, k)",
        {"components": "out['W']", "scores": "out['Z']"},
        ["out['note'] is no numbers but str"],
    ),
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


def drafted(top: Pool, folder: Path, source: str, name: str = "pca.py") -> Draft:
    (folder / name).write_text(source)
    return propose(top.run_all, folder / name, folder, seed=4)


def score_of(top: Pool, folder: Path, draft: Draft, name: str = "pca.py") -> tuple[float | None, float]:
    read = loads(draft.text, "hw.toml", folder)
    source = (folder / name).read_bytes()
    return grade(top.run_all, read, Submission("solution", {name: source})).score, read.max_points


@pytest.mark.parametrize("name", SOLUTIONS)
def test_outputs_are_recognised_and_earn_full_points(name: str, top: Pool, tmp_path: Path) -> None:
    source, call, roles, said = SOLUTIONS[name]
    draft = drafted(top, tmp_path, source)
    read = loads(draft.text, "hw.toml", tmp_path)
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
    assert (draft.points, draft.max_points) == score_of(top, tmp_path, draft)
    assert draft.points == draft.max_points


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


def test_several_functions_become_tasks(top: Pool, tmp_path: Path) -> None:
    draft = drafted(top, tmp_path, MULTI)
    assert {task.name: (task.call, dict(task.given)) for task in loads(draft.text).tasks} == {
        "center": ("Xc, mu = center(X)", {}),
        "covariance": ("C = covariance(Xc)", {"Xc": "centered"}),
        "eigen": ("lam, W = eigen(C)", {"C": "covariance"}),
        "project": ("Z = project(Xc, W)", {"Xc": "centered", "W": "components"}),
        "reconstruct": ("X_hat = reconstruct(Z, W, mu)", {"Z": "scores", "W": "components", "mu": "mean"}),
    }
    assert draft.skipped == (("_helper", "its name begins with an underscore"),)
    assert "#   _helper: its name begins with an underscore" in draft.text
    assert draft.points == draft.max_points


HANDED_OVER = """
import numpy as np
class PCA:
    def __init__(self, k):
        self.k = k
    def fit(self, X):
        self.mean = X.mean(axis=0)
        self.W = np.linalg.svd(X - self.mean)[2][: self.k].T
    def transform(self, X):
        return (X - self.mean) @ self.W
    def fit_transform(self, X):
        self.fit(X)
        return self.transform(X)
def project(Z, V, k):
    return Z @ V[:, :k]
def how_many(X, share=0.9):
    s = np.linalg.svd(X - X.mean(axis=0))[1]
    return int(np.argmax(np.cumsum(s**2) >= share * np.sum(s**2))) + 1
def covariance(Z):
    return Z.T @ Z / len(Z)
"""
HARMLESS = {
    "a method that fits does not": ("        self.fit(X)\n", "", "PCA-fit_transform"),
    "one component too many": ("V[:, :k]", "V[:, : k + 1]", "project"),
    "a share that is written into the code": ("share * np", "0.95 * np", "how_many"),
    "the variances alone": ("Z.T @ Z / len(Z)", "np.diag((Z**2).mean(axis=0))", "covariance"),
}


def test_mistakes_are_not_hidden_by_what_functions_are_handed(
    top: Pool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "full_diagnosis", lambda *arguments: FullDiagnosis(None, None, None))
    draft = drafted(top, tmp_path, HANDED_OVER)
    assignment = loads(draft.text)
    for wrong, (old, new, task) in HARMLESS.items():
        files = {"pca.py": HANDED_OVER.replace(old, new).encode()}
        result = grade(lambda jobs: top.run_all(jobs, assignment.limits), assignment, Submission("ada", files))
        assert {each.task for each in result.criteria if each.points < each.max_points} == {task}, wrong


def test_criteria_that_the_solution_fails_are_left_out_with_a_comment(top: Pool, tmp_path: Path) -> None:
    source = GOOD.replace("    Xc =", "    if X.dtype.kind == 'i': raise TypeError('floats only')\n    Xc =")
    draft = drafted(top, tmp_path, source)
    assert [line for line in draft.assumed if line.startswith("left out") and "whole numbers" in line]
    assert re.search(
        r"^# data\.integers = 0.5  # left out, the solution fails it: .*floats only", draft.text, re.MULTILINE
    )
    assert draft.points == draft.max_points == score_of(top, tmp_path, draft)[0]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("x = 1", "it defines no function and no class"),
        ("def pca(X, k):\n    return X", "pca: it returns only X as it was handed over"),
        ("def pca(X, k):\n    print(X)", "pca: it returns nothing"),
        ("def pca(X, k):\n    return 'done'", "pca: it returns no numbers but str"),
        ("def pca(X, k):\n    return 1 / 0", "pca(X, k) fails: ZeroDivisionError: division by zero [line 2]"),
        ("def pca(X, k):\n    while True: pass", "pca(X, k) fails: "),
        ("def pca(X, labels_of_rows_or_so):\n    return X", "what to pass for 'labels_of_rows_or_so' is not clear"),
        ("class P:\n  def __init__(self, wish): pass\n  def fit(self, X): pass", "'wish' is not clear"),
        ("class P:\n  def fit(self, X): raise KeyError('a')", "P: m.fit(X) fails: KeyError: 'a' [line 2]"),
        ("def _pca(X): return X", "_pca: its name begins with an underscore"),
        ("class P:\n  raise OSError('no disk')", "OSError: no disk [line 2]"),
        ("def pca(X)", "got expected ':', but should be Python [pca.py:1]"),
    ],
)
def test_why_there_is_none_is_said_in_the_functions_own_words(
    source: str, words: str, top: Pool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probe, "SECONDS", 0.5)
    with pytest.raises(ProposalError, match=re.escape(words)):
        drafted(top, tmp_path, source)


def test_modules_that_are_not_installed_are_named(top: Pool, tmp_path: Path) -> None:
    (tmp_path / "beside.py").write_text("")
    text = "import absent_package.plots as p, beside\n" + function("pca(X, k)", "V[:, :k]")
    (tmp_path / "pca.py").write_text(text)
    draft = propose(top.run_all, tmp_path / "pca.py", tmp_path, seed=1)
    assert draft.missing == ("absent_package",)
    assert "# Not installed when this was written, and not in `packages`: absent_package\n" in draft.text


def test_a_hostile_solution_names_nothing_that_is_run(top: Pool, tmp_path: Path) -> None:
    """An instructor may try a student's file: names it makes up at run time become no code of the assignment's."""
    source = "def pca(X, k):\n    return {\"x'] + __import__('os').system('true') #\": X.mean(axis=0)}\n"
    (task,) = loads(drafted(top, tmp_path, source).text).tasks
    assert task.roles["mean"] == "out[\"x'] + __import__('os').system('true') #\"]"


def test_callables_are_read_off_without_running() -> None:
    source = "import os; os._exit(1)\ndef helper(X): pass\ndef my_pca(X, k=2, tol=1): return X, k\n"
    source += "class P:\n  def fit(self, X): pass\n  @property\n  def axes(self): pass\n"
    first, second, third = callables(source)
    assert first == SolutionFunction("helper", (Parameter("X"),), line=2)
    k, tol = Parameter("k", optional=True, default=2), Parameter("tol", optional=True, default=1)
    assert second == SolutionFunction("my_pca", (Parameter("X"), k, tol), ("X", "k"), line=3)
    assert isinstance(third, Class)
    assert third.methods == {"fit": SolutionFunction("fit", (Parameter("X"),), line=5)}
