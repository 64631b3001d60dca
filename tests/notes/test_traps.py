"""Ways to judge a row that was misread; each note would spring the trap, and the reader must not fall for it."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked, rows_using

# what the trap is, the note, the verdicts of its display rows; a tuple has all that are right
TRAPS: dict[str, tuple[str, list[str | tuple[str, ...]]]] = {
    "the left side of a chain is not looked for before a row that is not read": (
        r"""
Let $x, w \in \mathbb{R}^p$.

\begin{align}
\|x + w\|^2 &= (x + w)^T (x + w) \\
&= x^T \blob \\
&= \|x\|^2
\end{align}
""",
        ["proved", ("unread", "unsupported"), ("unread", "unsupported")],
    ),
    "an ill-typed row hands on its own last term": (
        r"""
Let $X \in \mathbb{R}^{n \times p}$ and $w \in \mathbb{R}^p$.

\begin{align}
w^T X^T X w &= w^T X X^T w \\
&= w^T X^T X w
\end{align}
""",
        ["ill-typed", "undecided"],
    ),
    "a shape that is only inferred is no evidence against the author": (
        r"""
$$A v = v$$

$$A B v = v^T$$
""",
        [("condition", "undecided"), ("condition", "unread", "undecided")],
    ),
    "a condition is not refuted": (
        r"""
Let $C \in \mathbb{R}^{p \times p}$ be symmetric. We look for a vector with

$$C w_1 = \lambda_1 w_1$$

and multiply by it:

$$w_1^T C w_1 = \lambda_1 w_1^T w_1$$
""",
        ["condition", "proved"],
    ),
    "a constant that looks new makes no condition of a false row": (
        r"""
Let $W \in \mathbb{R}^{D \times k}$ have orthonormal columns.

$$W^T W = I_k$$

$$W W^T = I_D$$
""",
        ["proved", ("refuted", "needs", "undecided")],
    ),
    "a property is not pinned on a letter whose type does not admit it": (
        r"""
Let $w \in \mathbb{R}^p$. For centred data and a direction $w$ we have

$$w^T w = 0$$
""",
        [("refuted", "needs", "undecided")],
    ),
    "a claim is not taken for an assumption": (
        r"""
Let $P \in \mathbb{R}^{p \times p}$ be orthogonal and $v \in \mathbb{R}^p$. It works because $P^T v = v$.

$$P v = v$$
""",
        [("refuted", "needs", "undecided")],
    ),
    "a broken row defines nothing": (
        r"""
Let $X \in \mathbb{R}^{n \times p}$ and $w \in \mathbb{R}^p$.

$$z = X^T w$$

$$z^T z = w^T X X^T w$$
""",
        ["ill-typed", ("unread", "undecided", "ill-typed")],
    ),
    "an eigenvalue is no abbreviation of its matrix": (
        r"""
Let $C \in \mathbb{R}^{p \times p}$ and $w \in \mathbb{R}^p$.

$$C w = \lambda w$$

$$C = \lambda I$$
""",
        ["condition", ("refuted", "undecided", "needs")],
    ),
    "what is said of a letter does not hold where a derivative varies it": (
        r"""
Let $w \in \mathbb{R}^p$ be a unit vector and $S \in \mathbb{R}^{p \times p}$ symmetric.

$$L(w, \lambda) = w^T S w - \lambda (w^T w - 1)$$

$$\frac{\partial L}{\partial \lambda} = w^T w - 1$$

$$\frac{\partial L}{\partial w} = 2 S w + 2 \lambda w$$
""",
        ["definition", ("refuted", "undecided"), ("refuted", "undecided")],
    ),
    "a constraint does not hold within the Lagrangian that it is part of": (
        r"""
Let $u \in \mathbb{R}^p$ and $S \in \mathbb{R}^{p \times p}$.

$$\max_u u^T S u \quad \text{s.t. } u^T u = 1$$

The constraint $u^T u = 1$ gets a multiplier:

\begin{align}
L(u, \lambda) &= u^T S u - \lambda (u^T u - 1) \\
&= u^T S u + \lambda u^T u - \lambda
\end{align}
""",
        ["problem", "definition", "needs"],
    ),
    "an index that is free is not the one that is bound": (
        r"""
Let $x_1, \dots, x_n \in \mathbb{R}^p$ and $w \in \mathbb{R}^p$.

