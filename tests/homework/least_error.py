r"""Derivations of "least error is most variance", as students write them, with what each has to get."""

from __future__ import annotations

from .derivation import Derivation, notebook, task_to_show, wrong

TASK = task_to_show(
    [
        r"x_1, \dots, x_n \in \mathbb{R}^p",
        r"\sum_{i=1}^n x_i = 0",
        r"w \in \mathbb{R}^p",
        r"\|w\| = 1",
        r"S = \frac1n \sum_{i=1}^n x_i x_i^\top",
    ],
    r"\arg\min_{\|w\|=1} \frac1n \sum_{i=1}^n \|x_i - (x_i^\top w) w\|^2 = \arg\max_{\|w\|=1} w^\top S w",
)


RIGHT = {
    "line by line": Derivation(
        r"""
Let $x_1, \dots, x_n \in \mathbb{R}^p$ be centred and $\|w\| = 1$. We want to show that the error is least where the
variance is largest. For every $i$,
$$\|x_i - (x_i^\top w) w\|^2 = \|x_i\|^2 - 2 (x_i^\top w)^2 + (x_i^\top w)^2 \|w\|^2$$
$$ = \|x_i\|^2 - (x_i^\top w)^2.$$
Averaging over the samples,
$$\frac1n \sum_{i=1}^n \|x_i - (x_i^\top w) w\|^2
= \frac1n \sum_{i=1}^n \|x_i\|^2 - \frac1n \sum_{i=1}^n (x_i^\top w)^2.$$
The last term is
$$\frac1n \sum_{i=1}^n (x_i^\top w)^2 = w^\top S w,$$
and the first one does not depend on $w$. Hence
$$\min_{\|w\| = 1} \frac1n \sum_{i=1}^n \|x_i - (x_i^\top w) w\|^2 \iff \max_{\|w\| = 1} w^\top S w.$$
""",
        "proved proved proved proved proved",
    ),
    "a chain of problems, and the claim first": Derivation(
        r"""
We have to show
$$\arg\min_{\|w\| = 1} \frac1n \sum_{i=1}^n \|x_i - (x_i^\top w) w\|^2 = \arg\max_{\|w\| = 1} w^\top S w.$$
Indeed,
$$\begin{aligned}
\min_{\|w\|=1} \frac1n \sum_{i=1}^n \|x_i - (x_i^\top w) w\|^2
&\iff \min_{\|w\|=1} \frac1n \sum_i \left(\|x_i\|^2 - (x_i^\top w)^2\right)\\
&\iff \min_{\|w\|=1} -\frac1n \sum_i (x_i^\top w)^2\\
&\iff \max_{\|w\|=1} \frac1n \sum_i (x_i^\top w)^2\\
&\iff \max_{\|w\|=1} w^\top S w
\end{aligned}$$
""",
        "too-large proved proved proved proved",
    ),
    "short": Derivation(
        r"""
$$\frac1n \sum_i \|x_i - (x_i^\top w) w\|^2 = \operatorname{tr} S - w^\top S w$$
so $$\arg\min_{\|w\|=1} \frac1n \sum_i \|x_i - (x_i^\top w) w\|^2 = \arg\max_{\|w\|=1} w^\top S w.$$
""",
        "proved proved",
    ),
    "other letters, declared": Derivation(
        r"""
Let $y_1, \dots, y_N \in \mathbb{R}^d$ be the centred samples, $u \in \mathbb{R}^d$ a unit vector, and
$$\Sigma = \frac1N \sum_{j=1}^N y_j y_j^\top.$$
Then
$$\|y_j - (u^\top y_j) u\|^2 = \|y_j\|^2 - (u^\top y_j)^2,$$
and therefore
$$\frac1N \sum_{j=1}^N \|y_j - (u^\top y_j) u\|^2 = \frac1N \sum_{j=1}^N \|y_j\|^2 - u^\top \Sigma u.$$
So $$\min_{\|u\|=1} \frac1N \sum_{j=1}^N \|y_j - (y_j^\top u) u\|^2 \iff \max_{\|u\|=1} u^\top \Sigma u.$$
""",
        "given proved proved proved",
    ),
    "from the end to the beginning": Derivation(
        r"""
$$\max_{\|w\|=1} w^\top S w \iff \min_{\|w\|=1} \left(\operatorname{tr} S - w^\top S w\right)$$
$$w^\top S w = \frac1n \sum_i (w^\top x_i)^2$$
$$\operatorname{tr} S = \frac1n \sum_i \|x_i\|^2$$
$$\|x_i\|^2 - (w^\top x_i)^2 = \|x_i - (x_i^\top w) w\|^2$$
$$\min_{\|w\|=1} \left(\operatorname{tr} S - w^\top S w\right)
\iff \min_{\|w\|=1} \frac1n \sum_i \|x_i - (x_i^\top w) w\|^2$$
""",
        "proved proved proved proved proved",
    ),
    "LaTeX with macros": Derivation(
        r"""
\documentclass{article}
\usepackage{amsmath}
\newcommand{\norm}[1]{\left\lVert #1 \right\rVert}
\newcommand{\T}{^{\top}}
\begin{document}
Let $w$ be a unit vector. Expanding the square,
\begin{align}
\norm{x_i - (x_i\T w) w}^2 &= (x_i - (x_i\T w) w)\T (x_i - (x_i\T w) w) \\
 &= x_i\T x_i - 2 (x_i\T w)^2 + (x_i\T w)^2 w\T w \\
 &= x_i\T x_i - (x_i\T w)^2. \label{eq:one}
\end{align}
With $S$ as given,
\begin{equation}
\frac1n \sum_{i=1}^n (x_i\T w)^2 = w\T S w .
\end{equation}
Therefore
\begin{equation}
\arg\min_{\norm{w}=1} \frac1n \sum_{i=1}^n \norm{x_i - (x_i\T w) w}^2 = \arg\max_{\norm{w}=1} w\T S w .
\end{equation}
\end{document}
""",
        "proved proved proved proved proved",
        ending=".tex",
    ),
    "a notebook": Derivation(
        notebook(
            ("markdown", "# Homework 3\n\nFirst the code."),
            ("code", "import numpy as np\nS = 0  # $S = 0$"),
            ("markdown", r"For a unit vector $w$ $$\|x_i - (x_i^\top w) w\|^2 = \|x_i\|^2 - (x_i^\top w)^2.$$"),
            (
                "markdown",
                r"$$\frac1n \sum_i (x_i^\top w)^2 = \frac1n \sum_i w^\top x_i x_i^\top w = w^\top S w$$"
                "\n\nThe norms of the samples do not depend on $w$, thus\n\n"
                r"$$\min_{\|w\|=1} \frac1n \sum_i \|x_i - (x_i^\top w) w\|^2 \iff \max_{\|w\|=1} w^\top S w.$$",
            ),
        ),
        "proved proved proved proved",
        ending=".ipynb",
    ),
    "by the data matrix": Derivation(
        r"""
Let $X = [x_1, \dots, x_n]^\top$. Then
$$\frac1n \|X - X w w^\top\|_F^2 = \frac1n \operatorname{tr}(X^\top X) - \frac1n w^\top X^\top X w$$
because $w^\top w = 1$, and
$$\frac1n w^\top X^\top X w = w^\top S w.$$
So $$\min_{\|w\|=1} \frac1n \sum_{i=1}^n \|x_i - (x_i^\top w) w\|^2 \iff \max_{\|w\|=1} w^\top S w.$$
""",
        "proved proved proved",
    ),
    "constraints behind the problems": Derivation(
        r"""
$$\min_w \frac1n \sum_{i=1}^n \|x_i - (x_i^\top w) w\|^2 \quad \text{s.t. } w^\top w = 1$$
$$\Leftrightarrow \min_w \frac1n \sum_{i=1}^n (x_i^\top x_i - (x_i^\top w)^2) \quad \text{s.t. } w^\top w = 1$$
$$\Leftrightarrow \max_w \frac1n \sum_{i=1}^n (x_i^\top w)^2 \quad \text{s.t. } w^\top w = 1$$
$$\Leftrightarrow \max_w w^\top S w \quad \text{s.t. } w^\top w = 1$$
""",
        "remark proved proved proved",
    ),
    "with names for parts": Derivation(
        r"""
Write $z_i = x_i^\top w$ and $c = \frac1n \sum_{i=1}^n \|x_i\|^2$. By Pythagoras
$$\|x_i - z_i w\|^2 = \|x_i\|^2 - z_i^2.$$
Hence
$$\frac1n \sum_{i=1}^n \|x_i - z_i w\|^2 = c - \frac1n \sum_{i=1}^n z_i^2 = c - w^\top S w,$$
$$\arg\min_{\|w\|=1} \frac1n \sum_{i=1}^n \|x_i - (x_i^\top w) w\|^2 = \arg\max_{\|w\|=1} w^\top S w.$$
""",
        "proved proved proved proved",
    ),
    "a longer way, with rows that are not needed": Derivation(
        r"""
$$\|w\|^2 = w^\top w = 1$$
$$\|x_i - (x_i^\top w) w\|^2 = \|x_i\|^2 - 2 (x_i^\top w) (x_i^\top w) + (x_i^\top w)^2 w^\top w$$
$$= \|x_i\|^2 - 2 (x_i^\top w)^2 + (x_i^\top w)^2$$
$$= \|x_i\|^2 - (x_i^\top w)^2$$
$$(x_i^\top w)^2 = (x_i^\top w)(x_i^\top w) = w^\top x_i x_i^\top w$$
$$\sum_i (x_i^\top w)^2 = \sum_i w^\top x_i x_i^\top w = w^\top \left( \sum_i x_i x_i^\top \right) w = n w^\top S w$$
$$\frac1n \sum_i \|x_i - (x_i^\top w) w\|^2 = \frac1n \sum_i \|x_i\|^2 - \frac1n \sum_i (x_i^\top w)^2
= \frac1n \sum_i \|x_i\|^2 - w^\top S w$$
$$\min_{\|w\|=1} \frac1n \sum_i \|x_i - (x_i^\top w) w\|^2
\iff \min_{\|w\|=1} \left(\frac1n \sum_i \|x_i\|^2 - w^\top S w\right) \iff \max_{\|w\|=1} w^\top S w$$
""",
        "proved given proved proved proved proved proved proved proved proved proved repeated proved proved",
    ),
    "inner products": Derivation(
        r"""
Let $\langle x_i, w\rangle$ denote the inner product. Since $\|w\|=1$,
$$\|x_i - \langle x_i, w\rangle w\|^2 = \|x_i\|^2 - 2\langle x_i, w\rangle^2 + \langle x_i, w\rangle^2\|w\|^2
= \|x_i\|^2 - \langle x_i, w\rangle^2$$
so $$\frac{1}{n}\sum_{i=1}^n \|x_i - \langle x_i, w\rangle w\|^2 = \frac{1}{n}\sum_{i=1}^n\|x_i\|^2 - w^T S w.$$
The first term is constant, therefore
$$\arg\min_{\|w\|=1} \frac1n\sum_{i=1}^n \|x_i - \langle x_i, w\rangle w\|^2
= \arg\max_{\|w\|=1} w^T S w \qquad\blacksquare$$
""",
        "proved proved proved proved",
    ),
    "functions": Derivation(
        r"""
Define $$E(w) = \frac1n \sum_{i=1}^n \|x_i - (x_i^\top w) w\|^2$$ and $$V(w) = \frac1n \sum_{i=1}^n (x_i^\top w)^2.$$
For $\|w\| = 1$ we find
$$E(w) = \frac1n \sum_{i=1}^n \|x_i\|^2 - V(w)$$
and $$V(w) = w^\top S w.$$
Hence $$\arg\min_{\|w\|=1} E(w) = \arg\max_{\|w\|=1} V(w) = \arg\max_{\|w\|=1} w^\top S w.$$
""",
        "definition definition proved proved proved proved",
    ),
    "numbered steps": Derivation(
        r"""
**Step 1.** Expand:

$$
\lVert x_i - (w^\top x_i) w \rVert^2 = x_i^\top x_i - (w^\top x_i)^2 \tag{1}
$$

**Step 2.** Sum up (1):

$$
\sum_{i=1}^n \lVert x_i - (w^\top x_i) w \rVert^2 = \sum_{i=1}^n x_i^\top x_i - \sum_{i=1}^n (w^\top x_i)^2 \tag{2}
$$

**Step 3.** Note that

$$
\sum_{i=1}^n (w^\top x_i)^2 = \sum_{i=1}^n w^\top x_i x_i^\top w = n\, w^\top S w \tag{3}
$$

**Step 4.** So minimising the error is maximising the variance:

$$
\min_{w: \|w\|=1} \frac1n\sum_{i=1}^n \lVert x_i - (w^\top x_i) w \rVert^2
\Longleftrightarrow \max_{w: \|w\|=1} w^\top S w
$$
""",
        "proved proved proved proved proved",
    ),
    "dots for inner products": Derivation(
        r"""
$$\| x_i - (x_i \cdot w) w \|^2 = \|x_i\|^2 - (x_i \cdot w)^2 \quad \text{for all } i$$
$$\frac{1}{n} \sum_i (x_i \cdot w)^2 = w \cdot S w$$
$$\Rightarrow \quad \arg\min_{\|w\|=1} \frac1n \sum_i \|x_i - (x_i \cdot w) w\|^2 = \arg\max_{\|w\|=1} w^\top S w$$
""",
        "proved proved proved",
    ),
}

