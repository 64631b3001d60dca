"""Statements about the signs of numbers and about numbers that are not zero: what is proved, and what is refuted."""

from __future__ import annotations

from typing import Any

import pytest
from letters import A, K, S, X, lam, mu, n, o, p, r, t, w, x, y
from sympy import Trace

from pcaproofs.kernel import check
from pcaproofs.language.conclusions import at_least, equal, more_than, unequal
from pcaproofs.language.hypotheses import (
    eigenpair,
    invertible,
    nonnegative,
    nonzero,
    positive,
    positive_definite,
    psd,
)
from pcaproofs.language.nodes import inner, inverse, sqnorm
from pcaproofs.prover.prove import prove

TRUE: dict[str, tuple[Any, list[Any]]] = {
    "one more": (more_than(1 + t, 0), [nonnegative(t)]),
    "dimension more": (more_than(n + t, 0), [nonnegative(t)]),
    "several more": (more_than(1 + t + lam, 0), [nonnegative(t), nonnegative(lam)]),
    "product more": (more_than(1 + t * lam, 0), [nonnegative(t), nonnegative(lam)]),
    "trace more": (more_than(Trace(S) + n, 0), [psd(S)]),
    "form more": (more_than(inner(x, S * x) + t, 0), [psd(S), positive(t)]),
    "cube": (equal(t, 0), [equal(t**5, 0)]),
    "radical": (equal(t * lam, 0), [equal(t**3 * lam**2, 0)]),
    "radical of trace": (equal(Trace(A), 0), [equal(Trace(A) ** 3, 0)]),
    "radical of inner": (equal(inner(x, y), 0), [equal(inner(x, y) ** 5 * t, 0), nonzero(t)]),
    "nilpotent eigenvalue": (equal(lam, 0), [equal(A**3, 0 * A), eigenpair(A, w, lam)]),
    "eigenvalue of definite": (more_than(lam, 0), [positive_definite(S), eigenpair(S, w, lam)]),
    "eigenvalue of invertible": (unequal(lam, 0), [invertible(A), eigenpair(A, w, lam)]),
    "diagonal entry": (more_than(S[0, 0], 0), [positive_definite(S)]),
    "second entry": (more_than(S[1, 1], 0), [positive_definite(S)]),
    "entry of inverse": (more_than(inverse(S)[0, 0], 0), [positive_definite(S)]),
    "dual eigenvector": (unequal(X.T * r, o), [eigenpair(X * X.T, r, lam), nonzero(lam)]),
    "skew eigenvalue": (equal(lam, 0), [equal(K.T, -K), eigenpair(K, w, lam)]),
    "sum with dimension": (more_than(sqnorm(x) + p, 0), []),
    "square more": (unequal(1 + mu**2, 0), []),
    "reciprocal of a sum": (more_than(1 / (t + lam), 0), [positive(t), nonnegative(lam)]),
    "reciprocal of a size and one": (at_least(1 - 1 / (n + 1), 0), []),
    "reciprocal less than one": (more_than(1, 1 / (n + 1)), []),
    "reciprocal of one and a norm": (at_least(1, 1 / (1 + sqnorm(x))), []),
    "share of a norm": (at_least(1, sqnorm(x) / (1 + sqnorm(x))), []),
    "share of a sum": (at_least(1, t / (t + lam)), [positive(t), positive(lam)]),
    "reciprocal of powers": (at_least(1 / (t**2 + t * lam + lam**3), 0), [positive(t), positive(lam)]),
}
FALSE: dict[str, tuple[Any, list[Any]]] = {
    "reciprocal of a difference": (at_least(1 / (t - lam), 0), [positive(t), positive(lam)]),
    "reciprocal of a small sum": (at_least(1, 1 / (t + lam)), [positive(t), positive(lam)]),
    "reciprocal of any sum": (at_least(1 / (t + lam), 0), [positive(t)]),
    "reciprocal of a norm and any number": (at_least(1 / (t + sqnorm(x)), 0), []),
    "nothing more": (more_than(lam + t, 0), [nonnegative(t), nonnegative(lam)]),
    "one less": (more_than(n - 1 + t, 0), [nonnegative(t)]),
    "dimension times": (more_than(n * t, 0), [nonnegative(t)]),
    "radical of one": (equal(t, 0), [equal(t**3 * lam**2, 0)]),
    "trace of cube": (equal(A, 0 * A), [equal(Trace(A) ** 3, 0)]),
    "eigenvalue of semidefinite": (more_than(lam, 0), [psd(S), eigenpair(S, w, lam)]),
    "entry of semidefinite": (more_than(S[0, 0], 0), [psd(S)]),
    "entry beside diagonal": (unequal(S[0, 1], 0), [positive_definite(S)]),
    "dual eigenvector": (unequal(X.T * r, o), [eigenpair(X * X.T, r, lam)]),
}


@pytest.mark.parametrize(("conclusion", "assuming"), TRUE.values(), ids=list(TRUE))
def test_true_statements_about_signs_are_proved(conclusion: Any, assuming: list[Any]) -> None:
    result = prove(conclusion, assuming, needs=False)
    assert result.verdict == "proved", str(result)
    for part in result.parts or [result]:
        assert check(part.statement, part.certificate) == "proved"


@pytest.mark.parametrize(("conclusion", "assuming"), FALSE.values(), ids=list(FALSE))
def test_false_statements_about_signs_are_refuted(conclusion: Any, assuming: list[Any]) -> None:
    result = prove(conclusion, assuming, needs=False)
    assert result.verdict == "refuted", str(result)
