"""Rows about letters that a note writes out, by numbers or by entries, and notations of other notes."""

from __future__ import annotations

import pytest

from pcaproofs.notes.checking import check_note
from tests.notes.checking import checked, told
from tests.notes.reading import note

NUMBERS = r"Consider the matrix $A = \begin{bmatrix} 2 & 1 \\ 1 & 2 \end{bmatrix}$." + "\n\n"
VALUE = "for A = [2, 1; 1, 2]"


@pytest.mark.parametrize(
    ("words", "row", "verdict", "reason"),
    [
        ("Every square matrix satisfies", r"A^T A = A A^T", "proved", f"{VALUE} alone"),
        ("For symmetric matrices we have", r"A^{-1} = A^T", "undecided", "“for symmetric matrices” is not read"),
        ("For a symmetric matrix we have", r"x^T A y = y^T A x", "proved", f"{VALUE} alone"),
        ("For all invertible matrices,", r"\det(3 A) = 9 \det(A)", "proved", f"{VALUE} alone"),
        ("So", r"A = A^T", "proved", f"{VALUE} alone"),
        ("We see that", r"A^T A = A A^T", "proved", f"{VALUE} alone"),
        ("We see that for all $x$", r"x^T A x = 2 x^T x + x^T (A - 2 I) x", "proved", "all dimensions"),
        ("For all $A$ we have", r"A^T A = A A^T", "undecided", "A may be something else in this section"),
        ("Every matrix satisfies", r"\operatorname{tr}(A^T) = \operatorname{tr}(A)", "proved", "all dimensions"),
        ("Every matrix satisfies", r"\operatorname{tr}(A^T A) = 10", "proved", f"{VALUE} alone"),
        ("Here", r"\operatorname{tr}(A) = 4", "proved", f"{VALUE} alone"),
        ("Here", r"\operatorname{tr}(A) = 5", "refuted", VALUE),
        (
            "Here",
            r"A \begin{bmatrix} 1 \\ 1 \end{bmatrix} = 3 \begin{bmatrix} 1 \\ 1 \end{bmatrix}",
            "proved",
            "line 1",
        ),
    ],
)
def test_a_row_about_an_example_says_so(words: str, row: str, verdict: str, reason: str) -> None:
    text = note(f"{NUMBERS}{words}\n\n$${row}$$")
    found = check_note(text)[1][-1]
    assert (told(found), reason in found.said(text)) == (verdict, True), found.said(text)


SIZE = r"The determinant of a matrix $A \in \mathbb{R}^{3 \times 3}$ is a volume." + "\n\n# Traces\n\n"


@pytest.mark.parametrize(
    ("words", "row", "verdict", "reason"),
    [
        ("We have", r"\operatorname{tr}(A^T A) = \operatorname{tr}(A A^T)", "proved", "all dimensions"),
        ("Every matrix satisfies", r"\operatorname{tr}(A^T A) = \operatorname{tr}(A A^T)", "proved", "all dimensions"),
        ("We have", r"\det(2 A) = 8 \det(A)", "proved", "for A of size 3×3 alone"),
        ("Every square matrix satisfies", r"\det(2 A) = 8 \det(A)", "proved", "for A of size 3×3 alone"),
    ],
)
def test_a_size_of_an_example_is_not_that_of_all(words: str, row: str, verdict: str, reason: str) -> None:
    found = checked(f"{SIZE}{words}\n\n$${row}$$")[-1]
    assert (told(found), reason in found.reason) == (verdict, True), found.reason


def test_a_definition_from_an_example_is_general() -> None:
    text = r"$$X = \begin{bmatrix} 1 & 2 \\ 3 & 5 \end{bmatrix}$$ Let $$S = X^T X.$$ Then $$S^T = S$$"
    assert (checked(text)[-1].verdict, checked(text)[-1].reason) == ("proved", "all dimensions")


def test_another_size_ends_an_example() -> None:
    text = f"{NUMBERS}Now let $v$ be a column. Suppose that $A$ is a $3 \\times 3$ matrix. $$A A^T = A^T A$$"
    assert checked(text)[-1].verdict != "proved"


