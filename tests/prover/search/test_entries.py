"""Equations that hold entry by entry at literal sizes."""

from __future__ import annotations

from letters import matrix
from sympy import Eq, Trace

from pcaproofs.language.conclusions import equal
from pcaproofs.language.reader import read
from pcaproofs.prover.search.conjectures import add_bases
from pcaproofs.prover.search.context import ProofContext
from pcaproofs.prover.search.entries import in_entries
from pcaproofs.prover.search.problem import Problem

A2, B2 = matrix("A", 2, 2), matrix("B", 2, 2)
ENTRIES = A2[0, 0] * A2[1, 1] - A2[0, 1] * A2[1, 0]


def goal_in_entries(statement: Eq) -> int | None:
    """The number of terms that are left of a goal in entries; None if nothing is opened."""
    problem = Problem(read(statement).statement)
    ((_, _, goal, known),) = problem.goals
    context = ProofContext(known)
    add_bases(context)
    found = in_entries(context, goal)
    return None if found is None else len(found[0].terms)


def test_an_equation_of_entries_leaves_nothing_and_a_near_miss_something() -> None:
    cubic = Trace(A2 * A2 * A2)
    first = Trace(A2)
    assert goal_in_entries(equal(cubic, first**3 - 3 * first * ENTRIES)) == 0
    assert goal_in_entries(equal(cubic, first**3 + 3 * first * ENTRIES))


def test_nothing_is_opened_where_not_all_columns_of_a_basis_occur() -> None:
    assert goal_in_entries(equal(A2 * B2, B2 * A2)) is None
    assert goal_in_entries(equal((A2 * B2)[0, 0], (B2 * A2)[0, 0])) is None
