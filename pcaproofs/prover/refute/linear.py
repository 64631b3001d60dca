"""Exact linear algebra: affine solution spaces, inverses, rational eigenvalues."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import gcd, isqrt, lcm
from typing import Any

from pcaproofs.prover.refute import matrix as mx
from pcaproofs.prover.refute.matrix import Matrix

Vector = list[Any]
Space = tuple[Vector, list[Vector]]  # a solution, and a basis of the differences of solutions


def tidy(x: Any) -> Any:
    """An integer where a fraction is one: integers are faster."""
    return x.numerator if x.denominator == 1 else x


def eliminate(rows: list[Vector], width: int) -> tuple[list[Vector], list[int]]:
    """The reduced echelon form by the first `width` columns (zero rows kept last), and its pivot columns."""
    rows, pivots, at = [list(r) for r in rows], [], 0
    for j in range(width):
        candidates = [i for i in range(at, len(rows)) if rows[i][j]]
        if not candidates:
            continue
        i = candidates[0]
        rows[at], rows[i] = rows[i], rows[at]
        if rows[at][j] != 1:
            inverse = Fraction(1) / rows[at][j]
            rows[at] = [tidy(x * inverse) if x else 0 for x in rows[at]]
        pivot = rows[at]
        for k in range(len(rows)):
            if k != at and (c := rows[k][j]):
                rows[k] = [x - c * y if y else x for x, y in zip(rows[k], pivot, strict=True)]
        pivots.append(j)
        at += 1
        if at == len(rows):
            break
    return rows, pivots


def solutions(rows: list[Vector], width: int) -> Space | None:
    """All x with M x = b, the rows being those of [M | b]; None where there is none."""
    reduced, pivots = eliminate([r for r in rows if any(r)], width)
    if any(r[width] for r in reduced[len(pivots) :]):
        return None
    particular: Vector = [0] * width
    for r, j in zip(reduced, pivots, strict=False):
        particular[j] = tidy(r[width])
    basis = []
    for free in sorted(set(range(width)) - set(pivots)):
        direction: Vector = [0] * width
        direction[free] = 1
        for r, j in zip(reduced, pivots, strict=False):
            direction[j] = tidy(-r[free])
        basis.append(direction)
    return particular, basis


def inverse(a: Matrix) -> Matrix | None:
    """The inverse, or None of a singular matrix."""
    n = len(a)
    rows, pivots = eliminate([[*r, *s] for r, s in zip(a, mx.eye(n), strict=True)], n)
    return tuple([tuple([tidy(x) for x in r[n:]]) for r in rows]) if len(pivots) == n else None


def shortest(space: Space) -> Vector:
    """The solution of least norm, which is rational too."""
    particular, basis = space
    if not basis:
        return particular
    span = mx.transpose(tuple(map(tuple, basis)))
    gram = inverse(mx.mul(mx.transpose(span), span))
    if gram is None:
        return particular
    point = mx.transpose((tuple(particular),))
    along = mx.mul(span, mx.mul(gram, mx.mul(mx.transpose(span), point)))
    return [tidy(x) for (x,) in mx.sub(point, along)]


def determinant(a: Matrix) -> Any:
    """The determinant, by elimination."""
    rows, result = [list(r) for r in a], Fraction(1)
    for j in range(len(rows)):
        i = next((i for i in range(j, len(rows)) if rows[i][j]), None)
        if i is None:
            return 0
        if i != j:
            rows[i], rows[j], result = rows[j], rows[i], -result
        result *= rows[j][j]
        for k in range(j + 1, len(rows)):
            c = Fraction(rows[k][j]) / rows[j][j]
            rows[k] = [x - c * y for x, y in zip(rows[k], rows[j], strict=True)]
    return result


def root(x: Any) -> Any | None:
    """The rational square root, if there is one."""
    x = Fraction(x)
    if x < 0:
        return None
    p, q = isqrt(x.numerator), isqrt(x.denominator)
    return tidy(Fraction(p, q)) if (p * p, q * q) == (x.numerator, x.denominator) else None


def interpolated(values: list[Any]) -> list[Fraction]:
    """The coefficients, constant first, of the polynomial with these values at 0, 1, 2, …."""
    n = len(values)
    rows = [[Fraction(i) ** j for j in range(n)] + [values[i]] for i in range(n)]
    return [Fraction(r[n]) for r in eliminate(rows, n)[0]]


def rational_roots(coefficients: list[Fraction]) -> list[Any]:
    """The rational roots of moderate size, zero first, then by size."""
    scale = lcm(*(c.denominator for c in coefficients))
    whole = [int(c * scale) for c in coefficients]
    roots = {Fraction(0)} if not whole[0] else set()
    while whole and not whole[0]:
        whole.pop(0)
    while whole and not whole[-1]:
        whole.pop()
    if len(whole) > 1:
        tops, bottoms = _divisors(whole[0]), _divisors(whole[-1])
        for p, q, sign in product(tops, bottoms, (1, -1)):
            x = Fraction(sign * p, q)
            if gcd(p, q) == 1 and not sum(c * x**k for k, c in enumerate(whole)):
                roots.add(x)
    return [tidy(x) for x in sorted(roots, key=lambda x: (abs(x), x < 0))]


def _divisors(n: int) -> list[int]:
    n = abs(n)
    return [d for d in range(1, min(n, 400) + 1) if n % d == 0]
