"""Test cells of nbgrader and Otter that call our judge from inside a student's notebook.

A cell hands over what was typed (IPython's ``In``), not what is in memory: the definitions are run and judged in
processes of their own, so a notebook that patches numpy changes nothing. A notebook can still replace the cell itself;
the score that counts is that of ``pcaproofs grade``.
"""

import functools
import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from .assignment.model import Assignment, Rubric, Task
from .result import Result, Scored

MARK = "# pcaproofs:"
"""The beginning of our own cells, which are no part of the student's code."""
_COMMAND = (sys.executable, "-P", "-c", "from pcaproofs.cli import main; main()")


def points(assignment: str, criterion: str, inputs: Sequence[str], task: str = "") -> float:
    """Return the points of one criterion for what was typed so far, and print why when some are missing."""
    item = _scored(assignment, criterion, inputs, task)
    if item.message:
        print(item.message if item.visible else "This hidden criterion is not met.")
    return item.points


def check(assignment: str, criterion: str, inputs: Sequence[str], task: str = "") -> None:
    """Raise AssertionError with the reason unless a criterion holds for what was typed so far."""
    item = _scored(assignment, criterion, inputs, task)
    assert item.passed or item.follow_through, item.message if item.visible else "a hidden criterion is not met"


def _scored(assignment: str, criterion: str, inputs: Sequence[str], task: str) -> Scored:
    typed = tuple(text for text in inputs if not text.lstrip().startswith(MARK))
    result = _graded(assignment, Path(assignment).read_bytes(), typed)
    if not result.gradable:
        raise RuntimeError(f"the grader failed, which is not your fault: {result.problems[0]}")
    for item in result.criteria:
        if (item.criterion, item.task) == (criterion, task):
            return item
    return Scored(
        criterion=criterion, task=task, title="", claim="", points=0.0, max_points=0.0, passed_on=0, tried_on=1,
        visible=True, message="; ".join(result.problems),
    )  # fmt: skip


@functools.lru_cache(maxsize=4)
def _graded(assignment: str, content: bytes, typed: tuple[str, ...]) -> Result:
    cells = [{"cell_type": "code", "source": text} for text in typed]
    with tempfile.TemporaryDirectory() as folder:
        notebook, out = Path(folder, "notebook.ipynb"), Path(folder, "out")
        notebook.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
        options = ["grade", str(notebook), "-a", str(Path(assignment).resolve()), "-o", str(out), "--single"]
        done = subprocess.run([*_COMMAND, *options], capture_output=True, text=True, check=False)
        try:
            told = json.loads((out / "notebook" / "result.json").read_bytes())
            told.pop("signature")
            return Result.from_json(told)
        except OSError:
            raise RuntimeError(f"the grader failed, which is not your fault: {done.stderr.strip()}") from None


def nbgrader_notebook(assignment: Assignment, toml: str) -> str:
    """Return a notebook with an answer cell and a test cell for each criterion, as nbgrader wants them."""
    answer = f"### BEGIN SOLUTION\n### END SOLUTION\n# called as: {'; '.join(task.call for task in assignment.tasks)}"
    cells = [_cell("pca-answer", answer, grade=False, points=None)]
    for number, (task, item) in enumerate(_every(assignment), 1):
        source = (
            f"{MARK} {item.criterion}\nfrom pcaproofs.grading.cells import points\n{_call('points', toml, task, item)}"
        )
        if not item.visible:
            source = f"{MARK} hidden\n### BEGIN HIDDEN TESTS\n{source.split(chr(10), 1)[1]}\n### END HIDDEN TESTS"
        cells.append(_cell(f"pca-{number}", source, grade=True, points=item.points))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(notebook, indent=1)


def _cell(name: str, source: str, *, grade: bool, points: float | None) -> dict[str, object]:
    nbgrader: dict[str, object] = {
        "cell_type": "code", "grade": grade, "grade_id": name, "locked": grade, "schema_version": 3,
        "solution": not grade, "task": False,
    }  # fmt: skip
    if points is not None:
        nbgrader["points"] = points
    return {
        "cell_type": "code", "execution_count": None, "id": name, "metadata": {"nbgrader": nbgrader}, "outputs": [],
        "source": source,
    }  # fmt: skip


def otter_tests(assignment: Assignment, toml: str) -> dict[str, str]:
    """Return Otter's test files by name, one for each criterion."""
    files = {}
    for task, item in _every(assignment):
        name = "_".join(filter(None, (task.name, item.criterion))).replace(".", "_").replace("-", "_")
        files[f"{name}.py"] = (
            "OK_FORMAT = False\n\n"
            "from otter.test_files import test_case\n\n"
            f"name = {name!r}\npoints = {item.points:g}\n\n\n"
            f"@test_case(points={item.points:g}, hidden={not item.visible})\n"
            f"def test_{name}(In):\n"
            "    from pcaproofs.grading.cells import check\n\n"
            f"    {_call('check', toml, task, item)}\n"
        )
    return files


def _every(assignment: Assignment) -> list[tuple[Task, Rubric]]:
    return [(task, item) for task in assignment.tasks for item in task.criteria]


def _call(function: str, toml: str, task: Task, item: Rubric) -> str:
    which = f", task={task.name!r}" if task.name else ""
    return f"{function}({toml!r}, {item.criterion!r}, In{which})"
