"""The files about all submissions of a course, written after grading."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pcaproofs.files import write_atomically
from pcaproofs.grading import feedback
from pcaproofs.grading.assignment.model import Assignment
from pcaproofs.grading.batch import Submitted, stored
from pcaproofs.grading.platforms.formats import FORMATS, left_out
from pcaproofs.grading.results import store
from pcaproofs.grading.results.adjust import PointChange, adjusted
from pcaproofs.grading.results.result import Result
from pcaproofs.grading.submission.people import Roster

CHANGED = "adjusted.json"
"""In the folder of a submission: the adjustments by staff that its pages show."""


def gathered(
    folder: Path,
    assignment: Assignment,
    everyone: Sequence[Submitted],
    results: Sequence[Result],
    require: str = "none",
) -> tuple[list[Result], int]:
    """These results and stored ones of other submissions, and the number of stored ones not to be trusted."""
    mine = {result.submission: result for result in results}
    found = []
    strange = 0
    for submission in everyone:
        result = mine.get(submission.name) or stored(folder, assignment, submission, require)
        if result:
            found.append(result)
        else:
            strange += (folder / store.folder_name(submission.name) / "result.json").exists()
    return found, strange


def final(results: Sequence[Result], changes: Mapping[str, PointChange], roster: Roster) -> list[Result]:
    """Results with their authors and the adjustments by staff."""
    named = [replace(result, person=roster.get(result.submission)) for result in results]
    return [adjusted(result, changes.get(result.submission, PointChange())) for result in named]


def write_changes(folder: Path, before: Sequence[Result], after: Sequence[Result], assignment: Assignment) -> int:
    """Rewrite the pages of students whose adjustments changed; gives how many pages no longer show any.

    Raises OSError.
    """
    taken_back = 0
    for old, new in zip(before, after, strict=True):
        home = folder / store.folder_name(new.submission)
        record = home / CHANGED
        if not new.adjustments and not record.exists():
            continue
        if new.adjustments:
            write_atomically(record, json.dumps(_record(old, new), indent=1).encode() + b"\n")
        pages = {
            "feedback.md": feedback.markdown(new, assignment, page="feedback.html"),
            "feedback.html": feedback.html(new, assignment),
        }
        for name, text in pages.items():
            write_atomically(home / name, text.encode("utf-8", "replace"))
        if not new.adjustments:  # last: while the record exists, pages may still show an adjustment
            record.unlink()
            taken_back += 1
    return taken_back


def _record(old: Result, new: Result) -> dict[str, object]:
    return {
        "submission": new.submission,
        "score": new.score,
        "max_score": new.max_score,
        "grader_score": old.score,
        "adjustments": [
            {"points": item.points, "criterion": item.criterion, "comment": item.comment, "late": item.late}
            for item in new.adjustments
        ],
    }


def write_tables(
    folder: Path, results: Sequence[Result], assignment: Assignment, formats: Sequence[str] = ()
) -> list[str]:
    """Write tables, the overview and further formats; gives messages for staff. Raises OSError."""
    write_atomically(folder / "grades.csv", store.grades_csv(results).encode())
    write_atomically(folder / "index.html", feedback.index(results, assignment).encode("utf-8", "replace"))
    told = []
    for name in formats:
        for place, content in FORMATS[name](results, assignment).items():
            data = content if isinstance(content, bytes) else content.encode("utf-8", "replace")
            write_atomically(folder / place, data)
        if missing := left_out(name, results):
            names = ", ".join(missing[:3]) + (" …" if len(missing) > 3 else "")
            told.append(f"left out of {name}, as the platform's own name is missing: {len(missing)} ({names})")
    return told
