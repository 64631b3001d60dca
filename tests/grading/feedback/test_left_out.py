"""What was left out of a file so that it runs stands on every page, as the student's words."""

from pcaproofs.grading import feedback
from pcaproofs.grading.assignment import loads
from pcaproofs.grading.assignment.reference import EXAMPLE
from pcaproofs.grading.results.result import Result


def test_dropped_cells_are_reported_and_escaped() -> None:
    told = ("cell 2, line 1: df = read('<b>') was left out: FileNotFoundError: there is no file 'x' here",)
    result = Result(submission="ada", file="pca.ipynb", status="ok", score=13.0, max_score=13.0, dropped=told)
    page, text = feedback.html(result, loads(EXAMPLE)), feedback.markdown(result, loads(EXAMPLE))
    for each in (page, text):
        assert "Left out of your file" in each
        assert "cell 2, line 1: df = read(" in each
        assert "<b>" not in each
        assert "The rest was run without them." in each
    empty = Result(submission="ada", file="pca.py", status="ok", score=13.0, max_score=13.0)
    assert "Left out" not in feedback.html(empty, loads(EXAMPLE)) + feedback.markdown(empty, loads(EXAMPLE))
