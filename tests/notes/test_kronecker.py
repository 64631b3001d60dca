"""Kronecker's δ: a product of columns of the identity; w_iᵀw_j = δ_ij makes a family orthonormal."""

from __future__ import annotations

import pytest

from tests.notes.checking import rows

FAMILY = r"Let $x_1, \dots, x_n \in \mathbb{R}^p$. "
BASIS = r"Let $b_1, \dots, b_D \in \mathbb{R}^D$ with $b_i^T b_j = \delta_{ij}$. Let $x \in \mathbb{R}^D$. "
CASES = {
    "it picks a member": (FAMILY + r"Then $$\sum_{j=1}^n \delta_{ij} x_j = x_i$$", ["proved"]),
    "the wrong member": (FAMILY + r"Then $$\sum_{j=1}^n \delta_{ij} x_j = x_1$$", ["undecided"]),
    "it picks the diagonal": (
        FAMILY + r"Then $$\sum_{i=1}^n \sum_{j=1}^n \delta_{ij} x_i^T x_j = \sum_{i=1}^n \|x_i\|^2$$",
        ["proved"],
    ),
    "not everything": (
        FAMILY + r"Then $$\sum_{i=1}^n \sum_{j=1}^n \delta_{ij} x_i^T x_j = \sum_{i=1}^n \sum_{j=1}^n x_i^T x_j$$",
        ["refuted"],
    ),
    "a basis": (
        BASIS
        + r"Then $$\sum_{i=1}^D (x^Tb_i) b_i = x$$ and $$\|b_i\|^2 = 1$$ and $$\sum_{i=1}^D (x^Tb_i)^2 = \|x\|^2$$",
        ["proved", "proved", "proved"],
    ),
    "of which two are not one": (BASIS + r"Then $$b_i^T b_j = 1$$", ["refuted"]),
    "said, not assumed": (
        r"Let $b_1, \dots, b_D \in \mathbb{R}^D$ be orthonormal. Then $$b_i^T b_j = \delta_{ij}$$",
        ["proved"],
    ),
    "not so": (
        r"Let $b_1, \dots, b_D \in \mathbb{R}^D$. Then $$b_i^T b_j = \delta_{ij}$$ and $$\|b_i\|^2 = 1$$",
        ["needs", "needs"],
    ),
    "only some of them": (
        r"Let $b_1, \dots, b_D \in \mathbb{R}^D$ with $b_i^T b_j = \delta_{ij}$ for $i, j \le M$. "
        r"Let $x \in \mathbb{R}^D$. Then $$\sum_{i=1}^D (x^Tb_i) b_i = x$$",
        ["undecided"],
    ),
    "a letter of the note's own": (
        r"Let $\delta_{ij} \in \mathbb{R}$. Then $$\delta_{ij} = \delta_{ji}$$",
        ["unsupported"],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_kronecker_deltas_get_their_verdicts(name: str) -> None:
    text, expected = CASES[name]
    assert rows(text) == expected
