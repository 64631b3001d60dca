"""The student's version of an assignment: what self-checks and test cells in notebooks need, and no more.

It is written anew from the keys of the instructor's version, so that no comment is copied. It has no seed, no hidden
criteria, no solution and no hidden data, and a mark that only visible data are run. For values that are compared with
the solution it contains the right values on the visible data.
"""

import base64
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pcaproofs.grading.assignment.keys import DERIVATION, TOP, secret
from pcaproofs.grading.assignment.model import Assignment, AssignmentError, Derivation, Rubric, Task
from pcaproofs.grading.assignment.names import SITUATIONS
from pcaproofs.grading.assignment.toml import to_toml
from pcaproofs.grading.running.run import data_of

MARK = "student_version"


def student_version(text: str, assignment: Assignment, name: str = "assignment") -> str:
    """The TOML text of the student's version; raises AssignmentError if nothing is visible.

    Values that are compared with the solution are kept if the assignment has their `expected` values
    (`solution.with_expected_values`).
    """
    assignment = replace(assignment, solution=None)
    for_students = assignment.for_students()
    if not any(is_shown(assignment, task, item) for task, item in for_students.rubrics):
        raise AssignmentError(
            f"{name}:1: got nothing that students may see, but should be a criterion, and data, that are visible"
        )
    table = {key: value for key, value in tomllib.loads(text).items() if key not in secret(TOP)}
    table = {MARK: True, **table}
    if "data" in table:
        table["data"] = [data for data in table["data"] if data.get("visible", False)]
        if not table["data"]:
            del table["data"]
    shown = {task.name: task for task in for_students.tasks}
    derived = {each.name: each for each in for_students.derivations}
    if "task" in table:
        table["task"] = [
            _task(task, shown[task["name"]]) if task["name"] in shown else _derivation(task, derived[task["name"]])
            for task in table["task"]
            if task["name"] in shown.keys() | derived.keys()
        ]
    else:
        table = _task(table, shown[""])
    return to_toml(table)


def _task(table: Mapping[str, Any], task: Task) -> dict[str, Any]:
    kept = {key: value for key, value in table.items() if key not in ("values", "expected")}
    if task.values:
        kept["values"] = {name: table["values"][name] for name in task.values}
        kept["expected"] = {
            data: {name: base64.b64encode(value).decode() for name, value in found.items()}
            for data, found in task.expected.items()
        }
    names = [item.criterion for item in task.criteria]
    kept["criteria"] = _criteria(table["criteria"], (), names)
    return kept


def _derivation(table: Mapping[str, Any], task: Derivation) -> dict[str, Any]:
    kept = {key: value for key, value in table.items() if key not in {"milestones", *secret(DERIVATION)}}
    if task.milestones:
        kept["milestones"] = {item.name: table["milestones"][item.name] for item in task.milestones}
    kept["criteria"] = _criteria(table["criteria"], (), [item.criterion for item in task.criteria])
    return kept


def _criteria(table: Mapping[str, Any], path: tuple[str, ...], names: list[str]) -> dict[str, Any]:
    """The criteria with these names: TOML reads the dot in a name as a nested table."""
    kept: dict[str, Any] = {}
    for key, value in table.items():
        name = ".".join((*path, key))
        if name in names:
            kept[key] = value
        elif isinstance(value, Mapping) and (inner := _criteria(value, (*path, key), names)):
            kept[key] = inner
    return kept


def is_shown(assignment: Assignment, task: Task | Derivation, item: Rubric) -> bool:
    """Whether a criterion is judged in the student's version: it is visible, and so are the data sets that it needs."""
    if isinstance(task, Derivation):
        return (task.name, item) in [(each.name, one) for each, one in assignment.for_students().rubrics]
    try:
        own = assignment.for_students().task(task.name)
    except KeyError:
        return False
    situation = item.criterion if item.criterion in SITUATIONS else ""
    about = any(data.situation == situation for data in data_of(assignment.for_students(), own))
    return about and item.criterion in [each.criterion for each in own.criteria]
