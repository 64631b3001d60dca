"""The list of slow tests names tests that exist: a file that moves would become fast, and be started last."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))
from durations import listed, slow

ROOT = Path(__file__).parents[2]


def test_every_slow_test_exists() -> None:
    places = [name.partition("::") for name in listed()]
    missing = [path for path, _, _ in places if not (ROOT / path).is_file()]
    missing += [f"{path}::{name}" for path, _, name in places if name and path not in missing if not has(path, name)]
    assert missing == [], "change the path in tests/slow.txt, or measure again with tests/durations.py"


def has(path: str, name: str) -> bool:
    """Whether a file has a test function of that name, or a claim of that id."""
    text = (ROOT / path).read_text(encoding="utf-8")
    return f"def {name}(" in text or f'"{name}"' in text


TIMES = [
    ("a.py", "test_one", 4.0),
    ("a.py", "test_one", 4.0),
    ("b.py", "test_two", 1.5),
    ("b.py", "test_three", 0.25),
    ("c.py", "test_four", 0.5),
]


def test_a_slow_file_is_one_row_and_in_others_a_slow_function_is() -> None:
    assert slow(TIMES) == [(8.0, "a.py"), (1.5, "b.py::test_two")]


@pytest.mark.parametrize("path", ["no/such/file.py", "tests/conftest.py"])
def test_a_test_that_does_not_exist_is_found(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "listed", lambda: {f"{path}::test_nothing": 1.0})
    with pytest.raises(AssertionError, match=path):
        test_every_slow_test_exists()
