r"""Exercises in an \item with parts of their own have their own letters."""

from __future__ import annotations

import pytest

from pcaproofs.notes.checking import check_note
from pcaproofs.notes.prose.sentences import exercise_items
from tests.notes.checking import checked
from tests.notes.reading import note

PARTS = r"\begin{enumerate} \item One. \item Two. \end{enumerate}"
FIRST = r"\item Let $w \in \mathbb{R}^2$ be a vector. " + PARTS
SECOND = r"\item Let $X \in \mathbb{R}^{n \times d}$ be a matrix. "
ROW = r"\[X w = X w\]"


@pytest.mark.parametrize(
    ("first", "verdict"),
    [(FIRST, "proved"), (FIRST.replace(PARTS, ""), "ill-typed")],
)
def test_sizes_of_another_exercise_are_not_held_against_a_row(first: str, verdict: str) -> None:
    text = rf"\begin{{enumerate}} {first} {SECOND} {PARTS if first == FIRST else ''} {ROW} \end{{enumerate}}"
    found = check_note(note(text, "tex"))[1]
    assert [v.verdict for v in found if v.formula.display] == [verdict]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (r"\begin{enumerate}\item a \item b\end{enumerate}", 0),
        (rf"\begin{{enumerate}}\item a {PARTS} \item b\end{{enumerate}}", 3),
        (rf"\begin{{enumerate}}\item a {PARTS} \item b \item c\end{{enumerate}}", 0),
        (r"\end{enumerate}\item a \begin{enumerate}", 0),
    ],
)
def test_which_items_are_exercises(text: str, count: int) -> None:
    assert len(list(exercise_items(text))) == count


@pytest.mark.parametrize(
    ("words", "verdict"),
    [
        ("$A$ is dimension $m \\times n$", "ill-typed"),
        ("$A$ is of size $m \\times n$", "ill-typed"),
        ("$A$ is dimension $2$", "condition"),  # it may be a subspace
    ],
)
def test_a_letter_that_is_dimension_m_by_n_is_a_matrix(words: str, verdict: str) -> None:
    assert [v.verdict for v in checked(f"Here {words}. $$A A = A$$") if v.formula.display] == [verdict]
