"""Statements as typed text: verdicts, readings, what ASCII means, and errors with their places."""

from __future__ import annotations

import re
import runpy
from functools import cache
from pathlib import Path

import pytest

from pcaproofs import prove
from pcaproofs.formula.from_kernel import KernelNotation
from pcaproofs.formula.text import text as formula_text
from pcaproofs.kernel import check
from pcaproofs.language.readable_statement import ReadableStatement, factor_names
from pcaproofs.typed import ASCII, Answer, Row, WrongText, ask, conditions, formula, reading, sentence
from tests.notes.checking import checked

ROOT = Path(__file__).parents[2]


def statements() -> list[tuple[str, tuple[str, ...], str, str]]:
    """The statements of statements.txt, as newcomers type them: text, givens, verdict, reading."""
    out = []
    for block in re.split(r"\n(?=\S)", (ROOT / "tests" / "door" / "statements.txt").read_text(encoding="utf-8")):
        text, *given, last = (line.strip() for line in block.strip().split("\n"))
        verdict, _, read_as = last.partition(": ")
        out.append((text, tuple(x.removeprefix("given ") for x in given), verdict, read_as))
    return out


STATEMENTS = statements()
each_statement = pytest.mark.parametrize(
    ("text", "given", "verdict", "read_as"), STATEMENTS, ids=[" | ".join((t, *g)) for t, g, *_ in STATEMENTS]
)
asked = cache(ask)  # several tests look at the answer to one statement


@each_statement
def test_a_statement_has_its_verdict_and_its_reading(
    text: str, given: tuple[str, ...], verdict: str, read_as: str
) -> None:
    answer = asked(text, given)
    assert (answer.verdict, " · ".join(answer.read_as)) == (verdict, read_as)
    for part in answer.parts or (answer,):  # the reading is that of the proved statement
        if part.certificate is not None:
            assert part.statement is not None
            assert reading(part.statement) in answer.read_as
            assert check(part.statement, part.certificate)


@each_statement
def test_every_hypothesis_is_in_the_reading(text: str, given: tuple[str, ...], verdict: str, read_as: str) -> None:
    """But for those that say what e_i, diag(a) or a theorem is, and those that are trivial as they are printed."""
    assert [h for h, is_told in hypotheses(text, given) if not is_told] == []


def test_most_statements_have_hypotheses() -> None:
    assert sum(len(hypotheses(text, given)) for text, given, *_ in STATEMENTS) > 100


@cache
def hypotheses(text: str, given: tuple[str, ...]) -> list[tuple[str, bool]]:
    """The hypotheses of the statement that a text is read as, and whether the reading has them."""
    answer, out = asked(text, given), list[tuple[str, bool]]()
    for part in answer.parts or (answer,):
        if part.statement is None:
            continue
        said, shown = reading(part.statement), ReadableStatement(part.statement)
        notation = KernelNotation(part.statement, None, factor_names([part.statement]))
        for entry in shown.entries:
            for name in () if entry.kind in ("basis", "selection", "theorem") else entry.names:
                h = formula_text(notation.comparison(shown.known[name]))
                left, _, right = h.partition(" = ")
                out.append((h, h in said or left == right))
    return out


LACKING = [(t, g) for t, g, verdict, _ in STATEMENTS if verdict == "refuted"]


@pytest.mark.parametrize(("text", "given"), LACKING, ids=[t for t, _ in LACKING])
def test_what_a_statement_needs_can_be_given(text: str, given: tuple[str, ...]) -> None:
    for need in asked(text, given).needs:
        assert asked(text, (*given, need)).verdict == "proved"


@pytest.mark.parametrize("row", ASCII, ids=lambda row: row.typed)
def test_a_row_of_the_table_is_proved(row: Row) -> None:
    assert ask(row.example, row.given).verdict == "proved"
    if "…" not in row.latex and row.typed not in SEVERAL:  # both are read as the same formula
        assert formula_of(row.typed) == formula_of(row.latex)


SEVERAL = {"I, I_n", "1'x, X 1, 1_n", "x_i, A_ij", "A*B", "kron(A, B)"}


def formula_of(text: str) -> str:
    """What is read of an expression, as LaTeX."""
    from pcaproofs.notes.formulas.grammar import Unread, parse_text
    from pcaproofs.notes.formulas.printing import latex

    tree = parse_text(formula(text).latex)
    assert not isinstance(tree, Unread), (text, tree)
    return latex(tree)


def test_the_table_of_the_docs_is_that_of_the_code() -> None:
    page = runpy.run_path(str(ROOT / "docs" / "statements.py"))["page"]()
    assert (ROOT / "docs" / "statements.md").read_text(encoding="utf-8") == page, "run python docs/statements.py"


