"""An equation that may have no solution is no hypothesis; equations side by side are no chain; small letters."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked, rows, rows_using

LETTERS = r"Let $A \in \mathbb{R}^{m \times n}$, $x \in \mathbb{R}^n$ and $b \in \mathbb{R}^m$. "
SYSTEM = LETTERS + "Suppose that $A x = b$. "
ROW = r"$$x^T A^T A x = b^T A x$$"


DOUBTING = [
    "If $A x = b$ has no solution, the best approximation is another one. ",
    "If $A x = b$ has a solution, it is the least one. ",
    "Then $A x = b$ may have many solutions. ",
    "Often $A x = b$ is inconsistent. ",
]


@pytest.mark.parametrize("words", DOUBTING)
def test_an_equation_that_may_have_no_solution_is_no_hypothesis(words: str) -> None:
    assert rows(f"{LETTERS}{words}Then {ROW}")[-1] == "undecided"


@pytest.mark.parametrize("words", ["", "The system $A x = b$ has a unique solution. ", *DOUBTING])
def test_an_equation_that_is_supposed_is_named_in_the_proof_whatever_is_said_of_it(words: str) -> None:
    assert rows_using(f"{SYSTEM}{words}Then {ROW}")[-1] == "proved using"


def test_equations_side_by_side_are_not_ill_typed() -> None:
    text = r"Let $u \in \mathbb{R}^3$ and $v \in \mathbb{R}^3$. "
    row = r"$$u = \begin{bmatrix} 1 \\ 1 \\ 1 \end{bmatrix} v = \begin{bmatrix} 1 \\ -1 \\ 0 \end{bmatrix}$$"
    found = [v for v in checked(f"{text}{row}") if v.formula.display]
    assert [v.verdict for v in found] == ["unread"]
    assert "side by side" in found[0].reason


@pytest.mark.parametrize(("letter", "is_granted"), [("a", True), ("A", False)])
def test_a_small_letter_that_only_formulas_make_a_matrix_is_said_to_be_one(letter: str, is_granted: bool) -> None:
    text = r"Let $x \in \mathbb{R}^n$, $y \in \mathbb{R}^m$ and $z \in \mathbb{R}^n$. "
    found = checked(f"{text}$$y^T {letter} x = x^T {letter}^T y$$ $${letter}(x + z) = {letter} x + {letter} z$$")[-1]
    assert found.verdict == "proved"
    assert [x.text for x in found.using] == ([f"{letter} is a matrix"] if is_granted else [])
