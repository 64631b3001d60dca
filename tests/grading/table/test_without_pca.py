"""No program without PCA earns more than 30 % of what init writes, and PCA with one mistake earns more than nothing."""

import json
from pathlib import Path

import pytest

from pcaproofs.grading import engine
from pcaproofs.grading.assignment import Assignment, load, loads
from pcaproofs.grading.assignment.names import SITUATIONS
from pcaproofs.grading.data.datasets import datasets
from pcaproofs.grading.diagnosis import FullDiagnosis
from pcaproofs.grading.engine import grade
from pcaproofs.grading.proposal import propose
from pcaproofs.grading.proposal.callables import callables
from pcaproofs.grading.results.result import Result
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.submission.submissions import Submission

from .without_pca import AXES, BODIES, HONEST, NUMBERS, RIGHT, SLIPS, STYLES, UNNAMED, with_axes, with_numbers

FOLDER = Path(__file__).parents[3] / "examples" / "grading"
EXAMPLES = sorted(path.parent.name for path in FOLDER.glob("*/hw.toml"))
MOST = 0.3
_SUMS = {float(each.X.sum()) for each in datasets(1, frozenset(SITUATIONS)) if each.visible}
_OF_Z_SCORES = ("mathematics-notebook", "normalise-project-recover", "prcomp")
_NO_SOLVER = "power-iteration"


def solution_of(name: str) -> str:
    (path,) = (FOLDER / name).glob("solution.*")
    if path.suffix == ".py":
        return path.read_text()
    cells = [cell for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]
    return "\n".join(text for cell in cells if "%" not in (text := "".join(cell["source"])))


def graded(top: Pool, assignment: Assignment, source: str) -> Result:
    files = {"solution.py": source.encode()}
    return grade(lambda jobs: top.run_all(jobs, assignment.limits), assignment, Submission("ada", files))


@pytest.mark.parametrize("name", EXAMPLES)
def test_without_pca_no_example_pays_more_than_a_third(name: str, top: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "full_diagnosis", lambda *arguments: FullDiagnosis(None, None, None))
    assignment, source = load(FOLDER / name / "hw.toml"), solution_of(name)
    names = [item.name for item in callables(source) if not item.name.startswith("_")]
    programs = {kind: with_numbers(source, kind, names) for kind in NUMBERS}
    if name != _NO_SOLVER:
        programs |= {kind: with_axes(source, kind) for kind in AXES}
    if name in _OF_Z_SCORES:  # the axes of the correlations are right
        del programs["axes of the correlations"]
    scores = {kind: graded(top, assignment, text).score for kind, text in programs.items()}
    assert {kind: score for kind, score in scores.items() if (score or 0) > MOST * assignment.max_points} == {}
    assert graded(top, assignment, source).score == assignment.max_points


def written(style: str, body: str) -> str:
    return HONEST.format(sums=_SUMS, body=body).replace("axes_of", "_axes_of") + STYLES[style].replace(
        "axes_of", "_axes_of"
    )


@pytest.mark.parametrize("style", STYLES)
def test_without_pca_no_new_assignment_pays_more_than_a_third_even_with_follow_through(
    style: str, top: Pool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Programs whose mistake has no name are diagnosed in one style; in the others they are graded alone."""
    (tmp_path / "solution.py").write_text(written(style, RIGHT))
    draft = propose(top.run_all, tmp_path / "solution.py", tmp_path, seed=8)
    assert draft.points == draft.max_points
    assignment = loads(draft.text, "hw.toml", tmp_path)

    def share(body: str, named: bool = True) -> float:
        result = graded(top, assignment, written(style, body))
        assert named or result.diagnosis is None
        return (result.score or 0) / draft.max_points

    with monkeypatch.context() as patched:
        if style != "function":
            patched.setattr(engine, "full_diagnosis", lambda *arguments: FullDiagnosis(None, None, None))
        shares = {kind: share(BODIES[kind], named=False) for kind in UNNAMED}
    shares |= {kind: share(body) for kind, body in BODIES.items() if kind not in UNNAMED}
    assert {kind: each for kind, each in shares.items() if each > MOST} == {}
    slips = {kind: share(body) for kind, body in SLIPS.items()}
    assert all(each > 0.05 for each in slips.values()), slips
    assert slips["never centred"] < 0.5
    assert slips["projects the data as they are"] > 0.7
