"""No right variant loses a point, and no change that makes one wrong loses nothing."""

import pytest

from pcaproofs.grading.assignment.names import SITUATIONS
from pcaproofs.grading.data.datasets import datasets

from .local import Entry, failed, run_all
from .variants import CONVENTIONS, PLAIN, RIGHT_VARIANTS, ROLES, TYPES, WAYS, WRONG_VARIANTS

EVERYWHERE = frozenset(name for name in SITUATIONS if name.startswith("data."))
SEED = 6


def lost(entry: Entry, *, somewhere: bool = False) -> set[str]:
    """Return the criteria that fail, or those of ordinary data where some do."""
    ordinary = failed(run_all(entry, datasets(SEED))) if somewhere else set()
    return ordinary or failed(run_all(entry, datasets(SEED, EVERYWHERE)))


def test_there_are_enough() -> None:
    assert len(RIGHT_VARIANTS) >= 60
    assert len(WRONG_VARIANTS) >= 60
    for part, names in enumerate((WAYS, TYPES, CONVENTIONS)):
        assert {name.split("; ")[part] for name in RIGHT_VARIANTS} == set(names)


@pytest.mark.parametrize("name", RIGHT_VARIANTS)
def test_no_right_variant_loses_a_point(name: str) -> None:
    assert lost(RIGHT_VARIANTS[name]) == set()


def test_the_plain_program_is_right() -> None:
    assert lost(Entry(PLAIN, "m = PCA(k).fit(X)", ROLES)) == set()


@pytest.mark.parametrize("name", WRONG_VARIANTS)
def test_no_wrong_variant_loses_nothing(name: str) -> None:
    assert lost(WRONG_VARIANTS[name], somewhere=True) != set()
