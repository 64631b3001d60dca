"""Logarithms of rationals are compared exactly with rationals and with each other; mpmath is the judge."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import mpmath
import pytest

from pcaproofs.prover.exact.logs import LARGEST, Logs, UnknownValue, log


def numeric(x: Fraction) -> mpmath.mpf:
    return mpmath.log(mpmath.mpf(x.numerator) / x.denominator)


@pytest.mark.parametrize("seed", range(40))
def test_sums_and_products_have_the_sign_of_their_value(seed: int) -> None:
    random = Random(seed)
    a, b = (Fraction(random.randint(1, 40), random.randint(1, 12)) for _ in range(2))
    c = Fraction(random.randint(-5, 5), random.randint(1, 4))
    exact = log(a) * log(b) * c - 2 * log(b) + c
    with mpmath.workprec(500):
        value = numeric(a) * numeric(b) * c.numerator / c.denominator - 2 * numeric(b)
        value += mpmath.mpf(c.numerator) / c.denominator
        small = mpmath.mpf(10) ** -100
        assert ((exact > 0), (exact < 0), (exact == 0)) == (value > small, value < -small, abs(value) < small)


def test_logarithms_add_up() -> None:
    assert log(Fraction(1)) == 0
    assert not isinstance(log(1), Logs)
    assert log(6) == log(2) + log(3)
    assert log(Fraction(1, 4)) == -2 * log(2)
    assert log(8) - 3 * log(2) == 0
    assert [str(x) for x in (log(Fraction(4, 3)), log(2) - 1, log(3) * log(3) * Fraction(-1, 2))] == [
        "2·log(2) - log(3)",
        "-1 + log(2)",
        "-1/2·log(3)^2",
    ]


def test_reciprocals_are_those_of_one_term() -> None:
    assert 1 / log(2) * log(4) == 2
    assert Fraction(1, 2) / log(9) < Fraction(1, 4)
    with pytest.raises(UnknownValue):
        1 / (log(2) + 1)


@pytest.mark.parametrize("x", [0, -1, log(2), (LARGEST + 7) ** 3])
def test_what_has_no_known_value_is_refused(x: object) -> None:
    with pytest.raises(UnknownValue):
        log(x)


def test_close_numbers_are_told_apart() -> None:
    near = Fraction(6931471805599453094172321214581765680755, 10**40)  # log 2 to 40 digits
    step = Fraction(1, 10**38)
    assert near - step < log(2) < near + step
    assert not log(2) < near - step
    assert log(2) != near
