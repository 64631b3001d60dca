"""Each module of the search and the refuter is named by a test, and no two test modules have the same name."""

from __future__ import annotations

import ast
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("pcaproofs/prover/search", "pcaproofs/prover/refute", "pcaproofs/prover/exact")
MODULES = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py") if path.name != "__init__.py")


@cache
def imported() -> frozenset[str]:
    """What the tests of the prover import by name, as module and as module.name."""
    found = set()
    for path in (ROOT / "tests" / "prover").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return frozenset(found)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT / "pcaproofs")))
def test_a_test_of_the_prover_imports_the_module(path: Path) -> None:
    assert ".".join(path.relative_to(ROOT).with_suffix("").parts) in imported()


def test_modules_of_tests_outside_packages_have_different_names() -> None:
    """pytest imports them by their names alone, and refuses the second of two."""
    files = [f for f in (ROOT / "tests").rglob("*.py") if not (f.parent / "__init__.py").exists()]
    found = Counter(f.stem for f in files if f.stem != "conftest")
    assert [name for name, count in found.items() if count > 1] == []
