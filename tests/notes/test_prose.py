"""What sentences say of letters: each pattern where it speaks, and beside it sentences in which it must not."""

from __future__ import annotations

import pytest

from pcaproofs.notes.prose.facts import Satisfies
from pcaproofs.notes.prose.phrases import facts_of_prose
from pcaproofs.notes.prose.sentences import sections
from pcaproofs.notes.scope.scope_file import written

from .reading import note

# a sentence, and all that it says, in the words of a scope file
SHAPES = {
    r"Let $X$ be an $n \times p$ matrix.": "X is n×p; X is a matrix",
    r"Suppose $X$ is a $n \times p$ data matrix, and so on.": "X is n×p; X is a matrix",
    r"We are given an $N$ × $D$ data matrix $X$.": "X is N×D; X is a matrix",
    r"Take a 2 × 3 matrix $A$.": "A is 2×3; A is a matrix",
    r"$X$ is a matrix of size $n \times p$.": "X is n×p; X is a matrix",
    r"$X$ is a matrix with $n$ rows and $p$ columns.": "X is n×p; X is a matrix",
    r"the $x_i$ are column vectors in $\mathbb{R}^D$": r"x_{i} is D×1; x_{i} is a column",
    r"Let $w$ be a $p$-dimensional vector.": "w is p×1; w is a column",
    r"We have $N$ observations $x_i$, column vectors in $\mathbb R^D$.":
        r"N is the sample size; x is a family of N with index i; x_{i} is D×1; x_{i} is a column",
    r"samples $X = \{x_1, \dots, x_n\}$, all of dimension $d$": "x is d×1; x is a family of n",
    r"Let $X$ be of dimension $d$.": "",
    r"Given $n$ samples of dimension $p$.": "n is the sample size; p is the dimension",
    r"Let $X$ be a matrix, where $n$ is the number of observations and $p$ the dimension.":
        "X is a matrix; n is a size; n is the sample size",
    r"where $n$ is the number of observations and $p$ is the number of features":
        "n is a size; n is the sample size; p is a size; p is the dimension",
    r"the number of samples $n$ is large": "n is a size; n is the sample size",
    r"Suppose A is a matrix and let $A = B$.": "A is a matrix",
    r"X is a n x p matrix and $X = 1$": "X is n×p; X is a matrix",
    # none of these says a shape
    r"The matrix product $XY$ is large.": "",
    r"$X$ is not an $n \times p$ matrix.": "",
    r"If $X$ is an $n \times p$ matrix, then $X^TX$ is square.": "",
    r"Is $X$ an $n \times p$ matrix?": "",
    r"This takes $n \times p$ numbers.": "",
    r"The product of $X$ is an $n \times n$ matrix.": "",
}  # fmt: skip
PROPERTIES = {
    r"Let $w$ be a unit vector.": "w is a column; w is unit",
    r"for unit vectors $u$ and $v$ we have": "u is a column; u is unit; v is a column; v is unit",
    r"Let $u, v$ be unit vectors.": "u is a column; u is unit; v is a column; v is unit",
    r"Assume that $w$ has unit length.": "w is unit",
    r"a direction $w$ of unit norm": "w is a column; w is unit",
    r"Assume without loss of generality that $w$ is normalised.": "w is unit",
    r"Hence we may assume that $w$ is a unit vector.": "w is a column; w is unit",
    r"where $w$ (a unit vector) points along the line": "w is a column; w is unit",
    r"We look for a unit-norm vector $w$.": "w is a column; w is unit",
    r"What we want is to find a unit vector $w$.": "w is a column; w is unit",
    r"The length of $w$ is one.": "w is unit",
    r"Suppose that $X$ is centred.": "X is centered",
    r"$X$ has zero mean.": "X is centered",
    r"With $X$ mean-free, we get": "X is centered",
    r"the mean has been subtracted from $X$": "X is centered",
    r"a zero-mean data matrix $X$": "X is a matrix; X is centered",
    r"Let $S$ be a symmetric and positive semi-definite matrix.": "S is a matrix; S is symmetric; S is psd",
    r"$S$ is a symmetric positive semidefinite matrix.": "S is a matrix; S is psd",
    r"for $S$ symmetric, we have": "S is symmetric",
    r"Let $B$ be a matrix with orthonormal columns.": "B is a matrix; B is orthonormal",
    r"The columns of $B$ are orthonormal.": "B is orthonormal",
    r"Let $R$ be a matrix with orthonormal rows.": "R is a matrix; R is orthonormal rows",
    r"a matrix $R$ whose rows are orthonormal": "R is a matrix; R is orthonormal rows",
    r"Let $P$ be an idempotent matrix.": "P is a matrix; P is idempotent",
    r"$S$ is skew-symmetric.": "S is skew",
    r"a square matrix $A$": "A is a matrix; A is square",
    r"Let $A$ be a matrix whose columns are orthonormal.": "A is a matrix; A is orthonormal",
    r"an orthonormal basis $b_1, \dots, b_d$ of $U$": "b is orthonormal; b is a family of d",
    r"Let $u$ and $v$ be orthonormal vectors.":
        "u is a column; u is unit; u is orthonormal to v; v is a column; v is unit",
    r"Let $w_1, w_2$ be orthonormal.": r"w_{1} is unit; w_{1} is orthonormal to w_{2}; w_{2} is unit",
    r"Let $Q$ be an orthogonal matrix.": "Q is a matrix; Q is orthogonal",
    r"Let $P$ be an orthogonal projector.": "P is projector",
    r"$\Lambda$ is diagonal and $A$ is invertible.": r"\Lambda is diagonal; A is invertible",
    r"$A$ is non-singular.": "A is invertible",
    r"Let $\lambda$ be a positive number.": r"\lambda is a number; \lambda is positive",
    r"two distinct eigenvalues $\lambda$ and $\mu$": r"\lambda is a number; \lambda ≠ \mu; \mu is a number",
    r"It suffices to show this, where $w$ is a unit vector.": "w is a column; w is unit",
    r"$A$ is not symmetric, but $B$ is symmetric.": "B is symmetric",
    r"$w$ is a unit vector, i.e. $\|w\| = 1$": "w is a column; w is unit",
    r"We put $S = X^TX$. $S$ is symmetric.": "S is symmetric",
    # none of these says a property
    r"We put $$S = X^TX$$ which is symmetric.": "",
    r"$w$ is not a unit vector.": "",
    r"$w$ need not be a unit vector.": "",
    r"We show that $w$ is a unit vector.": "",
    r"Prove that $S$ is symmetric and $B$ is orthogonal.": "",
    r"It suffices that $S$ is symmetric.": "",
    r"In general, $X$ is not centred.": "",
    r"In general $S$ is diagonal.": "",
    r"If $w$ is a unit vector, this holds.": "",
    r"This holds whether $w$ is a unit vector or not.": "",
    r"We need $w$ to be a unit vector.": "",
    r"This fails unless $w$ is a unit vector.": "",
    r"It would be nice if $X$ were centred; $X$ would be centred.": "",
    r"Hence $S$ is symmetric.": "",
    r"Then $w$ is a unit vector.": "",
    r"It follows that $B$ has orthonormal columns.": "",
    r"It is clear that $S$ is positive definite.": "",
    r"Is $S$ symmetric?": "",
    r"$S$ is almost symmetric.": "",
    r"an almost unit vector $w$": "",
    r"a block diagonal matrix $A$": "",
    r"$S$ is symmetric only if $A$ is.": "",
    r"$w$ is a unit vector or zero.": "",
    r"We do not assume that $X$ is centred.": "",
    r"without assuming that $X$ is centred": "",
    r"Suppose, to the contrary, that $B$ is invertible.": "",
    r"The columns of $P$ are unit vectors.": "",
    r"The transpose of $A$ is symmetric.": "",
    r"a common mistake is that $B$ is orthogonal": "",
    r"the centred projection of $x$ onto $W$ is orthogonal": "",
    r"centred data and $P_W$ are given": "",
}  # fmt: skip
DATA = {
    r"Let $x_1, \dots, x_n$ be a data set. The data are centred.": "x is a family of n; x is centered",
    r"Let $x_1, \dots, x_n$ be samples. We assume that the data have zero mean.": "x is a family of n; x is centered",
    r"Let $X$ be a data matrix. In what follows we work with centred data.": "X is a matrix; X is centered",
    r"Let $x_1, \dots, x_n$ be a data set. If the data are centred, this holds.": "x is a family of n",
    r"Let $x_1, \dots, x_n$ be a data set. The data are not centred.": "x is a family of n",
    r"Let $X$ be a data matrix. The mean of the data is large.": "X is a matrix",
    r"The data are centred.": "",
    r"We assume the columns of $X$ are centred.": "X is centered",
    r"Each column of the data matrix $X$ has mean zero.": "X is a matrix; X is centered",
    r"The columns of $X$ sum to one.": "",
    r"If the columns of $X$ have zero mean, this holds.": "",
    r"The rows of $X$ are centred.": "",
}  # fmt: skip
ROLES = {
    r"Let $X$ be a random vector.": "X is a random column",
    r"a random vector $X \in \mathbb{R}^p$ with mean $\mu$ and covariance $\Sigma$":
        r"X is a random column; \mu is the mean of X; \Sigma is psd; \Sigma is the covariance of X",
    r"The mean of $X$ is $m$.": "m is the mean of X",
    r"$X$ is mean centred.": "X is centered",
    r"Let $\mu$ be the sample mean of $X$.": r"\mu is the mean of X",
    r"the sample mean $\bar x$ of the data": r"\bar{x} is the mean",
    r"The covariance matrix of $X$, denoted by $\Sigma$, is large.": r"\Sigma is psd; \Sigma is the covariance of X",
    r"We denote by $S$ the sample covariance matrix.": "S is a matrix; S is psd; S is the covariance",
    r"Here, $$S = X^TX$$ is called the scatter matrix.": "S is a matrix; S is psd; S is the scatter",
    r"Let $P_U$ be the orthogonal projection onto $U$.": "P_{U} is the projection onto U",
    r"Each row of $X$ is a sample.": "X has rows",
    r"Let $X$ be a data matrix with one sample per row.": "X is a matrix; X has rows",
    r"Let $X$ be a data matrix. The samples are stored in the columns of $X$.": "X is a matrix; X has columns",
    r"Let $X$ be the matrix whose columns are $x_1, \dots, x_n$.":
        "X is a matrix; X has columns x; x is a family of n",
    r"Each column of $X$ is a feature.": "X has rows",
    r"Let $w$ be an eigenvector of $S$ with eigenvalue $\lambda$.":
        r"w is an eigenvector of S with eigenvalue \lambda; w is a column; \lambda is a number",
    r"eigenvalues $\lambda$ and $\mu$ of $S$ with eigenvectors $u$ and $v$":
        r"\lambda is a number; u is an eigenvector of S with eigenvalue \lambda; "
        r"v is an eigenvector of S with eigenvalue \mu; \mu is a number; u is a column; v is a column",
    r"Let the SVD of $X$ be $X = U\Sigma V^T$.":
        r"U is orthonormal; V is orthonormal; \Sigma is diagonal; \Sigma is psd; U has columns u; V has columns v; "
        r"\Sigma has diagonal \sigma",
    r"Let $X = U\Sigma V^T$ be the thin singular value decomposition of $X$.":
        r"U is orthonormal; V is orthonormal; \Sigma is diagonal; \Sigma is psd; U has columns u; V has columns v; "
        r"\Sigma has diagonal \sigma",
    r"the eigendecomposition $S = Q\Lambda Q^\top$":
        r"Q is orthogonal; \Lambda is diagonal; Q has columns q; \Lambda has diagonal \lambda",
    r"For any random vector $x$ this is true.": "x is a column",
    # none of these says a role
    r"We write vectors as column vectors. Let $X$ be a data matrix.": "X is a matrix",
    r"$X = U\Sigma V^T$ is not the SVD of $X$.": "",
    r"The SVD is given by $A = u_i \sigma_i v_i^T$.": "",
    r"n = number of samples, p = number of features, $X$ is large":
        "n is a size; n is the sample size; p is a size; p is the dimension",
    r"Their mean is $\frac{1}{n} \sum_i x_i$.": "",
    r"The mean of the projections is $m$ of the line.": "",
    r"the average $\mu$ of the projected points": "",
    r"Hence $V$ is the covariance matrix of $X$.": "",
    r"It is obvious that $w$ is an eigenvector of $S$ with eigenvalue $\lambda$.": r"\lambda is a number",
    r"Then each row of $X$ does not matter.": "",
    r"$w$ is no eigenvector of $S$ with eigenvalue $\lambda$.": "",
    r"the decomposition $S = Q\Lambda Q^\top$": "",
}  # fmt: skip