@pytest.mark.parametrize(
    ("said", "row", "verdict"),
    [
        (r"Let $x = (x_1, \dots, x_n)$.", r"\|x\|^2 = \sum_{i=1}^n x_i^2", "proved"),
        (r"Let $x = (x_1, \dots, x_n) \in \mathbb{R}^n$.", r"\|x\|^2 = \sum_{i=1}^n x_i^2", "proved"),
        (r"Let $\mathbf{x} = (x_1, \dots, x_n)$.", r"\|\mathbf{x}\|^2 = \sum_{i=1}^n x_i^2", "proved"),
        (r"Let $\mathbf{x} = [x_1, \dots, x_n]^T$.", r"\|\mathbf{x}\|^2 = \sum_{i=1}^n x_i^2", "proved"),
        (r"$$x = \begin{bmatrix} x_1 \\ \vdots \\ x_n \end{bmatrix}$$", r"\|x\|^2 = \sum_{i=1}^n x_i^2", "proved"),
        (r"Let $x = (x_1, \dots, x_n)$.", r"\|x\|^2 = \sum_{i=1}^n x_i", "undecided"),
        (
            r"Let $x_1, \dots, x_n \in \mathbb{R}^p$ and $x = (x_1, \dots, x_n)$.",
            r"\|x\|^2 = \sum_{i=1}^n x_i^T x_i",
            "unsupported",
        ),
    ],
)
def test_a_tuple_of_numbers_is_a_column(said: str, row: str, verdict: str) -> None:
    assert told(checked(f"{said}\n\n$${row}$$")[-1]) == verdict


@pytest.mark.parametrize(
    "text",
    [  # x_i is a sample, although x is a column; x̄ is a number in another row only
        r"Let $x \in \mathbb{R}^D$ and $u \in \mathbb{R}^D$. $$(u^T x_i - u^T x)^2 = (u^T x_i)^2 - (u^T x)^2$$",
        r"Let $u \in \mathbb{R}^D$. Project onto a line for which $u$ is a unit vector: $\mathbf{P}_u = u u^T$.",
    ],
)
def test_what_the_reader_supposes_makes_nothing_ill_typed(text: str) -> None:
    assert "ill-typed" not in {v.verdict for v in checked(text)}


def test_a_family_may_be_listed_up_to_other_members() -> None:
    text = r"""Let $A$ be an $m \times n$ matrix of rank $r$. $$A = U S V^T
= \begin{pmatrix} u_1 & \cdots & u_m \end{pmatrix} S \begin{pmatrix} v_1 & \cdots & v_n \end{pmatrix}^T$$
The vectors $u_1, \dots, u_r$ are an orthonormal basis, and so are $v_1, \dots, v_r$."""
    assert [v.verdict for v in checked(text) if v.formula.display] == ["unsupported"]


def test_entries_of_a_bold_matrix_may_be_plain() -> None:
    text = r"Let $\mathbf{A} \in \mathbb{R}^{n \times n}$. $$\operatorname{tr}(\mathbf{A}) = \sum_{i=1}^n A_{ii}$$"
    assert checked(text)[-1].verdict == "proved"


def test_the_mean_of_one_sum_is_not_that_of_all() -> None:
    text = r"""Let $X \in \mathbb{R}^{n \times k}$ and $a \in \mathbb{R}^k$. The score is
$$S_i = \sum_{j=1}^k x_{ij} a_j$$
Its mean is $$\mu_S = \frac{1}{n} \sum_{i=1}^n S_i$$ The features have means $\mu_1, \dots, \mu_k$ with
$$\mu_j = \frac{1}{n} \sum_{i=1}^n S_i$$"""
    assert checked(text)[-1].verdict != "proved"


def test_a_bold_tuple_is_a_column_although_the_plain_letter_is_another_one() -> None:
    text = r"Let $\mathbf{x} = (x_1, \dots, x_n)$. The distance is $d(x, y) = |x - y|$. $$\|\mathbf{x}\| \ge 0$$"
    assert any("x (n×1)" in line for line in checked(text)[-1].reading)


