"""The explicit matrix that an expression is, once every dimension is a number and every letter a matrix.

Every value is a SymPy matrix; a scalar is 1×1 and multiplies a matrix of any shape, as in the statements themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import singledispatch
from typing import Any

import sympy as sp
from sympy.matrices.exceptions import NonInvertibleMatrixError
from sympy.matrices.expressions.matexpr import MatrixElement

from pcaproofs.language import nodes

Outcomes = tuple[tuple[sp.Rational, sp.Matrix], ...]  # weights that sum to 1, and a column for each


class Meaningless(ValueError):
    """An expression that is no matrix at any point of this size: shapes that clash, or a node that is not known."""


class Undefined(ValueError):
    """An expression that is no matrix at this point, although it may be at others: 1/0, a singular inverse."""


@dataclass(frozen=True)
class World:
    """A number for every dimension, a matrix for every letter, a place for every index, outcomes for random columns."""

    sizes: Mapping[Any, int] = field(default_factory=dict)
    letters: Mapping[Any, sp.Matrix] = field(default_factory=dict)
    places: Mapping[Any, int] = field(default_factory=dict)
    outcomes: Mapping[Any, Outcomes] = field(default_factory=dict)

    def put(self, letters: Mapping[Any, sp.Matrix]) -> World:
        """The same but for these letters."""
        return replace(self, letters={**self.letters, **letters})

    def without(self, letters: Iterable[Any]) -> World:
        """The same, these letters being unknown."""
        gone = set(letters)
        return replace(self, letters={x: m for x, m in self.letters.items() if x not in gone})

    def at(self, index: Any, place: int) -> World:
        """The same with a running index at a place."""
        return replace(self, places={**self.places, index: place})

    def integer(self, e: Any) -> int:
        """A dimension or an index."""
        e = sp.sympify(e)
        if not e.is_Integer:
            known = {s: self.places.get(s, self.places.get(s.name, self.sizes.get(s))) for s in e.free_symbols}
            e = e.xreplace({s: sp.Integer(k) for s, k in known.items() if k is not None})
        if not e.is_Integer:
            raise Meaningless(f"got {e}, but should be a dimension or an index")
        return int(e)


def scalar(x: Any) -> sp.Matrix:
    return sp.Matrix([[x]])


def number(e: Any, world: World) -> Any:
    """The value of a scalar expression."""
    value = explicit(e, world)
    if value.shape != (1, 1):
        raise Meaningless(f"got {_by(value)}, but should be a scalar [in {e}]")
    return value[0, 0]


@singledispatch
def explicit(e: Any, world: World) -> sp.Matrix:
    """The matrix; raises Meaningless or Undefined."""
    raise Meaningless(f"got {type(e).__name__} ({e}), but it has no explicit value here")


def _by(m: sp.Matrix) -> str:
    return f"{m.shape[0]}×{m.shape[1]}"


def _undefined(what: str, e: Any, world: World) -> Exception:
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
    if e in world.letters:
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


@explicit.register(nodes.Basis)
def _(e: Any, world: World) -> sp.Matrix:
    n, place = world.integer(e.shape[0]), place_of(e.args[1].name, world)
    return sp.Matrix(n, 1, lambda i, _: int(i == inside(place, n, e)))


def place_of(name: str, world: World) -> int:
    """Where the basis vector of that name has its 1."""
    if name not in world.places and not name.isdigit():
        raise Meaningless(f"got e_{name}, but nothing says which basis vector it is")
    return world.places.get(name, -1) if name in world.places else int(name)


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
            raise Meaningless(f"got {_by(result)} plus {_by(term)}: shapes clash [in {e}]")
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
        raise Meaningless(f"got {_by(waiting[0])} times {_by(waiting[1])}: shapes clash [in {e}]")
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
        raise Meaningless(f"got a power of {_by(base)}, but should be square [in {e}]")
    if not exponent.is_Integer:
        raise Meaningless(f"got the exponent {exponent}, but should be an integer [in {e}]")
    return base ** int(exponent) if exponent >= 0 else _inverted(base, e, world) ** -int(exponent)


def _power(base: Any, exponent: Any, e: Any, world: World) -> Any:
    if exponent.is_negative and is_zero(base):
        raise _undefined("a division by zero", e, world)
    if not exponent.is_integer and base.is_negative:
        raise _undefined(f"a root of {base}", e, world)
    return base**exponent


@explicit.register(sp.Inverse)
@explicit.register(nodes.InverseOf)
def _(e: Any, world: World) -> sp.Matrix:
    return _inverted(explicit(e.args[0], world), e, world)


def _inverted(m: sp.Matrix, e: Any, world: World) -> sp.Matrix:
    if m.shape[0] != m.shape[1]:
        raise Meaningless(f"got the inverse of {_by(m)}, but should be square [in {e}]")
    try:
        return m.inv()
    except NonInvertibleMatrixError:
        raise _undefined("the inverse of a singular matrix", e, world) from None


@explicit.register(nodes.PseudoInverse)
def _(e: Any, world: World) -> sp.Matrix:
    m = explicit(e.args[0], world)
    if m.is_zero_matrix:
        return m.T
    left, right = m.rank_decomposition()  # m = left·right, both of full rank
    return right.T * (right * right.T).inv() * (left.T * left).inv() * left.T


@explicit.register(sp.Transpose)
@explicit.register(sp.Adjoint)
def _(e: Any, world: World) -> sp.Matrix:
    return explicit(e.args[0], world).T


@explicit.register(sp.Trace)
@explicit.register(sp.Determinant)
def _(e: Any, world: World) -> sp.Matrix:
    m = explicit(e.args[0], world)
    if m.shape[0] != m.shape[1]:
        raise Meaningless(f"got {_by(m)}, but should be square [in {e}]")
    return scalar(m.trace() if isinstance(e, sp.Trace) else m.det())


@explicit.register(sp.Function)
def _(e: Any, world: World) -> sp.Matrix:
    return scalar(e.func(*(number(a, world) for a in e.args)))


@explicit.register(nodes.Inner)
@explicit.register(sp.DotProduct)
def _(e: Any, world: World) -> sp.Matrix:
    x, y = (explicit(a, world) for a in e.args)
    if x.shape != y.shape:
        raise Meaningless(f"got {_by(x)} and {_by(y)}: shapes clash [in {e}]")
    return scalar(sp.Add(*(a * b for a, b in zip(x, y, strict=True))))


@explicit.register(nodes.SquaredNorm)
def _(e: Any, world: World) -> sp.Matrix:
    return scalar(sp.Add(*(a**2 for a in explicit(e.args[0], world))))


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
    back = dict(zip(moved, here, strict=True))
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
    value = derivative.subs(back, simultaneous=True) if back else derivative
    if value.has(sp.nan, sp.zoo, sp.oo):
        raise _undefined("a derivative that does not exist", e, world)
    return value


def explicit_as(e: Any, like: sp.Matrix, world: World) -> sp.Matrix:
    """The value, where 0 may stand for a zero matrix."""
    return sp.zeros(*like.shape) if e == 0 else explicit(sp.sympify(e), world)


def is_zero(x: Any) -> bool:
    """Whether a scalar is exactly 0: as a rational function of its symbols, or as an algebraic number."""
    x = sp.sympify(x)
    if x.is_Rational:
        return bool(x == 0)
    x = sp.expand(x)
    if x == 0 or x.is_Rational:
        return bool(x == 0)
    if x.free_symbols:
        return bool(sp.expand(sp.fraction(sp.together(x))[0]) == 0)
    return bool(x.equals(0))


def sign(x: Any) -> int:
    """-1, 0 or 1 of an exact real number."""
    if is_zero(x):
        return 0
    if sp.im(x) != 0:
        raise Undefined(f"got {x}, but should be real")
    return 1 if sp.re(x) > 0 else -1
