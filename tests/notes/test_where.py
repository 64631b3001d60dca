"""The words "where S = …" explain the formulas of their sentence and of the one before it, but no earlier theorem."""

from __future__ import annotations

import pytest

from pcaproofs.notes.checking import check_note
from tests.notes.checking import checked, rows
from tests.notes.reading import note

START = r"Let $u, v \in \mathbb{R}^n$. "
LAW = r"$$(a u)^T v = \|u\| u^T v$$"
WHERE = r"This follows from $c^2 = a^2$, where $a = \|u\|$. "


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (f"{START}{LAW} where $a = \\|u\\|$.", "proved"),
        (f"{START}{LAW} Here $a = \\|u\\|$ is the length.", "proved"),
        (f"{START}{LAW} The angle comes next. There are many. {WHERE}", "undecided"),
    ],
)
def test_how_far_back_a_definition_holds(text: str, verdict: str) -> None:
    assert rows(text)[0] == verdict


def test_a_theorem_does_not_use_what_is_defined_after_it() -> None:
    text = rf"{START} \begin{{theorem}} For all $a$ we have {LAW} \end{{theorem}} {WHERE}"
    found = check_note(note(text, "tex"))[1]
    assert [v.verdict for v in found if v.formula.display] != ["proved"]


MOMENTS = r"Let $X \in \mathbb{R}^p$ be a random vector. "


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        (r"\operatorname{Cov}(X, Y) = 0", "unsupported"),
        (r"\operatorname{Cov}(X, c) = 0", "unsupported"),
        (r"\operatorname{Var}(c X) = c^2 \operatorname{Var}(X)", "proved"),
        (r"\operatorname{Cov}(A X) = A \operatorname{Cov}(X) A^T", "proved"),
    ],
)
def test_what_may_be_random_is_no_constant(row: str, verdict: str) -> None:
    assert rows(f"{MOMENTS}$${row}$$") == [verdict]


def test_a_number_that_depends_on_all_samples_is_no_factor_of_data() -> None:
    text = r"Let $X \in \mathbb{R}^{n \times p}$, $\lambda \in \mathbb{R}^p$ and $\epsilon \in \mathbb{R}^n$. "
    row = r"$$\mathbb{E}[\epsilon (\lambda^T X^T \epsilon)] = \mathbb{E}[(\lambda^T X^T \epsilon) \epsilon]$$"
    found = [v for v in checked(f"{text}{row}") if v.formula.display]
    assert [v.verdict for v in found] == ["unsupported"], found[0].reason
