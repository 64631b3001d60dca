"""The modules of search/sos, one by one: a test's name says which one is broken."""

from __future__ import annotations

from typing import Any

import pytest
from letters import A, B, P, Q, S, T, alpha, lam, mu, p, w, x, y
from search_problems import context, monomial, polynomial, problem, shown
from sympy import MatrixSymbol, Trace

from pcaproofs.kernel import Certificate, check
from pcaproofs.language.conclusions import at_least, equal, minimises
from pcaproofs.language.hypotheses import (
    nonnegative,
    orthonormal,
    positive,
    positive_definite,
    projector,
    psd,
    symmetric,
)
from pcaproofs.language.nodes import inner, sqnorm
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.exact.linear_algebra import ldl
from pcaproofs.prover.search.sos.basis import degrees, groups_of, halves
from pcaproofs.prover.search.sos.blocks import Choice, candidate_blocks
from pcaproofs.prover.search.sos.expansions import closed, expanded
from pcaproofs.prover.search.sos.gram import affine, attempts
from pcaproofs.prover.search.sos.inverted import folded, split_with_inverses, squares_with_inverses
from pcaproofs.prover.search.sos.modulo_facts import squares_modulo_facts
from pcaproofs.prover.search.sos.multipliers import multipliers, positive_content
from pcaproofs.prover.search.sos.projections import nearly_psd
from pcaproofs.prover.search.sos.squares import find_squares, weighted
from pcaproofs.prover.search.sos.statement_basis import statement_words

HALVES = [
    (sqnorm(x), {"x"}),
    (inner(x, y), {"x", "y"}),
    (alpha**2, {"alpha"}),
    (x.T * A * y, {"x", "y", "A y", "Aᵀ x"}),
]


@pytest.mark.parametrize(("e", "words"), HALVES, ids=[str(e) for e, _ in HALVES])
def test_the_basis_contains_half_monomials(e: Any, words: set[str]) -> None:
    found = context()
    groups = groups_of(found, [monomial(e)])  # a word or its transpose, which has the same square
    names = {shown(either) for group in groups for word in group for either in (word, word.T)}
    assert {name.replace("α", "alpha") for name in names} >= words
    for rows, cols, half in halves(monomial(e)):
        assert set(degrees(half)) <= set(degrees(monomial(e))), (rows, cols)


def test_blocks_put_words_of_one_shape_together() -> None:
    f = polynomial(sqnorm(x) + sqnorm(A * x) + Trace(B.T * B))
    blocks = [block for each in candidate_blocks(context(), f, Choice(False, False), Deadline(1.0)) for block in each]
    assert blocks
    for block in blocks:
        assert len({word.shape for word in block.words}) == 1
    shapes = {frozenset(word.shape) for block in blocks for word in block.words}
    assert shapes >= {frozenset({p.name, 1}), frozenset({p.name})}


WEIGHTS = [
    ([], False, [()]),
    ([nonnegative(lam)], False, [(), ("λ ≥ 0",)]),
    ([nonnegative(lam)], True, [()]),
    ([positive(lam)], True, [(), ("λ > 0",)]),
    ([nonnegative(lam), nonnegative(mu)], False, [(), ("λ ≥ 0",), ("μ ≥ 0",), ("λ ≥ 0", "μ ≥ 0")]),
]


@pytest.mark.parametrize(("assuming", "positive_weights", "names"), WEIGHTS)
def test_multipliers_are_products_of_known_signs(
    assuming: list[Any], positive_weights: bool, names: list[tuple[str, ...]]
) -> None:
    found = multipliers(context(*assuming), polynomial(sqnorm(x)), positive_weights=positive_weights)
    with_letters = [m for m in found if m.polynomial.names() or m.is_one]
    assert [tuple(name for name, _ in m.weight[1]) for m in with_letters] == names


def test_multipliers_positive_content_is_what_divides_every_term() -> None:
    found = context(positive(lam))
    content, names = positive_content(found, polynomial(lam * sqnorm(x) + lam**2))
    assert content == monomial(lam)[0]
    assert names == (("λ > 0", 1),)
    assert positive_content(found, polynomial(lam + 1)) == ((), ())


def test_gram_matrices_that_make_f() -> None:
    columns = [polynomial(e) for e in (sqnorm(x), 2 * inner(x, y), sqnorm(y))]
    space = affine(polynomial(sqnorm(x) + 2 * inner(x, y) + sqnorm(y)), columns, Deadline(1.0))
    assert space is not None
    assert (space.start, space.directions) == ([1, 1, 1], [])
    assert list(attempts(space, [(0, 0, 0), (0, 0, 1), (0, 1, 1)], [2], Deadline(1.0))) == [[1, 1, 1]]
    assert affine(polynomial(sqnorm(A)), columns, Deadline(1.0)) is None


