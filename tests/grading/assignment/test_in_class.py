"""What a student's version gives is what self-check gives: the visible criteria, on visible data."""

import pytest

from pcaproofs.grading.assignment import loads
from pcaproofs.grading.assignment.reference import EXAMPLE
from pcaproofs.grading.engine import grade
from pcaproofs.grading.release import student_version
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.submission.submissions import Submission

from ..solutions import GOOD, changed

FULL = loads(EXAMPLE)
RELEASED = loads(student_version(EXAMPLE, FULL))
SUBMISSIONS = {
    "right": GOOD,
    "uncentred": changed("Xc @ W", "X @ W"),
    "wrong only on hidden data": changed("    Xc =", "    if len(X) > 12: X = X[:12]\n    Xc ="),
    "fails": "def pca(X, k): return 1 / 0",
}


@pytest.mark.parametrize("source", SUBMISSIONS.values(), ids=SUBMISSIONS)
def test_a_students_version_judges_as_the_visible_part_does(top: Pool, source: str) -> None:
    submission = Submission("ada", {"pca.py": source.encode()})
    released, shown = (grade(top.run_all, each, submission) for each in (RELEASED, FULL.for_students()))
    assert released.criteria == shown.criteria
    assert (released.score, released.max_score) == (shown.score, shown.max_score)
    assert released.diagnosis == shown.diagnosis
    assert all(item.visible for item in released.criteria)
    assert all(run.visible for run in released.runs)
    assert "data.few-samples" not in [item.criterion for item in released.criteria]
