"""Whatever a file asks for, `verify` ends within seconds and 500 MB, with one line that has no word of Python in it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from certificate_bombs import BOMBS
from limited import Checkers

PYTHON = (
    "Traceback",
    "Error(",
    "Error:",
    "recursion",
    "string conversion",
    "None",
    "True",
    "False",
    "tuple",
    "str ",
    "object at",
)
COSTLY = ["(A + B)^16", "2^40 terms", "a square of 300 matrices", "traces of 1900 letters", "30000 dimensions"]
COSTLY += ["gradient of tr A^1000", "a weight of 100000 factors 1"]  # what takes most time or memory within the budget


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_defused_within_a_tenth_of_the_budget(name: str, checkers: Checkers, tmp_path: Path) -> None:
    _is_defused(name, checkers, tmp_path, whole=False)


@pytest.mark.parametrize("name", COSTLY)
def test_a_bomb_is_defused_within_the_budget(name: str, checkers: Checkers, tmp_path: Path) -> None:
    _is_defused(name, checkers, tmp_path, whole=True)


def _is_defused(name: str, checkers: Checkers, folder: Path, whole: bool) -> None:
    path = folder / "x.json"
    path.write_text(BOMBS[name](), encoding="utf-8")
    started = time.perf_counter()
    done = checkers.run("verify", path, whole)
    print(f"{time.perf_counter() - started:.1f} s")
    assert done.returncode in (1, 2), (done.returncode, done.stdout[:200], done.stderr[-200:])
    assert done.stderr.startswith("pcaproofs: ")
    assert done.stderr.count("\n") == 1
    assert len(done.stderr) < 1000
    assert done.stderr.isprintable() or done.stderr[:-1].isprintable()
    assert not [word for word in PYTHON if word in done.stderr], done.stderr
    assert not done.stdout


def test_the_limit_of_memory_is_in_force(checkers: Checkers, tmp_path: Path) -> None:
    done = checkers.run("allocate", tmp_path)
    assert done.returncode == 1
    assert "MemoryError" in done.stderr
