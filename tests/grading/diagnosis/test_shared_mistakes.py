"""A mistake in a function that several tasks call is told once, with its line, and of the function that makes it."""

import pytest

from pcaproofs.grading.assignment import loads
from pcaproofs.grading.engine import grade
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.submission.submissions import Submission

ASSIGNMENT = loads("""
title = "PCA"
file = "pca.py"
samples = "columns"

[[task]]
name = "axes"
call = "W = axes(X, k)"
roles = { components = "W" }
criteria = { components.captured = 2 }

[[task]]
name = "scores"
call = "Z = scores(X, k)"
roles = { scores = "Z" }
criteria = { scores.space = 2 }

[[task]]
name = "back"
call = "R = back(X, k)"
roles = { reconstruction = "R" }
criteria = { reconstruction.error = 2, data.few-samples = 1 }
""")
TEXT = """
import numpy as np

def axes(X, k):
    B = X - X.mean(axis=1, keepdims=True)
    U = np.linalg.svd(B, full_matrices=False)[0]
    return U[:, :k]

def scores(X, k):
    return axes(X, k).T @ (X - X.mean(axis=1, keepdims=True))

def back(X, k):
    return axes(X, k) @ scores(X, k) + X.mean(axis=1, keepdims=True)
"""
OF_CLASS = loads("""
title = "PCA"
file = "pca.py"

[[task]]
name = "fit"
call = "m = PCA(k); m.fit(X)"
roles = { components = "m.W", explained_variance = "m.variances" }
criteria = { components.captured = 2, explained_variance.values = 1 }

[[task]]
name = "transform"
call = "m = PCA(k); m.fit(X); Z = m.transform(X)"
roles = { scores = "Z" }
criteria = { scores.space = 2 }
""")
CLASS = """
import numpy as np
class PCA:
    def __init__(self, k):
        self.k = k
    def fit(self, X):
        self.mean = X.mean(axis=0)
        w, V = np.linalg.eigh(np.cov((X - self.mean).T))
        self.W, self.variances = V[:, :self.k], w[::-1][:self.k]
    def transform(self, X):
        return (X - self.mean) @ self.W
"""


def test_a_mistake_that_gives_the_values_of_a_later_task_is_reported_once(top: Pool) -> None:
    files = {"pca.py": CLASS.encode()}
    found = grade(lambda jobs: top.run_all(jobs, OF_CLASS.limits), OF_CLASS, Submission("ada", files)).diagnosis
    assert found
    assert found.name == "values-sorted-alone"  # the scores alone look like those of the smallest components


CASES = {
    "a name that values give, and the line of a change": (
        ("U[:, :k]", "U[:, -k:]"), ["smallest-components"], "return U[:, -k:]", "`U[:, :k]`",
    ),
    "two names for one line": (
        ("svd(B,", "svd(X,"), ["never-centred"], "U = np.linalg.svd(X, full_matrices=False)[0]", "X.mean(axis=1",
    ),
    "vectors of the samples": (
        ("np.linalg.svd(B, full_matrices=False)[0]", "np.linalg.eigh(B.T @ B)[1][:, ::-1]"),
        ["left-singular-vectors"], "U = np.linalg.eigh(B.T @ B)[1][:, ::-1]", "`X",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_each_mistake_is_reported_once(name: str, top: Pool) -> None:
    change, names, line, hint = CASES[name]
    files = {"pca.py": TEXT.replace(*change).encode()}
    found = grade(lambda jobs: top.run_all(jobs, ASSIGNMENT.limits), ASSIGNMENT, Submission("ada", files)).diagnosis
    assert found
    assert [each.name for each in found.mistakes] == names, found
    (mistake,) = found.mistakes
    assert (mistake.function, mistake.excerpt) == ("axes", line)
    assert hint in mistake.hint
