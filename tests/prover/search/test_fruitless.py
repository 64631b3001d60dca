"""A search for squares that found none is not done again, and neither the answer nor the number of steps shows it."""

from __future__ import annotations

import pytest
from letters import A, B, C, I, p
from search_problems import context, polynomial
from sympy import Trace, ZeroMatrix

from pcaproofs.language.conclusions import equal
from pcaproofs.language.hypotheses import psd
from pcaproofs.language.nodes import sqnorm
from pcaproofs.prover import effort
from pcaproofs.prover.effort import STEPS, Deadline, Fruitless, spend
from pcaproofs.prover.prove import prove
from pcaproofs.prover.search import saturation

NO_SQUARE = equal(Trace(A * B), 0)  # which is no sum of squares, unless more is known
SQUARE = equal(sqnorm(A), 0)


@pytest.fixture
def searches(monkeypatch):
    """The words and the options of each search for squares of a fact; nothing is known before."""
    calls = []
    find = saturation.find_squares

    def seen(others, *args, **options):
        calls.append((len(others.statement_words), options["with_expansions"]))
        return find(others, *args, **options)

    monkeypatch.setattr(saturation, "_NO_SQUARES", Fruitless(4096))
    monkeypatch.setattr(saturation, "find_squares", seen)
    return calls


def saturated(*assuming, words=(), seconds=5.0, **options):
    """What saturation adds to some hypotheses, the number of the next lemma, and the steps."""
    found = context(*assuming)
    found.statement_words = tuple(map(polynomial, words))
    before = effort._spent.steps
    saturation.saturate(found, Deadline(seconds), **options)
    return found.lemmas, next(found.serial), effort._spent.steps - before


def test_a_fruitless_search_is_not_repeated(searches):
    def proved():
        before = effort._spent.steps
        result = prove(equal(A * C, ZeroMatrix(p, p)), [NO_SQUARE], seconds=0.5, refute=False, needs=False)
        return result, effort._spent.steps - before

    first = proved()
    assert searches
    searches.clear()
    assert proved() == first
    assert searches == []


def test_lemmas_keep_their_numbers(searches):
    """Also those that the other facts give before the search: of C = FᵀF and CB = I, that FᵀFB = I."""
    hypotheses = NO_SQUARE, psd(C), equal(C * B, I)
    first = saturated(*hypotheses)
    searches.clear()
    assert saturated(*hypotheses) == first
    assert searches == []


OTHERS = {  # what is searched first, and what is another search after it
    "another fact": ([NO_SQUARE], [NO_SQUARE, equal(B, A.T)]),
    "another polynomial": ([NO_SQUARE], [SQUARE]),
}


@pytest.mark.parametrize("case", OTHERS)
def test_anything_else_is_searched_as_if_nothing_was_known(case, searches):
    before, after = OTHERS[case]
    alone = saturated(*after)
    saturation._NO_SQUARES = Fruitless(4096)
    saturated(*before)
    searches.clear()
    assert saturated(*after) == alone
    assert searches


def test_so_is_the_same_with_other_words_and_options(searches):
    saturated(NO_SQUARE)
    saturated(NO_SQUARE, with_expansions=True)
    saturated(NO_SQUARE, words=[A])
    assert searches == [(0, False)] * 2 + [(0, True)] * 2 + [(1, False)] * 2


def test_a_search_that_ran_out_of_steps_is_not_remembered(searches):
    saturated(SQUARE, seconds=2 / STEPS)
    assert searches
    lemmas, *_ = saturated(SQUARE)
    assert lemmas


def test_a_search_is_known_where_its_steps_are_left_and_costs_them():
    kept = Fruitless(2)
    search = kept.search("some")
    spend(STEPS)
    search.was_fruitless(7)
    before = effort._spent.steps
    assert kept.known("some", Deadline(0.9)) is None  # it might have ended early
    assert kept.known("other", Deadline(2)) is None
    assert effort._spent.steps == before
    deadline = Deadline(1)
    assert kept.known("some", deadline) == 7
    assert effort._spent.steps == before + STEPS
    assert not deadline.passed()


def test_of_too_many_all_are_forgotten():
    kept = Fruitless(2)
    for key in "abc":
        kept.search(key).was_fruitless(0)
    assert [kept.known(key, Deadline(1)) for key in "abc"] == [None, None, 0]
