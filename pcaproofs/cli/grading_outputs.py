"""The files that the command grade writes after all submissions are graded."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pcaproofs.cli.common import fail

if TYPE_CHECKING:
    from pcaproofs.grading.assignment import Assignment
    from pcaproofs.grading.batch import Submitted
    from pcaproofs.grading.results.adjust import PointChange
    from pcaproofs.grading.results.result import Result
    from pcaproofs.grading.submission.people import Roster


def changes_of(
    path: Path | None, assignment: Assignment, everyone: Sequence[Submitted], roster: Roster
) -> dict[str, PointChange]:
    """The adjustments for each submission; exits with the reason if they cannot be read."""
    from pcaproofs.grading.assignment import AssignmentError
    from pcaproofs.grading.results import adjust
    from pcaproofs.grading.submission.people import person_of

    if path is None:
        return {}
    people = {each.name: roster.get(each.name) or person_of(each.name) for each in everyone}
    try:
        return adjust.load(path, assignment, people)
    except AssignmentError as error:
        fail(error)
    except OSError as error:
        fail(f"cannot read {path}: {error.strerror or error}")


def write_outputs(
    assignment: Assignment,
    everyone: Sequence[Submitted],
    results: Sequence[Result],
    folder: Path,
    formats: Sequence[str],
    require: str,
    changes: dict[str, PointChange],
    roster: Roster,
) -> list[Result]:
    """Write the files about all submissions, with the results of other shards if they exist; return this shard's."""
    from pcaproofs.grading import outputs
    from pcaproofs.grading.results import store

    found, strange = outputs.gathered(folder, assignment, everyone, results, require)
    if strange:
        why = "of other submissions, or signed with another key; give all graders that share a folder the same --key"
        click.echo(f"results left out of the tables: {strange} ({why})", err=True)
    if not store.is_kept():
        click.echo(f"results cannot be kept up: no key can be written to {store.key_file()}; give --key FILE", err=True)
    final = outputs.final(found, changes, roster)
    taken_back = outputs.write_changes(folder, found, final, assignment)
    if taken_back:
        click.echo(f"changes by staff that are taken back, as no --adjust names them: {taken_back}", err=True)
    for line in outputs.write_tables(folder, final, assignment, formats):
        click.echo(line, err=True)
    mine = {result.submission for result in results}
    return [result for result in final if result.submission in mine]


def summary_of(assignment: Assignment, results: Sequence[Result]) -> dict[str, Any]:
    """The output of --json."""
    from collections import Counter

    rows = [
        {
            "submission": result.submission,
            "score": result.score,
            "max_score": result.max_score,
            "status": result.status,
            "diagnosis": result.diagnosis.name if result.diagnosis else None,
            "isolation": result.isolation,
            "seconds": result.seconds,
            "gradable": result.gradable,
            "adjusted": sum(item.points for item in result.adjustments) if result.adjustments else None,
        }
        for result in results
    ]
    summary = {"submissions": len(results), "statuses": dict(Counter(result.status for result in results))}
    return {"assignment": assignment.title, "seed": assignment.seed, "results": rows, "summary": summary}
