"""The trusted file itself: short, of the standard library only, and no refusal of it untested."""

import ast
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from kernel_near_misses import REJECTED
from kernel_proofs import CASES
from test_kernel_types import CLASHES, SCOPE

from pcaproofs import kernel

FILE = Path(kernel.__file__)
TREE = ast.parse(FILE.read_text(encoding="utf-8"))


def test_at_most_800_lines() -> None:
    assert len(FILE.read_text(encoding="utf-8").splitlines()) <= 800


def test_imports_the_standard_library_only() -> None:
    imported = {alias.name for node in ast.walk(TREE) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in ast.walk(TREE) if isinstance(node, ast.ImportFrom)}
    assert imported
    assert {name.split(".")[0] for name in imported} <= sys.stdlib_module_names


@pytest.mark.parametrize(
    "builtin", ["eval", "exec", "__import__", "open", "compile", "globals", "setattr", "float", "hash"]
)
def test_calls_nothing_that_could_surprise(builtin: str) -> None:
    called = {node.func.id for node in ast.walk(TREE) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert builtin not in called


def test_one_place_says_proved() -> None:
    said = [node for node in ast.walk(TREE) if isinstance(node, ast.Return) and "'proved'" in ast.unparse(node)]
    (check,) = [node for node in TREE.body if isinstance(node, ast.FunctionDef) and node.name == "check"]
    assert len(said) == 1
    assert check.body[-1] is said[0]


def test_every_refusal_is_reached() -> None:
    """Every line that raises, by some row of the tables; so that a rule cannot be added without its near-miss."""
    reached: set[int] = set()

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code.co_filename != str(FILE):
            return None
        if event == "line":
            reached.add(frame.f_lineno)
        return trace

    def fails(function: Any, *args: Any) -> None:
        before = sys.gettrace()
        sys.settrace(trace)  # each time anew: a recursion that is too deep also ends the tracing
        try:
            with pytest.raises(kernel.KernelError):
                function(*args)
        finally:
            sys.settrace(before)

    for statement, certificate, _ in REJECTED.values():
        fails(kernel.check, statement, certificate)
    for e, _ in CLASHES.values():
        fails(SCOPE.expand, e)
    raising = {node.lineno for node in ast.walk(TREE) if isinstance(node, ast.Raise)}
    assert len(raising) > 25
    assert raising <= reached, sorted(raising - reached)


def test_the_tables_spoil_every_accepted_case_or_its_kind() -> None:
    """A case that no row spoils would be a proof that nothing tests for being wrong."""
    kinds = {type(statement.conclusion) for statement, _ in CASES.values()}
    spoilt = {
        type(statement.conclusion) for statement, _, _ in REJECTED.values() if isinstance(statement, kernel.Statement)
    }
    assert kinds <= spoilt
