"""Sums over pairs of indices, which are not read."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked

SAID = r"Let $a_1, \dots, a_n$ and $b_1, \dots, b_n$ be real numbers and $B \in \mathbb{R}^{n \times n}$."


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        (r"(\sum_{i=1}^n a_i)^2 = \sum_{i=1}^n a_i^2 + \sum_{i<j} a_i a_j", "unsupported"),
        (r"(\sum_{i=1}^n a_i)^2 = \sum_{i=1}^n a_i^2 + \sum_{i \neq j} a_i a_j", "unsupported"),
        (r"\sum_{1 \le i < j \le n} (a_i b_j - a_j b_i)^2 = \sum_i a_i^2 \sum_i b_i^2", "unsupported"),
        (r"\sum_{i < j} a_i b_j = \sum_{i < j} a_j b_i", "unsupported"),
        (r"\sum_{i=1}^n \sum_{j=i}^n a_i a_j = \sum_{i=1}^n a_i \sum_{j=1}^{i-1} a_j", "unsupported"),
        (r"\sum_{i=1}^n \sum_{j=i+1}^n a_i a_j = \sum_{i=1}^n a_i \sum_{j=1}^n a_j", "unsupported"),
        (r"\sum_{j \ne i} a_j = n a_i", "unsupported"),
        (r"\sum_{i \neq j} B_{ij} = \sum_i B_{ij} - B_{jj}", "unsupported"),
        (r"\sum_{i=k}^n a_i a_k = \sum_{i=k}^n a_k a_i", "unsupported"),
        (r"\sum_{\substack{i, j = 1 \\ i \neq j}}^n a_i b_j = \sum_i a_i \sum_j b_j", "unsupported"),
        (r"\sum_{i \le n} a_i = \sum_i a_i", "proved"),
    ],
)
def test_sums_over_pairs_get_their_verdicts(row: str, verdict: str) -> None:
    found = [v for v in checked(f"{SAID}\n\n$${row}$$") if v.formula.display]
    assert [v.verdict for v in found] == [verdict], found[0].reason
