"""Functions that test cells of nbgrader and Otter call inside a student's notebook.

Students have the student's version of the assignment. If staff run the same cells, the environment variable
PCAPROOFS_ASSIGNMENT names the full one. A cell passes on the text that was typed (IPython's `In`), not objects in
memory: the definitions are run and judged in separate processes, so a notebook that patches NumPy has no effect. A
notebook can still replace the test cell itself; the score that counts is that of `pcaproofs grade`.
"""

import functools
import json
import os
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

from pcaproofs.grading.results.result import Result, Scored, explanation_of

MARK = "# pcaproofs:"
"""First characters of our own cells, which are not part of the student's code."""
_COMMAND = (sys.executable, "-P", "-c", "from pcaproofs.cli import main; main()")


VARIABLE = "PCAPROOFS_ASSIGNMENT"
"""Environment variable with the path of the full assignment, set where staff run the cells."""


def points(assignment: str, criterion: str, inputs: Sequence[str], task: str = "", environment: str = "") -> float:
    """The points of one criterion for the cells typed so far; prints the reason if the criterion fails.

    environment: folder with the packages that may be imported, as `pcaproofs assignment environment` makes it; by
    default the one named by the environment variable PCAPROOFS_ENVIRONMENT, if set.
    """
    item, message = _scored(assignment, criterion, inputs, task, environment)
    if not item.passed:
        print(message)
    return item.points


def check(
    assignment: str, criterion: str, inputs: Sequence[str], task: str = "", whole: str = "", environment: str = ""
) -> None:
    """Raise AssertionError with the reason unless the cells typed so far get all points of a criterion.

    whole: path of the full assignment while staff grade; elsewhere there is no such file.
    """
    chosen = whole if whole and Path(whole).is_file() else assignment
    item, message = _scored(chosen, criterion, inputs, task, environment)
    if not item.is_full:
        raise AssertionError(message)


def _scored(assignment: str, criterion: str, inputs: Sequence[str], task: str, environment: str) -> tuple[Scored, str]:
    """The result of a criterion, and the text for the student."""
    assignment = os.environ.get(VARIABLE) or assignment
    typed = tuple(text for text in inputs if not text.lstrip().startswith(MARK))
    content = Path(assignment).read_bytes()
    result = _graded(assignment, content, typed, environment, tuple(_beside(content)))
    if not result.gradable:
        raise RuntimeError(f"the grader failed, which is not your fault: {result.problems[0]}")
    for item in result.criteria:
        if (item.criterion, item.task) == (criterion, task):
            return item, explanation_of(item, result) if item.visible else "This hidden criterion is not met."
    if result.criteria:
        raise RuntimeError(
            f"{assignment} does not judge {criterion}: set {VARIABLE} to the path of the whole assignment"
        )
    nothing = Scored(
        criterion=criterion, task=task, title="", claim="", points=0.0, max_points=0.0, passed_on=0, tried_on=1,
        visible=True,
    )  # fmt: skip
    return nothing, "; ".join(result.problems)


def _beside(content: bytes) -> Iterator[tuple[str, bytes]]:
    """The files with derivations that lie in the working directory: of a notebook the one that was saved last."""
    for task in tomllib.loads(content.decode()).get("task", []):
        if task.get("kind") == "derivation":
            name = task.get("file", "notebook.ipynb")
            found = [Path(name)] if Path(name).is_file() else []
            if not found and name.lower().endswith(".ipynb"):
                found = sorted(Path().glob("*.ipynb"))
            if len(found) == 1:
                yield found[0].name, found[0].read_bytes()


def _text_cells(notebook: bytes) -> list[dict[str, object]]:
    try:
        return [cell for cell in json.loads(notebook)["cells"] if cell["cell_type"] == "markdown"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return []


@functools.lru_cache(maxsize=4)
def _graded(
    assignment: str, content: bytes, typed: tuple[str, ...], environment: str, beside: tuple[tuple[str, bytes], ...]
) -> Result:
    cells: list[dict[str, object]] = [{"cell_type": "code", "source": text} for text in typed]
    with tempfile.TemporaryDirectory() as folder:
        home, out = Path(folder, "notebook"), Path(folder, "out")
        home.mkdir()
        for name, data in dict(beside).items():
            if name.lower().endswith(".ipynb"):
                cells = [*_text_cells(data), *cells]
            else:
                (home / name).write_bytes(data)
        notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
        (home / "notebook.ipynb").write_text(json.dumps(notebook))
        options = ["grade", str(home), "-a", str(Path(assignment).resolve()), "-o", str(out), "--single"]
        options += ["--environment", environment] if environment else []
        done = subprocess.run([*_COMMAND, *options], capture_output=True, text=True, check=False)
        try:
            saved = json.loads((out / "notebook" / "result.json").read_bytes())
            saved.pop("signature")
            return Result.from_json(saved)
        except OSError:
            raise RuntimeError(f"the grader failed, which is not your fault: {done.stderr.strip()}") from None
