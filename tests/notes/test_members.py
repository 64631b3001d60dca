"""What an equation about members of a family says: of all, unless words restrict the index; sums over parts."""

from __future__ import annotations

import pytest

from tests.notes.checking import rows

FAMILY = r"Let $u_1, \dots, u_D \in \mathbb{R}^D$ be orthonormal and $S \in \mathbb{R}^{D \times D}$. "
ALL = r"Then $$\sum_{i=1}^{D} \lambda_i u_i u_i^T = S$$"
CASES = {
    "for all": (r"Assume that $S u_i = \lambda_i u_i$ for all $i$. ", ["proved"]),
    "the whole range": (r"Assume that $S u_i = \lambda_i u_i$ for $i = 1, \dots, D$. ", ["proved"]),
    "another letter": (r"Assume that $S u_j = \lambda_j u_j$. ", ["proved"]),
    "a part of the range": (r"Assume that $S u_i = \lambda_i u_i$ for $i = 1, \dots, M$. ", ["undecided"]),
    "up to M": (r"Assume that $S u_i = \lambda_i u_i$ for $i \le M$. ", ["undecided"]),
    "from M on": (r"Assume that $S u_i = \lambda_i u_i$ whenever $M < i$. ", ["undecided"]),
    "all but one": (r"Assume that $S u_i = \lambda_i u_i$ for $i \neq k$. ", ["undecided"]),
    "some": (r"Assume that $S u_i = \lambda_i u_i$ for some $i$. ", ["undecided"]),
    "the first ones": (r"Assume that the first ones satisfy $S u_i = \lambda_i u_i$. ", ["undecided"]),
    "above a display": ("Assume that for $i \\le M$\n\n$$S u_i = \\lambda_i u_i$$\n\n", ["condition", "undecided"]),
    "below a display": ("Assume\n\n$$S u_i = \\lambda_i u_i$$\n\nfor $i = 1, \\dots, M$. ", ["condition", "undecided"]),
    "a display": ("Assume that\n\n$$S u_i = \\lambda_i u_i$$\n\n", ["condition", "proved"]),
    "within a display": (
        "Assume that\n\n$$S u_i = \\lambda_i u_i \\quad \\text{for } i \\le M$$\n\n",
        ["condition", "undecided"],
    ),
    "a part within a display": (
        "Assume that\n\n$$S u_i = \\lambda_i u_i, \\quad i = 1, \\dots, M$$\n\n",
        ["unsupported", "undecided"],
    ),
    "all within a display": (
        "Assume that\n\n$$S u_i = \\lambda_i u_i, \\quad i = 1, \\dots, D$$\n\n",
        ["condition", "proved"],
    ),
    "said before": (r"For $i \le M$ assume that $S u_i = \lambda_i u_i$. ", ["undecided"]),
}


@pytest.mark.parametrize("name", CASES)
def test_of_which_members_an_equation_is_said(name: str) -> None:
    said, expected = CASES[name]
    assert rows(FAMILY + said + ALL) == expected


SAID = {
    "eigenvectors": (r"The $u_i$ are eigenvectors of $S$ with eigenvalues $\lambda_i$. ", "proved"),
    "some of them": (r"For $i \le M$ the $u_i$ are eigenvectors of $S$ with eigenvalues $\lambda_i$. ", "undecided"),
    "the first": (r"The first $u_i$ are eigenvectors of $S$ with eigenvalues $\lambda_i$. ", "undecided"),
}


@pytest.mark.parametrize("name", SAID)
def test_of_which_members_a_sentence_is_said(name: str) -> None:
    said, expected = SAID[name]
    assert rows(FAMILY + said + ALL) == [expected]
    assert rows(FAMILY + said + r"Then $$\sum_{i=1}^{D} u_i^T S u_i = \sum_{i=1}^{D} \lambda_i$$") == [expected]


CURVED = r"Let $x_1, \dots, x_n \in \mathbb{R}^p$ with $\|x_i\|^2 = 1$. "
PARTS = {
    "unit vectors, summed": (CURVED + r"Then $$\sum_{i=1}^n \|x_i\|^2 = n$$", ["proved"]),
    "unit vectors are not all of them": (CURVED + r"Then $$\sum_{i=1}^n x_i x_i^T = I$$", ["undecided"]),
    "no part is known": (
        r"Let $x_1, \dots, x_n \in \mathbb{R}^p$. $$\sum_{i=1}^m x_i = \sum_{j=1}^m x_j$$",
        ["proved"],
    ),
    "a part that is said": (
        r"Let $x_1, \dots, x_n \in \mathbb{R}^p$ and $m \le n$. $$\sum_{i=1}^m x_i = \sum_{j=1}^m x_j$$",
        ["proved"],
    ),
    "another sum's index in a definition": (
        r"Let $x_1, \dots, x_n \in \mathbb{R}^p$ and $v_1, \dots, v_n \in \mathbb{R}^p$. Let "
        r"$y_i = \sum_{j=1}^n (v_j^T x_i) v_j$. Then $$\sum_{j=1}^n y_j = \sum_{j=1}^n (v_j^T x_j) v_j$$",
        ["unsupported"],
    ),
    "a sum within a sum over the same letter": (
        r"Let $x_1, \dots, x_n \in \mathbb{R}^p$. "
        r"Then $$\sum_{i=1}^n \left( x_i + \sum_{i=1}^n x_i \right) = (n+1) \sum_{i=1}^n x_i$$",
        ["proved"],
    ),
}


@pytest.mark.parametrize("name", PARTS)
def test_sums_over_parts_of_families_get_their_verdicts(name: str) -> None:
    text, expected = PARTS[name]
    assert rows(text) == expected


SAMPLES = r"Let $X \in \mathbb{R}^{n\times p}$, $Y \in \mathbb{R}^{p\times n}$, $x, y, w\in\mathbb{R}^p$."


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        (r"\sum_{k=1}^n \|x_k - x\|^2 = \|X\|_F^2 - 2 x^T X^T \mathbf{1} + n\|x\|^2", "proved"),
        (r"\sum_{k=1}^n y_k y_k^T = Y Y^T", "proved"),
        (r"\sum_{k=1}^p x_k^2 = \|x\|^2", "proved"),  # entries
        (r"\sum_{k=1}^n w_k x_k = X^T w", "unsupported"),  # there is no W
    ],
)
def test_samples_below_a_sum_beside_a_column_of_their_name(row: str, verdict: str) -> None:
    assert rows(f"{SAMPLES}\n\n$${row}$$") == [verdict]


SIGMA = r"Let $w \in \mathbb{R}^N$ and $\Sigma \in \mathbb{R}^{N \times N}$. "


@pytest.mark.parametrize(
    ("definition", "row", "verdict"),
    [
        (r"\sigma_p = w^T \Sigma w + \sum_{i=1}^N \sigma_i", r"\sigma_i = \sigma_j", "undecided"),
        (r"\sigma_p = w^T \Sigma w", r"\sum_{i=1}^N \sigma_i = N \sigma_j", "undecided"),
        (
            r"\sigma_p = w^T \Sigma w",
            r"\sigma_p + \sum_{i=1}^N \sigma_i = w^T \Sigma w + \sum_{i=1}^N \sigma_i",
            "proved",
        ),
    ],
)
def test_an_equation_without_the_index_defines_one_member(definition: str, row: str, verdict: str) -> None:
    assert rows(f"{SIGMA}$${definition}$$ Then $${row}$$")[-1] == verdict