@pytest.mark.parametrize("table", [SHAPES, PROPERTIES, DATA, ROLES], ids=["shapes", "properties", "data", "roles"])
def test_a_sentence_says_this_and_nothing_else(table: dict[str, str]) -> None:
    for text, said in table.items():
        found = set(written(facts_of_prose(note(text))).splitlines())
        assert found == set(filter(None, said.split("; "))), text


def test_a_fact_has_its_words_and_its_section() -> None:
    text = "# One\n\nLet $w$ be a unit vector.\n\n# Two\n\nNo more."
    (_, unit) = facts_of_prose(note(text))
    assert isinstance(unit, Satisfies)
    assert text[slice(*unit.span)] == "$w$ be a unit vector"
    assert text[unit.start : unit.end] == "Let $w$ be a unit vector.\n\n"


RETROACTIVE = {
    "$$a = w$$ where $w$ is a unit vector.": True,
    "$$a = w$$ Here, $w$ is a unit vector.": True,
    "$$a = w$$ Let $w$ be a unit vector.": False,
    "$$a = w$$ For a unit vector $w$ we get more.": False,
}


@pytest.mark.parametrize("text", RETROACTIVE)
def test_a_property_reaches_back_only_where_a_sentence_explains(text: str) -> None:
    (unit,) = (fact for fact in facts_of_prose(note(text)) if isinstance(fact, Satisfies))
    assert (unit.start == 0) == RETROACTIVE[text]


def test_sections_begin_at_headings() -> None:
    markdown = "a\n\n# b\n\n```\n# no heading\n```\nc\n-----\n\n<h2>d</h2> $$\n# 1\n$$"
    assert [note(markdown).source.text[slice(*span)][:1] for span in sections(note(markdown))] == ["a", "#", "c", "<"]
    tex = "a \\section{b} c % \\section{no}\n\\subsection*{d}"
    assert [tex[slice(*span)][:4] for span in sections(note(tex, "tex"))] == ["a ", "\\sec", "\\sub"]
