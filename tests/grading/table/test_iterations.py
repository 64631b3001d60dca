"""Iterations that stop too early lose a point, and those that go on until they stand still lose none."""

import pytest

from pcaproofs.grading.data.datasets import datasets

from .iterations import ENOUGH, TOO_FEW
from .local import Entry, failed, run_all

SEEDS = (0, 1)


def lost(entry: Entry, seed: int) -> set[str]:
    standardised = entry.task.conventions.standardise != "no"
    return failed(run_all(entry, datasets(seed, standardised=standardised)))


@pytest.mark.parametrize("name", TOO_FEW)
def test_too_few_rounds_lose_points(name: str) -> None:
    for seed in SEEDS:
        assert TOO_FEW[name].loses in lost(TOO_FEW[name], seed)


@pytest.mark.parametrize("name", ENOUGH)
def test_enough_rounds_lose_none(name: str) -> None:
    for seed in SEEDS:
        assert not lost(ENOUGH[name], seed)
