"""Exact linear algebra: affine solution spaces, inverses, rational eigenvalues."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product
from math import gcd, isqrt, lcm
from typing import Any

from pcaproofs.prover.effort import spend
from pcaproofs.prover.exact import matrix as mx
from pcaproofs.prover.exact.matrix import Matrix

Vector = list[Any]
Space = tuple[Vector, list[Vector]]  # a solution, and a basis of the differences of solutions


def tidy(x: Any) -> Any:
    """The number as an int if it is an integer, because int is faster than Fraction."""
    return x.numerator if x.denominator == 1 else x


def whole(row: Sequence[Any]) -> list[int]:
    """A multiple of a row of rationals whose entries are integers without a common factor."""
    if all(type(x) is int for x in row):
        out = list(row)
    else:
        scale = lcm(*(x.denominator for x in row))
        out = [x.numerator * (scale // x.denominator) for x in row]
    common = gcd(*out)
    return [x // common for x in out] if common > 1 else out


def eliminate(rows: Sequence[Sequence[Any]], width: int) -> tuple[list[Vector], list[int]]:
    """The reduced echelon form by the first `width` columns (zero rows kept last), and its pivot columns.

    Uses integer arithmetic, so that no step computes a greatest common divisor.
    """
    work, pivots, at = [whole(r) for r in rows], list[int](), 0
    for j in range(width):
        i = next((i for i in range(at, len(work)) if work[i][j]), None)
        if i is None:
            continue
        work[at], work[i] = work[i], work[at]
        pivot = work[at]
        spend(len(work) * len(pivot) // 2)
        head = pivot[j]
        for k, row in enumerate(work):
            if k != at and (c := row[j]):
                work[k] = whole([head * x - c * y for x, y in zip(row, pivot, strict=True)])
        pivots.append(j)
        at += 1
        if at == len(work):
            break
    for i, j in enumerate(pivots):
        if (head := work[i][j]) != 1:
            work[i] = [tidy(Fraction(x, head)) if x else 0 for x in work[i]]
    return work, pivots


def solutions(rows: list[Vector], width: int) -> Space | None:
    """All x with M x = b, where rows are those of [M | b]; None if there are none."""
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
    """The determinant, by elimination without fractions (Bareiss)."""
    scale, rows = Fraction(1), []
    for r in a:
        below = lcm(*(x.denominator for x in r))
        rows.append([x.numerator * (below // x.denominator) for x in r])
        scale /= below
    previous = 1
    for j in range(len(rows) - 1):
        i = next((i for i in range(j, len(rows)) if rows[i][j]), None)
        if i is None:
            return 0
        if i != j:
            rows[i], rows[j], scale = rows[j], rows[i], -scale
        head = rows[j]
        for k in range(j + 1, len(rows)):
            c = rows[k][j]
            rows[k] = [(head[j] * x - c * y) // previous for x, y in zip(rows[k], head, strict=True)]
        previous = head[j]
    return rows[-1][-1] * scale


def adjugate(a: Matrix) -> Matrix:
    """The transpose of the matrix of cofactors; of a 1×1 matrix it is 1."""
    n = len(a)

    def cofactor(i: int, j: int) -> Any:
        rest = tuple([tuple([x for k, x in enumerate(row) if k != i]) for m, row in enumerate(a) if m != j])
        return (-1) ** (i + j) * (determinant(rest) if rest else 1)

    return mx.build(n, n, cofactor)


def root(x: Any) -> Any | None:
    """The rational square root, if there is one."""
    x = Fraction(x)
    if x < 0:
        return None
    p, q = isqrt(x.numerator), isqrt(x.denominator)
    return tidy(Fraction(p, q)) if (p * p, q * q) == (x.numerator, x.denominator) else None


def ldl(gram: Iterable[Iterable[Any]]) -> list[tuple[Any, Vector]] | None:
    """Pairs (d, row) with gram = Σ d·rowᵀrow and d > 0; None where gram is not positive semidefinite."""
    a = [list(row) for row in gram]
    n = len(a)
    out = []
    for k in range(n):
        d = a[k][k]
        if d < 0 or (d == 0 and any(a[k][k:])):
            return None
        if d == 0:
            continue
        row = [0] * k + [tidy(Fraction(v) / d) for v in a[k][k:]]
        out.append((d, row))
        spend(2 * (n - k) ** 2)
        for i in range(k, n):
            for j in range(k, n):
                a[i][j] -= d * row[i] * row[j]
    return out


def gram_factor(s: Matrix) -> Matrix | None:
    """A rational F of the size of S with S = FᵀF, from LDLᵀ; None if S is not psd, or if no F was found.

    It needs pivots that are squares. Two orders of the rows are tried.
    """
    n = len(s)
    if any(s[i][j] != s[j][i] for i in range(n) for j in range(i)):
        return None
    for order in (range(n), range(n)[::-1]):
        pairs = ldl([[s[i][j] for j in order] for i in order])
        if pairs is None:
            return None
        roots = [root(d) for d, _ in pairs]
        if None not in roots:
            rows = [[r * row[order[j]] for j in range(n)] for r, (_, row) in zip(roots, pairs, strict=True)]
            return mx.build(n, n, lambda i, j, rows=rows: rows[i][j] if i < len(rows) else 0)  # type: ignore[misc]
    return None


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
        spend(6 * len(tops) * len(bottoms))
        for p, q, sign in product(tops, bottoms, (1, -1)):
            x = Fraction(sign * p, q)
            if gcd(p, q) == 1 and not sum(c * x**k for k, c in enumerate(whole)):
                roots.add(x)
    return [tidy(x) for x in sorted(roots, key=lambda x: (abs(x), x < 0))]


def _divisors(n: int) -> list[int]:
    n = abs(n)
    return [d for d in range(1, min(n, 400) + 1) if n % d == 0]
