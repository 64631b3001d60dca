"""Reading adjust.toml; every value is checked against the assignment and the authors of submissions."""

import datetime
import math
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pcaproofs.grading.assignment.model import Assignment, Rubric
from pcaproofs.grading.assignment.names import title_of
from pcaproofs.grading.assignment.table import Table, text_of, top_table
from pcaproofs.grading.results.adjust.model import SECONDS_A_DAY, Change, Late, Part
from pcaproofs.grading.submission.people import Person

LATE_KEYS = ("due", "grace_hours", "per_day", "most")
STUDENT_KEYS = ("who", "points", "add", "comment", "criteria", "days_late", "handed_in")
PART_KEYS = ("points", "add", "comment")


def load(path: Path, assignment: Assignment, people: Mapping[str, Person]) -> dict[str, Change]:
    """The adjustments by submission; `people` has the authors by submission. Raises AssignmentError, OSError."""
    return loads(text_of(path), str(path), assignment, people)


def loads(text: str, name: str, assignment: Assignment, people: Mapping[str, Person]) -> dict[str, Change]:
    """The adjustments by submission; raises AssignmentError that begins with `name:line:`."""
    top = top_table(text, name)
    top.keys(("late", "student"))
    late = _late(top.table("late")) if "late" in top else None
    found: dict[str, Change] = {}
    for table in top.tables("student"):
        table.keys(STUDENT_KEYS)
        submission = _submission(table, people)
        if submission in found:
            table.wrong(f"{table.text('who')!r} again", "each submission once", "who")
        found[submission] = Change(
            whole=_part(table, math.inf),
            criteria=tuple(_criteria(table.table("criteria"), assignment)),
            delay=_delay(table, top, late),
            late=late,
        )
    return found


def _late(table: Table) -> Late:
    table.keys(LATE_KEYS)
    per_day, is_share = _amount(table, "per_day")
    most, most_is_share = _amount(table, "most") if "most" in table else (math.inf, False)
    if "due" in table:
        _time(table, "due")
    grace = table.number("grace_hours", 0.0) * 3600
    return Late(per_day=per_day, is_share=is_share, grace=grace, most=most, most_is_share=most_is_share)


def _amount(table: Table, key: str) -> tuple[float, bool]:
    """Points or a share, and whether it is a share."""
    value = table.values.get(key)
    share = re.fullmatch(r"(\d{1,3}(?:\.\d+)?) ?%", value) if isinstance(value, str) else None
    if share and float(share[1]) <= 100:
        return float(share[1]) / 100, True
    if isinstance(value, str) or value is None:
        table.wrong(f"{key} = {value!r}" if value is not None else f"no {key!r}", 'points, or a share like "10%"', key)
    return table.number(key, 0.0), False


def _submission(table: Table, people: Mapping[str, Person]) -> str:
    """The only submission with this name, or with this author's number or name."""
    who = table.text("who")
    if who in people:
        return who
    plain = " ".join(who.casefold().split())
    for fits in (
        lambda submission, person: person.number == who,
        lambda submission, person: " ".join(person.name.casefold().split()) == plain,
        lambda submission, person: submission.casefold() == plain,
    ):
        found = [submission for submission, person in people.items() if fits(submission, person)]
        if len(found) == 1:
            return found[0]
        if found:
            names = ", ".join(repr(name) for name in found[:5])
            table.wrong(f"{who!r}, of whom there is {names}", "the name of one submission", "who")
    return table.wrong(repr(who), "the name of a submission, or its author's name or number", "who")


def _part(table: Table, highest: float, title: str = "") -> Part:
    if "points" in table and "add" in table:
        table.wrong("'points' and 'add'", "one of the two: what it is now, or what is added", "add")
    return Part(
        points=table.number("points", 0.0, high=highest) if "points" in table else None,
        add=table.number("add", 0.0, low=-math.inf),
        comment=table.text("comment") if "comment" in table else "",
        title=title,
    )


def _criteria(table: Table, assignment: Assignment) -> Iterator[tuple[tuple[str, str], Part]]:
    known: dict[str, tuple[tuple[str, str], Rubric]] = {}
    for task, item in assignment.rubrics:
        name = f"{task.name}: {item.criterion}" if task.name else item.criterion
        known[name] = ((task.name, item.criterion), item)
    for inner, name, value in _named(table, "", set(known)):
        if name not in known:
            inner.wrong(repr(name), f"one of {', '.join(known)}", _last(inner, name))
        key, item = known[name]
        title = title_of(item.criterion) if item.visible else "a hidden criterion"
        title = f"{key[0]}: {title}" if key[0] else title
        if isinstance(value, Table):
            value.keys(PART_KEYS)
            yield key, _part(value, item.points, title)
        else:
            yield key, Part(points=inner.number(_last(inner, name), 0.0, high=item.points), title=title)


def _named(table: Table, before: str, known: set[str]) -> Iterator[tuple[Table, str, "Table | Any"]]:
    """Tables, names and values of criteria: TOML reads a dot in a name as a nested table."""
    for key, value in table.values.items():
        name = f"{before}{key}"
        if isinstance(value, dict) and name not in known and not set(PART_KEYS) & value.keys():
            yield from _named(table.table(key), f"{name}.", known)
        else:
            yield table, name, table.table(key) if isinstance(value, dict) else value


def _last(table: Table, name: str) -> str:
    """The last key of a dotted name in its table."""
    return next(key for key in table if name == key or name.endswith(f".{key}"))


def _delay(table: Table, top: Table, late: Late | None) -> float:
    if "days_late" not in table and "handed_in" not in table:
        return 0.0
    key = "days_late" if "days_late" in table else "handed_in"
    if late is None:
        table.wrong(f"{key!r} without a table [late]", "beside one that has the rule: per_day", key)
    if "days_late" in table and "handed_in" in table:
        table.wrong("'days_late' and 'handed_in'", "one of the two", "handed_in")
    if key == "days_late":
        return table.number(key, 0.0) * SECONDS_A_DAY
    if "due" not in top.table("late"):
        table.wrong("'handed_in' without 'due' in [late]", "beside the time at which it was due", key)
    handed_in, due = _time(table, key), _time(top.table("late"), "due")
    if (handed_in.tzinfo is None) != (due.tzinfo is None):
        table.wrong(f"{handed_in}", f"with a time zone where 'due' has one, and only there ({due})", key)
    return max(0.0, (handed_in - due).total_seconds())


def _time(table: Table, key: str) -> datetime.datetime:
    value = table.values[key]
    if not isinstance(value, datetime.datetime):
        table.wrong(f"{key} = {value!s}", "a day and time, such as 2026-11-20T23:59:00", key)
    return value
