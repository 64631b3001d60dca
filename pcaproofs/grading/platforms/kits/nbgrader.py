"""nbgrader: a notebook with an answer cell and a test cell for each criterion, and its files.

nbgrader hands out all files in the notebook's folder, so these are the student's version. Criteria that it does not
contain become hidden tests, which nbgrader removes from what students get.
"""

import json

from pcaproofs.grading.assignment.model import Derivation, Rubric, Task
from pcaproofs.grading.cells import MARK, VARIABLE
from pcaproofs.grading.platforms.kits.kit import File, Kit, Platform, derivation_cells, points_of
from pcaproofs.grading.release import is_shown

_KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def _files(kit: Kit) -> dict[str, File]:
    folder = f"source/{kit.stem}/"
    return {
        f"{folder}{kit.stem}.ipynb": File(_notebook(kit).encode()),
        **kit.student_files(folder),
        **kit.wheel_file(folder),
    }


def _notebook(kit: Kit) -> str:
    install = (
        f"The tests below call pcaproofs. Install it once, from the file beside this notebook:\n\n"
        f"    %pip install ./{kit.wheel[0]}"
    )
    cells: list[dict[str, object]] = [
        {"cell_type": "markdown", "id": "pca-install", "metadata": {}, "source": install},
        *([_answer(kit)] if kit.assignment.tasks else []),
        *(cell for each in kit.assignment.derivations for cell in derivation_cells(each)),
    ]
    for number, (task, item) in enumerate(kit.assignment.rubrics, 1):
        cells.append(_cell(f"pca-{number}", _test(kit, task, item), item.points))
    notebook = {"cells": cells, "metadata": {"kernelspec": _KERNEL}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(notebook, indent=1)


def _answer(kit: Kit) -> dict[str, object]:
    calls = "; ".join(" ".join(task.call.split()) for task in kit.assignment.tasks)
    return _cell("pca-answer", f"### BEGIN SOLUTION\n{_solution(kit)}### END SOLUTION\n# called as: {calls}", None)


def _solution(kit: Kit) -> str:
    solution = kit.assignment.solution
    if solution is None or not solution.name.lower().endswith(".py"):
        return ""
    return solution.data.decode("utf-8-sig", "replace").replace("\r\n", "\n").rstrip("\n") + "\n"


def _test(kit: Kit, task: Task | Derivation, item: Rubric) -> str:
    """A test cell; its last line gives the partial score."""
    which = f", task={task.name!r}" if task.name else ""
    call = (
        f"from pcaproofs.grading.cells import points\npoints({kit.student_toml_name!r}, {item.criterion!r}, In{which})"
    )
    if is_shown(kit.known, task, item):
        return f"{MARK} {item.criterion}\n{call}"
    return f"{MARK} hidden\n### BEGIN HIDDEN TESTS\n{call}\n### END HIDDEN TESTS"


def _cell(name: str, source: str, points: float | None) -> dict[str, object]:
    grade = points is not None
    nbgrader: dict[str, object] = {
        "cell_type": "code", "grade": grade, "grade_id": name, "locked": grade, "schema_version": 3,
        "solution": not grade, "task": False,
    }  # fmt: skip
    if grade:
        nbgrader["points"] = points
    return {
        "cell_type": "code", "execution_count": None, "id": name, "metadata": {"nbgrader": nbgrader}, "outputs": [],
        "source": source,
    }  # fmt: skip


def _steps(kit: Kit) -> list[str]:
    return [
        f"Copy source/{kit.stem} into your course folder, write the task above the answer cell, and run "
        f"nbgrader generate_assignment {kit.stem}. It is worth {points_of(kit)}.",
        f"Grade with the whole assignment, which lies elsewhere: "
        f"{VARIABLE}=/path/to/{kit.toml_name} nbgrader autograde {kit.stem}",
        f"In the environment that nbgrader runs in: pip install {' '.join([kit.wheel[0], *kit.assignment.packages])}",
    ]


PLATFORM = Platform("nbgrader", _files, _steps, has_seed=False)
