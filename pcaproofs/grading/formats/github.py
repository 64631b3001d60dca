"""GitHub Classroom: what an autograding runner hands to the reporter, as JSON and in base64."""

import base64
import json
from collections.abc import Sequence
from typing import Any

from ..assignment.model import Assignment
from ..result import Result
from ..store import folder_name
from .words import message_of, name_of


def github_classroom(results: Sequence[Result], assignment: Assignment) -> dict[str, str]:
    """Return ``<submission>/github-classroom.json`` and, for the reporter's ``*_RESULTS``, ``….b64``."""
    files: dict[str, str] = {}
    for result in results:
        text = json.dumps(_report(result, assignment))
        folder = folder_name(result.submission)
        files[f"{folder}/github-classroom.json"] = text
        files[f"{folder}/github-classroom.b64"] = base64.b64encode(text.encode()).decode()
    return files


def _report(result: Result, assignment: Assignment) -> dict[str, Any]:
    failed = any(not item.passed and not item.follow_through for item in result.criteria)
    status = "error" if not result.gradable else "fail" if failed or not result.criteria else "pass"
    return {
        "version": 3,
        "status": status,
        "max_score": result.max_score,
        "tests": [
            {
                "name": name_of(item, number),
                "status": "pass" if item.passed or item.follow_through else "fail",
                "message": message_of(item),
                "test_code": item.criterion if item.visible else "",
                "filename": result.file or assignment.file,
                "line_no": 0,
                "duration": 0,
                "score": item.points,
            }
            for number, item in enumerate(result.criteria, 1)
        ],
    }
