"""The explicit matrices that our own nodes are: real sums over rows, finite expectations, real derivatives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp

from pcaproofs.language import nodes
from pcaproofs.verify.second_opinion.explicit import added, by, explicit, inside, inverted, number, scalar, undefined
from pcaproofs.verify.second_opinion.world import Meaningless, World


@explicit.register(nodes.InverseOf)
def _(e: Any, world: World) -> sp.Matrix:
    return inverted(explicit(e.args[0], world), e, world)


@explicit.register(nodes.Basis)
def _(e: Any, world: World) -> sp.Matrix:
    n, place = world.integer(e.shape[0]), place_of(e.args[1].name, world)
    return sp.Matrix(n, 1, lambda i, _: int(i == inside(place, n, e)))


def place_of(name: str, world: World) -> int:
    """Where the basis vector of that name has its 1."""
    if any(name == index.name for index in world.running):
        raise Meaningless(f"got e_{name} below a sum over {name}, but should have another name")
    if name not in world.places and not name.isdigit():
        raise Meaningless(f"got e_{name}, but nothing says which basis vector it is")
    return world.places.get(name, -1) if name in world.places else int(name)


@explicit.register(nodes.PseudoInverse)
def _(e: Any, world: World) -> sp.Matrix:
    m = explicit(e.args[0], world)
    if m.is_zero_matrix:
        return m.T
    left, right = m.rank_decomposition()  # m = left·right, both of full rank
    return right.T * (right * right.T).inv() * (left.T * left).inv() * left.T


@explicit.register(nodes.Inner)
@explicit.register(sp.DotProduct)
def _(e: Any, world: World) -> sp.Matrix:
    x, y = (explicit(a, world) for a in e.args)
    if x.shape != y.shape:
        raise Meaningless(f"got {by(x)} and {by(y)}: shapes clash [in {e}]")
    return scalar(sp.Add(*(a * b for a, b in zip(x, y, strict=True))))


@explicit.register(nodes.SquaredNorm)
def _(e: Any, world: World) -> sp.Matrix:
    return scalar(sp.Add(*(a**2 for a in explicit(e.args[0], world))))


@explicit.register(nodes.Sample)
def _(e: Any, world: World) -> sp.Matrix:
    m = explicit(e.args[0], world)
    return m[inside(world.integer(e.args[1]), m.shape[0], e), :].T


@explicit.register(nodes.ScalarSum)
@explicit.register(nodes.MatrixSum)
def _(e: Any, world: World) -> sp.Matrix:
    body, k, n = e.args
    return added([explicit(body, world.at(k, i)) for i in range(world.integer(n))], e)


@explicit.register(nodes.ScalarExpectation)
@explicit.register(nodes.MatrixExpectation)
def _(e: Any, world: World) -> sp.Matrix:
    body, z = e.args
    if z not in world.outcomes:
        raise Meaningless(f"got an expectation over {z}, but should be over a column [in {e}]")
    return added([explicit(body, world.put({z: value})) * weight for weight, value in world.outcomes[z]], e)


@explicit.register(nodes.ScalarGradient)
@explicit.register(nodes.MatrixGradient)
def _(e: Any, world: World) -> sp.Matrix:
    f, x = e.args
    here = explicit(x, world)
    moved = sp.Matrix(*here.shape, [sp.Dummy("x", real=True) for _ in here])
    back = {symbol: sp.sympify(entry) for symbol, entry in zip(moved, here, strict=True)}
    value = number(f, world.put({x: moved}))
    return sp.Matrix(*here.shape, [_found(sp.diff(value, entry), back, e, world) for entry in moved])


@explicit.register(nodes.ScalarDirectional)
@explicit.register(nodes.MatrixDirectional)
def _(e: Any, world: World) -> sp.Matrix:
    f, x, h = e.args
    here, way, step = explicit(x, world), explicit(h, world), sp.Dummy("t", real=True)
    value = explicit(f, world.put({x: added([here, way * step], e)}))
    return value.applyfunc(lambda entry: _found(sp.diff(entry, step), {step: sp.Integer(0)}, e, world))


def _found(derivative: Any, back: Mapping[Any, Any], e: Any, world: World) -> Any:
    value = derivative.xreplace(back)
    if value.has(sp.nan, sp.zoo, sp.oo):
        raise undefined("a derivative that does not exist", e, world)
    return value
