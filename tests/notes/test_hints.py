"""A row that fails about letters that may be more than what is read of them is a warning, with an example."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked

RANDOM = "Let $x$ be a random vector in $\\mathbb{R}^p$ with mean $\\mu$ and covariance $\\Sigma$.\n\n"
PAIRS = (
    "Let $S$ be symmetric with $S v_1 = \\lambda_1 v_1$ and $S v_2 = \\lambda_2 v_2$, $\\lambda_1 \\ne \\lambda_2$,"
    " where $v_1, v_2$ are unit vectors. Let $T = S - \\lambda_1 v_1 v_1^T$.\n\n"
)
LEAST = (
    "Let $X \\in \\mathbb{R}^{n\\times p}$ have columns in general position, $y \\in \\mathbb{R}^n$,"
    " $\\hat b = (X^T X)^{-1} X^T y$ and $r = y - X \\hat b$.\n\n"
)
ROOT = "Let $z = \\Sigma^{-1/2} (x - \\mu)$, where $x$ has mean $\\mu$ and covariance $\\Sigma$.\n\n"


@pytest.mark.parametrize(
    ("given", "row", "hint"),
    [
        (RANDOM, r"E[x^T x] = \operatorname{tr} \Sigma", "fails at p = 1, Σ = 0"),
        (RANDOM, r"\operatorname{Cov}(x) = E[xx^T] + \mu\mu^T", "fails at p = 1"),
        (LEAST, r"\hat b^T X^T r = 1", "fails at n = 1"),
    ],
)
def test_an_example_that_may_not_be_meant_is_a_warning(given: str, row: str, hint: str) -> None:
    found = checked(f"{given}$${row}$$")[-1]
    assert (found.verdict, found.severity) == ("refuted", "warning")
    assert found.reason.startswith(hint)
    assert "; " in found.reason  # the doubt


def test_a_false_row_is_a_warning_if_another_letter_makes_it_true() -> None:
    found = checked(f"{LEAST}$$y^T r = 0$$")[-1]
    assert (found.verdict, found.severity, found.repair) == ("refuted", "warning", "with X in place of y it is proved")


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
