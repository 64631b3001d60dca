"""Properties of letters that a note states in words: which words prove a row, and which similar ones do not."""

from __future__ import annotations

import pytest

from tests.notes.checking import rows

GRAM = r"Let $X$ be an $n \times p$ matrix and $S = \frac{1}{n} X^T X$."
PROVED = {
    r"Q Q^T = I": r"Assume that the rows of $Q$ are orthonormal.",
    r"H (y - H y) = 0": r"Let $y$ be the response and $H$ the orthogonal projection onto the column space of $X$.",
    r"\Pi^2 = \Pi": r"Let $\Pi$ be the orthogonal projector onto the span of the first $k$ eigenvectors.",
    r"\Sigma^T = \Sigma": r"Let $\Sigma$ be the covariance matrix of a random vector $X$.",
    r"S^T = S": r"Let $S$ be the covariance matrix of the data.",
    r"w^T S w \ge 0": r"Let $S$ denote the sample covariance matrix. For any vector $w$,",
    r"a^T \Sigma b = b^T \Sigma a": r"Let $\Sigma$ be a covariance matrix and let $a$ and $b$ be vectors.",
    r"\operatorname{tr} A = \lambda_1 + \cdots + \lambda_p": (
        r"Let $A$ be a symmetric $p \times p$ matrix with eigenvalues $\lambda_1, \ldots, "
        r"\lambda_p$."
    ),
    r"\operatorname{tr} A = \sum_{i=1}^p \lambda_i": (
        r"The symmetric matrix $A$ has eigenvalues $\lambda_1, \ldots, "
        r"\lambda_p$."
    ),
    r"v_i^T S v_i = \lambda_i": (
        r"The eigenvectors $v_1, \ldots, v_p$ of $S$ are orthonormal, with eigenvalues $\lambda_1, "
        r"\ldots, \lambda_p$."
    ),
    r"S = \sum_{i=1}^p \lambda_i v_i v_i^T": (
        r"Let $v_1, \ldots, v_p$ be an orthonormal basis of eigenvectors of $S$ with eigenvalues "
        r"$\lambda_1, \ldots, \lambda_p$."
    ),
    r"u^T v = 0": (
        r"Let $A$ be a symmetric matrix, and let $u$ and $v$ be eigenvectors of $A$ with distinct "
        r"eigenvalues $\lambda$ and $\mu$."
    ),
    r"V^T V = I": r"Suppose the columns of $V$ form an orthonormal set.",
    r"(B B^T)^2 = B B^T": r"The columns of the matrix $B$ form an orthonormal basis of a subspace.",
    r"\sum_{i=1}^n w^T x_i = 0": r"Given centred data points $x_1, \ldots, x_n$ and a direction $w$,",
    r"\sum_{i=1}^n \|x_i - \bar x\|^2 = \sum_{i=1}^n \|x_i\|^2 - n \|\bar x\|^2": (
        r"Let $x_1, \ldots, x_n$ be data points and $\bar x$ their "
        r"mean."
    ),
    r"\nabla_\beta \|y - X\beta\|^2 = -2 X^T (y - X\beta)": (
        r"Let $X$ be the design matrix and $y$ the response vector. For the coefficients "
        r"$\beta$,"
    ),
    r"\|y - X \hat\beta_{\mathrm{ls}}\|^2 = \|X \hat\beta_{\mathrm{ls}} - y\|^2": (
        r"Let $X \in \mathbb{R}^{n \times p}$ be the design matrix and $y \in \mathbb{R}^n$ the response. The "
        r"estimator and its coefficients $\hat\beta_{\mathrm{ls}}$ follow."
    ),
}
NOT_PROVED = {
    r"P^2 = P": [
        r"Let $P$ be the orthogonal projection onto the column space minus the identity.",
        r"Let $P$ be the orthogonal projection onto the column space, scaled by two.",
        r"Let $P$ be twice the orthogonal projection onto the column space.",
        r"Let $P$ be the orthogonal projection of $X$ onto the column space of $Y$.",
        r"Given an orthogonal projection onto the plane and a square matrix $P$,",
        r"Let $P$ be a matrix, not necessarily idempotent.",
        r"Let $P$ be a generalised idempotent matrix.",
    ],
    r"P^T = P": [
        r"Let $P$ be the oblique projection onto the column space of $X$.",
        r"Let $P$ be a projection onto the column space of $X$.",
        r"Let $P$ be the non-orthogonal projection onto the column space.",
    ],
    r"Q Q^T = I": [
        r"The rows of $Q$ are not orthonormal.",
        r"The first rows of $Q$ are orthonormal.",
        r"Two rows of $Q$ are orthonormal.",
        r"The rows of $Q$ are orthonormal in the complex case.",
        r"If the rows of $Q$ are orthonormal, all is well. In general,",
        r"The rows of $Q$ are orthogonal.",
    ],
    r"C^T = C": [
        r"Let $C$ be the cross-covariance matrix.",
        r"Let $C$ be the covariance matrix of $x$ and $y$.",
        r"Let $C$ be the covariance matrix between the predictors and the responses.",
        r"Let $C$ not be a covariance matrix.",
        r"Some authors call $C$ the covariance matrix.",
        r"The matrix $C$ is similar to the covariance matrix $S$.",
        r"Let $C$ be the Cholesky factor of the covariance matrix.",
        r"Let $C$ be the pseudo-covariance matrix of a complex vector.",
        r"Let $C$ be an estimate of the covariance matrix $S$.",
        r"Let $C$ be the covariance matrix of two random vectors.",
        r"Let $C$ be the covariance matrix of $x$ with $y$.",
    ],
    r"a^T C b = b^T C a": [
        r"Let $S$ be the covariance matrix and $C$ another matrix.",
    ],
    r"S^T = S": [
        r"Let $S$ be the covariance matrix. Now let $S$ be any square matrix.",
        r"Let $v_1, \ldots, v_p$ be a basis of eigenvectors of $S$ with eigenvalues $\lambda_1, \ldots, \lambda_p$.",
    ],
    r"w^T S w \ge 1.": [
        r"Let $S$ denote the covariance matrix. For every vector $w$,",
    ],
    r"\operatorname{tr} A = 2 \sum_{i=1}^k \lambda_i": [
        r"The symmetric matrix $A$ has eigenvalues $\lambda_1, \ldots, \lambda_k$ and zero.",
    ],
    r"\operatorname{tr} A = \sum_{i=1}^k \lambda_i": [
        r"The symmetric matrix $A$ has eigenvalues $\lambda_1, \ldots, \lambda_k$ and one.",
        r"The symmetric matrix $A$ has the distinct eigenvalues $\lambda_1, \ldots, \lambda_k$.",
        (
            r"The symmetric matrix $A$ has eigenvalues $\lambda_1, \ldots, \lambda_k$ with "
            r"multiplicities $m_1, \ldots, m_k$."
        ),
        r"The symmetric matrix $A$ has among others the eigenvalues $\lambda_1, \ldots, \lambda_k$.",
        r"The symmetric matrix $A$ has eigenvalues $\lambda_1, \ldots, \lambda_k$, one of them twice.",
        r"The symmetric matrix $A$ has eigenvalues $\lambda_1, \ldots, \lambda_k$, each with multiplicity two.",
    ],
    r"\operatorname{tr} B = \sum_{i=1}^p \lambda_i": [
        (
            r"The symmetric matrix $A$ has eigenvalues $\lambda_1, \ldots, \lambda_p$. Let $B$ be "
            r"another symmetric matrix."
        ),
    ],
    r"\operatorname{tr} A^2 = \sum_{i=1}^p \lambda_i": [
        r"The symmetric matrix $A$ has eigenvalues $\lambda_1, \ldots, \lambda_p$.",
    ],
    r"\operatorname{tr} A = \sum_{i=1}^n \lambda_i": [
        (
            r"Let $A$ be a symmetric $n \times n$ matrix, $B$ an $n \times n$ matrix with eigenvalues "
            r"$\lambda_1, \ldots, \lambda_n$."
        ),
        (
            r"Let $A$ be a symmetric $n \times n$ matrix. An $n \times n$ matrix with eigenvalues "
            r"$\lambda_1, \ldots, \lambda_n$ is similar to a triangular one."
        ),
        (
            r"Let $A$ be a symmetric matrix of the same size as an $n \times n$ matrix with eigenvalues "
            r"$\lambda_1, \ldots, \lambda_n$."
        ),
    ],
    r"A^T = A": [
        (
            r"If $A = V \Lambda V^T$ is the spectral decomposition of $A$, then $A$ is symmetric. Now "
            r"let $A$ be a general square matrix."
        ),
        (
            r"If $A = V \Lambda V^T$ is the spectral decomposition of $A$, then $A$ is symmetric. Not "
            r"every matrix has one."
        ),
        (
            r"Let $A$ be a square matrix. If $A = V \Lambda V^T$ is the spectral decomposition of $A$, "
            r"then $A$ is symmetric."
        ),
    ],
    r"Z^T Z = \Lambda": [
        (
            r"Let $S = \frac{1}{n} X^T X$. If $S = V \Lambda V^T$ is the spectral decomposition of $S$, "
            r"the scores are $Z = X V$."
        ),
    ],
    r"U^T U = I": [
        r"If $X = U D V^T$ is the singular value decomposition of $X$, then all is well. Let $U$ now be any matrix.",
        r"If $X = U D V^T$ is not the singular value decomposition, the following may fail.",
    ],
    r"X^T X = V D V^T": [
        r"If $X = U D V^T$ is the singular value decomposition, the rest follows.",
    ],
    r"V^T V = I": [
        r"The columns of $V$ do not form an orthonormal set.",
        r"The first columns of $V$ form an orthonormal set.",
        r"Some of the columns of $V$ form an orthonormal set.",
        r"The columns of $V$ would form an orthonormal set if they were scaled.",
        r"The columns of $V$ form an orthogonal set.",
    ],
    r"R R^T = I": [
        r"Let $R$ be a matrix with orthonormal rows or columns.",
        r"Let $R$ be a matrix with orthogonal rows.",
        r"Let $R$ be a matrix without orthonormal rows.",
        r"Let $R$ be a matrix whose rows are orthonormal only after scaling.",
        r"Let $R$ be a matrix whose rows are orthonormal for $n = 1$.",
    ],
    r"x^T K x = 0": [
        r"Let $K$ be a matrix that is not skew-symmetric and $x$ a vector.",
        r"Let $K$ be an almost skew-symmetric matrix and $x$ a vector.",
    ],
    r"J^2 = n J": [
        r"Let $J$ be the $n \times n$ matrix of ones and zeros.",
        r"Let $J$ be the $n \times n$ matrix of ones below the diagonal.",
        r"Let $J$ be an $n \times n$ matrix with all ones on the diagonal.",
        r"Let $J$ be the $n \times n$ matrix with ones in the first row.",
    ],
    r"\sum_{i=1}^n (x_i - \bar x) = 0": [
        r"Let $x_1, \ldots, x_n$ be data points and $\bar x$ their weighted mean.",
    ],
    r"\sum_{i=1}^n (x_i - m) = 0": [
        r"Let $x_1, \ldots, x_n$ be data points, $y_1, \ldots, y_n$ other points and $m$ their mean.",
    ],
    r"\sum_{i=1}^n x_i = 0.": [
        r"Given points $x_1, \ldots, x_n$ that are not centred,",
        r"Given partly centred data points $x_1, \ldots, x_n$,",
    ],
    r"\sum_{i=1}^n y_i = 0.": [
        r"Given centred data points $x_1, \ldots, x_n$ and raw data points $y_1, \ldots, y_n$,",
    ],
    r"\operatorname{tr} S = \sum_{i=1}^k \lambda_i": [
        (
            r"The eigenvectors $v_1, \ldots, v_k$ of $S$ are orthonormal, with eigenvalues $\lambda_1, "
            r"\ldots, \lambda_k$."
        ),
    ],
    r"v_i^T S v_i = \lambda_i": [
        (
            r"The eigenvectors $v_1, \ldots, v_k$ of $S$ are not orthonormal, with eigenvalues "
            r"$\lambda_1, \ldots, \lambda_k$."
        ),
        r"The eigenvectors $v_1, \ldots, v_k$ of $S$ have eigenvalues $\lambda_1, \ldots, \lambda_k$.",
    ],
    r"v_i^T v_i = 1": [
        r"Let $v_1, \ldots, v_p$ be a basis of eigenvectors of $S$ with eigenvalues $\lambda_1, \ldots, \lambda_p$.",
    ],
}


@pytest.mark.parametrize("row", PROVED)
def test_words_that_state_a_property_prove_a_row(row: str) -> None:
    assert rows(f"{PROVED[row]}\n\n$${row}$$")[-1] == "proved"


@pytest.mark.parametrize(("row", "words"), [(row, x) for row, found in NOT_PROVED.items() for x in found])
def test_similar_words_prove_nothing(row: str, words: str) -> None:
    assert rows(f"{words}\n\n$${row}$$")[-1] != "proved"
