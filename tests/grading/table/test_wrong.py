"""Each wrong implementation loses the criterion that it should, and nearly each is diagnosed right."""

from collections.abc import Callable

import pytest

from pcaproofs.grading.assignment.names import SITUATIONS
from pcaproofs.grading.data.datasets import datasets
from pcaproofs.grading.diagnosis import Diagnosis, diagnose, picture_of

from .explained import Explained
from .judged import JUDGED
from .local import LocalRerun, failed, run_all
from .styles import STYLES
from .wrong import WRONG

Explain = Callable[[str], Explained]


def test_there_are_enough() -> None:
    assert len(WRONG) >= 40
    assert len({entry.source for entry in WRONG.values()}) == len(WRONG)


@pytest.mark.parametrize("name", WRONG)
def test_wrong_ones_lose_the_criterion_that_they_should(name: str, explained: Explain) -> None:
    runs, _ = explained(name)
    assert WRONG[name].loses in failed(runs)


@pytest.mark.parametrize("situations", [frozenset(SITUATIONS), frozenset()], ids=["all data", "ordinary data"])
@pytest.mark.parametrize("name", JUDGED)
def test_mistakes_seen_only_by_the_judge_lose_points(name: str, situations: frozenset[str], explained: Explain) -> None:
    entry = JUDGED[name]
    if situations:
        runs = run_all(entry, datasets(0, situations, standardised=entry.task.conventions.standardise != "no"))
        found = diagnose(None, runs, LocalRerun(entry))
    else:
        runs, found = explained(f"judged, {name}")
    assert entry.loses in failed(runs)
    assert found is not None
    assert found.name == entry.diagnosis


def is_right(name: str, found: Diagnosis | None) -> bool:
    return found is not None and set(WRONG[name].diagnosis.split("+")) <= set(found.name.split("+"))


def test_nearly_all_are_diagnosed_right(explained: Explain) -> None:
    missed = [name for name in WRONG if not is_right(name, explained(name)[1])]
    assert len(missed) <= 0.05 * len(WRONG), missed


@pytest.mark.parametrize("number", range(len(STYLES)))
def test_the_same_mistakes_by_other_hands(number: int, explained: Explain) -> None:
    entry = STYLES[number]
    _, found = explained(f"style {number}")
    assert found
    assert set(found.name.split("+")) == set(entry.diagnosis.split("+"))


@pytest.mark.parametrize("name", WRONG)
def test_every_one_is_diagnosed_somehow(name: str, explained: Explain) -> None:
    runs, found = explained(name)
    assert found
    assert found.title
    assert found.hint
    assert found.why
    assert "{" not in found.hint  # every code word has been filled in
    picture_of(runs)  # and nothing breaks
