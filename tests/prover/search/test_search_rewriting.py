"""The modules of search/rewriting, one by one: a test's name says which one is broken."""

from __future__ import annotations

from typing import Any

import pytest
from letters import A, B, C, I, P, Q, S, T, p, u, v, w, x, y
from search_problems import context, monomial, polynomial, shown
from sympy import Trace

from pcaproofs.kernel import number
from pcaproofs.language.conclusions import equal
from pcaproofs.language.hypotheses import orthonormal, projector, symmetric, unit
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.search.rewriting import normal_form
from pcaproofs.prover.search.rewriting.cofactors import Cofactors
from pcaproofs.prover.search.rewriting.completion import complete
from pcaproofs.prover.search.rewriting.matches import Match, RuleIndex, divide, divides
from pcaproofs.prover.search.rewriting.order import MonomialOrder
from pcaproofs.prover.search.rewriting.rewriter import Rewriter
from pcaproofs.prover.search.rewriting.rules import all_rules, has_inner_cut, leading_rules
from pcaproofs.prover.search.rewriting.scalar_matches import scalar_matches

LEADING = [
    (P * P - P, P * P),  # the longer word
    (S.T - S, S.T),  # of two of one length the transposed one
    (A - P * Q, A),  # a letter that is defined weighs more than its definition
    (A * B - B * A, A * B),
    (A - x * y.T, A),
]


@pytest.mark.parametrize(("equation", "lead"), LEADING, ids=[str(e) for e, _ in LEADING])
def test_the_order_determines_the_leading_monomial(equation: Any, lead: Any) -> None:
    fact = polynomial(equation)
    assert MonomialOrder([fact]).leading(fact) == monomial(lead)


def test_order_is_compatible_with_products() -> None:
    order = MonomialOrder([])
    smaller, larger = (monomial(e) for e in (A * B, B * A))
    assert order.key(smaller) != order.key(larger)
    before = order.key(monomial(C * A * B)) < order.key(monomial(C * B * A))
    assert before == (order.key(smaller) < order.key(larger))


RULES = [
    (P * P - P, 2, 3),  # in both orientations; each of the two terms may lead: but for a transposed pair twice as many
    (S.T - S, 1, 2),
    (Trace(A) - 1, 1, 1),
    (x.T * y, 1, 1),
]


@pytest.mark.parametrize(("equation", "leading", "least"), RULES, ids=[str(e) for e, *_ in RULES])
def test_rules_of_a_fact(equation: Any, leading: int, least: int) -> None:
    fact = polynomial(equation)
    assert len(leading_rules("h", fact, MonomialOrder([fact]))) == leading
    assert len(all_rules("h", fact)) >= least


def test_rules_skip_a_leading_word_that_falls_apart() -> None:
    fact = polynomial(v * v.T - A)
    assert not has_inner_cut(monomial(A * B)[1])
    assert [rule.matches_by_letters for rule in all_rules("h", fact)].count(False) >= 1


MATCHES = [
    (P * P - P, A * P * P * B, 1),
    (P * P - P, P * P * P, 2),
    (P * P - P, Trace(P * A * P), 1),  # up to rotation
    (P * P - P, A * P, 0),
    (Trace(A) - 1, Trace(A) * B, 1),
]


@pytest.mark.parametrize(
    ("equation", "inside", "number_of_matches"), MATCHES, ids=[f"{e} in {i}" for e, i, _ in MATCHES]
)
def test_matches_in_one_piece(equation: Any, inside: Any, number_of_matches: int) -> None:
    fact = polynomial(equation)
    rules = [rule for rule in leading_rules("h", fact, MonomialOrder([fact])) if not rule.transposed]
    found = list(RuleIndex(rules).matches(monomial(inside)))
    assert len(found) == number_of_matches
    for match in found:
        assert monomial(inside) in match.multiple(polynomial(inside))


