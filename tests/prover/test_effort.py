"""Effort is counted in steps: the same work every time, whatever was done before and however slow the machine is."""

from __future__ import annotations

import gc
import threading
from importlib import import_module

import prove_false
import prove_true_geometry
import prove_true_inequalities
import prove_true_optimisers
import pytest
from letters import A, B, C
from prove_verdicts import HARD, UNDECIDED

from pcaproofs.language.conclusions import equal
from pcaproofs.language.nodes import pinv
from pcaproofs.prover import attempts, effort
from pcaproofs.prover.effort import STEPS, Deadline, once_for_all, spend
from pcaproofs.prover.prove import prove

prove_module = import_module("pcaproofs.prover.prove")  # the package has the function under this name

TABLES = (prove_true_geometry, prove_true_inequalities, prove_true_optimisers, prove_false)
ROWS = [row for module in TABLES for row in module.TABLE[:: len(module.TABLE) // 4]] + list(UNDECIDED[:2])


def spent(work) -> int:
    before = effort._spent.steps
    work()
    return effort._spent.steps - before


@pytest.mark.parametrize(("conclusion", "assuming"), [pytest.param(*row[1:3], id=row[0]) for row in ROWS])
def test_the_same_statement_takes_the_same_steps_again(conclusion, assuming):
    """Though by then letters, families of matrices and compiled expressions are remembered."""

    def work():
        prove(conclusion, assuming, seconds=0.1, needs=False)

    assert spent(work) == spent(work)


def test_an_undecided_statement_takes_about_the_steps_it_is_given():
    _, conclusion, assuming = UNDECIDED[0][:3]
    for seconds in (0.1, 0.4):
        assert (
            0.2 * seconds * STEPS
            < spent(lambda s=seconds: prove(conclusion, assuming, seconds=s, needs=False))
            < 4 * seconds * STEPS
        )


@pytest.mark.parametrize("seconds", [1.0, 2.0, 5.0])
@pytest.mark.parametrize(("conclusion", "assuming"), [pytest.param(*row[1:], id=row[0]) for row in HARD[:2]])
def test_from_one_second_on_the_seconds_are_the_budget_of_everything(conclusion, assuming, seconds):
    """The searches for counterexamples, contradictions and hypotheses that would help are in it."""
    assert spent(lambda: prove(conclusion, assuming, seconds=seconds)) < 1.2 * seconds * STEPS


def test_the_collection_of_cycles_is_as_before_after_a_search():
    assert gc.isenabled()
    prove(equal(A, B), needs=False)
    assert gc.isenabled()
    gc.disable()
    try:
        prove(equal(A, B), needs=False)
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_seconds_beyond_the_usual_are_used_and_the_limits_doubled(monkeypatch):
    """The pseudoinverse of a product, which the usual limits leave undecided; + C, so that it is not unfolded."""
    monkeypatch.setattr(prove_module, "USUAL_SECONDS", 1.0)
    monkeypatch.setattr(prove_module, "DEEPENINGS", (2,))
    statement = equal(pinv(A * B) + C, pinv(pinv(A) * A * B) * pinv(A * B * pinv(B)) + C)
    assert prove(statement, seconds=1.0, needs=False, refute=False).verdict == "undecided"
    efforts = []
    search = attempts.search_problem

    def watched(problem, seconds, effort=1, contexts=None):
        efforts.append((effort, contexts is not None))
        return search(problem, min(seconds, 0.2), effort, contexts)

    monkeypatch.setattr(attempts, "search_problem", watched)
    prove(statement, seconds=3.0, needs=False, refute=False)
    assert (2, True) in efforts
    assert (1, True) not in efforts


def test_a_deadline_passes_by_work_and_not_by_time():
    deadline = Deadline(2e-3)
    assert (deadline.passed(), deadline.left()) == (False, 2e-3)
    early, late = deadline.within(1e-3), deadline.within(1.0)  # the later one ends with what it is within
    spend(STEPS // 1000 + 1)
    assert (early.passed(), early.left()) == (True, 0.0)
    assert (late.passed(), deadline.passed()) == (False, False)
    spend(STEPS // 1000)
    assert deadline.passed()
    assert late.passed()


def test_work_cached_for_later_statements_is_not_counted():
    def work():
        with once_for_all():
            spend(1000)
        spend(10)

    assert spent(work) == 10


def test_threads_count_apart():
    def work():
        thread = threading.Thread(target=spend, args=(1000,))
        thread.start()
        thread.join()

    assert spent(work) == 0
