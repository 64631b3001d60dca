"""Conditions on dimensions that no integers satisfy are found; those that some satisfy are never taken for such."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from letters import A, B, d, n, p, t
from sympy import Eq, Gt, Integer, Lt, Ne, Rational, Symbol

from pcaproofs import at_least, equal, prove
from pcaproofs.kernel import Scope
from pcaproofs.language.reader import read
from pcaproofs.prover.search.integers import no_integers

NONE = [
    ("half", [equal(n, Rational(3, 2))]),
    ("twice", [equal(2 * n, 3)]),
    ("square", [equal(n**2, 2)]),
    ("product", [equal(n * p, Rational(7, 2))]),
    ("difference of squares", [equal(n**2 - p**2, 2)]),
    ("between", [Gt(n, 1), Lt(n, 2)]),
    ("least", [equal(n + p, 1)]),
    ("by a scalar", [equal(t, n), equal(t, Rational(3, 2))]),
    ("common divisor", [equal(2 * n + 4 * p, 3)]),
    ("system", [equal(n + p, 3), equal(n - p, 2)]),
    ("three unknowns", [equal(n + p, 2 * d + 1), equal(n - p, 4)]),
    ("sum and product", [equal(n * p, 5), equal(n + p, 5)]),
    ("squares", [equal(n**2 + p**2, 3)]),
    ("reciprocal", [equal(1 / n, Rational(2, 3))]),
    ("not one, below two", [Ne(n, 1), Lt(n, 2)]),
    ("root below", [equal(n**2 - 3 * n + 2, 0), Gt(n, 2)]),
    ("large", [equal(n, 10**12 + Rational(1, 2))]),
]


@pytest.mark.parametrize("given", [row[1] for row in NONE], ids=[row[0] for row in NONE])
def test_contradictory_integers_are_found(given: list[object]) -> None:
    result = prove(equal(A, B), given, needs=False)
    assert result.verdict == "undecided", str(result)
    assert "contradict each other" in result.reason


@pytest.mark.parametrize(
    ("conclusion", "given"), [(equal(2 * n, 3), [equal(n, Rational(3, 2))]), (at_least(n**2, 2), [equal(n**2, 2)])]
)
def test_contradictory_integer_conditions_prove_nothing(conclusion: object, given: list[object]) -> None:
    result = prove(conclusion, given, needs=False)
    assert (result.verdict, result.certificate) == ("undecided", None)
    assert "no integers ≥ 1" in result.reason


def test_satisfiable_integer_conditions_are_never_called_contradictory() -> None:
    """Random conditions, each true at a point that was drawn before."""
    random = Random(0)
    for _ in range(300):
        at = {s: random.randint(1, 6) for s in (n, p, d)}
        terms = [Integer(1), n, p, d, n * p, p * d, n**2, p**3, 1 / n]
        given = []
        for _ in range(random.randint(1, 3)):
            f = sum(random.randint(-4, 4) * e for e in random.sample(terms, 3)) + random.choice((0, n))
            value = f.subs(at)
            if f.free_symbols:
                relation = random.choice([Eq, Eq, Gt, Ne, at_least])
                shift = {Eq: 0, at_least: -random.randint(0, 2), Gt: -1, Ne: 1}[relation]
                made = relation(f, value + shift, **({} if relation is at_least else {"evaluate": False}))
                given.append(made)
        assert no_integers(_conditions(given)) is None, (given, at)


def _conditions(given: list[object]) -> list[tuple[str, object]]:
    statement = read(equal(A, B), given).statement
    scope = Scope(statement)
    return [(h.relation, scope.difference(h.left, h.right)) for _, h in statement.hypotheses]


def test_small_systems_are_decided_as_by_trying() -> None:
    """Two dimensions bounded by a sum: what is found is that there is none, and it is found whenever there is none."""
    for a, b, c in product(range(2, 7), range(1, 5), range(1, 14)):
        given = [equal(n + p, a), equal(b * n * p, c)]
        some = any(b * i * (a - i) == c for i in range(1, a))
        assert (no_integers(_conditions(given)) is None) == some, (a, b, c)


def test_a_letter_is_no_dimension() -> None:
    half = Symbol("t", real=True)
    assert no_integers(_conditions([equal(2 * half, 3)])) is None
