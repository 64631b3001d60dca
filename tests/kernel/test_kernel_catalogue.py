"""The certificates of every claim, tampered with: what the kernel still accepts, an exact recomputation accepts too.

A change may leave a proof a proof: a square of -M for that of M, an unused fact's name. So every certificate that is
accepted after a change has all its steps evaluated at random exact matrices, by code that shares none with the kernel.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import settings
from kernel_tampering import changed, changes, some
from kernel_values import proves
from test_kernel_json import tampered

from pcaproofs import kernel
from pcaproofs.certificates import from_json, to_json
from pcaproofs.crosscheck import NotAccepted, crosscheck
from pcaproofs.kernel import Certificate, KernelError, Statement, check, goals
from pcaproofs.verify.discovery import all_claims
from pcaproofs.verify.proving import prove_parts

THOROUGH = settings().max_examples > 100
SHARE, COUNT = (1, 200) if THOROUGH else (5, 12)  # one claim in so many, and so many changes of each certificate
CLAIMS = [claim for claim in all_claims() if claim.declared not in ("cited", "refuted")][::SHARE]


@cache
def certified(name: str) -> list[tuple[Statement, Certificate]]:
    """What was proved of a claim."""
    (claim,) = [c for c in CLAIMS if c.id == name]
    return [(p.statement, p.certificate) for p in prove_parts(claim) if p.certificate is not None]


def accepted(statement: Any, certificate: Any) -> tuple[Statement, Certificate] | None:
    """What the kernel read, if it accepted; anything but a KernelError fails the test."""
    try:
        read = from_json(statement), from_json(certificate)
        return read if check(*read) == "proved" else None
    except KernelError:
        return None


def by_numbers(both: Any) -> bool:
    """Whether the second checker accepts; anything but Refused fails the test."""
    try:
        crosscheck({"statement": both[0], "certificate": both[1]})
    except NotAccepted:
        return False
    return True


def recomputed(read: tuple[Statement, Certificate]) -> bool:
    """Whether every step is an identity at random points."""
    try:
        return all(proves(*read, Random(seed)) for seed in range(3))
    except (AssertionError, KeyError, ValueError, TypeError, AttributeError, IndexError):
        return False


def facts(statement: Statement, certificate: Certificate) -> list[str]:
    """All that a cofactor may cite."""
    lemmas = [lemma for _, proof in certificate.proofs for lemma in proof.lemmas]
    known = {name for _, _, _, given in goals(statement, certificate)[1] for name in given}
    return sorted(
        known | {lemma.name for lemma in lemmas} | {f"{m.name}.{i}" for m in lemmas for i in range(len(m.squares))}
    )


@pytest.mark.parametrize("name", [claim.id for claim in CLAIMS])
def test_a_certificate_survives_its_file_and_is_recomputed(name: str) -> None:
    for statement, certificate in certified(name):
        text = json.dumps([to_json(statement), to_json(certificate)])
        read = accepted(*json.loads(text))
        assert read == (statement, certificate)
        assert by_numbers(json.loads(text))
        assert recomputed(read)


@pytest.mark.parametrize("name", [claim.id for claim in CLAIMS])
def test_a_certificate_takes_a_small_part_of_the_budget(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "BUDGET", kernel.BUDGET // 20)
    for statement, certificate in certified(name):
        assert check(statement, certificate) == "proved"


@pytest.mark.parametrize("name", [claim.id for claim in CLAIMS])
def test_tampering_is_rejected(name: str) -> None:
    seen: Counter[str] = Counter()
    for part, (statement, certificate) in enumerate(certified(name)):
        random = Random(f"{name} {part}")
        shapes = {letter: shape for letter, *shape in statement.letters}
        shapes |= {f"1[{n}]": [n, 1] for n in statement.ones}
        two = to_json(statement), to_json(certificate)
        cited = facts(statement, certificate)
        for side in (0, 1):
            for kind, where, new in some(list(changes(two[side], shapes, cited)), random, COUNT):
                both = list(two)
                both[side] = changed(two[side], where, new)
                _look(both, f"{name} part {part}: {kind} at {where}", seen)
            for _ in range(COUNT // 4):
                both = list(two)
                both[side] = tampered(two[side], random)
                _look(both, f"{name} part {part}: {both[side]}", seen)
    assert seen["rejected"] > 0.6 * sum(seen.values()), seen


def _look(both: list[Any], shown: str, seen: Counter[str]) -> None:
    read = accepted(*both)
    seen["accepted" if read else "rejected"] += 1
    assert by_numbers(both) == (read is not None), f"the second checker disagrees: {shown}"
    if read is not None:
        assert recomputed(read), f"accepted, but no proof: {shown}"
