"""Derivatives of columns and second derivatives: in either layout, so that no row about one is an error."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked, told

SAID = (
    r"Let $S \in \mathbb{R}^{p \times p}$ be symmetric, $A \in \mathbb{R}^{m \times p}$, "
    r"$X \in \mathbb{R}^{n \times p}$, $y \in \mathbb{R}^n$ and $u \in \mathbb{R}^p$."
)


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        (r"\frac{\partial (A u)}{\partial u} = A", "proved"),
        (r"\frac{\partial (A u)}{\partial u} = A^T", "proved"),
        (r"\frac{\partial (A u)}{\partial u} = 2 A", "undecided"),
        (r"\frac{\partial}{\partial u} S u = 2 S", "undecided"),
        (r"\frac{\partial}{\partial u} u^T A^T = A^T", "proved"),
        (r"\frac{\partial^2 \|y - X u\|^2}{\partial u \partial u^T} = 2 X^T X", "proved"),
        (r"\frac{\partial^2}{\partial u^2} \|y - X u\|^2 = X^T X", "undecided"),
        (r"\nabla_u^2 (u^T S u) = 2 S", "proved"),
        (r"\frac{\partial^3}{\partial u^3} u^T S u = 0", "unsupported"),
    ],
)
def test_derivatives_of_columns_get_their_verdicts(row: str, verdict: str) -> None:
    found = [v for v in checked(f"{SAID}\n\n$${row}$$") if v.formula.display]
    assert [told(v) for v in found] == [verdict], found[0].reason
