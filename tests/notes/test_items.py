"""Formulas that are items of a list: which of them claim something."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked

DECLARED = r"Let $A, B \in \mathbb{R}^{n \times n}$ and $x \in \mathbb{R}^n$."


@pytest.mark.parametrize(
    ("before", "item", "verdict"),
    [
        ("", r"- $(A + B)^2 = A^2 + 2AB + B^2$", "refuted"),
        ("", r"- The trace is multiplicative: $\operatorname{tr}(AB) = \operatorname{tr}(A) \operatorname{tr}(B)$.",
         "refuted"),
        ("", r"1. **Transposes:** $(AB)^T = A^T B^T$", "refuted"),
        ("Rules for products are:", r"* $(AB)^T = A^T B^T$", "refuted"),
        ("", r"- $(AB)^T = B^T A^T$", "proved"),
        ("", r"- Wrong: $(AB)^T = A^T B^T$", "refuted"),
        ("", r"- If they commute: $(AB)^T = A^T B^T$", "condition"),
        ("Suppose that the following hold:", r"- $(AB)^T = A^T B^T$", "undecided"),
        ("Which of these are rules?", r"- $(AB)^T = A^T B^T$", "undecided"),
        ("Students wrote not always correctly:", r"- $(AB)^T = A^T B^T$", "undecided"),
        ("", r"- $A = B^T A$", "undecided"),
        ("", r"- Is it so that $(AB)^T = A^T B^T$?", "undecided"),
    ],
)  # fmt: skip
def test_list_items_get_their_verdicts(before: str, item: str, verdict: str) -> None:
    assert checked(f"{DECLARED}\n\n{before}\n\n{item}\n")[-1].verdict == verdict


def test_a_heading_can_take_the_claim_back() -> None:
    assert checked(f"# Common mistakes\n\n{DECLARED}\n\n- $(AB)^T = A^T B^T$\n")[-1].verdict == "undecided"
