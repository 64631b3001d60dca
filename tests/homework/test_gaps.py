"""What the feedback says of a gap and of a mistake: the step that is missing, and what a step follows from."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked

from .least_error import TASK
from .test_best_offset import TASK as OFFSET
from .test_derivations import answered

GOAL = r"$$\arg\min_{\|w\|=1} \frac1n \sum_{i=1}^n \|x_i - (x_i^\top w) w\|^2 = \arg\max_{\|w\|=1} w^\top S w$$"
EXPANDED = r"$$\|x_i - (x_i^\top w) w\|^2 = \|x_i\|^2 - 2 (x_i^\top w)^2 + (x_i^\top w)^2 \|w\|^2$$"
EXPRESSED = (
    r"$$\frac1n \sum_{i=1}^n \|x_i - (x_i^\top w) w\|^2 = \frac1n \sum_{i=1}^n \|x_i\|^2"
    r" - \frac1n \sum_{i=1}^n (x_i^\top w)^2"
    r" = \operatorname{tr} S - w^\top S w$$"
)
HINT = "ntermediate step would express"
MISSING = {
    "the expansion alone": (EXPANDED, True),
    "the result alone": (GOAL, True),
    "the expansion and the result": (EXPANDED + GOAL, True),
    "all but the result": (EXPRESSED, False),
}


@pytest.mark.parametrize(("text", "is_named"), MISSING.values(), ids=MISSING)
def test_an_equation_between_the_objectives_is_named_if_no_row_states_one(text: str, is_named: bool) -> None:
    found = answered(TASK, text)
    assert found["missing"]
    assert (HINT in found["missing"]) == is_named


def test_what_follows_from_an_assumption_is_not_said_to_follow_from_a_wrong_row() -> None:
    text = r"Let $$a = \bar x.$$ Then $$\sum_{i=1}^n \|x_i - a\|^2 = \sum_{i=1}^n \|x_i - \bar x\|^2$$"
    assumed, follows = answered(OFFSET, text)["rows"]
    assert (assumed["verdict"], follows["verdict"]) == ("assumed", "follows")
    assert follows["reason"] == "it is right given line 1, which is not given"


def test_a_repair_of_a_step_uses_what_is_given() -> None:
    text = r"$$\frac1n \sum_{i=1}^n \|x_i - (x_i^\top w) w\|^2 = \operatorname{tr} S - 2 w^\top S w$$"
    (wrong,) = answered(TASK, text)["rows"]
    assert wrong["reason"].endswith(r"with $w^{\top} S w$ in place of $2 w^{\top} S w$ it is right")


def test_what_check_only_warns_of_is_not_wrong() -> None:
    row = r"$$w^\top S v = w^\top S w$$"
    warned = checked(rf"Let $w \in \mathbb{{R}}^p$ be a unit vector and $S$ a symmetric matrix.{2 * chr(10)}{row}")[-1]
    assert warned.severity == "warning"
    (step,) = answered(TASK, row)["rows"]
    assert (step["verdict"], "does not say what it is" in step["reason"]) == ("unproved", True)
