"""SymPy as an author writes it, and the LaTeX that a mathematician would write."""

import pytest
from letters import A, H, P, X, a, alpha, d, k, lam, n, one, p, t, w
from sympy import Function, Identity, Integer, MatrixSymbol, OneMatrix, Rational, Sum, Trace, Transpose, ZeroMatrix

from pcaproofs.formula.abbreviations import Abbreviations
from pcaproofs.formula.from_kernel import KernelNotation
from pcaproofs.formula.from_sympy import FromSymPy, Unprintable, latex
from pcaproofs.formula.latex import latex as emit
from pcaproofs.formula.line_breaks import lines, relation, width
from pcaproofs.formula.names import letter
from pcaproofs.formula.tree import Name
from pcaproofs.language.nodes import (
    average,
    basis,
    directional,
    expectation,
    gradient,
    index,
    inner,
    inverse,
    norm,
    pinv,
    rank,
    sample,
    sqnorm,
    total,
)

B = MatrixSymbol("B", p, d)
v = MatrixSymbol("v", n, 1)
Q1, L1 = MatrixSymbol("Q1", p, d), MatrixSymbol("Lambda1", d, d)
Z = MatrixSymbol("Z", p, 1)
x = sample(X, k)
mu = X.T * one / n
T = r"^\top"

