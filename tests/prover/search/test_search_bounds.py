"""Squares of tensors, inequalities between roots, and the context in which they are looked for."""

from __future__ import annotations

from typing import Any

import pytest
from letters import A, B, C, S, alpha, lam, mu, x, y
from search_problems import context, polynomial, problem, shown
from sympy import Trace

from pcaproofs.kernel import Certificate, check, squared_norm
from pcaproofs.language.conclusions import at_least, equal
from pcaproofs.language.hypotheses import nonnegative, psd, symmetric
from pcaproofs.language.nodes import inner, norm, sqnorm
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.search.bounds import find_bound, find_two_bounds, reordered
from pcaproofs.prover.search.context import ProofContext
from pcaproofs.prover.search.sos.tensor_squares import find_tensor_squares
from pcaproofs.prover.search.tensors import Tensor, squared
from pcaproofs.prover.search.tensors import inner as tensor_inner

TENSORS = {
    "two factors exchanged": (sqnorm(A) * sqnorm(B) - inner(A, B) ** 2, [], True),
    "two indices exchanged": (sqnorm(A) * sqnorm(B) - sqnorm(A * B), [], True),
    "one factor transposed": (sqnorm(A) * sqnorm(B) - Trace(A * B.T * B * A.T), [], True),
    "a root of a trace": (Trace(S) ** 2 - Trace(S * S), [psd(S)], True),
    "no product of traces": (sqnorm(A) - inner(A, B), [], False),
    "too much": (sqnorm(A) * sqnorm(B) - 2 * sqnorm(A * B), [], False),
    "three traces": (sqnorm(A) * sqnorm(B) * sqnorm(C), [], False),
}


@pytest.mark.parametrize(("f", "assuming", "is_found"), TENSORS.values(), ids=list(TENSORS))
def test_squares_of_tensors_prove_inequalities(f: Any, assuming: list[Any], is_found: bool) -> None:
    one = problem(at_least(f), *assuming)
    found = find_tensor_squares(ProofContext(one.known, Deadline(5.0)), one.goals[0][2], Deadline(5.0))
    assert (found is not None) == is_found
    if found is not None:
        proof = ProofContext(one.known, Deadline(5.0)).proof(found[1], (1, 1), found[0])
        assert check(one.statement, Certificate((("main", proof),))) == "proved"


def test_a_tensor_has_the_norm_that_the_kernel_computes() -> None:
    a, b = polynomial(A), polynomial(B)
    for parts in ([("kron", a, b)], [("kron", a, b), ("swap", b, a)], [("swap", a, b), ("swap", b.T, a)]):
        tensor = Tensor(tuple(parts))
        scope = problem(equal(A, B)).scope
        assert squared(tensor) == tensor_inner(tensor, tensor) == squared_norm(tensor.expression(), scope)


BOUNDS = {
    "one root": (norm(x) * norm(y) - inner(x, y), [], True),
    "a sum of roots": (norm(x) + norm(y) - norm(x + y), [], True),
    "letters that are >= 0": (lam - mu, [nonnegative(lam), at_least(lam**2, mu**2)], True),
    "a letter of any sign": (lam - mu, [at_least(lam**2, mu**2)], False),
    "too much": (norm(x) + norm(y) - 2 * norm(x + y), [], False),
}


@pytest.mark.parametrize(("f", "assuming", "is_found"), BOUNDS.values(), ids=list(BOUNDS))
def test_bounds_prove_inequalities(f: Any, assuming: list[Any], is_found: bool) -> None:
    one = problem(at_least(f), *assuming)
    facts = reordered(ProofContext(one.known, Deadline(5.0)), Deadline(5.0))
    found = find_bound(facts, one.goals[0][2], Deadline(5.0))
    assert (found is not None) == is_found
    if found is not None:
        proof = facts.proof(found[1], (1, 1), found[0])
        assert check(one.statement, Certificate((("main", proof),))) == "proved"


@pytest.mark.parametrize(("c", "is_found"), [(1, True), (2, False)])
def test_two_bounds_prove_an_equality(c: int, is_found: bool) -> None:
    one = problem(equal(norm(-x), c * norm(x)))
    facts = reordered(ProofContext(one.known, Deadline(5.0)), Deadline(5.0))
    assert (find_two_bounds(facts, one.goals[0][2], Deadline(5.0)) is not None) == is_found


def test_a_context_is_ordered_anew_only_for_roots_and_symmetric_letters() -> None:
    plain = context(nonnegative(alpha))
    assert reordered(plain, Deadline(1.0)) is plain
    other = reordered(context(symmetric(A), symmetric(B)), Deadline(1.0))
    traces = [Trace(A * A * B * B), Trace(A * B * B * A.T), Trace(B.T * A.T * A * B)]
    assert {shown(other.reduce(polynomial(e))[0]) for e in traces} == {"tr(A A B B)"}
