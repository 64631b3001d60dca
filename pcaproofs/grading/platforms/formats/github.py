"""GitHub Classroom: the output of an autograding runner for the reporter, as JSON and in base64."""

import base64
import json
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from pcaproofs.grading.assignment.model import Assignment
from pcaproofs.grading.results.result import Result, Scored, explanations_once, message_of, name_of
from pcaproofs.grading.results.store import folder_name

_MOST_TESTS = 60


def github_classroom(results: Sequence[Result], assignment: Assignment) -> dict[str, str]:
    """`<submission>/github-classroom.json` and, for the reporter's `*_RESULTS`, the same in base64 as `….b64`."""
    files: dict[str, str] = {}
    for result in results:
        text = json.dumps(_report(result, assignment))
        folder = folder_name(result.submission)
        files[f"{folder}/github-classroom.json"] = text
        files[f"{folder}/github-classroom.b64"] = base64.b64encode(text.encode()).decode()
    return files


def _report(result: Result, assignment: Assignment) -> dict[str, Any]:
    failed = any(not item.is_full for item in result.criteria)
    status = "error" if not result.gradable else "fail" if failed or not result.criteria else "pass"
    unit = _unit([item.max_points for item in result.criteria])
    tests = [
        test
        for number, (item, told) in enumerate(zip(result.criteria, explanations_once(result), strict=True), 1)
        for test in _tests(item, number, unit, told)
        if item.max_points
    ]
    for test in tests:
        test["filename"] = result.file or assignment.file
    return {"version": 3, "status": status, "max_score": result.max_score, "tests": tests}


def _tests(item: Scored, number: int, unit: Fraction, told: str) -> list[dict[str, Any]]:
    """A test for each unit of a criterion's points: the reporter's total is the share of tests that pass.

    The reporter prints `test_code` under a failed test, and `message` only under an error.
    """
    parts = max(round(Fraction(item.max_points) / unit), 1)
    earned = parts if item.is_full else min(int(Fraction(item.points) / unit + Fraction(1, 1000)), parts)
    tests = []
    for part in range(parts):
        done = part < earned
        first = part == earned
        tests.append(
            {
                "name": name_of(item, number) + (f" ({part + 1} of {parts})" if parts > 1 else ""),
                "status": "pass" if done else "fail",
                "message": message_of(item) if first else "",
                "test_code": told if first else "",
                "line_no": 0,
                "duration": 0,
                "score": item.max_points / parts if done else 0.0,
            }
        )
    if earned < parts:  # the remaining points, so that all scores add up to the result's
        tests[earned]["score"] = round(item.points - earned * item.max_points / parts, 6) + 0.0
    return tests


def _unit(points: Sequence[float]) -> Fraction:
    """The largest number of which all points are multiples, or one that limits the number of tests."""
    exact = [Fraction(value).limit_denominator(1000) for value in points if value]
    if not exact:
        return Fraction(1)
    unit = Fraction(
        math.gcd(*(value.numerator * _shared(exact) // value.denominator for value in exact)), _shared(exact)
    )
    return max(unit, sum(exact, Fraction(0)) / _MOST_TESTS)


def _shared(values: Sequence[Fraction]) -> int:
    return math.lcm(*(value.denominator for value in values))