def test_entries_in_bold_are_those_of_a_declared_column() -> None:
    text = r"Let $\mathbf{c} = (c_1, \dots, c_l)$. $$2 (\mathbf{c}_1, \dots, \mathbf{c}_l) = 2 \mathbf{c}$$"
    assert checked(text)[-1].verdict == "proved"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (r"$$4 \times -3 = -12$$", "proved"),
        (r"$$2 \cdot -3^2 = 18$$", "unread"),
        (r"Let $y \in \mathbb{R}^n$. $$\lvert \lvert y \lvert \lvert^2 = y^T y$$", "proved"),
        (r"Let $y \in \mathbb{R}^n$. $$y^T y = \|y\|^2. (\#eq:of-the-norm)$$", "proved"),
        (r"Let $y \in \mathbb{R}^n$. $$\pdv{y^T y}{y} = 2 y$$", "proved"),
        (r"It doesn't need to be transposed. Let $x \in \mathbb{R}^n$. $$x' = 3 x$$", "definition"),
        (r"$$(\mathbf{I}_{n\times n})^T = \mathbf{I} \mathbf{I}$$", "proved"),
        (
            r"Let $A$ be an $n \times n$ matrix. We have $$A^T A = (A^T A)^T$$ "
            r"For example, if $A$ is $5 \times 5$, then $A^T A$ is large. $$A A^T = (A A^T)^T$$",
            "all dimensions",
        ),
        (
            r"Let $W$ be a $D \times M$ matrix. With a $D\times M$ matrix $W$ and $D$-dimensional $\mu$, "
            r"$$W^T W = (W^T W)^T$$",
            "proved",
        ),
        (
            r"Let $p \in \mathbb{R}^n$. There is a unit vector $$q = \frac{p}{\sigma} \ , \ \sigma = \sqrt{\lambda}$$",
            "definition",
        ),
        (
            r"$$v = \begin{bmatrix} 1 \\ 1 \end{bmatrix} \hspace{10mm} u = \begin{bmatrix} 1 \\ 2 \end{bmatrix}$$",
            "definition",
        ),
        (r"Let $y, z \in \mathbb{R}^n$. $$SSE = \|y - z\|^2 = (y - z)^T (y - z)$$", "proved"),
        (r"Let $y \in \mathbb{R}^n$. $$f = \frac{1}{2N} y^T y$$ $$2 N f = \|y\|^2$$", "proved"),
        (
            r"Let $\mathbf{X}$ be a matrix and $\mathbf{u}, \mathbf{x}$ columns. $$Z_1 = \mathbf{u}^T \mathbf{x}$$ "
            r"$$Z_1^2 = (\mathbf{u}^T \mathbf{x})^2$$",
            "proved",
        ),
        (r"Let $x \in \mathbb{R}^n$. $$\sum (x_i - 2)^2 = \sum_{i=1}^n (x_i - 2)^2$$", "proved"),
        (r"Let $x, y \in \mathbb{R}^n$. $$\sum x_i y_j = \sum_{i=1}^n x_i y_j$$", "unsupported"),
        (r"Let $x \in \mathbb{R}^2$. $$2 x = \begin{bmatrix} 1 \\ * \end{bmatrix}$$", "unsupported"),
        (r"$$\nabla_x = 2 x$$", "unsupported"),
        (
            r"Let $A$ be an $m \times n$ matrix with orthonormal $u_1, \dots, u_m$ and $v_1, \dots, v_n$. "
            r"$$A = \sigma_1 u_1 v_1^T + \cdots \sigma_r u_r v_r^T$$",
            "unsupported",
        ),
        (r"$$\mathbf{0} = A b - c$$", "condition"),
        (r"Let $\Lambda_{+}$ be symmetric. $$\Lambda_{+}^T = \Lambda_+$$", "proved"),
        (r"$$f'(x) = \lim_{t \downarrow 0} \frac{f(x + t) - f(x)}{t}$$", "unsupported"),
        (
            r"Let $\Sigma \in \mathbb{R}^{p \times p}$. $$\begin{aligned} \max_{u} && u^T \Sigma u & \\ "
            r"\mathrm{s.t.} && u^T u &= 1 \end{aligned}$$",
            "problem",
        ),
        ("```{note}\nLet $A$ be symmetric.\n\n$$A = A^T$$\n```", "proved"),
        ("````{prf:theorem} T\nLet $A$ be square.\n\n```python\n$$a = b$$\n```\n\n$$A + A = 2 A$$\n````", "proved"),
    ],
)
def test_notations_of_other_notes(text: str, verdict: str) -> None:
    found = [v for v in checked(text) if v.formula.display][-1 if verdict == "proved" else 0 :]
    assert all(verdict in (v.verdict, v.reason.partition(",")[0]) for v in found), [v.reason for v in found]
