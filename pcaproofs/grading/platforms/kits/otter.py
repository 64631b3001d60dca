"""Otter: a master notebook from which `otter assign` makes the students' folder and the autograder.

Tests of criteria that are not in the student's version are hidden, so that Otter removes them from what students get;
the full assignment is a file of the autograder only. Tests read it from Otter's folder, not from the folder of the
submission.
"""

import json

from pcaproofs.grading.assignment.model import Derivation, Rubric, Task
from pcaproofs.grading.assignment.names import title_of
from pcaproofs.grading.platforms.kits.kit import File, Kit, Platform, derivation_cells, points_of
from pcaproofs.grading.release import is_shown

_INSTALLED = "/autograder/source/files/"
"""Otter's folder in the container."""
_WHOLE = "../source/files/"
"""The same folder, relative to where tests run."""
_KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def _files(kit: Kit) -> dict[str, File]:
    return {
        f"{kit.stem}.ipynb": File(_master(kit).encode()),
        **kit.staff_files(),
        **kit.student_files(),
        **kit.wheel_file(),
    }


def _master(kit: Kit) -> str:
    cells = [_raw(_config(kit)), _markdown(_introduction(kit))]
    for number, task in enumerate(kit.assignment.tasks, 1):
        name = (task.name or "pca").replace("-", "_")
        cells += [_raw(f"# BEGIN QUESTION\nname: {name}"), _markdown(_question(task))]
        if number == 1:
            cells += [_raw("# BEGIN SOLUTION"), _code(_solution(kit)), _raw("# END SOLUTION")]
        cells.append(_raw("# BEGIN TESTS"))
        cells += [_code(_test(kit, task, item)) for item in task.criteria]
        cells += [_raw("# END TESTS"), _raw("# END QUESTION")]
    for each in kit.assignment.derivations:
        name = each.name.replace("-", "_")
        cells += [*derivation_cells(each), _raw(f"# BEGIN QUESTION\nname: {name}")]
        cells += [_markdown(f"Save this notebook, then check {each.name}:"), _raw("# BEGIN TESTS")]
        cells += [_code(_test(kit, each, item)) for item in each.criteria]
        cells += [_raw("# END TESTS"), _raw("# END QUESTION")]
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    notebook = {"cells": cells, "metadata": {"kernelspec": _KERNEL}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(notebook, indent=1)


def _config(kit: Kit) -> str:
    """The configuration; JSON is YAML."""
    names = sorted({*kit.student_files(), *kit.wheel_file()})
    values = {
        "requirements": [f"{_INSTALLED}{kit.wheel[0]}", *kit.assignment.packages],
        "files": names,
        "autograder_files": sorted(kit.staff_files().keys() - set(names)),
        "tests": {"ok_format": False},
        "run_tests": bool(kit.assignment.solution),
        "export_cell": {"pdf": False, "run_tests": False},
        "generate": {"show_stdout": True},
        "python_version": "3.12",
    }
    return "\n".join(["# ASSIGNMENT CONFIG", *(f"{key}: {json.dumps(value)}" for key, value in values.items())])


def _introduction(kit: Kit) -> str:
    return (
        f"# {kit.assignment.title}\n\n"
        f"The checks below call pcaproofs. Install it once, from the file beside this notebook:\n\n"
        f"    %pip install ./{kit.wheel[0]}"
    )


def _question(task: Task) -> str:
    visible = [f"- {title_of(item.criterion)} ({item.points:g})" for item in task.criteria if item.visible]
    call = "\n".join(f"    {line}" for line in task.call.strip().splitlines())
    heading = [f"## {task.name}"] if task.name else []
    return "\n\n".join([*heading, f"Your code is called as follows.\n\n{call}", "\n".join(visible)])


def _solution(kit: Kit) -> str:
    solution = kit.assignment.solution
    if solution is None or not solution.name.lower().endswith(".py"):
        return "..."
    text = solution.data.decode("utf-8-sig", "replace").replace("\r\n", "\n").rstrip("\n")
    return f"# BEGIN SOLUTION\n{text}\n# END SOLUTION"


def _test(kit: Kit, task: Task | Derivation, item: Rubric) -> str:
    words = "_".join(filter(None, (task.name, item.criterion))).replace(".", "_").replace("-", "_")
    which = f", task={task.name!r}" if task.name else ""
    hidden = str(not is_shown(kit.known, task, item)).lower()
    return (
        f'""" # BEGIN TEST CONFIG\nhidden: {hidden}\npoints: {item.points:g}\n""" # END TEST CONFIG\n'
        f"def test_{words}(In):\n"
        "    from pcaproofs.grading.cells import check\n\n"
        f"    check({kit.student_toml_name!r}, {item.criterion!r}, In{which}, whole={_WHOLE + kit.toml_name!r})"
    )


def _raw(source: str) -> dict[str, object]:
    return {"cell_type": "raw", "metadata": {}, "source": source}


def _markdown(source: str) -> dict[str, object]:
    return {"cell_type": "markdown", "metadata": {}, "source": source}


def _code(source: str) -> dict[str, object]:
    return {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": source}


def _steps(kit: Kit) -> list[str]:
    return [
        f"Write the task into {kit.stem}.ipynb, then: otter assign {kit.stem}.ipynb dist",
        f"Hand out dist/student; upload the zip in dist/autograder to Gradescope, with {points_of(kit)}, or grade with "
        "otter grade. A criterion is all or nothing there: Otter has no partial points within a test.",
    ]


PLATFORM = Platform("a master notebook for otter assign", _files, _steps)
