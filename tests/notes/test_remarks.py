"""Words and conditions behind the statements of a row, in its cell or in columns of their own."""

from __future__ import annotations

import pytest

from tests.notes.checking import rows

LETTERS = r"Let $x, y \in \mathbb{R}^p$ and $U \in \mathbb{R}^{p \times p}$." + "\n\n"
TRUE, NEEDS, FALSE = r"(U x)^T U x &= x^T U^T U x", r"\|U x\|^2 &= \|x\|^2", r"\|x\|^2 &= 2 \|x\|^2"


@pytest.mark.parametrize(
    ("row", "remark", "verdict"),
    [
        (TRUE, r"\text{by the definition of the norm}", "proved"),
        (TRUE, r"\text{this is wrong}", "undecided"),
        (FALSE, r"\text{by linearity}", "refuted"),
        (FALSE, r"\text{expanding the square (2)}", "refuted"),
        (FALSE, r"\text{since $x$ is zero}", "undecided"),
        (FALSE, r"(x = 0)", "undecided"),
        (FALSE, r"\text{convention}", "refuted"),
        (NEEDS, r"\text{because $U$ is orthogonal}", "undecided"),
        (NEEDS, r"\text{orthogonality}", "undecided"),
        (NEEDS, r"\text{by algebra}", "needs"),
    ],
)
def test_columns_of_words(row: str, remark: str, verdict: str) -> None:
    assert rows(f"{LETTERS}$$\\begin{{align}} {row} && {remark} \\end{{align}}$$") == [verdict]


@pytest.mark.parametrize(
    ("row", "remark", "verdict"),
    [
        (TRUE, r"\text{, since } U x \text{ is a column}", "proved"),
        (TRUE, r"\text{ by Eq. (3)}", "proved"),
        (TRUE, r"\text{, since } U \text{ is not zero}", "undecided"),
        (TRUE, r"\text{ is a solution}", "proved"),
        (TRUE, r"\text{ cannot hold}", "undecided"),
        (FALSE, r"\text{, since } x \text{ is zero}", "undecided"),
        (FALSE, r"\text{ via linearity}", "refuted"),
        (NEEDS, r"\text{, as } U \text{ is orthogonal}", "undecided"),
        (NEEDS, r"\text{ satisfies } U^T U = I", "undecided"),
        (NEEDS, r"\quad \text{if $U$ is orthogonal}", "undecided"),
        (NEEDS, r"\quad \text{when } U \text{ is orthogonal}", "undecided"),
        (NEEDS, r"\tag{if $U$ is orthogonal, 3.1}", "undecided"),
        (NEEDS, r"\tag{3.1}", "needs"),
        (NEEDS, r"\tag{for orthogonal $U$}", "undecided"),
        (NEEDS, r"\tag{for all $x$}", "needs"),
        (NEEDS, r"\quad \text{for all $x$}", "needs"),
        (NEEDS, r"\quad \text{if } U^T U = I", "proved"),
        (r"x^T x &\ge 0", r"\text{for all } 1 \times p \text{ vectors } x", "proved"),
    ],
)
def test_words_in_the_cell(row: str, remark: str, verdict: str) -> None:
    assert rows(f"{LETTERS}$$\\begin{{align}} {row} {remark} \\end{{align}}$$") == [verdict]


def test_a_row_with_words_that_are_not_understood_defines_nothing() -> None:
    text = r"$$z = U x \text{ is a guess}$$ We compute $$z^T z = x^T U^T U x$$"
    assert rows(LETTERS + text)[-1] != "proved"


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        (r"\text{score of component}_i = \frac{1}{p}", "definition"),
        (r"\text{share of the variance of component j} = \frac{1}{p}", "unsupported"),
        (r"\frac{\text{i-th value}^2}{p} = 1", "unsupported"),
        (r"\text{Taking derivatives we get } = 0", "problem"),
        (r"\operatorname{tr}\left\(U^T U\right\) = \|U\|^2", "proved"),
        (r"\operatorname{tr}\left\[U^T U\right\] = \|U\|", "refuted"),
        (r"U^† U = I", "unsupported"),
    ],
)
def test_names_of_several_words_and_escaped_brackets(row: str, verdict: str) -> None:
    assert rows(f"{LETTERS}All norms of matrices are Frobenius norms.\n\n$${row}$$") == [verdict]


@pytest.mark.parametrize(
    "row", [r"\nabla_{\mathbf{w}} \mathbf{w} \mathbf{A} \mathbf{w} = 2 \mathbf{A} \mathbf{w}", r"w A w = w w A"]
)
def test_bold_and_transposed_letters_are_not_taken_for_numbers(row: str) -> None:
    before = r"Let $\mathbf{w}, w \in \mathbb{R}^p$. Then $w^T A$." + "\n\n# Gradients\n\n"
    assert rows(f"{before}$${row}$$") != ["proved"]


def test_a_label_that_is_an_equation_restricts_its_row_and_those_that_go_on_from_it() -> None:
    first, second = r"x^T x &= \underbrace{x^T x}_{= 1} + 1", r"&= 2"
    assert rows(f"{LETTERS}\\begin{{align}} {first} \\\\ {second} \\end{{align}}") == ["refuted", "problem"]
    assert rows(LETTERS + r"$$x^T x + \underbrace{y^T x}_{= 0} = x^T x + x^T y$$") == ["proved"]


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        (r"\text{or equivalently} \quad \|x\|^2 = x^T x", "proved"),
        (r"\text{and hence } \|x\|^2 = 2 x^T x", "refuted"),
        (r"\text{or not } \|x\|^2 = x^T x", "unsupported"),
        (r"\text{total loss}(x) = \text{data loss}(x) + \text{penalty term}", "unsupported"),
        (r"\text{column 1} = \text{column 2} + \text{column 3}", "unsupported"),
    ],
)
def test_words_before_and_in_formulas(row: str, verdict: str) -> None:
    assert rows(f"{LETTERS}$${row}$$") == [verdict]
