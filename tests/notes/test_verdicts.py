"""Verdicts of rows of short notes."""

from __future__ import annotations

import pytest

from pcaproofs.notes.checking import check_note
from tests.notes.checking import checked, rows
from tests.notes.reading import note

DECLARED = r"Let $w, x \in \mathbb{R}^p$ and $X \in \mathbb{R}^{n \times p}$."

CASES = [
    # what the note says, the display, the verdicts of its rows
    (DECLARED, r"(X w)^T (X w) = w^T X^T X w", ["proved"]),
    (DECLARED, r"(X w)^T (X w) = w^T X X^T w", ["ill-typed"]),
    (DECLARED, r"(X w)^T (X w) = w^T X^T X", ["ill-typed"]),
    (DECLARED, r"\|x - (x^T w) w\|^2 = \|x\|^2 - (x^T w)^2", ["needs"]),
    (DECLARED, r"\|x + w\|^2 = \|x\|^2 + \|w\| + 2 \langle x, w \rangle", ["refuted"]),
    (DECLARED, r"\|x + w\|^2 = \|x\|^2 + \|w\|^2 + 2 \langle x, w \rangle", ["proved"]),
    (DECLARED, r"\|x + w\|^2 &= (x + w)^T (x + w) \\ &= \|x\|^2 + 2 x \cdot w + \|w\|^2", ["proved", "proved"]),
    (DECLARED, r"\max_w w^T X^T X w \quad \text{s.t. } w^T w = 1", ["problem"]),
    (
        DECLARED,
        r"&\min_w \|X - X w w^T\|^2 \quad \text{s.t. } w^T w = 1 \\"
        r"\iff &\max_w w^T X^T X w \quad \text{s.t. } w^T w = 1",
        ["problem", "proved"],
    ),
    (DECLARED, r"S = X^T X \\ w^T S w = \|X w\|^2", ["definition", "proved"]),
    (DECLARED, r"f(w) = w^T X^T X w \\ \nabla f(w) = 2 X^T X w", ["definition", "proved"]),
    (DECLARED, r"f(w) = w^T X^T X w \\ \nabla_w f(w) = 2 X^T X w", ["definition", "proved"]),
    (DECLARED, r"L(w, \lambda) = w^T X^T X w - \lambda (w^T w - 1) \\ \frac{\partial L}{\partial w} = 0 \\"
               r"X^T X w = \lambda w", ["definition", "condition", "proved"]),
    (r"Let $x_1, \dots, x_n \in \mathbb{R}^p$ and $w \in \mathbb{R}^p$.",
     r"\sum_{i=1}^n (x_i^T w)^2 = w^T \left( \sum_{i=1}^n x_i x_i^T \right) w", ["proved"]),
    (r"Let $x_1, \dots, x_n \in \mathbb{R}^p$ and $w \in \mathbb{R}^p$.",
     r"\sum_{i=1}^n (x_i^T w)^2 = w^T \left( \frac{1}{n} \sum_{i=1}^n x_i x_i^T \right) w", ["refuted"]),
    (r"Let $X \in \mathbb{R}^d$ be a random vector and $u \in \mathbb{R}^d$.",
     r"\operatorname{Var}(u^T X) = \mathbb{E}[(u^T X)^2] - \mathbb{E}[u^T X]^2", ["proved"]),
    (r"Let $X \in \mathbb{R}^{n \times d}$.", r"X^T \mathbf{1}_n \mathbf{1}_n' X = X^T X", ["unread"]),  # what is 1'?
]  # fmt: skip


@pytest.mark.parametrize(("said", "display", "verdicts"), CASES, ids=[str(k) for k in range(len(CASES))])
def test_rows_get_their_verdicts(said: str, display: str, verdicts: list[str]) -> None:
    assert rows(f"{said}\n\n$$\\begin{{align}} {display} \\end{{align}}$$\n") == verdicts


def test_a_proof_names_the_lines_that_it_uses() -> None:
    text = r"""
Let $w \in \mathbb{R}^p$.

$$X^T X = n V$$

Then

$$w^T V w = \frac{1}{n} \|X w\|^2$$
"""
    found = note(text)
    last = check_note(found)[1][-1]
    said = "all dimensions; using XᵀX = nV (line 4); taken for granted: n ≠ 0"
    assert (last.verdict, last.said(found)) == ("proved", said)


REPAIRS = [
    # a false row, what has to be put in place of what
    (r"\|x + w\|^2 = \|x\|^2 + \|w\| + 2 x^T w", "with ‖w‖² in place of ‖w‖ it is proved"),
    (r"w^T X^T X w = \|X w\|", "with ‖Xw‖² in place of ‖Xw‖ it is proved"),
    (r"(x - w)^T (x + w) = \|x\|^2 + \|w\|^2", "with ‖x‖² − ‖w‖² in place of"),
    (r"\frac{1}{n} \|X w\|^2 = w^T X^T X w", "with (1/n) wᵀXᵀXw in place of"),
]


@pytest.mark.parametrize(("row", "repair"), REPAIRS)
def test_a_slip_of_one_symbol_is_told(row: str, repair: str) -> None:
    (found,) = [v for v in checked(f"{DECLARED}\n\n$${row}$$\n") if v.formula.display]
    assert found.verdict == "refuted"
    assert repair in found.reason


@pytest.mark.parametrize(
    ("row", "written"),
    [
        (r"\mathbf{A} = \boldsymbol{B^T}", r"\mathbf{A} = \boldsymbol{B^T}"),
        (r"x = \begin{pmatrix} 1 \end{pmatrix}", r"x = \begin{pmatrix} 1 \end{pmatrix}"),
        (r"\frac{a}{b}", r"\frac{a}{b}"),
    ],
)
def test_a_formula_is_quoted_with_the_whole_of_its_macros(row: str, written: str) -> None:
    text = note(f"$${row}$$")
    assert text.latex(text.formulas[0]) == written