@pytest.mark.parametrize(
    ("gram", "rank"), [([[1, 1], [1, 1]], 1), ([[2, 1], [1, 2]], 2), ([[0, 1], [1, 0]], None), ([[-1]], None)]
)
def test_ldl_factors_a_gram_matrix(gram: list[list[int]], rank: int | None) -> None:
    factors = ldl(gram)
    assert (None if factors is None else len(factors)) == rank
    if factors is not None:
        n = len(gram)
        total = [[sum(d * row[i] * row[j] for d, row in factors) for j in range(n)] for i in range(n)]
        assert total == gram


def test_projections_find_a_semidefinite_point() -> None:
    # [[1, t], [t, 1]] shifted to t = 3 is not semidefinite; some t in [-1, 1] is
    for (t,) in nearly_psd([1.0, 3.0, 1.0], [[0.0, 1.0, 0.0]], [(0, 0, 0), (0, 0, 1), (0, 1, 1)], [2], lambda: False):
        assert abs(3 + t) <= 1 + 1e-6


def test_expansions_use_a_fact_backwards() -> None:
    found = context(projector(P))
    assert monomial(Trace(A * P)) in expanded(found, polynomial(Trace(A * P)))
    f = polynomial(x.T * P * x)
    assert set(expanded(found, f)) > set(f.terms)
    assert closed(found, polynomial(sqnorm(x)))


SQUARES = [
    (sqnorm(x) - 2 * inner(x, y) + sqnorm(y), [], True),
    (sqnorm(x) - sqnorm(P * x), [projector(P)], True),
    (x.T * S * x, [psd(S)], True),
    (lam * sqnorm(x), [nonnegative(lam)], True),
    (lam * sqnorm(x), [], False),
    (sqnorm(x) - 2 * sqnorm(y), [], False),
]


@pytest.mark.parametrize(("f", "assuming", "is_sum"), SQUARES, ids=[str(f) for f, *_ in SQUARES])
def test_sums_of_squares_are_found(f: Any, assuming: list[Any], is_sum: bool) -> None:
    found, p = context(*assuming), polynomial(f)
    squares = find_squares(found, p, Deadline(1.0))
    assert (squares is not None) == is_sum
    if squares is not None:
        total = sum((weighted(found, *square) for square in squares[0]), start=p.scaled(0))
        assert not found.reduce(p - total)[0].terms


def test_squares_with_positive_weights_use_no_others() -> None:
    found = context(nonnegative(lam))
    assert find_squares(found, polynomial(lam * sqnorm(x)), Deadline(1.0), positive_weights=True) is None


def test_modulo_facts_finds_squares_after_several_uses() -> None:
    whole = problem(at_least(Trace(P * Q), 0), projector(P), projector(Q))
    found = context(projector(P), projector(Q))
    squares = squares_modulo_facts(found, polynomial(Trace(P * Q)), Deadline(1.0))
    assert squares is not None
    proof = found.proof(squares[1], (1, 1), squares[0])
    assert check(whole.statement, Certificate((("main", proof),))) == "proved"


WORDS = [
    (at_least(sqnorm(x - y), 0), [], {"x - y"}),
    (at_least(Trace(A.T * A), 0), [symmetric(A)], {"A"}),
    (at_least(x.T * S * x, 0), [psd(S)], {"x", "√S x"}),
    (minimises(sqnorm(x - T * T.T * w), {w: x}), [orthonormal(T)], set()),
]


@pytest.mark.parametrize(("conclusion", "assuming", "words"), WORDS, ids=[str(k) for k in range(len(WORDS))])
def test_the_statement_provides_basis_words(conclusion: Any, assuming: list[Any], words: set[str]) -> None:
    found = problem(conclusion, *assuming)
    given = statement_words(found.statement, found.scope)
    assert {shown(word) for word in given} >= words
    assert found.words == tuple(given)


def test_beside_an_inverse_a_matrix_stays_a_letter_next_to_its_factor() -> None:
    until = Deadline(5.0)
    assert folded(context(psd(S)), until) is None
    found = folded(context(positive_definite(S)), until)
    assert found is not None
    assert shown(context(positive_definite(S)).reduce(polynomial(S))[0]) == "√Sᵀ √S"
    assert shown(found.reduce(polynomial(S.T + MatrixSymbol("√S", p, p).T * MatrixSymbol("√S", p, p)))[0]) == "2 S"
    squares, _ = squares_with_inverses(found, polynomial(inner(x, S * x) + 2 * inner(x, y)), until) or ((), None)
    assert not squares  # there is no (S⁻¹)y below it


def test_vanishing_squares_are_divided_by_the_factor_of_an_invertible_matrix() -> None:
    until = Deadline(5.0)
    found = folded(context(positive_definite(S), equal(inner(x, S * x), 0)), until)
    assert found is not None
    assert split_with_inverses(found, until)
    assert not found.reduce(polynomial(x))[0].terms
