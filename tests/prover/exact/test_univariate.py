"""Polynomials in one variable: exact signs, against SymPy's roots."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from pcaproofs.prover.exact.univariate import is_nonnegative, roots, value

t = sp.Symbol("t")
factors = st.lists(
    st.sampled_from([t, t - 1, t + 2, 2 * t - 3, t**2 + 1, t**2 - 2, t**2 + t + 1, sp.Integer(-1), sp.Integer(3)]),
    max_size=5,
)


def coefficients(e: sp.Expr) -> list[Fraction]:
    return [Fraction(int(c.p), int(c.q)) for c in reversed(sp.Poly(e, t).all_coeffs())]


@settings(max_examples=150, deadline=None, derandomize=True)
@given(factors, st.integers(-2, 2))
def test_signs_are_those_of_sympys_roots(parts: list[sp.Expr], shift: int) -> None:
    e = sp.Mul(*parts) + shift
    p, found = coefficients(e), sp.real_roots(sp.Poly(e, t)) if sp.degree(e, t) > 0 else []
    if any(p):
        assert roots(p) == len(set(found))
    odd = [x for x in set(found) if found.count(x) % 2]
    assert is_nonnegative(p) == (not odd and all(value(p, Fraction(k)) >= 0 for k in (-100, 0, 100)))


@pytest.mark.parametrize(("p", "fine"), [([], True), ([1], True), ([-1], False), ([0, 1], False), ([0, 0, 1], True)])
def test_roots_and_signs_of_small_polynomials_are_exact(p: list[int], fine: bool) -> None:
    assert is_nonnegative([Fraction(c) for c in p]) is fine
