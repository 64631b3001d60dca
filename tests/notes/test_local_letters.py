"""Eigenvectors that one argument supposes, and what it defines by them, are no letters of the next argument."""

from __future__ import annotations

import pytest

from tests.notes.checking import rows

FIRST = (
    r"Let $A \in \mathbb{R}^{m \times n}$, $x \in \mathbb{R}^n$ and $y \in \mathbb{R}^m$." "\n\n"
    r"**From right to left**" "\n\n" r"Assume $A A^T y = \mu y$ with $\mu \neq 0$. Define $x = A^T y$. "
)  # fmt: skip
ROW = "Then $$A^T A x = \\mu x$$"


@pytest.mark.parametrize(
    ("between", "verdict"),
    [
        ("", "proved"),
        ("\n\n**Conclusion**\n\n", "undecided"),
        ("\n\n# Ranks\n\n", "undecided"),
        ("\n\n# Ranks\n\nAssume $A x = 0$. ", "undecided"),
    ],
)
def test_what_an_argument_defines_by_its_eigenvector_ends_with_it(between: str, verdict: str) -> None:
    assert rows(f"{FIRST}{between}{ROW}") == [verdict]


def test_the_definition_of_a_letter_of_an_argument_ends_with_it() -> None:
    row = "$$x^T x = y^T A A^T y$$"
    assert rows(f"{FIRST}{row}\n\n**Conclusion**\n\n{row}\n\n# Ranks\n\nAssume $A x = 0$. {row}") == [
        "proved",
        "undecided",
        "undecided",
    ]


@pytest.mark.parametrize("model", [r"Assume $y = X \beta$.", r"Suppose $\beta$ is unknown.", r"Let $X$ be given."])
def test_what_a_note_defines_without_an_eigenvector_stays(model: str) -> None:
    text = r"Let $X \in \mathbb{R}^{n \times p}$ and $\beta \in \mathbb{R}^p$." f"\n\n**Model**\n\n{model} "
    text += "Define $z = X^T X \\beta$.\n\n**Result**\n\n$$\\beta^T z = \\|X \\beta\\|^2$$"
    assert rows(text) == ["proved"]


def test_a_letter_is_free_again_in_the_next_argument() -> None:
    text = r"Let $A \in \mathbb{R}^{n \times n}$, $v \in \mathbb{R}^n$ and $\lambda \in \mathbb{R}$." "\n\n"
    text += "**Part 1**\n\nSuppose $A v = \\lambda v$. Then $$A A v = \\lambda^2 v$$\n\n"
    text += "**Part 2**\n\nSuppose $A v = 0$. Then $$A A v = 0$$ $$A v = \\lambda v$$"
    assert rows(text) == ["proved", "proved", "undecided"]
