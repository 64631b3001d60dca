"""Typing of formulas: shapes, what is refused, and where; dimensions by unification."""

from __future__ import annotations

import pytest

from pcaproofs.notes.checking import table_of
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.surface import nodes
from pcaproofs.notes.typing.shapes import Clash, Dimensions, Misfit
from pcaproofs.notes.typing.statements import Statements
from pcaproofs.notes.typing.terms import Unknown, Unsupported, Untyped
from pcaproofs.notes.typing.types import RULES
from tests.notes.reading import note

SAID = r"""Let $X \in \mathbb{R}^{n \times p}$, $w, v \in \mathbb{R}^p$, $t \in \mathbb{R}$
and $x_1, \dots, x_n \in \mathbb{R}^p$. The projection onto $U$ is $P_U$.
"""

SHAPES = {
    "X w": "n×1",
    "w^T X^T X w": "1×1",
    "w w^T v": "p×1",
    r"(w \cdot v) w": "p×1",
    "w . v": "1×1",
    r"w \cdot X^T X w": "1×1",
    r"w \cdot v w": "p×1",
    "t X": "n×p",
    r"\frac{1}{n} X^T X": "p×p",
    r"\sum_{i=1}^n x_i x_i^T": "p×p",
    r"\sum_i (x_i^T w)^2": "1×1",
    r"\sum_{i=2}^{n} x_i": "p×1",
    r"\sum_{i=k+1}^{n} x_i x_i^T": "p×p",
    r"\sum_{i=1}^{n} \beta_{ij} x_i": "p×1",
    r"\operatorname{diag}(w)": "p×p",
    r"\operatorname{diag}(X w)": "n×n",
    r"\operatorname{diag}(\lambda_1, \dots, \lambda_p) w": "p×1",
    "X_{ij}": "1×1",
    r"(X^T X)_{ij}": "1×1",
    r"\|X - X w w^T\|^2": "1×1",
    r"\langle w, v \rangle": "1×1",
    r"\sqrt{t}": "1×1",
    "(X^T X)^+": "p×p",
    r"\operatorname{Var}(X w)": "1×1",
    r"\operatorname{tr}(X^T X)": "1×1",
    r"I_n - \frac{1}{n} \mathbf{1}_n \mathbf{1}_n^T": "n×n",
    r"(X^T X)^{-1}": "p×p",
    r"\det(X^T X)": "1×1",
    r"\log |X^T X|": "1×1",
    r"|X^T X|": "1×1",
    "t^n": "1×1",
    "P_U(w)": "p×1",
    r"P_{U^\perp} w": "p×1",
    r"\nabla_w (w^T X^T X w)": "p×1",
    r"\frac{\partial}{\partial t} (t w^T w)": "1×1",
    "|t|": "1×1",
    r"[x_1, \dots, x_n]": "p×n",
    r"[t x_1, \dots, t x_n]": "p×n",
    r"x_1 + x_2 + \dots + x_n": "p×1",
    r"(1, t, 3)": "3×1",
    r"(1, t, 3)^T": "3×1",
    r"\begin{pmatrix} 1 \\ t \end{pmatrix}": "2×1",
    r"\begin{pmatrix} 1 & t & 3 \\ 0 & 1 & 2 \end{pmatrix}": "2×3",
    r"\begin{pmatrix} w & v \end{pmatrix}": "p×2",
    r"\begin{pmatrix} w^T \\ v^T \end{pmatrix}": "2×p",
    r"\begin{pmatrix} x_1^T w \\ \vdots \\ x_n^T w \end{pmatrix}": "n×1",
    r"\begin{pmatrix} x_1^T x_1 & \cdots & x_1^T x_n \\ \vdots & & \vdots \\ x_n^T x_1 & \cdots & x_n^T x_n"
    r"\end{pmatrix}": "n×n",
    r"\begin{pmatrix} \lambda_1 & & 0 \\ & \ddots & \\ 0 & & \lambda_p \end{pmatrix} w": "p×1",
    r"\det\begin{pmatrix} 1 & t \\ 0 & 1 \end{pmatrix}": "1×1",
}

