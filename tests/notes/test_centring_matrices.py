"""Centring matrices whose size no declaration gives, negative powers of matrices, and brackets with a matrix."""

from __future__ import annotations

import pytest

from tests.notes.checking import rows

PROVED = {
    "n is only what 11ᵀ is divided by": r"Define the centring matrix $$H = I - \frac{1}{n} \mathbf{1} \mathbf{1}^T.$$"
    r" Then $$H^2 = H$$ and $$H \mathbf{1} = 0.$$",
    "a small fraction": r"Let $H = I - \frac1n \mathbf 1 \mathbf 1^T$. Then $$H^T H = H.$$",
    "by J": r"Let $J = \mathbf 1 \mathbf 1^T$ and $H = I - \frac{1}{n} J$. Then $$H H = H.$$",
    "a slash": r"Let $H = I - \mathbf 1 \mathbf 1^T / n$. Then $$H H = H.$$",
    "powers of an inverse": r"Let $A \in \mathbb{R}^{n \times n}$ be invertible. Then $$A^{-2} = (A^{-1})^2$$ and "
    r"$$A^2 A^{-2} = I$$ and $$A^{-3} A^2 = A^{-1}.$$",
    "an inverse of a power": r"Let $A \in \mathbb{R}^{n \times n}$ be invertible. Then $$(A^2)^{-1} = A^{-2}$$ and "
    r"$$(A^{-2})^T = (A^T)^{-2}.$$",
    "a matrix between bars": r"Let $H \in \mathbb{R}^{n\times n}$ be symmetric and $\varphi, \psi \in \mathbb{R}^n$. "
    r"Then $$\langle \varphi | H | \psi \rangle = \langle \psi | H | \varphi \rangle$$ and "
    r"$$\langle \varphi | H + I | \psi \rangle = \varphi^T H \psi + \varphi^T \psi.$$",
}
NOT_PROVED = {
    "a sign": r"Define $$H = I + \frac{1}{n} \mathbf{1} \mathbf{1}^T.$$ Then $$H^2 = H.$$",
    "a constant": r"Let $c \in \mathbb{R}$ and $H = I - \frac{1}{c} \mathbf{1} \mathbf{1}^T$. Then $$H^2 = H.$$",
    "n is a number": r"Let $n \in \mathbb{R}$ and $H = I - \frac{1}{n} \mathbf{1} \mathbf{1}^T$. Then $$H^2 = H.$$",
    "n is not what 1 counts": r"Let $H = I - \frac{1}{n} \mathbf 1 \mathbf 1^T$. Then $$\mathbf 1^T H \mathbf 1 = n.$$",
    "divided by the number of features": r"Let $X \in \mathbb{R}^{n \times p}$ and "
    r"$H = I - \frac1p \mathbf 1 \mathbf 1^T$. Then $H X = X - \frac1p \mathbf 1 \mathbf 1^T X$ and $$H H = H.$$",
    "an order of factors": r"Let $A, B \in \mathbb{R}^{n \times n}$ be invertible. Then $$(AB)^{-2} = A^{-2} B^{-2}.$$",
    "a wrong power": r"Let $A \in \mathbb{R}^{n \times n}$ be invertible. Then $$A^{-2} A^3 = A^{-1}.$$",
    "a transpose": r"Let $A \in \mathbb{R}^{n \times n}$ be invertible. Then $$(A^{-2})^T = A^{-2}.$$",
    "not symmetric": r"Let $H \in \mathbb{R}^{n\times n}$ and $\varphi, \psi \in \mathbb{R}^n$. "
    r"Then $$\langle \varphi | H | \psi \rangle = \langle \psi | H | \varphi \rangle.$$",
    "a bracket without the matrix": r"Let $H \in \mathbb{R}^{n\times n}$ be symmetric and "
    r"$\varphi, \psi \in \mathbb{R}^n$. Then $$\langle \varphi | H | \psi \rangle = \langle \varphi | \psi \rangle.$$",
}


@pytest.mark.parametrize("name", PROVED)
def test_true_rows_are_proved(name: str) -> None:
    assert set(rows(PROVED[name])) <= {"proved", "definition"}


@pytest.mark.parametrize("name", NOT_PROVED)
def test_false_rows_are_not(name: str) -> None:
    assert "proved" not in rows(NOT_PROVED[name])