def test_matches_divide_scalars() -> None:
    (large, _), (small, _) = monomial(Trace(A) ** 2 * Trace(B)), monomial(Trace(A))
    assert divides(small, large)
    assert not divides(large, small)
    assert divide(large, small) == monomial(Trace(A) * Trace(B))[0]


SCALAR_MATCHES = [
    (v * v.T - A, (x.T * v) * (v.T * y), True),  # two scalars
    (v * v.T - A, (v.T * B * v), True),  # one scalar
    (v * v.T - A, (x.T * v) * u * v.T, True),  # a scalar and the word
    (v * v.T - A, (x.T * y), False),
    (A - I, B, True),  # the identity between letters
]


@pytest.mark.parametrize(
    ("equation", "inside", "is_there"), SCALAR_MATCHES, ids=[f"{e} in {i}" for e, i, _ in SCALAR_MATCHES]
)
def test_matches_across_scalar_factors_are_found(equation: Any, inside: Any, is_there: bool) -> None:
    rules = [rule for rule in all_rules("h", polynomial(equation)) if not rule.matches_by_letters]
    found = list(scalar_matches(rules, monomial(inside)))
    assert bool(found) == is_there
    for match in found:
        assert monomial(inside) in match.multiple(polynomial(inside))


def test_cofactors_collect_merge_and_scale() -> None:
    fact = polynomial(P * P - P)
    (rule, *_) = all_rules("h", fact)
    found = Cofactors()
    found.add(Match(rule, (), monomial(A)[1], ()), 2)
    found.merge(Cofactors.of_fact("g", fact), -1)
    found.scale(3)
    assert found.facts() == {"h", "g"}
    assert [shown_cofactor(c) for c in found.as_certificate(p.name, p.name)] == ["6 A·h", "-3 I_p·g"]
    found.merge(found, -1)
    assert found.as_certificate(p.name, p.name) == ()


def shown_cofactor(c: Any) -> str:
    from pcaproofs.language.express import text

    return f"{text(c.left)}·{c.fact}"


def test_cofactors_of_a_trace_stand_beside_it() -> None:
    (cofactor,) = Cofactors.of_trace("h", polynomial(P * P - P)).as_certificate(1, 1)
    assert cofactor.outer == ("number", "1")


REDUCED = [
    (A * P * P * P * B, [projector(P)], A * P * B),
    (Trace(P * A * P), [projector(P)], Trace(A * P)),
    (T.T * T * T.T, [orthonormal(T)], T.T),
    (S.T * A, [symmetric(S)], S * A),
    (w.T * w * A, [unit(w)], A),
]


@pytest.mark.parametrize(("e", "assuming", "normal"), REDUCED, ids=[str(e) for e, *_ in REDUCED])
def test_rewriter_normal_form_and_cofactors(e: Any, assuming: list[Any], normal: Any) -> None:
    found = context(*assuming)
    rest, cofactors = found.reduce(polynomial(e))
    assert shown(rest) == shown(found.reduce(polynomial(normal))[0])
    assert cofactors.facts() <= found.known.keys()


def test_rewriter_leaves_the_rest_when_it_is_late() -> None:
    rewriter = Rewriter(context(projector(P)).rewriter.rules, MonomialOrder([]))
    rewriter.late = lambda: True
    rest, cofactors = rewriter.reduce(polynomial(P**100))  # time is looked at after every 64th step
    assert shown(rest) not in ("P", "P¹⁰⁰")
    assert cofactors.facts()


def test_completion_adds_what_critical_pairs_give() -> None:
    found = context(equal(A * B, I), equal(C * A, I))
    before = polynomial(B - C)
    assert found.reduce(before)[0].terms
    assert complete(found, Deadline(1.0), lambda: not found.reduce(before)[0].terms, 40)
    assert not found.reduce(before)[0].terms


def test_normal_form_of_sympy() -> None:
    assert str(normal_form.normal_form(P * P * P, [projector(P)])) == "P"
    assert normal_form.normal_form(Trace(I)).polynomial == number(p.name)