REFUSED: dict[str, tuple[type[Exception], str]] = {
    "w v": (Misfit, "w is p×1, v is p×1"),
    "X + w": (Misfit, "X is n×p, w is p×1"),
    "X^T w": (Misfit, "w is p×1"),
    "X^T X + t": (Misfit, "t is 1×1"),
    "w^2": (Untyped, "a power of the column w"),
    r"\frac{t}{X}": (Untyped, "a number below a fraction's line"),
    r"\log(X)": (Unsupported, "log of a matrix"),
    r"(w^T v + 1)^{99999999}": (Unsupported, "a power above 100"),
    r"(((w^T v + 1)^{10} + t)^{10} + t)^{2}": (Unsupported, "a power above 100"),
    r"\sum_{i=n+1}^{n} x_i": (Unsupported, "a sum over nothing"),
    r"\operatorname{diag}(X)": (Unsupported, "diag of what is no column"),
    r"\beta_{ij} w": (Unsupported, "coefficients with two indices"),
    r"\delta_{1j}": (Unsupported, "Kronecker's δ of 1 and j"),
    r"\|X\|_2": (Unsupported, "the norm of a matrix with the subscript 2"),
    r"\begin{pmatrix} 1 & 2 \\ X & 0 \end{pmatrix}": (Unsupported, "a matrix of blocks"),
    r"\begin{pmatrix} 1 & 2 \\ 3 \end{pmatrix}": (Unsupported, "a matrix by its entries"),
    r"\begin{cases} 1 \\ 2 \end{cases}": (Unsupported, "a distinction of cases"),
    r"\begin{pmatrix} 1 & 2 & \text{and so on} \end{pmatrix}": (Unsupported, "a matrix with words in it"),
    r"\begin{pmatrix} w & \dots & v \end{pmatrix}": (Unsupported, "a matrix with dots that are no series"),
    r"\{1, t\}": (Unsupported, "a set"),
    r"\{w \mid t > 0\}": (Unsupported, "a set"),
    r"\overline{X w}": (Unsupported, "an accent over a formula"),
    r"\nabla": (Unsupported, "a derivative of nothing"),
    r"\min_w w^T w": (Unsupported, "a problem as a value"),
    r"t = 1 \text{ and } w = v": (Unsupported, "several statements as a value"),
    r"\det(X)": (Misfit, "X is n×p"),
    r"w + \dots + v": (Unsupported, "a sum with dots that is no series"),
    r"\prod_{i=1}^n t": (Unsupported, "a product over an index"),
    r"\text{length}(w)": (Unsupported, "which the note does not define"),
    "e^t": (Unsupported, "an exponential"),
}


def typed(formula: str) -> tuple[Statements, object]:
    read = note(f"{SAID}\n$${formula}$$\n")
    row = read.rows[-1]
    assert not isinstance(row.tree, Unread)
    typing = Statements(table_of(read), row.span[0], read.source.text)
    return typing, typing.expression(row.tree)


@pytest.mark.parametrize("formula", SHAPES)
def test_shapes(formula: str) -> None:
    typing, term = typed(formula)
    assert typing.shape_text(term) == SHAPES[formula]  # type: ignore[arg-type]


@pytest.mark.parametrize("formula", REFUSED)
def test_an_ill_typed_formula_is_refused_with_the_reason(formula: str) -> None:
    kind, says = REFUSED[formula]
    with pytest.raises(kind) as caught:
        typed(formula)
    assert says in str(caught.value)


def test_every_rule_has_an_example() -> None:
    kinds = {type(x) for formula in (*SHAPES, *REFUSED) for x in nodes(note(f"{SAID}\n$${formula}$$\n").rows[-1].tree)}
    assert RULES.keys() - kinds == set()


def test_a_clash_blames_the_letters_between_two_sizes() -> None:
    sizes = Dimensions()
    rows, columns = Unknown("A"), Unknown("B")
    sizes.unify(Unknown("C"), rows, frozenset("C"))
    sizes.unify(rows, "n", frozenset("A"))
    sizes.unify(columns, "d", frozenset("B"))
    with pytest.raises(Clash) as caught:
        sizes.unify(rows, columns)
    assert str(caught.value) == "n and d"
    assert caught.value.blamed == {"A", "B"}
    assert not sizes.same(rows, columns)


def test_an_attempt_that_fails_leaves_no_unions() -> None:
    sizes = Dimensions()
    a, b = Unknown("a"), Unknown("b", plural=True)

    def both() -> None:
        with sizes.attempt():
            sizes.unify(a, b)
            sizes.unify(a, 1)

    with pytest.raises(Clash):
        both()
    assert not sizes.same(a, b)
    sizes.unify(a, 1)
    assert sizes.find(a) == 1
