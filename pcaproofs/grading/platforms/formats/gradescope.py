"""Gradescope's `results.json` (gradescope-autograders.readthedocs.io, "Autograder Specifications")."""

import json
from collections.abc import Sequence
from typing import Any

from pcaproofs.grading import feedback
from pcaproofs.grading.assignment.model import Assignment
from pcaproofs.grading.results.result import UNGRADED, Result, message_of, name_of
from pcaproofs.grading.results.store import folder_name


def gradescope(results: Sequence[Result], assignment: Assignment) -> dict[str, str]:
    """`<submission>/gradescope.json` for each result."""
    return {
        f"{folder_name(result.submission)}/gradescope.json": json.dumps(_report(result, assignment), indent=1)
        for result in results
    }


def _report(result: Result, assignment: Assignment) -> dict[str, Any]:
    report: dict[str, Any] = {
        "output": feedback.markdown(result, assignment) if result.gradable else UNGRADED,
        "output_format": "md",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "extra_data": {
            "status": result.status,
            "diagnosis": result.diagnosis.name if result.diagnosis else None,
            "isolation": result.isolation,
        },
    }
    if result.score is None:
        return report  # without a score, so that no score is changed
    tests = [
        {
            "score": item.points,
            "max_score": item.max_points,
            "status": "passed" if item.is_full else "failed",
            "name": name_of(item, number),
            "number": str(number),
            "output": message_of(item),
            "tags": [item.claim] if item.claim else [],
            "visibility": "visible" if item.visible else "hidden",
            "extra_data": {"criterion": item.criterion, "task": item.task},
        }
        for number, item in enumerate(result.criteria, 1)
    ]
    return report | {"score": result.score, "tests": tests}
