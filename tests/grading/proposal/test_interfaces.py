"""Interfaces that init understands, and that other right programs lose no points in what it writes."""

from pathlib import Path

import pytest

from pcaproofs.grading.assignment import loads
from pcaproofs.grading.engine import grade
from pcaproofs.grading.proposal import propose
from pcaproofs.grading.proposal.callables import SolutionFunction, callables
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.submission.submissions import Submission

from .interfaces import AXES, INTERFACES, ROUTES, written


@pytest.mark.parametrize("name", INTERFACES)
def test_it_asks_for_what_the_course_teaches(name: str, top: Pool, tmp_path: Path) -> None:
    row = INTERFACES[name]
    source = written(row.source, AXES, row.k)
    (tmp_path / "pca.py").write_text(source)
    draft = propose(top.run_all, tmp_path / "pca.py", tmp_path, seed=11)
    assert [part for part in row.has if part not in draft.text] == [], draft.text
    assert [part for part in row.lacks if part in draft.text.replace("gives the right [values]", "")] == [], draft.text
    assert draft.points == draft.max_points
    said = [f"# {line.strip()}" for line in draft.assumed if "please check" in line]
    assert [line for line in said if line not in draft.text] == []
    assignment = loads(draft.text, "hw.toml", tmp_path)
    others = [written(row.source, route, row.k) for route in ROUTES if "AXES" in row.source]
    for other in [*others, *(written(each, AXES, row.k) for each in row.others)]:
        assert other != source
        result = grade(
            lambda jobs: top.run_all(jobs, assignment.limits), assignment, Submission("ada", {"pca.py": other.encode()})
        )
        assert result.score == assignment.max_points, [item for item in result.criteria if not item.passed]


def test_a_program_that_never_centres_a_stream_is_not_right(top: Pool, tmp_path: Path) -> None:
    source = written(INTERFACES["batches of a stream are the data themselves"].source, "", "k")
    (tmp_path / "pca.py").write_text(source)
    assignment = loads(propose(top.run_all, tmp_path / "pca.py", tmp_path, seed=11).text, "hw.toml", tmp_path)
    wrong = source.replace(" - np.outer(self.mean(), self.mean())", "")
    assert wrong != source
    result = grade(
        lambda jobs: top.run_all(jobs, assignment.limits), assignment, Submission("ada", {"pca.py": wrong.encode()})
    )
    assert 0 < (result.score or 0) < 0.4 * assignment.max_points


@pytest.mark.parametrize(
    ("source", "frames"),
    [
        ("def f(X: pd.DataFrame, k): pass", [True, False]),
        ("def f(X: 'pd.DataFrame | None', k): pass", [True, False]),
        ("def f(df, k): return df.to_numpy()", [True, False]),
        ("def f(X, names): return X.mean(axis=0), names.columns", [False, True]),
        ("def f(X: np.ndarray, k): return X.T", [False, False]),
    ],
)
def test_data_frames_are_known_by_their_annotation_or_use(source: str, frames: list[bool]) -> None:
    (found,) = callables(source)
    assert isinstance(found, SolutionFunction)
    assert [each.frame for each in found.parameters] == frames
