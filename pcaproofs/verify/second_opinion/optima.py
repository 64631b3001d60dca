"""Optimisers at points: a witness that nothing feasible beats, and two objectives that order feasible choices alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import sympy as sp

from pcaproofs.language.conclusions import AtLeast, Best, SameBest, equal
from pcaproofs.language.hypotheses import Named
from pcaproofs.verify.second_opinion.explicit import explicit, explicit_as
from pcaproofs.verify.second_opinion.relations import sides, unmet, value_at, written
from pcaproofs.verify.second_opinion.statement import expressions
from pcaproofs.verify.second_opinion.world import Meaningless, World, sign

_STEPS = (sp.Rational(1, 2), sp.Integer(-1))


def witness(best: Best, assuming: Sequence[Any], world: World) -> World:
    """The world with the claimed optimum in it, which may only use what is not optimised over."""
    variables = dict(best.at)
    # a factor of a variable, S = FᵀF, belongs to the variable
    factors = [item.factor() for item in assuming if isinstance(item, Named) and item.args[0] in variables]
    rest = world.without([*variables, *factors])
    chosen = {x: explicit_as(e, world.letters[x], rest) for x, e in best.at}
    for x, value in chosen.items():
        if value.shape != world.letters[x].shape:
            a, b = ("×".join(map(str, m.shape)) for m in (value, world.letters[x]))
            raise Meaningless(f"got {a} for {x}, but should be {b}")
    return rest.put(chosen)


def failures(best: Best, assuming: Sequence[Any], world: World, *, nearby: bool) -> Iterator[str]:
    """How the claim fails against the choice of the world, nearby also against others made from it; "" if it holds."""
    top = witness(best, assuming, world)
    if why := unmet(assuming, top):
        yield f"the claimed optimum is not feasible: {why}"
        return
    there = value_at(best.objective, top)
    if best.value is not None:
        value = value_at(best.value, world.without(dict(best.at)))
        if sign(value - there):
            yield f"got {there} at the claimed optimum, but should be {value}"
    for item in best.exactly:
        if why := sides(item).failure(top):
            yield f"{why} at the claimed optimum [in {item}]"
    yield _beaten(best, there, world)
    for near in _between(best, top, world) if nearby else ():
        if not unmet(assuming, near):
            why = _beaten(best, there, near)
            chosen = ", ".join(f"{x} = {written(near.letters[x])}" for x, _ in best.at)
            yield f"{why}, with {chosen}" if why else ""


def _beaten(best: Best, there: Any, world: World) -> str:
    """How the choice of the world is better than the witness, or equations say wrongly whether it is as good."""
    here = value_at(best.objective, world)
    gap = sign(here - there) * (1 if best.sense == "min" else -1)
    if gap < 0:
        return f"got {here} for the objective, but should be no better than {there} at the claimed optimum"
    wrong = [f"{why} at an optimal choice [in {item}]" for item in best.exactly if (why := sides(item).failure(world))]
    if gap == 0:
        return wrong[0] if wrong else ""
    if best.exactly and not wrong:
        return f"got {here} where the equations hold, but should be {there} as at the claimed optimum"
    return ""


def _between(best: Best, top: World, world: World) -> Iterator[World]:
    """Choices on the line from the claimed optimum to that of the world, and with some variables optimal."""
    variables = [x for x, _ in best.at]
    for step in _STEPS:
        yield world.put({x: top.letters[x] + (world.letters[x] - top.letters[x]) * step for x in variables})
    for x in variables if len(variables) > 1 else ():
        yield world.put({x: top.letters[x]})


def flat(best: Best, assuming: Sequence[Any], world: World) -> Iterator[World]:
    """Feasible choices off the claimed optimum in directions in which the objective does not curve there."""
    top = witness(best, assuming, world)
    free = {x: sp.Matrix(*top.letters[x].shape, [sp.Dummy() for _ in top.letters[x]]) for x, _ in best.at}
    entries = [entry for m in free.values() for entry in m]
    here = dict(zip(entries, [value for x in free for value in top.letters[x]], strict=True))
    for direction in sp.hessian(value_at(best.objective, top.put(free)), entries).xreplace(here).nullspace():
        moved = {entry: here[entry] + step for entry, step in zip(entries, direction, strict=True)}
        near = world.put({x: m.xreplace(moved) for x, m in free.items()})
        if not unmet(assuming, near):
            yield near


def as_good(best: Best) -> Any:
    """The equation that says of a feasible choice that it is as good as the claimed optimum."""
    return equal(best.objective, sp.sympify(best.objective).xreplace(dict(best.at)))


def other(x: Any) -> Any:
    """A second letter for a variable."""
    name = f"{x.name}_other"
    return sp.Symbol(name, **x.assumptions0) if isinstance(x, sp.Symbol) else sp.MatrixSymbol(name, *x.shape)


def twice(same: SameBest, assuming: Sequence[Any]) -> tuple[SameBest, tuple[Any, ...]]:
    """The problem with a second choice of its variables, feasible too."""
    names = {x: other(x) for x in same.variables}
    more = [_renamed(item, names) for item in assuming if any(_mentions(e, names) for e in expressions(item))]
    return SameBest((*same.variables, *names.values()), same.first, same.second), (*assuming, *more)


def _mentions(e: Any, names: Mapping[Any, Any]) -> bool:
    return bool(sp.sympify(e).has(*names))


def _renamed(item: Any, names: Mapping[Any, Any]) -> Any:
    if isinstance(item, Named):
        return Named(item.kind, tuple(sp.sympify(a).xreplace(names) for a in item.args))
    if isinstance(item, AtLeast):
        return AtLeast(item.left.xreplace(names), item.right.xreplace(names))
    return item.func(*(a.xreplace(names) for a in item.args), evaluate=False)


def failure_of_pair(same: SameBest, world: World) -> str:
    """How two objectives order the two choices of a world differently; nothing where they agree."""
    names = [x for x in same.variables if other(x) in same.variables]
    second = world.put({x: explicit(other(x), world) for x in names})
    orders = []
    for sense, objective in (same.first, same.second):
        a, b = value_at(objective, world), value_at(objective, second)
        orders.append((sign(a - b) * (1 if sense == "min" else -1), f"{a} and {b}"))
    (first, seen), (then, also) = orders
    return "" if first == then else f"got {seen} by the first objective, but should be ordered as {also} by the second"
