"""A statement with one thing changed: a sign, a number, a transpose, an order, a letter, a size, an inequality."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice, pairwise
from random import Random
from typing import Any

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement

from pcaproofs.kernel import KernelError
from pcaproofs.language import nodes
from pcaproofs.language.conclusions import SymbolicComparison, SymbolicOptimum, SymbolicSameOptimisers, equal
from pcaproofs.language.hypotheses import Named
from pcaproofs.language.reader import read

Rebuild = Callable[[Any], Any]  # the whole with something in the place of a part


def expressions(conclusion: Any) -> Iterator[tuple[str, Any, Rebuild]]:
    """The expressions of a conclusion: which, what, and the conclusion with another in its place."""
    if isinstance(conclusion, SymbolicComparison):
        yield "left", conclusion.left, lambda e: replace(conclusion, left=e)
        yield "right", conclusion.right, lambda e: replace(conclusion, right=e)
    elif isinstance(conclusion, SymbolicOptimum):
        yield "objective", conclusion.objective, lambda e: replace(conclusion, objective=e)
        if conclusion.value is not None:
            yield "value", sp.sympify(conclusion.value), lambda e: replace(conclusion, value=e)
        for j, (v, value) in enumerate(conclusion.at):
            yield "witness", sp.sympify(value), _put(conclusion, "at", j, lambda e, v=v: (v, e))
        for j, equation in enumerate(conclusion.exactly):
            for which, e, inner in expressions(equation):
                yield f"exactly {which}", e, _put(conclusion, "exactly", j, inner)
    elif isinstance(conclusion, SymbolicSameOptimisers):
        for which in ("first", "second"):
            sense, f = getattr(conclusion, which)
            yield which, sp.sympify(f), lambda e, which=which, sense=sense: replace(conclusion, **{which: (sense, e)})
    elif isinstance(conclusion, Named):
        for j, part in enumerate(conclusion.args):
            yield "part", part, _put(conclusion, "args", j, lambda e: e)
    elif isinstance(conclusion, sp.Eq):
        yield "left", conclusion.lhs, lambda e: equal(e, conclusion.rhs)
        yield "right", conclusion.rhs, lambda e: equal(conclusion.lhs, e)
    else:
        yield "left", conclusion.lhs, lambda e: conclusion.func(e, conclusion.rhs, evaluate=False)
        yield "right", conclusion.rhs, lambda e: conclusion.func(conclusion.lhs, e, evaluate=False)


def _put(conclusion: Any, name: str, j: int, make: Rebuild) -> Rebuild:
    old = getattr(conclusion, name)
    return lambda e: replace(conclusion, **{name: (*old[:j], make(e), *old[j + 1 :])})


def places(e: Any) -> Iterator[tuple[Any, Rebuild]]:
    """Every node, and the expression with another in its place."""
    yield e, lambda new: new
    if isinstance(e, sp.MatrixSymbol | sp.Identity | sp.OneMatrix | sp.ZeroMatrix | sp.Symbol):
        return
    for j, part in enumerate(e.args):
        if isinstance(e, nodes._Node) and j > 0 and not isinstance(e, nodes.Inner | nodes.ScalarDirectional):
            continue  # an index, a variable or a size is not changed
        if isinstance(e, nodes.ScalarDirectional) and j == 1:
            continue
        if not isinstance(part, sp.Basic) or isinstance(part, sp.Tuple):
            continue
        for node, rebuild in places(part):
            yield node, _inside(e, j, rebuild)


def _inside(e: Any, j: int, rebuild: Rebuild) -> Rebuild:
    return lambda new: e.func(*e.args[:j], rebuild(new), *e.args[j + 1 :])


def swaps(node: Any, letters: list[Any], sizes: list[Any]) -> Iterator[tuple[str, Any]]:
    """What may stand in the place of a node: the kind of the change, and the new node."""
    if isinstance(node, sp.Rational):
        if node != 0:
            yield "sign", -node
        yield "constant", node + 1
    elif isinstance(node, sp.MatrixSymbol):
        if node.shape[0] == node.shape[1]:
            yield "transpose", node.T
        if others := [m for m in letters if m != node and getattr(m, "shape", None) == node.shape]:
            yield "letter", others[len(str(node)) % len(others)]
    elif isinstance(node, MatrixElement):
        if node.i != node.j and node.parent.shape[0] == node.parent.shape[1]:
            yield "order", node.func(node.parent, node.j, node.i)
    elif isinstance(node, sp.Transpose):
        yield "transpose", node.arg
    elif isinstance(node, sp.Symbol):
        if node in sizes:
            for other in (*sizes, sp.Integer(1)):
                if other != node:
                    yield "dimension", other
        elif not node.is_integer:
            yield "sign", -node
            if others := [s for s in letters if s != node and isinstance(s, sp.Symbol) and not s.is_integer]:
                yield "letter", others[len(str(node)) % len(others)]
    elif isinstance(node, sp.MatAdd | sp.Add):
        for j, term in enumerate(node.args):
            rest = (*node.args[:j], *node.args[j + 1 :])
            yield "sign", node.func(*rest, -term)
            yield "term", node.func(*rest) if len(rest) > 1 else rest[0]
    elif isinstance(node, sp.MatMul):
        matrices = [j for j, a in enumerate(node.args) if hasattr(a, "shape")]
        for j, m in pairwise(matrices):
            a, b = node.args[j], node.args[m]
            if a.shape == b.shape and a != b:
                yield "order", node.func(*node.args[:j], b, *node.args[j + 1 : m], a, *node.args[m + 1 :])
    elif isinstance(node, sp.MatPow | sp.Pow) and node.exp.is_Integer and node.exp > 0:
        yield "constant", node.func(node.base, node.exp + 1)


def whole(conclusion: Any) -> Iterator[tuple[str, str, Any]]:
    """Changes of the conclusion itself: its sense, and multiples of its right side."""
    turned = {"min": "max", "max": "min"}
    if isinstance(conclusion, SymbolicOptimum):
        yield "sense", "the other sense", replace(conclusion, sense=turned[conclusion.sense])
    elif isinstance(conclusion, SymbolicSameOptimisers):
        yield (
            "sense",
            "the other sense",
            replace(conclusion, second=(turned[conclusion.second[0]], conclusion.second[1])),
        )
    elif isinstance(conclusion, SymbolicComparison):
        yield "sense", "the other sense", replace(conclusion, left=conclusion.right, right=conclusion.left)
    elif not isinstance(conclusion, sp.Eq | Named):
        yield "sense", "the other sense", conclusion.func(conclusion.rhs, conclusion.lhs, evaluate=False)
    for which, e, rebuild in expressions(conclusion):
        if which != "objective":
            yield "sign", f"{which} side negated", rebuild(-e)
            yield "constant", f"{which} side twice", rebuild(2 * e)


def changes(conclusion: Any) -> Iterator[tuple[str, Callable[[], str], Callable[[], Any]]]:
    """The kind of every change, what tells it in words, and what makes it: None where SymPy refuses, or it is none."""
    letters, sizes = letters_and_sizes(conclusion)
    for kind, what, changed in whole(conclusion):
        yield kind, lambda what=what: what, lambda changed=changed: changed
    for which, e, rebuild in expressions(conclusion):
        for node, put in places(e):
            for kind, new in swaps(node, letters, sizes):
                yield (
                    kind,
                    lambda which=which, node=node, new=new: f"{which}: {node} → {new}",
                    lambda e=e, put=put, new=new, rebuild=rebuild: _made(e, put, new, rebuild),
                )


def _made(e: Any, put: Rebuild, new: Any, rebuild: Rebuild) -> Any:
    try:
        changed = put(new)
    except (TypeError, ValueError, AttributeError, IndexError, NotImplementedError):
        return None
    return None if changed == e else rebuild(changed)


def letters_and_sizes(conclusion: Any) -> tuple[list[Any], list[Any]]:
    """The symbols of a conclusion: letters, and lengths of letters."""
    found = {a for _, e, _ in expressions(conclusion) for a in e.atoms(sp.MatrixSymbol, sp.Symbol)}
    atoms = sorted(found, key=lambda a: a.name)
    shaped = {s for a in atoms if isinstance(a, sp.MatrixSymbol) for s in a.shape}
    return [a for a in atoms if a not in shaped], [a for a in atoms if a in shaped]


def some_changes(conclusion: Any, random: Random, count: int) -> list[Any]:
    """A few of them that are well-typed."""
    options = list(changes(conclusion))
    picked = (make() for *_, make in random.sample(options, min(2 * count, len(options))))
    typed = (changed for changed in picked if changed is not None and _is_typed(changed))
    return list(islice(typed, count))


def _is_typed(conclusion: Any) -> bool:
    try:
        read(conclusion)
    except KernelError:
        return False
    return True
