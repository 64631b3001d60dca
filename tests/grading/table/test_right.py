"""No right implementation loses a point, whatever its interface and conventions."""

import pytest

from pcaproofs.grading.assignment.names import SITUATIONS
from pcaproofs.grading.data.datasets import datasets
from pcaproofs.grading.diagnosis import diagnose

from .local import LocalRerun, run_all
from .right import RIGHT
from .unusual import UNUSUAL

# z-scores of a constant feature are the assignment's business: see judge/test_conventions.py
EVERYWHERE = frozenset(SITUATIONS) - {"data.constant-feature"}
SEEDS = range(1)
"""More in ``sweep.py``."""


def test_there_are_enough() -> None:
    assert len(RIGHT) >= 40


@pytest.mark.parametrize("name", [*RIGHT, *UNUSUAL])
def test_right_ones_lose_nothing(name: str) -> None:
    entry = (RIGHT | UNUSUAL)[name]
    rule = entry.task.conventions
    kernel = rule if "kernel_scores" in entry.roles else None
    # of kernels no assignment that init writes asks for these
    situations = EVERYWHERE - {"data.far-away", "data.ties"} if kernel else EVERYWHERE
    for seed in SEEDS:
        runs = run_all(entry, datasets(seed, situations, standardised=rule.standardise != "no", kernel=kernel))
        lost = [
            (run.data.name, run.outcome.detail, [item for item in run.findings if not item.passed])
            for run in runs
            if not run.ok or run.outcome.touched
        ]
        assert lost == []
        assert diagnose(None, runs, LocalRerun(entry)) is None
