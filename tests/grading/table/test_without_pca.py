"""No program without PCA earns more than 30 % of what init writes, and PCA with one mistake earns more than nothing."""

import functools
import json
import math
from collections.abc import Callable
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


@functools.cache
def solution_of(name: str) -> str:
    (path,) = (FOLDER / name).glob("solution.*")
    if path.suffix == ".py":
        return path.read_text()
    cells = [cell for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]
    return "\n".join(text for cell in cells if "%" not in (text := "".join(cell["source"])))


def graded(top: Pool, assignment: Assignment, source: str) -> Result:
    files = {"solution.py": source.encode()}
    return grade(lambda jobs: top.run_all(jobs, assignment.limits), assignment, Submission("ada", files))


@pytest.fixture
def undiagnosed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing follows from a mistake, and no search for one takes time."""
    monkeypatch.setattr(engine, "full_diagnosis", lambda *arguments: FullDiagnosis(None, None, None))


@functools.cache
def example(name: str) -> Assignment:
    return load(FOLDER / name / "hw.toml")


KINDS = {  # of every example, the programs without PCA
    name: [
        *NUMBERS,
        *(
            kind
            for kind in AXES
            if name != _NO_SOLVER and (name, kind) not in {(each, "axes of the correlations") for each in _OF_Z_SCORES}
        ),
    ]
    for name in EXAMPLES
}


@pytest.mark.parametrize(("name", "kind"), [(name, kind) for name, kinds in KINDS.items() for kind in kinds])
def test_without_pca_no_example_pays_more_than_a_third(name: str, kind: str, top: Pool, undiagnosed: None) -> None:
    source = solution_of(name)
    names = [item.name for item in callables(source) if not item.name.startswith("_")]
    program = with_numbers(source, kind, names) if kind in NUMBERS else with_axes(source, kind)
    score = graded(top, example(name), program).score
    assert (score or 0) <= MOST * example(name).max_points


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_solution_of_an_example_is_paid_in_full(name: str, top: Pool, undiagnosed: None) -> None:
    assert graded(top, example(name), solution_of(name)).score == example(name).max_points


def written(style: str, body: str) -> str:
    return HONEST.format(sums=_SUMS, body=body).replace("axes_of", "_axes_of") + STYLES[style].replace(
        "axes_of", "_axes_of"
    )


Share = Callable[[str, str], float]


@pytest.fixture(scope="module")
def drafts(top: Pool, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Assignment]:
    """The assignment that init writes for a style."""

    @functools.cache
    def draft(style: str) -> Assignment:
        folder = tmp_path_factory.mktemp(style)
        (folder / "solution.py").write_text(written(style, RIGHT))
        made = propose(top.run_all, folder / "solution.py", folder, seed=8)
        assert made.points == made.max_points
        return loads(made.text, "hw.toml", folder)

    return draft


@pytest.fixture
def share(top: Pool, drafts: Callable[[str], Assignment]) -> Share:
    """The share of the points that a program of a style earns; one without a named mistake gets no diagnosis."""

    def share(style: str, body: str) -> float:
        assignment = drafts(style)
        result = graded(top, assignment, written(style, body))
        assert result.diagnosis is None or body not in [BODIES[kind] for kind in UNNAMED]
        return (result.score or 0) / assignment.max_points

    return share


UNDIAGNOSED = [(kind, style) for kind in UNNAMED for style in STYLES if style != "function"]
"""Programs whose mistake has no name are diagnosed in one style."""
DIAGNOSED = [(kind, style) for kind in BODIES for style in STYLES if (kind, style) not in UNDIAGNOSED]


@pytest.mark.parametrize(("kind", "style"), UNDIAGNOSED)
def test_without_pca_no_new_assignment_pays_more_than_a_third(
    kind: str, style: str, share: Share, undiagnosed: None
) -> None:
    assert share(style, BODIES[kind]) <= MOST


@pytest.mark.parametrize(("kind", "style"), DIAGNOSED)
def test_without_pca_no_new_assignment_pays_more_than_a_third_even_with_follow_through(
    kind: str, style: str, share: Share
) -> None:
    """So it does not without: what follows through is only added."""
    assert share(style, BODIES[kind]) <= MOST


_LESS = {"never centred": 0.5}
_MORE = {"projects the data as they are": 0.7}


@pytest.mark.parametrize("kind", SLIPS)
@pytest.mark.parametrize("style", STYLES)
def test_pca_with_one_mistake_is_paid_in_part(style: str, kind: str, share: Share) -> None:
    assert _MORE.get(kind, 0.05) < share(style, SLIPS[kind]) < _LESS.get(kind, math.inf)
