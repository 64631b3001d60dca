"""The second opinion knows what is bound: an index that runs, the same index free beside it, a label named like it."""

from __future__ import annotations

from typing import Any

import pytest
from letters import X, k, n, r, t, w
from sympy import OneMatrix, Symbol

from pcaproofs import average, basis, equal, sample, sqnorm, total
from pcaproofs.verify.second_opinion import second_opinion

K = Symbol("K")
e_k = basis(n, "k")
centred = X.T * (e_k - OneMatrix(n, 1) / n)

ROWS: list[tuple[str, bool, Any, str]] = [
    (
        "a free index beside a bound one",
        True,
        equal(sample(X, k) - average(sample(X, k), k), centred),
        "",
    ),
    ("squares of entries", True, equal(total((X * w)[k, 0] ** 2, k, n), sqnorm(X * w)), ""),
    ("a dimension that is no length", True, equal(t * n, n * t), ""),
    ("one less than a dimension", False, equal(t / (n - 1), t), "n = 3"),
    ("the mean is every value", False, equal(average(r[k, 0], k, n), r[k, 0]), "k = 0"),
    ("no variance", False, equal(average((r[k, 0] - average(r[k, 0], k, n)) ** 2, k, n), 0), "r ="),
    ("a label named like a bound index", False, equal(total(e_k * e_k.T, k, n), n * e_k * e_k.T), "another name"),
    ("an index as a number", False, equal(total(K**2, K, n), n * K**2), "got 1"),
]


@pytest.mark.parametrize(("agrees", "statement", "word"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_bound_variables_are_evaluated(agrees: bool, statement: Any, word: str) -> None:
    opinion = second_opinion(statement)
    assert opinion.agrees == agrees, opinion.failure
    assert word in opinion.failure
