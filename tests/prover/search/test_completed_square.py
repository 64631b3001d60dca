"""Completing the square: which polynomials it applies to, and what is then left."""

from __future__ import annotations

import pytest
from letters import A, B, P, S, U, X, d, matrix, n
from search_problems import context, polynomial, problem
from sympy import Eq, Ge, Identity, Trace

from pcaproofs import norm
from pcaproofs.language.hypotheses import orthonormal
from pcaproofs.language.nodes import sqnorm
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.search.sos.completed_square import squares_after_completing
from pcaproofs.prover.search.strategy import certify
from pcaproofs.prover.search.unproved import Unproved

Y = matrix("Y", n, d)

# name -> (the scalar, hypotheses, the number of squares; 0: no letter is completed, or no squares are found)
SCALARS = {
    "scores": (sqnorm(X - Y * U.T) - sqnorm(X) + sqnorm(X * U), [orthonormal(U)], 1),
    "scores, and what is left": (sqnorm(X * A - Y * U.T), [orthonormal(U)], 2),
    "twice its square": (2 * sqnorm(A) + 4 * Trace(A.T * B) + 2 * sqnorm(B), [], 1),
    "two letters": (sqnorm(A) + 2 * Trace(A * S) + sqnorm(S) + sqnorm(B) + 2 * Trace(B * P) + sqnorm(P), [], 2),
    "a negative square": (2 * Trace(A.T * B) - sqnorm(A), [], 0),
    "too little is left": (sqnorm(A) + 2 * Trace(A.T * B) + sqnorm(B) / 2, [], 0),
    "the letter in another square": (sqnorm(A) + 2 * Trace(A.T * B) + sqnorm(A * B), [], 0),
    "a letter without its product": (sqnorm(A) + sqnorm(B), [], 0),
    "the square of a letter that is twice in a product": (sqnorm(A) + Trace(A * A) + Trace(A.T * B), [], 0),
}


@pytest.mark.parametrize(("scalar", "given", "squares"), SCALARS.values(), ids=SCALARS)
def test_squares_after_completing(scalar, given, squares):
    found = squares_after_completing(context(*given), polynomial(scalar), Deadline(1.0))
    assert (0 if found is None else len(found[0])) == squares


def test_a_letter_that_the_facts_bring_back_is_completed_once():
    v, w, W = matrix("v", n, 1), matrix("w", n, 1), matrix("W", d, n)
    with pytest.raises(Unproved):
        certify(problem(Ge(norm(v - w), sqnorm(v - W.T * W * v)), Eq(W * W.T, Identity(d))), 1.0)
