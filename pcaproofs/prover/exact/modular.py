"""Sparse elimination modulo a prime, which shows of which rows a row is a combination.

A residue stands for the rational with the least numerator and denominator. That is a guess: whoever lifts a result to
the rationals has to compare it with what was given.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from heapq import heapify, heappop, heappush
from math import isqrt

from pcaproofs.prover.effort import spend
from pcaproofs.terms import Rational

PRIME = 2**62 - 57
LARGEST = isqrt(PRIME // 2)  # numerator and denominator of a rational that its residue determines

Residues = dict[int, int]  # a sparse row: no value is 0


def residue(x: Rational) -> int:
    """The rational modulo the prime; 0 if the prime divides its denominator."""
    return x % PRIME if type(x) is int else x.numerator * _reciprocal(x.denominator) % PRIME


@lru_cache(maxsize=1 << 10)
def _reciprocal(denominator: int) -> int:
    return pow(denominator, PRIME - 2, PRIME)


def rational(value: int) -> Rational:
    """The rational with the least numerator and denominator of this residue (Wang 1981)."""
    if value <= LARGEST:
        return value
    if PRIME - value <= LARGEST:
        return value - PRIME
    a, b, s, t = PRIME, value, 0, 1
    while b > LARGEST:
        q = a // b
        a, b, s, t = b, a - q * b, t, s - q * t
    return Fraction(b, t)


class Echelon:
    """Independent rows, each reduced by those before it, and how each was made.

    The pivot of a row is its newest column, the one with the greatest number. Mostly no other row has it yet, so that
    few rows are combined.
    """

    def __init__(self) -> None:
        self._rows: list[Residues] = []  # without their pivots, at which they have 1
        self._pivots: list[int] = []
        self._row_of: dict[int, int] = {}  # by pivot
        self._made: list[tuple[int, Residues]] = []  # row k = factor·(given row k − Σ c·row i)

    def insert(self, given: Residues) -> bool:
        """Adds a row; False if it is a combination of those before."""
        rest, used = self._reduced(given)
        if not rest:
            return False
        pivot = max(rest)
        factor = pow(rest.pop(pivot), -1, PRIME)
        self._row_of[pivot] = len(self._rows)
        self._pivots.append(pivot)
        self._rows.append({j: v * factor % PRIME for j, v in rest.items()})
        self._made.append((factor, used))
        spend(5 + len(rest) // 2)
        return True

    def reduced(self, row: Residues) -> Residues:
        """The row without pivots: one remainder for all that are equal modulo the rows."""
        return self._reduced(row)[0]

    def parts(self, row: Residues) -> Residues | None:
        """The given rows, as numbered when they were added, of which this is a combination; None if it is none."""
        rest, used = self._reduced(row)
        if rest:
            return None
        out: Residues = {}
        todo = [-k for k in used]
        heapify(todo)
        while todo:  # later rows first: they were made of earlier ones
            k = -heappop(todo)
            c = used.pop(k, 0)
            if not c:
                continue
            factor, made = self._made[k]
            out[k] = c = c * factor % PRIME
            spend(1 + len(made) // 2)
            for i, v in made.items():
                if i not in used:
                    heappush(todo, -i)
                used[i] = (used.get(i, 0) - c * v) % PRIME
        return out

    def _reduced(self, row: Residues) -> tuple[Residues, Residues]:
        """The row without pivots, and the multiples of rows that were subtracted."""
        row_of, used = self._row_of, Residues()
        todo = [row_of[j] for j in row if j in row_of]
        if not todo:
            return dict(row), used
        row = dict(row)
        heapify(todo)  # no row has the pivot of an earlier one, so that each is used at most once
        while todo:
            k = heappop(todo)
            c = row.pop(self._pivots[k], 0)
            if not c:
                continue
            used[k] = c
            other = self._rows[k]
            spend(1 + len(other) // 3)
            for j, v in other.items():
                if j in row:
                    if total := (row[j] - c * v) % PRIME:
                        row[j] = total
                    else:
                        del row[j]
                else:
                    row[j] = -c * v % PRIME
                    if j in row_of:
                        heappush(todo, row_of[j])
        return row, used
