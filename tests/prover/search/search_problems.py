"""Polynomials, contexts and problems of the search, from SymPy expressions in the letters of tests/letters.py."""

from __future__ import annotations

from typing import Any

from pcaproofs.kernel import Monomial, Polynomial
from pcaproofs.language.conclusions import equal
from pcaproofs.language.express import text
from pcaproofs.language.reader import read
from pcaproofs.language.symbols import SymbolTable
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.search.context import ProofContext
from pcaproofs.prover.search.problem import Problem
from pcaproofs.terms import from_polynomial

TRIVIAL = equal(0, 0)


def polynomial(e: Any) -> Polynomial:
    """The kernel's polynomial of an expression."""
    table = SymbolTable()
    table.find_dimensions([e])
    expression = table.read(e)
    return table.scope().expand(expression)


def monomial(e: Any) -> Monomial:
    """The one monomial of an expression."""
    (found,) = polynomial(e).terms
    return found


def problem(conclusion: Any, *assuming: Any) -> Problem:
    """A statement as the search takes it."""
    return Problem(read(conclusion, assuming).statement)


def context(*assuming: Any) -> ProofContext:
    """What may be used under some hypotheses."""
    return ProofContext(problem(TRIVIAL, *assuming).known, Deadline(5.0))


def shown(p: Polynomial) -> str:
    """A polynomial as text."""
    return text(from_polynomial(p))
