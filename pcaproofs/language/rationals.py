"""Exact division of coefficients; an integer quotient is an int, because int is many times faster than Fraction."""

from __future__ import annotations

from fractions import Fraction

Rational = Fraction | int


def over(a: Rational, b: Rational) -> Rational:
    """a/b, as an int if it is an integer. Raises ZeroDivisionError."""
    quotient = Fraction(a, b)
    return quotient.numerator if quotient.denominator == 1 else quotient
