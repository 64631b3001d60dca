"""Adjustments by staff after grading, read from a small TOML file: points, comments, penalties for late work.

They are applied whenever pages and tables are written and are not stored with the results: grading again keeps them,
and removing an entry from the file removes its effect.
"""

import datetime
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pcaproofs.grading.assignment.model import Assignment, Rubric
from pcaproofs.grading.assignment.names import title_of
from pcaproofs.grading.assignment.table import KeyTable, text_of, top_table
from pcaproofs.grading.results.result import Adjustment, Result, Scored
from pcaproofs.grading.submission.people import Person

SECONDS_A_DAY = 86400.0


@dataclass(frozen=True, kw_only=True)
class Late:
    """The rule for late work: a penalty for each day that has begun."""

    per_day: float
    """Points, or if `is_share` a share of the maximum score."""
    is_share: bool = False
    grace: float = 0.0
    """Seconds without penalty; days are counted from their end."""
    most: float = math.inf
    """Maximum penalty in points, or if `most_is_share` as a share of the maximum score."""
    most_is_share: bool = False

    def days(self, seconds: float) -> int:
        """The number of days with penalty for a delay in seconds."""
        return max(0, math.ceil((seconds - self.grace) / SECONDS_A_DAY))

    def penalty(self, days: int, max_score: float) -> float:
        """The penalty in points for a number of days."""
        taken = self.per_day * days * (max_score if self.is_share else 1.0)
        return min(taken, self.most * (max_score if self.most_is_share else 1.0))


@dataclass(frozen=True, kw_only=True)
class AdjustedPart:
    """A change of the score or of a criterion's points: to a value, by a difference, or neither."""

    points: float | None = None
    add: float = 0.0
    comment: str = ""
    title: str = ""
    """Title of the criterion for students."""


@dataclass(frozen=True, kw_only=True)
class PointChange:
    """All adjustments of one submission."""

    whole: AdjustedPart = AdjustedPart()
    criteria: tuple[tuple[tuple[str, str], AdjustedPart], ...] = ()
    """By task and criterion."""
    delay: float = 0.0
    """Seconds after the due time."""
    late: Late | None = None


LATE_KEYS = ("due", "grace_hours", "per_day", "most")
STUDENT_KEYS = ("who", "points", "add", "comment", "criteria", "days_late", "handed_in")
PART_KEYS = ("points", "add", "comment")


def load(path: Path, assignment: Assignment, people: Mapping[str, Person]) -> dict[str, PointChange]:
    """The adjustments by submission; `people` has the authors by submission. Raises AssignmentError, OSError."""
    return loads(text_of(path), str(path), assignment, people)


def loads(text: str, name: str, assignment: Assignment, people: Mapping[str, Person]) -> dict[str, PointChange]:
    """The adjustments by submission; raises AssignmentError that begins with `name:line:`."""
    top = top_table(text, name)
    top.keys(("late", "student"))
    late = _late(top.table("late")) if "late" in top else None
    found: dict[str, PointChange] = {}
    for table in top.tables("student"):
        table.keys(STUDENT_KEYS)
        submission = _submission(table, people)
        if submission in found:
            table.wrong(f"{table.text('who')!r} again", "each submission once", "who")
        found[submission] = PointChange(
            whole=_part(table, math.inf),
            criteria=tuple(_criteria(table.table("criteria"), assignment)),
            delay=_delay(table, top, late),
            late=late,
        )
    return found


def _late(table: KeyTable) -> Late:
    table.keys(LATE_KEYS)
    per_day, is_share = _amount(table, "per_day")
    most, most_is_share = _amount(table, "most") if "most" in table else (math.inf, False)
    if "due" in table:
        _time(table, "due")
    grace = table.number("grace_hours", 0.0) * 3600
    return Late(per_day=per_day, is_share=is_share, grace=grace, most=most, most_is_share=most_is_share)


def _amount(table: KeyTable, key: str) -> tuple[float, bool]:
    """Points or a share, and whether it is a share."""
    value = table.values.get(key)
    share = re.fullmatch(r"(\d{1,3}(?:\.\d+)?) ?%", value) if isinstance(value, str) else None
    if share and float(share[1]) <= 100:
        return float(share[1]) / 100, True
    if isinstance(value, str) or value is None:
        table.wrong(f"{key} = {value!r}" if value is not None else f"no {key!r}", 'points, or a share like "10%"', key)
    return table.number(key, 0.0), False


