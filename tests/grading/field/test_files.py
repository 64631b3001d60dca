"""Files as they are handed in are graded as their PCA deserves, whatever surrounds it."""

from dataclasses import replace

import pytest

from pcaproofs.grading import engine
from pcaproofs.grading.assignment import loads
from pcaproofs.grading.assignment.reference import EXAMPLE
from pcaproofs.grading.diagnosis import FullDiagnosis
from pcaproofs.grading.engine import grade
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.submission.submissions import Submission

from .files import ALL, FILES

READ = loads(EXAMPLE.replace("runs = 1", "runs = 1\nimports = 1"))
ASSIGNMENT = replace(READ, limits=replace(READ.limits, cpu=2.0))


@pytest.mark.parametrize("name", FILES)
def test_each_submitted_file_earns_its_points(name: str, top: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "full_diagnosis", lambda *arguments: FullDiagnosis(None, None, None))
    case = FILES[name]
    result = grade(lambda jobs: top.run_all(jobs, ASSIGNMENT.limits), ASSIGNMENT, Submission("ada", case.files))
    assert result.gradable, result.problems
    told = [item.message for item in result.criteria if item.message]
    lost = {item.criterion for item in result.criteria if item.points < item.max_points}
    asked = {item.criterion for item in result.criteria}
    assert lost == (asked if case.loses >= ALL else case.loses), (told, result.dropped, result.problems)
    assert case.error in " ".join(told), told
    for words in case.says:
        assert any(words in each for each in result.dropped), result.dropped
    assert bool(result.dropped) == bool(case.says) or case.loses, result.dropped
    assert case.notes in " ".join(result.notes), result.notes


def test_there_are_enough_of_them() -> None:
    assert len(FILES) > 52
    assert sum(isinstance(case.text, list) for case in FILES.values()) >= 12
