"""The examples in docstrings print what they say, and docstrings are in one style."""

from __future__ import annotations

import ast
import doctest
import importlib
import re
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


OTHER_STYLE = ("grading/diagnosis/", "grading/parsing/suspects/")
"""Folders whose docstrings begin with `Return` and have double backticks."""


def style_faults(text: str) -> list[str]:
    """What is wrong with the docstrings of a module's text, by the line."""
    faults = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            if node.value.value.startswith(("Return ", "Returns ", "Yield ", "Yields ")):
                faults.append(f"line {node.lineno}: got a verb, but should be what it gives")
            if re.search(r"(?<!`)``(?!`)", node.value.value):
                faults.append(f"line {node.lineno}: got double backticks, but should be single ones")
    return faults


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_docstrings_say_what_a_function_gives_and_have_single_backticks(path: Path) -> None:
    if not str(path.relative_to(PACKAGE)).startswith(OTHER_STYLE):
        assert style_faults(path.read_text(encoding="utf-8")) == []


def test_the_check_of_docstrings_finds_both_faults() -> None:
    assert len(style_faults('def f():\n    """Return ``x``."""\n')) == 2
