"""Derivations of the ridge normal equations from a gradient that is zero, and of the normal form of a gradient."""

from __future__ import annotations

import pytest

from .derivation import task_to_show
from .test_derivations import answered

RIDGE = task_to_show(
    [
        r"X \in \mathbb{R}^{n \times p}",
        r"y \in \mathbb{R}^n",
        r"b \in \mathbb{R}^p",
        r"\lambda \in \mathbb{R}",
        r"E(b) = \|y - X b\|^2 + \lambda \|b\|^2",
        r"\nabla_b E(b) = 0",
    ],
    r"(X^\top X + \lambda I) b = X^\top y",
)
GOAL = r"$$(X^\top X + \lambda I) b = X^\top y$$"
CASES = {
    "gradient, zero, result": (
        r"$$\nabla_b E(b) = -2 X^\top (y - X b) + 2 \lambda b$$ It is zero, so $$X^\top X b + \lambda b = X^\top y$$",
        True,
        "proved proved repeated",
    ),
    "a name for a part": (
        r"With $A = X^\top X + \lambda I$: $$\nabla_b E(b) = 2 A b - 2 X^\top y.$$ It is zero: $$A b = X^\top y.$$",
        True,
        "proved proved repeated",
    ),
    "the function is written out": (
        r"$$\nabla_b \left(\|y - X b\|^2 + \lambda \|b\|^2\right) = 2 X^\top X b - 2 X^\top y + 2 \lambda b$$",
        True,
        "proved proved",
    ),
    "zero comes first": (
        r"$$0 = \nabla_b E(b) = 2 X^\top X b - 2 X^\top y + 2 \lambda b$$",
        True,
        "given proved repeated",
    ),
    "the gradients of the two parts": (
        r"$$\nabla_b \|y - X b\|^2 = -2 X^\top (y - X b), \qquad \nabla_b \lambda \|b\|^2 = 2 \lambda b$$",
        True,
        "proved proved proved",
    ),
    "the result solved for b": (
        r"The estimator is $$b = (X^\top X + \lambda I)^{-1} X^\top y.$$",
        False,
        "proved proved",
    ),
    "nothing but the result": ("", False, "proved"),
    "the result in other words": (r"$$X^\top X b + \lambda b = X^\top y$$", False, "proved repeated"),
    "the gradient is only written differently": (
        r"$$\nabla_b E(b) = \nabla_b \left(\|y - X b\|^2 + \lambda \|b\|^2\right)$$",
        False,
        "proved proved",
    ),
    "another gradient": (r"$$\nabla_b \|b\|^2 = 2 b$$", False, "proved proved"),
    "half the gradient": (r"$$\nabla_b E(b) = X^\top X b - X^\top y + \lambda b$$", False, "wrong proved"),
    "a sign that cancels": (
        r"$$\nabla_b E(b) = -2 X^\top (y - X b) - 2 \lambda b$$ It is zero, so $$X^\top X b + \lambda b = X^\top y$$",
        False,
        "wrong proved repeated",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_gradient_that_is_zero_is_written_out_before_it_is_used(name: str) -> None:
    text, reached, verdicts = CASES[name]
    found = answered(RIDGE, f"{text} Hence {GOAL}")
    assert [row["verdict"] for row in found["rows"] if row["display"]] == verdicts.split()
    assert found["shares"]["goal"] == float(reached)
