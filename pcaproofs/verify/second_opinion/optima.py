"""Claims about optimisers: no feasible choice beats the claimed optimum; two problems order choices alike."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import sympy as sp

from pcaproofs.language.conclusions import ForAll, SymbolicComparison, SymbolicOptimum, SymbolicSameOptimisers, equal
from pcaproofs.language.hypotheses import Named
from pcaproofs.verify.second_opinion.evaluate import evaluate, evaluate_like
from pcaproofs.verify.second_opinion.relations import first_violation, relation_of, scalar_value, text_of
from pcaproofs.verify.second_opinion.signature import expressions
from pcaproofs.verify.second_opinion.valuation import Meaningless, Valuation, sign

_STEPS = (sp.Rational(1, 2), sp.Integer(-1))


def at_claimed_optimum(best: SymbolicOptimum, assuming: Sequence[Any], valuation: Valuation) -> Valuation:
    """The valuation with its variables set to the claimed optimum, which may not use the variables.

    Raises Meaningless if the optimum uses a variable or has another shape.
    """
    variables = dict(best.at)
    rest = valuation.without([*variables, *_factors(best, assuming)])
    chosen = {x: evaluate_like(e, valuation.letters[x], rest) for x, e in best.at}
    for x, value in chosen.items():
        if value.shape != valuation.letters[x].shape:
            a, b = ("×".join(map(str, m.shape)) for m in (value, valuation.letters[x]))
            raise Meaningless(f"got {a} for {x}, but should be {b}")
    return rest.assign(chosen)


def _factors(best: SymbolicOptimum, assuming: Sequence[Any]) -> list[Any]:
    """The letters F of S = FᵀF in hypotheses about variables, on which they depend."""
    variables = [x for x, _ in best.at]
    return [item.factor() for item in assuming if isinstance(item, Named) and _mentions(item.args[0], variables)]


def failures(best: SymbolicOptimum, assuming: Sequence[Any], valuation: Valuation, *, nearby: bool) -> Iterator[str]:
    """One message for each comparison of the claimed optimum with the valuation's choice, "" where it holds.

    nearby: compare with choices between the two as well.
    """
    top = at_claimed_optimum(best, assuming, valuation)
    if why := first_violation(assuming, top):
        yield f"the claimed optimum is not feasible: {why}"
        return
    there = scalar_value(best.objective, top)
    if best.value is not None:
        value = scalar_value(best.value, valuation.without(dict(best.at)))
        if sign(value - there):
            yield f"got {there} at the claimed optimum, but should be {value}"
    for item in best.exactly:
        if why := relation_of(item).failure(top):
            yield f"{why} at the claimed optimum [in {item}]"
    yield _beaten(best, there, valuation)
    for near in _between(best, top, valuation.without(_factors(best, assuming))) if nearby else ():
        if not first_violation(assuming, near):
            why = _beaten(best, there, near)
            chosen = ", ".join(f"{x} = {text_of(near.letters[x])}" for x, _ in best.at)
            yield f"{why}, with {chosen}" if why else ""


def _beaten(best: SymbolicOptimum, there: Any, valuation: Valuation) -> str:
    """A message if the valuation's choice beats the optimum, or is as good and breaks `exactly`, or vice versa."""
    here = scalar_value(best.objective, valuation)
    gap = sign(here - there) * (1 if best.sense == "min" else -1)
    if gap < 0:
        return f"got {here} for the objective, but should be no better than {there} at the claimed optimum"
    wrong = [
        f"{why} at an optimal choice [in {item}]"
        for item in best.exactly
        if (why := relation_of(item).failure(valuation))
    ]
    if gap == 0:
        return wrong[0] if wrong else ""
    if best.exactly and not wrong:
        return f"got {here} where the equations hold, but should be {there} as at the claimed optimum"
    return ""


def _between(best: SymbolicOptimum, top: Valuation, valuation: Valuation) -> Iterator[Valuation]:
    """Choices on the line through the claimed optimum and the valuation's choice, and with one variable optimal."""
    variables = [x for x, _ in best.at]
    for step in _STEPS:
        yield valuation.assign({x: top.letters[x] + (valuation.letters[x] - top.letters[x]) * step for x in variables})
    for x in variables if len(variables) > 1 else ():
        yield valuation.assign({x: top.letters[x]})


def flat_directions(best: SymbolicOptimum, assuming: Sequence[Any], valuation: Valuation) -> Iterator[Valuation]:
    """Feasible choices that differ from the claimed optimum by a null vector of the objective's Hessian there."""
    top = at_claimed_optimum(best, assuming, valuation)
    free = {x: sp.Matrix(*top.letters[x].shape, [sp.Dummy() for _ in top.letters[x]]) for x, _ in best.at}
    entries = [entry for m in free.values() for entry in m]
    here = dict(zip(entries, [value for x in free for value in top.letters[x]], strict=True))
    for direction in sp.hessian(scalar_value(best.objective, top.assign(free)), entries).xreplace(here).nullspace():
        moved = {entry: here[entry] + step for entry, step in zip(entries, direction, strict=True)}
        near = valuation.assign({x: m.xreplace(moved) for x, m in free.items()})
        if not first_violation(assuming, near):
            yield near


def attains_optimum(best: SymbolicOptimum) -> Any:
    """The equation objective(choice) = objective(claimed optimum)."""
    return equal(best.objective, sp.sympify(best.objective).xreplace(dict(best.at)))


def copy_of(x: Any) -> Any:
    """A second letter of the same shape and assumptions."""
    name = f"{x.name}_other"
    return sp.Symbol(name, **x.assumptions0) if isinstance(x, sp.Symbol) else sp.MatrixSymbol(name, *x.shape)


def with_copies(
    same: SymbolicSameOptimisers, assuming: Sequence[Any]
) -> tuple[SymbolicSameOptimisers, tuple[Any, ...]]:
    """The problem and hypotheses with a copy of each variable that satisfies the same constraints."""
    names = {x: copy_of(x) for x in same.variables}
    more = [_renamed(item, names) for item in assuming if any(_mentions(e, names) for e in expressions(item))]
    return SymbolicSameOptimisers((*same.variables, *names.values()), same.first, same.second), (*assuming, *more)


def _mentions(e: Any, names: Collection[Any]) -> bool:
    return bool(sp.sympify(e).has(*names))


def _renamed(item: Any, names: Mapping[Any, Any]) -> Any:
    if isinstance(item, Named):
        return Named(item.kind, tuple(sp.sympify(a).xreplace(names) for a in item.args))
    if isinstance(item, ForAll):
        return ForAll(item.index, item.length, _renamed(item.relation, names))
    if isinstance(item, SymbolicComparison):
        return replace(item, left=item.left.xreplace(names), right=item.right.xreplace(names))
    return item.func(*(a.xreplace(names) for a in item.args), evaluate=False)


def order_failure(same: SymbolicSameOptimisers, valuation: Valuation) -> str:
    """A message if the two objectives order a valuation's two choices differently, else ""."""
    names = [x for x in same.variables if copy_of(x) in same.variables]
    copied = valuation.assign({x: evaluate(copy_of(x), valuation) for x in names})
    orders = []
    for sense, objective in (same.first, same.second):
        a, b = scalar_value(objective, valuation), scalar_value(objective, copied)
        orders.append((sign(a - b) * (1 if sense == "min" else -1), f"{a} and {b}"))
    (first_order, seen), (second_order, then) = orders
    if first_order == second_order:
        return ""
    return f"got {seen} by the first objective, but should be ordered as {then} by the second"
