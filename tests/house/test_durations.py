"""The list of slow tests names tests that exist, and a run without paths takes as many cases as it says."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))
from durations import CASES, ONE, Measured, file_seconds, files_of_part, functions_of, listed, read, sampled

ROOT = Path(__file__).parents[2]


def test_every_slow_test_exists() -> None:
    places = [name.partition("::") for name in listed()]
    missing = [path for path, _, _ in places if not (ROOT / path).is_file()]
    missing += [f"{path}::{name}" for path, _, name in places if path not in missing if not has(path, name)]
    assert missing == [], "change the path in tests/slow.txt, or measure again with tests/durations.py"


def has(path: str, name: str) -> bool:
    """Whether a file has a test function or a claim of that name, or one of its folders a fixture in a conftest.py."""
    file = ROOT / path
    texts = [x.read_text(encoding="utf-8") for x in (file, *(f / "conftest.py" for f in file.parents)) if x.is_file()]
    return any(f"def {name}(" in text for text in texts) or f'"{name}"' in texts[0]


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


def test_a_fixture_is_a_row_of_its_own(tmp_path: Path) -> None:
    case = '<testcase classname="tests.a" name="test_one[x]" time="4.0">{}</testcase>'
    fixture = '<properties><property name="fixture made" value="3.5"/></properties>'
    report = tmp_path / "run.xml"
    report.write_text(f"<testsuites>{case.format(fixture)}{case.format('')}</testsuites>")
    times = [("tests/a.py::test_one", 0.5), ("tests/a.py::made", 3.5), ("tests/a.py::test_one", 4.0)]
    assert read(report) == times


@pytest.mark.parametrize(
    ("seconds", "cases", "kept"),
    [
        (0.3, 7, 7),
        (CASES, 7, 7),
        (10 * CASES, 40, 4),
        (1.5 * CASES, 2, 1),
        (1.1 * CASES, 1, 1),
        (9 * ONE, 9, 1),
        (10 * ONE, 9, 0),
        (1.1 * ONE, 1, 0),
    ],
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


PARTS = {"a": 9, "b": 5, "c": 4, "d": 3, "e": 2}


def test_the_parts_have_every_file_once_and_take_about_as_long() -> None:
    functions = {f"{name}.py::test_{k}": Measured(float(seconds), 2) for name, seconds in PARTS.items() for k in (1, 2)}
    parts = [files_of_part(k, 3, functions) for k in (1, 2, 3)]
    assert parts == [{"a.py"}, {"b.py", "e.py"}, {"c.py", "d.py"}]
