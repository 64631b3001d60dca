r"""Derivations of "the mean is the best point", "the best affine subspace passes through the mean", as students do."""

from __future__ import annotations

from typing import Any

from .derivation import Derivation, notebook

TASK: dict[str, Any] = {
    "given": [
        r"x_1, \dots, x_n \in \mathbb{R}^p",
        r"\mu \in \mathbb{R}^p",
        r"\mu = \frac1n \sum_{i=1}^n x_i",
        r"a \in \mathbb{R}^p",
    ],
    "letters": [],
    "show": r"\sum_{i=1}^n \|x_i - a\|^2 = \sum_{i=1}^n \|x_i - \mu\|^2 + n \|\mu - a\|^2",
    "milestones": {},
    "largest_step": 2,
    "least_steps": 2,
}

_GOAL = r"$$\sum_{i=1}^n \|x_i - a\|^2 = \sum_{i=1}^n \|x_i - \mu\|^2 + n \|\mu - a\|^2$$"

RIGHT = (
    Derivation(
        "add and subtract the mean",
        r"""
We add and subtract the mean:
$$\begin{aligned}
\sum_{i=1}^n \|x_i - a\|^2 &= \sum_{i=1}^n \|(x_i - \mu) + (\mu - a)\|^2 \\
&= \sum_{i=1}^n \|x_i - \mu\|^2 + 2 \sum_{i=1}^n (x_i - \mu)^\top (\mu - a) + \sum_{i=1}^n \|\mu - a\|^2 \\
&= \sum_{i=1}^n \|x_i - \mu\|^2 + n \|\mu - a\|^2,
\end{aligned}$$
since the deviations from the mean add up to zero.
""",
        rows="proved proved proved",
    ),
    Derivation(
        "the deviations first",
        r"""
1. The deviations sum to zero: $$\sum_{i=1}^n (x_i - \mu) = \sum_{i=1}^n x_i - n \mu = 0.$$
2. For every $i$, $$\|x_i - a\|^2 = \|x_i - \mu\|^2 + 2 (x_i - \mu)^\top (\mu - a) + \|\mu - a\|^2.$$
3. Summing over $i$ and using step 1,
"""
        + _GOAL,
        rows="proved proved proved proved",
    ),
    Derivation(
        "LaTeX, other letters",
        r"""
\documentclass{article}
\begin{document}
Let $y_1, \dots, y_m \in \mathbb{R}^d$, let $c \in \mathbb{R}^d$, and let $\bar y = \frac1m \sum_{j=1}^m y_j$ be their
mean. Then
\begin{align*}
\sum_{j=1}^m \| y_j - c \|^2
&= \sum_{j=1}^m \left( \|y_j - \bar y\|^2 + 2 (y_j - \bar y)^T (\bar y - c) + \|\bar y - c\|^2 \right) \\
&= \sum_{j=1}^m \|y_j - \bar y\|^2 + 2 \Big(\sum_{j=1}^m (y_j - \bar y)\Big)^T (\bar y - c) + m \|\bar y - c\|^2 \\
&= \sum_{j=1}^m \|y_j - \bar y\|^2 + m \|\bar y - c\|^2 .
\end{align*}
\end{document}
""",
        rows="proved proved proved",
        ending=".tex",
    ),
    Derivation(
        "both sides multiplied out",
        r"""
The left side is
$$\sum_{i=1}^n \|x_i - a\|^2 = \sum_{i=1}^n \|x_i\|^2 - 2 n \mu^\top a + n \|a\|^2.$$
On the right side,
$$\sum_{i=1}^n \|x_i - \mu\|^2 = \sum_{i=1}^n \|x_i\|^2 - n \|\mu\|^2$$
and $$n \|\mu - a\|^2 = n \|\mu\|^2 - 2 n \mu^\top a + n \|a\|^2.$$
Adding the two gives the same, so
"""
        + _GOAL,
        rows="proved proved proved proved",
    ),
    Derivation(
        "bold letters, from right to left",
        r"""
$$\sum_{i=1}^n \|\mathbf{x}_i - \boldsymbol{\mu}\|^2 + n \|\boldsymbol{\mu} - \mathbf{a}\|^2
= \sum_{i=1}^n \|\mathbf{x}_i\|^2 - n \|\boldsymbol{\mu}\|^2 + n \|\boldsymbol{\mu} - \mathbf{a}\|^2$$
$$= \sum_{i=1}^n \|\mathbf{x}_i\|^2 - 2 n \boldsymbol{\mu}^\top \mathbf{a} + n \|\mathbf{a}\|^2$$
$$= \sum_{i=1}^n \|\mathbf{x}_i - \mathbf{a}\|^2$$
""",
        rows="proved proved proved",
    ),
    Derivation(
        "a notebook with a name for the difference",
        notebook(
            ("markdown", r"Put $d = \mu - a$. Then $$x_i - a = (x_i - \mu) + d$$"),
            (
                "markdown",
                r"$$\sum_i \|x_i - a\|^2 = \sum_i \|x_i - \mu\|^2 + 2 d^\top \sum_i (x_i - \mu) + n \|d\|^2$$",
            ),
            ("markdown", r"and because $$\sum_i (x_i - \mu) = 0$$ we get" + _GOAL),
        ),
        rows="proved proved proved proved",
        ending=".ipynb",
    ),
)

