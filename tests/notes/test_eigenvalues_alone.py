"""All eigenvalues of a symmetric matrix, where the note names no eigenvectors."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked, rows

A = r"Let $A \in \mathbb{R}^{n \times n}$ be symmetric"
PROVED = {
    "with eigenvalues": A + r" with eigenvalues $\lambda_1, \dots, \lambda_n$. Then "
    r"$$\operatorname{tr} A = \sum_{i=1}^n \lambda_i.$$",
    "the eigenvalues of A": A + r". Let $\lambda_1 \ge \dots \ge \lambda_n$ be the eigenvalues of $A$. Then "
    r"$$\|A\|_F^2 = \sum_{i=1}^n \lambda_i^2.$$",
    "of a symmetric matrix": r"Let $\mu_1, \dots, \mu_n$ be the eigenvalues of a symmetric matrix "
    r"$S \in \mathbb{R}^{n \times n}$. Then $$\operatorname{tr}(S^2) = \mu_1^2 + \dots + \mu_n^2.$$",
}
NOT_PROVED = {
    "a square too many": A + r" with eigenvalues $\lambda_1, \dots, \lambda_n$. Then "
    r"$$\operatorname{tr} A = \sum_{i=1}^n \lambda_i^2.$$",
    "not symmetric": r"Let $A \in \mathbb{R}^{n \times n}$ with eigenvalues $\lambda_1, \dots, \lambda_n$. Then "
    r"$$\|A\|_F^2 = \sum_{i=1}^n \lambda_i^2.$$",
    "only some of them": A + r" with eigenvalues $\lambda_1, \dots, \lambda_k$. Then "
    r"$$\operatorname{tr} A = \sum_{i=1}^k \lambda_i.$$",
    "those of another matrix": r"Let $A, B \in \mathbb{R}^{n \times n}$ be symmetric, and let "
    r"$\lambda_1, \dots, \lambda_n$ be the eigenvalues of $A$. Then $$\operatorname{tr} B = \sum_{i=1}^n \lambda_i.$$",
    "of which of two matrices": r"Let $A, B \in \mathbb{R}^{n \times n}$ be symmetric matrices with eigenvalues "
    r"$\lambda_1, \dots, \lambda_n$. Then $$\operatorname{tr} B = \sum_{i=1}^n \lambda_i.$$",
    "of a sum": A + r"; let $I + A$ have the eigenvalues $\lambda_1, \dots, \lambda_n$. Then "
    r"$$\operatorname{tr} A = \sum_{i=1}^n \lambda_i.$$",
    "of a sum, of a matrix": r"Let $A \in \mathbb{R}^{n \times n}$ be a symmetric matrix and let $I + A$ have the "
    r"eigenvalues $\lambda_1, \dots, \lambda_n$. Then $$\operatorname{tr} A = \sum_{i=1}^n \lambda_i.$$",
    "of an inverse": A + r". Let $\lambda_1, \dots, \lambda_n$ be the eigenvalues of $A^{-1}$. Then "
    r"$$\operatorname{tr} A = \sum_{i=1}^n \lambda_i.$$",
    "of the inverse, in words": A + r". Let $\lambda_1, \dots, \lambda_n$ be the eigenvalues of the inverse of $A$. "
    r"Then $$\operatorname{tr} A = \sum_{i=1}^n \lambda_i.$$",
    "of its inverse": r"Let $A \in \mathbb{R}^{n \times n}$ be a symmetric matrix; its inverse has eigenvalues "
    r"$\lambda_1, \dots, \lambda_n$. Then $$\operatorname{tr} A = \sum_{i=1}^n \lambda_i.$$",
    "of a product": r"Let $A, B \in \mathbb{R}^{n \times n}$ be symmetric. Let $\lambda_1, \dots, \lambda_n$ be the "
    r"eigenvalues of $A$ times $B$. Then $$\operatorname{tr} A = \sum_{i=1}^n \lambda_i.$$",
    "the largest ones": A + r". The largest eigenvalues of $A$ are $\lambda_1, \dots, \lambda_n$. Then "
    r"$$\operatorname{tr} A = \sum_{i=1}^n \lambda_i.$$",
    "before it is said": A + r". Then $$\operatorname{tr} A = \sum_{i=1}^n \lambda_i.$$ Let "
    r"$\lambda_1, \dots, \lambda_n$ be the eigenvalues of $A$.",
    "said of none": A + r". Suppose $\lambda_1, \dots, \lambda_n$ are not eigenvalues of $A$. Then "
    r"$$\operatorname{tr} A = \sum_{i=1}^n \lambda_i.$$",
}


@pytest.mark.parametrize("name", PROVED)
def test_what_holds_of_all_eigenvalues_is_proved(name: str) -> None:
    assert rows(PROVED[name]) == ["proved"]


@pytest.mark.parametrize("name", NOT_PROVED)
def test_what_holds_of_other_numbers_is_not(name: str) -> None:
    assert "proved" not in rows(NOT_PROVED[name])


def test_the_reading_says_that_eigenvectors_are_taken() -> None:
    (found,) = [x for x in checked(PROVED["with eigenvalues"]) if x.formula.display]
    assert "taken for granted: a symmetric matrix has orthonormal eigenvectors" in found.reading


@pytest.mark.parametrize(
    "words", ["has no solution", "is inconsistent", "cannot be solved", "need not have a solution"]
)
def test_an_equation_without_a_solution_defines_nothing(words: str) -> None:
    text = rf"Let $A \in \mathbb{{R}}^{{n \times p}}$. The system $$A x = b$$ {words}. $$\|b - A x\|^2 = 0$$"
    assert "proved" not in rows(text)
