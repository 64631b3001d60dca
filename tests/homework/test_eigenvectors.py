"""Derivations about eigenvectors and projectors: short ways, gradients, side conditions, chains of products."""

from __future__ import annotations

from typing import Any

import pytest

from .derivation import task_to_show
from .test_derivations import answered

RAYLEIGH = task_to_show(
    [
        r"S \in \mathbb{R}^{p \times p}",
        r"S^\top = S",
        r"w \in \mathbb{R}^p",
        r"\lambda \in \mathbb{R}",
        r"\|w\| = 1",
        r"S w = \lambda w",
    ],
    r"w^\top S w = \lambda",
)
STATIONARY = task_to_show(
    [
        r"S \in \mathbb{R}^{p \times p}",
        r"S^\top = S",
        r"w \in \mathbb{R}^p",
        r"\lambda \in \mathbb{R}",
        r"\mathcal{L}(w, \lambda) = w^\top S w - \lambda (w^\top w - 1)",
        r"\nabla_w \mathcal{L}(w, \lambda) = 0",
    ],
    r"S w = \lambda w",
)
ORTHOGONAL = task_to_show(
    [
        r"S \in \mathbb{R}^{p \times p}",
        r"S^\top = S",
        r"u, v \in \mathbb{R}^p",
        r"\lambda, \mu \in \mathbb{R}",
        r"S u = \lambda u",
        r"S v = \mu v",
        r"\lambda \neq \mu",
    ],
    r"u^\top v = 0",
)
PROJECTOR = task_to_show(
    [
        r"W \in \mathbb{R}^{p \times k}",
        r"W^\top W = I",
        r"P = W W^\top",
    ],
    r"P^2 = P",
)

CASES = [
    (
        RAYLEIGH,
        True,
        "proved proved proved proved",
        r"$$w^\top S w = w^\top (\lambda w) = \lambda w^\top w = \lambda \|w\|^2 = \lambda$$",
    ),
    (
        RAYLEIGH,
        False,
        "too-large",
        r"$$w^\top S w = \lambda$$",
    ),
    (
        RAYLEIGH,
        False,
        "proved",
        r"$$w^\top S w = \lambda w^\top w$$",
    ),
    (
        STATIONARY,
        True,
        "proved proved repeated",
        r"$$\nabla_w \mathcal{L}(w, \lambda) = 2 S w - 2 \lambda w$$ "
        r"Setting it to zero, $$2 S w - 2 \lambda w = 0$$ "
        r"so $$S w = \lambda w.$$",
    ),
    (
        STATIONARY,
        True,
        "proved proved",
        r"The gradient is $$\nabla_w (w^\top S w - \lambda (w^\top w - 1)) = 2 S w - 2 \lambda w.$$ "
        r"It is zero, hence $$S w = \lambda w.$$",
    ),
    (
        STATIONARY,
        False,
        "too-large",
        r"$$S w = \lambda w$$",
    ),
    (
        STATIONARY,
        False,
        "wrong too-large",
        r"$$\nabla_w \mathcal{L}(w, \lambda) = S w - 2 \lambda w$$ "
        r"so $$S w = \lambda w.$$",
    ),
    (
        ORTHOGONAL,
        True,
        "proved proved proved proved proved proved",
        r"$$\lambda u^\top v = (S u)^\top v = u^\top S^\top v = u^\top S v = \mu u^\top v$$ "
        r"so $$(\lambda - \mu) u^\top v = 0$$ "
        r"and since $\lambda \neq \mu$, $$u^\top v = 0.$$",
    ),
    (
        ORTHOGONAL,
        False,
        "too-large",
        r"$$u^\top v = 0$$",
    ),
    (
        ORTHOGONAL,
        False,
        "too-large wrong too-large",
        r"$$\lambda u^\top v = \mu u^\top v$$ "
        r"Dividing by $u^\top v$, $$\lambda = \mu$$ "
        r"a contradiction. So $$u^\top v = 0.$$",
    ),
    (
        PROJECTOR,
        True,
        "proved proved proved proved given",
        r"$$P^2 = W W^\top W W^\top = W (W^\top W) W^\top = W I W^\top = W W^\top = P$$",
    ),
    (
        PROJECTOR,
        True,
        "proved proved given",
        r"$$P P = (W W^\top)(W W^\top)$$ "
        r"$$= W W^\top$$ "
        r"$$= P$$",
    ),
    (
        PROJECTOR,
        False,
        "too-large",
        r"$$P^2 = P$$",
    ),
    (
        PROJECTOR,
        False,
        "proved wrong follows follows",
        r"$$P^2 = W W^\top W W^\top$$ "
        r"Since $W$ is orthogonal, $$W W^\top = I$$ "
        r"so $$P^2 = I = P$$",
    ),
    (
        PROJECTOR,
        False,
        "too-large wrong",
        r"Multiply $$P^2 = P$$ "
        r"by $P^{-1}$: $$P = I$$",
    ),
    (
        STATIONARY,
        False,
        "assumed proved proved",
        r"Let $w$ be an eigenvector of $S$ with eigenvalue $\lambda$, so $$S w = \lambda w.$$ "
        r"Then $$\nabla_w \mathcal{L}(w, \lambda) = 2 S w - 2 \lambda w = 0.$$",
    ),
    (
        STATIONARY,
        True,
        "proved proved",
        r"$$\nabla_w \mathcal{L}(w, \lambda) = 2 S w - 2 \lambda w$$ "
        r"If $w$ is stationary, $$S w = \lambda w,$$ so $w$ is an eigenvector of $S$ with eigenvalue $\lambda$.",
    ),
    (
        STATIONARY,
        True,
        "proved proved proved",
        r"The two parts: $$\nabla_w (w^\top S w) = 2 S w, \qquad \nabla_w (w^\top w - 1) = 2 w.$$ "
        r"So $\nabla_w \mathcal{L}(w, \lambda) = 0$ says that $$S w = \lambda w.$$",
    ),
    (
        STATIONARY,
        False,
        "proved too-large",
        r"One part: $$\nabla_w (w^\top w - 1) = 2 w$$ so $$S w = \lambda w.$$",
    ),
    (
        RAYLEIGH,
        False,
        "wrong too-large",
        r"Taking traces, $$\operatorname{tr} S = \lambda$$ and so $$w^\top S w = \lambda.$$",
    ),
    (
        RAYLEIGH,
        False,
        "assumed",
        r"Let $\lambda$ be the variance of $w$, that is, $$w^\top S w = \lambda.$$",
    ),
]  # the task, whether the goal is reached, the verdicts of the rows, the text


@pytest.mark.parametrize(("task", "reached", "rows", "text"), CASES)
def test_rows_and_goal_get_their_verdicts(task: dict[str, Any], reached: bool, rows: str, text: str) -> None:
    found = answered(task, text)
    shown = [row for row in found["rows"] if row["display"]]
    assert " ".join(row["verdict"].replace(" ", "-") for row in shown) == rows
    assert found["shares"]["goal"] == reached
