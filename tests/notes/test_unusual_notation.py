"""Notation of formula editors and of single authors: crossing braces, bars for brackets, primes, angles, A^{-}."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked, rows, told

LETTERS = r"Let $a, b, x \in \mathbb{R}^p$, $\lambda \in \mathbb{R}$ and $A \in \mathbb{R}^{n \times p}$." + "\n\n"


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        (r"{ { (a }_{ 1 } - b) }^{ T } x = a_1^T x - b^T x", "proved"),
        (r"{ { (a }_{ 1 } - b) }^{ T } x = a_1^T x + b^T x", "undecided"),
        (r"{ { (a }_{ 1 } - b) }^{ T } x = a^T x - b^T x", "undecided"),
        (r"{ x^T \lambda }_{ 1 } x = \lambda_1 x^T x", "proved"),
        (r"{ x^T \lambda }_{ 1 } x = \lambda_2 x^T x", "undecided"),
        (r"{ x + a }_{ 1 } = x", "unread"),
        (r"\frac{(a}{b)} = a", "unread"),
        (r"|\!|x + a|\!|^2 = |\!|x|\!|^2 + |\!|a|\!|^2 + 2 a^T x", "proved"),
        (r"|\!|x + a|\!|^2 = |\!|x|\!|^2 + |\!|a|\!| + 2 a^T x", "refuted"),
        (r"|\lambda|\!|x^T a| = |\lambda\, x^T a|", "proved"),
        (r"2 x - x = <x, x> x", "needs"),
        (r"2 a = <x, x> a - <x, x> a + 2 a", "proved"),
        (r"2 a - b = <x, x> b + <b, x> a", "refuted"),
        (r"\begin{bmatrix} 1 \\ \\ 2 \end{bmatrix} = \begin{bmatrix} 1 \\ 2 \end{bmatrix}", "proved"),
        (r"\pmatrix{1 & 0 \cr 0 & 1} = I", "proved"),
        (r"\pmatrix{1 & 0 \cr 0 & 2} = I", "refuted"),
        (r"\begin{bmatrix} 1 & 2 \\ 3 \end{bmatrix} = \begin{bmatrix} 1 & 2 \\ 3 & 3 \end{bmatrix}", "unsupported"),
        (r"\begin{cases} 1 & 2 \\ 3 \end{cases} = 1", "unsupported"),
        (r"[A]_1 = x", "unsupported"),
        (r"x^T a + a^T x =: c", "definition"),
        (r"a^T x =: x^T a", "proved"),
        (r"a^T x =: 2 x^T a", "refuted"),
        (r"\frac{m^-}{m^+} = 1", "condition"),
        (r"x^- = a", "definition"),
        (r"x^{-} - x = a", "condition"),
        (r"A A^{-} A = A", "unsupported"),
        (r"A^{-} A A^{-} = A^{-}", "unsupported"),
        (r"(A^T A)^{-} A^T A = I", "unsupported"),
        (r"x = \begin{bmatrix} x_1 \\ . \\ . \\ x_p \end{bmatrix}", "definition"),
    ],
)
def test_rows(row: str, verdict: str) -> None:
    found = [v for v in checked(f"{LETTERS}$${row}$$") if v.formula.display]
    assert [told(v) for v in found] == [verdict], found[0].reason


CELLS = r"\begin{vmatrix} 1 & 2 \\ 3 & 4 \end{vmatrix}"


@pytest.mark.parametrize("row", [rf"{CELLS} = 0", rf"I = {CELLS}", rf"{CELLS} = -2", rf"B = {CELLS} \times {CELLS}"])
def test_bars_that_the_note_writes_for_brackets_are_no_determinants(row: str) -> None:
    assert rows(f"The determinant is zero.\n\n$$A = {CELLS}$$\n\n$${row}$$") == ["unsupported"] * 2


def test_bars_are_determinants_in_other_notes() -> None:
    assert rows(f"$$D = {CELLS}$$\n\n$${CELLS} = -2$$\n\n$${CELLS} = 2$$")[1:] == ["proved", "refuted"]


@pytest.mark.parametrize(
    ("row", "verdict"),
    [("A'A = (A'A)'", "proved"), ("(A A')' = A A'", "proved"), ("A'A = A A", "ill-typed"), ("(AA)'A = A", "ill-typed")],
)
def test_primes_are_transposes_although_an_equation_has_one_on_its_left(row: str, verdict: str) -> None:
    before = LETTERS + "$$(AB)'A = B'A'A$$\n\n$$H' = A'A$$\n\n"
    assert rows(f"{before}$${row}$$")[-1] == verdict


@pytest.mark.parametrize("prime", ["x' = 2x", "x' = a", "w' = A x"])
def test_primes_of_small_letters_that_the_note_defines_are_other_letters(prime: str) -> None:
    assert rows(f"{LETTERS}$$(A + A)'A = A'A$$\n\n$${prime}$$\n\n$$(A'A)' = A'A$$")[-1] != "proved"


def test_a_capital_letter_between_a_number_and_a_column_is_a_matrix() -> None:
    before = r"Let $W \in \mathbb{R}^{n \times n}$ and $w \in \mathbb{R}^n$. Assume" + "\n\n"
    found = checked(before + r"$$W w = \lambda S w \\ S^{-1} W w = \lambda w$$")[-1]
    assert found.verdict == "proved"
    assert "S (n×n)" in found.reading[0]


@pytest.mark.parametrize(
    "row",
    [
        r"\hat{y}_{i} = \hat{\mu} + \hat{\alpha}_i + \hat{c}_i^\top \hat{q}",
        r"-5 x + 2 z = 2",
        r"\mu + \alpha_i + \hat{c}_i^\top \hat{q} = \alpha_i + \hat{q}^\top \hat{c}_i",
    ],
)
def test_letters_that_can_only_be_numbers_in_a_row_are_read_so(row: str) -> None:
    found = rows(f"Let $\\hat q \\in \\mathbb{{R}}^k$ and $z$ be as before.\n\n$${row}$$")
    assert found[0] in ("undecided", "definition", "condition")


def test_the_address_of_a_picture_is_no_formula() -> None:
    address = r"https://latex.codecogs.com/gif.latex?\begin{align}x&space;&=1\end{align}"
    assert rows(f'{LETTERS}![]({address})\n\n<img src="{address}">\n\n$$a^T x = x^T a$$') == ["proved"]
    assert rows(LETTERS + r"See https://example.org/mathematics). \\[a^T x = x^T a\\]") == ["proved"]


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        (r"A = 0 \hArr A^T = 0", "proved"),  # as KaTeX has it
        (r"A = B \rArr A^T = B^T", "proved"),
        (r"A = 0 \harr B = 0", "unsupported"),
        (r"v \isin V", "unsupported"),
        (r"(1, \textcircled{2}) = (1, 2)", "proved"),
        (
            r"\begin{pmatrix} \textcircled{\raisebox{-1pt}{1}} & 2 \end{pmatrix} = \begin{pmatrix} 1 & 2 \end{pmatrix}",
            "proved",
        ),
        (r"\begin{pmatrix} \textcircled{1} & 2 \end{pmatrix} = \begin{pmatrix} 1 & 3 \end{pmatrix}", "refuted"),
        (r"\text{data} \cdot \text{eigenvector matrix} = Y", "unsupported"),
        (r"\langle (x - \bar{x})^2 \rangle = s", "unsupported"),
    ],
)
def test_commands_of_katex_and_things_in_circles_are_read(row: str, verdict: str) -> None:
    assert rows(f"Let $A, B \\in \\mathbb{{R}}^{{n \\times n}}$.\n\n$${row}$$") == [verdict]


TWO = "Let $A, B \\in \\mathbb{R}^{2 \\times 2}$.\n\n"


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        (r"A B = \{ \sum_{k} a_{ik} b_{kj} \}", "proved"),  # the matrix with these entries
        (r"A + B = \{a_{ij} + b_{ij}\}", "proved"),
        (r"A + B = \{a_{ij} - b_{ij}\}", "undecided"),
        (r"A^T = \{a_{ji}\}", "proved"),
        (r"A^T = \{a_{ij}\}", "undecided"),
        (r"A = \{1\}", "unread"),  # a set
        (r"A = A^T?", "problem"),
        (r"A = A?", "problem"),
        (r"A =_d A", "unsupported"),
        (r"A \equiv_\theta A", "unsupported"),
        (r"A \le_P B", "unsupported"),
        (r"A + B = B + A。", "proved"),
        (r"A B = B A。", "refuted"),
        (r"f(A|_S) = 1", "unsupported"),
        (r"\mathbf{1}_{i-1} = x", "unsupported"),
        (r"\mathbf{A}_{i*} B = y", "definition"),
    ],
)
def test_braces_scripts_of_relations_and_marks_at_the_end(row: str, verdict: str) -> None:
    assert rows(f"{TWO}$${row}$$") == [verdict]


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        (r"s_i^2(A) = s_i(A) s_i(A)", "unsupported"),
        (r"f^2(w) = f(w) f(w)", "proved"),  # f is defined
        (r"f^2(w) = f(w)", "needs"),
        (r"f^2(w) = w^T w", "needs"),
        (r"c^2(A + A) = 2 c^2 A", "proved"),  # a factor
        (r"\lambda + s_i^2(A) = s_i(A - A)", "unsupported"),
        (r"\lambda + s_i^2(A) = 1", "unsupported"),
        (r"(\infty + (-\infty)) + (-\infty) = 0 + (-\infty) = -\infty", "unsupported"),
        (r"\infty - \infty = 0", "unsupported"),
    ],
)
def test_powers_of_values_of_functions_and_infinity(row: str, verdict: str) -> None:
    sizes = "Let $w \\in \\mathbb{R}^n$, $c, \\lambda \\in \\mathbb{R}$ and $A \\in \\mathbb{R}^{n \\times n}$."
    assert rows(f"{sizes} Let $f(w) = w^T w$. Here $s_i(A)$ is large.\n\n$${row}$$")[-1] == verdict


@pytest.mark.parametrize("mark", ["cup", "cap", "setminus", "wedge", "vee", "circ", "otimes", "land", "backslash"])
@pytest.mark.parametrize("row", ["a {} b = b {} a", "a {} b = a b", "S {} \\{{1\\}} = S", "A {} A = A A"])
def test_what_is_no_product_is_none_between_letters_that_are_taken_for_numbers(mark: str, row: str) -> None:
    assert rows("$$" + row.replace("{}", f"\\{mark}").replace("{{", "{").replace("}}", "}") + "$$") in (
        ["unsupported"],
        ["definition"],
    )


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        (r"S \times \{1\} = S", "unsupported"),
        (r"S \{x\} = S x", "unsupported"),
        (r"S + \{1\} = S + 1", "unsupported"),
        (r"2 \{a + b\} = 2 a + 2 b", "proved"),
        (r"\operatorname{tr}\{A\} = \operatorname{tr}\{A^T\}", "proved"),
    ],
)
def test_one_thing_in_braces_is_a_set_and_a_sum_in_braces_is_in_brackets(row: str, verdict: str) -> None:
    assert rows(f"$${row}$$") == [verdict]


def test_a_star_may_be_an_operation_of_its_own() -> None:
    assert rows("We multiply numbers.\n\n$$a * b = b * a$$") == ["proved"]
    assert rows("Let a binary operation be given.\n\n$$a * b = b * a$$") == ["unsupported"]
    assert rows("The convolution of two signals:\n\n$$f * g = g * f$$") == ["unsupported"]
