"""The goals of a statement at points, each with the facts that its proof may use."""

from __future__ import annotations

from typing import Any

from pcaproofs.crosscheck.facts import difference, known_facts, weight_value
from pcaproofs.crosscheck.point import Facts, RandomPoints
from pcaproofs.crosscheck.records import fields, need
from pcaproofs.crosscheck.values import Value


def _constant(points: RandomPoints, e: Any) -> Value:
    """The value of an expression that must not depend on the variables."""
    here = points.value(e, points.letters)
    need(
        points.is_zero(points.plus(here, points.value(e, points.moved), -1)),
        "got a variable in what should be constant",
    )
    return here


def _objective(points: RandomPoints, e: Any, letters: dict[str, Value]) -> Value:
    value = points.value(e, letters)
    need(value[:2] == (1, 1), "got an objective that is no scalar")
    return value


def goals_of(points: RandomPoints, free: set[str]) -> dict[str, tuple[str, Value, Facts]]:
    """Name of a goal -> the relation to prove, the value that should have it to 0, the facts for the proof."""
    known = known_facts(points, points.letters)
    kind, c = points.conclusion["is"], fields(points.conclusion)
    if kind == "Compare":
        relation, value = difference(points, points.conclusion, points.letters)
        need(relation == "=" or (relation == ">=" and value[:2] == (1, 1)), "got no conclusion")
        return {"main": (relation, value, known)}
    if kind == "SameOptimisers":
        return {"transform": ("=", _transformed(points, c[1], c[2], known), known)}
    sense, objective, at, value, exactly = c
    witness = {name: _constant(points, e) for name, e in at}
    need(all(points.letters[name][:2] == x[:2] for name, x in witness.items()), "got a witness of another shape")
    there = points.letters | witness
    fixed = {name: fact for name, fact in known.items() if name not in free}
    here, best = _objective(points, objective, points.letters), _objective(points, objective, there)
    need(sense in ("min", "max"), "got no sense")
    gap = points.plus(here, best, -1) if sense == "min" else points.plus(best, here, -1)
    found: dict[str, tuple[str, Value, Facts]] = {"better": (">=", gap, known)}
    moved = known_facts(points, there)
    for name in free:
        need(known[name][0] in ("=", ">="), "got a constraint that is neither = nor >=")
        found[f"feasible: {name}"] = (known[name][0], moved[name][1], fixed)
    if value is not None:
        found["value"] = ("=", points.plus(best, _constant(points, value), -1), fixed)
    equations: Facts = {f"exactly {i}": difference(points, e, points.letters) for i, e in enumerate(exactly)}
    need(not {*equations, "optimal"} & {*known} and {"="} >= {r for r, _ in equations.values()}, "got no equation")
    for name, (_, apart) in equations.items():
        found[name] = ("=", apart, {**known, "optimal": ("=", gap)})
    if equations:
        found["enough"] = ("=", gap, {**known, **equations})
    return found


def _transformed(points: RandomPoints, first: Any, second: Any, known: Facts) -> Value:
    """second - (±factor·firstᵏ + constant)."""
    weight, rest, k, hypothesis = points.transform
    f, g = _objective(points, first[1], points.letters), _objective(points, second[1], points.letters)
    need({first[0], second[0]} <= {"min", "max"} and type(k) is int and 1 <= k <= 1000, "got no sense or power")
    if k > 1:
        relation, bounded = known.get(hypothesis, ("", f))
        need(relation in (">", ">=") and points.is_zero(points.plus(bounded, f, -1)), "got a power of what may be < 0")
    factor = weight_value(points, weight, known, (">",))
    other = weight_value(points, weight, known_facts(points, points.moved), (">",))
    need(points.is_zero(points.plus(factor, other, -1)), "got a factor that changes with a variable")
    power = points.times(factor, points.power(f, k))
    return points.plus(points.plus(g, _constant(points, rest), -1), power, -1 if first[0] == second[0] else 1)
