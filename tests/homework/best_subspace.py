r"""Derivations of "the mean is the best point", "the best affine subspace passes through the mean", as students do."""

from __future__ import annotations

from .derivation import Derivation, notebook, task_to_show, wrong

TASK = task_to_show(
    [
        r"x_1, \dots, x_n \in \mathbb{R}^p",
        r"\mu \in \mathbb{R}^p",
        r"\mu = \frac1n \sum_{i=1}^n x_i",
        r"a \in \mathbb{R}^p",
    ],
    r"\sum_{i=1}^n \|x_i - a\|^2 = \sum_{i=1}^n \|x_i - \mu\|^2 + n \|\mu - a\|^2",
)

_GOAL = r"$$\sum_{i=1}^n \|x_i - a\|^2 = \sum_{i=1}^n \|x_i - \mu\|^2 + n \|\mu - a\|^2$$"

RIGHT = {
    "add and subtract the mean": Derivation(
        r"""
We add and subtract the mean:
$$\begin{aligned}
\sum_{i=1}^n \|x_i - a\|^2 &= \sum_{i=1}^n \|(x_i - \mu) + (\mu - a)\|^2 \\
&= \sum_{i=1}^n \|x_i - \mu\|^2 + 2 \sum_{i=1}^n (x_i - \mu)^\top (\mu - a) + \sum_{i=1}^n \|\mu - a\|^2 \\
&= \sum_{i=1}^n \|x_i - \mu\|^2 + n \|\mu - a\|^2,
\end{aligned}$$
since the deviations from the mean add up to zero.
""",
        "proved proved proved",
    ),
    "the deviations first": Derivation(
        r"""
1. The deviations sum to zero: $$\sum_{i=1}^n (x_i - \mu) = \sum_{i=1}^n x_i - n \mu = 0.$$
2. For every $i$, $$\|x_i - a\|^2 = \|x_i - \mu\|^2 + 2 (x_i - \mu)^\top (\mu - a) + \|\mu - a\|^2.$$
3. Summing over $i$ and using step 1,
"""
        + _GOAL,
        "proved proved proved proved",
    ),
    "LaTeX, other letters": Derivation(
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
        "proved proved proved",
        ending=".tex",
    ),
    "both sides multiplied out": Derivation(
        r"""
The left side is
$$\sum_{i=1}^n \|x_i - a\|^2 = \sum_{i=1}^n \|x_i\|^2 - 2 n \mu^\top a + n \|a\|^2.$$
On the right side,
$$\sum_{i=1}^n \|x_i - \mu\|^2 = \sum_{i=1}^n \|x_i\|^2 - n \|\mu\|^2$$
and $$n \|\mu - a\|^2 = n \|\mu\|^2 - 2 n \mu^\top a + n \|a\|^2.$$
Adding the two gives the same, so
"""
        + _GOAL,
        "proved proved proved proved",
    ),
    "bold letters, from right to left": Derivation(
        r"""
$$\sum_{i=1}^n \|\mathbf{x}_i - \boldsymbol{\mu}\|^2 + n \|\boldsymbol{\mu} - \mathbf{a}\|^2
= \sum_{i=1}^n \|\mathbf{x}_i\|^2 - n \|\boldsymbol{\mu}\|^2 + n \|\boldsymbol{\mu} - \mathbf{a}\|^2$$
$$= \sum_{i=1}^n \|\mathbf{x}_i\|^2 - 2 n \boldsymbol{\mu}^\top \mathbf{a} + n \|\mathbf{a}\|^2$$
$$= \sum_{i=1}^n \|\mathbf{x}_i - \mathbf{a}\|^2$$
""",
        "proved proved proved",
    ),
    "a notebook with a name for the difference": Derivation(
        notebook(
            ("markdown", r"Put $d = \mu - a$. Then $$x_i - a = (x_i - \mu) + d$$"),
            (
                "markdown",
                r"$$\sum_i \|x_i - a\|^2 = \sum_i \|x_i - \mu\|^2 + 2 d^\top \sum_i (x_i - \mu) + n \|d\|^2$$",
            ),
            ("markdown", r"and because $$\sum_i (x_i - \mu) = 0$$ we get" + _GOAL),
        ),
        "proved proved proved proved",
        ending=".ipynb",
    ),
}