$$\sum_{i=1}^n (x_i^T w)^2 = \sum_{i=1}^n (x_k^T w)^2$$
""",
        [("refuted", "undecided")],
    ),
    "a sum goes as far as its index and no further": (
        r"""
Let $x_1, \dots, x_n \in \mathbb{R}^p$ and $\mu \in \mathbb{R}^p$.

$$\sum_{i=1}^n x_i - \mu = \sum_{i=1}^n x_i - n \mu$$
""",
        [("refuted", "undecided", "needs")],
    ),
    "x is not x_i": (
        r"""
Let $x_1, \dots, x_n \in \mathbb{R}^p$ and $x, w \in \mathbb{R}^p$.

$$\sum_{i=1}^n (x^T w)^2 = \sum_{i=1}^n (x_i^T w)^2$$
""",
        [("refuted", "undecided")],
    ),
    "fonts tell letters apart": (
        r"""
Let $X \in \mathbb{R}^{n \times p}$ and $\mathbf{X} \in \mathbb{R}^{n \times p}$.

$$X^T X = \mathbf{X}^T \mathbf{X}$$
""",
        [("refuted", "undecided")],
    ),
    "a later declaration does not reach back over a heading": (
        r"""
# One

Let $x \in \mathbb{R}^p$ and $A \in \mathbb{R}^{p \times p}$.

$$x^T A x = \operatorname{tr}(A x x^T)$$

# Two

Let $x \in \mathbb{R}^{p \times q}$.

$$x^T A x = A$$
""",
        ["proved", ("ill-typed", "unread", "undecided")],
    ),
    "a property that is said later does not reach back": (
        r"""
Let $A \in \mathbb{R}^{p \times p}$ and $x, y \in \mathbb{R}^p$.

$$x^T A y = y^T A x$$

There is more to say about such products, and it takes a few words to say it; a reader who is in a hurry may skip them,
since they only repeat what has been said before, at some length and without any need, but then one has to come to the
point at some time, which is what we do now, after these words that say nothing at all of the matrix.

Suppose now that $A$ is symmetric.

$$x^T A y = y^T A x$$
""",
        ["needs", "proved"],
    ),
    "hypotheses that contradict each other prove nothing": (
        r"""
Let $w \in \mathbb{R}^p$ be a unit vector, such that $w^T w = 2$.

$$w = 0$$
""",
        [("undecided", "refuted", "condition", "needs")],
    ),
    "problems over other feasible sets are other problems": (
        r"""
Let $S \in \mathbb{R}^{p \times p}$ and $w \in \mathbb{R}^p$.

$$\max_w w^T S w \quad \text{s.t. } w^T w = 1$$

$$\iff \max_w 2 w^T S w \quad \text{s.t. } w^T w = 2$$

$$\iff \max_w w^T S w \quad \text{s.t. } w^T w \le 2$$

$$\iff \max_w w^T S w$$
""",
        ["problem", "unsupported", "unsupported", "unsupported"],
    ),
    "one feasible set may be written in two ways": (
        r"""
Let $S \in \mathbb{R}^{p \times p}$ and $w \in \mathbb{R}^p$.

$$\max_{w^T w = 1} w^T S w$$

$$\iff \max_w 2 w^T S w \quad \text{s.t. } \|w\|^2 - 1 = 0$$
""",
        ["problem", "proved"],
    ),
    "the premise of an implication holds in that implication": (
        r"""
Let $x, y, z \in \mathbb{R}^p$.

$$x = y \implies x^T z = y^T z$$

Now to all vectors. We have

$$x^T z = y^T z$$

and therefore

$$x = y$$
""",
        ["proved", "proved using", ("undecided", "refuted")],
    ),
    "what stands behind if holds in its sentence": (
        r"""
Let $S \in \mathbb{R}^{p \times p}$ be symmetric and let $v, w \in \mathbb{R}^p$.

If $S w = 0$, then

$$v^T S w = 0.$$

For all vectors we have

$$w^T S v = 0$$
""",
        ["proved using", "proved using"],
    ),
    "an equivalence is proved both ways": (
        r"""
Let $x, y, z \in \mathbb{R}^p$ and $a, b \in \mathbb{R}$.

$$x = y \iff x^T z = y^T z$$

In numbers

$$a = b \iff 2 a = 2 b$$

