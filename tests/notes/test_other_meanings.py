"""Rows that a reader takes for something else because a letter, an index or a function has another meaning there."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked, rows, rows_using, told

# what is meant, the note, the verdicts of its displays
MEANT: dict[str, tuple[str, list[str]]] = {
    "a matrix of its own for each index is not the same in all terms of a sum": (
        r"""
Let $X_i$ be an $n \times p$ matrix and $w \in \mathbb{R}^p$.

$$\sum_{i=1}^m w^T X_i^T X_i w = m w^T X_i^T X_i w$$
""",
        ["unsupported"],
    ),
    "an index below an index is bound too": (
        r"$$\sum_{i=1}^m b_{q_i} = m b_{q_i}$$",
        ["unsupported"],
    ),
    "an index in the bold of its letter is the index": (
        r"""
Let $\mathbf{x}_1, \dots, \mathbf{x}_m \in \mathbb{R}^p$.

$$\sum_{i=1}^m \mathbf{x_i^T x_i} = m \mathbf{x_i^T x_i}$$

$$\mathbf{x_i^T x_i} = \|\mathbf{x}_i\|^2$$
""",
        ["refuted", "proved"],
    ),
    "a bold power is a power": (
        r"""
Let $\mathbf{A}$ be an invertible $n \times n$ matrix.

$$\mathbf{A^{-1} A} = \mathbf{I}$$

$$\mathbf{2 A} = \mathbf{A} + \mathbf{A}$$
""",
        ["proved", "proved"],
    ),
    "I with a letter that is no size is no identity matrix": (
        r"""
Let $X \in \mathbb{R}^{n \times d}$, and let $G$ be the centre of the data.

$$I_G = d$$

$$I_{u_1} + I_{u_1^\perp} = I$$

$$X I_d = X$$
""",
        ["definition", "condition", "proved"],
    ),
    "that two indices differ restricts them": (
        r"""
Let $S \in \mathbb{R}^{p \times p}$ and $\lambda_i \neq \lambda_j$ if $i \neq j$.

$$i \neq j$$
""",
        ["condition"],
    ),
    "the value of a function at one matrix says nothing of others": (
        r"""
Let $X$ be an $n \times p$ matrix of full rank, let $S = X^T X$, and let $q(X) = p$ and $r(S) = \operatorname{tr}(S)$.

$$q(A + B) = q(A)$$

$$r(A + B) = r(A) + r(B)$$

$$r(S) = \operatorname{tr}(X X^T)$$
""",
        ["unsupported", "unsupported", "proved"],
    ),
    "the value of a function under a hypothesis is not its definition": (
        r"""
If $A$ is idempotent, then $r(A) = \operatorname{tr}(A)$.

$$r(A) = r(A^T)$$
""",
        ["unsupported"],
    ),
    "a defined function has values at all arguments": (
        r"""
Let $u, v, w \in \mathbb{R}^p$, and let $f(w) = w^T w$.

$$f(u + v) = f(u) + 2 u^T v + f(v)$$
""",
        ["proved"],
    ),
    "a density that is called as a size is no factor": (
        r"""
Let $x \in \mathbb{R}^p$ and $z \in \mathbb{R}^q$.

$$p(z \mid x) = \frac{p(x \mid z) p(z)}{p(x)}$$
""",
        ["unsupported"],
    ),
    "y is not the model where the note subtracts the model from it": (
        r"""
The model is $y = X\theta$ with $X \in \mathbb{R}^{n \times d}$ and $\theta \in \mathbb{R}^d$.
We minimise $J(\theta) = \|X\theta - y\|^2$.

$$\nabla J(\theta) = 2 X^T (X\theta - y)$$

$$\nabla J(\theta) = 0 \cdot \theta$$
""",
        ["proved", "undecided"],
    ),
    "a scalar that is a size in another section is a scalar": (
        r"""
# Sizes

Let $B$ be an $n \times k$ matrix.

# Scalars

Let $A$ be a $p \times p$ matrix and let $k$ be a scalar.

