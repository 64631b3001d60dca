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


DEFINED = "::: {.definition}\nLet $A$ be an $n \\times n$ matrix with $A x = \\lambda x$.\n:::\n\n"


@pytest.mark.parametrize(
    ("before", "opening", "closing"),
    [
        (DEFINED, "::: {#exm-a}\nSuppose that $A$ maps the first unit vector to its double. Then", ":::"),
        (DEFINED, "Then", ""),
        ("Let $A$ be an $n \\times n$ matrix.\n\n", "::: {#exm-a}\nSuppose that $A$ is our matrix. Then", ":::"),
    ],
)
def test_a_size_of_a_definition_or_around_an_example_makes_no_row_ill_typed(
    before: str, opening: str, closing: str
) -> None:
    row = r"A \begin{pmatrix} 1 \\ 0 \end{pmatrix} = \begin{pmatrix} 2 \\ 0 \end{pmatrix}"
    found = [v for v in checked(f"# Eigenvalues\n\n{before}{opening}\n\n$${row}$$\n{closing}\n") if v.formula.display]
    assert [v.verdict for v in found] != ["ill-typed"], found[0].reason


def test_a_size_of_a_definition_is_used_within_it() -> None:
    text = "::: {.definition}\nLet $A$ be an $n \\times p$ matrix, and let $p \\neq n$. Then\n\n$$A A = A$$\n:::\n"
    assert rows(text) == ["ill-typed"]


def test_two_nouns_before_a_display_say_of_none_of_its_letters_what_it_is() -> None:
    row = r"$$\lambda_1 = 3 k/m \quad x_0 = \begin{pmatrix} -1 \\ 1 \end{pmatrix}$$"
    assert rows(f"Let $k, m \\in \\mathbb{{R}}$.\n\nThe eigenvalues and eigenvectors of the matrix are\n{row}") != [
        "ill-typed"
    ]


def test_what_is_called_by_a_letter_ends_the_definition_of_the_letter() -> None:
    before = "Let $a$ be a vector and $A$ a matrix. Let $P = \\frac{a a^T}{a^T a}$."
    called = "Then $A(A^T A)^{-1} A^T$ is called the projection matrix $P$ of $A$."
    assert rows(f"{before}\n\n$$P^2 = P$$") == ["proved"]
    assert rows(f"{before}\n\n{called}\n\n$$P^2 = P$$") == ["undecided"]


CELLS = r"$$A = \begin{pmatrix} 1 & 0 & 0 \\ 0 & 1 & 0 \end{pmatrix}$$"


@pytest.mark.parametrize(
    ("before", "behind"),
    [
        (f"::: {{#exm-a}}\nTake\n{CELLS}\n:::\n\nThe system $A B = C$ can be solved for $B$:\n", ""),
        (f"##### Example\n\n{CELLS}\n\n::: prop\nLet $B$ be a square matrix.\n:::\n\n::: proof\nWe have\n", "\n:::"),
    ],
)
def test_cells_of_an_example_are_not_those_of_a_row_behind_it_or_of_a_theorem_in_it(before: str, behind: str) -> None:
    assert rows(f"# Inverses\n\n{before}$$A^{{-1}} A = I$${behind}\n")[-1] == "proved"
    assert rows(f"# Inverses\n\n{before}$$A A = A$${behind}\n")[-1] == "undecided"
    assert rows(f"::: {{#exm-a}}\nTake\n{CELLS}\n\n$$A A = A$$\n:::\n")[-1] == "ill-typed"


@pytest.mark.parametrize("said", ["if and only if", "iff", "exactly when", "precisely if"])
def test_a_side_of_an_equivalence_in_words_is_no_definition_and_is_not_judged_false(said: str) -> None:
    before = f"Moneyness is defined by $f = k$ {said} $X = x$.\n\n"
    assert checked(f"{before}$$f = k$$")[0].verdict == "undecided"
    assert rows(f"{before}$$f = k$$") == ["undecided"]
    sizes = "Let $A \\in \\mathbb{R}^{n \\times n}$. Then"
    assert rows(f"{sizes}\n\n$$A^T A = I$$\n\n{said} the columns are like that.") == ["undecided"]
    assert rows(f"{sizes}\n\n$$(A^T)^T = A$$\n\n{said} this is so.") == ["undecided"]
    assert rows(f"{sizes}\n\n$$A^T A = I$$\n") == ["needs"]
