"""The explicit matrix that an expression is, once every dimension is a number and every letter a matrix.

Every value is a SymPy matrix; a scalar is 1×1 and multiplies a matrix of any shape, as in the statements themselves.
The nodes of SymPy are here, ours in ours.py.
"""

from __future__ import annotations

from functools import singledispatch
from typing import Any

import sympy as sp
from sympy.matrices.exceptions import NonInvertibleMatrixError
from sympy.matrices.expressions.matexpr import MatrixElement

from pcaproofs.verify.second_opinion.world import Meaningless, Undefined, World, is_zero


def scalar(x: Any) -> sp.Matrix:
    return sp.Matrix([[x]])


def number(e: Any, world: World) -> Any:
    """The value of a scalar expression."""
    value = explicit(e, world)
    if value.shape != (1, 1):
        raise Meaningless(f"got {by(value)}, but should be a scalar [in {e}]")
    return value[0, 0]


@singledispatch
def explicit(e: Any, world: World) -> sp.Matrix:
    """The matrix; raises Meaningless or Undefined."""
    raise Meaningless(f"got {type(e).__name__} ({e}), but it has no explicit value here")


def by(m: sp.Matrix) -> str:
    return f"{m.shape[0]}×{m.shape[1]}"


def undefined(what: str, e: Any, world: World) -> Exception:
    """At other points there may be a value if a letter is in it, and else there is none of this size."""
    return (Undefined if e.free_symbols - set(world.sizes) else Meaningless)(f"got {what} [in {e}]")


@explicit.register(sp.Number)
@explicit.register(int)
def _(e: Any, world: World) -> sp.Matrix:
    return scalar(sp.sympify(e))


@explicit.register(sp.NumberSymbol)
def _(e: Any, world: World) -> sp.Matrix:
    return scalar(e)


@explicit.register(sp.Symbol)
def _(e: Any, world: World) -> sp.Matrix:
    if e in world.letters and e not in world.running:
        return world.letters[e]
    return scalar(sp.Integer(world.integer(e)))


@explicit.register(sp.MatrixSymbol)
def _(e: Any, world: World) -> sp.Matrix:
    if e not in world.letters:
        raise Meaningless(f"got {e}, but nothing gives it a value here")
    return world.letters[e]


@explicit.register(sp.MatrixBase)
def _(e: Any, world: World) -> sp.Matrix:
    return sp.Matrix(*e.shape, [number(x, world) for x in e])


@explicit.register(sp.Identity)
def _(e: Any, world: World) -> sp.Matrix:
    return sp.eye(world.integer(e.shape[0]))


@explicit.register(sp.ZeroMatrix)
def _(e: Any, world: World) -> sp.Matrix:
    return sp.zeros(*map(world.integer, e.shape))


@explicit.register(sp.OneMatrix)
def _(e: Any, world: World) -> sp.Matrix:
    return sp.ones(*map(world.integer, e.shape))


def inside(k: int, n: int, e: Any) -> int:
    """The index, if it is one below n."""
    if not 0 <= k < n:
        raise Undefined(f"got the index {k}, but should be below {n} [in {e}]")
    return k


@explicit.register(sp.MatAdd)
@explicit.register(sp.Add)
def _(e: Any, world: World) -> sp.Matrix:
    return added([explicit(a, world) for a in e.args], e)


def added(terms: list[sp.Matrix], e: Any) -> sp.Matrix:
    """Their sum."""
    result = terms[0]
    for term in terms[1:]:
        if term.shape != result.shape:
            raise Meaningless(f"got {by(result)} plus {by(term)}: shapes clash [in {e}]")
        result = result + term
    return result


@explicit.register(sp.MatMul)
@explicit.register(sp.Mul)
def _(e: Any, world: World) -> sp.Matrix:
    factors: list[sp.Matrix] = []
    for a in e.args:
        value, times = _repeated(a, world)
        factors += [value] * times
    return multiplied(factors, e)


def _repeated(a: Any, world: World) -> tuple[sp.Matrix, int]:
    """SymPy writes (x.T*w)*w as x.T*w**2, so a power of a column is so many factors."""
    if isinstance(a, sp.MatPow) and not isinstance(a, sp.Inverse) and a.exp.is_Integer and a.exp > 0:
        base = explicit(a.base, world)
        if base.shape[0] != base.shape[1]:
            return base, int(a.exp)
    return explicit(a, world), 1