$$\operatorname{tr}(k A) = k \operatorname{tr}(A)$$
""",
        ["proved"],
    ),
    "a Lagrangian of a matrix is not that of a column": (
        r"""
Let $S$ be a symmetric $p \times p$ matrix, $w \in \mathbb{R}^p$, and $L(w, \lambda) = w^T S w - \lambda (w^T w - 1)$.
For a matrix $W \in \mathbb{R}^{p \times d}$ the Lagrangian is

$$L(W, \lambda) = \operatorname{tr}(W^T S W) - \lambda (\operatorname{tr}(W^T W) - d)$$

$$\frac{\partial L(W, \lambda)}{\partial W} = 2 S W - 2 \lambda W$$
""",
        ["definition", "proved"],
    ),
    "a dot in the place of an index or an argument is no product": (
        r"""
$$x_{i\cdot} = x_{\cdot i}$$

$$k(\cdot, x) = k(x, \cdot)$$
""",
        ["unsupported", "unsupported"],
    ),
    "a bracket that opens in words and closes behind them holds a remark": (
        r"""
Let $A$ be an $n \times n$ matrix with $A^T = A$.

$$A A^T = A^2 \quad \text{(since } A^T = A)$$
""",
        ["proved"],
    ),
    "a number that is an example says nothing of the rows around it": (
        r"""
Let $x \in \mathbb{R}^p$. With $\alpha = -1$, for example, we have that $\|-x\| = \|x\|$.

$$\|\alpha x\| = \|x\|$$
""",
        ["undecided"],
    ),
    "a number behind a row says nothing of it": (
        r"""
Let $x \in \mathbb{R}^p$.

$$\|\alpha x\| = \|x\|$$

With $\alpha = -1$ we have that $\|-x\| = \|x\|$.
""",
        ["undecided"],
    ),
    "an elementary matrix is no identity of the size of its number": (
        r"""
$$I_4 = \begin{bmatrix} 1 & 0 & 0 \\ 0 & 1 & 0 \\ 0 & -3 & 1 \end{bmatrix}$$

$$I_3 = \begin{bmatrix} 1 & 0 & 0 \\ 0 & 1 & 0 \\ 0 & 0 & 1 \end{bmatrix}$$

$$I_2 = \begin{bmatrix} 1 & 0 & 0 \\ 0 & 1 & 0 \\ 0 & 0 & 1 \end{bmatrix}$$
""",
        ["undecided", "proved", "ill-typed"],
    ),
    "a letter in the italics of a text is a letter": (
        r"""
Let $\textit{X}$ be an $m \times n$ matrix.

$$\textit{X}\textit{I} = \textit{I}X$$
""",
        ["proved"],
    ),
    "a Greek letter behind b, and one behind bs, is bold": (
        r"""
Let $\mathbf{X}$ be an $n \times p$ matrix and $\bbeta \in \mathbb{R}^p$.

$$\bs{X} \bbeta = \mathbf{X} \boldsymbol{\beta}$$
""",
        ["proved"],
    ),
    "the members of y are not those of the model where the note subtracts them": (
        r"""
Let $x_1, \dots, x_n, w \in \mathbb{R}^p$. The model is $y_i = w^T x_i$.

$$\sum_{i=1}^n (y_i - w^T x_i)^2 = 0$$
""",
        ["undecided"],
    ),
    "a size that is called as a density is no factor": (
        r"""
Let $x \in \mathbb{R}^p$ have the density $p(x)$.

$$p(2x) = 2 p(x)$$
""",
        ["unsupported"],
    ),
    "a size before brackets is a factor": (
        r"""
Let $x \in \mathbb{R}^n$.

$$n(n - 1) = n^2 - n$$
""",
        ["proved"],
    ),
    "a number in bold in a matrix of numbers is no column": (
        r"""
$$\begin{bmatrix} \mathbf{0} & 2 \\ \mathbf{1} & 4 \end{bmatrix} \begin{bmatrix} 1 \\ 2 \end{bmatrix}
= \begin{bmatrix} \mathbf{1} \times \mathbf{0} + 2 \times 2 \\ 9 \end{bmatrix}$$

