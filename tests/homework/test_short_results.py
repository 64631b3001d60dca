"""Short results: right derivations reach the goal, others do not, and a mistake is marked once."""

from __future__ import annotations

import pytest

from pcaproofs.homework.route import MISTAKES

from .short_results import CASES, TASKS
from .test_derivations import answered

ROWS = [
    pytest.param(*case, text, id=f"{case[0]}: {name}") for case, texts in CASES.items() for name, text in texts.items()
]


@pytest.mark.parametrize(("task", "reached", "mistakes", "text"), ROWS)
def test_a_derivation_reaches_the_goal_or_not(task: str, reached: bool, mistakes: int, text: str) -> None:
    found = answered(TASKS[task], text)
    assert found["shares"]["goal"] == float(reached)
    assert sum(row["verdict"] in MISTAKES for row in found["rows"]) == mistakes
    assert bool(found["missing"]) != reached


def test_a_counterexample_has_the_letters_of_the_student() -> None:
    text = (
        r"Let $y_1, \dots, y_m$ be numbers with the mean $\mu = \frac1m \sum_k y_k$. $$(y_k - \mu)^2 = y_k^2 - \mu^2$$"
    )
    (wrong,) = [row for row in answered(TASKS["a variance"], text)["rows"] if row["verdict"] == "wrong"]
    assert (
        wrong["reason"]
        == r"it fails for $m = 2$, $\mu$ = 1/2, $y_{1}$ = 1, $y_{2}$ = 0, $k = 1$: left = 1/4, right = 3/4"
    )


def test_of_a_complete_chain_the_step_that_is_too_large_is_named() -> None:
    text = CASES["deflation", False, 0]["orthogonality claimed"]
    assert answered(TASKS["deflation"], text)["missing"] == (
        "The rows lead to the result, but the step in line 2 is too large: it uses $S^{\\top} = S$, "
        "$S w = \\lambda w$, $S v = \\mu v$ and $\\lambda \\ne \\mu$."
    )


def test_a_counterexample_writes_roots_as_the_student_does() -> None:
    found = answered(TASKS["whitening"], r"$$\Lambda^{-1/2} = \Lambda^{-1}$$")
    assert found["rows"][0]["reason"] == (
        "it fails for $p = 1$, $n = 1$, $\\Lambda^{-1/2}$ = 4, $\\Lambda$ = 1/16, $W$ = 1, $X$ = 1/4, $Z$ = 1, "
        "Λ⁻¹ = 16: left = 4, right = 16"
    )


def test_rows_of_two_columns_are_told_in_the_order_of_the_lines() -> None:
    text = CASES["a frame's error", True, 0]["two columns of an align"]
    places = [row["place"] for row in answered(TASKS["a frame's error"], text)["rows"]]
    assert places == ["line 3", "line 3", "line 4", "line 4", "line 4", "line 5"]
