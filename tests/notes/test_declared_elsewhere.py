"""Declarations that hold only in their item or sentence, and columns of which the note also has entries."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked, rows

ITEM = "- We define the gradient of $f(A)$ with respect to an $n \\times k$ matrix $A$ as\n$$\\nabla_A f = B$$\n\n"


@pytest.mark.parametrize(
    ("row", "verdict"),
    [("A A^{-1} = I", "proved"), ("A A = A", "undecided"), (r"\operatorname{tr}(A + I) = 0", "undecided")],
)
def test_a_size_that_one_item_gives_makes_no_row_of_another_item_ill_typed(row: str, verdict: str) -> None:
    assert rows(f"# Gradients\n\n{ITEM}- These formulas are useful\n$${row}$$")[-1] == verdict


def test_a_size_makes_rows_of_its_own_item_ill_typed() -> None:
    assert rows(f"{ITEM.rstrip()}\nand hence\n$$A A = A$$")[-1] == "ill-typed"
    assert rows("- $X$ is an $n \\times p$ matrix\n- $w$ is a column\n\nWe compute\n\n$$X X = X$$") == ["ill-typed"]


@pytest.mark.parametrize("said", ["for any vector $x = a$", "for every unit column $x = a$", "for each $x = a$"])
def test_an_equation_behind_for_any_holds_in_its_sentence_only(said: str) -> None:
    before = rf"Let $a \in \mathbb{{R}}^p$, and let $S \in \mathbb{{R}}^{{p \times p}}$. It is symmetric, {said}."
    found = checked(f"{before} Consequently,\n\n$$(x - a)^T S (x - a) = 0$$")
    assert found[-1].verdict != "proved"


@pytest.mark.parametrize("items", ["u_1 v_1 + u_2 v_2 + \\dots + u_n v_n", "u_1 v_1 + \\dots + u_n v_n"])
def test_the_entries_of_a_column_do_not_make_a_row_ill_typed(items: str) -> None:
    before = "Here $u$ is a column vector having elements $u_i$ and $v$ is another one having elements $v_i$.\n\n"
    found = rows(f"{before}$$u \\cdot v = \\sum_{{i=1}}^n u_i v_i = {items}$$")
    assert found[0] not in ("ill-typed", "refuted", "needs")