def _submission(table: KeyTable, people: Mapping[str, Person]) -> str:
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


def _part(table: KeyTable, highest: float, title: str = "") -> AdjustedPart:
    if "points" in table and "add" in table:
        table.wrong("'points' and 'add'", "one of the two: what it is now, or what is added", "add")
    return AdjustedPart(
        points=table.number("points", 0.0, high=highest) if "points" in table else None,
        add=table.number("add", 0.0, low=-math.inf),
        comment=table.text("comment") if "comment" in table else "",
        title=title,
    )


def _criteria(table: KeyTable, assignment: Assignment) -> Iterator[tuple[tuple[str, str], AdjustedPart]]:
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
        if isinstance(value, KeyTable):
            value.keys(PART_KEYS)
            yield key, _part(value, item.points, title)
        else:
            yield key, AdjustedPart(points=inner.number(_last(inner, name), 0.0, high=item.points), title=title)


def _named(table: KeyTable, before: str, known: set[str]) -> Iterator[tuple[KeyTable, str, "KeyTable | Any"]]:
    """Tables, names and values of criteria: TOML reads a dot in a name as a nested table."""
    for key, value in table.values.items():
        name = f"{before}{key}"
        if isinstance(value, dict) and name not in known and not set(PART_KEYS) & value.keys():
            yield from _named(table.table(key), f"{name}.", known)
        else:
            yield table, name, table.table(key) if isinstance(value, dict) else value


def _last(table: KeyTable, name: str) -> str:
    """The last key of a dotted name in its table."""
    return next(key for key in table if name == key or name.endswith(f".{key}"))


def _delay(table: KeyTable, top: KeyTable, late: Late | None) -> float:
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


def _time(table: KeyTable, key: str) -> datetime.datetime:
    value = table.values[key]
    if not isinstance(value, datetime.datetime):
        table.wrong(f"{key} = {value!s}", "a day and time, such as 2026-11-20T23:59:00", key)
    return value


def adjusted(result: Result, change: PointChange) -> Result:
    """A result with adjustments; points of a criterion stay between 0 and their maximum, the score at 0 or above."""
    made: list[Adjustment] = []
    changed = dict(change.criteria)
    criteria = tuple(
        _criterion(item, changed.pop((item.task, item.criterion), AdjustedPart()), made) for item in result.criteria
    )
    for part in changed.values():  # criteria that were not judged get exactly the given points
        given = max(0.0, part.add) if part.points is None else part.points
        made.append(Adjustment(points=round(given, 4), comment=part.comment, criterion=part.title))
    score = result.score
    if score is not None or any(item.points for item in made):
        score = (score or 0.0) + sum(item.points for item in made)
    score = _whole(score, change.whole, made)
    if change.delay and change.late and score is not None:
        score = _penalty(score, result.max_score, change, made)
    return replace(result, criteria=criteria, score=None if score is None else round(score, 4), adjustments=tuple(made))


def _criterion(item: Scored, part: AdjustedPart, made: list[Adjustment]) -> Scored:
    if part == AdjustedPart():
        return item
    points = part.points if part.points is not None else min(max(0.0, item.points + part.add), item.max_points)
    change = round(points - item.points, 4)
    made.append(Adjustment(points=change, comment=part.comment, criterion=part.title))
    return replace(item, points=round(points, 4))


def _whole(score: float | None, part: AdjustedPart, made: list[Adjustment]) -> float | None:
    if part == AdjustedPart():
        return score
    if part.points is not None:
        points = part.points - (score or 0.0)
        score = part.points
    elif score is not None:
        points = max(part.add, -score)
        score += points
    else:
        points = 0.0  # there is no score to add to
    made.append(Adjustment(points=round(points, 4), comment=part.comment))
    return score


def _penalty(score: float, max_score: float, change: PointChange, made: list[Adjustment]) -> float:
    assert change.late is not None
    days = change.late.days(change.delay)
    taken = min(change.late.penalty(days, max_score), score)
    if days:
        per_day = f"{change.late.per_day:.4g} points"
        if change.late.is_share:
            per_day = f"{100 * change.late.per_day:.4g} % of {max_score:.4g} points"
        comment = f"{days} day{'s' if days > 1 else ''} late, {per_day} for each day that has begun"
        made.append(Adjustment(points=-round(taken, 4), comment=comment, late=True))
    return score - taken
