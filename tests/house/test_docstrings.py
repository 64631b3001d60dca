"""The examples in docstrings print what they say, and docstrings are in one style."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from syntax import statements

PACKAGE = Path(__file__).parents[2] / "pcaproofs"


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


MODULES = [module_name(p) for p in sorted(PACKAGE.rglob("*.py")) if ">>> " in p.read_text(encoding="utf-8")]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_print_their_output(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert tried > 0
    assert failed == 0


def style_faults(text: str) -> list[str]:
    """What is wrong with the docstrings of a module's text, by the line."""
    faults = []
    for node in statements(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            if re.match(r"(Return|Yield)s?\b", node.value.value):
                faults.append(f"line {node.lineno}: got a verb, but should be what it gives")
            if re.search(r"(?<!`)``(?!`)", node.value.value):
                faults.append(f"line {node.lineno}: got double backticks, but should be single ones")
    return faults


@pytest.mark.parametrize("room", sorted(path.name for path in PACKAGE.iterdir() if path.name != "__pycache__"))
def test_docstrings_say_what_a_function_gives_and_have_single_backticks(room: str) -> None:
    paths = [path for path in [PACKAGE / room, *(PACKAGE / room).rglob("*.py")] if path.suffix == ".py"]
    faults = {str(path): style_faults(path.read_text(encoding="utf-8")) for path in sorted(paths)}
    assert {path: found for path, found in faults.items() if found} == {}


def test_the_check_of_docstrings_finds_both_faults() -> None:
    assert len(style_faults('def f():\n    """Return ``x``."""\n')) == 2


ROOMS = (  # where every public name has a docstring; a file, or a folder with all in it
    "language",
    "prover",
    "verify",
    "claims",
    "crosscheck",
    "reference",
    "cli/common.py",
    "cli/exporting.py",
    "cli/progress.py",
    "cli/proving.py",
    "cli/verifying.py",
    "certificates.py",
    "goals.py",
    "jupyter.py",
    "lookalikes.py",
    "plain_names.py",
    "pytest_plugin.py",
    "records.py",
    "statement_text.py",
    "terminal.py",
    "terms.py",
)
NOT_YET = ("prover/refute",)


def documented_modules() -> list[str]:
    files = [
        p for room in ROOMS for p in ([PACKAGE / room] if room.endswith(".py") else (PACKAGE / room).rglob("*.py"))
    ]
    return sorted(module_name(p) for p in files if not p.relative_to(PACKAGE).as_posix().startswith(NOT_YET))


def documented(module: Any) -> Iterator[tuple[str, Any]]:
    """A module, and each public class, function, method and property that it defines, by name."""
    yield module.__name__, module
    for name, thing in vars(module).items():
        if name.startswith("_") or getattr(thing, "__module__", "") != module.__name__:
            continue
        if inspect.isclass(thing) or inspect.isfunction(thing):
            yield name, thing
        if inspect.isclass(thing):
            for method, member in vars(thing).items():
                if not method.startswith("_") and (inspect.isfunction(member) or isinstance(member, property)):
                    yield f"{name}.{method}", getattr(thing, method)


FAULTS = {
    "no full stop after the first sentence": lambda text: text and not re.search(r"[.?!:](\s|$)", text),
    "American spelling": lambda text: re.search(r"\b(minimi|maximi|optimi|normali|factori)z", text),
}


@pytest.mark.parametrize("name", documented_modules())
def test_public_names_have_docstrings_of_sentences_in_british_spelling(name: str) -> None:
    members = list(documented(importlib.import_module(name)))
    missing = [thing for thing, member in members if not inspect.getdoc(member)]
    wrong = [f"{thing}: {what}" for thing, m in members for what, holds in FAULTS.items() if holds(m.__doc__ or "")]
    assert (missing, wrong) == ([], [])
