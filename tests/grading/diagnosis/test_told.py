"""What a submission's author is told, from the file to the words: place, line and function of a mistake."""

import json

from pcaproofs.grading.assignment import loads
from pcaproofs.grading.assignment.example import EXAMPLE
from pcaproofs.grading.engine import grade
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.submission.submissions import Submission

ASSIGNMENT = loads(EXAMPLE)

NOTEBOOK_CELLS = ["import numpy as np\n", "def pca(X, k):\n    Xc = X - X.mean(axis=0)\n    return Xc.nothing, 1, 2\n"]


def test_an_error_says_its_cell_and_line_wherever_it_is_told(top: Pool) -> None:
    cells = [{"cell_type": "code", "source": text} for text in NOTEBOOK_CELLS]
    book = json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    found = grade(top.run_all, ASSIGNMENT, Submission("ada", {"pca.ipynb": book.encode()}))
    (mistake,) = found.diagnosis.mistakes if found.diagnosis else ()
    assert (mistake.place, mistake.excerpt) == ("cell 2, line 3", "return Xc.nothing, 1, 2")
    assert mistake.function == "pca"
    runs = next(item for item in found.criteria if item.criterion == "runs")
    assert runs.message.endswith("[cell 2, line 3]")


def test_what_gives_no_value_at_all_does_not_count_as_running(top: Pool) -> None:
    found = grade(
        top.run_all, ASSIGNMENT, Submission("ada", {"pca.py": b"def pca(X, k):\n    return None, None, None\n"})
    )
    runs = next(item for item in found.criteria if item.criterion == "runs")
    assert not runs.points
    assert runs.message == "on the data “five points”: it gives no value: TypeError: got None, but should be an array"
