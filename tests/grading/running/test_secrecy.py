"""What a submission says on hidden data does not leave: only what Python and numpy say themselves, without data."""

import re
from typing import Literal

import numpy as np
import pytest

from pcaproofs.grading.assignment import loads
from pcaproofs.grading.assignment.reference import EXAMPLE
from pcaproofs.grading.data.datasets import datasets
from pcaproofs.grading.parsing.source import Source
from pcaproofs.grading.protocol import Outcome, RoleError, StudentError
from pcaproofs.grading.running.run import Run, judged, kind_of
from pcaproofs.grading.submission.code import Code

(TASK,) = loads(EXAMPLE).tasks
CODE = Code(Source("", "pca.py"))


def run_with(error: StudentError, *, visible: bool) -> Run:
    data = next(each for each in datasets(0) if each.visible is visible)
    outcome = Outcome(
        status="error",
        isolation="full",
        error=error,
        error_in="call",
        detail=str(error),
        stdout="SECRET",
        stderr="SECRET",
    )
    return judged(TASK, data, outcome, CODE)


def said_by(act: str) -> str:
    try:
        eval(act, {"np": np, "X": np.ones((4, 3)), "i": np.arange(3)})
    except Exception as error:
        return str(error)
    raise AssertionError("it did not raise")


@pytest.mark.parametrize(
    "act",
    [
        "np.linalg.inv(np.zeros((2, 2)))",
        "X @ X",
        "X + np.ones(4)",
        "np.dot(X, X)",
        "X[7]",
        "X[:, 7]",
        "X[0, 0, 0]",
        "X.mean(axis=2)",
        "X.reshape(5, 5)",
        "np.linalg.eig(X)",
        "np.linalg.cholesky(-np.eye(2))",
        "1 / 0",
        "[][1]",
        "bool(X)",
        "np.subtract(i, 1.5, out=i)",
    ],
)
def test_messages_of_numpy_are_kept(act: str) -> None:
    told = run_with(StudentError("ValueError", 3, said_by(act), "trace"), visible=False)
    assert told.outcome.error is not None
    assert told.outcome.error.message == said_by(act)
    assert told.outcome.error.trace == ""


@pytest.mark.parametrize(
    "message",
    [
        "[[1.25, 3.5]]",
        "3.14159",
        "Singular matrix 3.14159",
        "SECRET",
        "",
        "operands could not be broadcast together with shapes (123456789,3) (4,) ",
        "index 123456789 is out of bounds for axis 0 with size 4",
        "name 'x3_14159' is not defined",
        "Singular matrix\n3.14159",
    ],
)
def test_messages_of_the_submission_are_not_kept(message: str) -> None:
    told = run_with(StudentError("ValueError", 3, message, message), visible=False)
    assert told.outcome.error is not None
    assert told.outcome.error.message == "(what it says is not shown)"
    assert (told.outcome.detail, told.outcome.error.line) == ("the code raises a ValueError", 0)
    assert (told.outcome.stdout, told.outcome.stderr) == ("", "")
    assert [finding.detail for finding in told.findings] == [told.outcome.detail]


def test_visible_data_are_the_students_own() -> None:
    run = run_with(StudentError("MyError", 3, "X is [[1, 2]]", "trace"), visible=True)
    assert run.outcome.detail == "MyError: X is [[1, 2]] [line 3]"


def test_a_class_of_its_own_may_have_any_name() -> None:
    assert kind_of(StudentError("X_3_14159", 1, "")) == "error of its own"
    assert kind_of(StudentError("LinAlgError", 1, "")) == "LinAlgError"


@pytest.mark.parametrize("status", ["killed", "forged"])
def test_how_a_hidden_run_ends_says_nothing(status: Literal["killed", "forged"]) -> None:
    """An exit code is a byte of the submission's choice, and what is wrong with an answer may be quoted."""
    data = next(each for each in datasets(0) if not each.visible)
    outcomes = [
        Outcome(status=status, isolation="full", detail=detail) for detail in ("exit code 17", "starts with b'3141'")
    ]
    first, second = (judged(TASK, data, outcome, CODE) for outcome in outcomes)
    assert first.outcome.detail == second.outcome.detail
    assert not re.search(r"\d", first.outcome.detail)


def test_errors_of_roles_are_quiet_too() -> None:
    data = next(each for each in datasets(0) if not each.visible)
    roles = {"components": RoleError("E3_14", 0, "3.14", "3.14"), "scores": np.zeros((len(data.X), data.k))}
    run = judged(TASK, data, Outcome(status="ok", isolation="full", roles=roles), CODE)
    assert "3.14" not in repr(run.roles["components"]) + repr(run.outcome.roles["components"])
    assert not any("3.14" in finding.detail for finding in run.findings)
