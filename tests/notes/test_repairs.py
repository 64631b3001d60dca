"""False rows with one wrong symbol: the verdict names the change with which the row is proved."""

from __future__ import annotations

import pytest

from .checking import checked

LETTERS = (
    r"Let $x, y, w \in \mathbb{R}^p$, let $a_1, \dots, a_n \in \mathbb{R}^p$ and $b_1, \dots, b_n \in \mathbb{R}^p$."
    r" Let $A, B \in \mathbb{R}^{n \times n}$ and $\bar a = \frac1n \sum_{i=1}^n a_i$."
)
FRAME = r"Let $W \in \mathbb{R}^{p \times d}$ be a matrix with $W^\top W = I$ and let $x \in \mathbb{R}^p$. Then"
EIGENVECTOR = (
    r"Let $S \in \mathbb{R}^{p \times p}$ be symmetric, $u \in \mathbb{R}^p$, $\lambda \in \mathbb{R}$ with"
    r" $S u = \lambda u$. Then"
)
ROWS = {
    "a square": (LETTERS, r"\|x + y\|^2 = \|x\|^2 + \|y\| + 2 x^\top y", "with ‖y‖² in place of ‖y‖"),
    "a square of brackets": (
        LETTERS,
        r"\|x - (x^\top w) w\|^2 = \|x\|^2 - 2 (x^\top w)^2 + (x^\top w) \|w\|^2",
        "with (xᵀw)² in place of the third (xᵀw)",
    ),
    "a factor 2": (LETTERS, r"\|x - y\|^2 = \|x\|^2 + \|y\|^2 - x^\top y", "with 2xᵀy in place of xᵀy"),
    "a transpose": (LETTERS, r"\operatorname{tr}(A B^\top) = \operatorname{tr}(A^\top B^\top)", "with B in place of "),
    "a factor n": (
        LETTERS,
        r"\sum_{i=1}^n \|a_i - \bar a\|^2 = \sum_{i=1}^n \|a_i\|^2 - \|\bar a\|^2",
        "with n‖a\u0304‖² in place of ‖a\u0304‖²",
    ),
    "an index": (
        LETTERS,
        r"\|a_i - a_j\|^2 = \|a_i\|^2 + \|a_j\|^2 - 2 a_i^\top a_i",
        "with aⱼ in place of the third aᵢ",
    ),
    "another letter": (
        LETTERS,
        r"\sum_{i=1}^n \|a_i + b_i\|^2 = \sum_{i=1}^n \|a_i\|^2 + \sum_{i=1}^n \|a_i\|^2 + 2 \sum_{i=1}^n a_i^\top b_i",
        "with bᵢ in place of the second aᵢ",
    ),
    "under a condition": (
        FRAME,
        r"\|x - W W^\top x\|^2 = \|x\|^2 + \|W^\top x\|^2",
        "with ‖x‖² − ‖Wᵀx‖² in place of ‖x‖² + ‖Wᵀx‖²",
    ),
    "a factor too much": (
        FRAME,
        r"\|x - W W^\top x\|^2 = \|x\|^2 - 2 \|W^\top x\|^2",
        "with ‖Wᵀx‖² in place of 2‖Wᵀx‖²",
    ),
    "a size for 1": (LETTERS, r"x^\top y + p = 1 + x^\top y", "with 1 in place of p it is proved"),
    "a size too much": (
        LETTERS,
        r"x^\top y + n \|x\|^2 = x^\top y + \|x\|^2",
        "with ‖x‖² in place of n‖x‖² it is proved",
    ),
    "in a chain": (
        LETTERS,
        r"\|x + y\|^2 = \|x\|^2 + \|y\|^2 + x^\top y = \|y + x\|^2",
        "with 2xᵀy in place of xᵀy it is proved",
    ),
    "in a chain that has another mistake": (
        LETTERS,
        r"\|x - y\|^2 = \|x\|^2 + \|y\|^2 + 2 x^\top y = \|y\|^2 + \|x\|^2",
        "with ‖x‖² + ‖y‖² − 2xᵀy in place of ‖x‖² + ‖y‖² + 2xᵀy, of the row only ‖x − y‖² = ‖x‖² + ‖y‖² + 2xᵀy is then",
    ),
    "beside another statement": (
        LETTERS,
        r"\|x - y\|^2 = \|x\|^2 + \|y\|^2 - x^\top y, \quad x^\top y = y^\top x + 1",
        "with 2xᵀy in place of xᵀy, of the row only ‖x − y‖² = ‖x‖² + ‖y‖² − xᵀy is then proved",
    ),
    "a power of a number": (EIGENVECTOR, r"\|S u\|^2 = \lambda \|u\|^2", "with λ² in place of λ"),
}
NONE = {
    "two wrong symbols": (LETTERS, r"\|x + y\|^2 = \|x\| + \|y\| + 2 x^\top y"),
    "a change that leaves nothing to say": (LETTERS, r"(A B)^\top = A B"),
    "what is no slip": (LETTERS, r"x^\top y = 1"),
}


