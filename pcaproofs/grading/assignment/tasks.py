"""Reading a task: its call, its roles and its conventions."""

import base64
import math
import re
import typing
from collections.abc import Collection
from typing import Any, Literal

from pcaproofs.grading.assignment import keys
from pcaproofs.grading.assignment.criteria import criteria_of
from pcaproofs.grading.assignment.model import Task, UpTo, ValueRule
from pcaproofs.grading.assignment.names import GIVEN, ROLES
from pcaproofs.grading.assignment.table import Table
from pcaproofs.grading.judge import Conventions

_NUMBERS = {
    "share": (0.0, 1.0), "epsilon": (0.0, math.inf), "gamma": (0.0, math.inf), "degree": (1.0, math.inf),
    "coef0": (0.0, math.inf),
}  # fmt: skip
"""Numeric conventions, with their least and largest values."""
KINDS = ("code", "derivation")
HANDED = ("X", "k", "X_new")
"""Variables that every call has."""


def tasks_of(top: Table) -> tuple[Task, ...]:
    """The [[task]] tables; raises AssignmentError."""
    tasks: list[Task] = []
    seen: set[str] = set()
    for table in top.tables("task"):
        name = table.text("name")
        if not re.fullmatch(r"[\w-]+", name) or name in seen:
            table.wrong(repr(name), "a name of its own, of letters, digits and dashes", "name")
        seen.add(name)
        if table.values.get("kind") != "derivation":
            table.keys(("name", "kind", *keys.TASK))
            tasks.append(task_of(top, table, name))
    return tuple(tasks)


def task_of(top: Table, table: Table, name: str) -> Task:
    """One task; keys that it lacks are taken from the top level. Raises AssignmentError."""
    conventions = _conventions(top, table)
    given = table.table("given")
    for variable in given:
        if not variable.isidentifier() or variable in HANDED:
            given.wrong(repr(variable), "a variable's name other than X, X_new and k", variable)
        given.one_of(variable, GIVEN)
    roles = table.table("roles")
    values = _values(table.table("values"))
    if not roles.values and not values and not top.values.get("student_version"):  # which has no [values]
        roles.wrong("no roles", f"a table [roles] of some of {', '.join(ROLES)}")
    roles.keys(ROLES)
    _check_roles(roles, roles.values, list(given.values.values()), conventions)
    expressions = {role: roles.code(role, "eval") for role in roles}
    tolerance = (table if "tolerance" in table else top).number("tolerance", 0.0, high=1.0)
    return Task(
        name=name,
        call=_call(table),
        given=given.values,
        roles=expressions,
        samples=_samples(top, table),
        conventions=conventions,
        criteria=criteria_of(table, {*roles, *given.values.values()}, values, conventions),
        tolerance=tolerance,
        values=values,
        expected=_expected(top, table, values),
    )


def _expected(top: Table, table: Table, values: Collection[str]) -> dict[str, dict[str, bytes]]:
    """The solution's values on visible data, which only a student's version contains."""
    whole = table.table("expected")
    if whole.values and not top.values.get("student_version"):
        table.wrong("[expected]", "in the student's version only, as assignment release writes it", "expected")
    found: dict[str, dict[str, bytes]] = {}
    for data in whole:
        inner = whole.table(data)
        inner.keys(values)
        found[data] = {}
        for name in inner:
            try:
                found[data][name] = base64.b64decode(inner.text(name), validate=True)
            except ValueError:
                inner.wrong(repr(inner.values[name])[:40], "as assignment release wrote it", name)
    return found


def _call(table: Table) -> str:
    table.text("call")
    return table.code("call", "exec")


def _values(table: Table) -> dict[str, ValueRule]:
    rules: dict[str, ValueRule] = {}
    for name, value in table.values.items():
        if not name.isidentifier() or name in ("points", "visible", "partial", "follow_through", "tolerance"):
            table.wrong(repr(name), "a name of letters, digits and underscores that is no key of a rubric", name)
        if not isinstance(value, dict):
            rules[name] = ValueRule(expression=table.code(name, "eval"))
            continue
        rule = table.table(name)
        rule.keys(keys.VALUE)
        free = rule.texts("up_to", " ".join(typing.get_args(UpTo)))
        for word in free:
            if word not in typing.get_args(UpTo):
                rule.wrong(repr(word), f"one of {', '.join(typing.get_args(UpTo))}", "up_to")
        rules[name] = ValueRule(
            expression=rule.code("expression", "eval"),
            up_to=frozenset(typing.cast(list[UpTo], free)),
            vectors=rule.one_of("vectors", ("columns", "rows"), "columns"),
            tolerance=rule.number("tolerance", 0.0, high=1.0),
        )
    return rules


def _conventions(top: Table, table: Table) -> Conventions:
    kinds = typing.get_type_hints(Conventions)
    chosen: dict[str, Any] = {}
    for source in (top, table):  # a task's own conventions override those at the top
        values = source.table("conventions")
        values.keys(kinds)
        for key in values:
            if key in _NUMBERS:
                chosen[key] = _number(values, key)
            else:
                chosen[key] = values.one_of(key, typing.get_args(kinds[key]))
    return Conventions(**chosen)


def _number(values: Table, key: str) -> float | int:
    low, high = _NUMBERS[key]
    return values.whole(key, low=int(low)) if key == "degree" else values.number(key, 0.0, low=low, high=high)


def _check_roles(table: Table, roles: Collection[str], given: Collection[str], conventions: Conventions) -> None:
    """Raise AssignmentError for roles that have no meaning under the conventions."""
    for role in ("feature_deviations", "standardised"):
        if role in roles and conventions.standardise == "no":
            table.wrong(f"role {role!r}", 'beside the convention standardise = "n" or "n-1"', role)
    if conventions.share <= 0:
        table.wrong("share = 0", "above 0")
    uses_gamma = conventions.kernel != "linear" and {"kernel", "kernel_scores"} & set(roles)
    if uses_gamma and conventions.gamma == 0 and not {"gamma", "kernel"} & set(given):
        table.wrong("gamma = 0 that is not given", 'a number, or given = { gamma = "gamma" } as well')


def _samples(top: Table, table: Table) -> Literal["rows", "columns"]:
    chosen: Literal["rows", "columns"] = (table if "samples" in table else top).one_of(
        "samples", ("rows", "columns"), "rows"
    )
    return chosen
