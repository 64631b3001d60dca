"""Optimisers at points: a witness that nothing feasible beats, and two objectives that order feasible choices alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import sympy as sp

from pcaproofs.language.conclusions import AtLeast, Best, SameBest, equal
from pcaproofs.language.hypotheses import Named
from pcaproofs.verify.second_opinion.explicit import Meaningless, World, explicit, explicit_as, sign
from pcaproofs.verify.second_opinion.relations import sides, unmet, value_at
from pcaproofs.verify.second_opinion.statement import expressions

_STEPS = (sp.Rational(1, 2), sp.Integer(2), sp.Integer(-1))


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


def failure_of_optimum(best: Best, assuming: Sequence[Any], world: World) -> str:
    """How the claim fails against one feasible choice, that of the world; nothing where it does not."""
    top = witness(best, assuming, world)
    if why := unmet(assuming, top):
        return f"the claimed optimum is not feasible: {why}"
    there, here = value_at(best.objective, top), value_at(best.objective, world)
    gap = sign(here - there) * (1 if best.sense == "min" else -1)
    if gap < 0:
        return f"got {here} for the objective, but should be no better than {there} at the claimed optimum"
    if best.value is not None:
        value = value_at(best.value, world.without(dict(best.at)))
        if sign(value - there):
            return f"got {there} at the claimed optimum, but should be {value}"
    for item in best.exactly:
        for place, holder in (("the claimed optimum", top), ("an optimal choice", world)):
            if (holder is top or gap == 0) and (why := sides(item).failure(holder)):
                return f"{why} at {place} [in {item}]"
    if gap > 0 and best.exactly and not any(sides(item).failure(world) for item in best.exactly):
        return f"got {here} where the equations hold, but should be {there} as at the claimed optimum"
    return ""


def near_optimum(best: Best, assuming: Sequence[Any], world: World) -> Iterator[World]:
    """Feasible choices on the line from the claimed optimum to that of the world, and with some variables optimal."""
    top = witness(best, assuming, world)
    variables = [x for x, _ in best.at]
    choices: list[Mapping[Any, sp.Matrix]] = [
        {x: top.letters[x] + (world.letters[x] - top.letters[x]) * t for x in variables} for t in _STEPS
    ]
    choices += [{x: top.letters[x]} for x in variables if len(variables) > 1]
    for choice in choices:
        near = world.put(choice)
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