LATEX = {
    "(A B)' = B'A'": "(A B)^{T} = B^{T}A^{T}",
    "A.T @ A": "A^{T}   A",
    "A^-1 B^(-1)": "A^{-1} B^{-1}",
    "inv(X'X)X'y": "(X^{T}X)^{-1}X^{T}y",
    "norm(x - inv(A)b)": r"\|x - A^{-1}b\|",
    "11'/n": r"\mathbf{1}_{n}\mathbf{1}_{n}^{T}/n",
    "1/n 1'x": r"1/n \mathbf{1}_{n}^{T}x",
    "1/2 x'x": "1/2 x^{T}x",
    "X'1 / n": r"X^{T}\mathbf{1}_{n} / n",
    "X 1 = 0": r"X \mathbf{1} = 0",
    "A + 1": "A + 1",
    r"x^T x \le 1": r"x^T x \le 1",
    r"X^\top 1 = 0": r"X^\top \mathbf{1} = 0",
    r"X^{T}1 = 0": r"X^{T}\mathbf{1} = 0",
    r"\begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix}": r"\begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix}",
    "2 1": "2 1",
    "tr(A) = 1": "tr(A) = 1",
    "f(x) 1'x": r"f(x) \mathbf{1}^{T}x",
    "x_1 + x_12": "x_1 + x_{12}",
    "∂/∂x (x'x)": r"\frac{d}{dx}  (x^{T}x)",
    "d/d": "d/d",
    "d x/d": "d x/d",
    "A_ij": "A_{ij}",
    "x_iy_i": "x_{i}y_i",
    r"\sum_i x_iy_i": r"\sum_i x_{i}y_i",
    "mu_x lambda_1": r"\mu _x \lambda _1",
    "sum_i x_i": r"\sum _i x_i",
    "x in R^n": r"x \in\mathbb{R}^n",
    "A in R^(n x p)": r"A \in\mathbb{R}^{n\times p}",
    "A^10": "A^{10}",
    "A^(-1) B^(n)": "A^{-1} B^{n}",
    "x^(i)": "x^(i)",
    "sum_i=1^n x_i": r"\sum_{i=1}^{n} x_i",
    "A⁺ + A^+": "(A)^{+} + (A)^{+}",
    "1⊤x + (A B)⊤ + A^⊤": r"\mathbf{1}ᵀx + (A B)ᵀ + A^⊤",
    "𝟏ᵀx / n": r"\mathbf{1}_{n}ᵀx / n",
    "x̄ + ŷ": r"\bar{x} + ŷ",
    "[a', 2 b; c, d]": r"\begin{bmatrix} a^{T} & 2 b \\ c & d \end{bmatrix}",
    "2**n": "2^n",
    "np.linalg.norm(x)": r"                \|x\|",
    r"\operatorname{tr}(A) \text{ for all } A": r"\operatorname{tr}(A) \text{ for all } A",
}


@pytest.mark.parametrize(("typed", "latex"), LATEX.items())
def test_what_is_typed_is_read_as_latex(typed: str, latex: str) -> None:
    assert re.sub(r"\s+", " ", formula(typed).latex) == re.sub(r"\s+", " ", latex)


SENTENCES = {
    "w is a unit vector": "Suppose that $w$ is a unit vector.",
    "A is a symmetric n x n matrix": r"Suppose that $A$ is a symmetric $n \times n$ matrix.",
    "A is n-by-p": r"Suppose that $A$ is $n \times p$.",
    "x, y and z are columns": "Suppose that $x, y$ and $z$ are columns.",
    "a is a number": "Suppose that $a$ is a number.",
    "let P^2 = P": "Let $P^2 = P$.",
    "A^T = A": "Suppose that $A^T = A$.",
    "$A^T = A$": "Suppose that $A^T = A$.",
    "$x$ is a unit vector": "Suppose that $x$ is a unit vector.",
    r"\lambda is a number": r"Suppose that $\lambda$ is a number.",
    "lambda is an eigenvalue of A": r"Suppose that $\lambda$ is an eigenvalue of $A$.",
    "tr(A) = 1": "Suppose that $tr(A) = 1$.",
    "AB = BA": "Suppose that $AB = BA$.",
    "x in R^n": r"Suppose that $x \in\mathbb{R}^n$.",
    "if A is symmetric": "Suppose that $A$ is symmetric.",
    "when x'y = 0": "Suppose that $x^{T}y = 0$.",
    "x'y = 0 and y is a unit vector": "Suppose that $x^{T}y = 0$ and $y$ is a unit vector.",
}


