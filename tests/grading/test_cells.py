"""Test cells in notebooks: they judge what was typed, in processes that the notebook's patches do not reach."""

import json
import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pcaproofs.grading import cells
from pcaproofs.grading.assignment import loads
from pcaproofs.grading.assignment.example import EXAMPLE, TASKS
from pcaproofs.grading.cells import MARK, check, nbgrader_notebook, otter_tests, points

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
    assert capsys.readouterr().out.startswith("five points: ")
    check(toml, "components.captured", typed)
    with pytest.raises(AssertionError, match="five points"):
        check(toml, "scores.centred", typed)


@pytest.mark.usefixtures("_at_home")
def test_hidden_criteria_stay_hidden(toml: str, capsys: pytest.CaptureFixture[str]) -> None:
    typed = [changed("    Xc =", "    if X.shape[0] < X.shape[1]: raise ValueError('SECRET')\n    Xc =")]
    assert points(toml, "data.few-samples", typed) == 0.0
    assert capsys.readouterr().out == "This hidden criterion is not met.\n"
    with pytest.raises(AssertionError, match="a hidden criterion is not met"):
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
def test_the_notebook_is_what_nbgrader_reads(toml: str) -> None:
    notebook = json.loads(nbgrader_notebook(ASSIGNMENT, "hw.toml"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    answer, *tests = notebook["cells"]
    assert answer["metadata"]["nbgrader"]["solution"]
    assert len({cell["metadata"]["nbgrader"]["grade_id"] for cell in notebook["cells"]}) == len(notebook["cells"])
    fields = {"cell_type", "grade", "grade_id", "locked", "schema_version", "solution", "task", "points"}
    for cell, item in zip(tests, ASSIGNMENT.tasks[0].criteria, strict=True):
        assert cell["metadata"]["nbgrader"].keys() == fields
        assert cell["metadata"]["nbgrader"]["points"] == item.points
        assert cell["source"].startswith(MARK)
        assert ("BEGIN HIDDEN TESTS" in cell["source"]) is not item.visible
        compile(cell["source"], "cell", "exec")
    scope = {"In": [GOOD, tests[2]["source"]]}
    *lines, last = tests[2]["source"].splitlines()
    exec("\n".join(lines), scope)
    assert eval(last, scope) == 3.0  # the cell's value is its partial score


@pytest.mark.usefixtures("_at_home")
def test_the_files_are_what_otter_reads(toml: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, Any] = {}

    def test_case(**options: Any) -> Any:
        return lambda function: seen.update(options, function=function) or function

    otter, test_files = types.ModuleType("otter"), types.ModuleType("otter.test_files")
    test_files.test_case = test_case  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "otter", otter)
    monkeypatch.setitem(sys.modules, "otter.test_files", test_files)
    files = otter_tests(ASSIGNMENT, "hw.toml")
    assert len(files) == len(ASSIGNMENT.tasks[0].criteria)
    for item, (name, text) in zip(ASSIGNMENT.tasks[0].criteria, files.items(), strict=True):
        scope: dict[str, Any] = {}
        exec(compile(text, name, "exec"), scope)
        assert scope["OK_FORMAT"] is False
        assert (seen["points"], seen["hidden"]) == (item.points, not item.visible)
        assert seen["function"].__code__.co_varnames[: seen["function"].__code__.co_argcount] == ("In",)
    exec(files["components_captured.py"], scope)
    seen["function"]([GOOD])
    with pytest.raises(AssertionError):
        seen["function"]([PATCHED])


def test_tasks_are_told_apart() -> None:
    assignment = loads(TASKS)
    assert (
        "check('hw.toml', 'scores.agree', In, task='project')"
        in otter_tests(assignment, "hw.toml")["project_scores_agree.py"]
    )
    assert "task='center'" in nbgrader_notebook(assignment, "hw.toml")
