"""Matrices of numbers: their inverses are computed exactly."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked

SAID = (
    r"Let $$A = \begin{pmatrix} 2 & 1 \\ 1 & 1 \end{pmatrix}, \quad b = \begin{pmatrix} 3 \\ 2 \end{pmatrix}, \quad "
    r"C = \begin{pmatrix} 1 & 0 \\ 1 & 1 \\ 1 & 2 \end{pmatrix}, \quad y = \begin{pmatrix} 6 \\ 0 \\ 0 \end{pmatrix}, "
    r"\quad D = \begin{pmatrix} 1 & 2 \\ 2 & 4 \end{pmatrix}, \quad F = \begin{pmatrix} 0 & 2 \\ 3 & 1 \end{pmatrix}.$$"
)


@pytest.mark.parametrize(
    ("row", "verdict", "reason"),
    [
        (r"A^{-1} b = \begin{pmatrix} 1 \\ 1 \end{pmatrix}", "proved", "by calculation"),
        (r"A^{-1} b = \begin{pmatrix} 1 \\ 2 \end{pmatrix}", "refuted", "left = (1, 1)ᵀ, right = (1, 2)ᵀ"),
        (r"A^{-1} b = \begin{pmatrix} 1.0 \\ 0.99 \end{pmatrix}", "undecided", "decimals"),
        (r"(C^T C)^{-1} C^T y = \begin{pmatrix} 5 \\ -3 \end{pmatrix}", "proved", "by calculation"),
        (r"(C^T C)^{-1} C^T y = \begin{pmatrix} 5 \\ 3 \end{pmatrix}", "refuted", "left = (5, -3)ᵀ"),
        (r"F^{-1} b = \begin{pmatrix} \frac{1}{6} \\ \frac{3}{2} \end{pmatrix}", "proved", "by calculation"),
        (r"\operatorname{tr}(A^{-1}) = 3", "proved", "by calculation"),
        (r"D^{-1} b = \begin{pmatrix} 1 \\ 1 \end{pmatrix}", "undecided", ""),  # there is no inverse
    ],
)
def test_inverses_of_matrices_of_numbers_are_computed(row: str, verdict: str, reason: str) -> None:
    found = [v for v in checked(f"{SAID}\n\n$${row}$$") if v.formula.display][-1]
    assert (found.verdict, reason in found.reason) == (verdict, True), found.reason