@pytest.mark.parametrize(("letters", "row", "repair"), ROWS.values(), ids=ROWS)
def test_the_change_of_one_symbol_is_named_with_which_a_row_is_proved(letters: str, row: str, repair: str) -> None:
    found = checked(f"{letters}\n\n$${row}$$\n")[-1]
    assert found.verdict in ("refuted", "needs")
    assert found.repair.startswith(repair)
    assert found.reason.endswith(found.repair)


UNCLEAR = {  # the note does not say what the letters are: a warning, if all of the row is proved with the change
    "an inverse": (
        "We have",
        "(A + B)^{-1} (A + B)^{-1} = I",
        "with (A + B) in place of the first (A + B)⁻¹ it is proved",
    ),
    "a letter left out": ("The gain is $K$.", "(A + B) K C = A K C + B C", "with BKC in place of BC it is proved"),
    "a letter too much": ("The gain is $K$.", "(A + B) K = A K K + B K", "with AK in place of AKK it is proved"),
    "a cube": ("The gain is $K$.", "(A + K)^3 = (A + K)(A + K)", "with (A + K)² in place of (A + K)³ it is proved"),
    "sizes that do not fit": (
        "Let $v$ be a column.",
        "(X^T X)^{-1} X^T X v^T = v",
        "with v in place of vᵀ it is proved",
    ),
    "a column with an inverse": (
        "We have",
        "(M e)^{-1} (M e) = e^T M^T M e",
        "with (Me)ᵀ in place of (Me)⁻¹ it is proved",
    ),
}


@pytest.mark.parametrize(("said", "row", "repair"), UNCLEAR.values(), ids=UNCLEAR)
def test_a_row_of_unclear_letters_is_a_warning_if_a_change_mends_it(said: str, row: str, repair: str) -> None:
    found = checked(f"{said}\n\n$${row}$$\n")[-1]
    assert (found.severity, found.repair) == ("warning", repair)


def test_a_row_that_only_continues_a_mistake_is_not_reported_again() -> None:
    text = "\\begin{align*} (x - y)^T (x + y) &= \\|x\\|^2 + \\|y\\|^2 \\\\ &= x^T x - y^T y \\end{align*}"
    first, second = checked(f"{LETTERS}\n\n$${text}$$\n")[-2:]
    assert (first.severity, second.verdict) == ("error", "undecided")
    assert "the row above is false" in second.reason


TRUE = {  # rows of letters of which nothing is said, which a change would make empty
    "cancelled": "(A - \\lambda I) x = 0",
    "the same on both sides": "H y = y",
    "a power written out": "P^2 = P",
    "transposed": "(A B)^T = A B",
}


@pytest.mark.parametrize("row", TRUE.values(), ids=TRUE)
def test_no_change_mends_a_row_that_may_be_true(row: str) -> None:
    found = checked(f"The note says more of these letters, which is not read, by the theorem of Gauss.\n\n$${row}$$\n")
    assert not found[-1].repair


@pytest.mark.parametrize(("letters", "row"), NONE.values(), ids=NONE)
def test_no_change_is_named_if_none_makes_a_row_provable(letters: str, row: str) -> None:
    found = checked(f"{letters}\n\n$${row}$$\n")[-1]
    assert found.verdict in ("refuted", "needs")
    assert found.repair == ""
