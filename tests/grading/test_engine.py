"""From a submission to a result: statuses, scores, what students may be told, and whose fault it is."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pcaproofs.grading import engine
from pcaproofs.grading.assignment import Assignment, loads
from pcaproofs.grading.assignment.names import SITUATIONS
from pcaproofs.grading.assignment.reference import EXAMPLE, TASKS
from pcaproofs.grading.data.datasets import datasets
from pcaproofs.grading.diagnosis import Diagnosis, FullDiagnosis, full_diagnosis
from pcaproofs.grading.engine import fingerprint, grade
from pcaproofs.grading.protocol import Job, Outcome
from pcaproofs.grading.results.result import Result, Scored
from pcaproofs.grading.running.run import run_submission
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.submission.submissions import Submission

from .solutions import GOOD, HOSTILE, changed

SITUATION_LINES = "\n".join(f"{name} = 1" for name in SITUATIONS if name != "data.few-samples")
FULL = loads(EXAMPLE.replace("[limits]\nwall = 5 ", f"{SITUATION_LINES}\n[limits]\ncpu = 2\nwall = 2 "))
QUICK = replace(FULL, limits=replace(FULL.limits, wall=0.5))
"""For what does not end by itself."""


@pytest.fixture(autouse=True)
def _undiagnosed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a mistake is called is tested elsewhere."""
    monkeypatch.setattr(engine, "full_diagnosis", lambda *arguments: FullDiagnosis(None, None, None))


def graded(top: Pool, source: str | bytes, assignment: Assignment = FULL, name: str = "pca.py") -> Result:
    data = source.encode() if isinstance(source, str) else source
    limits = assignment.limits
    return grade(lambda jobs: top.run_all(jobs, limits), assignment, Submission("ada", {name: data}))


def lost(result: Result) -> dict[str, Scored]:
    return {item.criterion: item for item in result.criteria if item.points < item.max_points}


def test_a_right_solution_earns_everything(top: Pool) -> None:
    result = graded(top, GOOD)
    assert (result.status, result.score, result.gradable) == ("ok", FULL.max_points, True)
    assert result.diagnosis is None
    assert result.problems == result.notes == ()
    assert len(result.runs) == len(datasets(FULL.seed, frozenset(SITUATIONS)))
    assert result.isolation == top.level


