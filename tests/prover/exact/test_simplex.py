"""Exact linear feasibility: x >= 0 with A x = b."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pcaproofs.prover.exact.simplex import nonnegative_combination

CASES = {
    "one column": ([{"a": 2}], {"a": 3}, {0: Fraction(3, 2)}),
    "two rows": ([{"a": 1, "b": 1}, {"a": 1, "b": -1}], {"a": 2}, {0: 1, 1: 1}),
    "a sign that no column has": ([{"a": 1}], {"a": -1}, None),
    "a row that no column has": ([{"a": 1}], {"b": 1}, None),
    "only with a negative coefficient": ([{"a": 1, "b": 1}, {"b": 1}], {"a": 1}, None),
    "nothing is wanted": ([{"a": 1}], {}, {}),
}


@pytest.mark.parametrize(("columns", "target", "combination"), CASES.values(), ids=CASES)
def test_a_nonnegative_combination_is_found(columns, target, combination):
    assert nonnegative_combination(columns, target, lambda: False) == combination


def test_no_combination_is_looked_for_when_it_is_late():
    assert nonnegative_combination([{"a": 2}], {"a": 3}, lambda: True) is None
