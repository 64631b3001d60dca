"""Columns and matrices that are written by their entries: x_i², aᵀb = Σ a_i b_i, (a_ij); rows with words in them."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked, rows

VECTOR = "The norm of a vector $x$ is as follows.\n\n"
SQUARED = {  # a display, its verdict
    r"\|x\| = \sqrt{x_1^2 + x_2^2 + \cdots + x_n^2} = \sqrt{x^T x}": "proved",
    r"\|x\|^2 = \sum_{i=1}^n x_i^2": "proved",
    r"u^T v = \sum_{i=1}^n u_i v_i": "proved",
    r"u^T v = u_1 v_1 + u_2 v_2 + \cdots + u_n v_n": "proved",
    r"\|x\| = \sum_{i=1}^n x_i^2": "undecided",
    r"\|x\|^2 = \sum_{i=1}^n x_i^3": "undecided",
    r"u^T v = \sum_{i=1}^n u_i v_i = 0": "undecided",
    r"\|x\|^2 = \sum_{i=2}^n x_i^2": "refuted",
    r"\|x\|^2 = \sum_{i=1}^n x_i^2 = \sum_{i=1}^k x_i^2": "unsupported",
    r"\|x\|^2 = \sum_{i=1}^n x_i^T x_i": "proved",
}


@pytest.mark.parametrize("row", SQUARED)
def test_a_member_that_is_squared_is_an_entry(row: str) -> None:
    assert rows(f"{VECTOR}$${row}$$") == [SQUARED[row]]


def test_the_reading_says_that_members_are_taken_for_entries() -> None:
    (found,) = (x for x in checked(rf"{VECTOR}$$\|x\|^2 = \sum_{{i=1}}^n x_i^2$$") if x.formula.display)
    assert any("entry by entry" in line for line in found.reading)


DECLARED = r"Let $A, B \in \mathbb{R}^{m \times n}$, $C \in \mathbb{R}^{n \times n}$ and $x, y \in \mathbb{R}^n$."
ONE_ENTRY = {
    r"A = (a_{ij})": "definition",
    r"A = [a_{ij}]_{m \times n}": "definition",
    r"A + B = (a_{ij} + b_{ij})": "proved",
    r"A^T = (a_{ji})": "proved",
    r"AC = [\sum_k a_{ik} c_{kj}]": "proved",
    r"xy^T = (x_i y_j)": "proved",
    r"A^T = (a_{ij})": "unread",
    r"C^T = (c_{ij})": "undecided",
    r"2A = (a_{ij})": "undecided",
    r"A + B = (a_{ij} - b_{ij})": "undecided",
    r"AC = [\sum_k a_{ik} c_{jk}]": "undecided",
    r"xy^T = (x_j y_i)": "undecided",
    r"c_{ij} = (c_{ij} + c_{ij})": "refuted",  # a warning
}


@pytest.mark.parametrize("row", ONE_ENTRY)
def test_brackets_around_one_entry_are_a_matrix(row: str) -> None:
    assert rows(f"{DECLARED}\n\n$${row}$$") == [ONE_ENTRY[row]]


WORDS = {
    r"\|A\|_F^2 = \text{squared size} = \operatorname{tr}(A^T A)": "unsupported",
    r"\text{squared size} \quad C + C^T": "problem",
    r"\text{squared size} \quad C + x": "ill-typed",
    r"\text{a)}\ A + A = 2A": "proved",
    r"\text{by what was said}": "unsupported",
}


@pytest.mark.parametrize("row", WORDS)
def test_a_formula_beside_words_is_judged_by_itself(row: str) -> None:
    assert rows(f"{DECLARED}\n\n$${row}$$") == [WORDS[row]]


def test_a_row_without_its_left_side_begins_a_chain() -> None:
    assert rows(f"{DECLARED} The matrix\n\n$$= A + A$$\n\n$$= 2A$$\n\n$$= 3A$$") == ["problem", "proved", "undecided"]
