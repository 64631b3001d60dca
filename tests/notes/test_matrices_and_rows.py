"""Options of environments, spaces behind rows, arrays that are aligned equations, and numbers of equations."""

from __future__ import annotations

import pytest

from .checking import rows
from .reading import note, shown

NUMBER = "Let $r = 3$ be the rank and $c$ a real number.\n\n"
MATRIX = r"1 & 3 \\ 2 & -4"
TRACE = {  # environments with the same matrix, of trace -3
    "pmatrix*": r"\begin{pmatrix*}[r] %s \end{pmatrix*}",
    "bmatrix*, with a space": r"\begin{bmatrix*} [r] %s \end{bmatrix*}",
    "smallmatrix*": r"\left(\begin{smallmatrix*}[c] %s \end{smallmatrix*}\right)",
    "psmallmatrix*": r"\begin{psmallmatrix*}[c] %s \end{psmallmatrix*}",
    "without an alignment": r"\begin{pmatrix*} %s \end{pmatrix*}",
    "a place of array": r"\left(\begin{array}[c]{rr} %s \end{array}\right)",
    "a repeated column": r"\left(\begin{array}{@{}*{2}{r}@{}} %s \end{array}\right)",
    "nicematrix": r"\begin{pNiceMatrix}[margin, r] %s \end{pNiceMatrix}",
    "an array of nicematrix": r"\begin{pNiceArray}{cc}[margin] %s \end{pNiceArray}",
    "a macro": r"\def\m#1{\begin{pmatrix*}[r]#1\end{pmatrix*}}\m{%s}",
}


@pytest.mark.parametrize("name", TRACE)
def test_the_alignment_of_a_matrix_is_no_letter(name: str) -> None:
    found = rows(
        NUMBER
        + f"$$\\operatorname{{tr}}{TRACE[name] % MATRIX} = -3$$\n\n"
        + f"$$\\operatorname{{tr}}{TRACE[name] % MATRIX} = c - 4$$\n\n"
        + f"$$\\det{TRACE[name] % MATRIX} = -10$$"
    )
    assert found[0] == found[2] == "proved"
    assert found[1] != "proved"


REFUSED = {
    "an alignment where a package wants none": r"\begin{pmatrix}[r] 1 & 3 \\ 2 & -4 \end{pmatrix}",
    "an augmented matrix by a redefinition": r"\begin{bmatrix}[cc|c] 1 & 3 \\ 2 & -4 \end{bmatrix}",
    "cells outside of the brackets": r"\begin{pNiceMatrix}[first-row] a & b \\ 1 & 3 \\ 2 & -4 \end{pNiceMatrix}",
    "a cell over two columns": r"\begin{pmatrix} \multicolumn{2}{c}{1} \\ 2 & -4 \end{pmatrix}",
}


@pytest.mark.parametrize("name", REFUSED)
def test_options_with_a_meaning_are_refused(name: str) -> None:
    assert rows(NUMBER + f"$$\\operatorname{{tr}}{REFUSED[name]} = r - 4$$") == ["unread"]


@pytest.mark.parametrize(
    "end", [r"\\[2pt]", r"\\[-0.5 ex]", r"\\[.5\baselineskip]", r"\\[\jot]", r"\\*", r"\\*[1ex]", r"\\ [1ex]", r"\cr"]
)
def test_the_space_behind_a_row_says_nothing(end: str) -> None:
    assert shown(note(f"$$\\begin{{pmatrix}} a {end} b \\end{{pmatrix}}$$")) == [
        r"\begin{pmatrix} a \\ b \end{pmatrix}"
    ]
    assert shown(note(f"\\begin{{align}} a &= b {end} &= c \\end{{align}}")) == ["a = b", "= c"]


def test_a_row_may_begin_with_a_bracket() -> None:
    assert shown(note(r"\begin{align} a &= b \\ [2, 3] &= c \\[1] &= d \end{align}")) == [
        "a = b",
        "[2, 3] = c",
        "[1] = d",
    ]


ARRAYS = {  # formulas, the rows of them
    "three columns": (r"\begin{array}{rcl} a & = & b \\ & = & c \end{array}", ["a = b", "= c"]),
    "two columns": (r"\begin{array}{rl} a & = b \\ & \leq c \end{array}", ["a = b", r"\le c"]),
    "one column": (r"\begin{array}{l} a = b \\ c = d \end{array}", ["a = b", "c = d"]),
    "a matrix as a layout": (r"\begin{matrix} a &=& b \\ &=& c \end{matrix}", ["a = b", "= c"]),
    "within an equation": (
        r"\begin{equation} \begin{array}{rcl} a & = & b \\ & = & c \end{array} \end{equation}",
        ["a = b", "= c"],
    ),
    "a number between brackets": (
        r"\left(\begin{array}{c} a \\ b \end{array}\right) = c",
        [r"\begin{pmatrix} a \\ b \end{pmatrix} = c"],
    ),
    "a place": (r"\begin{aligned}[t] a &= b \\ &= c \end{aligned}", ["a = b", "= c"]),
    "another place": (r"\begin{gathered}[b] a = b \\ c = d \end{gathered}", ["a = b", "c = d"]),
    "two options": (r"\begin{multlined}[c][5cm] a \\ = b \end{multlined}", ["a = b"]),
    "a number by TeX": (r"a = b \eqno(3)", ["a = b"]),
    "a number on the left": (r"a = b \leqno{(3)}", ["a = b"]),
    "a counter": (r"a = b \refstepcounter{equation}\tag{\theequation}\numberthis", ["a = b"]),
    "a package": (r"\require{cancel} a = \cancel{b}", ["a = b"]),
    "numbers of siunitx": (r"a = \num{2.5} b + \num{1e-3}", [r"a = 2.5 b + (1 \cdot 10^{-3})"]),
}


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_of_relations_are_aligned_equations(name: str) -> None:
    text, expected = ARRAYS[name]
    assert shown(note(f"$$ {text} $$")) == expected


