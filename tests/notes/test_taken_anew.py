"""Rows that the declared sizes do not fit: their letters are taken anew, and only a proof counts."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked, rows, told

VECTOR = r"Let $x \in \mathbb{R}^n$ and $A \in \mathbb{R}^{n \times n}$"
BEFORE = r"Let $V \in \mathbb{R}^{n \times n}$ be orthogonal and $\beta \in \mathbb{R}^n$." + "\n\n# Data\n\n"
DATA = r"Let $X \in \mathbb{R}^{n \times p}$ and $y \in \mathbb{R}^n$." + "\n\n"


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        (r"(X V)^T (X V) = V^T X^T X V", "proved"),
        (r"(X V)^T (X V) = X^T X", "undecided"),  # V is not said to be orthogonal here
        (r"\|y - X \beta\|^2 = y^T y - 2 y^T X \beta + \beta^T X^T X \beta", "proved"),
        (r"\|y - X \hat\beta\|^2 = y^T y - y^T X \hat\beta + \hat\beta^T X^T X \hat\beta", "undecided"),
    ],
)
def test_letters_of_other_sizes(row: str, verdict: str) -> None:
    found = [v for v in checked(f"{BEFORE}{DATA}$${row}$$") if v.formula.display]
    assert [told(v) for v in found] == [verdict], found[0].reason


def test_sizes_of_the_section_of_a_row_are_held_against_it() -> None:
    found = checked(f"{BEFORE}Let $X \\in \\mathbb{{R}}^{{n \\times p}}$.\n\n$$X X = X$$")
    assert found[-1].verdict == "ill-typed"


def test_a_property_in_a_section_does_not_make_sizes_of_another_one_its_own() -> None:
    found = checked(f"{BEFORE}{DATA}The orthogonal matrix $V$ has columns that are eigenvectors. $$X V = X V V^T V$$")
    assert found[-1].verdict != "ill-typed"


@pytest.mark.parametrize(
    ("note", "verdicts"),
    [
        (f"{VECTOR}. $$x^t A^t A x = \\|A x\\|^2$$", ["proved"]),
        (f"{VECTOR} at time $t$. $$x^t A^t A x = \\|A x\\|^2$$", ["unsupported"]),
        (
            "Let $A \\in \\mathbb{R}^{2 \\times 1}$. $$A 1 = \\begin{pmatrix} 3 \\\\ 4 \\end{pmatrix} 1 = "
            "\\begin{pmatrix} 3 \\\\ 4 \\end{pmatrix}$$",
            ["unread"],
        ),
        ("$$P(y|x) = \\tanh(x) {n \\choose k}$$", ["unsupported"]),
        ("Let $x, y \\in \\mathbb{R}^n$. $$(|x| + |y|)^2 = |x|^2 + 2 |x| |y| + |y|^2$$", ["proved"]),
        (
            f"{VECTOR}. $$\\begin{{align}} x^T A x &= x^T A^T x \\\\ "
            "\\text{A number is its transpose.} \\\\ &= 0 \\end{align}$$",
            ["proved", "refuted"],
        ),
        (r"$$85^2 + 80^2 + 83^2 + 70^2 + 68^2 + 65^2 + 64^2 + 72^2 + 69^2 + 75^2 = 53,929$$", ["proved"]),
        (r"$$85^2 + 80^2 + 83^2 + 70^2 + 68^2 + 65^2 + 64^2 + 72^2 + 69^2 + 75^2 = 53,928$$", ["refuted"]),
        (r"Let $\mu \in \mathbb{R}^2$. $$\mu + \mu = \begin{bmatrix} 2 & 4 \end{bmatrix}$$", ["unsupported"]),
        (r"Let $x, y \in \mathbb{R}^n$. $$y_* = x^T y$$ $$y_* = y^T x$$", ["definition", "proved"]),
        (r"$$f(x)|_{x=0} = 3$$", ["unsupported"]),
        (
            r"The data need not be centred. Let $x, y \in \mathbb{R}^p$. Nothing else is said. We get "
            r"$$\|x + y\|^2 = \|x\|^2 + \|y\| + 2 x^T y$$",
            ["refuted"],
        ),
        (r"$$\text{Not so}: 1 + 1 = 3$$ $$\text{A sum}: 1 + 1 = 3$$", ["unsupported", "refuted"]),
        (r"$$[\bar{x_1}]^2 + 2 \bar{x_1} = \bar{x_1} (\bar{x_1} + 2)$$", ["proved"]),
        (r"$$[\bar{x_1}]^2 + 2 \bar{x_1} = \bar{x_1} (\bar{x_1} + 3)$$", ["undecided"]),
        (r"$$\text{Relation: } a R b = (a, b) \in R$$", ["unsupported"]),
        (
            r"Let $a_1, a_2 \in \mathbb{R}^n$. $$A = (a_1 \ a_2)$$ $$A A^T = a_1 a_1^T + a_2 a_2^T$$ $$A^T A = I$$",
            ["definition", "proved", "undecided"],
        ),
        (r"$$[1 \quad 8 \quad 2] \begin{bmatrix} 1 \\ 1 \\ 1 \end{bmatrix} = 11$$", ["proved"]),
        (r"$$[1 \quad 8 \quad 2] \begin{bmatrix} 1 \\ 1 \\ 1 \end{bmatrix} = 12$$", ["refuted"]),
        (r"The observations $y$ are in a matrix: $$y = \begin{bmatrix} 1 \\ 2 \end{bmatrix}$$", ["definition"]),
        (r"Let $b \in \mathbb{R}^n$. $$b^T b_\parallel = b_\parallel^T b$$", ["proved"]),
        (r"$$\sum_{i=1}^n (y_i - w^T x_i)^2 = \sum_{i=1}^n (x_i^T w - y_i)^2$$", ["proved"]),
        (r"$$\qquad$$ $$\left< x, y \right> = \left< y, x \right>$$", ["proved"]),
        ("We get $$b = -1$$ and later $$b = 3$$", ["definition", "undecided"]),
        (
            "Let $x_1, \\dots, x_n \\in \\mathbb{R}^p$. $$A = \\begin{pmatrix} | & & | \\\\ x_1 & \\cdots & x_n \\\\ "
            "| & & | \\end{pmatrix}$$ Then $$A A^T = \\sum_{i=1}^n x_i x_i^T$$",
            ["definition", "proved"],
        ),
    ],
)
def test_readings_of_public_notes(note: str, verdicts: list[str]) -> None:
    assert rows(note) == verdicts


@pytest.mark.parametrize(
    ("between", "verdict"),
    [
        (r"Now let $X \in \mathbb{R}^{n \times p}$ be another matrix. ", "undecided"),
        (r"Let $Y \in \mathbb{R}^{n \times p}$ be another matrix. ", "proved"),
        ("", "proved"),
    ],
)
def test_a_definition_does_not_take_the_new_meaning_of_its_letters(between: str, verdict: str) -> None:
    text = r"Let $X \in \mathbb{R}^{n \times p}$ and $S = X^T X$. " + between
    assert rows(text + r"Then $$\operatorname{tr} S = \|X\|_F^2.$$") == [verdict]


@pytest.mark.parametrize("formula", ["$x = A^T y$", r"\( x = A^T y \)"])
def test_a_letter_is_arbitrary_until_the_note_says_define(formula: str) -> None:
    note = (
        r"Let $A \in \mathbb{R}^{m \times n}$, $x \in \mathbb{R}^n$ and $y \in \mathbb{R}^m$. "
        r"Then $$x^T x = y^T A A^T y.$$"
        "\n\n"
        f"Define {formula}. Then $$x^T x = y^T A A^T y.$$"
    )
    assert rows(note) == ["undecided", "proved"]