@pytest.mark.parametrize(("typed", "written"), SENTENCES.items())
def test_words_and_formulas_of_a_given_are_told_apart(typed: str, written: str) -> None:
    assert " ".join(sentence(typed, "given").latex.replace(r"\lambda $", r"\lambda$").split()) == written


WRONG = {
    ("tr(A B)) = tr(BA)", ()): "got ), but should be an operator, a relation or the end [statement, column 8]",
    ("A + = B", ()): "got =, but should be a letter, a number, a bracket or a function [statement, column 5]",
    ("tr(A = 2", ()): "got the end, but should be ) for the bracket of column 3 [statement, column 9]",
    ("A' + = 0", ()): "got =, but should be a letter, a number, a bracket or a function [statement, column 6]",
    ("inv(A) +* B = 0", ()): "got *, but should be a letter, a number, a bracket or a function [statement, column 9]",
    ("foo(x) = 1", ()): "got foo, but should be a function that is read",
    ("tr(A) = trace of A", ()): "got of, but should be",
    ("A = [1, 2; 3]", ()): "got [1, 2; 3], but should be rows of one length [statement, column 5]",
    ("A = B # C", ()): "got #, but should be a formula [statement, column 7]",
    ("d(x'x)/dx = 2x", ()): "got d(x'x)/dx, but should be d/dx (…) [statement, column 1]",
    ("", ()): "got an empty text, but should be a formula",
    ("A = A", ("",)): "got an empty text, but should be a formula of at most 4000 [given]",
    ("x" * 5000 + " = 0", ()): "got 5004 characters, but should be a formula of at most 4000 [statement]",
    ("A = A", ("A is frobnicated",)): "got “A is frobnicated”, but should be hypotheses that are read",
    (
        "A = A",
        ("A'A = I, B is frobnicated",),
    ): "got “B is frobnicated”, but should be hypotheses that are read: formulas, or “w is a unit vector” [given, "
    "column 10]",
    ("A = A", ("A = B if C = D",)): "got “if”, but should be a hypothesis without a condition of its own [given, "
    "column 7]",
    ("A = A", ("A = B if C = D and E is symmetric",)): "got “if”, but should be a hypothesis without a condition",
    ("A = A", ("A = B for n = 2, D is symmetric",)): "got “for”, but should be a hypothesis without a condition",
    ("A = A", ("A = B or A = C and E is symmetric",)): "got “A = B or A = C”, but should be hypotheses",
    ("A = A", ("A + = B",)): "got =, but should be a letter, a number, a bracket or a function [given, column 5]",
    (
        "A = A",
        ("A' = A", "B +"),
    ): "got the end, but should be a letter, a number, a bracket or a function [given 2, column 4]",
    ("A = A", ("B is symmetric and A is B",)): "got “B is symmetric and A is B”, but should be hypotheses",
    ("A = A", ("A is symmetric or B is symmetric",)): "got “A is symmetric or B is symmetric”, but should be",
    ("A = B", ("A = B or A = C",)): "got “A = B or A = C”, but should be hypotheses",
    ("A = A", ("A is symmetric if B is symmetric",)): "got “if”, but should be a hypothesis without a "
    "condition of its own [given, column 16]",
    ("w'S w <= l", ("S = sum_i l_i",)): "got “S = sum_i l_i”, but should be a hypothesis: ",
    ("A = A", ("A = B unless B = 0",)): "got “unless”, but should be a hypothesis without a condition "
    "of its own [given, column 7]",
    ("A = A", ("A is symmetric for n = 2",)): "got “for”, but should be a hypothesis without a condition of its "
    "own [given, column 16]",
    ("A = B if A is frobnicated", ()): "got “A is frobnicated”, but should be hypotheses",
    ("A = B for some A", ()): "got for, but should be a letter",
    ("A = A", ("x + y",)): "got “x + y”, but should be a hypothesis",
    ("A = A", ("A is a complex n x n matrix",)): "got “A is a complex n x n matrix”, but should be hypotheses that are",
    ("A = A", ("w is not a unit vector",)): "got “w is not a unit vector”, but should be hypotheses that are read",
    ("A = A", ("A is probably symmetric",)): "got “A is probably symmetric”, but should be hypotheses",
}


@pytest.mark.parametrize(("text", "given"), WRONG, ids=str)
def test_a_text_that_is_not_read_is_one_line_with_its_place(text: str, given: tuple[str, ...]) -> None:
    with pytest.raises(WrongText) as error:
        ask(text, given)
    assert str(error.value).startswith(WRONG[text, given])
    assert "\n" not in str(error.value)


