"""Sums over pairs of indices: i ≠ j, i < j, i ≤ j, and all j but i."""

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
        (r"(\sum_{i=1}^n a_i)^2 = \sum_{i=1}^n a_i^2 + 2 \sum_{i<j} a_i a_j", "proved"),
        (r"(\sum_{i=1}^n a_i)^2 = \sum_{i=1}^n a_i^2 + \sum_{i<j} a_i a_j", "refuted"),
        (r"(\sum_{i=1}^n a_i)^2 = \sum_{i=1}^n a_i^2 + \sum_{i \neq j} a_i a_j", "proved"),
        (r"\sum_{1 \le i < j \le n} (a_i b_j - a_j b_i)^2 = \sum_i a_i^2 \sum_i b_i^2 - (\sum_i a_i b_i)^2", "proved"),
        (r"\sum_{i < j} a_i b_j = \sum_{i < j} a_j b_i", "unsupported"),
        (r"\sum_{i \ge j} a_i a_j = \sum_{i < j} a_i a_j + \sum_i a_i^2", "proved"),
        (r"\sum_{i=1}^n \sum_{j=i+1}^n a_i a_j = \sum_{i=1}^n a_i \sum_{j=1}^{i-1} a_j", "proved"),
        (r"\sum_{i=1}^n \sum_{j=i}^n a_i a_j = \sum_{i=1}^n a_i \sum_{j=1}^{i-1} a_j", "refuted"),
        (r"\sum_{i=1}^{n-1} \sum_{j=i+1}^n a_i a_j = \sum_{i<j} a_i a_j", "proved"),
        (r"\sum_{i=1}^n a_i \sum_{j \ne i} a_j = 2 \sum_{i<j} a_i a_j", "proved"),
        (r"\sum_{j \ne i} a_j = \sum_{j=1}^n a_j - a_i", "proved"),
        (r"\sum_{j \ne i} a_j = n a_i", "refuted"),
        (r"\sum_{i \neq j} a_i = (n - 1) \sum_i a_i", "unsupported"),  # whether j runs is not said
        (r"v^T A v = \sum_i A_{ii} v_i^2 + 2 \sum_{i<j} A_{ij} v_i v_j", "proved"),
        (r"v^T B v = \sum_i B_{ii} v_i^2 + 2 \sum_{i<j} B_{ij} v_i v_j", "unsupported"),
        (r"v^T B v = \sum_i B_{ii} v_i^2 + \sum_{i \neq j} B_{ij} v_i v_j", "proved"),
        (r"\sum_{i \neq j} B_{ij} = \sum_i B_{ij} - B_{jj}", "unsupported"),  # j runs, and is free
        (r"\sum_{i=k}^n a_i a_k = \sum_{i=k}^n a_k a_i", "unsupported"),
        (r"\sum_{\substack{i, j = 1 \\ i \neq j}}^n a_i b_j = \sum_i a_i \sum_j b_j - \sum_i a_i b_i", "proved"),
        (r"\sum_{i \le n} a_i = \sum_i a_i", "proved"),
    ],
)
def test_sums_over_pairs_get_their_verdicts(row: str, verdict: str) -> None:
    found = [v for v in checked(f"{SAID}\n\n$${row}$$") if v.formula.display]
    assert [v.verdict for v in found] == [verdict], found[0].reason