but

$$a = b \iff a^2 = b^2$$

Two rows say one thing, too.

\begin{align}
\|x + y\|^2 &= \|x\|^2 + \|y\|^2 \\
\iff x^T y &= 0
\end{align}
""",
        [("undecided", "refuted"), "proved", ("undecided", "refuted"), "condition", "proved"],
    ),
    "an arrow from right to left is read so": (
        r"""
Let $x, y, z \in \mathbb{R}^p$.

$$x^T z = y^T z \impliedby x = y$$

Not so

$$x = y \impliedby x^T z = y^T z$$
""",
        ["proved", ("undecided", "refuted")],
    ),
    "what follows from a false row alone is not proved": (
        r"""
Let $x, y \in \mathbb{R}^p$.

\begin{align}
\|x + y\|^2 &= (x + y)^T (x + y) \\
&= \|x\|^2 + \|y\|^2 \\
\implies x^T y &= 0
\end{align}

Hence for all vectors

$$2 x^T y = 0$$
""",
        ["proved", "refuted", "undecided", ("undecided", "refuted")],
    ),
    "a letter that is declared anew has lost its definition": (
        r"""
# One

Let $X \in \mathbb{R}^{n \times p}$, $w \in \mathbb{R}^p$ and $S = X^T X$.

$$w^T S w \ge 0$$

# Two

Let $S \in \mathbb{R}^{p \times p}$ be a symmetric matrix and $w \in \mathbb{R}^p$.

$$w^T S w \ge 0$$
""",
        ["proved", ("undecided", "refuted")],
    ),
    "what is said of a letter does not hold for all of its values": (
        r"""
Let $w \in \mathbb{R}^p$ be a unit vector.

$$\|w\|^2 = 1$$

For all $w \in \mathbb{R}^p$ we have

$$\|w\|^2 = 1$$

For every vector $w$, it holds that

$$w^T w = 1$$

For arbitrary $w$,

$$w^T w = 1$$

$$\forall w \in \mathbb{R}^p: w^T w = 1$$
""",
        ["proved", *[("needs", "undecided", "refuted")] * 4],
    ),
    "an assumption does not hold for all vectors, nor when it is dropped": (
        r"""
Let $X \in \mathbb{R}^{n \times p}$ and $w \in \mathbb{R}^p$. Suppose $X w = 0$. Then

$$w^T X^T X w = 0$$

For any $w \in \mathbb{R}^p$ we get

$$w^T X^T X w = 0$$

Let $w$ be any vector. Then

$$w^T X^T X w = 0$$

Now drop this assumption. Then

$$w^T X^T X w = 0$$
""",
        ["proved", *[("undecided", "refuted")] * 3],
    ),
    "a condition that is reached through other letters keeps a true row from being refuted": (
        r"""
Let $S \in \mathbb{R}^{p \times p}$ be symmetric. The maximiser of $w^T S w$ over unit vectors satisfies

$$S w = \lambda w$$

The second direction $v$ satisfies $S v = \mu v$ with $\mu \neq \lambda$. Then

$$v^T w = 0$$

For all vectors $v, w \in \mathbb{R}^p$,

$$v^T w = 0$$
""",
        ["condition", "proved", ("undecided", "refuted")],
    ),
    "an equation beside an assumption that is not understood restricts its letters": (
        r"""
Let $A, B \in \mathbb{R}^{p \times p}$. Assume that $A$ and $B$ commute, $AB = BA$. Then

$$(A+B)^2 = A^2 + 2AB + B^2$$
""",
        [("proved", "undecided")],
    ),
    "what is said behind if holds in its sentence": (
        r"""
Let $A \in \mathbb{R}^{p \times p}$ and $x, y \in \mathbb{R}^p$.

If $A$ is symmetric, then

$$x^T A y = y^T A x$$

In general,

$$x^T A y = y^T A x$$
""",
        ["proved", ("needs", "undecided", "refuted")],
    ),
    "a second definition takes the place of the first": (
        r"""
# One

Let $X \in \mathbb{R}^{n \times p}$ and $S = X^T X$.

$$\operatorname{tr} S = \|X\|_F^2$$

# With a factor

Let $S = \frac{1}{n} X^T X$.

$$\operatorname{tr} S = \|X\|_F^2$$