# One change to the right solution, and exactly the criteria that it costs.
CHANGES = {
    "smallest first": (("vectors[:, ::-1]", "vectors"), {"components.captured", "components.order", "scores.agree"}),
    "scores of X": (("Xc @ W", "X @ W"), {"scores.centred", "equivariance.shift"}),
    "variances by n": (("np.cov(Xc, rowvar=False)", "Xc.T @ Xc / len(X)"), {"explained_variance.values"}),
    "length 2": (("[:, :k]\n", "[:, :k] * 2\n"), {"components.orthonormal"}),
    "writes into X": (("return W,", "X[0] += 1; return W,"), {"input-untouched"}),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_mistake_costs_what_it_should(change: str, top: Pool) -> None:
    (old, new), criteria = CHANGES[change]
    result = graded(top, changed(old, new))
    found = lost(result)
    assert result.status == "ok"
    assert criteria - {"scores.agree"} <= found.keys()
    plain = {name for name in found if name not in SITUATIONS}
    assert plain <= criteria | {"scores.agree", "scores.centred", "components.order", "explained_variance.values"}
    assert all(item.message for item in found.values())


@pytest.mark.parametrize(
    ("situation", "guard"),
    [
        ("data.few-samples", "if X.shape[0] < X.shape[1]: raise ValueError('too few')"),
        ("data.integers", "if X.dtype.kind == 'i': raise TypeError('floats only')"),
        ("data.far-away", "if X.min() > 1e5: X = X * 0"),
        ("data.all-components", "if k == X.shape[1]: k -= 1"),
        ("data.float32", "if X.dtype == np.float32: raise TypeError('doubles only')"),
        ("equivariance.scale", "if X.std() < 0.3: X = X[:, ::-1]"),
    ],
)
def test_a_situation_that_is_not_handled_costs_that_situation_alone(situation: str, guard: str, top: Pool) -> None:
    result = graded(top, changed("    Xc =", f"    {guard}\n    Xc ="))
    assert set(lost(result)) == {situation}


def test_a_hard_coded_table_fails_on_hidden_data(top: Pool) -> None:
    source = changed("    Xc =", "    if X.shape[1] > 4 or X.shape[0] > 8: return 0, 0, 0\n    Xc =")
    result = graded(top, source)
    found = lost(result)
    assert {"components.captured", "components.orthonormal"} <= found.keys()
    assert found["components.captured"].points == 0  # all or nothing
    assert found["components.orthonormal"].points == pytest.approx(0.8)  # of 2, on two of five data sets
    message = found["components.captured"].message
    assert message == "right on the data that you see, wrong on 3 data sets that you do not see"


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_submissions_are_a_status_and_no_points(name: str, top: Pool) -> None:
    status, source = HOSTILE[name]
    result = graded(top, source, QUICK if status == "timeout" else FULL)
    assert result.status == status, result
    assert result.gradable
    assert result.score is not None
    assert result.score <= 2  # for running, and for leaving the data alone
    assert result.max_score == FULL.max_points
    if status not in ("ok", "no-submission"):
        assert result.score == 0
        assert {run.status for run in result.runs} == {status}
    assert Result.from_json(json.loads(json.dumps(result.to_json()))) == result


def test_output_about_hidden_data_stays_hidden(top: Pool) -> None:
    source = changed(
        "    Xc =", "    print('SECRET', X.tolist())\n    if len(X) > 8: raise ValueError('SECRET %s' % X)\n    Xc ="
    )
    result = graded(top, source)
    told = json.dumps([item.message for item in result.criteria]) + result.printed.replace("SECRET [[", "", 99)
    assert "SECRET" in result.printed  # on visible data
    assert "30" not in told.replace("[30", "")
    hidden = [run for run in result.runs if not run.visible]
    assert hidden
    assert not any("SECRET" in run.detail for run in hidden)  # not even staff are told: results are passed on
    assert "SECRET" not in " ".join(item.message for item in result.criteria)
    assert lost(result)["data.far-away"].message == "the code raises a ValueError"
    assert len(result.printed) <= 2000


def test_failing_lines_at_the_end_of_a_file_cost_nothing_and_are_reported(top: Pool) -> None:
    result = graded(top, GOOD + "data = open('grades.csv').read()\nprint(data)\n")
    assert result.score == FULL.max_points
    assert result.dropped == (
        "line 8: data = open('grades.csv').read() was left out: FileNotFoundError: there is no file 'grades.csv' here",
        "line 9: print(data) was left out: NameError: name 'data' is not defined",
    )


def test_a_file_that_python_does_not_run_costs_running_alone(top: Pool) -> None:
    result = graded(top, GOOD + "data = open('grades.csv'\n")
    assert set(lost(result)) == {"runs"}
    assert result.status == "ok"
    assert "'(' was never closed [line 8]" in result.problems[0]
    assert lost(result)["runs"].message == f"on the data “five points”: {result.problems[0]}"


def test_a_file_that_ends_its_process_costs_running_alone(top: Pool) -> None:
    result = graded(top, GOOD + "import os\nos._exit(3)\n")
    assert set(lost(result)) == {"runs"}
    assert "ended the process" in result.problems[0]
    assert "only the imports, functions" in " ".join(result.notes)


def test_a_notebook_with_a_broken_plot_loses_nothing(top: Pool) -> None:
    cells = [GOOD, "plt.plot(nothing)", "%matplotlib inline\nthis is no python"]
    notebook = {"cells": [{"cell_type": "code", "source": cell} for cell in cells], "metadata": {}}
    result = graded(top, json.dumps(notebook), name="pca.ipynb")
    assert result.score == FULL.max_points
    assert [told.partition(":")[0] for told in result.dropped] == ["cell 2, line 1", "cell 3, line 2"]


def test_modules_beside_the_file_are_there(top: Pool) -> None:
    submission = Submission(
        "ada",
        {
            "hw/pca.py": b"from helpers import pca\n",
            "hw/helpers.py": GOOD.encode(),
            "hw/data.bin": b"\xff",
            "x.py": b"1/0",
        },
    )
    assert grade(top.run_all, FULL, submission).score == FULL.max_points


def test_columns_as_samples_are_judged_and_told_in_the_students_terms(top: Pool) -> None:
    assignment = loads(EXAMPLE.replace('samples = "rows"', 'samples = "columns"'))
    turned = """
import numpy as np
def pca(X, k):
    Xc = X - X.mean(axis=1, keepdims=True)
    values, vectors = np.linalg.eigh(np.cov(Xc))
    W = vectors[:, ::-1][:, :k]
    return W, values[::-1][:k], W.T @ Xc
"""
    assert graded(top, turned, assignment).score == assignment.max_points
    text = EXAMPLE.replace('samples = "rows"', 'samples = "columns"').replace("scores.centred = 1", "scores.form = 1")
    result = graded(top, turned.replace("W.T @ Xc", "(W.T @ Xc).T"), loads(text))
    assert "got shape (6, 2), but should be (2, 6)" in lost(result)["scores.form"].message.replace(
        "(5, 1)", "(6, 2)"
    ).replace("(1, 5)", "(2, 6)")


def test_tasks_are_judged_on_right_input_and_alone(top: Pool) -> None:
    source = "def center(X):\n    while True: pass\ndef project(Xc, W):\n    return Xc @ W\n"
    assignment = replace(loads(TASKS), limits=QUICK.limits)
    result = graded(top, source, assignment)
    assert {item.task: item.points for item in result.criteria} == {"center": 0.0, "project": 2.0}
    assert result.status == "timeout"


def test_the_same_seed_gives_the_same_result(top: Pool) -> None:
    source = changed("Xc @ W", "Xc @ W + np.random.normal(size=(len(X), k)) * 1e-4")

    def plain(result: Result) -> dict[str, Any]:
        data = result.to_json()
        data.pop("seconds")
        return {**data, "runs": [{**run, "seconds": 0} for run in data["runs"]]}

    first, second = (plain(graded(top, source)) for _ in range(2))
    assert first == second
    assert plain(graded(top, source, replace(FULL, seed=2)))["fingerprint"] != first["fingerprint"]


def test_fingerprints_depend_on_everything_that_matters() -> None:
    submission = Submission("ada", {"pca.py": b"1"})
    others = [
        (FULL, Submission("bob", {"pca.py": b"1"})),
        (FULL, Submission("ada", {"pca.py": b"2"})),
        (FULL, Submission("ada", {"pca2.py": b"1"})),
        (FULL, Submission("ada", {"pca.py": b"1", "b.py": b""})),
        (replace(FULL, seed=5), submission),
        (replace(FULL, digest="0"), submission),
        (FULL, Submission("ada\udcff", {"pca.py": b"1"})),
    ]
    found = {fingerprint(*each) for each in [(FULL, submission), *others]}
    assert len(found) == len(others) + 1


def test_faults_of_the_grader_cost_nothing(top: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(jobs: Any) -> list[Outcome]:
        return [Outcome(status="grader-fault", isolation="full", detail="no child: out of memory")] * len(jobs)

    result = grade(broken, FULL, Submission("ada", {"pca.py": GOOD.encode()}))
    assert (result.status, result.score, result.gradable) == ("grader-fault", None, False)
    assert result.problems == ("no child: out of memory",)

    def bug(*arguments: Any) -> FullDiagnosis:
        raise RuntimeError("a bug of ours")

    monkeypatch.setattr(engine, "full_diagnosis", bug)
    result = graded(top, changed("Xc @ W", "X @ W"))
    assert (result.status, result.score, result.gradable) == ("grader-fault", None, False)
    assert "a bug of ours" in result.problems[0]


def test_no_file_and_too_many_files_are_said(top: Pool) -> None:
    for files in ({}, {"a.txt": b"x"}, {"a.py": b"", "b.py": b""}):
        result = grade(top.run_all, FULL, Submission("ada", files, ["x refused: it is a link"]))
        assert (result.status, result.score, result.gradable) == ("no-submission", 0.0, True)
        assert "pca.py" in result.problems[0]
        assert result.problems[1] == "x refused: it is a link"


def test_consequences_of_a_named_mistake_are_credited_if_the_assignment_allows_it(
    top: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = Diagnosis(name="x", title="x", hint="", why="", claim="", follows=("scores.centred", "runs"))
    monkeypatch.setattr(engine, "full_diagnosis", lambda *arguments: FullDiagnosis(named, None, None))
    source = changed("Xc @ W", "X @ W")
    with_it = graded(top, source, replace(FULL, follow_through=True))
    without = graded(top, source, replace(FULL, follow_through=False))
    assert "scores.centred" in lost(without)
    assert "scores.centred" not in lost(with_it)
    (item,) = (item for item in with_it.criteria if item.criterion == "scores.centred")
    assert item.follow_through
    assert not item.passed
    assert not any(item.follow_through for item in with_it.criteria if item.criterion == "runs")


def test_students_checks_show_visible_things_only(top: Pool) -> None:
    asked = FULL.for_students()
    result = graded(top, GOOD, asked)
    assert all(run.visible for run in result.runs)
    assert {item.criterion for item in result.criteria} & {"data.few-samples", "data.far-away"} == set()
    assert "data.integers" in {item.criterion for item in result.criteria}
    assert result.score == result.max_score < FULL.max_points


def test_an_attribute_that_is_missing_costs_its_own_criteria(top: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    """It neither hides another mistake, nor costs the comparisons of the other roles."""
    monkeypatch.setattr(engine, "full_diagnosis", full_diagnosis)
    source = """
import numpy as np
class PCA:
    def fit(self, X, k):
        A = X - X.mean(axis=0)
        self.W = np.linalg.svd(A, full_matrices=False)[2][:k].T
        return self
    def transform(self, X):
        return (X - X.mean(axis=0)) @ self.W
"""
    text = """
title = "t"
file = "pca.py"
seed = 3
call = "m = PCA().fit(X, k)"
[roles]
components = "m.W"
scores = "m.transform(X)"
scores_new = "m.transform(X_new)"
mean = "m.mean"
[criteria]
mean.form = 1
mean.values = 1
components.captured = 4
scores.agree = 2
scores_new.values = 2
equivariance.shift = 1
equivariance.scale = 1
data.integers = 1
"""
    result = graded(top, source, loads(text))
    assert {*lost(result)} == {"mean.form", "mean.values", "scores_new.values", "data.integers"}
    assert lost(result)["data.integers"].points == 0.75  # 6 of the 8 points of the other roles
    assert result.diagnosis
    assert [each.name for each in result.diagnosis.mistakes] == ["new-samples-less-their-own-mean", "no-value"]


def test_what_an_error_says_needs_no_more_runs(top: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "full_diagnosis", full_diagnosis)
    jobs: list[object] = []

    def run_all(some: Sequence[Job]) -> list[Outcome]:
        jobs.extend(some)
        return top.run_all(some, FULL.limits)

    source = GOOD.replace("Xc @ W", "np.product(Xc) * Xc @ W").encode()
    result = grade(run_all, FULL, Submission("ada", {"pca.py": source}))
    assert result.diagnosis
    assert result.diagnosis.name == "outdated-name"
    assert len(jobs) <= 2 * len(result.runs)


def test_equal_texts_are_seen_and_others_are_not(top: Pool) -> None:
    texts = [graded(top, text).text for text in (GOOD, GOOD.replace("\n", "  \n\n"), GOOD.replace("Xc", "C"))]
    assert texts[0] == texts[1] != texts[2]
    assert texts[0]


def test_bulk_is_not_looked_at_for_an_explanation(top: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []
    monkeypatch.setattr(
        engine, "full_diagnosis", lambda asked, runs, again, small: seen.extend(runs) or FullDiagnosis(None, None, None)
    )
    result = graded(
        top, "import numpy as np\ndef pca(X, k):\n    return np.ones((500, 500)), np.ones(k), np.ones((len(X), k))\n"
    )
    assert result.status == "ok"
    assert all("(500, 500), far larger" in run.roles["components"].message for run in seen)
    assert all(run.roles["scores"].shape == (len(run.data.X), run.data.k) for run in seen)


def test_two_endless_runs_are_enough(top: Pool) -> None:
    runs = run_submission(
        lambda jobs: top.run_all(jobs, QUICK.limits),
        QUICK,
        engine.code_of(top.run_all, Submission("a", {"pca.py": b"def pca(X, k):\n    while True: pass"}), "pca.py"),
    )
    assert all(run.outcome.status == "timeout" for run in runs)
    assert np.sum([run.outcome.detail.startswith("not run after others") for run in runs]) == len(runs) - 2
