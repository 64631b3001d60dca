"""The facts at a point: hypotheses, dimensions, sums of ones; and the signs of weights."""

from __future__ import annotations

from typing import Any

from pcaproofs.crosscheck.point import Facts, RandomPoint
from pcaproofs.crosscheck.records import PRIME, fields, need, rational
from pcaproofs.crosscheck.values import Value


def known_facts(point: RandomPoint, letters: dict[str, Value]) -> Facts:
    """The facts for a proof: name -> (relation, value), where the value has the relation to 0."""
    if letters is point.letters and point.known:
        return point.known
    known: Facts = {}
    point.work(50 * len(point.sizes))
    for n in point.ones:
        ones = letters[f"1[{n}]"]
        length = point.scalar(point.size(n))
        known[f"ones {n}"] = ("=", point.plus(point.times(point.transposed(ones), ones), length, -1))
    for n, size in point.sizes.items():
        known[f"{n} > 0"] = (">", point.scalar(size))
        known[f"{n} >= 1"] = (">=", point.scalar(size - 1))
        known[f"1/{n} > 0"] = (">", point.scalar(pow(size, -1, PRIME)))
    known |= point.abbreviations
    for name, h in point.hypotheses:
        relation, value = difference(point, h, letters)
        add_fact(point, known, name, relation, value)
    if letters is point.letters:
        point.known = known
    return known


def add_fact(point: RandomPoint, known: Facts, name: Any, relation: Any, value: Value) -> None:
    """Adds a fact; raises Refused if the name is known already or the relation does not exist."""
    need(point.is_name(name) and name not in known, "got a repeated or invalid name")
    need(relation == "=" or (relation in (">=", ">", "!=") and value[:2] == (1, 1)), "got no relation")
    known[name] = (relation, value)


def difference(point: RandomPoint, compare: Any, letters: dict[str, Value]) -> tuple[str, Value]:
    """The relation of a comparison, and its left side minus its right side."""
    left, relation, right = fields(compare)
    return relation, point.plus(point.value(left, letters), point.value(right, letters), -1)


def free_facts(point: RandomPoint) -> set[str]:
    """The facts that contain variables, at free values of the variables."""
    if not point.variables:
        return set()
    here, there = known_facts(point, point.letters), known_facts(point, point.moved)
    return {name for name in here if not point.is_zero(point.plus(here[name][1], there[name][1], -1))}


def is_positive(weight: Any, known: Facts) -> bool:
    """Whether a weight is a positive number times factors known to be positive."""
    text, factors = weight
    return rational(text)[0] > 0 and all(known[name][0] == ">" for name, _ in factors)


def weight_value(point: RandomPoint, weight: Any, known: Facts, allowed: tuple[str, ...]) -> Value:
    """The value of a weight; refuses a factor without the sign that the weight needs."""
    text, factors = weight
    top, bottom = rational(text)
    need(top > 0 or (top == 0 and ">=" in allowed) or (top < 0 and "!=" in allowed), "got a weight of another sign")
    total = point.scalar(top * pow(bottom, -1, PRIME))
    for name, power in factors:
        relation, value = known[name]
        need(relation in allowed and type(power) is int and 1 <= power <= 1000, "got a weight of unknown sign")
        total = point.times(total, point.power(value, power))
    return total
