r"""Derivations of short results: what each has to earn, and which of its rows count as mistakes."""

from __future__ import annotations

from .derivation import task_to_show

TASKS = {
    "a projection": task_to_show(
        [
            r"P \in \mathbb{R}^{p \times p}",
            r"P^\top = P",
            r"P^2 = P",
            r"x \in \mathbb{R}^p",
        ],
        r"\|x\|^2 = \|P x\|^2 + \|x - P x\|^2",
    ),
    "a variance": task_to_show(
        [
            r"x_1, \dots, x_n \in \mathbb{R}",
            r"\bar{x} = \frac1n \sum_{i=1}^n x_i",
        ],
        r"\frac1n \sum_{i=1}^n (x_i - \bar{x})^2 = \frac1n \sum_{i=1}^n x_i^2 - \bar{x}^2",
    ),
    "the centring matrix": task_to_show(
        [
            r"H \in \mathbb{R}^{n \times n}",
            r"H = I - \frac1n \mathbf{1} \mathbf{1}^\top",
        ],
        r"H^\top H = H",
    ),
    "a trace of eigenvectors": task_to_show(
        [
            r"S \in \mathbb{R}^{p \times p}",
            r"B \in \mathbb{R}^{p \times k}",
            r"B^\top B = I",
            r"\lambda_1, \dots, \lambda_k \in \mathbb{R}",
            r"\Lambda = \operatorname{diag}(\lambda_1, \dots, \lambda_k)",
            r"S B = B \Lambda",
        ],
        r"\operatorname{tr}(B^\top S B) = \sum_{j=1}^k \lambda_j",
    ),
    "deflation": task_to_show(
        [
            r"S \in \mathbb{R}^{p \times p}",
            r"S^\top = S",
            r"w, v \in \mathbb{R}^p",
            r"\lambda, \mu \in \mathbb{R}",
            r"\|w\| = 1",
            r"S w = \lambda w",
            r"S v = \mu v",
            r"\lambda \neq \mu",
            r"T = S - \lambda w w^\top",
        ],
        r"T v = \mu v",
    ),
    "least squares": task_to_show(
        [
            r"X \in \mathbb{R}^{n \times p}",
            r"y \in \mathbb{R}^n",
            r"b, c \in \mathbb{R}^p",
            r"X^\top X b = X^\top y",
        ],
        r"\|y - X c\|^2 = \|y - X b\|^2 + \|X (b - c)\|^2",
    ),
    "an eigenvalue": task_to_show(
        [
            r"S \in \mathbb{R}^{p \times p}",
            r"w \in \mathbb{R}^p",
            r"\lambda \in \mathbb{R}",
            r"\|w\| = 1",
            r"S w = \lambda w",
        ],
        r"w^\top S w = \lambda",
    ),
    "whitening": task_to_show(
        [
            r"X \in \mathbb{R}^{n \times p}",
            r"W, \Lambda \in \mathbb{R}^{p \times p}",
            r"W^\top W = I",
            r"\frac1n X^\top X = W \Lambda W^\top",
            r"Z = X W \Lambda^{-1/2}",
        ],
        r"\frac1n Z^\top Z = I",
    ),
    "the hat matrix": task_to_show(
        [
            r"X \in \mathbb{R}^{n \times p}",
            r"H \in \mathbb{R}^{n \times n}",
            r"H = X (X^\top X)^{-1} X^\top",
        ],
        r"H^2 = H",
    ),
    "what a frame leaves": task_to_show(
        [
            r"S, P \in \mathbb{R}^{p \times p}",
            r"B \in \mathbb{R}^{p \times k}",
            r"B^\top B = I",
            r"P = B B^\top",
            r"S^\top = S",
        ],
        r"\operatorname{tr} S - \operatorname{tr}(B^\top S B) = \operatorname{tr}((I - P) S (I - P))",
    ),
    "a frame's error": task_to_show(
        [r"W \in \mathbb{R}^{p \times k}", r"W^\top W = I", r"x \in \mathbb{R}^p"],
        r"\|x - W W^\top x\|^2 = \|x\|^2 - \|W^\top x\|^2",
    ),
    "two projectors": task_to_show(
        [r"P, Q \in \mathbb{R}^{p \times p}", r"P^2 = P", r"Q^2 = Q", r"P Q = Q P"],
        r"(P Q)^2 = P Q",
    ),
    "an affine map": task_to_show(
        [
            r"x_1, \dots, x_n \in \mathbb{R}^p",
            r"\bar{x} = \frac1n \sum_{i=1}^n x_i",
            r"A \in \mathbb{R}^{q \times p}",
            r"b \in \mathbb{R}^q",
            r"y_i = A x_i + b",
            r"\bar{y} = \frac1n \sum_{i=1}^n y_i",
        ],
        r"\sum_{i=1}^n (y_i - \bar{y}) (y_i - \bar{y})^\top"
        r" = A \Big(\sum_{i=1}^n (x_i - \bar{x}) (x_i - \bar{x})^\top\Big) A^\top",
    ),
    "a bound for all": task_to_show(
        [r"\lambda_1, \dots, \lambda_p \in \mathbb{R}", r"\mu \in \mathbb{R}", r"\lambda_j \le \mu"],
        r"2 \lambda_j \le \mu + \lambda_j",
    ),
    "singular vectors": task_to_show(
        [
            r"X \in \mathbb{R}^{n \times p}",
            r"U \in \mathbb{R}^{n \times r}",
            r"V \in \mathbb{R}^{p \times r}",
            r"D \in \mathbb{R}^{r \times r}",
            r"D^\top = D",
            r"U^\top U = I",
            r"V^\top V = I",
            r"X = U D V^\top",
        ],
        r"X^\top X V = V D^2",
    ),
    "a multiplier": task_to_show(
        [
            r"S \in \mathbb{R}^{p \times p}",
            r"S^\top = S",
            r"w \in \mathbb{R}^p",
            r"\lambda \in \mathbb{R}",
            r"w^\top w = 1",
            r"L(w, \lambda) = w^\top S w - \lambda (w^\top w - 1)",
            r"\nabla_w L(w, \lambda) = 0",
        ],
        r"w^\top S w = \lambda",
    ),
    "a quadratic form": task_to_show(
        [
            r"S, M \in \mathbb{R}^{p \times p}",
            r"\mu \in \mathbb{R}",
            r"M \succeq 0",
            r"M = \mu I - S",
            r"w \in \mathbb{R}^p",
            r"\|w\| = 1",
        ],
        r"w^\top S w \le \mu",
    ),
    "a residual": task_to_show(
        [
            r"X \in \mathbb{R}^{n \times p}",
            r"y, r \in \mathbb{R}^n",
            r"b \in \mathbb{R}^p",
            r"b = (X^\top X)^{-1} X^\top y",
            r"r = y - X b",
        ],
        r"\|y\|^2 = \|X b\|^2 + \|r\|^2",
    ),
    "a projector": task_to_show([r"W \in \mathbb{R}^{p \times k}", r"W^\top W = I", r"P = W W^\top"], r"P^2 = P"),
}

