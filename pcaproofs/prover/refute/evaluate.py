"""The value of an expression at a point, by matrix arithmetic without polynomials or rewriting."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, reduce
from typing import Any

from pcaproofs.kernel import Dimension, Expression
from pcaproofs.prover.exact import linear_algebra as linear
from pcaproofs.prover.exact import matrix as mx
from pcaproofs.prover.exact.logs import log
from pcaproofs.prover.exact.matrix import Matrix
from pcaproofs.prover.refute.dual import Dual, reciprocal, slope
from pcaproofs.terms import is_ones, length_of_ones

Sizes = Mapping[str, int]
Letters = Mapping[str, Matrix]
Value = Callable[[Sizes, Letters], Matrix]


COMPUTED = ("det", "adjugate", "log", "size power")  # not expressions of the kernel; see computed.py


@dataclass(frozen=True)
class Point:
    """A size for every named dimension and a matrix for every letter; the columns 1[n] are understood."""

    dimensions: dict[str, int] = field(default_factory=dict)
    letters: dict[str, Matrix] = field(default_factory=dict)


def evaluate(expression: Expression, point: Point) -> Matrix:
    """The value of an expression at a point, a matrix of fractions."""
    return mx.exact(compiled(expression)(point.dimensions, point.letters))


def size_of(n: Dimension, sizes: Sizes) -> int:
    """A dimension as an integer."""
    return n if isinstance(n, int) else int(n) if n.isdigit() else sizes[n]


@lru_cache(maxsize=4096)
def compiled(e: Expression) -> Value:
    """The expression compiled to a function of sizes and letters.

    Raises ValueError for anything that is not an expression of the kernel.
    """
    found = _compiled_leaf(e) or _compiled_operation(e)
    if found is None:
        raise ValueError(f"got {e!r}, but should be an expression of the kernel")
    return found


def _compiled_leaf(e: Expression) -> Value | None:
    """An expression without parts."""
    match e:
        case ("letter", name) if is_ones(name):
            return lambda sizes, letters: letters.get(name) or mx.ones(size_of(length_of_ones(name), sizes))
        case ("letter", name):
            return lambda sizes, letters: letters[name]
        case ("number", text):
            value = Fraction(text)
            constant = (((value.numerator if value.denominator == 1 else value),),)
            return lambda sizes, letters: constant
        case ("size", n):
            return lambda sizes, letters: ((size_of(n, sizes),),)
        case ("inverse", name, k):
            return lambda sizes, letters: ((_inverse(name, k, sizes, letters),),)
        case ("eye", n):
            return lambda sizes, letters: mx.eye(size_of(n, sizes))
        case ("zero", rows, cols):
            return lambda sizes, letters: mx.zeros(size_of(rows, sizes), size_of(cols, sizes))
    return None


def _compiled_operation(e: Expression) -> Value | None:
    """An operation on its parts."""
    match e:
        case ("add" | "mul", *parts):
            fold = mx.add if e[0] == "add" else mx.mul
            values = [compiled(part) for part in parts]
            return lambda sizes, letters: reduce(fold, [value(sizes, letters) for value in values])
        case ("t", a):
            inner = compiled(a)
            return lambda sizes, letters: mx.transpose(inner(sizes, letters))
        case ("tr", a):
            inner = compiled(a)
            return lambda sizes, letters: ((mx.trace(inner(sizes, letters)),),)
        case ("pow", a, k):
            inner = compiled(a)
            return lambda sizes, letters: mx.power(inner(sizes, letters), k)
        case ("det", a):
            inner = compiled(a)
            return lambda sizes, letters: ((linear.determinant(inner(sizes, letters)),),)
        case ("adjugate", a):
            inner = compiled(a)
            return lambda sizes, letters: linear.adjugate(inner(sizes, letters))
        case ("log", a):
            inner = compiled(a)
            return lambda sizes, letters: ((log(inner(sizes, letters)[0][0]),),)
        case ("size power", a, n):
            inner = compiled(a)
            return lambda sizes, letters: mx.power(inner(sizes, letters), size_of(n, sizes))
        case ("derivative", f, name, h):
            inner, direction = compiled(f), compiled(h)
            return lambda sizes, letters: _along(inner, name, direction(sizes, letters), sizes, letters)
        case ("gradient", f, name):
            inner = compiled(f)
            return lambda sizes, letters: _gradient(inner, name, sizes, letters)
    return None


def _inverse(name: str, k: int, sizes: Sizes, letters: Letters) -> Any:
    base = letters[name][0][0] if name in letters else sizes[name]
    return reduce(lambda x, y: x * y, [reciprocal(base)] * k)


def _along(f: Value, name: str, h: Matrix, sizes: Sizes, letters: Letters) -> Matrix:
    """The coefficient of t in f(x + t·h)."""
    x = letters[name] if name in letters else mx.ones(len(h))
    level = 1 + max((e.level for m in (*letters.values(), h) for r in m for e in r if isinstance(e, Dual)), default=0)
    moved = tuple([tuple([Dual(level, a, b) for a, b in zip(r, s, strict=True)]) for r, s in zip(x, h, strict=True)])
    value = f(sizes, {**letters, name: moved})
    return tuple([tuple([slope(entry, level) for entry in row]) for row in value])


def _gradient(f: Value, name: str, sizes: Sizes, letters: Letters) -> Matrix:
    rows, cols = mx.shape(letters[name])

    def entry(i: int, j: int) -> Any:
        direction = mx.build(rows, cols, lambda k, m: int((i, j) == (k, m)))
        return _along(f, name, direction, sizes, letters)[0][0]

    return mx.build(rows, cols, entry)
