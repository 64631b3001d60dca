"""Right implementations through the whole engine, isolated, with every situation: none loses a point."""

from dataclasses import replace

import pytest

from pcaproofs.grading.assignment import Assignment, Rubric
from pcaproofs.grading.assignment.names import SITUATIONS
from pcaproofs.grading.engine import grade
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.submission.submissions import Submission

from .local import Entry
from .right import RIGHT

SEED = 1
"""Another than in ``table/test_right.py``; many more in ``table/sweep.py``."""


def assignment_for(entry: Entry, seed: int) -> Assignment:
    """Return the assignment that an entry of the table is an answer to, with every situation that fits it."""
    task = entry.task
    left_out = {"data.constant-feature"}  # of z-scores, the assignment's business
    if task.conventions.standardise != "no":
        left_out.add("equivariance.rotation")
    names = ["runs", "input-untouched", *(name for name in SITUATIONS if name not in left_out)]
    criteria = (*task.criteria, *(Rubric(criterion=name, points=1) for name in names))
    return Assignment(title="", file="pca.py", tasks=(replace(task, criteria=criteria),), seed=seed)


def lost(name: str, seed: int, pool: Pool) -> list[tuple[str, str]]:
    entry = RIGHT[name]
    result = grade(pool.run_all, assignment_for(entry, seed), Submission(name, {"pca.py": entry.source.encode()}))
    assert result.gradable, result.problems
    return [(item.criterion, item.message) for item in result.criteria if item.points < item.max_points]


@pytest.mark.parametrize("name", RIGHT)
def test_no_right_one_loses_a_point(name: str, top: Pool) -> None:
    assert lost(name, SEED, top) == []
