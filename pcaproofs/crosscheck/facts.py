"""The facts at points: hypotheses, dimensions, sums of ones; and the signs of weights."""

from __future__ import annotations

from typing import Any

from pcaproofs.crosscheck.point import Facts, RandomPoints
from pcaproofs.crosscheck.records import PRIME, fields, need, rational
from pcaproofs.crosscheck.values import Value


def known_facts(points: RandomPoints, letters: dict[str, Value]) -> Facts:
    """The facts for a proof: name -> (relation, value), where the value has the relation to 0."""
    if letters is points.letters and points.known:
        return points.known
    known: Facts = {}
    points.work(50 * len(points.sizes))
    for n in points.ones:
        ones = letters[f"1[{n}]"]
        length = points.scalars(points.size(n))
        known[f"ones {n}"] = ("=", points.plus(points.times(points.transposed(ones), ones), length, -1))
    for n, sizes in points.sizes.items():
        known[f"{n} > 0"] = (">", points.scalars(sizes))
        known[f"{n} >= 1"] = (">=", points.scalars(size - 1 for size in sizes))
        known[f"1/{n} > 0"] = (">", points.scalars(pow(size, -1, PRIME) for size in sizes))
    known |= points.abbreviations
    for name, h in points.hypotheses:
        relation, value = difference(points, h, letters)
        add_fact(points, known, name, relation, value)
    if letters is points.letters:
        points.known = known
    return known


def add_fact(points: RandomPoints, known: Facts, name: Any, relation: Any, value: Value) -> None:
    """Adds a fact; raises Refused if the name is known already or the relation does not exist."""
    need(points.is_name(name) and name not in known, "got a repeated or invalid name")
    need(relation == "=" or (relation in (">=", ">", "!=") and value[:2] == (1, 1)), "got no relation")
    known[name] = (relation, value)


def difference(points: RandomPoints, compare: Any, letters: dict[str, Value]) -> tuple[str, Value]:
    """The relation of a comparison, and its left side minus its right side."""
    left, relation, right = fields(compare)
    return relation, points.plus(points.value(left, letters), points.value(right, letters), -1)


def free_facts(points: RandomPoints) -> set[str]:
    """The facts that contain variables, at free values of the variables."""
    if not points.variables:
        return set()
    here, there = known_facts(points, points.letters), known_facts(points, points.moved)
    return {name for name in here if not points.is_zero(points.plus(here[name][1], there[name][1], -1))}


def is_positive(weight: Any, known: Facts) -> bool:
    """Whether a weight is a positive number times factors known to be positive."""
    text, factors = weight
    return rational(text)[0] > 0 and all(known[name][0] == ">" for name, _ in factors)


def weight_value(points: RandomPoints, weight: Any, known: Facts, allowed: tuple[str, ...]) -> Value:
    """The value of a weight; refuses a factor without the sign that the weight needs."""
    text, factors = weight
    top, bottom = rational(text)
    need(top > 0 or (top == 0 and ">=" in allowed) or (top < 0 and "!=" in allowed), "got a weight of another sign")
    total = points.scalar(top * pow(bottom, -1, PRIME))
    for name, power in factors:
        relation, value = known[name]
        need(relation in allowed and type(power) is int and 1 <= power <= 1000, "got a weight of unknown sign")
        total = points.times(total, points.power(value, power))
    return total
