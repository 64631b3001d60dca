"""Notes in other languages: their formulas are read, and their sentences are not."""

from __future__ import annotations

import pytest

from tests.notes.checking import rows

NOTES = {
    "Spanish": r"Sea $A \in \mathbb{R}^{n \times n}$. Supongamos que las matrices son como antes y que $A \neq 0$.",
    "German": r"Es sei $A \in \mathbb{R}^{n \times n}$ und die Matrix ist wie oben, mit $A \neq 0$.",
    "Portuguese": r"Seja $A \in \mathbb{R}^{n \times n}$ uma matriz como antes, e para ela $A \neq 0$.",
    "French": r"Soit $A \in \mathbb{R}^{n \times n}$ une matrice pour laquelle on a $A \neq 0$.",
    "Chinese": r"设 $A \in \mathbb{R}^{n \times n}$ 为对称矩阵，并且满足条件 $A \neq 0$。",
}
ROWS = r"""

$$A^T = A$$

$$A \neq 0$$

$$\operatorname{tr}(A^T A) = \|A\|_F^2$$
"""


@pytest.mark.parametrize("text", NOTES.values(), ids=NOTES)
def test_a_condition_in_an_unread_sentence_neither_refutes_nor_proves(text: str) -> None:
    assert rows(text + ROWS) == ["undecided", "condition", "proved"]


def test_an_english_note_is_read() -> None:
    said = "Let $A \\in \\mathbb{R}^{n \\times n}$ be a matrix"
    assert rows(f"{said} with $A \\neq 0$.{ROWS}") == ["needs", "proved", "proved"]
    assert rows(f"{said}.\n\n$$A^T A = A A^T$$")[0] in ("needs", "refuted")
    assert rows(f"Sea {said[4:-12]} como las otras que se usan.\n\n$$A^T A = A A^T$$") == ["undecided"]


def test_a_note_without_sentences_counts_as_english() -> None:
    assert is_in_english("$$A = A$$")
    assert is_in_english("% el la los de una\n\\newcommand{\\la}{\\el}$$A = A$$")
