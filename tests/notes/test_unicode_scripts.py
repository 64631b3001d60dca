"""Small letters above and below the line, sums in a font, scalar random letters, and conclusions about zero."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked, rows, told

LETTERS = r"Let $A \in \mathbb{R}^{n \times m}$, $B \in \mathbb{R}^{m \times n}$ and $x, y \in \mathbb{R}^n$." + "\n\n"


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        ("xᵀy = yᵀx ⟹ ‖x‖² = xᵀx", "proved"),
        ("(AᵀA)⁻¹AᵀA = I", "proved"),
        ("(AᵀA)⁻¹AᵀA = 2 I", "refuted"),
        ("λ₁² + λ₁₂ = λ₁λ₁ + λ₁₂", "proved"),
        ("λ₁₂ = λ₁ + 2", "definition"),
        ("∑ᵢ₌₁ⁿ xᵢ² = ‖x‖²", "unread"),
        ("A⁻ A = A", "unsupported"),
        (r"\mathbf{v + w} = \mathbf{w} + \mathbf{v}", "proved"),
        (r"2 \mathbf{v + w} = 2 \mathbf{v} + \mathbf{w}", "proved"),
        (r"2 \mathbf{v + w} = 2 \mathbf{v} + 2 \mathbf{w}", "undecided"),
        (r"\mathbf{v + w}^T \mathbf{v} = 0", "unread"),
    ],
)
def test_scripts_and_fonts(row: str, verdict: str) -> None:
    found = [v for v in checked(f"{LETTERS}$${row}$$") if v.formula.display]
    assert [told(v) for v in found] == [verdict], found[0].reason


@pytest.mark.parametrize(
    "row",
    [
        r"\operatorname{Cov}(X, Y) = E[(X - \mu_X)(Y - \mu_Y)] = E[XY] - E[X] E[Y]",
        r"\sum_{i=1}^n (X_i - \bar X)(Y_i - \bar Y) = 4",
    ],
)
def test_random_letters_that_are_multiplied_are_numbers_and_nothing_is_proved_of_them(row: str) -> None:
    assert rows(f"$${row}$$") == ["unsupported"]


@pytest.mark.parametrize("end", ["Therefore $x = 0$.", r"Hence we have $x = \mathbf{0}$."])
def test_that_a_letter_is_zero_at_the_end_of_an_argument_holds_nowhere_else(end: str) -> None:
    before = f"Let $Q \\in \\mathbb{{R}}^{{n \\times n}}$. {end}\n\n# Maps\n\n"
    found = checked(f"{before}Therefore $Q x = 0$. $$(Q x)^T Q x = x^T x$$")
    assert "proved" not in [v.verdict for v in found]


def test_a_formula_in_a_sentence_may_be_about_letters_of_other_sizes() -> None:
    found = checked(f"{LETTERS}The inverse of a product is $(AB)^{{-1}} = B^{{-1}} A^{{-1}}$. So $A A = A$.")
    assert [v.verdict for v in found[-2:]] == ["undecided", "ill-typed"]


@pytest.mark.parametrize(
    ("row", "verdict"), [("A'A = (A'A)'", "proved"), ("e'A = c eA", "proved"), ("A'A = A A'", "undecided")]
)
def test_a_small_letter_that_the_note_defines_with_a_prime_is_no_transpose(row: str, verdict: str) -> None:
    before = "The transpose of $A$ is $A'$. Another eigenvector is\n\n$$e' = c e$$\n\n"
    assert rows(f"{before}$${row}$$") == ["definition", verdict]
