"""The assignments of examples/grading: init writes them, right submissions lose nothing, wrong ones are diagnosed."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from pcaproofs.grading.assignment import Assignment, load, loads
from pcaproofs.grading.engine import grade
from pcaproofs.grading.proposal import propose
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.submission.submissions import read_one

FOLDER = Path(__file__).parents[3] / "examples" / "grading"

# What the wrong submission does, in the names of the catalogue; nothing where what is wrong is not in the catalogue.
MISTAKES = {
    "class-with-inverse": {"ratio-of-the-kept"},
    "class-with-properties": {"rows-for-columns"},
    "coeff-score-latent": {"values-sorted-alone"},
    "compute-pca": {"uncentred-projection"},
    "covariance-to-reconstruction": {"rows-sorted", "another-error"},
    "eigenfaces": {"uncentred-projection"},
    "fit-transform-retained": {"never-centred"},
    "functional-dictionary": {"new-samples-less-their-own-mean", "reconstruction-without-mean"},
    "kernel-pca": {"value-shifted", "kernel-not-centred"},
    "leading-share-images": {"smallest-components"},
    "mathematics-notebook": {"grand-mean", "smallest-components"},
    "normalise-project-recover": {"eig-unsorted"},
    "power-iteration": {"same-component-again"},
    "prcomp": {"not-standardised"},
    "probabilistic": {"value-by-a-factor"},
    "streaming": {"uncentred-projection"},
    "variance-to-keep": {"ratio-of-singular-values"},
    "whitening": {"whitened-by-variances", "not-turned-back"},
}
BY_HAND = "# init wrote this; by hand:"


def asked(read: Assignment) -> Assignment:
    """Return an assignment without what the text around it says."""
    return replace(read, title="", digest="")


def test_every_example_is_tried() -> None:
    assert {path.parent.name for path in FOLDER.glob("*/hw.toml")} == MISTAKES.keys()
    listed = re.findall(r"^\| \[`([\w-]+)`\]", (FOLDER / "README.md").read_text(), re.MULTILINE)
    assert sorted(listed) == sorted(MISTAKES)


@pytest.mark.parametrize("name", MISTAKES)
def test_init_writes_the_assignment_of_each_example(name: str, top: Pool) -> None:
    folder = FOLDER / name
    text = (folder / "hw.toml").read_text()
    written, wanted = asked(loads(text, "hw.toml", folder)), asked(load(folder / "hw.toml"))
    (solution,) = folder.glob("solution.*")
    draft = propose(top.run_all, solution, folder, seed=wanted.seed)
    assert draft.points == draft.max_points
    written = asked(loads(draft.text, "hw.toml", folder))
    if BY_HAND in text:
        assert written != wanted
        assert [task.name for task in written.tasks] == [task.name for task in wanted.tasks]
    else:
        assert "# init wrote this alone" in text
        assert written == wanted


@pytest.mark.parametrize("name", MISTAKES)
def test_right_ones_lose_nothing_and_wrong_ones_are_told_why(name: str, top: Pool) -> None:
    assignment = load(FOLDER / name / "hw.toml")
    right, wrong = (
        grade(top.run_all, assignment, read_one(FOLDER / name / "submissions" / who)) for who in ("right", "wrong")
    )
    assert right.score == assignment.max_points, [item for item in right.criteria if not item.passed]
    assert wrong.score is not None
    assert wrong.score < assignment.max_points
    told = {mistake.name for mistake in wrong.diagnosis.mistakes} if wrong.diagnosis else set()
    assert told == MISTAKES[name], wrong.diagnosis