def multiplied(factors: list[sp.Matrix], e: Any) -> sp.Matrix:
    """Their product; SymPy drops parentheses, so a factor waits until what follows it has become a scalar."""
    waiting: list[sp.Matrix] = []
    for factor in factors:
        waiting.append(factor)
        while len(waiting) > 1 and (product := _times(*waiting[-2:])) is not None:
            waiting[-2:] = [product]
    if len(waiting) > 1:
        raise Meaningless(f"got {by(waiting[0])} times {by(waiting[1])}: shapes clash [in {e}]")
    return waiting[0]


def _times(a: sp.Matrix, b: sp.Matrix) -> sp.Matrix | None:
    if a.shape[1] == b.shape[0]:
        return a * b
    if a.shape == (1, 1):
        return b * a[0, 0]
    return a * b[0, 0] if b.shape == (1, 1) else None


@explicit.register(sp.MatPow)
@explicit.register(sp.Pow)
def _(e: Any, world: World) -> sp.Matrix:
    base, exponent = explicit(e.args[0], world), number(e.args[1], world)
    if base.shape == (1, 1):
        return scalar(_power(base[0, 0], exponent, e, world))
    if base.shape[0] != base.shape[1]:
        raise Meaningless(f"got a power of {by(base)}, but should be square [in {e}]")
    if not exponent.is_Integer:
        raise Meaningless(f"got the exponent {exponent}, but should be an integer [in {e}]")
    return base ** int(exponent) if exponent >= 0 else inverted(base, e, world) ** -int(exponent)


def _power(base: Any, exponent: Any, e: Any, world: World) -> Any:
    if exponent.is_negative and is_zero(base):
        raise undefined("a division by zero", e, world)
    if not exponent.is_integer and base.is_negative:
        raise undefined(f"a root of {base}", e, world)
    return base**exponent


@explicit.register(sp.Inverse)
def _(e: Any, world: World) -> sp.Matrix:
    return inverted(explicit(e.args[0], world), e, world)


def inverted(m: sp.Matrix, e: Any, world: World) -> sp.Matrix:
    if m.shape[0] != m.shape[1]:
        raise Meaningless(f"got the inverse of {by(m)}, but should be square [in {e}]")
    try:
        return m.inv()
    except NonInvertibleMatrixError:
        raise undefined("the inverse of a singular matrix", e, world) from None


@explicit.register(sp.Transpose)
@explicit.register(sp.Adjoint)
def _(e: Any, world: World) -> sp.Matrix:
    return explicit(e.args[0], world).T


@explicit.register(sp.Trace)
@explicit.register(sp.Determinant)
def _(e: Any, world: World) -> sp.Matrix:
    m = explicit(e.args[0], world)
    if m.shape[0] != m.shape[1]:
        raise Meaningless(f"got {by(m)}, but should be square [in {e}]")
    return scalar(m.trace() if isinstance(e, sp.Trace) else m.det())


@explicit.register(sp.Function)
def _(e: Any, world: World) -> sp.Matrix:
    return scalar(e.func(*(number(a, world) for a in e.args)))


@explicit.register(MatrixElement)
def _(e: Any, world: World) -> sp.Matrix:
    m, places = explicit(e.args[0], world), [world.integer(k) for k in e.args[1:]]
    i, j = (inside(k, n, e) for k, n in zip(places, m.shape, strict=True))
    return scalar(m[i, j])


@explicit.register(sp.KroneckerDelta)
def _(e: Any, world: World) -> sp.Matrix:
    return scalar(sp.Integer(world.integer(e.args[0]) == world.integer(e.args[1])))


@explicit.register(sp.Sum)
def _(e: Any, world: World) -> sp.Matrix:
    body, *limits = e.args
    *rest, (k, low, high) = limits
    if rest:
        body = sp.Sum(body, *rest)
    values = [explicit(body, world.at(k, i)) for i in range(world.integer(low), world.integer(high) + 1)]
    return added(values, e) if values else scalar(sp.Integer(0))


def explicit_as(e: Any, like: sp.Matrix, world: World) -> sp.Matrix:
    """The value, where 0 may stand for a zero matrix."""
    return sp.zeros(*like.shape) if e == 0 else explicit(sp.sympify(e), world)