Let $A$ be an $n \times n$ matrix.

$$\begin{bmatrix} A & \mathbf{0} \\ \mathbf{0} & A \end{bmatrix}^T
= \begin{bmatrix} A^T & \mathbf{0} \\ \mathbf{0} & A^T \end{bmatrix}$$
""",
        ["unsupported", "proved"],
    ),
    "a zero of an unknown size may be added": (
        r"$$A + 0 = A$$",
        ["proved"],
    ),
    "a size behind a cross has no property of the matrix": (
        r"""
Let **A** be n × n symmetric, $y \in \mathbb{R}^n$ and $A \in \mathbb{R}^{n \times n}$.

$$y^T (I - n^{-1} 1_n 1_n^T) y = y^T y - n^{-1} (1_n^T y)^2$$
""",
        ["proved"],
    ),
    "a row is no column": (
        r"""
Let $X \in \mathbb{R}^{n \times d}$, and let $\mu$ be the row vector of means.

$$Z = X - 1_n \mu$$
""",
        ["unread"],
    ),
    "an entry with a transpose is one of the transpose": (
        r"""
Let $A$ be an $n \times n$ matrix. For its transpose $a^T_{ij} = a_{ji}$.

$$a_{ij} = a_{ji}$$
""",
        ["undecided"],
    ),
    "what is one of several equivalent statements is not assumed": (
        r"""
Let $A$ and $B$ be $n \times n$ matrices and $x \in \mathbb{R}^n$. The following are equivalent:

1. $A = B^T B$
2. $x^T A x = \|B x\|^2$

$$x^T A x \geq 0$$
""",
        ["proved using"],
    ),
    "a covariance with what has no sample is none of data": (
        r"""
Let $X \in \mathbb{R}^{n \times p}$ and $a, b \in \mathbb{R}^p$.

$$\operatorname{Cov}(X, a^T b) = \operatorname{Cov}(X, b^T a)$$
""",
        ["unsupported"],
    ),
    "what is orthogonal to a vector is no matrix": (
        r"""
If $u, v \in V$ are orthogonal, then

$$\|u + v\|^2 = \|u\|^2 + \|v\|^2$$
""",
        ["proved"],
    ),
    "the samples of centred data stand where those of the data stand": (
        r"""
Let $X = [x_1, \dots, x_n] \in \mathbb{R}^{p \times n}$, and let $\bar{X}$ be the centred data matrix.

$$\bar{X} \mathbf{1} = 0$$
""",
        ["proved"],
    ),
    "that the members of a family are numbers does not make its letter one": (
        r"""
Let $A \in \mathbb{R}^{m \times n}$. Suppose that $u \perp v$, that is, $u^T v = 0$.

$$A^T A \sum_{j=1}^k v_j u_j = \sum_{j=1}^k v_j A^T A u_j$$

$$(Au)^T A v = u^T A^T A v = \lambda u^T v = 0$$
""",
        ["proved", "undecided"],
    ),
    "a linear map goes from one space to another": (
        r"""
We have a linear map $A$ from $\mathbb{R}^n$ to $\mathbb{R}^m$. Let $x \in \mathbb{R}^n$ and $y \in \mathbb{R}^m$.

$$y^T A x = x^T A^T y$$

$$x^T A y = y^T A^T x$$
""",
        ["proved", "ill-typed"],
    ),
    "what a constraint prevents is not assumed": (
        r"""
Let $S$ be a symmetric $n \times n$ matrix. This constraint prevents the trivial solution of $w = 0$.

$$S w = 2 w$$
""",
        ["undecided"],
    ),
    "a mean that is subtracted from each row": (
        r"""
$$X = \begin{bmatrix} 1 & 2 \\ 3 & 6 \end{bmatrix}, \quad m = \begin{bmatrix} 2 & 4 \end{bmatrix}$$

