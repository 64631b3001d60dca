r"""Equations after an arrow are about letters of the equation before it and define none of them."""

from __future__ import annotations

import pytest

from tests.notes.checking import rows

SAID = (
    r"Let $X \in \mathbb{R}^{n \times p}$, $y \in \mathbb{R}^n$ and $b \in \mathbb{R}^p$, "
    r"and let $X^T X$ be invertible."
)
PROVED = [
    r"\|y - Xb\|^2 = 0 \iff y = Xb",
    r"\|b\|^2 = 0 \iff b = 0",
    r"y - Xb = 0 \implies y = Xb",
    r"X^T X b = X^T y \iff b = (X^T X)^{-1} X^T y",
]
NOT_PROVED = [
    r"\|y\|^2 = 0 \iff y = Xb",
    r"X^T y = 0 \implies y = 0",
    r"\|y\| = \|Xb\| \iff y = Xb",
    r"X^T X b = X^T y \iff b = X^T y",
    r"b = 0 \implies b = (X^T X)^{-1} X^T y",
]


@pytest.mark.parametrize("row", PROVED)
def test_a_true_equivalence_is_proved(row: str) -> None:
    assert rows(f"{SAID} Then\n$${row}$$") == ["proved"]


@pytest.mark.parametrize("row", NOT_PROVED)
def test_a_false_equivalence_is_judged_and_not_proved(row: str) -> None:
    assert rows(f"{SAID} Then\n$${row}$$") in (["undecided"], ["refuted"])


def test_what_an_equivalence_says_does_not_hold_in_what_follows() -> None:
    text = rf"{SAID} Then $$\|y - Xb\|^2 = 0 \iff y = Xb$$" + "\n\nText.\n\n" + r"$$\|y\|^2 = \|X b\|^2$$"
    assert rows(text) == ["proved", "undecided"]
