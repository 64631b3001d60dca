"""The second checker: it accepts what the kernel accepts, and refuses every near-miss and tampered file."""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "kernel"))
from certificate_bombs import BOMBS
from kernel_near_misses import REJECTED
from kernel_proofs import CASES
from kernel_tampering import changed, changes, some
from limited import Checkers

from pcaproofs import crosscheck as module
from pcaproofs.certificates import from_json, to_json
from pcaproofs.crosscheck import NotAccepted, crosscheck
from pcaproofs.crosscheck.point import RandomPoints
from pcaproofs.crosscheck.values import StepBudget
from pcaproofs.kernel import KernelError, check

TREES = [ast.parse(path.read_text(encoding="utf-8")) for path in Path(module.__file__).parent.glob("*.py")]


def data_of(statement: Any, certificate: Any) -> Any:
    return json.loads(json.dumps({"statement": to_json(statement), "certificate": to_json(certificate)}))


def accepts(data: Any) -> bool:
    """Anything but NotAccepted fails the test."""
    try:
        crosscheck(data)
    except NotAccepted:
        return False
    return True


@pytest.mark.parametrize("case", CASES)
def test_sound_certificates_are_accepted(case: str) -> None:
    crosscheck(data_of(*CASES[case]))


@pytest.mark.parametrize("row", [row for row in REJECTED if row != "expression: too deep"])
def test_every_near_miss_is_refused(row: str) -> None:
    statement, certificate, _ = REJECTED[row]
    assert not accepts(data_of(statement, certificate))


@pytest.mark.parametrize("case", CASES)
def test_both_checkers_agree_on_every_tampered_certificate(case: str) -> None:
    """All that can be changed, one thing at a time: what the kernel refuses, so does the second checker."""
    statement, certificate = CASES[case]
    both = data_of(statement, certificate)
    shapes = {name: shape for name, *shape in statement.letters} | {f"1[{n}]": [n, 1] for n in statement.ones}
    facts = [*(name for name, _ in statement.hypotheses), *(f"ones {n}" for n in statement.ones)]
    refused = 0
    for side in both:
        for kind, where, new in some(list(changes(both[side], shapes, facts)), Random(case), 60):
            tampered = both | {side: changed(both[side], where, new)}
            by_kernel = True
            try:
                check(from_json(tampered["statement"]), from_json(tampered["certificate"]))
            except KernelError:
                by_kernel = False
            assert accepts(tampered) == by_kernel, (kind, where, new)
            refused += not by_kernel
    assert refused > 10


# those that grow with sizes of matrices, infinitesimals, entries, names and facts; what has many terms costs it nothing
GROWING = ["a size of 18 digits to the power 1000", "nested derivatives", "nested gradients", "gradient of tr A^1000"]
GROWING += ["a balanced tree of products", "a square of 300 matrices", "sums of long fractions", "(1/1900 digits)^1000"]
GROWING += ["60000 letters", "30000 dimensions", "5000 abbreviations", "an abbreviation in a deep expression"]
GROWING += [
    "5000 constraints",
    "exactly 5000 equations",
    "20000 hypotheses",
    "20000 proofs",
    "nested 900 deep",
    "empty lists",
]


@pytest.mark.parametrize("name", GROWING)
def test_a_bomb_is_defused_by_the_second_checker_too(name: str, checkers: Checkers, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(BOMBS[name](), encoding="utf-8")
    done = checkers.run("crosscheck", path, whole=True)
    assert done.returncode == 0, (done.returncode, done.stderr[-300:])
    assert done.stdout.count("\n") <= 1


def test_the_crosscheck_shares_no_code_with_the_kernel() -> None:
    nodes = [node for tree in TREES for node in ast.walk(tree)]
    imported = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
    others = {name for name in imported if not name.startswith("pcaproofs.crosscheck.")}
    assert {name.split(".")[0] for name in others} <= sys.stdlib_module_names


def test_the_answer_is_the_same_every_time() -> None:
    data = data_of(*CASES["squares and cofactors"])
    points = [RandomPoints(data, [Random("x")], [(1, 3)], StepBudget()).letters for _ in range(2)]
    assert points[0] == points[1]


def test_derivatives_of_derivatives_are_computed() -> None:
    """The third derivative of s⁴ is 24 s, and the slope of 1/s is -1/s²."""
    s, one = ["letter", "s"], ["number", "1"]
    third = ["pow", s, 4]
    for _ in range(3):
        third = ["derivative", third, "s", one]
    nonzero = [["nonzero", {"is": "Compare", "left": s, "relation": "!=", "right": ["number", "0"]}]]
    for left, right in (
        (third, ["mul", ["number", "24"], s]),
        (["gradient", ["inverse", "s", 1], "s"], ["mul", ["number", "-1"], ["inverse", "s", 2]]),
        (["gradient", ["gradient", ["inverse", "s", 1], "s"], "s"], ["mul", ["number", "2"], ["inverse", "s", 3]]),
    ):
        conclusion = {"is": "Compare", "left": left, "relation": "=", "right": right}
        fields = {
            "is": "Statement",
            "letters": [["s", 1, 1]],
            "conclusion": conclusion,
            "hypotheses": nonzero,
            "ones": [],
        }
        proof = {"is": "Proof", "cofactors": [], "squares": [], "lemmas": []}
        certificate = {"is": "Certificate", "proofs": [["main", proof]], "lets": [], "transform": None}
        data = {"statement": fields, "certificate": certificate}
        crosscheck(data)
        conclusion["right"] = ["mul", ["number", "2"], right]
        assert not accepts(data)
