"""What sentences say of letters beside the rows: lengths of families, eigenvectors, equations in the text."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked

SUMMED = r"\sum_i (x_i - c) = \sum_i x_i - n c"
ORTHOGONAL = "Let $A$ be a symmetric matrix. "
IDEMPOTENT = r"(I - B B^T)^2 = I - B B^T"
RANDOM = "Let $x$ and $y$ be random vectors. "
MOMENT = r"Let $x$ be a random vector with mean $\mu$ and covariance $\Sigma$, and let $W$ be a matrix. "
DECOMPOSED = (
    r"Let $X \in \mathbb{R}^{n \times p}$ and $S = \frac{1}{n - 1} X^T X$. "
    r"Write $S = V D V^T$ with $V$ orthogonal and $D$ diagonal, and let $T = X V$."
)
LAGRANGIAN = (
    r"Let $S$ be symmetric and let $B \in \mathbb{R}^{p \times d}$ satisfy $B^T B = I$. "
    r"Put $L(B, M) = \operatorname{tr}(B^T S B) - \operatorname{tr}(M (B^T B - I))$ with symmetric $M$. "
)
QUADRATIC = r"Let $A$ be symmetric, $f(x) = x^T A x - 2 b^T x$ and let $u = A^{-1} b$. "
FIRST = r"Let $V$ be orthogonal with columns $v_1, \dots, v_p$, and let $V_k$ consist of the first $k$ columns of $V$. "
TWO_FUNCTIONS = (
    "Let $f(x) = x^T A x - 2 b^T x$ with symmetric $A$ and $h(x) = c^T x$.\n\n"
    "$$\\nabla f(x) = 2 A x - 2 b$$\n\n$$\\nabla h(x) = c$$\n\n"
)
# name -> (what the note says, its last row, the verdict, its severity)
CASES = {
    # a range beside a member says how many there are
    "range behind a comma": (r"Given points $x_i \in \mathbb{R}^p$, $i = 1, \ldots, n$.", SUMMED, "proved", ""),
    "range in brackets": (r"Let $x_i \in \mathbb{R}^p$ ($i = 1, \ldots, n$) be points.", SUMMED, "proved", ""),
    "range behind for": (r"Let $x_i \in \mathbb{R}^p$ for $i = 1, \dots, n$.", SUMMED, "proved", ""),
    "range as a set": (r"Let $x_i \in \mathbb{R}^p$ for all $i \in \{1, \dots, n\}$.", SUMMED, "proved", ""),
    "range between bounds": (r"Let $x_i \in \mathbb{R}^p$ for $1 \le i \le n$.", SUMMED, "proved", ""),
    "rows of a matrix": (
        r"Given points $x_1, \ldots, x_n \in \mathbb{R}^p$ and $X$ with rows $x_i^T$.", SUMMED, "proved", ""),
    "another range": (r"Given points $x_i \in \mathbb{R}^p$, $i = 1, \ldots, m$.", SUMMED, "refuted", "warning"),
    # an eigenvector whose eigenvalue has no letter
    "an eigenvector": (
        ORTHOGONAL + "Let $u$ be an eigenvector of $A$. If $w \\perp u$, then", "u^T A w = 0", "proved", ""),
    "for an eigenvector": (
        ORTHOGONAL + r"If $w \perp u$ for an eigenvector $u$ of $A$, then", "u^T A w = 0", "proved", ""),
    "a unit eigenvector": (ORTHOGONAL + "Let $u$ be a unit eigenvector of $A$.", "A u = (u^T A u) u", "proved", ""),
    "of unit length": (
        ORTHOGONAL + "Let $u$ be an eigenvector of $A$ of unit length.", "A u = (u^T A u) u", "proved", ""),
    "of any length": (ORTHOGONAL + "Let $u$ be an eigenvector of $A$.", "A u = (u^T A u) u", "needs", "error"),
    "two eigenvectors": (
        ORTHOGONAL + "Let $u, v$ be eigenvectors of $A$ with $u^T v = 0$.", "u^T A v = 0", "proved", ""),
    # what a sentence asserts carries later rows, as not proved
    "has": ("The matrix $B$ has $B^T B = I$. Then", IDEMPOTENT, "proved", ""),
    "since": ("Since $B^T B = I$, we have", IDEMPOTENT, "proved", ""),
    "recall": ("Recall that $B^T B = I$. Then", IDEMPOTENT, "proved", ""),
    "to be shown": ("We want to show that $B^T B = I$. Then", IDEMPOTENT, "needs", "warning"),
    "since, and a slip": ("Since $B^T B = I$, we have", "(I - B B^T)^2 = I - B B", "needs", "warning"),
    "of a letter that is known": (
        "Let $B$ have orthonormal columns. Note that $B B^T = I$. So", "B B^T x = x", "refuted", "warning"),
    "a value beside": (
        r"Let $J(w) = w^T S w$ for symmetric $S$. For two classes $S = (a - b)(a - b)^T$ and",
        "J(w) = (w^T a - w^T b)^2", "proved", ""),
    # covariances of one random vector are positive semidefinite
    "covariance behind with": (MOMENT, r"w^T \Sigma w \ge 0", "proved", ""),
    "covariance of": (RANDOM + "Let $E$ be the covariance of $x$.", r"w^T E w \ge 0", "proved", ""),
    "covariance of two": (RANDOM + "Let $D$ be the covariance of $x$ and $y$.", r"w^T D w \ge 0", "needs", "warning"),
    "covariance of which": (
        "Let $x$ and $y$ be random vectors with covariance $C$.", r"w^T C w \ge 0", "needs", "warning"),
    "a name in a supposition": (
        MOMENT + r"If $z = W^T (x - \mu)$ then", r"\operatorname{Cov}[x, z] = \Sigma W", "proved", ""),
    "the other way round": (
        MOMENT + r"If $z = W^T (x - \mu)$ then", r"\operatorname{Cov}[z, x] = \Sigma W", "refuted", "warning"),
    "a random letter itself": (
        MOMENT + r"Let $Q$ be orthogonal and $z = Q^T (x - \mu)$. Then", r"x = \mu + Q z", "proved", ""),
    # an equation of a known letter says what new ones are
    "scores": (DECOMPOSED, r"\frac{1}{n - 1} T^T T = D", "proved", ""),
    "scores, without their number": (DECOMPOSED, "T^T T = D", "refuted", "error"),
    # a constraint whose sides a Lagrangian subtracts, a multiplier in its space, points of derivatives
    "constraint": (LAGRANGIAN, IDEMPOTENT, "proved", ""),
    "a symmetric multiplier": (LAGRANGIAN + "It has", r"\nabla_B L = 2 S B - 2 B M", "proved", ""),
    "a constraint where it varies": (LAGRANGIAN + "It has", r"\nabla_B L = 2 S B - 2 B B^T B M", "needs", "warning"),
    "at a point": (QUADRATIC + "Then", r"\nabla f(u) = 0", "proved", ""),
    "if, of a gradient": (
        r"Let $f(w) = (w^T w)^2$. If $w^T w = 1$, then the gradient is", r"\nabla f(w) = 4 w", "proved", ""),
    # which gradient is zero
    "the gradient of f": (TWO_FUNCTIONS + "Setting the gradient of $f$ to zero,", "A x = b", "proved", ""),
    "at a point of f": (TWO_FUNCTIONS + "At a stationary point of $f$,", "A x = b", "proved", ""),
    "at a point of the other one": (TWO_FUNCTIONS + "At a stationary point of $h$,", "c = 0", "proved", ""),
    "not of the other one": (TWO_FUNCTIONS + "At a stationary point of $f$,", "c = 0", "condition", ""),
    "of one of two": (TWO_FUNCTIONS + "At a stationary point,", "A x = b", "undecided", ""),
    # a property that is said before the value is no error
    "an idempotent matrix and its factors": (
        r"Let $A$ be an idempotent matrix and let $A = U D V^T$ be its SVD.", "A^2 = A", "refuted", "warning"),
    "a clause without a verb": (
        "Let $A$ be symmetric and $u$ a unit eigenvector of $A$.", "A u = (u^T A u) u", "proved", ""),
    "orthonormal eigenvectors": (
        ORTHOGONAL + "Let $u$ and $v$ be orthonormal eigenvectors of $A$.", "u^T A v = 0", "proved", ""),
    # what nobody asserts carries nothing
    "only for some": ("We have $B^T B = I$ only if $B$ has orthonormal columns. Then", IDEMPOTENT, "undecided", ""),
    "of others": ("Some authors have $B^T B = I$. Then", IDEMPOTENT, "needs", "warning"),
    "a mistake": ("A common mistake is that $B^T B = I$. Then", IDEMPOTENT, "undecided", ""),
    # the first columns of a matrix
    "first columns": (FIRST, r"V_k V_k^T = \sum_{i=1}^k v_i v_i^T", "proved", ""),
    "all columns": (FIRST, r"V_k V_k^T = I", "refuted", "warning"),
}  # fmt: skip


@pytest.mark.parametrize(("said", "row", "verdict", "severity"), CASES.values(), ids=CASES)
def test_said_beside(said, row, verdict, severity):
    found = checked(f"{said}\n\n$$ {row} $$\n")[-1]
    assert (found.verdict, found.severity) == (verdict, severity), found.reason


def test_what_a_sentence_asserts_is_marked_as_not_proved():
    found = checked(f"Since $B^T B = I$, we have\n\n$$ {IDEMPOTENT} $$\n")[-1]
    assert [(x.text, x.is_open) for x in found.using if x.place is not None] == [("BᵀB = I", True)]


def test_a_theorem_defines_a_function_for_the_text_behind_it():
    said = (
        "Fix $P$ with $P^T = P$ and $P^2 = P$.\n\n"
        "\\begin{theorem}\nThe error \\[ E(c) = \\|(I - P)(x - c)\\|^2 \\] is least at $c = x$.\n\\end{theorem}\n\n"
    )
    assert checked(said + "So\n\n\\[ E(0) = \\|x\\|^2 - \\|P x\\|^2 \\]\n")[-1].verdict == "proved"
