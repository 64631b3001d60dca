"""The goals of a statement at a point, each with the facts that its proof may use."""

from __future__ import annotations

from typing import Any

from pcaproofs.crosscheck.facts import difference, known_facts, weight_value
from pcaproofs.crosscheck.point import Facts, RandomPoint
from pcaproofs.crosscheck.records import fields, need
from pcaproofs.crosscheck.values import Value


def _constant(point: RandomPoint, e: Any) -> Value:
    """The value of an expression that must not depend on the variables."""
    here = point.value(e, point.letters)
    need(point.is_zero(point.plus(here, point.value(e, point.moved), -1)), "got a variable in what should be constant")
    return here


def _objective(point: RandomPoint, e: Any, letters: dict[str, Value]) -> Value:
    value = point.value(e, letters)
    need(value[:2] == (1, 1), "got an objective that is no scalar")
    return value


def goals_of(point: RandomPoint, free: set[str]) -> dict[str, tuple[str, Value, Facts]]:
    """Name of a goal -> the relation to prove, the value that should have it to 0, the facts for the proof."""
    known = known_facts(point, point.letters)
    kind, c = point.conclusion["is"], fields(point.conclusion)
    if kind == "Compare":
        relation, value = difference(point, point.conclusion, point.letters)
        need(relation == "=" or (relation == ">=" and value[:2] == (1, 1)), "got no conclusion")
        return {"main": (relation, value, known)}
    if kind == "SameOptimisers":
        return {"transform": ("=", _transformed(point, c[1], c[2], known), known)}
    sense, objective, at, value, exactly = c
    witness = {name: _constant(point, e) for name, e in at}
    need(all(point.letters[name][:2] == x[:2] for name, x in witness.items()), "got a witness of another shape")
    there = point.letters | witness
    fixed = {name: fact for name, fact in known.items() if name not in free}
    here, best = _objective(point, objective, point.letters), _objective(point, objective, there)
    need(sense in ("min", "max"), "got no sense")
    gap = point.plus(here, best, -1) if sense == "min" else point.plus(best, here, -1)
    found: dict[str, tuple[str, Value, Facts]] = {"better": (">=", gap, known)}
    moved = known_facts(point, there)
    for name in free:
        need(known[name][0] in ("=", ">="), "got a constraint that is neither = nor >=")
        found[f"feasible: {name}"] = (known[name][0], moved[name][1], fixed)
    if value is not None:
        found["value"] = ("=", point.plus(best, _constant(point, value), -1), fixed)
    equations: Facts = {f"exactly {i}": difference(point, e, point.letters) for i, e in enumerate(exactly)}
    need(not {*equations, "optimal"} & {*known} and {"="} >= {r for r, _ in equations.values()}, "got no equation")
    for name, (_, apart) in equations.items():
        found[name] = ("=", apart, {**known, "optimal": ("=", gap)})
    if equations:
        found["enough"] = ("=", gap, {**known, **equations})
    return found


def _transformed(point: RandomPoint, first: Any, second: Any, known: Facts) -> Value:
    """second - (±factor·firstᵏ + constant)."""
    weight, rest, k, hypothesis = point.transform
    f, g = _objective(point, first[1], point.letters), _objective(point, second[1], point.letters)
    need({first[0], second[0]} <= {"min", "max"} and type(k) is int and 1 <= k <= 1000, "got no sense or power")
    if k > 1:
        relation, bounded = known.get(hypothesis, ("", f))
        need(relation in (">", ">=") and point.is_zero(point.plus(bounded, f, -1)), "got a power of what may be < 0")
    factor = weight_value(point, weight, known, (">",))
    other = weight_value(point, weight, known_facts(point, point.moved), (">",))
    need(point.is_zero(point.plus(factor, other, -1)), "got a factor that changes with a variable")
    power = point.times(factor, point.power(f, k))
    return point.plus(point.plus(g, _constant(point, rest), -1), power, -1 if first[0] == second[0] else 1)
