"""A record is made, compared, hashed and printed as a frozen dataclass with the same fields."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from inspect import signature
from typing import Any

import pytest

from pcaproofs.records import record


def classes(made: Callable[..., Any]) -> tuple[type, type, type]:
    @made(frozen=True, kw_only=True)
    class Base:
        place: int = field(default=0, compare=False)

    @made(frozen=True)
    class One(Base):
        left: object
        right: object = ()
        named: str = field(default="a", kw_only=True)

    @made(frozen=True)
    class Other(Base):
        left: object
        right: object = ()

    return Base, One, Other


@pytest.mark.parametrize("kind", range(3))
def test_a_record_has_the_fields_and_the_signature_of_a_dataclass(kind: int) -> None:
    ours, theirs = classes(record)[kind], classes(dataclass)[kind]
    assert [x.name for x in fields(ours)] == [x.name for x in fields(theirs)]
    assert ours.__match_args__ == theirs.__match_args__
    assert list(signature(ours).parameters.values()) == [
        x.replace(annotation=x.empty) for x in signature(theirs).parameters.values()
    ]


def values(made: Callable[..., Any]) -> list[Any]:
    base, one, other = classes(made)
    inner = one(1, (base(), 2), place=3)
    return [base(), base(place=1), inner, replace(inner, place=4), replace(inner, right=()), one(1), one(1, named="b"),
            other(1), one(inner), 1]  # fmt: skip


def test_records_are_equal_hashed_and_printed_as_dataclasses_are() -> None:
    ours, theirs = values(record), values(dataclass)
    assert [repr(x).replace(".<locals>", "") for x in ours] == [repr(x).replace(".<locals>", "") for x in theirs]
    assert [[x == y for y in ours] for x in ours] == [[x == y for y in theirs] for x in theirs]
    assert [*map(hash, ours)] == [*map(hash, theirs)]
    assert len({*ours}) == len({*theirs})


def test_a_record_that_is_not_compared_is_equal_to_itself_alone() -> None:
    @record(frozen=True, eq=False)
    class Single:
        x: int

    assert (one := Single(1)) != Single(1)
    assert {one: 2}[one] == 2
