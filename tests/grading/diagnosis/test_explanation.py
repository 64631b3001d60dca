"""What a submission's author is told, from the file to the words: place, line and function of a mistake."""

import json

import pytest

from pcaproofs.grading.assignment import loads
from pcaproofs.grading.assignment.reference import EXAMPLE
from pcaproofs.grading.data.datasets import datasets
from pcaproofs.grading.diagnosis.diagnose import runs_alone
from pcaproofs.grading.engine import grade
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.submission.submissions import Submission

from ..table.local import Entry, LocalRerun, run_all

ASSIGNMENT = loads(EXAMPLE)

NOTEBOOK_CELLS = ["import numpy as np\n", "def pca(X, k):\n    Xc = X - X.mean(axis=0)\n    return Xc.nothing, 1, 2\n"]


def test_an_error_says_its_cell_and_line_wherever_it_is_named(top: Pool) -> None:
    cells = [{"cell_type": "code", "source": text} for text in NOTEBOOK_CELLS]
    book = json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    found = grade(top.run_all, ASSIGNMENT, Submission("ada", {"pca.ipynb": book.encode()}))
    (mistake,) = found.diagnosis.mistakes if found.diagnosis else ()
    assert (mistake.place, mistake.excerpt) == ("cell 2, line 3", "return Xc.nothing, 1, 2")
    assert mistake.function == "pca"
    runs = next(item for item in found.criteria if item.criterion == "runs")
    assert runs.message.endswith("[cell 2, line 3]")


KEPT = """
import numpy as np
{before}
def pca(X, k, kept=[]):
    {first}
    Xc = X - X.mean(axis=0)
    lam, V = np.linalg.eigh(Xc.T @ Xc / (len(X) - 1))
    for j in range(1, k + 1):
        kept.append(V[:, -j])
    W = np.array(kept)[:k].T
    return W, lam[::-1][:k], {scores} @ V[:, ::-1][:, :k]
"""


@pytest.mark.parametrize(
    ("before", "first", "scores", "names"),
    [
        ("", "", "Xc", ["depends-on-earlier-calls"]),
        ("all_axes = []", "kept = all_axes", "Xc", ["depends-on-earlier-calls"]),
        ("", "", "X", ["depends-on-earlier-calls", "uncentred-projection"]),
        ("", "kept = []", "X", ["uncentred-projection"]),
    ],
)
def test_state_kept_between_calls_is_reported(
    before: str, first: str, scores: str, names: list[str], top: Pool
) -> None:
    source = KEPT.format(before=before, first=first, scores=scores)
    found = grade(top.run_all, ASSIGNMENT, Submission("ada", {"pca.py": source.encode()})).diagnosis
    assert found
    assert [each.name for each in found.mistakes] == names
    assert found.function == "pca"


def test_random_numbers_are_not_taken_for_state_of_earlier_calls() -> None:
    source = "import numpy as np\ndef pca(X, k):\n    return np.random.default_rng().normal(size=(len(X), k))\n"
    entry = Entry(source, "Z = pca(X, k)", {"scores": "Z"})
    runs = run_all(entry, datasets(1))
    assert runs_alone(runs, LocalRerun(entry)) == runs


def test_a_submission_that_returns_no_value_does_not_count_as_running(top: Pool) -> None:
    found = grade(
        top.run_all, ASSIGNMENT, Submission("ada", {"pca.py": b"def pca(X, k):\n    return None, None, None\n"})
    )
    runs = next(item for item in found.criteria if item.criterion == "runs")
    assert not runs.points
    assert runs.message == "on the data “five points”: it gives no value: TypeError: got None, but should be an array"
