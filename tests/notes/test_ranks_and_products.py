r"""Ranks as tr(A⁺A), products of all members of a family as determinants, diagonal matrices, series without gaps."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked, rows

DATA = r"Let $X \in \mathbb{R}^{n \times p}$ and $Y \in \mathbb{R}^{p \times q}$."
FRAME = r"Let $B \in \mathbb{R}^{p \times k}$ have orthonormal columns and $P = B B^T$."
PROJECTOR = r"Let $P \in \mathbb{R}^{p \times p}$ be an orthogonal projector."
VECTORS = r"Let $x, y \in \mathbb{R}^p$."
EIGEN = (
    r"Let $S \in \mathbb{R}^{p \times p}$ be symmetric with eigenvalues $\lambda_1, \dots, \lambda_p$ "
    r"and orthonormal eigenvectors $w_1, \dots, w_p$. Let $c \in \mathbb{R}$."
)
WRITTEN = (
    r"Let $W \in \mathbb{R}^{p\times p}$ be orthogonal, $\Lambda = \operatorname{diag}(\lambda_1, \dots, \lambda_p)$ "
    r"and $S = W \Lambda W^T$."
)
DIAGONAL = r"Let $D, E \in \mathbb{R}^{p \times p}$ be diagonal. Let $A \in \mathbb{R}^{p \times p}$."

PROVED = [
    (DATA, r"\operatorname{rank}(X) = \operatorname{rank}(X^T X)"),
    (DATA, r"\operatorname{rk}(X) = \operatorname{rk} X^T"),
    (DATA, r"\mathrm{rank}(X^\top X) = \mathrm{rank}(X X^\top)"),
    (DATA, r"\operatorname{rank}(X) \le p"),
    (DATA, r"\operatorname{rank}(XY) \leq \operatorname{rank} Y"),
    (FRAME, r"\operatorname{rank}(P) = k"),
    (FRAME, r"\operatorname{rank}(I - P) = p - k"),
    (PROJECTOR, r"\operatorname{rank}(P) = \operatorname{tr}(P)"),
    (PROJECTOR, r"\operatorname{rank}(I-P) = p - \operatorname{rank}(P)"),
    (EIGEN, r"\det S = \prod_{j=1}^p \lambda_j"),
    (EIGEN, r"|S| = \lambda_1 \lambda_2 \cdots \lambda_p"),
    (EIGEN, r"\det(S)^2 = \prod_j \lambda_j^2"),
    (EIGEN, r"\prod_{i=1}^p c \lambda_i = c^p \det S"),
    (EIGEN, r"\det S = \lambda_1 \cdots \lambda_i \cdots \lambda_{p-1} \lambda_p"),
    (WRITTEN, r"\det S = \prod_{j=1}^p \lambda_j"),
    (WRITTEN, r"\det \Lambda = \lambda_1 \cdots \lambda_p"),
    (DIAGONAL, r"D E = E D"),
    (DIAGONAL, r"(D E)^T = D E"),
]
NOT_PROVED = [
    (DATA, r"\operatorname{rank}(X) = p"),
    (DATA, r"\operatorname{rank}(XY) \ge \operatorname{rank}(X)"),
    (DATA, r"\operatorname{rank}(2 X) = 2 \operatorname{rank}(X)"),
    (DATA, r"\operatorname{rank}(X^T X) > \operatorname{rank}(X)"),
    (FRAME, r"\operatorname{rank}(P) = k^2"),
    (PROJECTOR, r"\operatorname{rank}(P) = p"),
    (VECTORS, r"\operatorname{rank}(x y^T) = 1"),
    (VECTORS, r"\operatorname{rank}(x) = 1"),
    (EIGEN, r"\prod_{j=1}^p (2 \lambda_j) = 2 \prod_{j=1}^p \lambda_j"),
    (EIGEN, r"\det(S + cI) = \prod_{j=1}^p \lambda_j + c"),
    (EIGEN, r"\prod_{j=1}^k \lambda_j = \det S"),
    (EIGEN, r"\prod_{j=2}^p \lambda_j = \det S"),
    (EIGEN, r"\prod_{j \neq i} \lambda_j = \det S"),
    (EIGEN, r"\prod_{i=1}^p \lambda_j = \det S"),
    (EIGEN, r"\prod_{i=1}^p \prod_{j=1}^p \lambda_j = \det S"),
    (EIGEN, r"\prod_{j=1}^p w_j^T w_j = \det S"),
    (EIGEN, r"\det S = \lambda_1 \lambda_3 \cdots \lambda_p"),
    (EIGEN, r"\det S = \lambda_1 \lambda_2 \lambda_2 \cdots \lambda_p"),
    (EIGEN, r"\det S = \lambda_1 \cdots \lambda_1 \lambda_p"),
    (EIGEN, r"\det S = \lambda_1 \cdots \lambda_{p-2} \lambda_p"),
    (EIGEN, r"\det S = \lambda_1 \cdots \lambda_k"),
    (EIGEN, r"\det S = \lambda_2 \cdots \lambda_p"),
    (EIGEN, r"\operatorname{tr} S = \operatorname{tr} \operatorname{diag}(\lambda_1, \lambda_3, \dots, \lambda_p)"),
    (DIAGONAL, r"A D = D A"),
    (DIAGONAL, r"D E = D"),
]


@pytest.mark.parametrize(("said", "row"), PROVED)
def test_a_true_row_is_proved(said: str, row: str) -> None:
    assert rows(f"{said} Then\n$${row}$$") == ["proved"]


@pytest.mark.parametrize(("said", "row"), NOT_PROVED)
def test_a_false_row_is_not_proved(said: str, row: str) -> None:
    assert rows(f"{said} Then\n$${row}$$") not in (["proved"], ["definition"])


def test_a_false_rank_is_refuted() -> None:
    (found,) = checked(rf"{FRAME} Then $$\operatorname{{rank}}(P) = p - k$$")[-1:]
    assert (found.verdict, found.severity) == ("refuted", "error")
    assert rows(rf"{FRAME} Then $$\operatorname{{rank}}(I - P) = k$$") == ["undecided"]  # it may say what k is
