"""Tables for gradebooks: one with a column for each criterion, one as nbgrader exports its own."""

from collections.abc import Sequence

from pcaproofs.grading.assignment.model import Assignment
from pcaproofs.grading.results.result import Result, summary_of
from pcaproofs.grading.results.store import TABLES, table

NBGRADER = (
    "assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email",
    "raw_score", "late_submission_penalty", "score", "max_score",
)  # fmt: skip


def gradebook(results: Sequence[Result], assignment: Assignment) -> dict[str, str]:
    """`gradebook.csv`: author, score, points of each criterion, adjustments by staff, feedback."""
    criteria = {(task.name, item.criterion): f"{task.name}: {item.criterion}" if task.name else item.criterion
                for task, item in assignment.rubrics}  # fmt: skip
    rows = []
    for result in results:
        points = {(item.task, item.criterion): item.points for item in result.criteria}
        rows.append(
            [
                result.submission,
                result.who.name,
                result.who.number,
                "" if result.score is None else result.score,
                result.max_score,
                *(points.get(criterion, "") for criterion in criteria),
                sum(item.points for item in result.adjustments) if result.adjustments else "",
                "; ".join(item.comment for item in result.adjustments if item.comment),
                summary_of(result),
            ]
        )
    columns = ["submission", "name", "id", "score", "max_score", *criteria.values(), "adjusted", "comment", "feedback"]
    return {TABLES["gradebook"]: table(columns, rows)}


def nbgrader(results: Sequence[Result], assignment: Assignment) -> dict[str, str]:
    """`nbgrader.csv` with the columns of `nbgrader export`."""
    rows = []
    for result in results:
        late = -sum(item.points for item in result.adjustments if item.late)
        raw: object = "" if result.score is None else round(result.score + late, 4)
        score: object = "" if result.score is None else result.score
        student = result.who.number or result.submission
        rows.append([assignment.title, "", "", student, "", "", "", raw, late or 0.0, score, result.max_score])
    return {TABLES["nbgrader"]: table(NBGRADER, rows)}
