"""Data sets of the instructor's: as given, drawn to a size, large, alone, and hidden."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pcaproofs.grading import feedback
from pcaproofs.grading.assignment import Assignment, OwnData, load
from pcaproofs.grading.data.datasets import facts_for
from pcaproofs.grading.diagnosis.rerun import comparable, runs_to_compare
from pcaproofs.grading.engine import grade
from pcaproofs.grading.results.result import Result
from pcaproofs.grading.running.run import data_of, own_datasets
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.submission.submissions import Submission

from ..solutions import GOOD

TEXT = """\
file = "pca.py"
call = "W, lam, Z = pca(X.astype(float), k)"
seed = 5
roles = { components = "W", explained_variance = "lam", scores = "Z" }
[criteria]
components.captured = 1
scores.agree = 1
[[data]]
name = "shown"
file = "images.npy"
k = 7
visible = true
units = "grey levels"
[[data]]
name = "secret"
n = 12
p = 300
k = 7
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("own")
    np.save(folder / "images.npy", np.random.default_rng(1).integers(0, 255, size=(30, 8, 8), dtype=np.uint8))
    return folder


@pytest.fixture(scope="module")
def asked(folder: Path) -> Assignment:
    (folder / "hw.toml").write_text(TEXT)
    return load(folder / "hw.toml")


def graded(top: Pool, source: str, assignment: Assignment) -> Result:
    limits = assignment.limits
    return grade(lambda jobs: top.run_all(jobs, limits), assignment, Submission("ada", {"pca.py": source.encode()}))


def own(**changes: object) -> OwnData:
    return replace(OwnData(name="a", k=8, n=90, p=30, rank=30), **changes)  # type: ignore[arg-type]


def test_they_are_run_with_the_usual_data_or_alone(asked: Assignment) -> None:
    names = [data.name for data in data_of(asked, asked.tasks[0])]
    assert names == ["five points", "six points", "tall", "many samples", "close variances", "shown", "secret"]
    alone = replace(asked, own_data_only=True)
    assert [data.name for data in data_of(alone, alone.tasks[0])] == ["shown", "secret"]
    assert [data.name for data in data_of(alone.for_students(), alone.tasks[0])] == ["shown"]


def test_facts_about_own_data_are_computed_once(asked: Assignment, folder: Path) -> None:
    again = load(folder / "hw.toml")
    for one, other in zip(own_datasets(asked), own_datasets(again), strict=True):
        assert one is other
        conventions = asked.tasks[0].conventions
        assert facts_for(one, conventions) is facts_for(other, replace(conventions, order="any"))
    np.save(folder / "images.npy", np.ones((30, 8, 8), dtype=np.uint8) * np.arange(8, dtype=np.uint8))
    assert own_datasets(load(folder / "hw.toml"))[0] is not own_datasets(asked)[0]


@pytest.mark.parametrize(("n", "p", "k", "rank"), [(90, 30, 8, 30), (10, 200, 4, 9), (200, 3, 2, 3), (40, 20, 7, 7)])
def test_drawn_data_have_what_is_asked(n: int, p: int, k: int, rank: int) -> None:
    def drawn(seed: int, **changes: object) -> np.ndarray:
        assignment = Assignment(
            title="", file="", tasks=(), seed=seed, data=(own(n=n, p=p, k=k, rank=rank, **changes),)
        )
        return own_datasets(assignment)[0].real

    X = drawn(1)
    assert X.shape == (n, p)
    sizes = np.linalg.svd(X - X.mean(axis=0), compute_uv=False)
    assert int((sizes > 1e-9 * sizes[0]).sum()) == rank
    leading = sizes[: k + 1] if rank > k else sizes[:k]
    assert (np.diff(leading**2) < -0.005 * sizes[0] ** 2).all()
    assert np.array_equal(X, drawn(1))
    assert not np.allclose(X, drawn(2))
    assert np.array_equal(drawn(1, visible=True), drawn(2, visible=True))  # nothing of the seed is seen in them
    noisy = drawn(1, noise=0.5)
    assert np.linalg.matrix_rank(noisy - noisy.mean(axis=0)) == min(n - 1, p)


def test_right_answers_on_large_data_pass_and_hidden_data_stay_hidden(top: Pool, asked: Assignment) -> None:
    right = graded(top, GOOD, asked)
    assert right.score == right.max_score, [item.message for item in right.criteria]
    wrong = graded(top, GOOD.replace("X - X.mean(axis=0)", "X"), asked)
    assert wrong.score == 1
    told = feedback.markdown(wrong, asked) + feedback.html(wrong, asked)
    assert "secret" not in told
    (secret,) = (data for data in own_datasets(asked) if not data.visible)
    text = told + str(wrong.to_json())
    assert not any(f"{number:.6g}" in text for number in secret.real[:3].ravel())


SQUARE = GOOD.replace("Xc = ", "X.reshape(len(X), 8, 8)\n    Xc = ")


def test_code_for_data_of_one_form_is_run_on_no_others(top: Pool, asked: Assignment) -> None:
    images = replace(asked, own_data_only=True, data=asked.data[:1])
    right = graded(top, SQUARE, images)
    assert right.score == right.max_score
    wrong = graded(top, SQUARE.replace("X - X.mean(axis=0)", "X"), images)
    assert any("on the data “shown” (in grey levels): " in item.message for item in wrong.criteria)
    assert wrong.score == 1
    assert wrong.example is None


def test_a_mistake_on_large_data_is_diagnosed_on_small(top: Pool, asked: Assignment) -> None:
    large = replace(asked, own_data_only=True, data=(own(n=400, p=60, visible=True),))
    result = graded(top, GOOD.replace("X - X.mean(axis=0)", "X"), large)
    assert result.diagnosis is not None
    assert result.diagnosis.name == "uncentred-projection"


def test_variants_are_tried_on_small_data_only(top: Pool, asked: Assignment) -> None:
    from pcaproofs.grading.diagnosis.rerun import Rerun
    from pcaproofs.grading.running.run import run_submission
    from pcaproofs.grading.submission.code import code_of

    large = replace(asked, data=(own(n=100, p=250, k=3, rank=9),))
    run_all = lambda jobs: top.run_all(jobs, large.limits)  # noqa: E731
    code = code_of(run_all, Submission("ada", {"pca.py": GOOD.replace("X - X.mean(axis=0)", "X").encode()}), "pca.py")
    runs = run_submission(run_all, large, code)
    assert not all(map(comparable, runs))
    kept = runs_to_compare(runs, Rerun(run_all, large, code))
    assert kept
    assert all(run.data.X.size <= 1000 for run in kept)
