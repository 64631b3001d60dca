"""Elimination modulo a prime, beside elimination of rationals."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from pcaproofs.prover.exact.linear_algebra import eliminate, solutions
from pcaproofs.prover.exact.modular import LARGEST, PRIME, Echelon, rational, residue

NUMBERS = [0, 1, -1, LARGEST, -LARGEST, Fraction(2, 3), Fraction(-5, 7), Fraction(LARGEST, LARGEST - 1)]


@pytest.mark.parametrize("x", NUMBERS, ids=str)
def test_a_residue_stands_for_the_rational(x: Fraction | int) -> None:
    assert rational(residue(x)) == x


def test_the_prime_is_prime_to_many_bases_and_has_62_bits() -> None:
    assert PRIME.bit_length() == 62
    assert all(pow(a, PRIME - 1, PRIME) == 1 for a in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37))


def test_a_denominator_that_the_prime_divides_has_no_residue() -> None:
    assert residue(Fraction(1, PRIME)) == 0


def matrix(random: Random) -> list[list[Fraction]]:
    """A sparse one with some rows that are combinations of others."""
    rows, width = random.randint(1, 8), random.randint(1, 8)
    m = [[Fraction(random.choice([0, 0, 0, 1, -1, 2, Fraction(1, 3)])) for _ in range(width)] for _ in range(rows)]
    return [*m, [a - 2 * b for a, b in zip(m[0], m[-1], strict=True)]]


@pytest.mark.parametrize("seed", range(60))
def test_rows_remainders_and_parts_are_those_of_rationals(seed: int) -> None:
    random = Random(seed)
    m = matrix(random)
    echelon, kept = Echelon(), []
    for row in m:
        if echelon.insert({j: residue(c) for j, c in enumerate(row) if c}):
            kept.append(row)
    assert len(kept) == len(eliminate(m, len(m[0]))[1])
    for target in (*m, [Fraction(random.randint(-2, 2)) for _ in m[0]]):
        space = solutions([[*(row[j] for row in kept), b] for j, b in enumerate(target)], len(kept))
        given = {j: residue(c) for j, c in enumerate(target) if c}
        parts = echelon.parts(given)
        assert (parts is None) == (space is None) == bool(echelon.reduced(given))
        if parts is not None and space is not None:
            assert [rational(parts.get(i, 0)) for i in range(len(kept))] == space[0]


@pytest.mark.parametrize("seed", range(20))
def test_one_remainder_for_all_that_are_equal_by_the_rows(seed: int) -> None:
    random = Random(seed)
    m = matrix(random)
    echelon = Echelon()
    for row in m:
        echelon.insert({j: residue(c) for j, c in enumerate(row) if c})
    f = [Fraction(random.randint(-3, 3)) for _ in m[0]]
    g = [a + 5 * b for a, b in zip(f, random.choice(m), strict=True)]
    one, other = (echelon.reduced({j: residue(c) for j, c in enumerate(x) if c}) for x in (f, g))
    assert one == other
