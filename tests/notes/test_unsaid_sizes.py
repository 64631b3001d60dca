"""Rows about matrices that a note declares in words, without their sizes, and sentences that restrict letters."""

from __future__ import annotations

import pytest

from tests.notes.checking import rows

Q = "Let $Q$ be a matrix with orthonormal columns."
SQUARE = "Let $A$ and $B$ be square matrices of the same size."
FALSE = {
    "Q Q^T = I": ("refuted", [Q, "Consider a matrix $Q$ whose columns are orthonormal.", f"{Q} Let $x$ be a vector."]),
    "Q^T Q = I": ("needs", ["Let $Q$ be a matrix with orthonormal rows."]),
    "(A B)^T = A^T B^T": ("refuted", [SQUARE, "Let $A$ and $B$ be matrices."]),
    "A B = B A": ("refuted", [SQUARE, "Let $A$ and $B$ be symmetric matrices.", f"{SQUARE} We write $C = A + B$."]),
    "x^T A x \\ge 0": ("needs", ["Let $A$ be a symmetric matrix and $x$ a vector."]),
    "A x = x": ("refuted", ["Let $A$ be an orthogonal matrix. For every vector $x$,"]),
    "P^T = P": ("needs", ["Let $P$ be a projection.", "Let $P$ be a projection, that is, $P^2 = P$."]),
    "\\|P x\\|^2 = \\|x\\|^2": ("refuted", ["Let $x$ be a vector and $P$ an orthogonal projection."]),
    "\\nabla_w \\|X w - y\\|^2 = X^T (X w - y)": (
        "refuted",
        ["Let $X$ be a data matrix, $y$ a vector of targets and let $w$ be a vector."],
    ),
    "J^2 = J": ("refuted", ["Let $J$ be the $n \\times n$ matrix of ones."]),
    "K^T = K": ("refuted", ["Let $K$ be a skew-symmetric matrix."]),
}
# none of these rows is called wrong: they are true, or the words may say more of the matrix
XYW = r"Let $X \in \mathbb{R}^{n\times p}$, $y \in \mathbb{R}^n$ and $w \in \mathbb{R}^p$."
AB = r"Let $A, B \in \mathbb{R}^{p\times p}$."
WORDS = "Let $X$ be a data matrix, $y$ a vector of targets and $w$ a vector of weights."
TRUE = {
    "X^T X w = X^T y": [
        *(f"{x} At the minimum of the squared error" for x in (XYW, WORDS)),
        *(f"{x} For the fitted weights," for x in (XYW, WORDS)),
        *(f"{x} Least squares yields" for x in (XYW, WORDS)),
        *(f"{x} The weights are fitted by least squares." for x in (XYW, WORDS)),
    ],
    "A x = 0": ["Let $A$ be a square matrix and $x$ a vector. Setting the gradient to zero gives"],
    "Q^T Q = Q Q^T": [f"{Q} The dimensions $n$ and $p$ agree.", f"{Q} Since $Q$ is $p \\times p$, we have"],
    "Q Q^T = I": [
        "Let $Q$ be a square matrix with orthonormal columns.",
        f"{Q} We also assume that it is square.",
        f"All matrices in this note are square. {Q}",
        "Let $Q$ be a matrix with orthonormal columns, with as many rows as columns.",
        "Let $Q$ be a matrix with orthonormal columns and orthonormal rows.",
        f"{Q} Its rows are orthonormal as well.",
        "Let $Q$ be an orthonormal matrix.",
        f"{Q} It has an inverse.",
        f"{Q} The matrix $Q + I$ occurs in the Cayley transform.",
        f"{Q} The number $\\det Q$ is $1$ or $-1$.",
        f"{Q} We write $R = Q$. Here $R + R^T$ is symmetric.",
        f"{Q} The columns form a basis of the whole space.",
        f"{Q} We keep all $p$ of the $p$ components.",
        "The matrix $Q$ of all eigenvectors of $S$ has orthonormal columns.",
    ],
    "A B = B A": [
        f"{AB} Suppose that they commute.",
        f"{AB} All matrices in this section are multiples of the identity.",
        f"{AB} We restrict ourselves to commuting matrices.",
        "Let $A$ and $B$ be commuting matrices.",
        "Let $A$ and $B$ be matrices. Suppose that they commute.",
        f"{SQUARE} Both are diagonal.",
        "Let $A$ and $B$ be diagonal matrices.",
    ],
    "A^T A = A A^T": [
        "Let $A$ be a square matrix. In this section it is normal.",
        "Let $A$ be a square matrix. We restrict ourselves to normal matrices.",
        "Let $A$ be a circulant matrix.",
        "Let $A$ be a matrix. The entries satisfy $a_{ij} = a_{ji}$.",
    ],
    "A^2 = \\operatorname{tr}(A) A": [
        "Let $A \\in \\mathbb{R}^{n\\times n}$. The matrix $A$ has rank one.",
        "Let $A$ be a matrix of rank one.",
    ],
    "\\operatorname{tr}(A) = 0": [
        "Let $A \\in \\mathbb{R}^{n\\times n}$ be a matrix. It is upper triangular with zero diagonal.",
        "Let $A$ be the $n \\times n$ matrix of zeros.",
        "Let $A$ be a $2 \\times 2$ matrix with entries $1$, $2$, $2$ and $-1$.",
        "Let $A$ be a $2 \\times 2$ matrix with a zero diagonal.",
    ],
    "J^T J = n J": [
        "Let $J$ be the $n \\times n$ matrix whose entries are all equal to one another.",
        "Let $J$ be the $n \\times n$ matrix whose entries are one or zero.",
    ],
    "P^T = P": [
        "Let $P$ be a projection. It is orthogonal.",
        "In these notes a projection is always orthogonal. Let $P$ be a projection.",
        "All projections are symmetric here. Let $P$ be a projection.",
    ],
}
PROVED = {
    "R R^T = I": "Let $R$ be a matrix with orthonormal rows.",
    "(R^T R)^2 = R^T R": "Let $R$ be a matrix whose rows are orthonormal.",
    "J^T J = n J": "Let $J$ be the $n \\times n$ matrix whose entries are all equal to one.",
    "J^2 = n J": "Let $J$ be the $n \\times n$ matrix all of whose entries are 1.",
    "(I - J/n)^2 = I - J/n": "Let $J$ be the $n \\times n$ matrix of ones.",
    "x^T K x = 0": "Let $K$ be a skew-symmetric matrix and $x$ a vector.",
    "P (I - P) = 0": "Let $P$ be an idempotent matrix.",
}


@pytest.mark.parametrize(("row", "words"), [(row, x) for row, (_, found) in FALSE.items() for x in found])
def test_a_false_row_is_refuted_at_sizes_that_the_note_admits(row: str, words: str) -> None:
    assert rows(f"{words}\n\n$${row}$$") == [FALSE[row][0]]


@pytest.mark.parametrize(("row", "words"), [(row, x) for row, found in TRUE.items() for x in found])
def test_a_row_is_not_called_false_where_words_may_say_more(row: str, words: str) -> None:
    assert rows(f"{words}\n\n$${row}$$")[0].severity != "error"


@pytest.mark.parametrize("row", PROVED)
def test_a_property_in_words_proves_a_row(row: str) -> None:
    assert rows(f"{PROVED[row]}\n\n$${row}$$") == ["proved"]
