"""A run without arguments leaves out cases of slow files only, and runs every test function."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))
from sample import FILE, sampled, wants_all


@dataclass(frozen=True)
class Item:
    nodeid: str
    keywords: tuple[str, ...] = ()


FOUR_CASES = [Item(f"a.py::test_rows[{k}]") for k in range(4)]
ROWS = {
    "a fast file runs whole": (FOUR_CASES, FILE, [0, 1, 2, 3]),
    "a file of twice the time runs every second case": (FOUR_CASES, 2 * FILE, [0, 2]),
    "a little more than twice the time is three times": (FOUR_CASES, 2.1 * FILE, [0, 3]),
    "the first case always runs": (FOUR_CASES, 100 * FILE, [0]),
    "functions are counted apart": (
        [Item("a.py::test_one[0]"), Item("a.py::test_two[0]"), Item("a.py::test_one[1]"), Item("a.py::test_three")],
        9 * FILE,
        [0, 1, 3],
    ),
    "layers of claims always run": ([Item("c.py::a.claim[kernel]", ("claim",))] * 3, 9 * FILE, [0, 1, 2]),
}


@pytest.mark.parametrize("row", ROWS)
def test_a_sample_has(row: str) -> None:
    items, seconds, expected = ROWS[row]
    kept, left_out = sampled(items, lambda item: seconds)
    assert kept == [items[k] for k in expected]
    assert sorted([*kept, *left_out], key=items.index) == items


@pytest.mark.parametrize(
    ("options", "source", "expected"),
    [
        ({}, "TESTPATHS", False),
        ({"complete": True}, "TESTPATHS", True),
        ({"keyword": "ky-fan"}, "TESTPATHS", True),
        ({"markexpr": "fast"}, "TESTPATHS", True),
        ({}, "ARGS", True),
    ],
)
def test_a_selection_and_complete_run_all_cases(options: dict[str, object], source: str, expected: bool) -> None:
    option = SimpleNamespace(**{"complete": False, "keyword": "", "markexpr": "", **options})
    config = SimpleNamespace(option=option, args_source=pytest.Config.ArgsSource[source])
    assert wants_all(config) is expected
