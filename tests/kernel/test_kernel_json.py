"""JSON there and back; and tampering: what is still accepted must still be an identity of matrices at every step."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any

import pytest
from kernel_proofs import CASES
from kernel_values import proves

from pcaproofs.certificates import from_json
from pcaproofs.kernel import Certificate, KernelError, Statement, check


def to_json(e: Any) -> Any:
    if is_dataclass(e):
        return {"is": type(e).__name__, **{f.name: to_json(getattr(e, f.name)) for f in fields(e)}}
    return [to_json(part) for part in e] if isinstance(e, tuple) else e


@pytest.mark.parametrize("case", CASES)
def test_json_is_read_back_unchanged(case: str) -> None:
    text = json.dumps([to_json(record) for record in CASES[case]])
    statement, certificate = (from_json(record) for record in json.loads(text))
    assert (statement, certificate) == CASES[case]
    assert check(statement, certificate) == "proved"


# -------------------------------------------------------------------------------------------------------- tampering
NASTY: list[Any] = [
    *("", "0", "1", "-1", "2", "1/2", "nan", "1/0", "1e400", "n", "p", "s", "w", "=", ">=", ">", "!=", "min", "max"),
    *("letter", "t", "tr", "pow", "mul", "add", "number", "eye", "zero", "derivative", "gradient", "inverse", "size"),
    *(None, True, False, 0, 1, -1, 2, 3, 1.5, float("nan"), [], {}, [[]], {"is": "Proof"}),
]


def places(e: Any) -> Iterator[tuple[Any, Any]]:
    """Every (container, key) of nested JSON data."""
    for key in list(e) if isinstance(e, dict) else range(len(e)):
        yield e, key
        if isinstance(e[key], dict | list):
            yield from places(e[key])


def tampered(data: Any, rng: Random) -> Any:
    """One or two places changed: a leaf or branch replaced, by another one of the same data or by something nasty."""
    data = deepcopy(data)
    for _ in range(rng.randint(1, 2)):
        everywhere = list(places(data))
        leaves = [(e, key) for e, key in everywhere if not isinstance(e[key], dict | list)]
        e, key = rng.choice(leaves if rng.random() < 0.7 else everywhere)
        other, other_key = rng.choice(leaves if rng.random() < 0.7 else everywhere)
        match rng.randrange(4):
            case 0:
                e[key] = deepcopy(rng.choice(NASTY))
            case 1 if isinstance(e, list):
                del e[key]
            case 2 if isinstance(e, list):
                e.insert(key, deepcopy(e[key]))
            case _:
                e[key] = deepcopy(other[other_key])
    return data


def verdict(statement: Any, certificate: Any) -> tuple[Statement, Certificate] | None:
    """What the kernel read, if it accepted; anything but a KernelError fails the test."""
    try:
        read = from_json(statement), from_json(certificate)
        return read if check(*read) == "proved" else None
    except KernelError:
        return None


@pytest.mark.parametrize("case", CASES)
def test_a_tampered_certificate_is_rejected(case: str) -> None:
    statement, certificate = (to_json(record) for record in CASES[case])
    rng = Random(case)
    rejected = 0
    for _ in range(60):
        changed = tampered(certificate, rng)
        if accepted := verdict(statement, changed):
            assert accepted[0] == CASES[case][0]
            assert all(proves(*accepted, Random(seed)) for seed in range(4)), changed
        else:
            rejected += 1
    assert rejected > 20


@pytest.mark.parametrize("case", CASES)
def test_a_tampered_statement_is_rejected(case: str) -> None:
    statement, certificate = (to_json(record) for record in CASES[case])
    rng = Random(case)
    rejected = 0
    for _ in range(60):
        changed = tampered(statement, rng)
        if accepted := verdict(changed, certificate):
            assert all(proves(*accepted, Random(seed)) for seed in range(4)), changed
        else:
            rejected += 1
    assert rejected > 20


# ---------------------------------------------------------------------------------------------------------- corrupt
def nested(depth: int) -> Any:
    data: Any = "x"
    for _ in range(depth):
        data = [data]
    return data


SQUARE = to_json(CASES["square"][1])
COMPARE = {"is": "Compare", "left": [], "relation": "=", "right": []}
COFACTOR = {"is": "Cofactor", "fact": "f", "transposed": True, "left": [], "right": [], "outer": None}
CORRUPT: dict[str, tuple[Any, str]] = {
    "empty object": ({}, "got an object with []"),
    "unknown record": ({"is": "Polynomial", "rows": 1}, "got an object with ['is', 'rows']"),
    "record that is no string": ({"is": ["Proof"]}, "got an object with ['is']"),
    "missing field": ({k: v for k, v in SQUARE.items() if k != "lets"}, "got an object with"),
    "extra field": (SQUARE | {"verdict": "proved"}, "'verdict'"),
    "a string for a tuple": (SQUARE | {"proofs": "main"}, "got an object with"),
    "a tuple for a string": (COMPARE | {"relation": ["="]}, "got an object with"),
    "nothing for a string": (COMPARE | {"relation": None}, "got an object with"),
    "a string for a truth value": (COFACTOR | {"transposed": "false"}, "got an object with"),
    "deep inside": ([[SQUARE | {"more": 1}]], "'more'"),
    "nested too deeply": (nested(100_000), "nested too deeply"),
    "nested too deeply in objects": ({"is": nested(400), "left": nested(400)}, "nested too deeply"),
}


@pytest.mark.parametrize("row", CORRUPT)
def test_corrupt_json_is_rejected(row: str) -> None:
    data, says = CORRUPT[row]
    with pytest.raises(KernelError) as error:
        from_json(data)
    assert says in str(error.value)


@pytest.mark.parametrize("data", [None, True, 1, 1.5, "proved", [], [[]], COMPARE, COFACTOR], ids=repr)
def test_no_statement_or_no_certificate(data: Any) -> None:
    statement, certificate = (to_json(record) for record in CASES["square"])
    assert verdict(data, certificate) is None
    assert verdict(statement, data) is None


def test_deeply_nested_sums_are_read_and_checked() -> None:
    """A sum within a sum, a hundred times over, is read and checked."""
    statement, certificate = (to_json(record) for record in CASES["plain cofactor"])
    for _ in range(100):
        statement["conclusion"]["left"] = ["t", statement["conclusion"]["left"]]
    assert verdict(statement, certificate)
