"""Sums over pairs of indices, i ≠ j, i < j, are not read as sums over all."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked

SAID = (
    r"Let $a_1, \dots, a_n$ and $b_1, \dots, b_n$ be real numbers, $A \in \mathbb{R}^{n \times n}$ symmetric, "
    r"$B \in \mathbb{R}^{n \times n}$ and $v \in \mathbb{R}^n$."
)


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        (r"(\sum_{i=1}^n a_i)^2 = \sum_{i=1}^n a_i^2 + 2 \sum_{i<j} a_i a_j", "unsupported"),
        (r"(\sum_{i=1}^n a_i)^2 = \sum_{i=1}^n a_i^2 + \sum_{i \neq j} a_i a_j", "unsupported"),
        (r"\sum_{i=1}^n \sum_{j=i+1}^n a_i a_j = \sum_{i=1}^n a_i \sum_{j=1}^{i-1} a_j", "unsupported"),
        (r"\sum_{i=1}^n \sum_{j=i}^n a_i a_j = 0", "unsupported"),
        (r"\sum_{i=1}^n a_i \sum_{j=1}^i a_j = 0", "unsupported"),
        (r"\sum_{i=1}^n a_i \sum_{j \ne i} a_j = 0", "unsupported"),
        (r"\sum_{i=1}^n a_i \sum_{j \le i} a_j = 0", "unsupported"),
        (r"\sum_{i=k}^n a_i a_k = \sum_{i=k}^n a_k a_i", "unsupported"),
        (r"\sum_{i \le n} a_i = \sum_i a_i", "proved"),
    ],
)
def test_sums_over_pairs_get_their_verdicts(row: str, verdict: str) -> None:
    found = [v for v in checked(f"{SAID}\n\n$${row}$$") if v.formula.display]
    assert [v.verdict for v in found] == [verdict], found[0].reason