PLAIN = {
    "identity alone": (Identity(p), "I_{p}"),
    "identity in a sum": (Identity(p) - P, "I - P"),
    "positive first": (-A + lam * Identity(p), r"\lambda I - A"),
    "letter before transpose": (A.T + A, rf"A + A{T}"),
    "one less": (X / (n - 1), r"\frac{1}{n - 1} X"),
    "zero": (ZeroMatrix(p, 1), "0"),
    "number": (Rational(-3, 2), r"-\frac{3}{2}"),
    "quotient of sizes": (d / p, r"\frac{d}{p}"),
    "one minus 1/n": (1 - 1 / n, r"1 - \frac{1}{n}"),
    "minus 1/n": (-1 / n, r"-\frac{1}{n}"),
    "square": (A * A, "A^2"),
    "sum and its transpose": ((w - a) * (w - a).T, rf"(w - a) (w - a){T}"),
    "transpose before its sum": ((P - A).T * (Identity(p) - A) * (P - A), rf"(P - A){T} (I - A) (P - A)"),
    "greek": (alpha * w, r"\alpha w"),
    "subscripts": (Q1 * L1 * Q1.T, rf"Q_{{1}} \Lambda_{{1}} Q_{{1}}{T}"),
    "transpose of a product": (Transpose(A * w), rf"(A w){T}"),
    "ones": (one, r"\mathbf{1}_{n}"),
    "row of ones": (one.T * v, rf"\mathbf{{1}}_{{n}}{T} v"),
    "square of ones": (one * one.T, rf"\mathbf{{1}}_{{n}} \mathbf{{1}}_{{n}}{T}"),
    "mean, written out": (mu, rf"\frac{{1}}{{n}} X{T} \mathbf{{1}}_{{n}}"),
    "sample": (x, "x_{k}"),
    "sum over samples": (total(sqnorm(x), k), r"\sum_{k=1}^{n} \lVert x_{k}\rVert^{2}"),
    "sum of a difference": (total(x - a, k), r"\sum_{k=1}^{n} (x_{k} - a)"),
    "average": (average(inner(x, w) ** 2, k), rf"\frac{{1}}{{n}}\,\sum_{{k=1}}^{{n}} (x_{{k}}{T} w)^2"),
    "residual": (sqnorm(x - (a + P * (x - a))), r"\lVert x_{k} - a - P (x_{k} - a)\rVert^{2}"),
    "norm": (norm(w), r"\lVert w\rVert"),
    "fourth power": (sqnorm(w) ** 2, r"\lVert w\rVert^{4}"),
    "matrix norm": (sqnorm(B), r"\lVert B\rVert_{F}^{2}"),
    "inner of columns": (inner(w, A * w), rf"w{T} A w"),
    "inner of a sum": (inner(a - w, w), rf"(a - w){T} w"),
    "inner of matrices": (inner(A, P), r"{}\langle A,\,P\rangle"),
    "trace": (Trace(B.T * A * B), rf"\operatorname{{tr}}(B{T} A B)"),
    "gradient": (gradient(inner(w, A * w), w), rf"\nabla_{{w}}{{}}(w{T} A w)"),
    "derivative": (gradient(lam * t, t), r"\frac{\partial}{\partial t}{}(\lambda t)"),
    "directional": (directional(sqnorm(w), w, a), r"D_{w}{}(\lVert w\rVert^{2})[a]"),
    "expectation": (expectation(sqnorm(Z), Z), r"\operatorname{\mathbb{E}}[\lVert Z\rVert^{2}]"),
    "inverse": (inverse(A) * w, "A^{-1} w"),
    "pseudo-inverse": (pinv(B) * w, "B^+ w"),
    "entry of a column": (v[k, 0], "v_{k}"),
    "entry with one number": (X[k, 0], "X_{k1}"),
    "entry with two numbers": (X[1, 0], "X_{21}"),
    "sum over entries": (Sum(v[k, 0] ** 2, (k, 0, n - 1)), r"\sum_{k=1}^{n} v_{k}^2"),
    "sum over neighbours": (Sum(v[k + 1, 0] - v[k, 0], (k, 0, n - 2)), r"\sum_{k=1}^{n - 1} (v_{k+1} - v_{k})"),
    "rank": (rank(B.T * B), rf"\operatorname{{rank}}(B{T} B)"),
    "basis": (basis(n, "i").T * v, rf"e_{{i}}{T} v"),
    "multiplier": (inner(w, A * w) - lam * (sqnorm(w) - 1), rf"w{T} A w - \lambda (\lVert w\rVert^{{2}} - 1)"),
    "sum, then a multiple": (
        total(sqnorm(x), k) + n * sqnorm(a),
        r"\sum_{k=1}^{n} \lVert x_{k}\rVert^{2} + n\,\lVert a\rVert^{2}",
    ),
    "a multiple of the identity": (L1 - (t + lam) * Identity(d), r"\Lambda_{1} - (\lambda + t) I"),
    "a number times the identity": (L1 - inner(w, A * w) * Identity(d), rf"\Lambda_{{1}} - (w{T} A w) I"),
    "ones of two lengths": (one * OneMatrix(1, p), rf"\mathbf{{1}}_{{n}} \mathbf{{1}}_{{p}}{T}"),
    "only negative terms": (-w - a, "-a - w"),
    "a multiple of a difference": (Integer(2) * A * (w - a), "2 A (w - a)"),
}
SHORT = {
    "mean": (mu, r"\mu"),
    "minus the mean": (a - mu, r"a - \mu"),
    "mean in a row": (mu.T * a, rf"\mu{T} a"),
    "twice the mean": (2 * mu, r"2 \mu"),
    "centring": (H, "H"),
    "centring in a product": (H * v, "H v"),
    "mean of a column": (inner(one, v) / n * one, r"\bar v \mathbf{1}_{n}"),
    "not a mean": (X.T * one, rf"X{T} \mathbf{{1}}_{{n}}"),
    "covariance": (X.T * H * X / n * w, "S w"),
    "covariance in brackets": (t / n * inner(w, X.T * H * X * w) * a, rf"t (w{T} S w) a"),
    "covariance of another table": (MatrixSymbol("D", n, p).T * H * MatrixSymbol("D", n, p) / n, "S_{D}"),
    "not a covariance": (X.T * H * X, rf"X{T} H X"),
    "not of one table": (X.T * H * MatrixSymbol("D", n, p) / n, rf"\frac{{1}}{{n}} X{T} H D"),
    "column": (total(sqnorm(sample(B.T, index("j"))), index("j")), r"\sum_{j=1}^{d} \lVert b_{j}\rVert^{2}"),
    "not centring": (Identity(n) - one * one.T, rf"I - \mathbf{{1}}_{{n}} \mathbf{{1}}_{{n}}{T}"),
}


@pytest.mark.parametrize("name", PLAIN)
def test_formulas_are_printed_in_the_usual_notation(name):
    expression, shown = PLAIN[name]
    assert latex(expression) == shown


@pytest.mark.parametrize("name", SHORT)
def test_expressions_with_a_name_are_abbreviated(name):
    expression, shown = SHORT[name]
    assert latex(expression, Abbreviations()) == shown


def test_an_abbreviation_is_explained_once_it_is_used():
    short = Abbreviations()
    latex(H * (one * mu.T), short)
    assert {emit(name): emit(meaning) for name, meaning in short.used.items()} == {
        "H": r"I - \frac{1}{n} \mathbf{1}_{n} \mathbf{1}_{n}^\top",
        r"\mu": r"\frac{1}{n} X^\top \mathbf{1}_{n}",
    }


