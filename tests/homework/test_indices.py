"""Steps with other indices than those of the task: an equation for one member is one for each, with its own numbers."""

from __future__ import annotations

import pytest

from .derivation import task_to_show
from .test_derivations import answered

TASK = task_to_show(
    [
        r"S \in \mathbb{R}^{p \times p}",
        r"u_1, \dots, u_p \in \mathbb{R}^p",
        r"u_i^\top u_j = \delta_{ij}",
        r"S u_i = \lambda_i u_i",
    ],
    r"u_i^\top S u_i = \lambda_i",
    least_steps=1,
)
STEPS = {
    "in the index of the task": ("S u_i = \\lambda_i u_i", "given"),
    "in another index": ("S u_k = \\lambda_k u_k", "given"),
    "in an index of another fact": ("S u_j = \\lambda_j u_j", "given"),
    "with the number of another member": ("S u_k = \\lambda_i u_k", "wrong"),
    "for all members with one number": ("S = \\lambda_i I", "wrong"),
    "a product in another index": ("u_k^\\top S u_k = \\lambda_k u_k^\\top u_k", "proved"),
    "a product with the number of another member": ("u_k^\\top S u_k = \\lambda_i u_k^\\top u_k", "wrong"),
}


@pytest.mark.parametrize(("step", "verdict"), STEPS.values(), ids=STEPS)
@pytest.mark.parametrize("before", ["", "$$S u_k = \\lambda_k u_k$$\n"], ids=["alone", "after the fact in an index k"])
def test_a_step_is_about_the_members_that_its_indices_name(step: str, verdict: str, before: str) -> None:
    assert answered(TASK, f"{before}$${step}$$\n")["rows"][-1]["verdict"] == verdict


def test_the_goal_may_be_reached_in_another_index() -> None:
    text = r"$$u_k^\top S u_k = \lambda_k u_k^\top u_k$$ $$u_k^\top u_k = 1$$ $$u_k^\top S u_k = \lambda_k$$"
    assert answered(TASK, text)["shares"]["goal"] == 1
    assert answered(TASK, text.replace(r"= \lambda_k$$", r"= \lambda_i$$"))["shares"]["goal"] == 0