CASES: dict[tuple[str, bool, int], dict[str, str]] = {
    ("a projection", True, 0): {
        "two-sided, from the right side": r"""
We start with the right-hand side.
\begin{align*}
\|Px\|^2 + \|x - Px\|^2 &= x^\top P^\top P x + (x - Px)^\top (x - Px) \\
&= x^\top P x + x^\top x - 2 x^\top P x + x^\top P^\top P x && \text{since } P^\top P = P^2 = P\\
&= x^\top P x + x^\top x - 2 x^\top P x + x^\top P x \\
&= x^\top x = \|x\|^2.
\end{align*}
""",
        "meets in the middle": r"""
On one side
$$\|x - Px\|^2 = x^\top x - 2 x^\top P x + x^\top P^\top P x = x^\top x - x^\top P x.$$
On the other
$$\|Px\|^2 = x^\top P^\top P x = x^\top P x.$$
Adding both gives $$\|Px\|^2 + \|x-Px\|^2 = \|x\|^2.$$
""",
        "a name for the residual": r"""
Let $r = x - Px$. Then
$$P r = Px - P^2 x = 0$$
and hence
$$(Px)^\top r = x^\top P^\top r = x^\top P r = 0.$$
So
$$\|x\|^2 = \|Px + r\|^2 = \|Px\|^2 + \|r\|^2.$$
""",
    },
    ("a projection", False, 0): {
        "restated in other notation": r"""
$$x^\top x = x^\top P^\top P x + (x - Px)^\top (x - Px)$$
Hence
$$\|x\|^2 = \|Px\|^2 + \|x - Px\|^2.$$
""",
        "only restated": r"""
By Pythagoras $$\|x\|^2 = \|Px\|^2 + \|x - Px\|^2.$$ In other words, $$\|x - Px\|^2 = \|x\|^2 - \|Px\|^2,$$ so
$$\|Px\|^2 + \|x - Px\|^2 = \|x\|^2.$$
""",
        "right lines that do not lead there": r"""
$$P^\top P = P^2 = P$$
$$(I - P)^2 = I - 2P + P^2 = I - P$$
""",
        "the same term added to both sides": r"""
$$\|x\|^2 + x^\top P x = \|P x\|^2 + x^\top P x + \|x - P x\|^2$$
so
$$\|x\|^2 = \|P x\|^2 + \|x - P x\|^2$$
""",
        "doubled, with a factor taken out": r"""
$$2 \|x\|^2 - 2 \|P x\|^2 = 2 \|(I - P) x\|^2$$
so
$$\|x\|^2 = \|P x\|^2 + \|x - P x\|^2$$
""",
    },
    ("a projection", False, 1): {
        "begins with the goal and ends with 0 = 0, no equivalence": r"""
Assume
$$\|x\|^2 = \|Px\|^2 + \|x - Px\|^2.$$
Then
$$0 = 2 x^\top P^\top P x - 2 x^\top P x$$
$$0 = 2 x^\top P x - 2 x^\top P x = 0$$
which is true.
""",
        "sign that cancels": r"""
$$\|x - Px\|^2 = \|x\|^2 + 2x^\top P x + \|Px\|^2$$
$$= \|x\|^2 - \|Px\|^2$$
$$\|x\|^2 = \|Px\|^2 + \|x - Px\|^2$$
""",
    },
    ("a variance", True, 0): {
        "from right to left": r"""
$$\frac1n\sum_i x_i^2 - \bar x^2 = \frac1n\sum_i x_i^2 - 2\bar x^2 + \bar x^2 = \frac1n \sum_i x_i^2 -
\frac{2}{n} \sum_i x_i \bar x + \frac1n \sum_i \bar x^2 = \frac1n \sum_i (x_i - \bar x)^2$$
""",
        "definition in the middle": r"""
$$(x_i - \bar x)^2 = x_i^2 - 2 \bar x x_i + \bar x^2$$
Let us write $q = \frac1n \sum_{i=1}^n x_i^2$. Averaging over $i$,
$$\frac1n \sum_{i=1}^n (x_i - \bar x)^2 = q - 2 \bar x \cdot \bar x + \bar x^2 = q - \bar x^2$$
which is the claim.
""",
        "other letters, m for the mean": r"""
Let $y_1, \dots, y_N \in \mathbb{R}$ and $m = \frac1N \sum_{k=1}^N y_k$. Then
$$\frac1N \sum_k (y_k - m)^2 = \frac1N \sum_k y_k^2 - \frac{2m}{N} \sum_k y_k + m^2 = \frac1N \sum_k y_k^2 - 2 m
\cdot m + m^2 = \frac1N \sum_k y_k^2 - m^2.$$
""",
    },
    ("a variance", False, 1): {
        "mean square and square mean confused": r"""
$$\frac1n\sum_i (x_i - \bar x)^2 = \frac1n \sum_i x_i^2 - \frac1n\sum_i \bar x^2 $$
since the square of a difference is the difference of the squares:
$$(x_i - \bar x)^2 = x_i^2 - \bar x^2$$
so $$\frac1n\sum_i (x_i - \bar x)^2 = \frac1n \sum_i x_i^2 - \bar x^2$$
""",
        "missing n": r"""
$$\sum_i (x_i - \bar x)^2 = \sum_i x_i^2 - 2 \bar x \sum_i x_i + \bar x^2$$
Dividing by $n$ gives
$$\frac1n\sum_i (x_i - \bar x)^2 = \frac1n \sum_i x_i^2 - \bar x^2$$
""",
        "two signs": r"""
$$\frac1n\sum_i (x_i - \bar x)^2 = \frac1n\sum_i x_i^2 + 2\bar x \frac1n \sum_i x_i - 3 \bar x^2 = \frac1n\sum_i
x_i^2 + 2 \bar x^2 + \bar x^2 = \frac1n\sum_i x_i^2 - \bar x^2$$
""",
        "centred without saying so": r"""
We may assume that $\bar x = 0$. Then
$$\frac1n\sum_i (x_i - \bar x)^2 = \frac1n \sum_i x_i^2 = \frac1n \sum_i x_i^2 - \bar x^2.$$
""",
    },
    ("a variance", False, 0): {
        "restated": r"""
$$\frac1n\sum_i (x_i - \bar x)^2 + \bar x^2 = \frac1n \sum_i x_i^2$$
$$\frac1n\sum_i (x_i - \bar x)^2 = \frac1n \sum_i x_i^2 - \bar x^2$$
""",
        "1 added, and multiplied by n": r"""
$$\frac1n\sum_i (x_i - \bar x)^2 + 1 = \frac1n \sum_i x_i^2 - \bar x^2 + 1$$
$$\sum_i (x_i - \bar x)^2 = \sum_i x_i^2 - n \bar x^2$$
$$\frac1n\sum_i (x_i - \bar x)^2 = \frac1n \sum_i x_i^2 - \bar x^2$$
""",
    },
    ("the centring matrix", True, 0): {
        "one chain": r"""
\begin{align*}
H^\top H &= \left(I - \tfrac1n \mathbf 1 \mathbf 1^\top\right)^\top\left(I - \tfrac1n \mathbf 1 \mathbf
1^\top\right)\\
&= I - \tfrac2n \mathbf 1 \mathbf 1^\top + \tfrac{1}{n^2} \mathbf 1 (\mathbf 1^\top \mathbf 1) \mathbf 1^\top\\
&= I - \tfrac2n \mathbf 1 \mathbf 1^\top + \tfrac{1}{n} \mathbf 1 \mathbf 1^\top = I - \tfrac1n \mathbf 1
\mathbf 1^\top = H
\end{align*}
""",
        "J": r"""
Let $J = \mathbf 1 \mathbf 1^\top$. We know $$J^2 = \mathbf 1 \mathbf 1^\top \mathbf 1 \mathbf 1^\top = n J.$$
Then $$H^\top H = (I - J/n)(I - J/n) = I - \frac{2}{n} J + \frac{1}{n^2} J^2 = I - \frac{1}{n} J = H.$$
""",
        "H annihilates 1": r"""
$$H \mathbf 1 = \mathbf 1 - \frac1n \mathbf 1 \mathbf 1^\top \mathbf 1 = \mathbf 1 - \mathbf 1 = 0$$
Hence
$$H^\top H = H H = H \left(I - \frac1n \mathbf 1 \mathbf 1^\top\right) = H - \frac1n (H\mathbf 1)\mathbf 1^\top = H.$$
""",
        "equivalences from the goal": r"""
$$H^\top H = H \iff H^\top H - H = 0 \iff (H^\top - I) H = 0 \iff -\frac1n \mathbf 1 \mathbf 1^\top H = 0$$
The last equation holds, because
$$\mathbf 1^\top H = \mathbf 1^\top - \frac1n \mathbf 1^\top\mathbf 1 \mathbf 1^\top = \mathbf 1^\top - \mathbf
1^\top = 0.$$
""",
    },
    ("the centring matrix", False, 1): {
        "1ᵀ1 = 1": r"""
$$H^\top H = I - \frac2n \mathbf 1 \mathbf 1^\top + \frac{1}{n^2} \mathbf 1 \mathbf 1^\top\mathbf 1\mathbf 1^\top$$
$$= I - \frac2n \mathbf 1 \mathbf 1^\top + \frac{1}{n^2} \mathbf 1 \mathbf 1^\top$$
$$= I - \frac1n \mathbf 1 \mathbf 1^\top = H$$
""",
    },
    ("the centring matrix", False, 0): {
        "only the goal, three times": r"""
$$H^\top H = H$$ $$H^\top H - H = 0$$ $$H = H^\top H$$
""",
    },
    ("a trace of eigenvectors", True, 0): {
        "two rows": r"""
Multiplying $SB = B\Lambda$ from the left by $B^\top$ we get $$B^\top S B = B^\top B \Lambda = \Lambda.$$ Taking
traces, $$\operatorname{tr}(B^\top S B) = \operatorname{tr} \Lambda = \lambda_1 + \dots + \lambda_k =
\sum_{j=1}^k \lambda_j.$$
""",
        "meets in the middle": r"""
Left side: $$\operatorname{tr}(B^\top S B) = \operatorname{tr}(B^\top B \Lambda)$$
Right side: $$\sum_{j=1}^k \lambda_j = \operatorname{tr}(\Lambda) = \operatorname{tr}(B^\top B \Lambda)$$
Both are equal.
""",
    },
    ("a trace of eigenvectors", False, 1): {
        "BBᵀ = I": r"""
$$\operatorname{tr}(B^\top S B) = \operatorname{tr}(S B B^\top)$$ Since $B$ has orthonormal columns $$B B^\top =
I$$ so $$\operatorname{tr}(B^\top S B) = \operatorname{tr}(S) = \sum_{j=1}^k \lambda_j$$
""",
        "SB = Λ B": r"""
$$S B = \Lambda B$$ $$\operatorname{tr}(B^\top S B) = \operatorname{tr}(B^\top \Lambda B) =
\operatorname{tr}(\Lambda) = \sum_{j=1}^k \lambda_j$$
""",
        "product in place of sum": r"""
$$\operatorname{tr}(B^\top S B) = \operatorname{tr}(B^\top) \operatorname{tr}(S B) = \sum_{j=1}^k \lambda_j$$
""",
    },
    ("a trace of eigenvectors", False, 0): {
        "only said": r"""
$$\operatorname{tr}(B^\top S B) = \sum_{j=1}^k \lambda_j$$ because these are the eigenvalues.
""",
    },
    ("deflation", False, 0): {
        "orthogonality claimed": r"""
It is well known that eigenvectors are orthogonal. Hence $$w^\top v = 0.$$ $$T v = S v - \lambda w w^\top v = S
v = \mu v.$$
""",
        "only the goal": r"""
$$T v = \mu v$$
""",
    },
    ("least squares", True, 0): {
        "orthogonality row, words": r"""
The residual is orthogonal to the columns of $X$, because
$$X^\top (y - X b) = 0.$$
In particular it is orthogonal to $X(b - c)$,
$$(y - Xb)^\top X (b - c) = 0,$$
and the theorem of Pythagoras for $y - Xc = (y - Xb) + X(b - c)$ gives
$$\|y - Xc\|^2 = \|y - Xb\|^2 + \|X(b-c)\|^2.$$
""",
        "d = b - c": r"""
Put $d = b - c$, so $c = b - d$. Then
$$\|y - X c\|^2 = \|(y - X b) + X d\|^2 = \|y - X b\|^2 + 2 d^\top X^\top (y - X b) + \|X d\|^2.$$
Since $X^\top(y - Xb) = 0$, $$\|y - Xc\|^2 = \|y - Xb\|^2 + \|Xd\|^2.$$
""",
    },
    ("least squares", False, 0): {
        "goal moved": r"""
$$\|y - Xc\|^2 - \|y - Xb\|^2 = \|X(b-c)\|^2$$
$$\|y - Xc\|^2 = \|y - Xb\|^2 + \|X(b-c)\|^2$$
""",
    },
    ("least squares", False, 1): {
        "inverse": r"""
$$X^\top X = X X^\top$$ so everything commutes and $$\|y - Xc\|^2 = \|y - Xb\|^2 + \|X(b-c)\|^2$$
""",
    },
    ("an eigenvalue", False, 0): {
        "times p": r"$$p w^\top S w = p \lambda$$ so $$w^\top S w = \lambda$$",
        "plus 1": r"$$w^\top S w + w^\top w = \lambda + 1$$ so $$w^\top S w = \lambda$$",
        "times wᵀw": r"$$w^\top S w \cdot w^\top w = \lambda$$ so $$w^\top S w = \lambda$$",
    },
    ("an eigenvalue", True, 0): {
        "terms moved across between two links": (
            r"$$w^\top (S w - \lambda w) = 0$$ $$w^\top S w = \lambda w^\top w$$ $$= \lambda$$"
        ),
    },
    ("a projector", True, 0): {
        "a step with both facts": r"$$P W = W$$ so $$P^2 = P W W^\top = W W^\top = P$$",
    },
    ("a projector", False, 0): {
        "factored": r"$$P (I - P) = 0$$ so $$P^2 = P$$",
    },
    ("whitening", True, 0): {
        "the scores first": r"""
Let $T = X W$ be the scores. They are uncorrelated:
$$\frac1n T^\top T = W^\top \frac{X^\top X}{n} W = W^\top W \Lambda W^\top W = \Lambda.$$
Scaling with $\Lambda^{-1/2}$, $Z = T \Lambda^{-1/2}$, and
$$\frac1n Z^\top Z = \Lambda^{-1/2} \Big(\frac1n T^\top T\Big) \Lambda^{-1/2}
= \Lambda^{-1/2} \Lambda \Lambda^{-1/2} = I.$$
""",
    },
    ("whitening", False, 0): {
        "the root has a nonnegative trace, which is not shown but is not wrong": (
            r"$$\operatorname{tr} \Lambda^{-1/2} \ge 0$$"
        ),
    },
    ("the hat matrix", False, 1): {
        "the inverse of a matrix that is not square, and what follows": r"""
$$(X^\top X)^{-1} = X^{-1} (X^\top)^{-1}$$
so $$H = X X^{-1} (X^\top)^{-1} X^\top = I$$
and $$H^2 = I = H.$$
""",
    },
    ("what a frame leaves", False, 1): {
        "a wrong step about a part of the result, then the right trace": r"""
$$S P = P S$$ because both are symmetric. So
$$(I - P) S (I - P) = S (I - P)^2 = S (I - P)$$ and therefore
$$\operatorname{tr}((I - P) S (I - P)) = \operatorname{tr}(S) - \operatorname{tr}(S P)
= \operatorname{tr}(S) - \operatorname{tr}(B^\top S B).$$
""",
    },
    ("what a frame leaves", True, 0): {
        "with the columns of B": r"""
Let $b_1, \dots, b_k$ be the columns of $B$. Then $P = \sum_{j=1}^k b_j b_j^\top$, and
$$\operatorname{tr}(B^\top S B) = \sum_{j=1}^k b_j^\top S b_j = \operatorname{tr}(S P).$$
Further $$(I - P)^2 = I - P.$$ Hence
$$\operatorname{tr}((I - P) S (I - P)) = \operatorname{tr}(S (I-P))
= \operatorname{tr}(S) - \operatorname{tr}(B^\top S B).$$
""",
    },
    ("a frame's error", True, 0): {
        "two columns of an align": r"""
\begin{align*}
\|x - WW^\top x\|^2 &= \|x\|^2 - 2x^\top WW^\top x + \|WW^\top x\|^2 & \|WW^\top x\|^2 &= x^\top W W^\top W W^\top x\\
&= \|x\|^2 - 2 \|W^\top x\|^2 + \|W^\top x\|^2 & &= x^\top W W^\top x = \|W^\top x\|^2 \\
&= \|x\|^2 - \|W^\top x\|^2
\end{align*}
""",
    },
    ("a frame's error", False, 0): {
        "the case of one column, which is right and does not help": r"""
Let $w$ be a unit vector. Then $$\|x - w w^\top x\|^2 = \|x\|^2 - (w^\top x)^2.$$
The general case is analogous: $$\|x - WW^\top x\|^2 = \|x\|^2 - \|W^\top x\|^2.$$
""",
    },
    ("a frame's error", False, 1): {
        "as many columns as rows, and what follows": r"""
Without loss of generality assume $k = p$. Then $W$ is orthogonal and $$W W^\top = I$$ so
$$\|x - WW^\top x\|^2 = 0 = \|x\|^2 - \|W^\top x\|^2$$
""",
    },
    ("two projectors", True, 0): {
        "factors of matrices in another order are a step": r"""
Let $E, F \in \mathbb{R}^{m \times m}$ be idempotent matrices that commute.
$$EFEF = E E F F$$ $$E E F F = E F$$""",
    },
    ("an affine map", True, 0): {
        "the mean uses three definitions at once": r"""
$$\bar y = A \bar x + b$$
$$y_i - \bar y = A (x_i - \bar x)$$
$$\sum_{i=1}^n (y_i - \bar{y}) (y_i - \bar{y})^\top = \sum_{i=1}^n A (x_i - \bar x)(x_i - \bar x)^\top A^\top$$
$$= A \Big(\sum_{i=1}^n (x_i - \bar x)(x_i - \bar x)^\top\Big) A^\top$$
""",
    },
    ("an affine map", False, 1): {
        "b is left out and then left in": r"$$\bar y = A \bar x$$ $$y_i - \bar y = A (x_i - \bar x) + b$$",
        "b is chosen to be 0, and what follows": r"Let $b = 0$. $$y_i = A x_i$$ $$\bar y = A \bar x$$",
    },
    ("an affine map", False, 0): {
        "b is chosen to be 0, and nothing follows": r"For example, let $b = 0$. $$\bar y = A \bar x + b$$",
    },
    ("a bound for all", False, 0): {
        "a sum over all, which is true and not proved": r"$$\sum_{j=1}^p \lambda_j \le p \mu$$",
    },
    ("singular vectors", True, 0): {
        "the letters of another book, in the decomposition alone": r"""
Let $X = P \Sigma Q^\top$ with $\Sigma \in \mathbb{R}^{r \times r}$ diagonal, $P^\top P = I$, $Q^\top Q = I$.
$$X^\top X = Q \Sigma^2 Q^\top$$ $$X^\top X Q = Q \Sigma^2$$
""",
    },
    ("a multiplier", False, 1): {
        "the derivative has a wrong sign, the eigenvector has not": (
            r"$$\nabla_w L = 2 S w + 2 \lambda w$$ $$S w = \lambda w$$ $$w^\top S w = \lambda$$"
        ),
        "the derivative is a row beside a column": (
            r"$$\nabla_w L = 2 w^\top S - 2\lambda w^\top$$ $$w^\top S = \lambda w^\top$$ $$w^\top S w = \lambda$$"
        ),
    },
    ("a multiplier", True, 1): {
        "a wrong derivative, corrected": r"""
$$\nabla_w L = 2 S w + 2 \lambda w$$ No: $$\nabla_w L = 2 S w - 2 \lambda w$$
$$S w = \lambda w$$ $$w^\top S w = \lambda w^\top w$$ $$w^\top S w = \lambda$$""",
    },
    ("a quadratic form", True, 0): {
        "a chain with one inequality": r"$$w^\top S w = \mu w^\top w - w^\top (\mu I - S) w \le \mu w^\top w = \mu$$",
    },
    ("a quadratic form", False, 0): {
        "only the result": r"$$w^\top S w \le \mu$$",
    },
    ("a quadratic form", False, 1): {
        "the wrong side is nonnegative": r"$$w^\top (S - \mu I) w \ge 0$$ $$w^\top S w \le \mu$$",
    },
    ("a residual", True, 0): {
        "a chain between other terms, whose ends are the result with a term moved across": r"""
Since $X^\top X b = X^\top y$, we get $b^\top X^\top X b = b^\top X^\top y$. Hence
$$\|r\|^2 = \|y\|^2 - 2 b^\top X^\top y + b^\top X^\top X b = \|y\|^2 - b^\top X^\top X b = \|y\|^2 - \|Xb\|^2.$$
""",
    },
    ("a residual", False, 0): {
        "the result with a term moved across, in one link and an identity": (
            r"$$\|r\|^2 = \|y\|^2 - \|Xb\|^2 = y^\top y - b^\top X^\top X b$$"
        ),
    },
    ("a residual", False, 1): {
        "a chain with a wrong link whose ends are the result with a term moved across": (
            r"$$\|r\|^2 = \|y\|^2 - b^\top X^\top y - \|X b\|^2 = \|y\|^2 - \|Xb\|^2$$"
        ),
    },
    ("a residual", False, 2): {
        "chosen to be zero, and what follows": r"Let $r = 0$ and $y = Xb$. Then $$\|y\|^2 = \|Xb\|^2$$",
    },
}
"""By task, whether the goal is reached and the number of mistakes: the texts by name."""
