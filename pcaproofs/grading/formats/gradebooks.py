"""Tables for gradebooks: one with a column for each criterion, one as nbgrader exports its own."""

import re
from collections.abc import Sequence

from ..assignment.model import Assignment
from ..result import Result
from ..store import TABLES, table
from .words import summary_of

_MOODLE = re.compile(r"(?P<name>.+)_(?P<id>\d+)_assignsubmission_(file|onlinetext)_?.*")
_CANVAS = re.compile(r"(?P<name>[^_]+)_(?:LATE_)?(?P<id>\d+)_\d+_.+")
NBGRADER = (
    "assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email",
    "raw_score", "late_submission_penalty", "score", "max_score",
)  # fmt: skip


def gradebook(results: Sequence[Result], assignment: Assignment) -> dict[str, str]:
    """Return ``gradebook.csv``: who, the score, the points for each criterion, the feedback in a few words."""
    criteria = [f"{task.name}: {item.criterion}" if task.name else item.criterion
                for task in assignment.tasks for item in task.criteria]  # fmt: skip
    rows = []
    for result in results:
        points: list[object] = [item.points for item in result.criteria] or [""] * len(criteria)
        score: object = "" if result.score is None else result.score
        rows.append([*_person(result.submission), score, result.max_score, *points, summary_of(result)])
    columns = ["submission", "name", "id", "score", "max_score", *criteria, "feedback"]
    return {TABLES["gradebook"]: table(columns, rows)}


def nbgrader(results: Sequence[Result], assignment: Assignment) -> dict[str, str]:
    """Return ``nbgrader.csv`` with the columns of ``nbgrader export``."""
    rows = []
    for result in results:
        score: object = "" if result.score is None else result.score
        student = _person(result.submission)[2] or result.submission
        rows.append([assignment.title, "", "", student, "", "", "", score, 0.0, score, result.max_score])
    return {TABLES["nbgrader"]: table(NBGRADER, rows)}


def _person(submission: str) -> list[object]:
    """Return a submission's name with the person's name and number, where a learning platform put them into it."""
    found = _MOODLE.fullmatch(submission) or _CANVAS.fullmatch(submission)
    return [submission, found["name"], found["id"]] if found else [submission, "", ""]
