"""What a note leaves open: lengths of columns of ones that nothing says, and numbers that are taken by their range."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked, told

J = r"Let $X$ be an $N \times D$ matrix and $J = \mathbf{1}\mathbf{1}^\top / N$."


@pytest.mark.parametrize(
    ("said", "row", "verdict", "reading"),
    [
        (J, r"(I - J)^2 = I - J", "proved", "𝟏_N 𝟏_Nᵀ"),
        (J, r"(I - J)^2 = I", "undecided", ""),  # only inferred is how long 1 is
        (J, r"(I - J) X = 0", "refuted", ""),  # said is how long 1 is
        ("Let $X$ be $p \\times N$.", r"\operatorname{tr}(I - \mathbf{1}\mathbf{1}^T / N) = N - 1", "proved", "𝟏_N"),
        ("Let $X$ be $p \\times N$.", r"(I - \tfrac1p \mathbf{1}\mathbf{1}^T)\mathbf{1} = 0", "proved", "𝟏_p"),
        # a size without a name does not get that of another one
        ("Let $X$ be $n \\times d$.", r"\mathbf{1}^T\mathbf{1} = n", "undecided", ""),
        ("Let $X$ be $n \\times d$ and $J = \\mathbf{1}\\mathbf{1}^T$.", r"J^2 = n J", "undecided", ""),
    ],
)
def test_columns_of_ones_whose_length_is_not_said(said: str, row: str, verdict: str, reading: str) -> None:
    found = next(v for v in checked(f"{said}\n\n$${row}$$") if v.formula.display)
    assert (told(found), reading in " ".join(found.reading)) == (verdict, True), found.reason


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        (r"Let $A \in \mathbb{R}^{m\times n}$ and $\lambda > 0$.", "refuted"),
        (r"Let $A \in \mathbb{R}^{m\times n}$, $b \in \mathbb{R}^m$, $\lambda > 0$.", "refuted"),
        (r"Let $A \in \mathbb{R}^{m\times n}$. For any $\lambda > 0$,", "refuted"),
        (r"Let $A \in \mathbb{R}^{m\times n}$, and let $\lambda > 0$ be fixed.", "refuted"),
        (r"Let $A \in \mathbb{R}^{m\times n}$. There is $\lambda > 0$ with", "undecided"),
        (r"Let $A \in \mathbb{R}^{m\times n}$. For some $\lambda > 0$,", "undecided"),
        (r"Let $A \in \mathbb{R}^{m\times n}$. Let $\lambda > 0$ be an eigenvalue of $A^T A$.", "undecided"),
        (r"Let $A \in \mathbb{R}^{m\times n}$, where $\lambda > 0$ is the one of before.", "undecided"),
    ],
)
def test_a_number_that_is_taken_by_its_range_is_free(said: str, verdict: str) -> None:
    found = next(v for v in checked(f"{said}\n\n$$A^T A + \\lambda I = A^T A$$") if v.formula.display)
    assert told(found) in (verdict, "condition" if verdict == "undecided" else verdict), found.reason
