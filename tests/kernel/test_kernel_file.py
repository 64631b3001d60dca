"""The trusted file itself: short, of the standard library only, and no refusal of it untested."""

import ast
import sys
import traceback
from pathlib import Path

import pytest
from kernel_near_misses import REJECTED
from kernel_proofs import CASES
from test_kernel_types import CLASHES, SCOPE

from pcaproofs import kernel

FILE = Path(kernel.__file__)
TREE = ast.parse(FILE.read_text(encoding="utf-8"))


def test_the_kernel_has_at_most_900_lines() -> None:
    assert len(FILE.read_text(encoding="utf-8").splitlines()) <= 900


def test_the_kernel_imports_only_the_standard_library() -> None:
    imported = {alias.name for node in ast.walk(TREE) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in ast.walk(TREE) if isinstance(node, ast.ImportFrom)}
    assert imported
    assert {name.split(".")[0] for name in imported} <= sys.stdlib_module_names


@pytest.mark.parametrize(
    "builtin", ["eval", "exec", "__import__", "open", "compile", "globals", "setattr", "float", "hash"]
)
def test_the_kernel_calls_no_dangerous_builtin(builtin: str) -> None:
    called = {node.func.id for node in ast.walk(TREE) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert builtin not in called


def test_only_one_place_says_proved() -> None:
    said = [node for node in ast.walk(TREE) if isinstance(node, ast.Return) and "'proved'" in ast.unparse(node)]
    (check,) = [node for node in TREE.body if isinstance(node, ast.FunctionDef) and node.name == "check"]
    assert len(said) == 1
    assert check.body[-1] is said[0]


def raised_at(error: BaseException | None) -> set[int]:
    """The lines of the kernel that an exception came through, and those that it was raised in answer to."""
    lines: set[int] = set()
    while error is not None:
        frames = traceback.walk_tb(error.__traceback__)
        lines |= {line for frame, line in frames if frame.f_code.co_filename == str(FILE)}
        error = error.__cause__ or error.__context__
    return lines


def test_every_refusal_is_reached() -> None:
    """Every line that raises, by some row of the tables; so that a rule cannot be added without its near-miss."""
    reached: set[int] = set()
    rows = [(kernel.check, *row[:2]) for row in REJECTED.values()] + [(SCOPE.expand, e) for e, _ in CLASHES.values()]
    for function, *arguments in rows:
        with pytest.raises(kernel.KernelError) as raised:
            function(*arguments)
        reached |= raised_at(raised.value)
    raising = {node.lineno for node in ast.walk(TREE) if isinstance(node, ast.Raise)}
    assert len(raising) > 25
    assert raising <= reached, sorted(raising - reached)


@pytest.mark.parametrize(("rule", "row"), [(rule, row) for rule, _, row in kernel.RULES])
def test_the_table_of_rules_names_a_near_miss_of_each(rule: str, row: str) -> None:
    """That the row is rejected, test_kernel_rejects shows."""
    assert rule
    assert row in REJECTED


def test_the_table_of_rules_is_complete() -> None:
    """Each kind of goal, fact and step that the kernel knows stands in it."""
    names = {rule for rule, _, _ in kernel.RULES}
    assert len(names) == len(kernel.RULES)
    assert {"feasible", "better", "value", "exactly", "enough", "same optimisers", "ones", "dimensions"} <= names


def test_checks_are_independent_of_each_other() -> None:
    """Letters and words are kept for one check only, and what is outside of it keeps its own."""
    outside = kernel._WORK.get()
    letters = outside.letter.cache_info()
    for case in CASES.values():
        kernel.check(*case)
    assert kernel._WORK.get() is outside
    assert outside.letter.cache_info() == letters
    with pytest.raises(kernel.KernelError):
        kernel.check(*REJECTED["expression: many terms"][:2])
    assert kernel._WORK.get() is outside
    assert outside.left is None


def test_polynomials_cannot_be_changed() -> None:
    p = kernel.identity("n")
    with pytest.raises(TypeError):
        p.terms[((), ())] = 2  # type: ignore[index]


def test_the_budget_is_the_same_every_time() -> None:
    """A check that just exceeds its budget does so again, whatever was checked before."""
    statement, certificate, _ = REJECTED["expression: many terms"]
    for _ in range(2):
        with pytest.raises(kernel.KernelError, match="steps to multiply out"):
            kernel.check(statement, certificate)


def test_the_tables_spoil_every_accepted_case_or_its_kind() -> None:
    """A case that no row spoils would be a proof that nothing tests for being wrong."""
    kinds = {type(statement.conclusion) for statement, _ in CASES.values()}
    spoilt = {
        type(statement.conclusion) for statement, _, _ in REJECTED.values() if isinstance(statement, kernel.Statement)
    }
    assert kinds <= spoilt
