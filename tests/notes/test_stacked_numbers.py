"""A capital letter whose members the note declares as numbers is a column, or a row: Y = [y_1, …, y_n]ᵀ."""

from __future__ import annotations

import pytest

from tests.notes.checking import rows

POINTS = r"Given $x_i \in \mathbb{R}^p$ and $y_i \in \mathbb{R}$, $i = 1, \dots, n$, and $w \in \mathbb{R}^p$. "
STACKED = r"Let $X = [x_1, \dots, x_n]^T$ and $Y = [y_1, \dots, y_n]^T$."
BELOW = r"Let $X = [x_1, \dots, x_n]^T$ and $Y = \begin{pmatrix} y_1 \\ \vdots \\ y_n \end{pmatrix}$."
BESIDE = r"Let $X = [x_1, \dots, x_n]$ and $Y = [y_1, \dots, y_n]$."


@pytest.mark.parametrize(
    ("said", "row", "verdict"),
    [
        (POINTS + STACKED, r"\sum_{i=1}^n (w^T x_i - y_i)^2 = \|Xw - Y\|^2", "proved"),
        (POINTS + STACKED, r"\sum_{i=1}^n (w^T x_i - y_i)^2 = \|Xw + Y\|^2", "undecided"),
        (POINTS + STACKED, r"X^T Y = \sum_{i=1}^n y_i x_i", "proved"),
        (POINTS + STACKED, r"\|Y\|^2 = \sum_{i=1}^n y_i^2", "proved"),
        (POINTS + BELOW, r"X^T Y = \sum_{i=1}^n y_i x_i", "proved"),
        (POINTS + BELOW, r"\|Y\|^2 = \sum_{i=1}^n y_i", "refuted"),
        (POINTS + BESIDE, r"X Y^T = \sum_{i=1}^n y_i x_i", "proved"),
        (
            POINTS.replace(r"y_i \in \mathbb{R}$", r"y_i \in \mathbb{R}^q$") + STACKED,
            r"\|Y\|^2 = \sum_i \|y_i\|^2",
            "proved",
        ),
        (
            POINTS.replace(r"y_i \in \mathbb{R}$", r"y_i \in \mathbb{R}^q$") + STACKED,
            r"X^T Y = \sum_i x_i y_i^T",
            "proved",
        ),
        (STACKED, r"X^T Y = \sum_i x_i y_i^T", "proved"),
    ],
)
def test_rows(said: str, row: str, verdict: str) -> None:
    assert rows(f"{said}\n\n$${row}$$") == [verdict]
