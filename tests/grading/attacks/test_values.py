"""What is returned is numbers and nothing else: no object, thread or memory behind them earns a point."""

import functools

import pytest

from pcaproofs.grading import engine
from pcaproofs.grading.assignment import Assignment, loads
from pcaproofs.grading.diagnosis import FullDiagnosis
from pcaproofs.grading.engine import grade
from pcaproofs.grading.results.result import Result
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.submission.submissions import Submission

from .values import CACHE, NOTHING, VALUES

HEAD = """\
title = "scores"
file = "pca.py"
seed = 5
"""
SCORES = loads(f"""{HEAD}call = "Z = pca(X, k)"
[roles]
scores = "Z"
[criteria]
scores.centred = 2
scores.uncorrelated = 1
scores.variances = 1
scores.space = 4
data.ties = 1
[limits]
cpu = 2
wall = 4
""")
TWO = loads(f"""{HEAD}
[[task]]
name = "axes"
call = "W = axes(X, k)"
roles = {{ components = "W" }}
criteria = {{ components.captured = 4 }}
[[task]]
name = "project"
call = "Z = project(X, W)"
given = {{ W = "components" }}
roles = {{ scores = "Z" }}
criteria = {{ scores.space = 4 }}
""")


@pytest.fixture(autouse=True)
def _undiagnosed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "full_diagnosis", lambda *arguments: FullDiagnosis(None, None, None))


def graded(top: Pool, source: str, assignment: Assignment) -> Result:
    run_all = functools.partial(top.run_all, limits=assignment.limits)
    return grade(run_all, assignment, Submission("eve", {"pca.py": source.encode()}))


@pytest.mark.parametrize("name", VALUES)
def test_a_worthless_value_earns_no_more_than_its_means(name: str, top: Pool) -> None:
    result = graded(top, VALUES[name], SCORES)
    assert result.gradable, result.problems
    earned = {item.criterion: item.points for item in result.criteria if item.points}
    # centred noise has mean 0, and of a single component nothing is correlated
    assert set(earned) <= {"scores.centred", "scores.uncorrelated"}
    assert result.score is not None
    assert result.score <= 3


def test_zeros_earn_nothing(top: Pool) -> None:
    assert graded(top, NOTHING, SCORES).score == 0


def test_a_task_finds_nothing_of_what_a_later_one_is_given(top: Pool) -> None:
    result = graded(top, CACHE, TWO)
    assert result.score == 0
    assert "tried" in (result.printed or "")
    assert "BREACH" not in (result.printed or "")
