"""Matrices of blocks: what has no blocks beside them is refused."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked

SAID = r"Let $U \in \mathbb{R}^{p \times d}$, $W \in \mathbb{R}^{p \times e}$ and $Q, R \in \mathbb{R}^{p \times p}$."


@pytest.mark.parametrize(
    ("row", "verdict", "reason"),
    [
        (r"[Q \; R] = Q R", "proved", ""),  # which is a product where its sizes fit
        (r"[U \; W] Q = Q", "unsupported", "d + e, which may be p"),
        (r"[U \mid W]^T [U \mid W] = I_p", "unsupported", "d + e, which may be p"),
        (r"\|[U \mid W]\| = 1", "refuted", "which norm of matrices"),
        (r"[U \mid W] \ge 0", "unsupported", "between matrices"),
        (r"[U \mid Q] [Q \mid U]^T = 0", "refuted", ""),
        (r"[U \mid W] = [W \mid U]", "refuted", "fails at p = 1, d = 1, e = 1, U = 1, W = 0: left = (1, 0)"),
        (r"[U \mid W]^{-1} = Q", "unsupported", "d + e, which may be p"),
        (r"\operatorname{tr}([U \mid W]) = 0", "unsupported", "d + e, which may be p"),
        (r"[U \mid W][U \mid W]^T = UU^T + WW^T", "proved", ""),
        (r"\|[U \mid W]\|^2 = \|U\|^2 + \|W\|^2", "proved", ""),
        (r"[Q \mid R] \begin{bmatrix} U \\ U \end{bmatrix} = QU + RU", "proved", ""),
        (
            r"\begin{bmatrix} I & Q \\ 0 & I \end{bmatrix}^{-1} = \begin{bmatrix} I & -Q \\ 0 & I \end{bmatrix}",
            "proved",
            "",
        ),
        (
            r"\begin{bmatrix} I & Q \\ 0 & I \end{bmatrix}^{-1} = \begin{bmatrix} I & Q \\ 0 & I \end{bmatrix}",
            "refuted",
            "",
        ),
        (r"\det\begin{bmatrix} Q & R \\ 0 & R \end{bmatrix} = \det(Q) \det(R)", "proved", ""),
        (r"\det\begin{bmatrix} Q & R \\ 0 & R \end{bmatrix} = \det(Q) + \det(R)", "refuted", ""),
        (
            r"[Q \mid U] \begin{bmatrix} R & W \\ U^T & I \end{bmatrix} = [QR + UU^T \mid QW + U]",
            "ill-typed",
            "I is d×d",
        ),
        (r"[U \mid W] + [U \mid W] = 2 [U \mid W]", "proved", ""),
        (r"[U \mid W] + [U \mid W] = 3 [U \mid W]", "refuted", ""),
    ],
)
def test_each_row_with_blocks_gets_its_verdict(row: str, verdict: str, reason: str) -> None:
    found = [v for v in checked(f"{SAID}\n\n$${row}$$") if v.formula.display]
    assert [v.verdict for v in found] == [verdict]
    assert reason in found[0].reason


def test_a_dot_that_does_not_fit_from_left_to_right_keeps_declared_sizes() -> None:
    said = r"Let $S \in \mathbb{R}^{p \times p}$, $w \in \mathbb{R}^p$ and $z \in \mathbb{R}^q$."
    found = [
        v.verdict for v in checked(rf"{said} $$w \cdot S w = w^T S w$$ and $$w \cdot S z = 0$$") if v.formula.display
    ]
    assert found == ["proved", "ill-typed"]
