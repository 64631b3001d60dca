"""What follows from a mistake earns its points only where there is an answer that was computed from the data."""

import pytest

from pcaproofs.grading.assignment import loads
from pcaproofs.grading.engine import grade
from pcaproofs.grading.pool import Pool
from pcaproofs.grading.result import Result
from pcaproofs.grading.submissions import Submission

ASSIGNMENT = loads("""\
title = "Parts"
file = "parts.py"
follow_through = 1

[[task]]
name = "center"
call = "Xc = center(X)"
roles = { centered = "Xc" }
criteria = { centered.values = 10 }

[[task]]
name = "covariance"
call = "C = covariance(Xc)"
given = { Xc = "centered" }
roles = { covariance = "C" }
criteria = { covariance.values = 10 }

[[task]]
name = "axes"
call = "W = axes(C, k)"
given = { C = "covariance" }
roles = { components = "W" }
criteria = { components.orthonormal = 10, components.captured = 10, components.order = 10 }

[[task]]
name = "project"
call = "Z = project(Xc, W)"
given = { Xc = "centered", W = "components" }
roles = { scores = "Z" }
criteria = { scores.centred = 10, scores.agree = 10, scores.variances = 10 }
""")
RETURNS = {
    "zeros": (
        "np.zeros(X.shape)",
        "np.zeros((len(X.T), len(X.T)))",
        "np.zeros((len(C), k))",
        "np.zeros((len(X), len(W.T)))",
    ),
    "ones": (
        "np.ones(X.shape)",
        "np.ones((len(X.T), len(X.T)))",
        "np.ones((len(C), k))",
        "np.ones((len(X), len(W.T)))",
    ),
    "nothing": ("None",) * 4,
    "an empty dictionary": ("{}",) * 4,
    "unit vectors": (
        "np.eye(*X.shape)",
        "np.eye(len(X.T))",
        "np.eye(len(C))[:, ::-1][:, :k]",
        "np.eye(len(X), len(W.T))",
    ),
    "numbers in a row": (
        "np.arange(X.size).reshape(X.shape)",
        "np.arange(len(X.T) ** 2).reshape(len(X.T), -1)",
        "np.arange(len(C) * k).reshape(-1, k)",
        "np.arange(len(X) * len(W.T)).reshape(len(X), -1)",
    ),
    "random numbers": (
        "np.random.rand(*X.shape)",
        "np.random.rand(len(X.T), len(X.T))",
        "np.random.rand(len(C), k)",
        "np.random.rand(len(X), len(W.T))",
    ),
    "errors": ("1 / 0",) * 4,
}
SOURCE = """\
import numpy as np
def center(X): return {}
def covariance(X): return {}
def axes(C, k): return {}
def project(X, W): return {}
"""


def graded(top: Pool, source: str) -> Result:
    run_all = lambda jobs: top.run_all(jobs, ASSIGNMENT.limits)  # noqa: E731
    return grade(run_all, ASSIGNMENT, Submission("ada", {"parts.py": source.encode()}))


@pytest.mark.parametrize("what", RETURNS)
def test_what_is_no_answer_earns_nothing(what: str, top: Pool) -> None:
    result = graded(top, SOURCE.format(*RETURNS[what]))
    paid = {f"{item.task}: {item.criterion}" for item in result.criteria if item.follow_through}
    assert not paid, result.diagnosis
    earned = {item.criterion for item in result.criteria if item.points}
    # the few that hold by chance, of unit vectors or of zeros
    assert earned <= {"components.orthonormal", "components.order", "scores.centred"}
    assert (result.score or 0) <= 20


def test_what_is_computed_with_a_mistake_that_was_named_before_earns_its_points(top: Pool) -> None:
    right = ("X - X.mean(axis=0)", "X.T @ X / (len(X) - 1)", "np.linalg.eigh(C)[1][:, :k]", "X @ W")
    source = SOURCE.format(*right)
    result = graded(top, source)
    assert result.diagnosis
    assert 0 < (result.score or 0) < result.max_score
