"""Formulas as editors write them, signs behind signs, open entries, and formulas in sentences of other languages."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked, rows, told

LETTERS = r"Let $A \in \mathbb{R}^{n \times n}$ and $x, y \in \mathbb{R}^n$." + "\n\n"
NEGATIVE = r"\left[ {\begin{array}{*{20}{r}} { - 1}\\ 2 \end{array}} \right]"


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        (r"x^T y{\rm{ - }}y^T x {\rm{ = }} 0", "proved"),
        (r"x^T y{\rm{ + }}y^T x {\rm{ = }} 0", "refuted"),
        (rf"{NEGATIVE} = \begin{{pmatrix}} -1 \\ 2 \end{{pmatrix}}", "proved"),
        (rf"{NEGATIVE} = \begin{{pmatrix}} 2 \end{{pmatrix}}", "ill-typed"),
        (
            r"\begin{array}{cc}{1} & {2} \\ {3} & {4}\end{array} = \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}",
            "proved",
        ),
        (r"x + -1 x = 0", "proved"),
        (r"x + -2 x = x", "undecided"),
        (r"A^{-} = {-} A", "definition"),
        (r"A = \begin{pmatrix} \times & 0 \\ \times & \times \end{pmatrix}", "definition"),
        (r"\begin{pmatrix} + & - \\ - & + \end{pmatrix}", "unsupported"),
        (r"x_1 + 2 y_1 = 3", "undecided"),
        (r"A = \begin{bmatrix} --- & a_1^T & --- \\ & \vdots & \\ --- & a_n^T & --- \end{bmatrix}", "definition"),
        (r"\begin{bmatrix} ------------ & 1 \\ 2 & 3 \end{bmatrix} = I", "unread"),
        (r"\text{total} = \text{first} + \text{second}.", "unsupported"),
    ],
)
def test_rows(row: str, verdict: str) -> None:
    found = [v for v in checked(f"{LETTERS}$${row}$$") if v.formula.display]
    assert [told(v) for v in found] == [verdict], found[0].reason


def test_a_formula_in_a_sentence_of_another_language_is_judged_as_it_is_written() -> None:
    said = r"设 $A \in \mathbb{R}^{n \times n}$。因为矩阵不是方阵，无法用 $(A^T A)^{-1} = A^{-1} (A^T)^{-1}$ 化简。"
    found = checked(f"{said}\n\n$$(A^T)^T = A$$\n\n- $(A A)^T = A^T A^T$\n")
    assert [v.verdict for v in found[-3:]] == ["proved", "proved", "proved"]
    assert rows(f"{LETTERS}One can simplify $(A^T)^T = A$.") == []