_GOAL = r"$$\arg\min_{\|w\|=1} \frac1n \sum_{i=1}^n \|x_i - (x_i^\top w) w\|^2 = \arg\max_{\|w\|=1} w^\top S w$$"

WRONG = {
    "nothing": wrong("I could not do it.", ""),
    "the goal alone": wrong(f"Obviously\n{_GOAL}\n", "too-large"),
    "the goal twice": wrong(f"{_GOAL}\nThis is clear.\n{_GOAL}\n", "too-large repeated"),
    "the goal in two spellings": wrong(
        _GOAL
        + r"""
$$\arg\min_{\|w\|=1} \sum_{i=1}^n 2 \|x_i - (x_i^\top w) w\|^2 = \arg\max_{\|w\|=1} 3 w^\top S w$$
$$\arg\max_{\|w\|=1} w^\top S w = \arg\min_{\|w\|=1} \frac1n \sum_{i=1}^n \|x_i - w x_i^\top w\|^2$$
""",
        "too-large too-large repeated",
    ),
    "the goal assumed": wrong(
        "Assume that" + _GOAL + "Then we are done:" + _GOAL, "assumed too-large", marked=(r"\arg",)
    ),
    "the least error is assumed to be the most variance": wrong(
        r"""
Suppose that
$$\frac1n \sum_i \|x_i - (x_i^\top w) w\|^2 = - w^\top S w.$$
Then $$\min_{\|w\|=1} \frac1n \sum_i \|x_i - (x_i^\top w) w\|^2 \iff \max_{\|w\|=1} w^\top S w.$$
""",
        "assumed too-large",
        marked=("- w^",),
    ),
    "rows that have nothing to do with it": wrong(
        r"""
$$\|w\|^2 = 1$$ $$w^\top w + 1 = 2$$ $$x_i = x_i$$ $$w^\top S w = w^\top S w$$ $$(A B)^\top = B^\top A^\top$$
$$S^\top = S$$
"""
        + _GOAL,
        "given given proved proved unproved proved too-large",
    ),
    "two mistakes that cancel": wrong(
        r"""
$$\begin{aligned}
\frac1n \sum_i \|x_i - (x_i^\top w) w\|^2
&= \frac1n \sum_i \left(\|x_i\|^2 - 2 (x_i^\top w)^2 - (x_i^\top w)^2\right)\\
&= \frac1n \sum_i \left(\|x_i\|^2 - (x_i^\top w)^2\right)\\
&= \frac1n \sum_i \|x_i\|^2 - w^\top S w
\end{aligned}$$
"""
        + _GOAL,
        "wrong follows proved too-large",
        steps=1 / 3,
        marked=("- 2",),
    ),
    "a sign that goes on": wrong(
        r"""
$$\|x_i - (x_i^\top w) w\|^2 = \|x_i\|^2 + (x_i^\top w)^2$$
$$\frac1n \sum_i \|x_i - (x_i^\top w) w\|^2 = \frac1n \sum_i \|x_i\|^2 + \frac1n \sum_i (x_i^\top w)^2$$
$$\frac1n \sum_i \|x_i - (x_i^\top w) w\|^2 = \frac1n \sum_i \|x_i\|^2 + w^\top S w$$
""",
        "wrong follows follows",
        marked=(r"\|x_i\|^2 + (",),
    ),
    "a square is missing": wrong(
        r"""
$$\|x_i - (x_i^\top w) w\|^2 = \|x_i\|^2 - x_i^\top w$$
$$\frac1n \sum_i (x_i^\top w)^2 = w^\top S w$$
"""
        + _GOAL,
        "wrong proved too-large",
        steps=1 / 3,
        marked=(r"- x_i",),
    ),
    "n in place of 1/n": wrong(
        r"""
$$\|x_i - (x_i^\top w) w\|^2 = \|x_i\|^2 - (x_i^\top w)^2$$
$$\sum_i (x_i^\top w)^2 = \frac1n w^\top S w$$
""",
        "proved wrong",
        steps=1 / 3,
        marked=(r"\frac1n w",),
    ),
    "most error in place of least": wrong(
        r"""
$$\frac1n \sum_i \|x_i - (x_i^\top w) w\|^2 = \frac1n \sum_i \|x_i\|^2 - w^\top S w$$
$$\max_{\|w\|=1} \frac1n \sum_i \|x_i - (x_i^\top w) w\|^2 \iff \max_{\|w\|=1} w^\top S w$$
""",
        "proved wrong",
        steps=2 / 3,
        marked=(r"\max",),
    ),
    "without the unit constraint": wrong(
        r"""
$$\frac1n \sum_i (x_i^\top w)^2 = w^\top S w$$
$$\min_w \frac1n \sum_i \|x_i - (x_i^\top w) w\|^2 \iff \max_w w^\top S w$$
""",
        "proved wrong",
        steps=1 / 3,
        marked=(r"\min_w",),
    ),
    "S is something else halfway": wrong(
        r"""
$$\|x_i - (x_i^\top w) w\|^2 = \|x_i\|^2 - (x_i^\top w)^2$$
Let $$S = \sum_i x_i x_i^\top.$$ Then $$\sum_i (x_i^\top w)^2 = w^\top S w.$$
""",
        "proved assumed follows",
        steps=1 / 3,
        marked=("S =",),
    ),
    "S is 0": wrong(
        "Let $$S = 0.$$ Then $$w^\\top S w = 0$$ and all is the same:" + _GOAL,
        "assumed follows too-large",
        marked=("S =",),
    ),
    "for two features": wrong(
        r"""
Let $$p = 2$$ and $w = (1, 0)^\top$, so $$w^\top S w = \frac1n \sum_i (x_i^\top w)^2.$$
It is easy to see that the general case is the same.
""",
        "assumed proved",
        steps=1 / 3,
        marked=("p = 2",),
    ),
    "two pieces that do not meet": wrong(
        r"""
$$\frac1n \sum_i \|x_i - (x_i^\top w) w\|^2 = \frac1n \sum_i \left(\|x_i\|^2 - 2 (x_i^\top w)^2
+ (x_i^\top w)^2 \|w\|^2\right)$$
$$\min_{\|w\|=1} \left(\operatorname{tr} S - w^\top S w\right) \iff \max_{\|w\|=1} w^\top S w$$
which was to be shown.
""",
        "proved proved",
        steps=1 / 3,
        sound=1 / 3,
    ),
    "w is taken to be an eigenvector": wrong(
        r"""
We assume $$S w = \lambda w$$ and so $$w^\top S w = \lambda.$$
"""
        + _GOAL,
        "assumed unproved too-large",
        marked=(r"S w",),
    ),
    "letters that nothing declares": wrong(
        r"""
$$\|x_i - (x_i^\top u) u\|^2 = \|x_i\|^2 - (x_i^\top u)^2$$
$$\frac1n \sum_i (x_i^\top u)^2 = u^\top C u$$
""",
        "unproved unproved",
        says=("$u$ is no letter of the task", "“let $u = w$”"),
    ),
    "over a wrong expansion": wrong(
        r"""
$$\begin{aligned}
\|x_i - (x_i^\top w) w\|^2 &= \|x_i\|^2 - 2 (x_i^\top w)^2 - (x_i^\top w)^2 \|w\|^2 \\
&= \|x_i\|^2 - 3 (x_i^\top w)^2
\end{aligned}$$
$$\frac1n \sum_{i=1}^n (x_i^\top w)^2 = w^\top S w$$
"""
        + _GOAL,
        "wrong follows proved too-large",
        steps=1 / 3,
        marked=("- 2",),
    ),
    "a wrong expansion, and what follows from a right part of it": wrong(
        r"""
$$\|x_i - (x_i^\top w) w\|^2 = \|x_i\|^2 - 2 (x_i^\top w)^2 - (x_i^\top w)^2 \|w\|^2$$
$$(x_i^\top w)^2 \|w\|^2 = (x_i^\top w)^2$$
$$\frac1n \sum_{i=1}^n (x_i^\top w)^2 = w^\top S w$$
"""
        + _GOAL,
        "wrong proved proved proved",
        steps=2 / 3,
        marked=("- 2",),
        says=("use line 2",),
    ),
}
