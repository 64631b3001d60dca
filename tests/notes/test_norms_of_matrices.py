"""The norm of a matrix without a subscript is Frobenius's if the note speaks of no other, and refutes only if named."""

from __future__ import annotations

import pytest

from tests.notes.checking import rows

ROWS = r"""Let $A, B \in \mathbb{R}^{n \times n}$ and $x \in \mathbb{R}^n$.

$$\|A\|^2 = \operatorname{tr}(A^T A)$$

$$\|A + B\|^2 = \|A\|^2 + \|B\|^2$$

$$\|A x\|^2 = x^T A^T A x$$
"""
SAID = {
    "nothing": ("", ["proved", "undecided", "proved"]),
    "Frobenius": ("We use the Frobenius norm.", ["proved", "refuted", "proved"]),
    "the operator norm": ("We use the operator norm.", ["unsupported", "unsupported", "proved"]),
    "a norm that is induced": (
        "The induced norm is used.",
        ["unsupported", "unsupported", "proved"],
    ),
    "the largest singular value": ("It is the largest singular value.", ["unsupported", "unsupported", "proved"]),
    "both": ("Frobenius's norm is above the spectral norm.", ["unsupported", "unsupported", "proved"]),
    "a condition number": ("This is the condition number.", ["unsupported", "unsupported", "proved"]),
}


@pytest.mark.parametrize(("said", "verdicts"), SAID.values(), ids=SAID)
def test_which_norm_a_matrix_has(said: str, verdicts: list[str]) -> None:
    assert rows(f"{said} {ROWS}") == verdicts
