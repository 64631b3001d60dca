"""Equations with an inverse, from their products with what is inverted."""

from __future__ import annotations

import pytest
from letters import A, B, C, I, P
from search_problems import context, polynomial

from pcaproofs.language.conclusions import equal
from pcaproofs.language.hypotheses import projector
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.search.inverses import by_inverses

# name -> (what is to be zero, hypotheses, whether one product shows it)
GOALS = {
    "the inverse is a sum": (B - (I - P / 2), [projector(P), equal(B * (I + P), I), equal((I + P) * B, I)], True),
    "a hypothesis from one side": (B - (I - P / 2), [projector(P), equal(B * (I + P), I)], True),
    "a wrong sum": (B - (I - P), [projector(P), equal(B * (I + P), I), equal((I + P) * B, I)], False),
    "a factor at the left": (B - C, [equal(P * A, I), equal(A * P, I), equal(A * B, A * C)], True),
    "a factor at the right": (B - C, [equal(P * A, I), equal(A * P, I), equal(B * A, C * A)], True),
    "factors at different sides": (B - C, [equal(P * A, I), equal(A * P, I), equal(A * B, C * A)], False),
    "no inverse": (B - C, [equal(A * B, A * C)], False),
}


@pytest.mark.parametrize(("goal", "given", "found"), GOALS.values(), ids=GOALS)
def test_a_goal_is_proved_from_its_product_with_what_is_inverted(goal, given, found):
    proof = by_inverses(context(*given), polynomial(goal), Deadline(1.0))
    assert (proof is not None) == found