def test_a_letter_of_the_statement_is_no_abbreviation():
    assert latex(mu, Abbreviations([Name("μ")])) == PLAIN["mean, written out"][1]
    assert latex(X.T * H * X / n, Abbreviations([Name("S")])) == rf"\frac{{1}}{{n}} X{T} H X"
    column = sample(B.T, index("j"))
    assert latex(column, Abbreviations([Name("b")])) == latex(column) == rf"\bigl(B{T}\bigr)_{{j}}"


def test_a_node_without_a_printed_form_is_refused_by_name():
    with pytest.raises(Unprintable, match="got f, but should be a node of the language"):
        latex(Function("f")(t))


@pytest.mark.parametrize("body", [k * v[k, 0], v[n - 1 - k, 0]], ids=["a factor", "backwards"])
def test_a_sum_whose_index_is_more_than_the_number_of_an_entry_is_refused(body):
    with pytest.raises(Unprintable, match=r"got k in .*, but should be the number of an entry"):
        latex(Sum(body, (k, 0, n - 1)))


def test_long_relations_are_cut_before_a_sign():
    notation = FromSymPy()
    terms = [MatrixSymbol(f"{c}{i}", p, 1) for c in "abcdefg" for i in range(1, 8)]
    long = notation.form(sum(terms[1:], terms[0]))
    rows = lines(long, 60)
    assert len(rows) > 1
    assert all(width(row) <= 60 for row in rows)
    assert all(emit(row).startswith("+ ") for row in rows[1:])
    assert emit(relation(long, "=", long)).startswith(r"\begin{aligned}")


def test_the_kernel_prints_like_the_author():
    from pcaproofs.language.conclusions import equal
    from pcaproofs.language.reader import read

    statement = read(equal(Trace(B.T * A * B) - lam * (sqnorm(w) - 1), inner(w, A * w))).statement
    kernel = KernelNotation(statement, None, {})
    assert emit(kernel.form(statement.conclusion.right)) == rf"w{T} A w"
    assert emit(kernel.form(statement.conclusion.left)) == (
        rf"\operatorname{{tr}}(B{T} A B) - \lambda (\lVert w\rVert^{{2}} - 1)"
    )


LETTERS = {
    "lambda1": r"\lambda_{1}",
    "lam": r"\lambda",
    "Q_2": "Q_{2}",
    "X_c": "X_{c}",
    "σ": r"\sigma",
    "width": r"\mathrm{width}",
    "a_b_c": r"\mathrm{a\_b\_c}",
    "√S": "F",
    "(A+B)⁻¹": "(A+B)^{-1}",
}


@pytest.mark.parametrize("name", LETTERS)
def test_letters_have_readable_names(name):
    assert emit(letter(name, {"√S": "F"})) == LETTERS[name]


FUNCTIONS = {
    "inverse": (inverse(A) * w, "A^{-1} w"),
    "inverse of a sum": (inverse(A + P) * w, "(A + P)^{-1} w"),
    "pseudo-inverse": (pinv(B) * w, "B^+ w"),
    "norm": (norm(v) * w, r"\lVert v\rVert w"),
    "root": (Trace(A) ** Rational(1, 2) * w, r"\sqrt{\operatorname{tr}(A)} w"),
    "fraction": (w / (n - 1), r"\frac{1}{n - 1} w"),
    "expectation": (expectation(sqnorm(Z), Z) * w, r"\operatorname{tr}(\operatorname{\mathbb{E}}[Z Z^\top]) w"),
    "mean": (expectation(Z, Z), r"\operatorname{\mathbb{E}}[Z]"),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_letters_that_are_functions_of_others_are_printed_as_such(name):
    from pcaproofs.language.conclusions import equal
    from pcaproofs.language.reader import read

    expression, shown = FUNCTIONS[name]
    statement = read(equal(expression, expression)).statement
    assert emit(KernelNotation(statement, None, {}).form(statement.conclusion.left)) == shown


def test_a_row_is_measured_as_a_column():
    from pcaproofs.language.conclusions import equal
    from pcaproofs.language.reader import read

    kernel = KernelNotation(read(equal(A * w, A * w)).statement, None, {})
    row = ("mul", ("t", ("letter", "w")), ("t", ("letter", "A")))
    assert emit(kernel.norm2(row)) == r"\lVert A w\rVert^{2}"
