"""The list of slow tests names tests that exist, and a run without paths takes as many cases as it says."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))
from durations import CASES, Measured, file_seconds, functions_of, listed, sampled

ROOT = Path(__file__).parents[2]


def test_every_slow_test_exists() -> None:
    places = [name.partition("::") for name in listed()]
    missing = [path for path, _, _ in places if not (ROOT / path).is_file()]
    missing += [f"{path}::{name}" for path, _, name in places if path not in missing if not has(path, name)]
    assert missing == [], "change the path in tests/slow.txt, or measure again with tests/durations.py"


def has(path: str, name: str) -> bool:
    """Whether a file has a test function of that name, or a claim of that id."""
    text = (ROOT / path).read_text(encoding="utf-8")
    return f"def {name}(" in text or f'"{name}"' in text


TIMES = [
    ("a.py::test_one", 4.0),
    ("a.py::test_one", 4.0),
    ("b.py::test_two", 1.5),
    ("b.py::test_three", 0.25),
    ("b.py::test_four", 0.5),
]


def test_functions_that_take_long_are_listed() -> None:
    functions = functions_of(TIMES)
    assert functions == {"a.py::test_one": (8.0, 2), "b.py::test_two": (1.5, 1), "b.py::test_four": (0.5, 1)}
    assert file_seconds(functions) == {"a.py": 8.0, "b.py": 2.0}


@pytest.mark.parametrize(
    ("seconds", "cases", "kept"),
    [(0.4, 7, 7), (CASES, 7, 7), (10 * CASES, 40, 4), (10 * CASES, 9, 0), (1.1 * CASES, 1, 0), (1.5 * CASES, 2, 1)],
)
def test_as_many_cases_are_kept_as_take_the_given_time(seconds: float, cases: int, kept: int) -> None:
    assert Measured(seconds, cases).sample() == kept


@pytest.mark.parametrize(
    ("cases", "kept", "chosen"), [(9, 3, [0, 3, 6]), (4, 4, [0, 1, 2, 3]), (2, 5, [0, 1]), (5, 0, [])]
)
def test_kept_cases_have_equal_distances(cases: int, kept: int, chosen: list[int]) -> None:
    assert sampled(cases, kept) == chosen


@pytest.mark.parametrize("path", ["no/such/file.py", "tests/conftest.py"])
def test_a_test_that_does_not_exist_is_found(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "listed", lambda: {f"{path}::test_nothing": Measured(1.0, 1)})
    with pytest.raises(AssertionError, match=path):
        test_every_slow_test_exists()