def test_every_column_is_that_of_the_sign() -> None:
    """Whatever stands before a sign that nothing understands, its own column is told."""
    for row in ASCII:
        with pytest.raises(WrongText) as error:
            ask(f"{row.example} + ;")
        typed = int(str(error.value).rpartition("column ")[2].rstrip("]"))
        assert typed in (len(row.example) + 4, len(row.example) + 5), (row.typed, str(error.value))


CONDITIONS = {
    "A B = B A if A and B are diagonal": ("A B = B A", ["A and B are diagonal"]),
    "if w is a unit vector, then w'w = 1": ("w'w = 1", ["w is a unit vector"]),
    "if A B = B A then A^2 B = B A^2": ("A^2 B = B A^2", ["A B = B A"]),
    "for all x, y in R^n: x'y = y'x": ("x'y = y'x", ["x, y in R^n"]),
    "x'y = y'x for all x, y": ("x'y = y'x", []),
    "x'y = y'x for every x": ("x'y = y'x", []),
    "P^2 = P where P = X inv(X'X) X'": ("P^2 = P", ["P = X inv(X'X) X'"]),
    "tr(AB) = tr(BA)": ("tr(AB) = tr(BA)", []),
    "A = B for some A": ("A = B for some A", []),
}


@pytest.mark.parametrize("typed", CONDITIONS)
def test_conditions_in_words_are_told_from_the_claim(typed: str) -> None:
    claim, more = conditions(typed)
    assert (claim.strip(), more) == CONDITIONS[typed]
    assert len(claim) == len(typed)  # so that columns are those of the text


def test_in_a_note_x_n_beside_a_sum_up_to_n_minus_1_is_not_judged() -> None:
    row = r"Let $x \in \mathbb{R}^n$. $$\sum_{i=1}^{n-1} x_i + x_n = \sum_{i=1}^n x_i$$"
    found = [v for v in checked(row) if v.formula.display]
    assert [v.verdict for v in found] == ["unsupported"]


def test_prove_takes_texts() -> None:
    line = r"\|x - (x^T w) w\|^2 = \|x\|^2 - (x^T w)^2"
    answer = prove(line, given="w is a unit vector")
    assert isinstance(answer, Answer)
    assert answer.verdict == "proved"
    assert answer.using == ("‖w‖² = 1 (given: w is a unit vector)",)
    assert prove(line).needs == ("w is a unit vector",)
    with pytest.raises(TypeError, match="assuming beside a text"):
        prove("A = A", assuming=["A is symmetric"])
    for given in (3, b"x", ["A = A", 3]):
        with pytest.raises(TypeError, match=r"got given=.*, but should be a text, or a list of texts"):
            prove("A = A", given=given)
    with pytest.raises(TypeError, match="given beside a SymPy statement"):
        prove(1, given="A = A")


GIVEN = [(t, g) for t, g, verdict, _ in STATEMENTS if len(g) == 1 and verdict == "proved"]


@pytest.mark.parametrize(("text", "given"), GIVEN, ids=[t for t, _ in GIVEN])
def test_a_given_is_never_dropped(text: str, given: tuple[str, ...]) -> None:
    """Each hypothesis of the statement is in its reading, and a proof without it is none."""
    assert not asked(text, given).using or asked(text, ()).verdict != "proved"


@pytest.mark.parametrize("given", ["X is an n x p matrix of full column rank", "X has full column rank"])
def test_full_column_rank_says_nothing_of_the_number_of_columns(given: str) -> None:
    answer = asked("X (X^T X)^-1 X^T X = X", (given,))
    assert answer.verdict == "proved"
    assert answer.read_as[0].startswith("for all integers n, p ≥ 1 and X ∈ ℝⁿˣᵖ, where ")
    assert answer.using == (f"Xᵀ X is invertible (given: {given})",)


LINES = {  # texts of several lines: whether they are one statement
    "A A^-1\n = I": True,
    "A = A\n  + 0 A": True,
    "\n\nA = A\n\n": True,
    "(A + B)'\n= A' +\nB'": True,
    "A B = B A\nif A = I": True,
    "A = A\nB = B": False,
    "tr(AB) = tr(BA)\n\nA = A\n": False,
    "A' = A\nx >= 0": False,
}


@pytest.mark.parametrize("text", LINES)
def test_lines_are_one_statement_or_refused(text: str) -> None:
    if LINES[text]:
        assert ask(text).verdict == "proved"
    else:
        with pytest.raises(WrongText, match=r"got a second statement, but should be one \[statement, line \d\]"):
            ask(text)
