"""Test cells in notebooks: they judge what was typed, in processes that the notebook's patches do not reach."""

import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pcaproofs.grading import cells
from pcaproofs.grading.assignment import loads
from pcaproofs.grading.assignment.reference import EXAMPLE
from pcaproofs.grading.cells import MARK, VARIABLE, check, points
from pcaproofs.grading.release import student_version

from .solutions import GOOD, PATCHED, changed
from .test_grading_cli import run

ASSIGNMENT = loads(EXAMPLE)


@pytest.fixture
def toml(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "hw.toml").write_text(EXAMPLE)
    monkeypatch.chdir(tmp_path)
    return "hw.toml"


@pytest.fixture
def _at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command in this process, where nothing patches what it uses."""

    def run_here(command: list[str], **options: Any) -> subprocess.CompletedProcess[str]:
        assert tuple(command[: len(cells._COMMAND)]) == cells._COMMAND
        return run(*command[len(cells._COMMAND) :], cwd=Path())

    monkeypatch.setattr(subprocess, "run", run_here)


def test_points_are_those_of_the_grader(toml: str, capsys: pytest.CaptureFixture[str]) -> None:
    typed = [
        "",
        GOOD.replace("Xc @ W", "X @ W"),
        "plot(nothing)",
        f"{MARK} x\nfrom pcaproofs.grading.cells import points",
    ]
    assert points(toml, "components.captured", typed) == 3.0
    assert capsys.readouterr().out == ""
    assert points(toml, "scores.centred", typed) == 0.0
    assert capsys.readouterr().out.startswith("on the data “five points”: ")
    check(toml, "components.captured", typed)
    with pytest.raises(AssertionError, match="five points"):
        check(toml, "scores.centred", typed)


@pytest.mark.usefixtures("_at_home")
def test_hidden_criteria_stay_hidden(toml: str, capsys: pytest.CaptureFixture[str]) -> None:
    typed = [changed("    Xc =", "    if X.shape[0] < X.shape[1]: raise ValueError('SECRET')\n    Xc =")]
    assert points(toml, "data.few-samples", typed) == 0.0
    assert capsys.readouterr().out == "This hidden criterion is not met.\n"
    with pytest.raises(AssertionError, match="This hidden criterion is not met"):
        check(toml, "data.few-samples", typed)


def test_a_patched_numpy_gains_nothing(toml: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(np, "allclose", lambda *a, **k: True)  # what such a notebook leaves in the kernel
    monkeypatch.setattr(np, "abs", lambda *a, **k: np.float64(0))
    assert points(toml, "components.captured", [PATCHED]) == 0.0


@pytest.mark.usefixtures("_at_home")
def test_nothing_typed_is_said(toml: str) -> None:
    with pytest.raises(AssertionError, match="NameError"):
        check(toml, "components.captured", [""])


@pytest.mark.usefixtures("_at_home")
def test_students_are_told_of_what_they_see_and_staff_of_all(toml: str, monkeypatch: pytest.MonkeyPatch) -> None:
    released = "hw-student.toml"
    Path(released).write_text(student_version(EXAMPLE, ASSIGNMENT))
    Path("staff").mkdir()
    Path(toml).rename("staff/hw.toml")
    few = [changed("    Xc =", "    if X.shape[0] < X.shape[1]: raise ValueError('SECRET')\n    Xc =")]
    assert points(released, "components.captured", few) == 3.0
    with pytest.raises(RuntimeError, match=f"does not judge data.few-samples: set {VARIABLE}"):
        points(released, "data.few-samples", few)
    with pytest.raises(AssertionError, match="This hidden criterion is not met"):
        check(released, "data.few-samples", few, whole="staff/hw.toml")
    check(released, "components.captured", few, whole="nowhere/hw.toml")
    monkeypatch.setenv(VARIABLE, "staff/hw.toml")
    assert points(released, "data.few-samples", few) == 0.0


HIDDEN_WRONG = changed("    Xc =", "    if len(X) > 12: X = X[:12]\n    Xc =")


@pytest.mark.usefixtures("_at_home")
def test_only_visible_data_are_run_for_students(toml: str) -> None:
    released = "hw-student.toml"
    Path(released).write_text(student_version(EXAMPLE, ASSIGNMENT))
    assert points(toml, "components.captured", [HIDDEN_WRONG]) < 3.0
    assert points(released, "components.captured", [HIDDEN_WRONG]) == 3.0
