"""Goals that vanish times a factor that may be zero, and inequalities from which reciprocals are cleared."""

from __future__ import annotations

import pytest
from letters import A, B, X, c, nu, r, t, x, y
from search_problems import context, polynomial
from sympy import Symbol

from pcaproofs.language.conclusions import equal
from pcaproofs.language.hypotheses import nonnegative, positive, psd, symmetric
from pcaproofs.language.nodes import inner, norm, sqnorm
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.search.sos.denominators import squares_over_denominators
from pcaproofs.prover.search.vanishing import by_factors, by_norms

NU = [positive(nu), equal(c * (1 + nu), 1)]  # c = 1/(1 + nu)
ROOTS = [equal(t**2, sqnorm(x)), equal(c**2, sqnorm(y)), nonnegative(t), nonnegative(c)]
NORMS = {
    "equality in Cauchy's inequality": (inner(x, y) - t * c, [*ROOTS, equal(c * x, t * y)], True),
    "of the other sign": (inner(x, y) - t * c, [*ROOTS, equal(c * x, -t * y)], False),
    "a term without a norm": (inner(x, y) - t * c + Symbol("s", real=True), [*ROOTS, equal(c * x, t * y)], False),
    "no norms": (inner(x, y) - t * c, [equal(c * x, t * y)], False),
}
FACTORS = {
    "roots of one matrix": (A - B, [psd(A), psd(B), equal(A * A, B * B)], True),
    "only one positive": (A - B, [psd(A), symmetric(B), equal(A * A, B * B)], False),
    "no factors": (A - B, [equal(A * A, B * B)], False),
}
DENOMINATORS = {
    "a reciprocal below one": (1 - c, NU, True),
    "a reciprocal above one": (c - 1, NU, False),
    "a quotient of squares": (sqnorm(x) - c * sqnorm(x), NU, True),
    "a reciprocal everywhere": (c * sqnorm(x) - c, NU, False),
    "a reciprocal of any sign": (1 - c, [equal(c * (1 + t), 1)], False),
}


@pytest.mark.parametrize(("goal", "given", "found"), NORMS.values(), ids=NORMS)
def test_a_number_vanishes_if_it_does_times_norms_that_may_be_zero(goal, given, found):
    assert (by_norms(context(*given), polynomial(goal), Deadline(1.0)) is not None) == found


@pytest.mark.parametrize(("goal", "given", "found"), FACTORS.values(), ids=FACTORS)
def test_a_matrix_vanishes_if_its_products_with_factors_do(goal, given, found):
    assert (by_factors(context(*given), polynomial(goal), Deadline(1.0)) is not None) == found


def test_columns_and_numbers_are_left_to_other_tactics():
    assert by_norms(context(), polynomial(X.T * r), Deadline(1.0)) is None
    assert by_factors(context(), polynomial(norm(x) ** 2), Deadline(1.0)) is None


@pytest.mark.parametrize(("goal", "given", "found"), DENOMINATORS.values(), ids=DENOMINATORS)
def test_reciprocals_are_cleared(goal, given, found):
    squares = squares_over_denominators(context(*given), polynomial(goal), Deadline(1.0))
    assert (squares is not None) == found
    if squares is not None:
        assert all(any(name.startswith("lemma") for name, _ in powers) for (_, powers), _ in squares[0])
