"""Reading [criteria]: criteria and their points."""

import math
from collections.abc import Collection, Iterable
from typing import Any

from pcaproofs.grading.assignment import keys
from pcaproofs.grading.assignment.model import Rubric
from pcaproofs.grading.assignment.names import CRITERIA, DERIVATION_CRITERIA, MILESTONES, VALUES, roles_of
from pcaproofs.grading.assignment.table import Table, choice, short
from pcaproofs.grading.judge import Conventions


def criteria_of(
    task: Table, roles: Collection[str], values: Collection[str], conventions: Conventions
) -> tuple[Rubric, ...]:
    """The [criteria] of a task with some roles and values; raises AssignmentError."""
    table = task.table("criteria")
    known = [*CRITERIA, *(f"{VALUES}{name}" for name in values)]
    rubrics = []
    for path, value in _flatten(table.values, ()):
        name = ".".join(path)
        if name not in known:
            wanted = "one of [values]" if name.startswith(VALUES) else choice(name, known, "criteria")
            table.wrong(short(repr(name)), wanted, *path)
        missing = [role for role in roles_of(name) if role not in roles]
        if missing:
            table.wrong(f"criterion {name!r}", f"left out, or [roles] should yield {missing[0]!r}", *path)
        if name == "equivariance.rotation" and conventions.standardise != "no":
            table.wrong(f"criterion {name!r}", "left out: z-scores do not turn with the data", *path)
        rubrics.append(_rubric(table, path, name, value))
    if not rubrics:
        table.wrong("no criteria", f"a table [criteria], for example with {known[-1]} = 1")
    return tuple(rubrics)


def criteria_of_derivation(task: Table, milestones: Iterable[str]) -> tuple[Rubric, ...]:
    """The [criteria] of a derivation; raises AssignmentError."""
    table = task.table("criteria")
    known = [*DERIVATION_CRITERIA, *(f"{MILESTONES}{name}" for name in milestones)]
    rubrics = []
    for path, value in _flatten(table.values, ()):
        name = ".".join(path)
        if name not in known:
            table.wrong(short(repr(name)), choice(name, known, "criteria"), *path)
        for key in ("follow_through", "tolerance"):
            if isinstance(value, dict) and key in value:
                table.wrong(f"{key!r} of a derivation", "left out: it is about code", *path)
        rubrics.append(_rubric(table, path, name, value))
    if not rubrics:
        table.wrong("no criteria", f"a table [criteria] of some of {', '.join(known)}")
    return tuple(rubrics)


def _rubric(table: Table, path: tuple[str, ...], name: str, value: Any) -> Rubric:
    inner = table
    for part in path[:-1]:
        inner = inner.table(part)
    options = inner.table(path[-1]) if isinstance(value, dict) else None
    points = value if options is None else options.values.get("points")
    if isinstance(points, bool) or not isinstance(points, int | float) or not 0 <= points < math.inf:
        table.wrong(f"points {points!r}", "a number, 0 or more", *path)
    if options is None:
        return Rubric(criterion=name, points=float(points))
    options.keys(keys.RUBRIC)
    share = options.number("follow_through", 0.0, high=1.0) if "follow_through" in options else None
    return Rubric(
        criterion=name,
        points=float(points),
        visible=options.flag("visible", True),
        partial=options.flag("partial", True),
        follow_through=share,
        tolerance=options.number("tolerance", 0.0, high=1.0),
    )


def _flatten(table: dict[str, Any], path: tuple[str, ...]) -> Iterable[tuple[tuple[str, ...], Any]]:
    """Criteria with their values: TOML reads the dot in `mean.values = 1` as a nested table."""
    for key, value in table.items():
        inner = (*path, key)
        if isinstance(value, dict) and not keys.RUBRIC.keys() & value.keys() and ".".join(inner) not in CRITERIA:
            yield from _flatten(value, inner)
        else:
            yield inner, value
