"""Polynomials in one variable with rational coefficients, constant first: real roots and signs, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

Coefficients = list[Fraction]


def trimmed(p: Sequence[Fraction]) -> Coefficients:
    """The polynomial without leading zeros; [] is zero."""
    out = list(p)
    while out and not out[-1]:
        out.pop()
    return out


def value(p: Sequence[Fraction], t: Fraction) -> Fraction:
    """p at t."""
    out = Fraction(0)
    for c in reversed(p):
        out = out * t + c
    return out


def derivative(p: Sequence[Fraction]) -> Coefficients:
    """p′."""
    return trimmed([k * c for k, c in enumerate(p)][1:])


def product(p: Sequence[Fraction], q: Sequence[Fraction]) -> Coefficients:
    """p·q."""
    out = [Fraction(0)] * max(0, len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            out[i + j] += a * b
    return trimmed(out)


def difference(p: Sequence[Fraction], q: Sequence[Fraction]) -> Coefficients:
    """p - q."""
    n = max(len(p), len(q))
    a, b = ([*x, *[Fraction(0)] * (n - len(x))] for x in (p, q))
    return trimmed([x - y for x, y in zip(a, b, strict=True)])


def divided(p: Sequence[Fraction], q: Sequence[Fraction]) -> tuple[Coefficients, Coefficients]:
    """Quotient and remainder."""
    rest, quotient = trimmed(p), [Fraction(0)] * max(0, len(p) - len(q) + 1)
    while len(rest) >= len(q):
        c, at = rest[-1] / q[-1], len(rest) - len(q)
        quotient[at] = c
        rest = difference(rest, [Fraction(0)] * at + [c * x for x in q])
    return trimmed(quotient), rest


def common(p: Sequence[Fraction], q: Sequence[Fraction]) -> Coefficients:
    """The greatest common divisor, with leading coefficient 1."""
    a, b = trimmed(p), trimmed(q)
    while b:
        a, b = b, divided(a, b)[1]
    return [c / a[-1] for c in a]


def roots(p: Sequence[Fraction]) -> int:
    """The number of distinct real roots of a nonzero polynomial, by Sturm's theorem."""
    chain = [trimmed(p), derivative(p)]
    while chain[-1]:
        chain.append([-c for c in divided(chain[-2], chain[-1])[1]])
    heads = [q[-1] for q in chain if q]
    tails = [q[-1] * (-1) ** (len(q) - 1) for q in chain if q]
    return _changes(tails) - _changes(heads)


def _changes(signs: Sequence[Fraction]) -> int:
    return sum(a * b < 0 for a, b in pairwise(signs))


def is_nonnegative(p: Sequence[Fraction]) -> bool:
    """Whether p(t) >= 0 for every real t: no root of odd multiplicity, and not negative at the end."""
    p = trimmed(p)
    if len(p) < 2:
        return not p or p[0] > 0
    if len(p) % 2 == 0 or p[-1] < 0:
        return False
    repeated = common(p, derivative(p))
    simple, k = divided(p, repeated)[0], 1  # the roots of multiplicity k and more
    while len(simple) > 1:
        more = common(simple, repeated)
        if k % 2 and roots(divided(simple, more)[0]):
            return False
        simple, repeated, k = more, divided(repeated, more)[0], k + 1
    return True
