"""A row about letters that may be more than what is read of them is undecided; its reason has an example as a hint."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked

RANDOM = "Let $x$ be a random vector in $\\mathbb{R}^p$ with mean $\\mu$ and covariance $\\Sigma$.\n\n"
PAIRS = (
    "Let $S$ be symmetric with $S v_1 = \\lambda_1 v_1$ and $S v_2 = \\lambda_2 v_2$, $\\lambda_1 \\ne \\lambda_2$,"
    " where $v_1, v_2$ are unit vectors. Let $T = S - \\lambda_1 v_1 v_1^T$.\n\n"
)
LEAST = (
    "Let $X \\in \\mathbb{R}^{n\\times p}$ have full column rank, $y \\in \\mathbb{R}^n$,"
    " $\\hat b = (X^T X)^{-1} X^T y$ and $r = y - X \\hat b$.\n\n"
)
ROOT = "Let $z = \\Sigma^{-1/2} (x - \\mu)$, where $x$ has mean $\\mu$ and covariance $\\Sigma$.\n\n"


@pytest.mark.parametrize(
    ("given", "row", "hint"),
    [
        (RANDOM, r"E[x^T x] = \operatorname{tr} \Sigma", "else it fails at p = 1, Σ = 0"),
        (RANDOM, r"\operatorname{Cov}(x) = E[xx^T] + \mu\mu^T", "else it fails at p = 1"),
        (LEAST, r"\hat b^T X^T r = 1", "else it fails at n = 1"),
        (LEAST, r"y^T r = 0", "else it fails at n = 2"),
    ],
)
def test_an_example_that_may_not_be_meant_is_a_hint(given: str, row: str, hint: str) -> None:
    found = checked(f"{given}$${row}$$")[-1]
    assert found.verdict == "undecided"
    assert "may be more than the note says in formulas; " + hint in found.reason
    assert found.counterexample is None


@pytest.mark.parametrize(
    ("given", "row"),
    [
        (RANDOM, r"E[x^T x] = \operatorname{tr} \Sigma + \mu^T \mu"),
        (ROOT, r"\operatorname{tr} \Sigma^{1/2} \ge 0"),
        (PAIRS, r"\lambda_1 v_1^T v_2 = 0"),
        (PAIRS, r"S w = \lambda w"),  # nothing is said of w: it is a condition, perhaps
        ("Let $D$ be diagonal with $d_i = \\sum_j w_{ij}$.\n\n", r"W 1 = D 1"),
    ],
)
def test_no_hint_against_what_is_true(given: str, row: str) -> None:
    assert "fails" not in checked(f"{given}$${row}$$")[-1].reason
