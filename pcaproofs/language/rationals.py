"""Exact division of coefficients; a whole quotient is an int, with which Python computes many times faster."""

from __future__ import annotations

from fractions import Fraction

Rational = Fraction | int


def over(a: Rational, b: Rational) -> Rational:
    """a/b, as an int if it is whole. Raises ZeroDivisionError."""
    quotient = Fraction(a, b)
    return quotient.numerator if quotient.denominator == 1 else quotient
