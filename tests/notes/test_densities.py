"""Densities: exponentials, what is proportional, and equations up to a constant."""

from __future__ import annotations

import pytest

from tests.notes.checking import checked

SAID = r"Let $A \in \mathbb{R}^{n \times n}$ be symmetric and invertible and $x, b, \mu \in \mathbb{R}^n$. "
SQUARE = r"-\frac12 (x - \mu)^T A (x - \mu)"
OPENED = r"-\frac12 x^T A x + \mu^T A x"
FACTOR = r"(2\pi)^{-n/2} |A|^{1/2}"
LOGARITHM = r"\log p(x \mid \mu, A) = \frac12 \log\det A - \frac12 (x - \mu)^T A (x - \mu)"
NORMAL = SAID + f"Let $$ {LOGARITHM} $$"
# name -> (what the note says, its last row, the verdict, its severity, what is taken for granted)
EXP, UP_TO = "exponents are compared, as exp is one-to-one", "up to terms without x"
CASES = {
    "what a density is": (SAID, rf"p(x) = {FACTOR} \exp({SQUARE})", "definition", "", ""),
    "what it is proportional to": (SAID, rf"p(x) \propto \exp({SQUARE})", "definition", "", ""),
    "equal exponentials": (
        SAID, rf"{FACTOR} \exp({SQUARE}) = {FACTOR} \exp({OPENED} - \frac12 \mu^T A \mu)", "proved", "", EXP),
    "without the factor": (SAID, rf"{FACTOR} \exp({SQUARE}) = \exp({SQUARE})", "unsupported", "", ""),
    "another exponent": (SAID, rf"\exp({SQUARE}) = \exp({OPENED})", "refuted", "error", EXP),
    "a product of exponentials": (SAID, r"e^{-x^T x} e^{-b^T b} = e^{-x^T x - b^T b}", "proved", "", EXP),
    "a quotient": (SAID, r"\frac{\exp(x^T x)}{\exp(b^T b)} = \exp(x^T x - b^T b)", "proved", "", EXP),
    "a wrong quotient": (SAID, r"\frac{\exp(x^T x)}{\exp(b^T b)} = \exp(x^T x + b^T b)", "refuted", "error", EXP),
    "proportional": (SAID, rf"p(x) \propto \exp({SQUARE}) \propto \exp({OPENED})", "proved", "", UP_TO),
    "under a condition": (SAID, rf"p(x \mid \mu) \propto \exp({SQUARE}) \propto \exp({OPENED})", "proved", "", UP_TO),
    "not proportional": (
        SAID, rf"p(x) \propto \exp({SQUARE}) \propto \exp(-\frac12 x^T A x - \mu^T A x)", "refuted", "warning", UP_TO),
    "proportional in the other letter": (
        SAID, rf"p(\mu) \propto \exp({SQUARE}) \propto \exp(\mu^T A x)", "refuted", "warning", ""),
    "a factor that depends on it": (
        SAID, rf"p(x) \propto x^T x \exp({SQUARE}) \propto \exp({OPENED})", "unsupported", "", ""),
    "proportional to what is no exponential": (SAID, r"p(x) \propto p(b) p(x \mid b)", "unsupported", "", ""),
    "up to a constant": (SAID, rf"{SQUARE} = {OPENED} + \text{{const}}", "proved", "", UP_TO),
    "not up to a constant": (
        SAID, rf"\log p(x) = {SQUARE} + \text{{const}} = {OPENED} - 2 \mu^T A x + \text{{const}}",
        "refuted", "warning", UP_TO),
    "completing the square": (
        SAID,
        r"\log p(x) = -\frac12 x^T A x + b^T x + \text{const}"
        r" = -\frac12 (x - A^{-1} b)^T A (x - A^{-1} b) + \text{const}",
        "proved", "", UP_TO),
    "another letter that depends on it": (
        SAID + "Let $z = A x$. ", r"p(x) \propto \exp(z^T z) \propto \exp(2 z^T z)", "unsupported", "", ""),
    "a constant that depends on it": (
        SAID + "Let $z = A x$. ", r"\log p(x) = z^T z + \text{const} = b^T b + \text{const}", "unsupported", "", ""),
    "a part of a column": (
        r"Let $A, B \in \mathbb{R}^{n \times n}$. ",
        r"p(x_1 \mid x_2) \propto \exp(x_1^T A x_1 + x_2^T B x_2) \propto \exp(x_1^T A x_1)", "proved", "",
        "up to terms without x₁"),
    "its entries": (SAID, r"p(x) \propto \exp(x^T x) \propto \exp(x^T x + x_1)", "unsupported", "", ""),
    "what a logarithm is": (SAID, LOGARITHM, "definition", "", ""),
    "its derivative": (NORMAL, r"\nabla_\mu \log p(x \mid \mu, A) = A (x - \mu)", "proved", "", ""),
    "a wrong derivative": (NORMAL, r"\nabla_\mu \log p(x \mid \mu, A) = A (\mu - x)", "refuted", "error", ""),
    "the covariance of a density": (
        r"The density is $$ p(x) = \frac{1}{(2\pi)^{d/2} |S|^{1/2}} \exp(-\frac12 (x - m)^T S^{-1} (x - m)) $$",
        r"\nabla_x (x - m)^T S^{-1} (x - m) = 2 S^{-1} (x - m)", "proved", "", ""),
    "the covariance of a law": (r"Let $y \sim \mathcal{N}(m, S)$. ", r"a^T S b = b^T S a", "proved", "", ""),
    "a matrix of no density": (r"Let $y \sim \mathcal{N}(m, S)$. ", r"a^T A b = b^T A a", "needs", "warning", ""),
    "an exponent without a density": (
        r"We have $$ p(x) = \exp(-\frac12 (x - m)^T S (x - m)) $$",
        r"\nabla_x (x - m)^T S (x - m) = 2 S (x - m)", "needs", "warning", ""),
    "exponentials of matrices": (r"Let $A, B \in \mathbb{R}^{n \times n}$. ", r"\exp(A) \exp(B) = \exp(A + B)",
        "unsupported", "", ""),
    "exponentials of columns": (SAID, r"\exp(x) \exp(b) = \exp(x + b)", "unsupported", "", ""),
    "factors that do not commute": (
        r"Let $A, B \in \mathbb{R}^{n \times n}$ and $x \in \mathbb{R}^n$. ",
        r"A B \exp(x^T x) = B A \exp(x^T x)", "unsupported", "", ""),
    "a number and a matrix": (SAID, r"x^T b \exp(x^T x) = b x^T \exp(x^T x)", "unsupported", "", ""),
    "a factor that may be zero": (
        SAID + r"Let $c \in \mathbb{R}$. ", r"c \exp(x^T x) = c \exp(2 x^T x)", "refuted", "warning", EXP),
    "the imaginary unit": ("", r"e^{2 \pi i} e^{i t} = e^{i t}", "unsupported", "", ""),
    "what does not depend on it": (
        SAID, rf"p(x) \propto \exp({SQUARE}) \propto \exp({OPENED})", "proved", "",
        "up to terms without x, on which μ, A do not depend"),
    "the mean of a sample": (
        r"Let $x_1, \dots, x_n \in \mathbb{R}^p$ and let $\bar x$ be their mean. ",
        r"p(x_1) \propto \exp(-\bar x^T \bar x - x_1^T x_1) \propto \exp(-x_1^T x_1)", "unsupported", "", ""),
    "a sum over its family": (
        r"Let $x_1, \dots, x_n \in \mathbb{R}^p$. ",
        r"p(x_1) \propto \exp(-\sum_{i=1}^n x_i^T x_i) \propto \exp(-x_2^T x_2)", "unsupported", "", ""),
    "a sum of its family": (
        r"Let $x_1, \dots, x_n \in \mathbb{R}^p$ and $$ S = \sum_{i=1}^n x_i x_i^T. $$",
        r"p(x_1) \propto \exp(-\operatorname{tr} S) \propto \exp(-2 \operatorname{tr} S)", "unsupported", "", ""),
    "its rows": (
        r"Let $X \in \mathbb{R}^{n \times p}$ have rows $x_i^T$. ",
        r"p(X) \propto \exp(-\sum_{i=1}^n x_i^T x_i) \propto \exp(-2 \sum_{i=1}^n x_i^T x_i)", "unsupported", "", ""),
    "a residual": (
        r"Let $y, \epsilon \in \mathbb{R}^n$, $\beta \in \mathbb{R}^p$ and $X \in \mathbb{R}^{n \times p}$ with "
        r"$y = X\beta + \epsilon$. ",
        r"p(y \mid \beta) \propto \exp(-\epsilon^T \epsilon) \propto \exp(-2 \epsilon^T \epsilon)",
        "unsupported", "", ""),
    "a constant beside the terms of a letter": (
        SAID, r"\|x - b\|^2 = b^T b - 2 x^T b + \text{const}", "proved", "",
        "up to terms without b, on which x does not depend"),
    "a constant beside the terms of no letter": (
        SAID, r"\|x - b\|^2 = x^T x - 2 \mu^T b + \text{const.}", "unsupported", "", ""),
    "an equality up to a constant": (SAID, r"\|x - b\|^2 \overset{c}{=} x^T x - 2 b^T x", "unread", "", ""),
    "a density of another section": (
        NORMAL + "\n\n# Another model\n\n$$ \\log p(x \\mid \\mu, A) = \\mu^T x $$\n\n",
        r"\nabla_x \log p(x \mid \mu, A) = \mu", "proved", "", ""),
    "e is a residual": (
        r"Let $X \in \mathbb{R}^{n \times p}$, $y \in \mathbb{R}^n$, $b \in \mathbb{R}^p$ and $e = y - Xb$. ",
        r"e^T e = y^T y - 2 y^T X b + b^T X^T X b", "proved", "", ""),
    "e is a number": (r"Let $e \in \mathbb{R}$. ", r"e^2 \cdot e^3 = e^6", "refuted", "error", ""),
}  # fmt: skip


@pytest.mark.parametrize(("said", "row", "verdict", "severity", "granted"), CASES.values(), ids=CASES)
def test_densities(said, row, verdict, severity, granted):
    found = checked(f"{said}\n\n$$ {row} $$\n")[-1]
    assert (found.verdict, found.severity) == (verdict, severity), found.reason
    assert not granted or any(x.text.startswith(granted) for x in found.using)