$$n \operatorname{tr} S = \|X\|_F^2$$
""",
        ["proved", ("undecided", "refuted"), "proved"],
    ),
    "a claim about a letter of which nothing is said is no condition": (
        r"""
Let $x \in \mathbb{R}^p$, and let $v$ be any other vector.

$$\|x - (x^T v) v\|^2 = \|x\|^2 - (x^T v)^2$$

If $v$ is not a unit vector, then

$$\|x - (x^T v) v\|^2 = \|x\|^2 - (x^T v)^2$$

When $v$ has unit length, we obtain

$$\|x - (x^T v) v\|^2 = \|x\|^2 - (x^T v)^2$$
""",
        [("needs", "undecided", "refuted"), ("needs", "undecided", "refuted"), "proved"],
    ),
    "eigenvectors of a family are no free vectors": (
        r"""
Let $S$ be a symmetric $p \times p$ matrix with eigenvectors $w_1, \dots, w_p$ and
eigenvalues $\lambda_1, \dots, \lambda_p$.

$$w_i^T w_j = 0 \quad \text{for } i \ne j$$

$$\sum_i \lambda_i = \operatorname{tr} S$$

$$w_i^T S w_j = 0$$
""",
        ["needs", ("proved", "undecided", "unsupported"), ("undecided", "refuted")],
    ),
    "a letter that the note has introduced is no abbreviation of the other side": (
        r"""
Let $R$ be a symmetric matrix, and let $D$ be a diagonal matrix.

$$R^T = D$$

Let $X \in \mathbb{R}^{n \times p}$ and $S = X^T X$.

$$S^T = T$$
""",
        [("undecided", "condition"), "definition"],
    ),
    "what holds at one point is not used where a derivative varies the point": (
        r"""
Let $A$ be a symmetric matrix and $x$ a unit vector.

$$\nabla_x (x^T x) = 0$$

$$\frac{\partial}{\partial x} x^T A x = 3 A x$$
""",
        ["condition", "undecided"],
    ),
    "a letter without a definition is no constant where it is differentiated": (
        r"""
Let $w$ be a unit vector.

$$\frac{\partial T}{\partial \lambda} = 1 - w^T w$$
""",
        ["unsupported"],
    ),
    "a matrix is no index": (
        r"""
Let $A \in \mathbb{R}^{n \times n}$ and $x, y \in \mathbb{R}^n$.

$$|x^A y| \le \|x\| \|y\|$$
""",
        ["unsupported"],
    ),
    "an equation about matrices of ones does not restrict their size": (
        r"""
\begin{align}
\left(I_n - \frac{1}{n} 1_n 1_n^T\right)^2 &= I_n - \frac{2}{n} 1_n 1_n^T + \frac{n}{n^2} 1_n 1_n^T \\
&= I_n - \frac{3}{n} 1_n 1_n^T
\end{align}
""",
        ["proved", ("undecided", "refuted")],
    ),
    "what holds where a Lagrangian is stationary does not change the Lagrangian": (
        r"""
Let $S$ be a symmetric matrix and define

$$L(w, \lambda) = w^T S w - \lambda (w^T w - 1).$$

$$\frac{\partial L}{\partial \lambda} = 0$$

$$L(w, \lambda) = w^T S w + \lambda (w^T w - 1)$$
""",
        ["definition", "condition", ("undecided", "refuted")],
    ),
    "a supposition ends at its contradiction": (
        r"""
Let $S$ be symmetric positive semidefinite with $S w = \lambda w$ for a unit vector $w$.

Suppose for contradiction that $\lambda < 0$. This contradicts positive semidefiniteness. Therefore

$$\lambda \le 0$$
""",
        [("undecided", "refuted")],
    ),
    "a supposition ends at the other case": (
        r"""
Let $x, y \in \mathbb{R}^p$.

Suppose that $x$ and $y$ are orthogonal. Then

$$\|x + y\|^2 = \|x\|^2 + \|y\|^2$$

If they are not orthogonal, then

$$\|x + y\|^2 = \|x\|^2 + \|y\|^2$$

In either case,

$$\|x + y\|^2 = \|x\|^2 + \|y\|^2$$
""",
        ["proved", ("undecided", "refuted"), ("undecided", "refuted")],
    ),
    "an equation that is supposed does not hold in the next section": (
        r"""
# First

