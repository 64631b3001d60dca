"""A capital letter whose members the note declares as numbers is a column, or a row: Y = [y_1, …, y_n]ᵀ."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked, rows

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


SAMPLES = {  # what is said of samples: whether their sum is zero
    ", which have mean zero.": True,
    ", which sum to zero.": True,
    ", whose mean is zero.": True,
    ", where the average of the $x_i$ is zero.": True,
    ". The columns of $X$ sum to zero.": True,
    ". We assume that the $x_i$ are centred.": True,
    ". The average of the samples is zero.": True,
    ". The samples sum to zero.": True,
    ". The sum of all $x_i$ vanishes.": True,
    ", two of which have mean zero.": False,
    r", whose mean is $\mu$.": False,
    ". The weighted mean of the samples is zero.": False,
    ". The sum of the first $x_i$ is zero.": False,
    ". The entries of $x_i$ sum to zero.": False,
    ". Some samples sum to zero.": False,
    ". We do not assume that the $x_i$ sum to zero.": False,
}
MATRIX = r"Let $X$ be the $p \times n$ matrix with the samples $x_1, \dots, x_n$ as columns"


@pytest.mark.parametrize("said", SAMPLES)
def test_the_sum_of_samples_is_zero_where_the_note_says_so(said: str) -> None:
    (found,) = [v for v in checked(f"{MATRIX}{said}\n\n$$ X 1 = 0 $$") if v.formula.display]
    assert (found.verdict == "proved") == SAMPLES[said]


@pytest.mark.parametrize(
    "said",
    [
        r"Let $X \in \mathbb{R}^{p \times n}$ with columns $x_1, \dots, x_n$, which are centred.",
        r"Let $X \in \mathbb{R}^{p \times n}$ be a matrix whose columns are $x_1, \dots, x_n$, which have zero mean.",
        r"Let $x_1, \dots, x_n \in \mathbb{R}^p$ be samples whose mean is zero, and $X = [x_1, \dots, x_n]$.",
        r"Let $x_1, \dots, x_n \in \mathbb{R}^p$, which sum to zero, and $X = [x_1, \dots, x_n]$.",
    ],
)
def test_what_is_said_of_samples_holds_for_their_matrix(said: str) -> None:
    assert rows(f"{said}\n\n$$ X 1 = 0 $$") == ["proved"]
