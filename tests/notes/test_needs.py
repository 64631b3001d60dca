"""Rows that are true under two hypotheses that the note does not state, or under λ ≠ μ or i ≠ j."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked, told

V = r"Let $v_1, \dots, v_p \in \mathbb{R}^p$"
X = r"Let $x_1, \dots, x_n \in \mathbb{R}^p$ and $a, w \in \mathbb{R}^p$."
UV = r"Let $u, v, x \in \mathbb{R}^p$."
PAIR = r"Let $u$, $v$ be eigenvectors of $S$ with eigenvalues $\lambda$ and $\mu$."
SHIFT = r"\sum_{i=1}^n \|x_i - a - w w^T x_i\|^2 = \sum_{i=1}^n \|x_i\|^2 + n \|a\|^2 - \sum_{i=1}^n (w^T x_i)^2"
PLANE = r"\|x - u u^T x - v v^T x\|^2 = \|x\|^2 - (u^T x)^2 - (v^T x)^2"
S = r"Let $S \in \mathbb{R}^{p \times p}$"


@pytest.mark.parametrize(
    ("said", "row", "needs"),
    [
        (f"{V}.", "v_i^T v_j = 0", ("the v_i are orthonormal and i ≠ j",)),
        (f"{V} be orthonormal.", "v_i^T v_j = 0", ("i ≠ j",)),
        (f"{S}. {PAIR}", "u^T v = 0", ("S is symmetric and λ ≠ μ",)),
        (f"{S} be symmetric. {PAIR}", "u^T v = 0", ("λ ≠ μ",)),
        (X, SHIFT, ("the x_i are centred and w is a unit vector",)),
        (f"{X} Let $w$ be a unit vector.", SHIFT, ("X is centred",)),
        (UV, PLANE, ("u and v are orthonormal",)),
        (f"{UV} Let $u$ and $v$ be unit vectors.", PLANE, ("u and v are orthogonal",)),
        (UV, r"\|u + v\|^2 = 2", ("u and v are orthonormal",)),
        (
            rf"{S} and $u \in \mathbb{{R}}^p$, $\lambda \in \mathbb{{R}}$.",
            r"\|S u\|^2 = \lambda^2",
            ("u is an eigenvector of S with eigenvalue λ and u is a unit vector",),
        ),
    ],
)
def test_the_verdict_names_the_missing_assumptions(said: str, row: str, needs: tuple[str, ...]) -> None:
    found = [v for v in checked(f"{said}\n\n$${row}$$") if v.formula.display]
    assert [(v.verdict, v.needs) for v in found] == [("needs", needs)]


BOTH = "u is a unit vector and v is a unit vector"
REFLECTIONS = r"(I - 2 u u^T)^2 = I = (I - 2 v v^T)^2"
OPEN = r"Let $A, B$ be $p \times p$ matrices and $x, y \in \mathbb{R}^p$."


@pytest.mark.parametrize(
    ("said", "row", "verdict", "ends"),
    [
        (UV, "u^T u = 1 = v^T v", "needs", f"holds if {BOTH}, which the note does not say"),
        (UV, REFLECTIONS, "needs", f"holds if {BOTH}, which the note does not say"),
        (
            f"{UV} Let $u$ be a unit vector.",
            REFLECTIONS,
            "needs",
            "holds if v is a unit vector, which the note does not say",
        ),
        (UV, "1 + u^T u = 2 = v^T v + 2", "refuted", "left = 2, right = 3"),
        (OPEN, "A = A^T = I", "undecided", "not proved, and another equation may give A a value"),
        (
            OPEN,
            "x^T A x > 0",
            "undecided",
            "left = -1, right = 0; holds if A is positive semidefinite, which the note does not say",
        ),
        (f"{OPEN} $$A = A^T$$", "x^T A x > 0", "undecided", "not proved, and another equation may give A a value"),
        (
            f"{OPEN} $$A = A^T$$",
            "x^T A y = y^T A x = x^T B y",
            "undecided",
            "not proved, and another equation may give A a value",
        ),
        (OPEN, r"A = A^T, \quad x^T x = 1", "undecided", "not proved, and another equation may give A a value"),
        (OPEN, "A = A^T", "undecided", "not proved, and another equation may give A a value"),
    ],
)
def test_a_need_is_said_of_what_it_makes_true(said: str, row: str, verdict: str, ends: str) -> None:
    found = [v for v in checked(f"{said}\n\n$${row}$$") if v.formula.display][-1]
    assert told(found) == verdict
    assert found.reason.endswith(ends)


@pytest.mark.parametrize(
    ("said", "row"),
    [
        (UV, r"\|u + v\|^2 = 3"),
        (UV, "u^T v = 0"),  # what it would need is what it says
        (UV, r"u^T u = 0"),
        (f"{S} and $u, v \\in \\mathbb{{R}}^p$.", "u^T S v = 3 u^T v"),
        (f"{S} and $u, v \\in \\mathbb{{R}}^p$.", "u^T S v = 2 u^T S u v^T v"),
        (f"{V} be orthonormal.", "v_i^T v_j = 2"),
        (r"Let $A, B \in \mathbb{R}^{p \times p}$.", "A B = 0"),
        (r"Let $\lambda, \mu \in \mathbb{R}$.", r"\lambda = \mu"),
        (X, r"\sum_{i=1}^n \|x_i - a\|^2 = \sum_{i=1}^n \|x_i\|^2 - n \|a\|^2"),
    ],
)
def test_nothing_is_needed_that_an_author_would_not_say(said: str, row: str) -> None:
    found = [v for v in checked(f"{said}\n\n$${row}$$") if v.formula.display]
    assert [v.needs for v in found] == [()]


@pytest.mark.parametrize(
    "words",
    ["For all $i \\neq j$,", "Two distinct members satisfy", "For different $i$ and $j$", "Except where $i = j$,"],
)
def test_indices_that_words_restrict_need_nothing(words: str) -> None:
    found = [v for v in checked(f"{V} be orthonormal. {words}\n\n$$v_i^T v_j = 0$$") if v.formula.display]
    assert found[0].verdict in ("proved", "undecided", "condition")
