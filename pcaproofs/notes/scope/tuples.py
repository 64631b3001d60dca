"""Tuples: x = (x_1, …, x_n) is a column of numbers, unless the note says that the x_i are columns.

Y = [y_1, …, y_n] is one only if the note says that the y_i are numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Literal

from pcaproofs.notes.formulas.spelling import is_capital, key
from pcaproofs.notes.formulas.surface import Num
from pcaproofs.notes.prose.facts import Arranged, Fact, HasKind, HasShape, IsTuple, Strength
from pcaproofs.notes.scope.evidence import base_of, implied


def with_tuples(facts: Iterable[Fact], transposed: Collection[str]) -> Iterator[Fact]:
    """The facts with shapes in place of tuples; transposed: the keys of the letters that the note transposes."""
    known = list(facts)
    columns = {key(base_of(f)) for f in known if base_of(f) != f.letter and implied(f) in ("column", "random column")}
    columns |= {x.partition("_")[0] for x in transposed if "_" in x}
    numbers = {key(base_of(f)) for f in known if base_of(f) != f.letter and implied(f) == "number"} - columns
    stacked = {(f.letter, f.span) for f in known if isinstance(f, Arranged) and f.family and key(f.family) in numbers}
    for fact in known:
        if isinstance(fact, IsTuple) and is_capital(fact.letter) and key(fact.family) not in numbers:
            continue
        if isinstance(fact, IsTuple):
            yield from _of_columns(fact) if key(fact.family) in columns else _of_numbers(fact)
        elif (fact.letter, fact.span) in stacked and isinstance(fact, Arranged) and fact.family and fact.last:
            yield from _of_stacked_numbers(fact)
        elif (fact.letter, fact.span) not in stacked or not isinstance(fact, HasKind):
            yield fact


def _of_stacked_numbers(fact: Arranged) -> Iterator[Fact]:
    """The column of its entries, or the row. What may be a column is only agreed to be a row."""
    assert fact.last is not None
    is_column, one = fact.by == "rows", Num("1")
    rows, columns = (fact.last, one) if is_column else (one, fact.last)
    strength: Strength = "declared" if is_column else "agreed"
    letter, span, start, end = fact.letter, fact.span, fact.start, fact.end
    yield HasShape(letter=letter, span=span, strength=strength, start=start, end=end, rows=rows, columns=columns)
    yield fact


def _of_numbers(fact: IsTuple) -> Iterator[Fact]:
    """The column of its entries. What may be a row is only agreed to be a column, and makes nothing ill-typed."""
    strength: Strength = "declared" if fact.is_column else "agreed"
    letter, span, start, end = fact.letter, fact.span, fact.start, fact.end
    yield HasShape(
        letter=letter, span=span, strength=strength, start=start, end=end, rows=fact.last, columns=Num("1")
    )  # fmt: skip
    yield Arranged(
        letter=letter, span=span, strength="declared", start=start, end=end, by="rows", family=fact.family,
        last=fact.last,
    )  # fmt: skip


def _of_columns(fact: IsTuple) -> Iterator[Fact]:
    """The matrix whose columns, or rows, are the members."""
    letter, span, start, end = fact.letter, fact.span, fact.start, fact.end
    by: Literal["rows", "columns"] = "rows" if fact.is_column else "columns"
    yield Arranged(
        letter=letter, span=span, strength="declared", start=start, end=end, by=by, family=fact.family, last=fact.last
    )  # fmt: skip
    yield HasKind(letter=letter, span=span, strength="declared", start=start, end=end, kind="matrix")
