"""What the search takes for a contradiction among hypotheses is one only if the kernel says so."""

from __future__ import annotations

import pytest
from letters import Eq, c

from pcaproofs.kernel import number
from pcaproofs.language.reader import read
from pcaproofs.prover import attempts
from pcaproofs.prover.search.context import ProofContext
from pcaproofs.prover.search.problem import Problem
from pcaproofs.prover.search.rewriting.cofactors import Cofactors
from pcaproofs.prover.search.unproved import Unproved


def test_a_contradiction_that_the_kernel_refuses_is_no_contradiction(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = Problem(read(Eq(c, 1), [Eq(c**2, 1)]).statement)

    def found(*_: object) -> None:
        context = ProofContext(problem.known)
        context.derive(number(1), Cofactors.of_fact(*next(iter(context.polynomials.items()))))

    monkeypatch.setattr(attempts, "certify", found)
    assert isinstance(attempts.search_problem(problem, 1.0), Unproved)