WRONG = (
    Derivation("the result alone", "This is Steiner's theorem." + _GOAL, rows="proved", steps=0, sound=0, goal=0),
    Derivation(
        "the cross term is forgotten",
        r"""
$$\sum_{i=1}^n \|x_i - a\|^2 = \sum_{i=1}^n \|(x_i - \mu) + (\mu - a)\|^2$$
By Pythagoras
$$\|(x_i - \mu) + (\mu - a)\|^2 = \|x_i - \mu\|^2 + \|\mu - a\|^2$$
"""
        + _GOAL,
        rows="proved wrong proved",
        steps=0,
        sound=0,
        goal=0,
        marked=(r"= \|x_i - \mu\|^2 + \|\mu",),
    ),
    Derivation(
        "without the factor n",
        r"""
$$\sum_{i=1}^n \|x_i - a\|^2 = \sum_{i=1}^n \|x_i - \mu\|^2 + 2 \sum_{i=1}^n (x_i - \mu)^\top (\mu - a)
+ \|\mu - a\|^2$$
$$\sum_{i=1}^n (x_i - \mu) = 0$$
$$\sum_{i=1}^n \|x_i - a\|^2 = \sum_{i=1}^n \|x_i - \mu\|^2 + \|\mu - a\|^2$$
""",
        rows="wrong proved follows",
        steps=1,
        sound=0,
        goal=0,
        marked=("2 \\sum",),
    ),
    Derivation(
        "the samples are taken to be centred",
        r"""
We may assume that $$\mu = 0.$$
Then $$\sum_{i=1}^n \|x_i - a\|^2 = \sum_{i=1}^n \|x_i\|^2 + n \|a\|^2.$$
""",
        rows="assumed follows",
        steps=0,
        sound=0,
        goal=0,
        marked=(r"\mu = 0",),
    ),
    Derivation(
        "a is taken to be the mean",
        r"Let $$a = \mu.$$ Then both sides are $$\sum_{i=1}^n \|x_i - a\|^2 = \sum_{i=1}^n \|x_i - \mu\|^2.$$" + _GOAL,
        rows="assumed follows proved",
        steps=0,
        sound=0,
        goal=0,
        marked=(r"a = \mu",),
    ),
    Derivation(
        "the result is assumed and turned round",
        r"""
Suppose that $$\sum_{i=1}^n \|x_i - a\|^2 = \sum_{i=1}^n \|x_i - \mu\|^2 + n \|\mu - a\|^2.$$
Subtracting, $$\sum_{i=1}^n \|x_i - a\|^2 - \sum_{i=1}^n \|x_i - \mu\|^2 = n \|\mu - a\|^2.$$
Adding again, $$\sum_{i=1}^n \|x_i - a\|^2 = n \|\mu - a\|^2 + \sum_{i=1}^n \|x_i - \mu\|^2.$$
which is true.
""",
        rows="assumed proved repeated",
        steps=0,
        sound=0,
        goal=0,
        marked=(r"\sum",),
    ),
    Derivation(
        "a sign in the cross term that is lost again",
        r"""
$$\begin{aligned}
\sum_{i=1}^n \|x_i - a\|^2
&= \sum_{i=1}^n \left( \|x_i - \mu\|^2 - 2 (x_i - \mu)^\top (\mu - a) + 2 \|\mu - a\|^2 \right) \\
&= \sum_{i=1}^n \|x_i - \mu\|^2 + n \|\mu - a\|^2
\end{aligned}$$
""",
        rows="wrong follows",
        steps=0,
        sound=0,
        goal=0,
        marked=("- 2",),
    ),
    Derivation(
        "the mean with another divisor",
        r"""
$$\sum_{i=1}^n (x_i - \mu) = 0$$
$$\mu = \frac1{n-1} \sum_{i=1}^n x_i$$
$$\sum_{i=1}^n \|x_i - a\|^2 = \sum_{i=1}^n \|x_i\|^2 - 2 (n - 1) \mu^\top a + n \|a\|^2$$
""",
        rows="proved wrong follows",
        steps=1,
        sound=0,
        goal=0,
        marked=("n-1",),
    ),
    Derivation(
        "an unknown letter",
        r"""
$$\sum_{i=1}^n (x_i - m) = 0$$
$$\sum_{i=1}^n \|x_i - a\|^2 = \sum_{i=1}^n \|x_i - m\|^2 + n \|m - a\|^2$$
""",
        rows="unproved unproved",
        steps=0,
        sound=0,
        goal=0,
        says=("is no letter of the task",),
    ),
    Derivation(
        "two terms only",
        r"""
For $n = 2$:
$$\|x_1 - a\|^2 + \|x_2 - a\|^2 = \|x_1 - \mu\|^2 + \|x_2 - \mu\|^2 + 2 \|\mu - a\|^2$$
and so on for larger $n$.
""",
        rows="wrong",
        steps=0,
        sound=0,
        goal=0,
        marked=("x_1",),
    ),
)
