"""Derivations of "the mean is the best offset": rows that hold only at the point where a derivative is zero."""

from __future__ import annotations

import pytest

from .derivation import task_to_show
from .test_derivations import answered

TASK = task_to_show(
    [
        r"x_1, \dots, x_n \in \mathbb{R}^p",
        r"a \in \mathbb{R}^p",
        r"\bar x = \frac1n \sum_{i=1}^n x_i",
    ],
    r"\bar x \in \arg\min_{a} \sum_{i=1}^n \|x_i - a\|^2",
)
GOAL = r"$$\bar x \in \arg\min_{a} \sum_{i=1}^n \|x_i - a\|^2$$"
DERIVATIVE = r"Let $f(a) = \sum_{i=1}^n \|x_i - a\|^2$. $$\nabla_a f(a) = -2 \sum_{i=1}^n (x_i - a)$$ "
CASES = {
    "the derivative set to zero in words": (
        DERIVATIVE + r"Setting it to zero gives $$\sum_{i=1}^n x_i = n a$$ so $a = \bar x$. As $f$ is convex,",
        "proved unproved proved",
        0,
    ),
    "the derivative set to zero in a formula": (
        r"$$\nabla_a \sum_{i=1}^n \|x_i - a\|^2 = -2 \sum_{i=1}^n (x_i - a) = 0$$"
        r"$$\Rightarrow n a = \sum_{i=1}^n x_i$$",
        "proved unproved unproved proved",
        0,
    ),
    "a mistake behind the derivative": (
        DERIVATIVE + r"Setting it to zero gives $$\sum_{i=1}^n x_i = 2 n a$$",
        "proved wrong proved",
        0,
    ),
    "a wrong derivative": (
        r"$$\nabla_a \sum_{i=1}^n \|x_i - a\|^2 = -\sum_{i=1}^n (x_i - a) = 0$$",
        "wrong follows proved",
        0,
    ),
    "where a term is least": (
        r"$$\sum_{i=1}^n \|x_i - a\|^2 = \sum_{i=1}^n \|x_i - \bar x\|^2 + n \|a - \bar x\|^2$$"
        r"The last term is least for $a = \bar x$, so",
        "proved proved",
        1,
    ),
    "what the letter is": (
        r"$$\sum_{i=1}^n \|x_i - a\|^2 = \sum_{i=1}^n \|x_i - \bar x\|^2 + n \|a - \bar x\|^2$$"
        r"Therefore $a = \bar x$.",
        "proved wrong proved",
        0,
    ),
    "a term that does not depend on the variable": (
        r"$$\sum_{i=1}^n \|x_i - a\|^2 = \sum_{i=1}^n \|x_i\|^2 - 2 n \bar x^\top a + n \|a\|^2$$"
        r"$$= \sum_{i=1}^n \|x_i\|^2 - n \|\bar x\|^2 + n \|a - \bar x\|^2$$"
        r"As $\sum_i \|x_i\|^2$ does not depend on $a$,",
        "proved proved proved",
        1,
    ),
}


@pytest.mark.parametrize(("text", "rows", "goal"), CASES.values(), ids=CASES)
def test_conditions_at_a_point_are_neither_steps_nor_mistakes(text: str, rows: str, goal: int) -> None:
    found = answered(TASK, f"{text}\n{GOAL}")
    assert " ".join(row["verdict"] for row in found["rows"]) == rows
    assert found["shares"]["goal"] == goal


def test_the_result_alone_is_not_enough() -> None:
    assert answered(TASK, GOAL)["shares"] == {"goal": 0.0, "steps": 0.0, "sound": 0.0}
