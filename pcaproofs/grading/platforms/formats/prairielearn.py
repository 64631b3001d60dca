"""PrairieLearn's `results.json` of an external grader: at most 1 MB; `gradable: false` costs a student nothing."""

import json
from collections.abc import Sequence
from typing import Any

from pcaproofs.grading.assignment.model import Assignment
from pcaproofs.grading.results.result import Result, message_of, name_of, summary_of
from pcaproofs.grading.results.store import folder_name
from pcaproofs.grading.sandbox.codec import clean

_LONGEST = 20_000
"""Maximum characters of a text, so that the total stays below a megabyte."""


def prairielearn(results: Sequence[Result], assignment: Assignment) -> dict[str, str]:
    """`<submission>/prairielearn.json` for each result."""
    return {
        f"{folder_name(result.submission)}/prairielearn.json": json.dumps(_report(result), indent=1)
        for result in results
    }


def _report(result: Result) -> dict[str, Any]:
    missing = result.status == "no-submission"
    return {
        "score": min(1.0, (result.score or 0.0) / result.max_score),  # adjustments may exceed the maximum
        "gradable": result.gradable and not missing,
        "format_errors": [clean(problem)[:_LONGEST] for problem in result.problems] if missing else [],
        "message": summary_of(result)[:_LONGEST],
        "output": clean(result.printed)[:_LONGEST],
        "images": [],
        "tests": [
            {
                "name": name_of(item, number),
                "description": item.criterion if item.visible else "",
                "points": item.points,
                "max_points": item.max_points,
                "message": message_of(item)[:2000],
                "output": "",
                "images": [],
            }
            for number, item in enumerate(result.criteria, 1)
        ],
    }
