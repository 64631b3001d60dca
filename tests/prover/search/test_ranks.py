"""Complements N − MM⁺N, and projectors of which the differences are squares."""

from __future__ import annotations

from typing import Any

import pytest
from letters import A, B, X, Y, p
from sympy import Trace

from pcaproofs.kernel import check
from pcaproofs.language.conclusions import at_least
from pcaproofs.language.derived import Kind, read_back
from pcaproofs.language.nodes import pinv, rank
from pcaproofs.language.reader import read
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.prove import prove
from pcaproofs.prover.search.context import ProofContext
from pcaproofs.prover.search.problem import Problem
from pcaproofs.prover.search.ranks import squares_of_projectors, with_complements

SUM = at_least(rank(X) + rank(Y), rank(X + Y))
PRODUCT = at_least(rank(A * B), rank(A) + rank(B) - p)


@pytest.mark.parametrize(
    ("conclusion", "complements"),
    [
        (SUM, {"(Y-XX⁺Y)", "(X-YY⁺X)"}),
        (PRODUCT, {"(A-AB(AB)⁺A)", "(B-AB(AB)⁺B)"}),
        (at_least(rank(X), rank(X)), set()),
        (at_least(Trace(A), Trace(A)), set()),
        (at_least(Trace(A * pinv(A) * B * pinv(B)), 0), set()),
    ],
)
def test_a_complement_is_a_letter_of_which_both_letters_are_defined(conclusion: Any, complements: set[str]) -> None:
    statement = read(conclusion).statement
    found = {}
    for wider in with_complements(statement):
        assert wider.conclusion == statement.conclusion
        assert wider.hypotheses[: len(statement.hypotheses)] == statement.hypotheses
        new = {name for name, *_ in wider.letters} - {name for name, *_ in statement.letters}
        kinds = {name: read_back(wider)[name].kind for name in new}
        assert sorted(kind.name for kind in kinds.values()) == ["NAMED", "PSEUDO_INVERSE"]
        found |= {name: kind for name, kind in kinds.items() if kind is Kind.NAMED}
    assert found.keys() == complements


@pytest.mark.parametrize(
    ("conclusion", "is_found"), [(SUM, True), (PRODUCT, True), (at_least(rank(A + B), rank(A)), False)]
)
def test_differences_of_projectors_make_the_ranks(conclusion: Any, is_found: bool) -> None:
    found = []
    for wider in with_complements(read(conclusion).statement):
        ((_, _, goal, known),) = Problem(wider).goals
        squares = squares_of_projectors(ProofContext(known), goal, Deadline(2.0))
        found.append(squares is not None)
    assert any(found) == is_found


def test_the_statement_of_the_proof_has_the_complement() -> None:
    result = prove(SUM)
    assert result.certificate is not None
    assert check(result.statement, result.certificate) == "proved"
    assert any(name in ("(Y-XX⁺Y)", "(X-YY⁺X)") for name, *_ in result.statement.letters)
    assert "X⁺" in {name for name, *_ in read(SUM).statement.letters}
