"""Programs that are wrong on some data lose a point, and those that differ by less than matters lose none."""

import pytest

from pcaproofs.grading.assignment.names import SITUATIONS
from pcaproofs.grading.data.datasets import datasets

from .local import failed, run_all
from .nearly import NEARLY, RIGHT_ENOUGH


@pytest.mark.parametrize("name", NEARLY)
def test_a_solution_wrong_on_some_data_loses_a_point(name: str) -> None:
    for seed in (0, 1):
        assert NEARLY[name].loses in failed(run_all(NEARLY[name], datasets(seed, frozenset(SITUATIONS))))


@pytest.mark.parametrize("name", RIGHT_ENOUGH)
def test_a_solution_that_is_accurate_enough_loses_no_point(name: str) -> None:
    for seed in (0, 1):
        assert not failed(run_all(RIGHT_ENOUGH[name], datasets(seed, frozenset(SITUATIONS))))
