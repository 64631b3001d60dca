"""The small example: everything that the call needs, and Python that shows what came out when it is run."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from pcaproofs.grading.assignment import Assignment, loads
from pcaproofs.grading.engine import grade
from pcaproofs.grading.feedback import html
from pcaproofs.grading.feedback.content import trial_of
from pcaproofs.grading.results.result import Result
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.submission.submissions import Submission

PARTS = """\
title = "Parts"
file = "parts.py"
samples = "{samples}"

[[task]]
name = "project"
call = "Z = project(Xc, W)"
given = {{ Xc = "centered", W = "components" }}
roles = {{ scores = "Z" }}
criteria = {{ scores.agree = 4 }}
"""
WHOLE = """\
title = "All"
file = "pca.py"
call = "W, lam = pca(X, k)"
roles = { components = "W", explained_variance = "lam" }
criteria = { components.captured = 4, data.integers = 2 }
"""
CASES = {
    "what is given": (PARTS.format(samples="rows"), "def project(Xc, W): return 2 * Xc @ W\n"),
    "samples in columns": (PARTS.format(samples="columns"), "def project(Xc, W): return 2 * W.T @ Xc\n"),
    "whole numbers": (
        WHOLE,
        "import numpy as np\ndef pca(X, k):\n    X -= X.mean(axis=0)\n    s, V = np.linalg.svd(X)[1:]\n"
        "    return V[:k].T, s[:k]\n",
    ),
    "one function": (
        WHOLE,
        "import numpy as np\ndef pca(X, k):\n    lam, V = np.linalg.eigh(np.cov(X.T))\n    return V[:, :k], lam[:k]\n",
    ),
}


def graded(top: Pool, assignment: Assignment, source: str) -> Result:
    run_all = lambda jobs: top.run_all(jobs, assignment.limits)  # noqa: E731
    return grade(run_all, assignment, Submission("ada", {assignment.file: source.encode()}))


@pytest.mark.parametrize("name", CASES)
def test_the_example_shown_can_be_pasted_and_run(name: str, top: Pool, tmp_path: Path) -> None:
    text, source = CASES[name]
    assignment = loads(text)
    result = graded(top, assignment, source)
    assert result.example
    assert {item.name for item in result.example.inputs} == {"X", "k", *assignment.tasks[0].given}
    trial = trial_of(result.example, assignment, result.file, 2000)
    assert {given.name for given in trial.given} == {"X", *assignment.tasks[0].given}
    for given in trial.given:
        assert f"<code>{given.name}</code>" in html(result, assignment)
    (tmp_path / assignment.file).write_text(source)
    done = subprocess.run(
        [sys.executable, "-c", trial.snippet], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    if trial.got is None:
        assert trial.text.split(":")[0] in done.stderr
        return
    printed = np.array(eval(done.stdout.replace("]\n [", "],["), {"nan": np.nan}) if "," in done.stdout else
                       np.fromstring(done.stdout.replace("[", "").replace("]", ""), sep=" "))  # fmt: skip
    assert printed.ravel() == pytest.approx(np.array(trial.got, dtype=float).ravel(), rel=1e-3, abs=1e-7)
    assert trial.got != trial.expected


def test_numbers_are_written_with_as_many_digits_as_tell_them_apart() -> None:
    from pcaproofs.grading.feedback.content import _tables

    one, other = _tables([[0.44721, 1.0]], [[0.44723, 1.0]])
    assert one == [["0.44721", "1"]]
    assert other == [["0.44723", "1"]]
    assert _tables([[0.447213]], [[1.0]])[0] == [["0.4472"]]


def test_a_call_of_several_lines_is_shown_in_lines(top: Pool) -> None:
    assignment = loads(WHOLE.replace('"W, lam = pca(X, k)"', '"W, lam = pca(X, k)\\nlam = lam * 1.0"'))
    result = graded(top, assignment, CASES["one function"][1])
    assert "<pre>W, lam = pca(X, k)\nlam = lam * 1.0</pre>" in html(result, assignment)


def test_only_numbers_that_the_call_uses_are_named(top: Pool) -> None:
    text = """
title = "Count"
file = "pca.py"
call = "c = count(X, share)"
given = { share = "share" }
roles = { component_count = "c" }
criteria = { component_count.values = 2 }
conventions.share = 0.8
"""
    assignment = loads(text)
    page = html(graded(top, assignment, "def count(X, share): return 0\n"), assignment)
    assert "<code>share = 0.8</code>" in page
    assert "<code>k = " not in page
