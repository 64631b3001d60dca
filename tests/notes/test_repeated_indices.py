"""Index notation without sums: an index that occurs twice in a product of entries may be summed over."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked, rows, told

LETTERS = r"Let $A, B \in \mathbb{R}^{n \times n}$ and $x, y \in \mathbb{R}^n$. In components:"


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        (r"(AB)_{ik} = A_{ij} B_{jk}", "proved"),
        (r"(AB)_{ik} = A_{ij} B_{kj}", "needs"),
        (r"(AB)_{ik} = 2 A_{ij} B_{jk}", "refuted"),
        (r"(AB)_{ik} = B_{jk} A_{ij}", "proved"),
        (r"(AB)_{ij} = A_{ij} B_{ij}", "refuted"),
        (r"(ABA)_{il} = A_{ij} B_{jk} A_{kl}", "proved"),
        (r"(AB + A)_{ik} = A_{ij} B_{jk} + A_{ik}", "proved"),
        (r"\operatorname{tr}(AB) = A_{ij} B_{ji}", "proved"),
        (r"\operatorname{tr} A = A_{ii}", "proved"),
        (r"\operatorname{tr} A = 2 A_{ii}", "refuted"),
        (r"(Ax)_i = A_{ij} x_j", "proved"),
        (r"(A^T x)_j = A_{ij} x_i", "proved"),
        (r"x^T A y = x_i A_{ij} y_j", "proved"),
        (r"x^T y = x_i y_i", "proved"),
        (r"x^T y = x_i y_i + 1", "refuted"),
        (r"\|x\|^2 = x_i^2", "proved"),
        (r"\delta_{ij} x_j = x_i", "proved"),
        (r"A_{ij} \delta_{jk} = A_{ik}", "proved"),
        (r"(A^T)_{ij} = A_{ji}", "proved"),
        (r"(A + B)_{ij} = A_{ij} - B_{ij}", "refuted"),
        (r"(x y^T)_{ij} = x_j y_i", "refuted"),
        (r"(A A^T)_{ij} = \sum_k A_{ik} A_{jk}", "proved"),
        (r"(A A^T)_{ii} = \sum_k A_{ik} A_{ki}", "needs"),
    ],
)
def test_rows(row: str, verdict: str) -> None:
    (found,) = [v for v in checked(f"{LETTERS}\n\n$${row}$$") if v.formula.display]
    assert told(found) == verdict, found.reason


def test_the_convention_is_printed() -> None:
    (found,) = [v for v in checked(rf"{LETTERS}{chr(10) * 2}$$(AB)_{{ik}} = A_{{ij}} B_{{jk}}$$") if v.formula.display]
    assert found.reason == "all dimensions, with a sum over j, which the row has twice in a product"
    assert found.reading[-1] == "with a sum over j, which the row has twice in a product"


@pytest.mark.parametrize("before", ["For each $i$ we have", r"Let $i \in \{1, \dots, n\}$. For this $i$,"])
def test_an_index_that_the_sentence_fixes_is_not_summed_over(before: str) -> None:
    assert rows(rf"{LETTERS} {before}{chr(10) * 2}$$x^T y = x_i y_i$$") == ["refuted"]


def test_members_of_a_family_are_not_summed_over() -> None:
    assert rows(r"Let $x_1, \dots, x_n \in \mathbb{R}^p$." + "\n\n$$x_i^T x_i = 1$$") == ["refuted"]


def test_rows_that_go_on_keep_the_free_indices() -> None:
    text = LETTERS + "\n\n" + r"$$\begin{aligned} (AB)_{ik} &= A_{ij} B_{jk} \\ &= B_{jk} A_{ij} \end{aligned}$$"
    assert rows(text) == ["proved", "proved"]


def test_a_definition_is_one_with_the_sum() -> None:
    text = r"Let $A \in \mathbb{R}^{n \times n}$. Define" + "\n\n$$t = A_{ii}$$\n\nThen\n\n"
    assert rows(text + r"$$t = \operatorname{tr} A$$") == ["definition", "proved"]


def test_a_note_that_announces_the_convention() -> None:
    text = f"{LETTERS} Repeated indices are summed over.\n\n$$(AB)_{{ik}} = A_{{ij}} B_{{jk}}$$\n\n"
    assert rows(text) == ["proved"]
