"""Dividing coefficients exactly. They are integers where they are whole: those are many times faster than fractions."""

from __future__ import annotations

from fractions import Fraction

Rational = Fraction | int


def over(a: Rational, b: Rational) -> Rational:
    """a/b; raises ZeroDivisionError."""
    quotient = Fraction(a, b)
    return quotient.numerator if quotient.denominator == 1 else quotient