def test_the_macro_that_numbers_a_row_says_nothing() -> None:
    text = r"\newcommand\numberthis{\addtocounter{equation}{1}\tag{\theequation}}"
    assert shown(note(text + r"\begin{align*} a &= b \numberthis \label{q} \end{align*}", "tex")) == ["a = b"]


QUANTIFIED = {  # a row, its verdict; S is p×p, the columns v_i are orthonormal
    r"x^T S y = y^T S^T x \quad \forall x, y \in \mathbb{R}^p": "proved",
    r"x^T S y = y^T S^T x, \quad \forall\, x, y.": "proved",
    r"\forall x, y \in \mathbb{R}^p: x^T S y = y^T S^T x": "proved",
    r"\forall x, y, z \in \mathbb{R}^p, \quad (x + y)^T z = x^T z + y^T z": "proved",
    r"x^T S x = x^T S^T x \quad \forall x": "proved",
    r"\forall A, B \in \mathbb{R}^{p \times p}: \operatorname{tr}(AB) = \operatorname{tr}(BA)": "proved",
    r"v_i^T v_j = 0 \quad \forall i \neq j": "proved",
    r"v_i^T v_j = v_j^T v_i \quad \forall i, j": "proved",
    r"x^T S y = y^T S x \quad \forall x, y \in \mathbb{R}^p": "needs",
    r"x^T y = 2 x^T y \quad \forall x, y \in \mathbb{R}^p": "refuted",
    r"v_i^T v_j = 1 \quad \forall i \neq j": "refuted",
    r"\|v_i - v_j\|^2 = 2 \quad \forall i \neq j": "proved",
}


FOR_ALL = {  # a row and the words behind it, its verdict; u is a unit vector, P a projector, y = Qu for an orthogonal Q
    (r"u^T u = 1 \quad \forall u \in \mathbb{R}^p", ""): "undecided",
    (r"\forall u \in \mathbb{R}^p: u^T u = 1", ""): "undecided",
    (r"u^T u = v^T v \quad \forall u, v \in \mathbb{R}^p", ""): "undecided",
    (r"u^T u = 1 \text{ for every vector } u \in \mathbb{R}^p", ""): "undecided",
    (r"P^2 = P \quad \forall P \in \mathbb{R}^{p \times p}", ""): "undecided",
    ("u^T u = 1", r"for all real vectors $u \in \mathbb{R}^p$."): "undecided",
    ("u^T u = 1,", r"and this for any $u \in \mathbb{R}^p$."): "undecided",
    # the unit vectors of which the note has spoken
    ("u^T u = 1", "for all unit vectors $u$."): "proved",
    ("u^T u = 1", "for all such $u$."): "proved",
    (r"u^T u = 1 \quad \forall u \in \mathbb{R}^p, \|u\| = 1", ""): "proved",
    # other letters keep what is said of them, and definitions their right sides
    (r"v^T u u^T u = v^T u \quad \forall v \in \mathbb{R}^p", ""): "proved",
    (r"\|y\| = \|u\| \quad \forall u \in \mathbb{R}^p", ""): "proved",
}


@pytest.mark.parametrize(("row", "behind"), FOR_ALL)
def test_what_is_said_of_a_letter_does_not_hold_for_all_its_values(row: str, behind: str) -> None:
    text = (
        r"Let $u, v \in \mathbb{R}^p$, where $u$ is a unit vector, and $P \in \mathbb{R}^{p \times p}$ an orthogonal "
        r"projector, and let $Q \in \mathbb{R}^{p \times p}$ be orthogonal. We set $y = Qu$."
    )
    assert rows(f"{text} We have\n\n$$ {row} $$\n\n{behind}") == [FOR_ALL[row, behind]]


@pytest.mark.parametrize("row", QUANTIFIED)
def test_a_quantifier_may_have_several_letters(row: str) -> None:
    text = "Let $S \\in \\mathbb{R}^{p \\times p}$. Let $v_1, \\dots, v_n \\in \\mathbb{R}^p$ be orthonormal.\n\n"
    assert rows(f"{text}$$ {row} $$") == [QUANTIFIED[row]]