WRONG = {
    "the result alone": wrong("This is Steiner's theorem." + _GOAL, "proved"),
    "the cross term is forgotten": wrong(
        r"""
$$\sum_{i=1}^n \|x_i - a\|^2 = \sum_{i=1}^n \|(x_i - \mu) + (\mu - a)\|^2$$
By Pythagoras
$$\|(x_i - \mu) + (\mu - a)\|^2 = \|x_i - \mu\|^2 + \|\mu - a\|^2$$
"""
        + _GOAL,
        "proved wrong proved",
        marked=(r"= \|x_i - \mu\|^2 + \|\mu",),
    ),
    "without the factor n": wrong(
        r"""
$$\sum_{i=1}^n \|x_i - a\|^2 = \sum_{i=1}^n \|x_i - \mu\|^2 + 2 \sum_{i=1}^n (x_i - \mu)^\top (\mu - a)
+ \|\mu - a\|^2$$
$$\sum_{i=1}^n (x_i - \mu) = 0$$
$$\sum_{i=1}^n \|x_i - a\|^2 = \sum_{i=1}^n \|x_i - \mu\|^2 + \|\mu - a\|^2$$
""",
        "wrong proved follows",
        steps=1,
        marked=("2 \\sum",),
    ),
    "the samples are taken to be centred": wrong(
        r"""
We may assume that $$\mu = 0.$$
Then $$\sum_{i=1}^n \|x_i - a\|^2 = \sum_{i=1}^n \|x_i\|^2 + n \|a\|^2.$$
""",
        "assumed follows",
        marked=(r"\mu = 0",),
    ),
    "a is taken to be the mean": wrong(
        r"Let $$a = \mu.$$ Then both sides are $$\sum_{i=1}^n \|x_i - a\|^2 = \sum_{i=1}^n \|x_i - \mu\|^2.$$" + _GOAL,
        "assumed follows proved",
        marked=(r"a = \mu",),
    ),
    "the result is assumed and turned round": wrong(
        r"""
Suppose that $$\sum_{i=1}^n \|x_i - a\|^2 = \sum_{i=1}^n \|x_i - \mu\|^2 + n \|\mu - a\|^2.$$
Subtracting, $$\sum_{i=1}^n \|x_i - a\|^2 - \sum_{i=1}^n \|x_i - \mu\|^2 = n \|\mu - a\|^2.$$
Adding again, $$\sum_{i=1}^n \|x_i - a\|^2 = n \|\mu - a\|^2 + \sum_{i=1}^n \|x_i - \mu\|^2.$$
which is true.
""",
        "assumed proved repeated",
        marked=(r"\sum",),
    ),
    "a sign in the cross term that is lost again": wrong(
        r"""
$$\begin{aligned}
\sum_{i=1}^n \|x_i - a\|^2
&= \sum_{i=1}^n \left( \|x_i - \mu\|^2 - 2 (x_i - \mu)^\top (\mu - a) + 2 \|\mu - a\|^2 \right) \\
&= \sum_{i=1}^n \|x_i - \mu\|^2 + n \|\mu - a\|^2
\end{aligned}$$
""",
        "wrong follows",
        marked=("- 2",),
    ),
    "the mean with another divisor": wrong(
        r"""
$$\sum_{i=1}^n (x_i - \mu) = 0$$
$$\mu = \frac1{n-1} \sum_{i=1}^n x_i$$
$$\sum_{i=1}^n \|x_i - a\|^2 = \sum_{i=1}^n \|x_i\|^2 - 2 (n - 1) \mu^\top a + n \|a\|^2$$
""",
        "proved wrong follows",
        steps=1,
        marked=("n-1",),
    ),
    "an unknown letter": wrong(
        r"""
$$\sum_{i=1}^n (x_i - m) = 0$$
$$\sum_{i=1}^n \|x_i - a\|^2 = \sum_{i=1}^n \|x_i - m\|^2 + n \|m - a\|^2$$
""",
        "unproved unproved",
        says=("is no letter of the task",),
    ),
    "two terms only": wrong(
        r"""
For $n = 2$:
$$\|x_1 - a\|^2 + \|x_2 - a\|^2 = \|x_1 - \mu\|^2 + \|x_2 - \mu\|^2 + 2 \|\mu - a\|^2$$
and so on for larger $n$.
""",
        "wrong",
        marked=("x_1",),
    ),
}
