"""Exact matrices: tuples of rows; entries are integers, fractions or other objects with + and *."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from operator import add as plus
from operator import mul as product
from operator import sub as minus
from typing import Any

from pcaproofs.prover.effort import spend

Matrix = tuple[tuple[Any, ...], ...]


def build(rows: int, cols: int, entry: Callable[[int, int], Any]) -> Matrix:
    """The matrix with the given entries."""
    return tuple([tuple([entry(i, j) for j in range(cols)]) for i in range(rows)])


def zeros(rows: int, cols: int) -> Matrix:
    """The zero matrix."""
    return ((0,) * cols,) * rows


def eye(n: int) -> Matrix:
    """The identity."""
    return tuple([tuple([int(i == j) for j in range(n)]) for i in range(n)])


def ones(n: int) -> Matrix:
    """The all-ones column."""
    return ((1,),) * n


def diagonal(entries: tuple[Any, ...]) -> Matrix:
    """The diagonal matrix with these entries."""
    return build(len(entries), len(entries), lambda i, j: entries[i] if i == j else 0)


def is_diagonal(a: Matrix) -> bool:
    """Whether all entries beside the diagonal are 0."""
    return all(x == 0 for i, row in enumerate(a) for j, x in enumerate(row) if i != j)


def shape(a: Matrix) -> tuple[int, int]:
    """Rows and columns."""
    return len(a), len(a[0])


def _same_shape(a: Matrix, b: Matrix) -> None:
    if shape(a) != shape(b):
        raise ValueError(f"got {len(a)}×{len(a[0])} plus {len(b)}×{len(b[0])}, but should be of one shape")


def add(a: Matrix, b: Matrix) -> Matrix:
    """The sum."""
    _same_shape(a, b)
    return tuple([tuple(map(plus, r, s)) for r, s in zip(a, b, strict=True)])


def sub(a: Matrix, b: Matrix) -> Matrix:
    """The difference."""
    _same_shape(a, b)
    return tuple([tuple(map(minus, r, s)) for r, s in zip(a, b, strict=True)])


def scale(c: Any, a: Matrix) -> Matrix:
    """A scalar multiple."""
    return tuple([tuple([c * x for x in r]) for r in a])


def _dot(r: Sequence[Any], c: Sequence[Any]) -> Any:
    """Σ x·y of rationals, reduced to lowest terms only once, at the end."""
    top, bottom = 0, 1
    for x, y in zip(r, c):  # noqa: B905  # most time goes here, and shapes are known
        if x and y:
            p, q = x.numerator * y.numerator, x.denominator * y.denominator
            if q == bottom:
                top += p
            elif q == 1:
                top += p * bottom
            else:
                top, bottom = top * q + p * bottom, bottom * q
    if bottom == 1:
        return top
    value = Fraction(top, bottom)
    return value.numerator if value.denominator == 1 else value


def mul(a: Matrix, b: Matrix) -> Matrix:
    """The matrix product, or the multiple by a 1×1 factor on either side."""
    spend(2 + len(a) * len(b) * len(b[0]))
    if len(a[0]) == len(b):
        columns = list(zip(*b))  # noqa: B905
        try:
            if {type(x) for row in (*a, *b) for x in row} == {int}:  # as at most points that are tried
                return tuple([tuple([sum(map(product, r, c)) for c in columns]) for r in a])
            return tuple([tuple([_dot(r, c) for c in columns]) for r in a])
        except AttributeError:  # entries that are not numbers
            return tuple([tuple([sum(map(product, r, c)) for c in columns]) for r in a])
    if shape(a) == (1, 1):
        return scale(a[0][0], b)
    if shape(b) == (1, 1):
        return scale(b[0][0], a)
    raise ValueError(f"got {len(a)}×{len(a[0])} times {len(b)}×{len(b[0])}")


def transpose(a: Matrix) -> Matrix:
    """The transpose."""
    return tuple(zip(*a))  # noqa: B905


def _square(a: Matrix, what: str) -> int:
    if len(a) != len(a[0]):
        raise ValueError(f"got {what} of {len(a)}×{len(a[0])}, but should be square")
    return len(a)


def trace(a: Matrix) -> Any:
    """The sum of the diagonal."""
    return sum(a[i][i] for i in range(_square(a, "the trace")))


def power(a: Matrix, k: int) -> Matrix:
    """a multiplied k times, from the identity."""
    result = eye(_square(a, "a power"))
    for _ in range(k):
        result = mul(result, a)
    return result


def exact(a: Matrix) -> Matrix:
    """The same matrix with every rational entry a Fraction; logarithms stay as they are."""
    return tuple([tuple([Fraction(x) if isinstance(x, int) else x for x in r]) for r in a])


def is_zero(a: Matrix) -> bool:
    """Whether every entry is zero."""
    return not any(any(r) for r in a)


def column(a: Matrix, j: int) -> Matrix:
    """One column, as a matrix."""
    return tuple([(r[j],) for r in a])


def columns(a: Matrix, picked: tuple[int, ...]) -> Matrix:
    """Some columns, side by side."""
    return tuple([tuple([r[j] for j in picked]) for r in a])
