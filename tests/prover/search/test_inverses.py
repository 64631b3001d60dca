"""Equations with an inverse, from their products with what is inverted."""

from __future__ import annotations

import pytest
from letters import A, B, C, I, P, c, t, x, y
from search_problems import context, polynomial

from pcaproofs.language.conclusions import equal, unequal
from pcaproofs.language.hypotheses import projector
from pcaproofs.language.nodes import inner
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.search.inverses import by_inverses

GIVEN = [equal(P * A, I), equal(A * P, I)]
MORE = [*GIVEN, equal((A + x * x.T) * B, I), equal(B * (A + x * x.T), I)]

# name -> (what is to be zero, hypotheses, whether one product shows it)
GOALS = {
    "the inverse is a sum": (B - (I - P / 2), [projector(P), equal(B * (I + P), I), equal((I + P) * B, I)], True),
    "a hypothesis from one side": (B - (I - P / 2), [projector(P), equal(B * (I + P), I)], True),
    "a wrong sum": (B - (I - P), [projector(P), equal(B * (I + P), I), equal((I + P) * B, I)], False),
    "a factor at the left": (B - C, [equal(P * A, I), equal(A * P, I), equal(A * B, A * C)], True),
    "a factor at the right": (B - C, [equal(P * A, I), equal(A * P, I), equal(B * A, C * A)], True),
    "factors at different sides": (B - C, [equal(P * A, I), equal(A * P, I), equal(A * B, C * A)], False),
    "a column": (B * x - C * x, [equal(P * A, I), equal(A * P, I), equal(A * B * x, A * C * x)], True),
    "a row": (x.T * B - x.T * C, [equal(P * A, I), equal(A * P, I), equal(x.T * B * A, x.T * C * A)], True),
    "a column below another": (x.T * B - y.T * B, [equal(P * A, I), equal(A * P, I)], False),
    "a scalar": (
        inner(y, B * x) - inner(y, C * x),
        [equal(P * A, I), equal(A * P, I), equal(A * (B - C) * x, 0 * x)],
        True,
    ),
    "a multiple of a scalar": (
        inner(x, B * x) * t - inner(x, P * x),
        [*MORE, unequal(t, 0), equal(t, 1 + inner(x, P * x))],
        True,
    ),
    "one over a scalar": (1 - inner(x, B * x) - c, [*MORE, equal(c * (1 + inner(x, P * x)), 1)], True),
    "one over another scalar": (1 - inner(x, B * x) - c, [*MORE, equal(c * (2 + inner(x, P * x)), 1)], False),
    "a scalar of another column": (
        inner(y, B * x) - inner(x, C * x),
        [equal(P * A, I), equal(A * P, I), equal(A * (B - C) * x, 0 * x)],
        False,
    ),
    "no inverse": (B - C, [equal(A * B, A * C)], False),
}


@pytest.mark.parametrize(("goal", "given", "found"), GOALS.values(), ids=GOALS)
def test_a_goal_is_proved_from_its_product_with_what_is_inverted(goal, given, found):
    proof = by_inverses(context(*given), polynomial(goal), Deadline(1.0))
    assert (proof is not None) == found
