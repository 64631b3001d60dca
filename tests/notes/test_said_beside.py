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
BASIS = (
    r"Let $q_1, \dots, q_n$ be an orthonormal basis of $\mathbb{R}^n$. For $k < n$ let $P = \sum_{i=1}^k q_i q_i^T$. "
)
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
    # a property that is said before the value
    "an idempotent matrix and its factors": (
        r"Let $A$ be an idempotent matrix and let $A = U D V^T$ be its SVD.", "A^2 = A", "proved", ""),
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
    # conditions of a matrix hold for the members that it has as columns or rows
    "columns of U": (r"Let $u_i \in \mathbb{R}^p$, $i = 1, \dots, k$, be the columns of $U$ and $U^T U = I$.",
        "u_i^T u_i = 1", "proved", ""),
    "samples that sum to zero": (
        r"Let $F$ be the matrix with rows $f_i^T$ and $\sum_{i=1}^n f_i = 0$. Put $K = F F^T$.", r"K \mathbf{1} = 0",
        "proved", ""),
    # an index that does not run over all members
    "up to k": (BASIS, r"P q_j = q_j \quad (j \le k)", "proved", ""),
    "from 1 to k": (BASIS, r"P q_j = q_j, \quad j = 1, \dots, k", "proved", ""),
    "below k": (BASIS, r"P q_j = q_j \quad (j < k)", "proved", ""),
    "from k on": (BASIS, r"P q_j = q_j \quad (j \ge k)", "refuted", "warning"),
    "beyond k": (BASIS, r"P q_j = 0, \quad j = k + 1, \dots, n", "proved", ""),
    "beyond k, and a slip": (BASIS, r"P q_j = q_j, \quad j = k + 1, \dots, n", "refuted", "error"),
    "of all": (BASIS, r"P q_j = 0, \quad j = 1, \dots, n", "refuted", "error"),
    "size of a basis": (BASIS + "Let $Q = [q_1, \\dots, q_n]$.", "Q Q^T = I", "proved", ""),
    # signs and orders of families
    "weights": (r"Let $w_i \ge 0$, $i = 1, \dots, n$, be weights.", r"\sum_{i=1}^n w_i x_i^2 \ge 0", "proved", ""),
    "weights, and a slip": (
        r"Let $w_i \ge 0$, $i = 1, \dots, n$, be weights.", r"\sum_{i=1}^n w_i x_i \ge 0", "needs", "warning"),
    "weights for some i": (r"Suppose $w_i \ge 0$ for some $i$.", r"\sum_{i=1}^n w_i \ge 0", "needs", "warning"),
    "a convex combination": (
        r"Let $w_1, \dots, w_n \ge 0$ with $\sum_{i=1}^n w_i = 1$.",
        r"(\sum_{i=1}^n w_i x_i)^2 \le \sum_{i=1}^n w_i x_i^2", "proved", ""),
    "numbers in words": (
        r"Let $\lambda_1, \dots, \lambda_p$ be nonnegative numbers.", r"\sum_{i=1}^p \lambda_i \ge 0", "proved", ""),
    "an order": (r"Let $\lambda_1 \ge \dots \ge \lambda_p \ge 0$.",
        r"\sum_{i=1}^k \lambda_i \le \sum_{i=1}^p \lambda_i", "proved", ""),
    "an order, and a slip": (r"Let $\lambda_1 \ge \dots \ge \lambda_p \ge 0$ be numbers.",
        r"\sum_{i=1}^k \lambda_i \ge \sum_{i=1}^p \lambda_i", "refuted", "error"),
    "the greatest": (r"Let $D = \operatorname{diag}(d_1, \dots, d_p)$ with $d_1 \ge \dots \ge d_p$.",
        r"w^T D w \le d_1 w^T w", "proved", ""),
    "for all i, behind a sum over i": (
        r"Let $f(x) = \sum_{i=1}^p \lambda_i x_i^2$ with $\lambda_i > 0$ for all $i$.", r"f(x) \ge 0", "proved", ""),
    # what is said of a letter with a value
    "a centred product": (
        "Let $X = U D V^T$ be the SVD of the centred data matrix $X$.", r"X^T \mathbf{1} = 0", "proved", ""),
    "of a matrix without a letter": (
        "Let $X = U D V^T$ be the SVD of a centred data matrix.", r"X^T \mathbf{1} = 0", "proved", ""),
    "a symmetric product": ("Let $A$ be symmetric with $A = Q R$.", "A^T = A", "proved", ""),
    "a semidefinite difference": (
        "Let $S$ be positive semidefinite and $S = A - B$.", "x^T B x \\le x^T A x", "proved", ""),
    "its diagonal matrix": (
        "Let $S$ be positive semidefinite with eigendecomposition $S = V D V^T$.", r"\operatorname{tr} D \ge 0",
        "proved", ""),
    "singular values": ("Let $X = U D V^T$ be the thin SVD of $X$.", r"\operatorname{tr} D \ge 0", "proved", ""),
    # behind the range of an index
    "centred members": (
        r"Let $x_i \in \mathbb{R}^p$, $i = 1, \dots, n$, be centred.", r"\sum_{i=1}^n x_i = 0", "proved", ""),
    "orthonormal members": (r"Let $v_i \in \mathbb{R}^p$, $i = 1, \dots, p$, be orthonormal.",
        r"\sum_{i=1}^p v_i v_i^T = I", "proved", ""),
    "first columns of an orthogonal matrix": (
        r"Let $u_1, \dots, u_k$ be the first $k$ columns of the orthogonal matrix $U$.", r"\sum_{i=1}^k u_i^T u_i = k",
        "proved", ""),
    # eigenvectors
    "of a product": ("Let $u$ be a unit eigenvector of $X^T X$.", r"X^T X u = \|X u\|^2 u", "proved", ""),
    "of a sum": ("Let $u$ be an eigenvector of $A + B$.", r"A u = \frac{u^T A u}{u^T u} u", "condition", ""),
    "of what stands before": ("Let $A$ be symmetric with unit eigenvector $u$.", "A u = (u^T A u) u", "proved", ""),
    "with different eigenvalues": (
        ORTHOGONAL + "Let $u$ and $v$ be eigenvectors of $A$ with different eigenvalues.", "u^T v = 0", "proved", ""),
    "with any eigenvalues": (ORTHOGONAL + "Let $u$ and $v$ be eigenvectors of $A$.", "u^T v = 0", "needs", "error"),
    "a second one": (
        "Let $u$ be a unit eigenvector of $A$ and $v$ a unit eigenvector of $B$.", "B v = (v^T B v) v", "proved", ""),
    "an eigenvalue": (r"Let $A$ be symmetric and $\lambda$ an eigenvalue of $A$ with eigenvector $u$.",
        r"A u = \lambda u", "proved", ""),
    # what ends, and what nobody asserts
    "a second value": ("Let $S = X^T X$. Then $w^T S w \\ge 0$.\n\nLet $S = X X^T$.", r"w^T S w = \|X w\|^2",
        "needs", "warning"),
    "of other authors": (
        r"Let $S = \frac1n X^T X$. Some authors write $S = \frac1{n-1} X^T X$.", "n S = X^T X", "proved", ""),
    "for any other": (
        r"For $w^T w = 1$ we have $\|w\| = 1$. For any $w \ne 0$ we have", r"\|w\|^4 = 1", "needs", "warning"),
    "what implies it": ("Since $A B = I$ implies $B A = I$,", "A B A = A", "undecided", ""),
    "behind whenever": (
        r"We have $a^T b = 0$ whenever $a \perp b$.", r"\|a + b\|^2 = \|a\|^2 + \|b\|^2", "refuted", "warning"),
    "a multiplier": (
        r"Let $S$ be symmetric. Use a multiplier $M$. Let $L(W) = \operatorname{tr}(W^T S W) - "
        r"\operatorname{tr}(M (W^T W - I))$.", r"\nabla_W L = 2 S W - 2 W M", "needs", "warning"),
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


def test_that_a_list_of_eigenvalues_has_all_of_them_is_printed():
    said = r"Let $S$ be symmetric with eigenvalues $a_1, \dots, a_k$ and orthonormal eigenvectors $v_1, \dots, v_k$."
    found = checked(f"{said}\n\n$$ \\operatorname{{tr}} S = \\sum_{{i=1}}^k a_i $$\n")[-1]
    assert "the aᵢ are the eigenvalues of S, with the eigenvectors vᵢ" in [x.text for x in found.using]
