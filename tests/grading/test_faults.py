"""Faults of the grader itself: one part that cannot be computed leaves the others, and staff is told."""

import csv
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import pytest

from pcaproofs.grading import batch, diagnosis, engine, feedback, outputs
from pcaproofs.grading.assignment import loads
from pcaproofs.grading.assignment.reference import EXAMPLE
from pcaproofs.grading.batch import grade_all
from pcaproofs.grading.feedback.content import FAULTY
from pcaproofs.grading.judge import equivariance, examination
from pcaproofs.grading.judge.criteria import CRITERIA
from pcaproofs.grading.protocol import NOT_JUDGED
from pcaproofs.grading.results.result import Result
from pcaproofs.grading.submission.submissions import Submission

from .solutions import GOOD, changed

ASSIGNMENT = loads(EXAMPLE.replace("runs = 1", "runs = 1\nequivariance.shift = 1"))
WRONG = changed("Xc @ W", "X @ W")


def fails(*arguments: Any, **more: Any) -> NoReturn:
    raise OverflowError("of our own")


def graded(folder: Path, source: str) -> tuple[Result, dict[str, str], list[dict[str, str]]]:
    (result,) = grade_all(ASSIGNMENT, [Submission("ada", {"pca.py": source.encode()})], folder)
    outputs.write_tables(folder, [result], ASSIGNMENT)
    pages = {name: (folder / "ada" / name).read_text() for name in ("feedback.md", "feedback.html", "code.html")}
    with (folder / "grades.csv").open(newline="") as file:
        return result, pages, list(csv.DictReader(file))


def test_a_criterion_that_cannot_be_computed_leaves_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = [replace(each, check=fails) if each.name == "scores.agree" else each for each in CRITERIA]
    monkeypatch.setattr(examination, "CRITERIA", broken)
    examination._applicable.cache_clear()
    try:
        result, pages, rows = graded(tmp_path, GOOD)
    finally:
        examination._applicable.cache_clear()
    (lost,) = [item for item in result.criteria if item.points < item.max_points]
    assert (lost.criterion, lost.points) == ("scores.agree", 0)
    assert result.score == ASSIGNMENT.max_points - lost.max_points
    assert NOT_JUDGED in lost.message
    assert result.faults == (
        f"scores.agree: OverflowError: of our own [{Path(__file__).name}:{fails.__code__.co_firstlineno + 1}]",
    )
    assert NOT_JUDGED in pages["feedback.md"]
    assert FAULTY in pages["feedback.md"]
    assert "of our own" not in "".join(pages.values())
    assert rows[0]["faults"] == result.faults[0]
    assert "The grader failed in part" in (tmp_path / "index.html").read_text()
    assert batch.stored(tmp_path, ASSIGNMENT, Submission("ada", {"pca.py": GOOD.encode()})) is None  # judged again


PARTS: dict[str, tuple[Any, str, str, str]] = {
    "the diagnosis": (diagnosis, "diagnose", WRONG, "diagnosis"),
    "the picture of a wrong answer": (diagnosis, "picture_of", WRONG, "picture"),
    "the picture of a right answer": (engine, "picture_of", GOOD, "picture"),
    "the page as Markdown": (feedback, "markdown", GOOD, "feedback.md"),
    "the page as HTML": (feedback, "html", GOOD, "feedback.html"),
    "the code": (feedback, "code_page", GOOD, "code.html"),
}


@pytest.mark.parametrize("part", PARTS)
def test_a_part_that_cannot_be_made_costs_no_points(part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, source, told = PARTS[part]
    before, _, rows = graded(tmp_path / "before", source)
    assert (before.faults, rows[0]["faults"]) == ((), "")
    monkeypatch.setattr(where, name, fails)
    result, pages, rows = graded(tmp_path / "after", source)
    assert (result.score, result.status) == (before.score, "ok")
    assert [fault.split(":")[0] for fault in result.faults] == [told]
    assert rows[0]["faults"].startswith(f"{told}: OverflowError")
    assert all(page.strip() for page in pages.values())


def test_moved_data_that_cannot_be_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equivariance, "_moved", fails)
    result, _, _ = graded(tmp_path, GOOD)
    assert [item.criterion for item in result.criteria if item.points < item.max_points] == ["equivariance.shift"]
    assert all(fault.startswith("equivariance.") for fault in result.faults)


HUGE: dict[str, Callable[[str], str]] = {
    "reconstruction": lambda size: f"np.eye(X.shape[1])[:, :k], np.full(X.shape, {size})",
    "components": lambda size: f"np.full((X.shape[1], k), {size}), X",
    "noise": lambda size: f"{size} * np.random.randn(X.shape[1], k), {size} * np.random.randn(*X.shape)",
}
TWO = loads("""
file = "pca.py"
seed = 3
call = "W, R = pca(X, k)"
[roles]
components = "W"
reconstruction = "R"
[criteria]
components.captured = 1
components.eigen_equation = 1
reconstruction.error = 1
reconstruction.rank = 1
reconstruction.form = 1
""")


@pytest.mark.parametrize("size", ["1e160", "-1e200", "1e308", "1e-100", "5e-324"])
@pytest.mark.parametrize("what", HUGE)
def test_numbers_of_any_size_are_no_fault(what: str, size: str, tmp_path: Path) -> None:
    source = f"import numpy as np\n\ndef pca(X, k):\n    return {HUGE[what](size)}\n"
    (result,) = grade_all(TWO, [Submission("ada", {"pca.py": source.encode()})], tmp_path)
    assert (result.status, result.gradable, result.faults) == ("ok", True, ())
    # data that are returned unchanged have no error, but more than k dimensions
    assert {item.criterion for item in result.criteria if item.points} <= {"reconstruction.form"}