Let $A$ be a square matrix. Suppose $x = 0$. Then

$$A x = 0$$

# Second

$$A x = 0$$
""",
        ["proved", ("undecided", "refuted")],
    ),
    "what stands behind an equation and so that is a result": (
        r"""
Let $A \in \mathbb{R}^{m \times n}$ and $b \in \mathbb{R}^m$. The minimum satisfies

$$A^T A x = A^T b$$

so that

$$x = A^T b$$

$$A x = A A^T b$$

Choose $v \in \mathbb{R}^n$ so that

$$A v = b$$
""",
        ["condition", "undecided", "proved using", "condition"],
    ),
    "a property that is denied is not used": (
        r"""
Let $v$ be a unit vector and $P = v v^T$.

$$P^2 = P$$

If $v$ is not normalised, then

$$P^2 = P$$

$$P^2 = \|v\|^2 P$$
""",
        ["proved", ("undecided", "needs"), "proved"],
    ),
    "a column of ones is written as a number": (
        r"""
Let $K \in \mathbb{R}^{n \times n}$ and $H = I - \frac1n 1 1^T$.

$$H 1 = 0$$

$$\operatorname{tr}(H K H) = \operatorname{tr} K - \frac1n 1^T K 1$$

$$\operatorname{tr}(H K H) = \operatorname{tr} K - 1^T K 1$$
""",
        ["proved", "proved", ("undecided", "refuted")],
    ),
    "derivatives that are rules are not set to zero": (
        r"""
Let $M \in \mathbb{R}^{n \times k}$ and $b \in \mathbb{R}^n$, and let $u$ be a column of length $k$.

We need two rules:

- $\nabla_u (u^T M^T M u) = 2 M^T M u$
- $\nabla_u (b^T M u) = M^T b$

To minimise the error, we set its derivatives to zero and get

$$M^T M u = M^T b$$
""",
        ["undecided"],
    ),
    "the derivative of a display is set to zero, not the rules below it": (
        r"""
Let $M \in \mathbb{R}^{n \times k}$ and $b \in \mathbb{R}^n$, and let $u$ be a column of length $k$.

$$\nabla_u \|M u - b\|^2 = 2 M^T M u - 2 M^T b$$

We used $\nabla_z (a^T z) = a$ and $\nabla_z (z^T z) = 2 z$. To minimise, we set its derivatives to zero and get

$$M^T M u = M^T b$$
""",
        ["proved", "proved"],
    ),
    "what a formula holds for is not said of the letter for good": (
        r"""
The rules are:

1. $\nabla_z (z^T M z) = 2 M z$ (for symmetric matrix $M$)
2. $\nabla_z (a^T z) = a$

Therefore

$$M^T = M$$
""",
        ["undecided"],
    ),
    "a list of matrices that a sentence begins with is taken anew": (
        r"""
Let $A, B \in \mathbb{R}^{n \times n}$. Put

$$C = AB$$

For $A, B, C$ such that all products are square,

$$ABC = ABAB$$
""",
        ["definition", "undecided"],
    ),
    "a column with two cells of 1 is no column of ones of any length": (
        r"""
Take $v = \begin{pmatrix} 1 \\ 1 \end{pmatrix}$ and $u = \begin{pmatrix} 1 \\ 2 \end{pmatrix}$. Then

$$v^T u = 3$$

$$v^T v = 2$$
""",
        ["proved", "proved"],
    ),
    "entries that are declared as numbers are entries": (
        r"""
A vector $v \in \mathbb{R}^k$ has the entries $v_i \in \mathbb{R}$. Let $u \in \mathbb{R}^k$.

$$u^T v = \sum_{i=1}^k u_i v_i$$
""",
        ["proved"],
    ),
    "vectors that an earlier section lists are not the entries of a column": (
        r"""
# Bases

A set $\{v_1, \dots, v_k\} \subset \mathbb{R}^m$ is independent if no member is a combination of the others.

# Forms

Let $S \in \mathbb{R}^{k \times k}$ and $v \in \mathbb{R}^k$.

$$v^T S v = \sum_{i=1}^k \sum_{j=1}^k S_{ij} v_i v_j$$
""",
        ["proved"],
    ),
    "vectors that an earlier section lists stay what they are beside a vector of their size": (
        r"""
# Data

