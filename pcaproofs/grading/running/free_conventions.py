"""Conventions that an assignment leaves free, resolved once for all runs of a submission.

A divisor that changes from one data set to the next is a mistake, though each is allowed. A square W fits both
orientations, and trying both would accept the rows of the eigenvector matrix for its columns; so the shapes of the
other answers decide.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pcaproofs.grading.assignment.model import Task
from pcaproofs.grading.data.datasets import DataSet
from pcaproofs.grading.data.ground_truth import facts_for
from pcaproofs.grading.judge import Conventions, examine
from pcaproofs.grading.judge.shapes import SHAPES, orientation_vote
from pcaproofs.grading.judge.truth import SCALES
from pcaproofs.grading.protocol import Array, RoleError

Answer = tuple[DataSet, Mapping[str, Array | RoleError]]
"""A data set, and the values with samples in rows; no values if the call failed."""
Answered = tuple[Task, Sequence[Answer]]

FREE: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "standardise": (("n", "n-1"), ()),
    "constant": (("zero", "unchanged"), ("centered", "standardised")),
    "scale": (SCALES, ("explained_variance", "standard_deviations", "eigenvalue_matrix")),
    "covariance": (SCALES, ("covariance",)),
    "whitening": (("n-1", "n"), ("whitened", "zca")),
    "kernel_scale": (("projections", "unit"), ("kernel_scores",)),
}
"""Conventions that may be `any`: their choices, and the roles that show the choice (none: all roles)."""


def resolved(answered: Sequence[Answered]) -> list[Task]:
    """The tasks with free conventions resolved by a submission's answers.

    Free divisors are the same in all tasks that are given only data; a task that is given other values may need another
    one.
    """
    tasks = [oriented(with_scored_forms(task), answers) for task, answers in answered]
    own = [number for number, task in enumerate(tasks) if task.given]
    alike = [number for number, task in enumerate(tasks) if not task.given]
    for group in (alike, *([number] for number in own)):
        for key in FREE:
            chosen = _chosen(key, [(tasks[number], answered[number][1]) for number in group])
            for number in group:
                if chosen and getattr(tasks[number].conventions, key) == "any":
                    tasks[number] = _with(tasks[number], key, chosen)
    return tasks


def freed(task: Task) -> Task:
    """The task with the conventions open again that an earlier answer resolved: a changed program may show others."""
    free: dict[str, Any] = {key: "either" if key == "components" else "any" for key in task.reading.free}
    reading = replace(task.reading, free=frozenset(), transposed=frozenset())
    return replace(task, conventions=replace(task.conventions, **free), reading=reading)


def with_scored_forms(task: Task) -> Task:
    """A task whose reading knows the roles with points for their form."""
    scored = {item.criterion.removesuffix(".form") for item in task.criteria if item.points > 0} & set(SHAPES)
    return replace(task, reading=replace(task.reading, scored_forms=frozenset(scored))) if scored else task


def oriented(task: Task, answers: Sequence[Answer]) -> Task:
    """The task with the orientation of components, and the transposed roles, that most informative shapes show."""

    def votes(role: str, conventions: Conventions) -> int:
        found = ((data, roles[role]) for data, roles in answers if role in roles)
        return sum(orientation_vote(role, value, facts_for(data, conventions), conventions) for data, value in found)

    if task.conventions.components == "either":
        rows = votes("components", replace(task.conventions, components="columns")) > 0
        task = _with(task, "components", "rows" if rows else "columns")
    transposed = frozenset(role for role in task.roles if role in SHAPES and votes(role, task.conventions) > 0)
    return replace(task, reading=replace(task.reading, transposed=transposed)) if transposed else task


def _chosen(key: str, answered: Sequence[Answered]) -> str:
    """The choice of a free convention under which most criteria hold; empty if no answer shows it."""
    options, telling = FREE[key]
    free = [each for each in answered if getattr(each[0].conventions, key) == "any"]
    best, most = "", 0
    for option in options:
        passed = asked = 0
        for task, answers in free:
            conventions = replace(task.conventions, **_change(key, option))
            for data, roles in answers:
                told = {role: value for role, value in roles.items() if role in (telling or roles)}
                found = examine(facts_for(data, conventions, task.tolerance), told, conventions, task.reading)
                asked += len(found)
                passed += sum(finding.passed for finding in found)
        if passed > most:
            best, most = option, passed
        if passed == asked:
            break
    return best


def _with(task: Task, key: str, choice: str) -> Task:
    reading = replace(task.reading, free=task.reading.free | {key})
    return replace(task, conventions=replace(task.conventions, **_change(key, choice)), reading=reading)


def _change(key: str, choice: str) -> dict[str, Any]:
    return {key: choice}
