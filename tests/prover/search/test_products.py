"""Large products: proved and brought to normal form without multiplying them out, near linearly in their length."""

from __future__ import annotations

from itertools import product

import pytest
from letters import H, I, P, Q, R, W, f, matrix, n, p
from sympy import Eq, MatAdd, MatMul, Trace

from pcaproofs.kernel import check
from pcaproofs.language.conclusions import equal
from pcaproofs.language.hypotheses import projector
from pcaproofs.language.nodes import sqnorm
from pcaproofs.prover.prove import prove
from pcaproofs.prover.search.rewriting.normal_form import normal_form

LENGTHS = (8, 16, 32, 64)


def alternating(k):
    """(P + Q)ᵏ of two projectors: every alternating word with how often it arises."""
    words = {"P": 1, "Q": 1}
    for _ in range(k - 1):
        longer = {}
        for (word, c), x in product(words.items(), "PQ"):
            key = word if word[-1] == x else word + x
            longer[key] = longer.get(key, 0) + c
        words = longer
    letters = {"P": P, "Q": Q}
    return MatAdd(*[c * MatMul(*[letters[x] for x in word]) for word, c in words.items()])


def interleaved(k):
    """(I - P₁)(I - P₁)(I - P₂)(I - P₂)… and (I - P₁)(I - P₂)…, with what makes them equal."""
    projectors = [matrix(f"P_{i}", p, p) for i in range(k)]
    twice = MatMul(*[I - x for x in projectors for _ in range(2)], evaluate=False)
    return equal(twice, MatMul(*[I - x for x in projectors], evaluate=False)), [projector(x) for x in projectors]


CASES = {
    "centering": lambda k: (Eq(H**k, H), []),
    "complement": lambda k: (Eq((I - P) ** k, I - P), [projector(P)]),
    "product of centering": lambda k: (equal(MatMul(*[H] * k, evaluate=False), H), []),
    "trace": lambda k: (equal(Trace(H**k), n - 1), []),
    "norm": lambda k: (equal(sqnorm(H**k * f), sqnorm(H * f)), []),
    "different projectors": interleaved,
    "same sums": lambda k: (equal((P + Q) ** k * (P + R), (P + Q) ** (k - 1) * (Q + P) * (R + P)), []),
}


@pytest.mark.parametrize("k", LENGTHS)
@pytest.mark.parametrize("case", CASES)
def test_long_products_are_proved(case, k):
    result = prove(*CASES[case](k), refute=False)
    assert result.verdict == "proved"
    assert check(result.statement, result.certificate) == "proved"


@pytest.mark.parametrize("k", [2, 5, 12])
def test_powers_of_a_sum_of_two_projectors(k):
    right = alternating(k)
    assumed = [projector(P), projector(Q)]
    assert prove(Eq((P + Q) ** k, right), assumed, refute=False).verdict == "proved"
    assert prove(equal((P + Q) ** k, right + P), assumed, refute=False, needs=False, seconds=0.5).verdict == "undecided"


@pytest.mark.parametrize("k", LENGTHS)
def test_normal_forms_stay_small(k):
    assert len(normal_form(H**k).polynomial.terms) == 2
    assert len(normal_form((P + Q) ** k, [projector(P), projector(Q)]).polynomial.terms) == 2 * k
    assert str(normal_form((I - P) ** k, [projector(P)])) == "I_p - P"


def test_normal_form_of_the_long_product_keeps_its_sums():
    conclusion, assumed = interleaved(20)
    form = normal_form(conclusion.lhs, assumed)
    assert str(form) == str(normal_form(conclusion.rhs, assumed))
    assert len(form.polynomial.terms) == 1


@pytest.mark.parametrize("wrong", [Eq(H**64, 2 * H), Eq((I + P) ** 32, I + P), equal(Trace(H**64), n)])
def test_wrong_long_products_are_refuted(wrong):
    result = prove(wrong, [projector(P)], needs=False)
    assert result.verdict == "refuted"


def test_a_product_that_stays_too_large_is_undecided_quickly():
    assert prove(equal((P + Q) ** 40 * W, W * (P + Q) ** 40), refute=False, needs=False).verdict == "undecided"