$$X - m = \begin{bmatrix} -1 & -2 \\ 1 & 2 \end{bmatrix}$$
""",
        ["definition", "unsupported"],
    ),
    "an example of a column is not the column elsewhere": (
        r"""
Let $A$ be a symmetric $n \times n$ matrix, and let $x \in \mathbb{R}^n$.

$$x^T A x = \sum_{i, j} A_{ij}$$

Consider $x = [1, 1, \ldots, 1]^T$.
""",
        ["undecided"],
    ),
    "a transpose that is not raised is no number": (
        r"""
Let $P$ and $C$ be $n \times n$ matrices.

$$P C \top = P \top C$$
""",
        ["unread"],
    ),
    "a space is no matrix": (r"$$\mathbb{R} = \mathbb{R}^1$$", ["unsupported"]),
    "what cannot be is not refuted": (r"$$0 = 1$$", ["undecided"]),
    "a letter that another section sums up to may be any number": (
        r"""
$$A = \sum_{i=1}^r \sigma_i u_i v_i^T$$

$$\sum_{i=1}^r 1 = r$$

# Traces

If $r$ is a real number, then

$$\operatorname{tr}(r B) = r \operatorname{tr}(B)$$

Thus

$$r^2 \ge r$$
""",
        ["definition", "proved", "proved", "undecided"],
    ),
    "a size of another section may be a whole number": (
        r"""
Let $X \in \mathbb{R}^{n \times p}$ be a matrix of $n$ samples.

# Counts

So we have:

$$n^2 \ge n$$
""",
        ["undecided"],
    ),
    "what stands in an inverse is no column because it is one elsewhere": (
        r"""
$$\lambda = u^T X$$

$$\lambda^2 = (u^T X)^2$$

# Least squares

$$(X^T X)^{-1} X^T X e = e$$
""",
        ["definition", "proved", "proved"],
    ),
    "a number that begins with a point is less than one": (
        r"""
$$\begin{bmatrix} .5 \\ .25 \end{bmatrix} = \begin{bmatrix} 5 \\ 25 \end{bmatrix}$$

$$.5 + .5 = 1$$
""",
        ["undecided", "proved"],
    ),
    "a negative number behind a sign may be raised as a whole": (r"$$3^2 + -2^2 = 13$$", ["unread"]),
    "the zero of an unknown size has a transpose": (
        r"""
Let $X$ be an $n \times p$ matrix and $c \in \mathbb{R}^p$ with $X c = 0$.

$$c^T X^T X c = (X c)^T (X c) = 0^T 0 = 0$$
""",
        ["proved"],
    ),
}


@pytest.mark.parametrize(("text", "verdicts"), MEANT.values(), ids=MEANT)
def test_a_row_is_judged_in_the_meaning_of_its_letters(text: str, verdicts: list[str]) -> None:
    found = rows_using(text) if "proved using" in verdicts else rows(text)
    assert found == verdicts


def test_a_sentence_may_be_about_other_numbers() -> None:
    assert [x.verdict for x in checked("In this field $1 + 1 = 0$, so that $1 = -1$.")] == ["undecided", "undecided"]


def test_an_eigenvalue_alone_and_a_known_reason_are_not_refuted() -> None:
    text = r"""
Let $A$ be an $n \times n$ matrix with $x^T A x \ge 0$ for all $x$, and let $v$ be an eigenvector of $A$
with eigenvalue $\mu$.
Hence we have $\mu \ge 0$.

Let $c$ be a number. This is fine, since $c \ge 0$. So we have $c \ge 0$.
"""
    found = {x.formula.span[0]: told(x) for x in checked(text)}
    places = text.index(r"\mu \ge"), text.index(r"c \ge"), text.rindex(r"c \ge")
    assert [found[k] for k in places] == ["undecided"] * 3


def test_the_reading_of_a_scalar_says_that_it_is_real() -> None:
    found = checked(MEANT["a scalar that is a size in another section is a scalar"][0])
    assert [x.reading[0] for x in found if x.formula.display] == ["for all integers p ≥ 1, k (real), A (p×p)"]