Let $v_1, \dots, v_k \in \mathbb{R}^m$, with $\bar v = \frac1k \sum_{i=1}^k v_i$.

# Distances

Let $v \in \mathbb{R}^m$. Then

$$\sum_{i=1}^k \|v_i - v\|^2 = \sum_{i=1}^k \|v_i - \bar v\|^2 + k \|v - \bar v\|^2$$
""",
        ["proved"],
    ),
    "the inverse of a multiple of the identity": (
        r"""
Let $W \in \mathbb{R}^{m \times k}$, $a \in \mathbb{R}^m$, $c \in \mathbb{R}^k$ and $\sigma \in \mathbb{R}$.

$$(a - Wc)^T (\sigma^2 I)^{-1} (a - Wc) - c^T c = \frac{1}{\sigma^2} (a^T a - 2 a^T W c + c^T W^T W c) - c^T c$$

$$(a - Wc)^T (\sigma^2 I)^{-1} (a - Wc) - c^T c = \sigma^2 (a^T a - 2 a^T W c + c^T W^T W c) - c^T c$$
""",
        ["proved", ("refuted", "undecided")],
    ),
    "the covariance of a column of which nothing is called random is no number": (
        r"""
In factor analysis

$$\mathbf{x} = \mathbf{\Lambda} \mathbf{f} + \boldsymbol{\epsilon}$$

$$\operatorname{Cov}(\mathbf{x}) = \mathbf{\Lambda} \mathbf{\Lambda}^T + \mathbf{\Psi}$$
""",
        ["definition", "undecided"],
    ),
    "a sentence about the vector e_i makes no column of e": (
        r"""
Let $\mathbf{S}$ be a symmetric matrix. We look for all solutions $\mathbf{e}_j$.

$$\mathbf{e}_j^T \mathbf{S} \mathbf{e}_j = \mathbf{S} \mathbf{e}_j^T \mathbf{e}_j$$

The entries of the vector $\mathbf{e}_i$ are called loadings.

$$\forall i \neq j: \mathbf{e}_i^T \mathbf{e}_j = 0 \text{ and } i = j: \mathbf{e}_i^T \mathbf{e}_j = 1$$
""",
        [("ill-typed", "unread", "undecided"), "unsupported"],
    ),
    "thousands are no products": (
        r"""
$$2 000 + 1 = 2001$$

$$2 000 + 1 = 1$$
""",
        ["proved", "refuted"],
    ),
    "a condition in the next column belongs to its row": (
        r"""
Let $A \in \mathbb{R}^{p \times p}$ and $x, y \in \mathbb{R}^p$.

\begin{align}
x^T A y &= y^T A x && \text{if } A = A^T \\
x^T A x &= 0 && \text{if } A^T = A
\end{align}
""",
        ["proved", ("refuted", "undecided")],
    ),
    "a number with the exponent T is no transpose where T is a letter": (
        r"""
Let $a \in \mathbb{R}$ and let $T$ be a positive integer.

$$a^T a = a^2$$
""",
        ["unsupported"],
    ),
    "an equation that has least-squares solutions only need not hold": (
        r"""
A least-squares solution of $Mz = b$ is a column $u$ with

$$\|b - Mu\| \le \|b - Mz\|$$

for all $z$. The inconsistent system $Mz = b$ is replaced by another one:

$$M^T b = M^T M z$$
""",
        ["condition", ("condition", "undecided")],
    ),
}


@pytest.mark.parametrize("name", TRAPS)
def test_no_trap_is_sprung(name: str) -> None:
    text, expected = TRAPS[name]
    found = rows_using(text)
    assert len(found) == len(expected)
    for verdict, right in zip(found, expected, strict=True):
        allowed = right if isinstance(right, tuple) else (right,)
        # a proof may use what the note says; where the note has said it of another place, the output has to name it
        assert verdict in allowed or (verdict == "proved using" and "proved" in allowed), found


def test_every_default_is_said() -> None:
    text = r"""
Let $X \in \mathbb{R}^{n \times p}$ and $x_1, \dots, x_n \in \mathbb{R}^p$.

$$\|X\|^2 = \sum_{i=1}^n \|x_i\|^2$$
"""
    reading = "\n".join(checked(text)[-1].reading)
    assert "the norm of a matrix is Frobenius's" in reading
    assert "xᵢ is the i-th row of X, by their names and sizes" in reading
