"""Words of other scripts in formulas, and the shorthands that notes use."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked, rows

LETTERS = r"设 $A \in \mathbb{R}^{m \times n}$，$x \in \mathbb{R}^n$。" + "\n\n"


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        (r"\|A x\|^2 = x^T A^T A x", "proved"),
        (r"\|A x\|^2 = x^T A^T A x \text{ (注意 A^T A 对称)}", "proved"),
        (r"\|A x\|^2 = x^T A^T A x (注意 A^T A 对称)", "unread"),
        (r"\|A x\|^2 = x^T A^T A x 不成立", "unread"),
    ],
)
def test_foreign_words(row: str, verdict: str) -> None:
    found = [v for v in checked(f"{LETTERS}$${row}$$\n\n对所有 $i$ 有 $\\lambda_i$。") if v.formula.display]
    assert [v.verdict for v in found] == [verdict], found[0].reason


ENGLISH = r"Let $A \in \mathbb{R}^{m \times n}$, $x \in \mathbb{R}^n$ and $H \in \mathbb{R}^{n \times n}$." + "\n\n"


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        (r"(1 - H)(1 - H) = 1 - H", "unsupported"),
        (r"H + 2 = 0", "unsupported"),
        (r"A + 1 = A", "ill-typed"),
        (r"1 + 1 = 2", "proved"),
        (r"(x - x)^2 = 0", "unsupported"),
        (r"(H x)^2 \ge 0", "unsupported"),
        (r"H_{i, *} \cdot A_{*, j} = 0", "unsupported"),
        (r"\Mat{A}\T \Mat{A} = (\Mat{A}\T \Mat{A})\T", "proved"),
        (r"\Mat{A}\T \Mat{A} = \Mat{A} \Mat{A}\T", "undecided"),
        (r"\T{A} A = 2 \T{A} A - A\T A", "proved"),
        (r"\Cor(a, b) = 0", "unsupported"),
    ],
)
def test_shorthands(row: str, verdict: str) -> None:
    found = [v for v in checked(f"{ENGLISH}$${row}$$") if v.formula.display]
    assert [v.verdict for v in found] == [verdict], found[0].reason


def test_an_eigenvalue_is_no_abbreviation_of_a_matrix() -> None:
    behind = r"Here the $\lambda_i$ are numbers."
    assert rows(f"{ENGLISH}We find\n\n$$(A^T A) v_i = \\lambda_i v_i$$\n\n{behind}") != ["proved"]
    assert rows(f"{ENGLISH}We find\n\n$$(x^T H x) x = \\lambda x$$\n\nwhere $\\lambda$ is real.") != ["refuted"]
