"""The examples in docstrings are run."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "pcaproofs"


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


MODULES = [module_name(p) for p in sorted(PACKAGE.rglob("*.py")) if ">>> " in p.read_text(encoding="utf-8")]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_print_what_they_say(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert tried > 0
    assert failed == 0
