"""Roots of matrices: what defines them is a hypothesis, and no row about one is an error."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked, told

SAID = (
    r"Let $\Lambda \in \mathbb{R}^{p \times p}$ be diagonal, $U \in \mathbb{R}^{p \times p}$ orthogonal, "
    r"$X \in \mathbb{R}^{n \times p}$, $A, B \in \mathbb{R}^{p \times p}$ symmetric, $a \in \mathbb{R}^p$, and "
    r"$f(S) = \operatorname{tr}(S^{1/2})$."
)


@pytest.mark.parametrize(
    ("row", "verdict"),
    [
        (r"\Lambda^{1/2} \Lambda^{1/2} = \Lambda", "proved"),
        (r"\Lambda^{-1/2} \Lambda \Lambda^{-\frac12} = I", "proved"),
        (r"\Lambda^{1/2} \Lambda^{-1/2} = I", "proved"),
        (r"\Lambda^{-1/2} \Lambda^{-1/2} = \Lambda^{-1}", "proved"),
        (r"(\Lambda^{-1/2} U^T) (U \Lambda U^T) (\Lambda^{-1/2} U^T)^T = I", "proved"),
        (r"(\Lambda^{-1/2} U^T) (U \Lambda U^T) (\Lambda^{-1/2} U^T)^T + A = \Lambda + B", "undecided"),
        (r"\|\Lambda^{1/2} a\|^2 = a^T \Lambda a", "proved"),
        (r"\|\Lambda^{1/2} a\|^2 = a^T \Lambda^2 a", "undecided"),
        (r"A^{1/2} = B^{1/2}", "undecided"),
        (r"\|X (X^T X)^{-1/2}\|_F^2 = p", "proved"),
        (r"f(A) + f(A) = 2 f(A)", "proved"),
        (r"f(A) = f(B)", "unsupported"),  # one letter for two roots would prove it
        (r"\nabla_A \operatorname{tr}(A^{1/2}) = 0", "unsupported"),  # as if the root did not vary
        (r"\max_A \operatorname{tr}(A^{1/2} B)", "unsupported"),
        (r"(a^T a)^{1/2} = \|a\|", "proved"),
    ],
)
def test_rows_with_roots_of_matrices_get_their_verdicts(row: str, verdict: str) -> None:
    found = [v for v in checked(f"{SAID}\n\n$${row}$$") if v.formula.display]
    assert [told(v) for v in found] == [verdict], found[0].reason


def test_who_writes_a_root_takes_its_matrix_for_positive() -> None:
    (found,) = (v for v in checked(f"{SAID}\n\n$$A^{{-1/2}} A = A A^{{-1/2}}$$") if v.formula.display)
    assert "taken for granted: A is symmetric and positive definite, as its root is used" in found.reading
