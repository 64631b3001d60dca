"""Certificates by induction: written, read back, checked by both checkers, and refused where something is changed."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from sympy import Identity, MatrixSymbol, Symbol

sys.path.insert(0, str(Path(__file__).parents[1] / "kernel"))
from kernel_families import FALSE, FAMILIES
from kernel_tampering import GONE, changed, changes

from pcaproofs import equal, prove
from pcaproofs.certificates import check_twice, from_json, read_certificate, to_json, write_certificate
from pcaproofs.crosscheck import NotAccepted, crosscheck
from pcaproofs.kernel import Family, Induction, KernelError, check
from pcaproofs.language.nodes import power_sum
from pcaproofs.statement_text import meaning, read, write

n = Symbol("n", positive=True, integer=True)
k = Symbol("k", integer=True, nonnegative=True)
A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
COMMUTE = (equal(A * B, B * A),)


def data_of(statement: Any, certificate: Any) -> Any:
    return json.loads(json.dumps({"statement": to_json(statement), "certificate": to_json(certificate)}))


def by_kernel(data: Any) -> bool:
    try:
        check(from_json(data["statement"]), from_json(data["certificate"]))
    except KernelError:
        return False
    return True


def by_second(data: Any) -> bool:
    """Anything but NotAccepted fails the test."""
    try:
        crosscheck(data)
    except NotAccepted:
        return False
    return True


@pytest.mark.parametrize("case", FAMILIES)
def test_both_checkers_accept(case: str) -> None:
    data = data_of(*FAMILIES[case])
    assert (by_kernel(data), by_second(data)) == (True, True)


@pytest.mark.parametrize("case", FALSE)
def test_both_checkers_refuse_a_near_miss(case: str) -> None:
    data = data_of(*FALSE[case][:2])
    assert (by_kernel(data), by_second(data)) == (False, False)


@pytest.mark.parametrize("case", FAMILIES)
def test_a_file_is_read_back_and_checked_twice(case: str, tmp_path: Path) -> None:
    family, induction = FAMILIES[case]
    write_certificate(tmp_path / "x.json", family, induction)
    assert read_certificate(tmp_path / "x.json") == (family, induction)
    assert check_twice(tmp_path / "x.json") == ("proved", family)


@pytest.mark.parametrize("case", FAMILIES)
def test_the_text_contains_the_whole_induction(case: str) -> None:
    family = FAMILIES[case][0]
    again = read("\n".join(write(family)))
    assert isinstance(again, Family)
    assert meaning(again) == meaning(family)


TEXT = """for all integers n >= 1
for all real A (n×n), B (n×n), F1 (n×n)
for all members F1 of sequences at one index
the first F1 = eye(n)
the next F1 = A·F1
given A·B = B·A
F1·B = B·F1"""


def test_an_induction_found_by_prove_is_written_with_plain_names(tmp_path: Path) -> None:
    """A^k is no plain name; the file has F1 for it, in the statement, the sequences, the claims and the proofs."""
    found = prove(equal(A**k * B, B * A**k), assuming=COMMUTE)
    assert found.induction is not None
    write_certificate(tmp_path / "x.json", *found.induction)
    verdict, family = check_twice(tmp_path / "x.json")
    assert verdict == "proved"
    assert write(family) == TEXT.splitlines()
    data = json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))
    assert data == found.to_json()["certificate"]


@pytest.mark.parametrize("line", [2, 3, 4])
def test_no_line_about_a_sequence_can_be_left_out(line: int) -> None:
    lines = TEXT.splitlines()
    with pytest.raises(KernelError):
        read("\n".join([*lines[:line], *lines[line + 1 :]]))


def test_a_geometric_sum_is_written(tmp_path: Path) -> None:
    geometric = power_sum(A, k)
    found = prove(equal((Identity(n) - A) * geometric, Identity(n) - A**k))
    assert found.induction is not None
    write_certificate(tmp_path / "x.json", *found.induction)
    assert check_twice(tmp_path / "x.json")[0] == "proved"


# ------------------------------------------------------------------------------------------------------ tampering
def tampered(family: Family, induction: Induction) -> Any:
    """Each change of one thing in the sequences, the claims, the statement and the certificates."""
    data = data_of(family, induction)
    shapes = {name: shape for name, *shape in family.statement.letters}
    facts = [*(name for name, _ in family.statement.hypotheses), *(f"claim {i}" for i in range(3))]
    for side in data:
        for kind, where, new in changes(data[side], shapes, facts):
            yield kind, data | {side: changed(data[side], where, new)}
    yield from of_sequences(data)
    for j in range(len(data["certificate"]["claims"])):
        yield "claim dropped", data | {"certificate": changed(data["certificate"], ("claims", j), GONE)}
    for j, other in enumerate(data["certificate"]["certificates"]):
        yield "certificate dropped", data | {"certificate": changed(data["certificate"], ("certificates", j), GONE)}
        if other != data["certificate"]["certificates"][0]:
            turned = [other, *data["certificate"]["certificates"][1:]]
            yield "certificate", data | {"certificate": data["certificate"] | {"certificates": turned}}


def of_sequences(data: Any) -> Any:
    """A sequence less, another letter's, another start, another step."""
    for j, (_, first, after) in enumerate(data["statement"]["sequences"]):
        for place, new in ((0, "A"), (0, "1[n]"), (0, "zz"), (1, after), (2, first), (1, ["letter", "B"])):
            yield "sequence", data | {"statement": changed(data["statement"], ("sequences", j, place), new)}
        yield "sequence dropped", data | {"statement": changed(data["statement"], ("sequences", j), GONE)}


# the changes that leave a true statement with a proof of it, and why
UNUSED = {"dimension": "the shape of a letter that occurs nowhere else"}
SCALARS = {"order": "scalars commute", "transpose": "a scalar is its own transpose"}
NO_CLAIM = {"it holds of whatever the letter stands for, so of every sequence"}
EVERY_SEQUENCE = dict.fromkeys(
    ("coefficient", "dropped from mul", "letter", "order", "sequence", "transpose"), NO_CLAIM
)
HARMLESS: dict[str, dict[str, Any]] = {
    "powers commute": UNUSED
    | {"cofactors turned": "a sum in another order", "sequence": "the powers of A times B commute with B too"},
    "a power of c": EVERY_SEQUENCE
    | {"dimension": "it holds of matrices of every shape", "sides": "a symmetric statement"},
    "a scaled power": UNUSED | SCALARS,
    "at this member only": UNUSED | EVERY_SEQUENCE | {"cofactors turned": "a sum in another order"},
    "a sum of powers": UNUSED | SCALARS,
}


@pytest.mark.parametrize("case", FAMILIES)
def test_both_checkers_refuse_every_tampered_induction(case: str) -> None:
    """All but those that change nothing, each of a kind that is listed."""
    refused: dict[str, int] = {}
    accepted = set()
    for kind, data in tampered(*FAMILIES[case]):
        verdict = by_kernel(data)
        assert by_second(data) == verdict, (kind, data)
        refused[kind] = refused.get(kind, 0) + (not verdict)
        accepted |= {kind} if verdict else set()
    assert accepted <= HARMLESS[case].keys()
    needed = {"sequence", "certificate dropped"} | ({"claim dropped"} if FAMILIES[case][1].claims else set())
    assert all(refused[kind] for kind in needed)
    assert sum(refused.values()) > 20
