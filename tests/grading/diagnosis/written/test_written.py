"""Wrong implementations that were written before it was known what would be told of them.

Of each table at least four fifths are told what is wrong, and none anything that is not.
"""

from collections.abc import Sequence

import pytest

from pcaproofs.grading.data.datasets import datasets
from pcaproofs.grading.diagnosis import diagnose

from ...table.local import LocalRerun, run_all
from .axes import AXES
from .case import Case
from .data import DATA
from .kernels import KERNELS
from .later import LATER
from .nameless import NAMELESS
from .one_value import ONE_VALUE
from .pairs import PAIRS
from .results import RESULTS
from .seen import SEEN
from .stops import STOPS

TABLES = {
    "axes": AXES, "data": DATA, "kernels": KERNELS, "nameless": NAMELESS, "one value": ONE_VALUE, "pairs": PAIRS,
    "results": RESULTS, "seen": SEEN, "later": LATER, "stops": STOPS,
}  # fmt: skip
SITUATIONS = frozenset({"data.few-samples", "data.ties", "data.integers"})
LEAST = 0.8


def named(case: Case) -> frozenset[str]:
    conventions = case.entry.task.conventions
    standardised = conventions.standardise != "no"
    situations = SITUATIONS | ({"data.constant-feature"} if standardised else set())
    kernel = conventions if {"kernel", "kernel_scores"} & case.entry.roles.keys() else None
    runs = run_all(case.entry, datasets(5, situations, standardised=standardised, kernel=kernel))
    found = diagnose(None, runs, LocalRerun(case.entry))
    return frozenset(found.name.split("+")) if found else frozenset()


def test_there_are_enough() -> None:
    every = [case.entry.source for cases in TABLES.values() for case in cases]
    assert len(every) >= 60
    assert len(set(every)) == len(every)


@pytest.mark.parametrize("name", TABLES)
def test_nearly_all_mistakes_are_named_and_nothing_else_is(
    name: str,
) -> None:
    cases: Sequence[Case] = TABLES[name]
    found = [named(case) for case in cases]
    wrong = [(case.entry.source, names) for case, names in zip(cases, found, strict=True) if case.is_wrong(names)]
    missed = [(case.entry.source, names) for case, names in zip(cases, found, strict=True) if not case.is_right(names)]
    assert not wrong
    assert len(missed) <= (1 - LEAST) * len(cases), missed
