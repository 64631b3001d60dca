"""Rows that are not judged false, because of what brackets, indices and words may mean."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked, rows

SIZES = r"Let $A \in \mathbb{R}^{m \times n}$ and $x \in \mathbb{R}^n$. "
SQUARE = r"Let $A \in \mathbb{R}^{n \times n}$, $v \in \mathbb{R}^n$ and $x_1, \dots, x_n \in \mathbb{R}^n$. "


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        (  # the first row does not fit; the second continues it
            rf"{SIZES}\[\begin{{aligned}} x &= A^T x + x \\ &= x + A x \\ &= x \end{{aligned}}\]",
            ["ill-typed", "ill-typed", "undecided"],
        ),
        (
            rf"{SIZES}Let $r \in \mathbb{{R}}$. $$(r A)^T = [r a_{{ij}}]^T$$ $$r [a_{{ji}}] = r A^T$$",
            ["proved", "unsupported"],
        ),
        (rf"{SIZES}$$A^T = [a_{{ij}}]^T$$", ["proved"]),
        (rf"{SIZES}$$A^T = [a_{{ij}}]$$", ["unread"]),
        (rf"{SQUARE}$$A [v]_S = [v]_E = v$$", ["unsupported"]),
        (rf"{SQUARE}$$A A = [A x_1~A x_2~\cdots~A x_n]$$", ["unsupported"]),
        (
            r"Let $X \in \mathbb{R}^{p \times p}$. The columns of $U \in \mathbb{R}^n$ are. $$U X = U X$$",
            ["proved"],
        ),
        (
            r"$A$ has row vectors $r_1, \dots, r_m \in \mathbb{R}^n$ and $B = [b_1, \dots, b_p]$ is an $n \times p$"
            r" matrix. $$B^T B = B^T B$$",
            ["proved"],
        ),
    ],
)
def test_what_is_not_ill_typed(text: str, verdicts: list[str]) -> None:
    found = [v for v in checked(text) if v.formula.display]
    assert [v.verdict for v in found] == verdicts, [v.reason for v in found]


@pytest.mark.parametrize(
    ("words", "verdict"), [("", "needs"), (", where $n$ is even", "undecided"), (". Here $n$ is odd", "undecided")]
)
def test_a_size_that_is_even_or_odd_is_not_any_size(words: str, verdict: str) -> None:
    assert rows(rf"Let $A \in \mathbb{{R}}^{{n \times n}}${words}. $$A A^T = A^T A$$") == [verdict]


@pytest.mark.parametrize(
    ("words", "severity"), [(". Here $n$ is odd", "warning"), (". Let $n$ be an odd number", "warning"), ("", "error")]
)
def test_a_row_about_an_odd_size_is_not_called_wrong(words: str, severity: str) -> None:
    (found,) = rows(rf"Let $A \in \mathbb{{R}}^{{n \times n}}${words}. $$\det(-A) = -\det(A)$$")
    assert (found, found.severity) == ("refuted", severity)


def test_a_subscript_of_letters_for_columns_is_a_word() -> None:
    text = r"Let $U \in \mathbb{R}^{n \times n}$ and $L \in \mathbb{R}^{n \times n}$. "
    assert rows(rf"{text}$$U_{{up}} L = L U_{{up}}$$") == ["undecided"]


TWO = r"\begin{pmatrix} 0 \\ 1 \end{pmatrix}"
HOUSEHOLDER = r"Let $u \in \mathbb{R}^n$. "
SQUARED = r"$$(I - 2 u u^T)^2 = I$$"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (rf"The patterns are: $${TWO} \quad {TWO} \quad {TWO}$$", "unread"),
        (rf"The inputs are: $$\begin{{pmatrix}} I_1 \\ I_2 \end{{pmatrix}} = {TWO}$$", "unread"),
        (f"{HOUSEHOLDER}We get {SQUARED}", "needs"),
        (f"{HOUSEHOLDER}Using $u^T u = 1$, we get {SQUARED}", "proved"),
        (f"{HOUSEHOLDER}Since $u^T u = 1$, we get {SQUARED}", "proved"),
        (
            r"$$\sum_{i=1}^n M^{-1} x_i \varepsilon_i = M^{-1} \sum_{i=1}^n x_i \varepsilon_i$$ $$2 M = x^T y$$",
            "undecided",
        ),
        (
            r"Let $x_1, \dots, x_N \in \mathbb{R}^p$. $$N^{-1} \sum_{i=1}^N x_i = \frac{1}{N} \sum_{i=1}^N x_i$$",
            "proved",
        ),
    ],
)
def test_lists_used_equations_and_inverses(text: str, verdict: str) -> None:
    assert rows(text)[0] == verdict


def test_a_hint_does_not_hide_that_the_note_denies_it() -> None:
    text = r"Let $A \in \mathbb{R}^{n \times n}$, not necessarily symmetric. $$A A^T = A^T A$$"
    found = [v for v in checked(text) if v.formula.display]
    assert (found[0].verdict, found[0].severity) == ("needs", "warning")
    assert found[0].reason.endswith(
        "holds if A is symmetric, which the note does not say; line 1 speaks of A and is not read"
    )


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        (r"\frac{1}{n} \mathbf{0} - 2 x = -2 x", "proved"),
        (r"A x + 2 \cdot \mathbf{0} = A x", "proved"),
        (r"0 x + A x = A x", "ill-typed"),
    ],
)
def test_a_multiple_of_zero_has_any_shape_but_that_of_a_column_its_own(row: str, verdict: str) -> None:
    assert rows(f"{SIZES}$${row}$$") == [verdict]
