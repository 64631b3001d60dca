"""Zips with all students' feedback for upload to a learning platform, under the names that it uses.

Moodle ("Upload multiple feedback files in a zip") identifies students by the folder's name, `name_number_plugin_…`;
Canvas ("Upload Submissions") by the file's, `name_number_attachment_…`. So submissions keep the names that they came
with.
"""

import re
from collections.abc import Sequence

from pcaproofs.grading import feedback
from pcaproofs.grading.assignment.model import Assignment
from pcaproofs.grading.parsing.archive import is_harmless
from pcaproofs.grading.results.result import Result
from pcaproofs.grading.results.store import BUNDLES, zipped
from pcaproofs.grading.submission.people import CANVAS, MOODLE

_PLATFORMS: dict[str, re.Pattern[str]] = {"moodle-feedback": MOODLE, "canvas-feedback": CANVAS}


def moodle_feedback(results: Sequence[Result], assignment: Assignment) -> dict[str, str | bytes]:
    """`moodle-feedback.zip`: a folder for each student with feedback.html."""
    places = {f"{result.submission}/feedback.html": result for result in _known("moodle-feedback", results)}
    return {BUNDLES["moodle-feedback"]: _zipped(places, assignment)}


def canvas_feedback(results: Sequence[Result], assignment: Assignment) -> dict[str, str | bytes]:
    """`canvas-feedback.zip`: a page for each student."""
    places = {f"{result.submission}.html": result for result in _known("canvas-feedback", results)}
    return {BUNDLES["canvas-feedback"]: _zipped(places, assignment)}


def left_out(name: str, results: Sequence[Result]) -> list[str]:
    """Submissions that a format leaves out because their names are not of its platform."""
    if name not in _PLATFORMS:
        return []
    known = {result.submission for result in _known(name, results)}
    return [feedback.one_line(result.submission) for result in results if result.submission not in known]


def _known(name: str, results: Sequence[Result]) -> list[Result]:
    pattern = _PLATFORMS[name]
    return [
        result for result in results if pattern.fullmatch(result.submission) and is_harmless(f"{result.submission}/x")
    ]


def _zipped(places: dict[str, Result], assignment: Assignment) -> bytes:
    pages = {place: feedback.html(result, assignment) for place, result in sorted(places.items())}
    return zipped({place: page.encode("utf-8", "replace") for place, page in pages.items()})
