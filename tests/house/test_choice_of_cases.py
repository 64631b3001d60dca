"""A run without paths takes some cases of long test functions, and every claim and document."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from durations import CASES as CASES_TOGETHER
from durations import Measured

from tests import conftest

CASES = {
    "tests/a.py::test_long": 8,
    "tests/a.py::test_short": 3,
    "tests/a.py::test_one_long": 1,
    "tests/a.py::test_of_long_fixture": 2,
    "derivations/b.md::b": 2,
}
FIXTURES = {"test_of_long_fixture": ["long"]}
MEASURED = {
    "tests/a.py::test_long": Measured(4 * CASES_TOGETHER, 8),
    "tests/a.py::test_one_long": Measured(4.0, 1),
    "tests/a.py::long": Measured(4.0, 1),
    "derivations/b.md::b": Measured(9.0, 2),
}


def test_some_cases_are_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conftest, "MEASURED", MEASURED)
    items = []
    for place, number in CASES.items():
        path, _, name = place.partition("::")
        items += [
            SimpleNamespace(path=conftest.ROOT / path, name=f"{name}[{k}]", fixturenames=FIXTURES.get(name, []))
            for k in range(number)
        ]
    chosen = [item.name for item in conftest._sample(items, None)]
    assert chosen == ["test_long[0]", "test_long[4]", *(f"test_short[{k}]" for k in range(3)), "b[0]", "b[1]"]
    parts = [{item.name for item in conftest._sample(items, (k, 6))} for k in range(1, 7)]
    assert all({*chosen} <= part for part in parts)
    assert set.union(*parts) == {item.name for item in items}
    assert sum(len(part) - len(chosen) for part in parts) == len(items) - len(chosen)
