"""Exact values of logarithms: polynomials in the logarithms of primes, with rational coefficients.

The logarithms of different primes are linearly independent over the rationals, so a sum of them is zero only if it has
no terms. The sign of a value is that of an interval of rationals that contains it and is narrow enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

Monomial = tuple[tuple[int, int], ...]  # (prime, power), by primes
LARGEST = 10_000  # prime factor that is found
BITS = (64, 256, 1024)  # of the intervals that decide a sign, until one does


class UnknownValue(ZeroDivisionError):  # noqa: N818
    """There is no value, or none that is known: log 0, the sign of what may be zero."""


class Logs:
    """An irrational polynomial in logarithms of primes; sums, products and comparisons with rationals are exact."""

    __slots__ = ("terms",)

    def __init__(self, terms: Mapping[Monomial, Fraction]):
        self.terms = terms

    @property
    def denominator(self) -> int:
        """Refuses: what asks for it works with rationals only."""
        raise UnknownValue("got a logarithm, but should be a rational number")

    def __add__(self, other: Any) -> Any:
        return _sum([*self.terms.items(), *_terms(other)]) if _is_exact(other) else NotImplemented

    def __mul__(self, other: Any) -> Any:
        if not _is_exact(other):
            return NotImplemented
        return _sum((_times(m, k), c * d) for m, c in self.terms.items() for k, d in _terms(other))

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> Any:
        return self * -1

    def __sub__(self, other: Any) -> Any:
        return self + other * -1

    def __rsub__(self, other: Any) -> Any:
        return self * -1 + other

    def __rtruediv__(self, other: Any) -> Any:
        """other/self, of a single term. Raises UnknownValue for a sum."""
        if len(self.terms) != 1:
            raise UnknownValue("got the reciprocal of a sum with logarithms")
        ((monomial, c),) = self.terms.items()
        return Logs({tuple((p, -k) for p, k in monomial): 1 / c}) * other

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Logs):
            return False
        return self.terms == other.terms or not self - other

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))

    def __gt__(self, other: Any) -> bool:
        return _sign(self - other) > 0

    def __lt__(self, other: Any) -> bool:
        return _sign(self - other) < 0

    def __ge__(self, other: Any) -> bool:
        return _sign(self - other) >= 0

    def __le__(self, other: Any) -> bool:
        return _sign(self - other) <= 0

    def __str__(self) -> str:
        text = ""
        for monomial, c in sorted(self.terms.items()):
            factors = [f"log({p})" + (f"^{k}" if k != 1 else "") for p, k in monomial]
            size = [str(abs(c))] if abs(c) != 1 or not factors else []
            text += f" {'-' if c < 0 else '+'} {'·'.join(size + factors)}"
        return f"-{text[3:]}" if text.startswith(" -") else text[3:]

    __repr__ = __str__


def log(x: Any) -> Any:
    """The logarithm of a rational number > 0. Raises UnknownValue for any other, and for huge primes."""
    if isinstance(x, Logs) or not x > 0:
        raise UnknownValue(f"got log({x})")
    x = Fraction(x)
    powers = [*_factors(x.numerator).items(), *((p, -k) for p, k in _factors(x.denominator).items())]
    return _sum((((p, 1),), Fraction(k)) for p, k in powers)


def _factors(n: int) -> dict[int, int]:
    found: dict[int, int] = {}
    p = 2
    while p * p <= n and p <= LARGEST:
        while n % p == 0:
            n //= p
            found[p] = found.get(p, 0) + 1
        p += 1
    if n > LARGEST**2:
        raise UnknownValue("got a logarithm of a number with large prime factors")
    return {**found, n: 1} if n > 1 else found


def _is_exact(x: Any) -> bool:
    return isinstance(x, int | Fraction | Logs)


def _terms(x: Any) -> Iterable[tuple[Monomial, Fraction]]:
    return x.terms.items() if isinstance(x, Logs) else [((), Fraction(x))]


def _times(a: Monomial, b: Monomial) -> Monomial:
    powers = dict(a)
    for p, k in b:
        powers[p] = powers.get(p, 0) + k
    return tuple(sorted((p, k) for p, k in powers.items() if k))


def _sum(terms: Iterable[tuple[Monomial, Fraction]]) -> Any:
    """The sum, as a rational number if it is one."""
    total: dict[Monomial, Fraction] = {}
    for monomial, c in terms:
        total[monomial] = total.get(monomial, Fraction(0)) + c
    total = {monomial: c for monomial, c in total.items() if c}
    return Logs(total) if total.keys() - {()} else total.get((), 0)


def _sign(x: Any) -> int:
    if not isinstance(x, Logs):
        return int(x > 0) - int(x < 0)
    for bits in BITS:
        low = high = Fraction(0)
        for monomial, c in x.terms.items():
            ends = [c, c]
            for p, k in monomial:
                least, most = _bounds(p, bits)
                ends = [end * (least if (k > 0) == (i == (c < 0)) else most) ** k for i, end in enumerate(ends)]
            low, high = low + ends[0], high + ends[1]
        if low > 0 or high < 0:
            return 1 if low > 0 else -1
    raise UnknownValue(f"got {x}, which may be zero")


@lru_cache(maxsize=1024)
def _bounds(p: int, bits: int) -> tuple[Fraction, Fraction]:
    """Rationals below and above log p: with 2ᵏ near p it is k·log 2 + log(p/2ᵏ)."""
    k = p.bit_length() - (3 * p < 1 << (p.bit_length() + 1))
    a, b = (1, 3) if p == 2 else (p - 2**k, p + 2**k)
    middle, error = _series(a, b, bits)
    if p != 2:
        more, other = _series(1, 3, bits)
        middle, error = middle + k * more, error + k * other
    return Fraction(middle - error, 2**bits), Fraction(middle + error, 2**bits)


def _series(a: int, b: int, bits: int) -> tuple[int, int]:
    """log((1 + z)/(1 − z)) for z = a/b, |z| <= 1/3, times 2^bits: Σ 2zⁿ/n over odd n; and a bound of the error."""
    steps = range(1, bits + 3, 2)  # what is left out is below 2·z^(bits + 2) < 2^-bits
    total = sum(2 * (a**n << bits) // (b**n * n) for n in steps)
    return total, len(steps) + 1
