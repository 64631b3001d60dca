"""Everything that can be changed in the JSON of a statement or certificate, one thing at a time."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction
from random import Random
from typing import Any

Change = tuple[str, tuple[Any, ...], Any]  # its kind, where, and what is put there
GONE = object()


def number(text: str) -> list[str]:
    """Other rationals."""
    value = Fraction(text)
    return [str(v) for v in (-value, value + 1, 2 * value, value / 3) if v != value]


def changes(data: Any, names: dict[str, Any], facts: list[str], where: tuple[Any, ...] = ()) -> Iterator[Change]:
    """One change at each place; names: letters and their shapes, facts: what a cofactor may cite."""
    match data:
        case ["number", str(value)]:
            yield from (("coefficient", (*where, 1), other) for other in number(value))
        case ["letter", str(name)]:
            same = [other for other in names if other != name and names[other] == names.get(name)]
            yield from (("letter", (*where, 1), other) for other in same)
            yield "transpose", where, ["t", data]
        case ["t", e]:
            yield "transpose", where, e
        case ["pow", _, int(k)]:
            yield from (("power", (*where, 2), other) for other in (k + 1, max(k - 1, 0)))
        case ["mul" | "add", *parts]:
            for j in range(1, len(parts) + 1):
                if len(parts) > 1:
                    yield f"dropped from {data[0]}", (*where, j), GONE
                if data[0] == "mul" and j < len(parts) and data[j] != data[j + 1]:
                    yield "order", where, [*data[:j], data[j + 1], data[j], *data[j + 2 :]]
        case {"is": "Cofactor", "fact": fact}:
            yield from (("fact", (*where, "fact"), other) for other in facts if other != fact)
            yield "transposed", (*where, "transposed"), not data["transposed"]
            yield "outer", (*where, "outer"), ["number", "2"] if data["outer"] is None else None
        case {"is": "Compare", "relation": relation}:
            yield from (
                ("relation", (*where, "relation"), other) for other in ("=", ">=", ">", "!=") if other != relation
            )
            yield "sides", where, data | {"left": data["right"], "right": data["left"]}
        case {"is": "Optimum", "sense": sense}:
            yield "sense", (*where, "sense"), "max" if sense == "min" else "min"
            if data["exactly"]:
                yield "exactly", (*where, "exactly"), []
        case ["min" | "max" as sense, _]:
            yield "sense", (*where, 0), "max" if sense == "min" else "min"
        case [str(c), list(powers)] if is_weight(data):
            yield from (("weight", (*where, 0), other) for other in number(c))
            for j, (name, k) in enumerate(powers):
                yield "weight", (*where, 1, j), GONE
                yield "weight", (*where, 1, j, 1), k + 1
                yield from (("weight", (*where, 1, j, 0), other) for other in facts if other != name)
    for key in data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ():
        part = data[key]
        if key in ("cofactors", "squares", "lemmas", "hypotheses", "proofs", "lets", "ones") and isinstance(part, list):
            for j in range(len(part)):
                yield f"{key} dropped", (*where, key, j), GONE
                yield f"{key} twice", (*where, key), [*part, part[j]]
            if len(part) > 1:
                yield f"{key} turned", (*where, key), [*part[1:], part[0]]
        if key == "transform" and part is not None:
            yield "transform", (*where, key, 2), part[2] + 1
            yield "transform", (*where, key), None
        if key == "letters":
            for j, (name, rows, cols) in enumerate(part):
                sizes = {n for _, *shape in part for n in shape} | {1}
                yield from (("dimension", (*where, key, j), [name, n, cols]) for n in sizes if n != rows)
                yield from (("dimension", (*where, key, j), [name, rows, n]) for n in sizes if n != cols)
        if isinstance(part, dict | list):
            yield from changes(part, names, facts, (*where, key))


def is_weight(data: Any) -> bool:
    """["1/2", [["fact", 1], …]]."""
    try:
        Fraction(data[0])
        return all(isinstance(name, str) and isinstance(k, int) for name, k in data[1])
    except (ValueError, TypeError):
        return False


def changed(data: Any, where: tuple[Any, ...], new: Any) -> Any:
    """The data with something else at one place."""
    data = deepcopy(data)
    if not where:
        return new
    inside = data
    for key in where[:-1]:
        inside = inside[key]
    if new is GONE:
        del inside[where[-1]]
    else:
        inside[where[-1]] = new
    return data


def some(options: list[Change], random: Random, count: int) -> list[Change]:
    """A few of them, of as many kinds as there are."""
    options = random.sample(options, len(options))
    first: dict[str, Change] = {}
    for change in options:
        first.setdefault(change[0], change)
    rest = [change for change in options if first[change[0]] is not change]
    return [*first.values(), *rest][: max(count, len(first))]
