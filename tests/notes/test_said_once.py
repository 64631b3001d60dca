"""What a note says in one place and means in another: true rows that were accused, and errors that this found."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked

SNAPSHOTS = (
    r"Let $X, X' \in \mathbb{R}^{m \times n}$. Here $ ' $ is part of the name of the matrix $X'$ and does not "
    r"indicate matrix transposition. "
)
COMPLEX = r"Let $A, U \in \mathbb{C}^{n \times n}$, $x, y \in \mathbb{C}^n$ and $\lambda \in \mathbb{C}$. "
UNITARY = COMPLEX + r"Let $U$ be unitary; $A^*$ is the conjugate transpose of $A$. "
HERMITIAN = COMPLEX + r"We write $A^H$ for the Hermitian transpose of $A$. "
FOR_ALL = (
    r"A matrix $A \in \mathbb{R}^{n \times n}$ is psd if $A = A^T$ and $x^T A x \ge 0$ for all $x \in \mathbb{R}^n$."
)
USED = (
    r"Let $X \in \mathbb{R}^{n \times p}$, $y \in \mathbb{R}^n$ and $b \in \mathbb{R}^p$."
    "\n\n$$F = b^T X^T X b / \\hat\\sigma^2$$\n\nHere the variance is estimated by "
)
SYSTEM = r"\begin{bmatrix} 2 & 1 \\ 2 & 3 \end{bmatrix} \begin{bmatrix} x \\ y \end{bmatrix} = "
REASON = (
    "Let $S \\in \\mathbb{R}^{p \\times p}$ and $x, m \\in \\mathbb{R}^p$.\n\n"
    "$$\\begin{aligned} f &= (x - m)^T S (x - m) \\\\ "
    "&= x^T S x - 2 m^T S x + m^T S m \\\\ &\\because S^T = S \\\\ "
)
RANDOM = r"Let $w \in \mathbb{R}^n$ be a random vector"
TWO = r"Let $x$ and $y$ be {} random vectors in $\mathbb{{R}}^n$. "
SQUARE = r"Let $A, B \in \mathbb{R}^{n \times n}$ and $x \in \mathbb{R}^n$. "
EXAMPLE = r"Let $A = \begin{pmatrix} 2 & 1 \\ 1 & 2 \end{pmatrix}$. "
# name -> (what the note says, its last row, the verdict, its severity)
CASES = {
    "a prime that is no transpose": (SNAPSHOTS, r"X' X^T = X' X^\top", "proved", ""),
    "another size than a transpose": (SNAPSHOTS,
        r"\operatorname{tr}(X' X^T) = \operatorname{tr}(X^T X')", "proved", ""),
    "a prime that is a transpose": (
        r"Let $X \in \mathbb{R}^{m \times n}$. The prime ' denotes the transpose. ",
        r"(X'X)' = X'X", "proved", ""),
    "a prime beside other transposes": (
        r"Let $X \in \mathbb{R}^{n \times p}$, $e \in \mathbb{R}^n$ and $X^T X = I$. ",
        r"\operatorname{tr}(X' e e^T) = e^T e", "undecided", ""),
    "the norm of a complex letter": (COMPLEX, r"\|x\|^2 = x^T x", "unsupported", ""),
    "with its adjoint": (UNITARY, r"\|U x\|^2 = x^* U^* U x", "proved", ""),
    "complex letters": (COMPLEX, r"(A + \lambda I) x = A x + \lambda x", "proved", ""),
    "a conjugate": (COMPLEX, r"\bar{x}^T A y = y^T A^T \bar{x}", "proved", ""),
    "a bar over a letter that may be real": (
        r"Let $A$ be a real symmetric matrix. Compute the complex inner product. ",
        r"\langle x, A x \rangle = \langle \overline{A}^T x, x \rangle", "unsupported", ""),
    "an adjoint": (UNITARY, r"(U A)^* = A^* U^*", "proved", ""),
    "a unitary matrix": (UNITARY, r"U^* U = I", "proved", ""),
    "no unitary matrix": (UNITARY, r"A^* U = U A^*", "refuted", "error"),
    "an exponent H": (HERMITIAN, r"(A x)^H y = x^H A^H y", "proved", ""),
    "a wrong adjoint": (HERMITIAN, r"(A x)^H y = x^H A y", "needs", "error"),
    "H is a letter": (
        r"Let $H \in \mathbb{R}^{n \times n}$ be Hermitian and $x \in \mathbb{R}^n$. ",
        r"x^T H x = (H x)^T x", "proved", ""),
    "an optimum": (r"Let $x^* \in \mathbb{R}^n$ be the optimum. ", r"(x^*)^T x^* = \|x^*\|^2", "proved", ""),
    "for all x": (
        FOR_ALL + "\n\nLet $A \\in \\mathbb{R}^{n \\times n}$ and $B \\in \\mathbb{R}^{m \\times n}$. ",
        r"x^T B A B^T x = (B^T x)^T A (B^T x)", "unread", ""),
    "a size that is declared": (
        r"Let $A \in \mathbb{R}^{n \times n}$, $B \in \mathbb{R}^{m \times n}$ and $x \in \mathbb{R}^n$. ",
        r"x^T B A B^T x = (B^T x)^T A (B^T x)", "ill-typed", "error"),
    "a square that is used before": (USED, r"\hat\sigma^2 = \frac{1}{n-p} (y - Xb)^T (y - Xb)", "undecided", ""),
    "a sum of eigenvalues": (
        "We can decompose $A = Q \\Sigma Q^{-1}$. ",
        r"\operatorname{tr}(A) = \operatorname{tr}(\Sigma) = \sum \lambda_i", "undecided", ""),
    "a system of equations": ("We solve ", SYSTEM + r"\begin{bmatrix} x \\ y \end{bmatrix}", "problem", ""),
    "a product of numbers": ("", SYSTEM + r"\begin{bmatrix} 2x + y \\ 2x + 3y \end{bmatrix}", "proved", ""),
    "a wrong product": ("", SYSTEM + r"\begin{bmatrix} a x + y \\ 2x + 3y \end{bmatrix}", "refuted", "warning"),
    "a new letter on the right": (
        "Let $a, b > 0$. Defining ",
        r"\frac{1}{a^2} + \frac{1}{b^2} \stackrel{\Delta}{=} \frac{1}{c^2}", "condition", ""),
    "bars of conditions": (r"Let $x \in \mathbb{R}^n$. ", r"x^T x = \mid\mid x \mid\mid^2", "proved", ""),
    "wrong ones": (r"Let $x \in \mathbb{R}^n$. ", r"2 x^T x = \mid\mid x \mid\mid^2", "refuted", "error"),
    "a reason beside a row": (
        r"Let $S \in \mathbb{R}^{p \times p}$ and $x, m \in \mathbb{R}^p$. ",
        r"x^T S m = m^T S x, \because S^T = S", "proved", ""),
    "a reason that is not enough": (
        r"Let $S \in \mathbb{R}^{p \times p}$ and $x, m \in \mathbb{R}^p$. ",
        r"x^T S m = m^T S m, \because S^T = S", "refuted", "error"),
    "numbers of an example": (
        EXAMPLE + r"Let $U \in \mathbb{R}^{n \times n}$.", r"A U = U A", "unread", ""),
    "two numbers": (EXAMPLE + r"Let $b \in \mathbb{R}^3$.", r"A b = b", "ill-typed", "error"),
    "Frobenius behind the square": (
        r"Let $A \in \mathbb{R}^{n \times p}$. ", r"\|A\|^2_F = \operatorname{tr}(A^T A)", "proved", ""),
    "a moment taken alone": ("", r"\mathbb{E}[x x^T] = \operatorname{Var}(x) + \mathbb{E}[x] \mathbb{E}[x]^T",
        "proved", ""),
    "linear in what has a mean": ("", r"\mathbb{E}[A x + b] = A \mathbb{E}[x] + b", "proved", ""),
    "a wrong variance": ("", r"\operatorname{Var}(a^T x) = \operatorname{Var}(x) a^T a", "refuted", "warning"),
    "a moment that lacks the mean": ("", r"\operatorname{Cov}(x) = \mathbb{E}[x x^T] + \mathbb{E}[x] \mathbb{E}[x]^T",
        "refuted", "warning"),
    "given a value": (
        r"Let $Y$ be a random vector. ", r"\operatorname{Var}(A Y \mid X = x) = A \operatorname{Var}(Y \mid X = x) A^T",
        "proved", ""),
    "a noise at a time": (
        r"Let $H \in \mathbb{R}^{n \times n}$ and $v \in \mathbb{R}^n$. Then $z_k v_k^T$ is a matrix. ",
        r"K (H x_k + v_k) = K H x_k + K v_k", "proved", ""),
    "words below a letter": ("", r"G (x_{k,measured} - x_{k,true}) = G x_{k,measured} - G x_{k,true}", "proved", ""),
    "another function of the same name": (
        r"Let $X \in \mathbb{R}^{n \times p}$, $c > 0$. Let $L(w) = \|X w - y\|^2$. We assume that $w = X^T a$.",
        r"L(w) = \|X w - y\|^2 + c \|w\|^2", "undecided", ""),
    "eigenvalues of some matrix": (
        "We can write $A = W S W^{-1}$. If $\\lambda_1, \\dots, \\lambda_n$ are the eigenvalues of a matrix, we have",
        r"\det(A) = \lambda_1 \cdots \lambda_n", "undecided", ""),
    "a bold zero": (r"Let $\mathbf{A}$ be a matrix and $\lambda$ an eigenvalue. Then ",
        r"(\mathbf{A} - \lambda \mathbf{I}) \mathbf{x} = \mathbf{0}", "undecided", ""),
    "a cost of samples": (
        r"Let $h_\theta(x) = \theta^T x$. Let $J(\theta) = \frac{1}{2m} \sum_{i=1}^m (h_\theta(x^{(i)}) - y^{(i)})^2$.",
        r"\nabla_\theta J(\theta) = \frac{1}{m} \sum_{i=1}^m (h_\theta(x^{(i)}) - y^{(i)}) x^{(i)}", "proved", ""),
    "a wrong gradient of it": (
        r"Let $h_\theta(x) = \theta^T x$. Let $J(\theta) = \frac{1}{2m} \sum_{i=1}^m (h_\theta(x^{(i)}) - y^{(i)})^2$.",
        r"\nabla_\theta J(\theta) = \frac{1}{m} \sum_{i=1}^m (y^{(i)} - h_\theta(x^{(i)})) x^{(i)}",
        "refuted", "warning"),
    "a norm with a weight": (
        r"We write $\|x\|_A^2 = x^T A^{-1} x$. Let $S \in \mathbb{R}^{n \times n}$ be positive definite. ",
        r"\nabla_u \|y - u\|_S^2 = -2 S^{-1} (y - u)", "proved", ""),
    "a weight that nothing defines": ("", r"\|2 x\|_S^2 = 4 x^T S x", "unsupported", ""),
    "a capital letter with an arrow": (
        "", r"\|\vec{y} - \vec{X} \vec{\beta}\|^2 = \|\vec{X} \vec{\beta} - \vec{y}\|^2",
        "proved", ""),
    "small letters with arrows": ("", r"\vec{x} \vec{y} = \vec{y} \vec{x}", "ill-typed", "error"),
    "mean zero": (RANDOM + " with mean zero. ", "E[w] = 0", "proved", ""),
    "a mean of 0": (RANDOM + " with mean $0$. ", "E[w] = 0", "proved", ""),
    "a covariance of 1": (RANDOM + " with zero mean and covariance matrix $I$. ", "E[w^T w] = n", "proved", ""),
    "another trace": (RANDOM + " with zero mean and covariance matrix $I$. ", "E[w^T w] = 1", "refuted", "error"),
    "a covariance in a formula": (
        RANDOM + r" with mean $\mathbb{E}[w] = 0$ and covariance $\operatorname{Cov}(w) = s^2 I_n$. ",
        "E[w^T w] = n s^2", "proved", ""),
    "zero mean says nothing of the covariance": (
        RANDOM + r" with mean zero and covariance $\Sigma$. ", r"\Sigma 1 = 0", "undecided", ""),
    "the mean of another letter": (
        r"Let $x \in \mathbb{R}^n$ have mean $\mu$, and let $y = Ax$ with $A \in \mathbb{R}^{n \times n}$."
        "\n\n$$ \\operatorname{Var}(y) = A \\operatorname{Var}(x) A^T $$\n\n", r"E[y] = \mu", "refuted", "error"),
    "independent letters": (TWO.format("independent"),
        r"\operatorname{Var}(x + y) = \operatorname{Var}(x) + \operatorname{Var}(y)", "proved", ""),
    "letters that may depend": (TWO.format("any"),
        r"\operatorname{Var}(x + y) = \operatorname{Var}(x) + \operatorname{Var}(y)", "refuted", "warning"),
    "uncorrelated letters of zero mean": (
        r"Let $u, v \in \mathbb{R}^n$ be uncorrelated random vectors with zero mean. ", "E[u v^T] = 0", "proved", ""),
    "letters with independent entries": (TWO.format("any").removesuffix(". ") + " with independent entries. ",
        r"\operatorname{Var}(x + y) = \operatorname{Var}(x) + \operatorname{Var}(y)", "refuted", "warning"),
    "neither independent": (
        r"The random vectors $x$ and $y$ in $\mathbb{R}^n$ need be neither independent nor of zero mean. ",
        r"\operatorname{Cov}(x, y) = 0", "undecided", ""),
    "independent given a letter": (
        r"Let $x$ and $y$ be random vectors in $\mathbb{R}^n$. Suppose that $x$ and $y$ are independent given $z$. ",
        r"\operatorname{Cov}(x, y) = 0", "undecided", ""),
    "independent of another letter": (
        r"Let $x$, $y$ and $z$ be random vectors in $\mathbb{R}^n$, where $x$ and $y$ are independent of $z$. ",
        r"\operatorname{Cov}(x, y) = 0", "undecided", ""),
    "laws of independent letters": (
        r"Let $z \sim \mathcal{N}(0, I)$ be independent of $e \sim \mathcal{N}(0, D)$, and $x = W z + e$. ",
        r"\operatorname{Cov}(x) = W W^T + D", "proved", ""),
    "if they are independent": (TWO.format("any") + "If $x$ and $y$ are independent, then",
        r"\operatorname{Var}(x + y) = \operatorname{Var}(x) + \operatorname{Var}(y)", "proved", ""),
    "a constant": (
        RANDOM + r" with $E[w] = 0$ and $b \in \mathbb{R}^n$ a constant vector."
        "\n\n$$ \\operatorname{Cov}(b) = 0 $$\n\n", r"E[w + b] = b", "proved", ""),
    "a moment of what nothing calls random": (
        r"Let $t \in \mathbb{R}^n$. ", r"E[t t^T] = E[t] E[t]^T", "refuted", "warning"),
    "a reason in another row": (
        SQUARE + "\n\n$$ (A + B)^2 = A^2 + 2AB + B^2 \\quad (\\because AB = BA) $$\n\nIn general,",
        "(A - B)(A + B) = A^2 - B^2", "refuted", "warning"),
    "a reason in a column of its own": (
        SQUARE, r"\begin{aligned} x^T A A x &= x^T A^T A x && (\because A^T = A) \end{aligned}", "proved", ""),
    "a form that is never negative": (
        SQUARE + r"Suppose that $x^T A x \geq 0$ for all $x \in \mathbb{R}^n$. ", r"x^T A x \geq 0", "proved", ""),
    "a form in columns that are not zero": (
        SQUARE + r"Suppose that $x^T A x > 0$ for all $x \neq 0$. ", r"\operatorname{tr} A \geq 0", "proved", ""),
    "a form in a cone": (
        SQUARE + r"Suppose that $x^T A x \geq 0$ for all $x \in S$. ", r"\operatorname{tr} A \geq 0", "undecided", ""),
    "a form in columns with a condition": (
        SQUARE + r"Suppose that $x^T A x \geq 0$ for all $x \in \mathbb{R}^n$ with nonnegative entries. ",
        r"\operatorname{tr} A \geq 0", "undecided", ""),
    "full column rank": (
        r"Let $X$ be an $n \times p$ matrix of full column rank. ", r"X (X^T X)^{-1} X^T X = X", "proved", ""),
    "what full column rank does not say": (
        r"Let $X \in \mathbb{R}^{n \times p}$ have full column rank, $y \in \mathbb{R}^n$, "
        r"$b = (X^T X)^{-1} X^T y$ and $r = y - X b$. ", "y^T r = 0", "refuted", "error"),
    "a norm with a star": (r"Let $x \in \mathbb{R}^n$. ", r"\|2 x\|_* = 2 \|x\|_*", "unsupported", ""),
}  # fmt: skip


@pytest.mark.parametrize(("said", "row", "verdict", "severity"), CASES.values(), ids=CASES)
def test_said_once(said, row, verdict, severity):
    found = checked(f"{said}\n\n$$ {row} $$\n")[-1]
    assert (found.verdict, found.severity) == (verdict, severity), found.reason


def test_what_is_taken_to_be_real_is_printed():
    (found,) = [x for x in checked(f"{COMPLEX}\n\n$$ A x + \\lambda x = (A + \\lambda I) x $$\n") if x.formula.display]
    assert {x.text for x in found.using} == {"A is real", "x is real", "λ is real"}


def test_a_reason_holds_in_its_display():
    text = REASON + "&= x^T S x - 2 (S m)^T x + m^T S m \\end{aligned}$$\n"
    found = [x for x in checked(text) if x.formula.display]
    assert [x.verdict for x in found] == ["definition", "proved", "condition", "proved"]
    assert all(any("Sᵀ = S" in y.text for y in x.using) for x in found if x.verdict == "proved")


def test_a_moment_in_words_is_printed_as_the_note_would_write_it():
    said = RANDOM + " with mean zero and covariance matrix $I$."
    (found,) = [x for x in checked(f"{said}\n\n$$ E[w^T w] = n $$\n") if x.formula.display]
    assert [x.text for x in found.using][:2] == ["E[w] = 0", "Cov[w] = I"]
