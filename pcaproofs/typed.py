r"""Statements as typed text: tr(AB) = tr(BA), in LaTeX, Unicode or plain ASCII, through the reader of notes.

    typed text → LaTeX with the place of each piece → a theorem of a note → its verdict → Answer

- typed text: what somebody types at a prompt. ASCII is the table of what its signs mean; the rest is LaTeX.
- given: a hypothesis or a definition that the statement may use, typed as a formula or in words: "w is a unit vector".
- reading: what the text states, printed from the kernel's statement.

An example: ask("(x' w)^2 <= x'x", ["w is a unit vector"])

1. The text is (x^{T} w)^2 \le x^{T}x, and each piece has its column.
2. The note is \begin{theorem} Suppose that $w$ is a unit vector. Then \[…\] \end{theorem}. It says nothing else of its
   letters, so what they are by their use is declared, and the statement is about all of them.
3. It is proved, and read as: for all n ≥ 1 and w, x ∈ ℝⁿ with ‖w‖² = 1: ‖x‖² ≥ (xᵀ w)².
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, overload

from pcaproofs.prover.result import Result

if TYPE_CHECKING:
    from pcaproofs.kernel import Statement
    from pcaproofs.language.annotations import AssumptionLike, ConclusionLike
    from pcaproofs.language.reader import Reading
    from pcaproofs.notes.formulas.blocks import Note
    from pcaproofs.notes.judging.proving import Case
    from pcaproofs.notes.judging.state import Judge
    from pcaproofs.notes.judging.verdicts import RowVerdict, Using
    from pcaproofs.notes.prose.facts import Fact
    from pcaproofs.notes.scope.table import Table
    from pcaproofs.notes.typing.building import Builder
    from pcaproofs.notes.typing.ledger import Stated

LONGEST = 4_000  # characters of a text
MOST_GIVEN = 50
SECONDS = 10.0
STATEMENT, GIVEN = "statement", "given"  # the names of texts in messages


class WrongText(ValueError):  # noqa: N818
    """A text that cannot be read; the message is one line with the column."""


# ------------------------------------------------------------------------------------------------- what ASCII means
@dataclass(frozen=True)
class Row:
    """A row of the table of what is typed.

    typed: what people type. latex: what it is read as. meaning: in words. example: a statement that is proved, under
    given. pattern, to: the expression that finds it and what is put for it. function: the name of a function whose
    brackets become the two texts in around. Rows without either are read by the reader of notes as they are.
    """

    typed: str
    latex: str
    meaning: str
    example: str
    given: tuple[str, ...] = ()
    pattern: str = ""
    to: str = ""
    function: str = ""
    around: tuple[str, str] = ("", "")


_LETTER = r"(?<![A-Za-z])"  # nothing that makes it a part of a word
_REAL = r"(?:(?<![A-Za-z])in(?![A-Za-z])|∈)\s*(?:RR?(?![A-Za-z])|ℝ)"
ASCII = (
    Row("A'", "A^T", "the transpose; also A^T, A.T, Aᵀ and A⊤", "(A B)' = B' A'", pattern="['’′]", to="^{T}"),
    Row("A.T", "A^T", "the transpose, as NumPy has it", "(A @ B).T = B.T @ A.T", pattern=r"\.T(?![A-Za-z])", to="^{T}"),
    Row("A B", "AB", "the product; AB is A times B", "AB C = A BC"),
    Row("A*B", "AB", "the product", "inv(A*B) = inv(B)*inv(A)"),
    Row("A @ B", "AB", "the product, as NumPy has it", "A @ (B @ C) = (A @ B) @ C", pattern="@", to=" "),
    Row("A^-1", "A^{-1}", "the inverse", "A A^-1 = I", pattern=r"\^\s*(?:-1(?!\d)|\(\s*-1\s*\))", to="^{-1}"),
    Row("A^-T", "A^{-T}", "the inverse of the transpose", "A' A^-T = I",
        pattern=r"\^\s*\(?-T(?![A-Za-z])\)?", to="^{-T}"),
    Row("inv(A)", "A^{-1}", "the inverse", "A inv(A) = I", function="inv", around=("(", ")^{-1}")),
    Row("pinv(A)", "(A)^+", "the pseudo-inverse", "A pinv(A) A = A", function="pinv", around=("(", ")^{+}")),
    Row("A^+", "(A)^+", "the same", "A^+ A A^+ = A^+",
        pattern=r"(?<![A-Za-z\\])([A-Z])(?:\s*\^\s*\{?\+\}?|⁺)", to=r"(\1)^{+}"),
    Row("transpose(A)", "A^T", "the transpose", "transpose(A B) = B'A'", function="transpose", around=("(", ")^{T}")),
    Row("A^2", "A^2", "the power", "A^2 A = A A A"),
    Row("A**2", "A^2", "the power, as Python has it", "A**2 A = A**3", pattern=r"\*\*", to="^"),
    Row("A^12", "A^{12}", "a power of several digits", "A^12 = A^6 A^6", pattern=r"\^\s*(\d{2,})", to=r"^{\1}"),
    Row("A^(2)", "A^{2}", "an exponent in brackets", "A^(2) A = A^3",
        pattern=r"\^\s*\((?!\s*[ijk]\s*\))([^()]*)\)", to=r"^{\1}"),
    Row("x'y", "x^T y", "the inner product", "x'y = y'x"),
    Row("<x, y>", r"\langle x, y \rangle", "the inner product", "<x, y> = x'y"),
    Row("dot(x, y)", r"\langle x, y \rangle", "the inner product", "dot(x, y) = y'x",
        function="dot", around=(r"\langle ", r"\rangle ")),
    Row("inner(x, y)", r"\langle x, y \rangle", "the inner product", "inner(x, y) = y'x",
        function="inner", around=(r"\langle ", r"\rangle ")),
    Row("||x||", r"\|x\|", "the Euclidean norm of a column", "||x||^2 = x'x"),
    Row("norm(x)", r"\|x\|", "the same norm", "norm(x)^2 = x'x", function="norm", around=(r"\|", r"\|")),
    Row("||A||_F", r"\|A\|_F", "the Frobenius norm of a matrix", "||A||_F^2 = tr(A'A)"),
    Row("sqrt(t)", r"\sqrt{t}", "the square root of a number", "sqrt(x'x) = ||x||",
        function="sqrt", around=(r"\sqrt{", "}")),
    Row("abs(t)", "|t|", "the absolute value of a number; also |t|", "abs(t)^2 = t^2",
        given=("t is a number",), function="abs", around=("|", "|")),
    Row("tr(A)", r"\operatorname{tr}(A)", "the trace; also trace(A)", "tr(AB) = tr(BA)"),
    Row("det(A)", r"\det(A)", "the determinant", "det(A*B) = det(A)*det(B)"),
    Row("x <= y", r"x \le y", "at most; also ≤", "(x'y)^2 <= x'x y'y", pattern=r"<=(?!>)", to=r"\le "),
    Row("x >= y", r"x \ge y", "at least; also ≥", "||x||^2 >= 0", pattern=r">=", to=r"\ge "),
    Row("x != y", r"x \ne y", "not equal; also ≠", "||x||^2 + 1 != 0", pattern=r"!=", to=r"\ne "),
    Row("A >> B", r"A \succeq B", "A − B is positive semidefinite; also ⪰ and \\succeq", "A'A >> 0",
        pattern=r">>|⪰|≽", to=r"\succeq "),
    Row("A << B", r"A \preceq B", "B − A is positive semidefinite; also ⪯ and \\preceq", "A << A + B'B",
        pattern=r"<<|⪯|≼", to=r"\preceq "),
    Row("A ≻ 0", r"A \succ 0", "A is positive definite; also \\succ", "A'A + I ≻ 0", pattern=r"≻", to=r"\succ "),
    Row("0 ≺ A", r"0 \prec A", "A is positive definite; also \\prec", "0 ≺ A'A + I", pattern=r"≺", to=r"\prec "),
    Row("A ⊗ B", r"A \otimes B", "the Kronecker product; also kron(A, B)", "(A ⊗ B)(C ⊗ D) = A C ⊗ B D",
        pattern="⊗", to=r"\otimes "),
    Row("kron(A, B)", r"A \otimes B", "the Kronecker product", "kron(A, B)' = kron(A', B')"),
    Row("A ∘ B", r"A \odot B", "the product entry by entry; also A .* B and A ⊙ B", "A .* B = B .* A",
        pattern=r"\.\*|⊙|∘", to=r"\odot "),
    Row("vec(A)", r"\operatorname{vec}(A)", "the columns below each other", "vec(A X B) = (B' ⊗ A) vec(X)"),
    Row("P => Q", r"P \implies Q", "P is a hypothesis; also ⇒", "A >> 0 => B'A B >> 0",
        pattern=r"(?<![<=])=>|⇒|⟹", to=r"\implies "),
    Row("P <=> Q", r"P \iff Q", "each follows from the other; also ⇔", "A'A = 0 <=> A = 0",
        pattern=r"<=>|⇔|⟺", to=r"\iff "),
    Row("x == y", "x = y", "equal", "A + B == B + A", pattern=r"==", to="="),
    Row("I, I_n", "I", "the identity matrix", "A I = A"),
    Row("eye(n)", "I_n", "the identity matrix", "eye(n) x = x", pattern=rf"{_LETTER}eye\(\s*(\w)\s*\)", to=r"I_{\1}"),
    Row("1'x, X 1, 1_n", r"\mathbf{1}^T x", "1 beside ' or behind a factor is a column of ones", "1'x = x'1_n"),
    Row("11'/n", r"\mathbf{1}_n \mathbf{1}_n^T/n", "a size that divides ones is their number", "(11'/n)^2 = 11'/n"),
    Row("ones(n)", r"\mathbf{1}_n", "the column of n ones", "ones(n)'ones(n) = n",
        pattern=rf"{_LETTER}ones\(\s*(\w)\s*\)", to=r"\mathbf{1}_{\1}"),
    Row("x_i, A_ij", "x_i, A_{ij}", "an entry", "sum_i x_i^2 = x'x"),
    Row("sum_i=1^n x_i", r"\sum_{i=1}^n x_i", "a sum with its limits", "sum_i=1^n x_i = sum_{i=1}^n x_i",
        pattern=rf"{_LETTER}sum\s*_\s*(\w)\s*=\s*(\w+)\s*\^\s*(\w)", to=r"\sum_{\1=\2}^{\3}"),
    Row("x_{i+1}, x_n", r"x_{i+1}, x_n", "below and beside a sum, a neighbour of x_i, the last",
        r"sum_{i=1}^{n-1} (x_{i+1} - x_i) = x_n - x_1"),
    Row("x_{2:n}, X_{:,1:k}", r"x_{2:n}, X_{:,1:k}", "a slice, counted from 1; also X_{1:k,:}",
        "||x_{2:n}||^2 + x_1^2 = ||x||^2"),
    Row("sum_i x_i", r"\sum_i x_i", "a sum; also sum_{i=1}^n and ∑", "sum_i x_i = 1'x",
        pattern=rf"{_LETTER}sum(?=\s*_)", to=r"\sum "),
    Row("d/dx x'A x", r"\frac{d}{dx} x^T A x", "the derivative, as a column; also ∂/∂x", "d/dx x'A x = A x + A'x",
        pattern=rf"{_LETTER}[d∂]\s*/\s*[d∂]\s?([A-Za-z])(?![A-Za-z])", to=r"\frac{d}{d\1} "),
    Row("lambda", r"\lambda", "a Greek letter by its name", "x'(lambda A)x = lambda x'A x",
        given=("lambda is a number",)),
    Row("A in R^{n x p}", r"A \in \mathbb{R}^{n\times p}", "a size; also R^n", "tr(A'A) = tr(AA')",
        given=("A in R^{n x p}",),
        pattern=_REAL + r"\s*\^\s*[{(]?\s*(\w+?)\s*(?:x|×|\\times|by)\s*(\w+)\s*[})]?",
        to=r"\in\mathbb{R}^{\1\times \2}"),
    Row("x in R^n", r"x \in \mathbb{R}^n", "a size", "x'x >= 0",
        given=("x in R^n",), pattern=_REAL, to=r"\in\mathbb{R}"),
    Row("[1, 2; 3, 4]", r"\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}", "a matrix; also [[1, 2], [3, 4]]",
        "tr([1, 2; 3, 4]) = 5"),
)  # fmt: skip
_FUNCTIONS = {row.function: row.around for row in ASCII if row.function}
_FUNCTIONS["inverse"] = _FUNCTIONS["inv"]
_GREEK = (
    "alpha beta gamma delta epsilon varepsilon zeta eta theta kappa lambda mu nu xi rho sigma tau phi varphi chi psi"
)
_GREEK += " omega pi Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega"
_NAMED_LETTERS = frozenset(_GREEK.split())  # words that are letters
_NO_PRODUCTS = frozenset(
    ["of", "is", "or", "if", "to", "by", "be", "as", "at", "on", "we", "so", "an", "and", "for", "the"]
)
_ONE_LEFT = (
    r"[𝟏𝟙]|(?<![\w.^])(?:1\s*)?1(?=\s*(?:['’′ᵀ_]|\^\s*[{(]?T|[A-Za-z](?:_\w)?(?:['’′ᵀ]|\.T|\^T)))"  # 1', 11', 1_n, 1 m'
)
_FACTOR_BEFORE = re.compile(r"(?:\^\s*\{?(?:T|\\top|\\intercal)\}?\s*|\.T\s+|['’′ᵀ)]\s*|(?<![A-Za-z\\])[A-Z]{1,3}\s+)$")
_ENDS = re.compile(r"(?![\w.^'’′ᵀ]|\s*\^)")  # X 1 = 0, X'1/n
_SIZE = re.compile(r"/\s*\(?\s*([nmNpd])(?![A-Za-z_'])|\\frac\s*\{?1\}?\s*\{?([nmNpd])(?![A-Za-z_'])")
_ACCENTS = {
    "\u0304": "bar",
    "\u0305": "bar",
    "\u0302": "hat",
    "\u0303": "tilde",
    "\u20d7": "vec",
}  # behind their letters
_MATRIX = r"\[\[[^][]*\](?:\s*,\s*\[[^][]*\])*\s*\]|\[[^][]*;[^][]*\]"
_VERBATIM = r"\\(?:operatorname\*?|text|mathrm|textrm|mathbb|mathbf|boldsymbol|bm|begin|end|mathcal)\s*\{[^{}]*\}"
_TOKEN = re.compile(
    rf"(?P<verbatim>{_VERBATIM})|(?P<command>\\[A-Za-z]+\*?|\\.)|(?P<ones>{_ONE_LEFT})|(?P<matrix>{_MATRIX})|"
    + "|".join(f"(?P<row{k}>{row.pattern})" for k, row in enumerate(ASCII) if row.pattern)
    + r"|(?P<accented>[^\W\d_][\u0302-\u0305\u20d7])|(?P<word>[A-Za-z]+)|(?P<index>_[A-Za-z0-9]{2,})|(?P<other>.)",
    re.DOTALL,
)
_QUOTIENT = re.compile(rf"{_LETTER}[d∂]\s*\(.*\)\s*/\s*[d∂]\s?[A-Za-z](?![A-Za-z])")
_NUMPY = re.compile(r"(?<![A-Za-z])(?:np|numpy)\.(?:linalg\.)?")
_TOP = re.compile(r"(?<=[\w)\]}𝟏])[⊤⊺]")  # behind a letter, not in an exponent
_RELATION = r"<=>|=>|[<>!:=]?=|[≤≥≠≈∈⇔⇒⟺⪰⪯≻≺]"
_RELATION += r"|\\(?:leq?|geq?|neq?|lt|gt|in|iff|implies|leqslant|geqslant|(?:succ|prec)(?:eq)?)(?![A-Za-z])"
_NO_LEFT = re.compile(rf"\s*({_RELATION}|>)")  # < and > may be brackets
_NO_RIGHT = re.compile(rf"({_RELATION}|<)[\s.,;]*\Z")
_ANY_RELATION = re.compile(rf"{_RELATION}|[<>]")
_OPEN = "+-−*/,;:([{=<>≤≥&\\"  # at the end of a line that goes on in the next one
_GOES_ON = re.compile(rf"{_RELATION}|[-+−*/,;&)\]}}]|[a-z]{{2,}}(?![A-Za-z(])|\\")
_REFUSED = '%#$~"`?!\\'
_DOLLARS = re.compile(r"\s*(\$\$?|\\\(|\\\[)(.*?)(\$\$?|\\\)|\\\])\s*", re.DOTALL)


# ------------------------------------------------------------------------------------------------- text as LaTeX
class Latex:
    """A typed text as LaTeX, with the place in the text of each piece. name: of the text, for messages."""

    def __init__(self, typed: str, name: str = STATEMENT):
        self.typed, self.name = typed, name
        self.pieces: list[tuple[str, int]] = []

    def add(self, latex: str, typed: int) -> None:
        """Adds a piece that stands for what begins at an offset of the text."""
        self.pieces.append((latex, typed))

    @property
    def latex(self) -> str:
        """The LaTeX."""
        return "".join(piece for piece, _ in self.pieces)

    def place(self, offset: int) -> int:
        """The offset in the text of a character of the LaTeX."""
        begins, at = [], 0
        for piece, _ in self.pieces:
            begins.append(at)
            at += len(piece)
        k = bisect_right(begins, offset) - 1
        if k < 0 or offset >= at:
            return len(self.typed)
        piece, typed = self.pieces[k]
        is_same = self.typed.startswith(piece, typed)
        return typed + (offset - begins[k] if is_same else 0)

    def wrong(self, got: str, expected: str, typed: int) -> WrongText:
        """The error at an offset of the text."""
        return WrongText(f"got {got}, but should be {expected} [{self.name}, column {typed + 1}]")


@cache
def _known_words() -> frozenset[str]:
    """The words that the reader of notes reads without a backslash."""
    from pcaproofs.notes.text.symbols import BARE, MOMENTS, PROBLEMS

    return BARE | frozenset(MOMENTS) | frozenset(" ".join(PROBLEMS).split())


def formula(typed: str, name: str = STATEMENT) -> Latex:
    """A formula as LaTeX. name: of the text, for messages. Raises WrongText."""
    out = Latex(typed, name)
    match = _DOLLARS.fullmatch(typed)
    start, end = match.span(2) if match is not None else (0, len(typed))
    if (quotient := _QUOTIENT.search(typed)) is not None:  # which would be a quotient of products with a letter d
        raise out.wrong(quotient[0], "d/dx (…)", quotient.start())
    _translate(out, start, end)
    return out


def _translate(out: Latex, start: int, end: int) -> None:
    """Adds a part of a text that is a formula, as LaTeX. Raises WrongText."""
    text = _TOP.sub("ᵀ", _NUMPY.sub(lambda m: " " * len(m[0]), out.typed))
    is_tex = "\\" in text
    sizes = {a or b for a, b in _SIZE.findall(text)}
    ones = r"\mathbf{1}" + (f"_{{{next(iter(sizes))}}}" if len(sizes) == 1 else "")
    closers: list[tuple[str, str, int]] = []  # the bracket that closes, what is put for it, where it opened
    at = start
    while at < end:
        match = _TOKEN.match(text, at, end)
        assert match is not None
        kind, said, at = str(match.lastgroup), match[0], match.end()
        if kind in ("verbatim", "command"):
            out.add(r"\odot" if said == r"\circ" else said, match.start())
        elif kind == "ones" or (said == "1" and _is_ones_behind(text, match)):
            is_sized = text[at : at + 2].lstrip().startswith("_")
            for k in (k for k, c in enumerate(said) if c in "1𝟏𝟙"):
                out.add(r"\mathbf{1}" if is_sized else ones, match.start() + k)
        elif kind == "matrix":
            _add_matrix(out, match)
        elif kind.startswith("row"):
            out.add(_put(ASCII[int(kind[3:])], text, match.start()), match.start())
        elif kind == "accented":
            out.add(rf"\{_ACCENTS[said[1]]}{{{said[0]}}}", match.start())
        elif kind == "word":
            at = _add_word(out, match, text, closers)
        elif kind == "index":
            _add_index(out, match, is_tex=is_tex, goes_on=text[at : at + 1] == "_")
        else:
            _add_sign(out, match, closers, is_tex=is_tex)
    if closers:
        raise out.wrong("the end", f"{closers[-1][0]} for the bracket of column {closers[-1][2] + 1}", end)


def _is_ones_behind(text: str, match: re.Match[str]) -> bool:
    """Whether a 1 is the last factor of a product, and so a column of ones."""
    return _ENDS.match(text, match.end()) is not None and _FACTOR_BEFORE.search(text, 0, match.start()) is not None


def _put(row: Row, text: str, at: int) -> str:
    r"""What is put for what a row finds at a place; \1 and \2 are the groups of its pattern."""
    match = re.compile(row.pattern).match(text, at)
    assert match is not None
    said = row.to
    for k, group in enumerate(match.groups(), 1):
        said = said.replace(rf"\{k}", group)
    return said


def _add_word(out: Latex, match: re.Match[str], text: str, closers: list[tuple[str, str, int]]) -> int:
    """Adds letters without a space between them; where the text goes on. Raises WrongText."""
    said, at = match[0], match.end()
    is_called = text[at : at + 1] == "("
    if said in _FUNCTIONS and is_called:
        opens, closes = _FUNCTIONS[said]
        if said != "pinv" and re.match(r"\(\s*\w\s*\)", text[at:]):  # A^{-1} of one letter; A^+ may be another letter
            opens, closes = opens.removesuffix("("), closes.removeprefix(")")
        out.add(opens, match.start())
        closers.append((")", closes, at))
        return at + 1
    is_word = re.search(r"[a-z]{3}|[a-z]{2}$", said) is not None and (len(said) > 2 or is_called)
    if said in _NAMED_LETTERS:
        out.add(rf"\{said} ", match.start())
    elif said in _known_words() or not (is_word or said in _NO_PRODUCTS):
        out.add(said, match.start())
    else:
        what = "a function that is read" if is_called else "a letter, a product of letters such as AB, or --given"
        raise out.wrong(said, f"{what}; `pcaproofs prove --help` lists what is read", match.start())
    return at


def _add_index(out: Latex, match: re.Match[str], *, is_tex: bool, goes_on: bool) -> None:
    """Adds an index: x_ij has two letters, but in x_iy_i the y begins anew, and in TeX an index has one sign."""
    said = match[0][1:]
    end = 1 if is_tex else len(said) - 1 if goes_on else len(said)
    inside = said[:end] if len(said[:end]) < 3 or said[:end].isdigit() else rf"\text{{{said[:end]}}}"
    out.add("_{", match.start())
    out.add(inside, match.start() + 1)
    out.add("}", match.start() + 1)
    if said[end:]:
        out.add(said[end:], match.start() + 1 + end)


def _add_matrix(out: Latex, match: re.Match[str]) -> None:
    """Adds [1, 2; 3, 4] or [[1, 2], [3, 4]]. Raises WrongText for rows of different lengths."""
    inside = match[0][1:-1]
    rows = re.findall(r"\[([^][]*)\]", inside) if match[0].startswith("[[") else inside.split(";")
    cells = [re.split(r"\s*,\s*" if "," in row else r"\s+", row.strip()) for row in rows]
    if "," not in inside and (len({len(row) for row in cells}) != 1 or any(x in "+-*/" for row in cells for x in row)):
        cells = [[row.strip()] for row in rows]  # [A x + B y; C x + D y] is a column
    if len({len(row) for row in cells}) != 1 or not all(all(row) for row in cells):
        raise out.wrong(match[0], "rows of one length", match.start())
    body = r" \\ ".join(" & ".join(formula(cell, out.name).latex for cell in row) for row in cells)
    out.add(rf"\begin{{bmatrix}} {body} \end{{bmatrix}}", match.start())


def _add_sign(out: Latex, match: re.Match[str], closers: list[tuple[str, str, int]], *, is_tex: bool) -> None:
    """Adds one other character. Raises WrongText for one that no formula has, and for brackets that do not match."""
    said, at = match[0], match.start()
    if (said in _REFUSED or not (said.isprintable() or said.isspace())) or (said == "&" and not is_tex):
        raise out.wrong(said if said.isprintable() else f"the character {ord(said):#x}", "a formula", at)
    if said == "(":
        closers.append((")", ")", at))
    elif said == ")" and closers:
        said = closers.pop()[1]
    out.add(said, at)


# ------------------------------------------------------------------------------------------------- givens in words
_WORD = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*|[^\W\d_a-zA-Z]{3,}")
_BY = re.compile(
    r"(?<![A-Za-z0-9])([nmpqdkrN]|\d+)(?:\s?[x×]\s?|\s?\\times\s?|[ -]by[ -])([nmpqdkrN]|\d+)(?![A-Za-z0-9^_'])"
)
_ABBREVIATED = frozenset(["SPD", "PSD", "SVD", "PCA"])
_VERBS = frozenset(["is", "are", "be", "and", "in", "or", "has", "have", "equals"])
_BEGINS = re.compile(r"(?:let|suppose|assume|consider)(?![\w-])", re.IGNORECASE)
_CONDITION = re.compile(r"\s*(?:if|when|where|given|for)(?![\w-])", re.IGNORECASE)
_IN_DOLLARS = re.compile(r"\$([^$]+)\$|\\\((.+?)\\\)")


def sentence(typed: str, name: str) -> Latex:
    """A given as a sentence of a note: a formula, or words with formulas between them. Raises WrongText."""
    out = Latex(typed, name)
    chunks = list(_chunks(typed))
    words = [k for k, (*_, is_formula) in enumerate(chunks) if not is_formula]
    begins = words[:1] == [0] and _BEGINS.match(typed) is not None
    out.add("" if begins else "Suppose that ", 0)
    for k, (start, end, is_formula) in enumerate(chunks):
        if not is_formula:
            said = typed[start:end]
            if k and (limits := _LIMITS.search(said)) is not None:
                raise out.wrong(f"“{limits[0]}”", "a hypothesis without a condition of its own", start + limits.start())
            condition = _CONDITION.match(said) if k == 0 else None
            out.add(said[condition.end() :] if condition else said.capitalize() if k == 0 else said, start)
            continue
        out.add("$", start)
        _add_formula(out, start, end)
        out.add("$", end)
    out.add(".\n", len(typed))
    return out


# words behind a formula of a given with which it does not hold in general
_LIMITS = re.compile(
    r"(?<!\w)(?:iff?|unless|when(?:ever)?|provided|implies|only|for(?! +(?:all|every|any|each)))(?!\w)"
)
_SAYS_OF_LETTER = re.compile(r"(?:,(?:\s+and)?|;|\band)\s+(?=\S+ (?:is|are)\b|\S+ and \S+ are\b)")


def _clauses(typed: str) -> Iterator[str]:
    """A given in parts, where a formula stands before words about a letter: "UᵀU = I, D is symmetric".

    Blanks stand in place of what comes before a part, so that each place stays the same.
    """
    start = 0
    for match in _SAYS_OF_LETTER.finditer(typed):
        if re.search(r"[=≤≥<>≠]", typed[start : match.start()]):
            yield " " * start + typed[start : match.start()]
            start = match.end()
    yield " " * start + typed[start:]


def scope_statement(typed: str, name: str) -> str:
    """A given as a statement of a scope file, "x is orthogonal to y". Raises WrongText."""
    out = Latex(typed, name)
    for start, end, is_formula in _chunks(typed):
        if is_formula:
            _add_formula(out, start, end)
        else:
            out.add(typed[start:end], start)
    return out.latex.strip(" .")


def _add_formula(out: Latex, start: int, end: int) -> None:
    """Adds a formula between words, or a size such as n x p."""
    by = _BY.fullmatch(out.typed, start, end)
    if by is not None:
        out.add(rf"{by[1]} \times {by[2]}", start)
    else:
        _translate(out, start, end)


def _chunks(typed: str) -> Iterator[tuple[int, int, bool]]:
    """The parts of a given: where each begins and ends, and whether it is a formula."""
    if (whole := _DOLLARS.fullmatch(typed)) is not None and "$" not in whole[2]:
        yield (*whole.span(2), True)
        return
    words = list(_words(typed))
    at = 0
    for start, end in (*words, (len(typed), len(typed))):
        yield from _formula_between(typed, at, start)
        if start < end:
            yield start, end, False
        at = end


def _words(typed: str) -> Iterator[tuple[int, int]]:
    """The words of a given that are no mathematics."""
    inside = [m.span() for m in (*_IN_DOLLARS.finditer(typed), *_BY.finditer(typed))]
    inside += [m.span() for m in re.finditer(r"\\[A-Za-z]+(?:\s*\{[^{}]*\})*", typed)]
    found = [m for m in _WORD.finditer(typed) if not any(a < m.end() and m.start() < b for a, b in inside)]
    for k, m in enumerate(found):
        after = found[k + 1] if k + 1 < len(found) and not typed[m.end() : found[k + 1].start()].strip() else None
        if not _is_mathematics(m, typed, after):
            yield m.span()


def _is_mathematics(m: re.Match[str], typed: str, after: re.Match[str] | None) -> bool:
    """Whether letters of a given belong to a formula. after: the word that follows, if no sign stands between."""
    said, behind = m[0], typed[m.end() :]
    if said in ("a", "an") and after is not None and after[0] not in _VERBS:
        return False  # the article
    if len(said) == 1 or said in _NAMED_LETTERS:
        return True
    if said == "in":
        return re.match(r"\s*(?:R{1,2}|ℝ|\\mathbb)(?![A-Za-z])", behind) is not None
    if said in _FUNCTIONS or said in _known_words() or said in ("eye", "ones"):
        return re.match(r"\s*\(", behind) is not None
    if said in ("sum", "R", "RR"):
        return behind[:1] in ("_", "^")
    is_glued = behind[:1] in ("'", "’", "^", "_", "=") or typed[m.start() - 1 : m.start()] in ("^", "_", "=", "\\")
    is_beside = re.match(r"\s*[=<>≤≥≠+*/^-]", behind) or re.search(r"[=<>≤≥≠+*/-]\s*$", typed[: m.start()])
    return is_glued or (said.isupper() and said not in _ABBREVIATED) or (len(said) == 2 and is_beside is not None)


def _formula_between(typed: str, start: int, end: int) -> Iterator[tuple[int, int, bool]]:
    """What stands between two words: a formula without the spaces and commas around it, in its dollars or not."""
    while (m := _IN_DOLLARS.search(typed, start, end)) is not None:
        yield from _formula_between(typed, start, m.start()) if typed[start : m.start()].strip(" ,.;:") else ()
        yield (*(m.span(1) if m[1] is not None else m.span(2)), True)
        start = m.end()
    said = typed[start:end]
    inside = said.strip(" \t\n,.;:")
    if not re.search(r"\w|\\", inside):
        if said and end < len(typed):
            yield start, end, False
        return
    first = start + said.index(inside[0])
    last = first + len(inside)
    if first > start:
        yield start, first, False
    yield first, last, True
    if last < end and end < len(typed):
        yield last, end, False


_FOR_ALL = r"for(?=\s+(?:all|every|any|each)\s)"
_IF = re.compile(rf"\s*(?:if|{_FOR_ALL})\s+")
_THEN = re.compile(r"(?P<first>\s*,?\s+then\s+)|(?P<second>\s*:\s+)|(?P<third>\s*,\s+)")
_SAYS = re.compile(r"[=<>≤≥≠∈\\]|(?<![A-Za-z])(?:is|are|in|has|have)(?![A-Za-z])")
_CLAIM_IF = re.compile(
    rf"(?P<claim>.+?)\s*,?\s+(?:if|when|where|given(?: that)?|provided(?: that)?|{_FOR_ALL})\s+(?P<condition>.+)"
)
_ALL = re.compile(r"\s*(?:all|every|any|each)(?![\w-])")


def conditions(typed: str) -> tuple[str, list[str]]:
    """A text without the conditions in words around its formula, which become blanks, and these conditions.

    "A B = B A if A and B are diagonal", "if w is a unit vector, then …", "for all x in R^n: …".
    """
    start, end, condition = 0, len(typed), ""
    if (opens := _IF.match(typed)) is not None:
        ends = sorted(_THEN.finditer(typed, opens.end()), key=lambda m: str(m.lastgroup))  # the first is a "then"
        split = next((m for m in ends if m.lastgroup != "third" or _SAYS.search(typed, opens.end(), m.start())), None)
        if split is not None:
            start, condition = split.end(), typed[opens.end() : split.start()]
    elif (match := _CLAIM_IF.fullmatch(typed)) is not None:
        end, condition = match.end("claim"), match["condition"]
    condition = _ALL.sub("", condition).strip(" .")
    is_of_letters = re.fullmatch(r"\w(?:\s*(?:,|and)\s*\w)*|", condition) is not None  # the claim is about all anyway
    claim = " " * start + typed[start:end] + " " * (len(typed) - end)
    return claim, [] if is_of_letters else [condition]


# ------------------------------------------------------------------------------------------------- the answer
@dataclass(frozen=True, repr=False)
class Answer(Result):
    """The result for a typed statement.

    Attributes:
        text: the statement as it was typed.
        formula: as it was read, on one line.
        read_as: each statement of it as the kernel has it, with its letters, sizes and hypotheses.
        using: what the proof used, or what holds at the counterexample, with the given that says it.
        conventions: what the reading takes for granted.
        row: the plain data of the row in `pcaproofs check --json`.
    """

    text: str = ""
    formula: str = ""
    read_as: tuple[str, ...] = ()
    using: tuple[str, ...] = ()
    conventions: tuple[str, ...] = ()
    row: Mapping[str, Any] | None = None

    def __str__(self) -> str:
        said = [self.verdict, *(f"read as: {x}" for x in self.read_as), *self.lines()]
        return " · ".join(said)

    def lines(self) -> Iterator[str]:
        """What is said of the verdict: the reason, what was used, what would mend it, what is taken for granted."""
        yield from (self.reason,) if self.reason else ()
        yield from (f"{'using' if self.counterexample is None else 'although'} {x}" for x in self.using)
        if self.needs:
            yield f"holds if {' or if '.join(self.needs)}"
        yield from (f"taken for granted: {x}" for x in self.assumed)

    def to_json(self) -> dict[str, Any]:
        """The row as plain data for JSON."""
        return dict(self.row or {})


def ask(text: str, given: Iterable[str] = (), *, seconds: float = SECONDS) -> Answer:
    """What is found of a typed statement under what is given.

    text: a formula in LaTeX, Unicode or ASCII. given: formulas, or sentences such as "w is a unit vector". seconds: for
    the search that follows where the reader of notes finds nothing, counted in steps.
    Raises WrongText for a text that is not read, with the column.
    """
    from pcaproofs.prover.prove import check_seconds

    check_seconds(seconds)
    texts: list[Any] = [given] if isinstance(given, str) or not isinstance(given, Iterable) else list(given)
    if not all(isinstance(x, str) for x in texts):
        raise TypeError(f"got given={given!r}, but should be a text, or a list of texts")
    asked = _Asked(text, texts)
    return asked.answer(seconds)


@overload
def prove(conclusion: str, *, given: str | Iterable[str] = (), seconds: float = SECONDS) -> Answer: ...


@overload
def prove(
    conclusion: ConclusionLike,
    assuming: AssumptionLike | Iterable[AssumptionLike] = (),
    *,
    seconds: float = SECONDS,
    refute: bool = True,
    needs: bool = True,
) -> Result: ...


def prove(
    conclusion: str | ConclusionLike,
    assuming: AssumptionLike | Iterable[AssumptionLike] = (),
    *,
    given: str | Iterable[str] = (),
    seconds: float = SECONDS,
    refute: bool = True,
    needs: bool = True,
) -> Result:
    """Proves a statement about matrices for every dimension, or refutes it by an exact counterexample.

    Args:
        conclusion: a text, "tr(AB) = tr(BA)", in LaTeX, Unicode or ASCII; or a SymPy statement: Eq(lhs, rhs), Ge(f, g),
            minimises(…), maximises(…) or same_optimisers(…), a named property such as symmetric(S), projector(P) or
            psd(S), exists(X, …), or a list of conclusions, of which each is proved.
        assuming: for a SymPy statement, its hypotheses: symmetric(S), unit(w), …, Eq, Ge, Gt, Ne.
        given: for a text, its hypotheses and definitions as texts: "w is a unit vector", "A^T = A".
        seconds: the budget, counted in steps, so that the answer is the same on every machine. The search usually ends
            before 10. If there are more, all are used until there is an answer.
        refute: whether to search for counterexamples of a SymPy statement, and for a point at which its hypotheses
            hold.
        needs: whether to search for hypotheses that would make an unproved SymPy statement provable.

    Returns:
        The result, for a text an Answer. Its verdict says whether a statement is false, ill-typed or not understood;
        nothing is raised about it. Only the kernel gives the verdict "proved".

    Raises:
        WrongText: for a text that is not read, with the column.
        TypeError: for arguments of the wrong type.
        ValueError: for a negative number of seconds.

    """
    if isinstance(conclusion, str):
        if assuming:
            raise TypeError("got assuming beside a text, but should be given, such as given='w is a unit vector'")
        return ask(conclusion, given, seconds=seconds)
    if given:
        raise TypeError("got given beside a SymPy statement, but should be assuming, such as assuming=[unit(w)]")
    from pcaproofs.prover.prove import prove as prove_symbolic

    return prove_symbolic(conclusion, assuming, seconds=seconds, refute=refute, needs=needs)


_SIGNS = {"≥ between matrices": ">>", "≤ between matrices": "<<"}  # what is refused, and what is written in its place
_EXPECTED = "hypotheses that are read: formulas, or “w is a unit vector”"


def _one_statement(text: str) -> None:
    """Raises WrongText for a line that begins another statement."""
    lines = [(k, x.strip()) for k, x in enumerate(text.split("\n"), 1) if x.strip()]
    for (_, before), (k, line) in pairwise(lines):
        is_open = before[-1] in _OPEN or _GOES_ON.match(line) is not None
        if not is_open and _ANY_RELATION.search(before) is not None and _ANY_RELATION.search(line) is not None:
            raise WrongText(f"got a second statement, but should be one [{STATEMENT}, line {k}]")


class _Asked:
    """A statement and its givens as a note."""

    def __init__(self, text: str, given: Sequence[str]):
        if len(given) > MOST_GIVEN:
            raise WrongText(f"got {len(given)} givens, but should be at most {MOST_GIVEN}")
        names = [GIVEN if len(given) == 1 else f"{GIVEN} {k}" for k in range(1, len(given) + 1)]
        for name, said in zip((STATEMENT, *names), (text, *given), strict=True):
            if not said.strip() or len(said) > LONGEST:
                got = f"{len(said)} characters" if said.strip() else "an empty text"
                raise WrongText(f"got {got}, but should be a formula of at most {LONGEST} [{name}]")
        _one_statement(text)
        text, *given = (" ".join(said.split("\n")) for said in (text, *given))
        self.text = text.strip()
        text, more = conditions(text)
        given, names = [*more, *given], [*(f"condition {x!r}" for x in more), *names]
        clauses = [(x, name) for said, name in zip(given, names, strict=True) for x in _clauses(said)]
        given, names = [x for x, _ in clauses], [name for _, name in clauses]
        self.statement, self.given = formula(text), [sentence(x, name) for x, name in zip(given, names, strict=True)]
        self.facts: list[Fact] = []  # of the givens that only a scope file can say
        self.note = self._as_note(frozenset())
        self._all_read()
        self.facts += self._definite()
        if elsewhere := self._said_by_scope():
            self.note = self._as_note(elsewhere)

    def _as_note(self, left_out: frozenset[int]) -> Note:
        """The note. left_out: the numbers of the givens that are no sentences of it."""
        from pcaproofs.notes.formulas.blocks import read
        from pcaproofs.notes.text.source import Source

        said = ["" if k in left_out else x.latex for k, x in enumerate(self.given)]
        parts = [r"\begin{theorem} ", *said, r"Then \[ ", self.statement.latex]
        self.starts = [sum(map(len, parts[:k])) for k in range(1, len(said) + 1)]
        self.ends, self.start = sum(map(len, parts[:-2])), sum(map(len, parts[:-1]))
        return read(Source(STATEMENT, "".join([*parts, r" \] \end{theorem}"]), "tex"))

    def answer(self, seconds: float) -> Answer:
        """The answer by the reader of notes. Raises WrongText."""
        from pcaproofs.notes.checking import conventions_of, table_of
        from pcaproofs.notes.judging.scoped import ScopedJudge

        declared, summed = _declared(self.note, table_of(self.note, self.facts))
        table = table_of(self.note, (*self.facts, *declared))
        table.summed = summed
        table.products |= {"⊗", "⊙", "*"}
        judge = ScopedJudge(self.note, table)
        found = judge.run()
        self._all_taken(found)
        k = next(k for k, v in enumerate(found) if v.formula.display)
        row = _settled(judge.part(judge.scope_of[k]).judge, found[k], seconds)
        return self._answer(row, conventions_of(self.note, table))

    def _definite(self) -> list[Fact]:
        """That what is called positive definite is invertible; the reader of notes takes it for semidefinite."""
        from pcaproofs.notes.checking import facts_of_note
        from pcaproofs.notes.formulas.printing import latex as written
        from pcaproofs.notes.prose.facts import Satisfies
        from pcaproofs.notes.scope.scope_file import scope_of_text

        found = [f for f in facts_of_note(self.note) if isinstance(f, Satisfies) and f.hypothesis == "psd"]
        letters = [f.letter for f in found if _DEFINITE.search(self.note.source.text[slice(*f.span)])]
        return [x for letter in letters for x in scope_of_text(f"{written(letter)} is invertible", GIVEN)]

    def _said_by_scope(self) -> frozenset[int]:
        """The numbers of the givens that are read as statements of a scope file. Raises WrongText."""
        from pcaproofs.notes.scope.scope_file import WrongScope, scope_of_text

        out = set[int]()
        for text in self._not_understood():
            try:
                self.facts += scope_of_text(scope_statement(text.typed, text.name), text.name)
            except WrongScope:
                begins = len(text.typed) - len(text.typed.lstrip())
                raise text.wrong(f"“{text.typed.strip()}”", _EXPECTED, begins) from None
            out.add(self.given.index(text))
        return frozenset(out)

    def _not_understood(self) -> Iterator[Latex]:
        """The givens of which words or letters say nothing that is read."""
        from pcaproofs.notes.checking import facts_of_note
        from pcaproofs.notes.formulas.surface import Listed, Name
        from pcaproofs.notes.prose.facts import Unclear
        from pcaproofs.notes.prose.phrases import is_read
        from pcaproofs.notes.prose.sentences import sentences

        facts = [f.span for f in facts_of_note(self.note) if not isinstance(f, Unclear) and f.until is None]
        said = [(s.places[0], is_read(s, facts)) for s in sentences(self.note)]
        for f in self.note.formulas:  # a letter of which nothing is said
            if isinstance(f.tree, Name | Listed):
                said.append((f.span[0], any(a <= f.span[0] and f.span[1] <= b for a, b in facts)))
        lacking = [self._of(place)[0] for place, is_understood in said if not is_understood]
        return (x for x in self.given if any(x is y for y in lacking))

    def _of(self, offset: int) -> tuple[Latex, int]:
        """The text that a place of the note belongs to, and the place in it."""
        if offset >= self.ends:
            return self.statement, self.statement.place(max(0, offset - self.start))
        k = max(0, bisect_right(self.starts, offset) - 1)
        return self.given[k], self.given[k].place(offset - self.starts[k])

    def _all_read(self) -> None:
        """Raises WrongText for the first formula that is not read."""
        from pcaproofs.notes.formulas.grammar import Unread

        for f in self.note.formulas:
            if isinstance(f.tree, Unread):
                text, typed = self._of(f.tree.span[0])
                got = "the end" if typed >= len(text.typed) else f.tree.got
                raise text.wrong(got, f.tree.expected, typed)
        written = self.statement.typed
        if (match := _NO_LEFT.match(written)) is not None:
            raise self.statement.wrong(match[1], "a formula, and then a relation", match.start(1))
        if (match := _NO_RIGHT.search(written)) is not None:
            raise self.statement.wrong("the end", f"a formula behind {match[1]}", len(written))
        rows = [f for f in self.note.formulas if f.display]
        if len(rows) != 1:
            raise self.statement.wrong(f"{len(rows)} formulas", "one", 0)

    def _all_taken(self, found: Sequence[RowVerdict]) -> None:
        """Raises WrongText for the first formula of a given that is no hypothesis."""
        from pcaproofs.notes.checking import facts_of_note
        from pcaproofs.notes.formulas.surface import Listed, Name

        facts = [f.span for f in facts_of_note(self.note)]
        for v in found:
            text, typed = self._of(v.formula.span[0])
            is_used = v.verdict in ("condition", "definition", "proved") or isinstance(v.formula.tree, Name | Listed)
            is_used = is_used or any(a <= v.formula.span[0] and v.formula.span[1] <= b for a, b in facts)
            if text is not self.statement and not is_used:
                got = text.typed[typed:].strip(" .")[:60]
                raise text.wrong(f"“{got}”", f"a hypothesis: {v.reason or v.verdict}", typed)

    def _answer(self, row: RowVerdict, conventions: tuple[str, ...]) -> Answer:
        from pcaproofs.notes.formulas.printing import unicode
        from pcaproofs.notes.judging.verdicts import NOTATION, UNSAID
        from pcaproofs.prover.result import example_text

        statements = [x for _, x in row.statements(self.note) if x is not None]
        results: tuple[Result, ...] = ()
        if row.certificate is not None:
            results = row.certificate.parts or (row.certificate,)
        example, reason = row.counterexample, row.reason.replace(UNSAID, "")
        if example is not None:
            point = example_text(row.statement, example)
            fails = f"fails: {point}" if point.startswith("left") else f"fails at {point}"
            reason = "; ".join(filter(None, (fails, row.repair)))
        elif row.verdict == "definition":
            reason = f"{reason}, and nothing is claimed; --given takes it"
        elif reason in _SIGNS:
            reason = f"{reason}; {_SIGNS[reason]} says that a difference is positive semidefinite"
        granted = [x.partition(": ")[2] for x in row.reading if x.startswith("taken for granted: ")]
        granted += [x.text for x in row.using if x.by == NOTATION]
        read_as = tuple(dict.fromkeys(map(reading, statements)))
        granted = [x for x in granted if not any(x in said for said in read_as)]  # such as a constraint
        return Answer(
            _verdict(row),
            reason,
            statement=statements[0] if len(statements) == 1 else None,
            certificate=results[0].certificate if len(results) == 1 else None,
            counterexample=example,
            needs=row.needs,
            assumed=tuple(dict.fromkeys(granted)),
            parts=results if len(results) > 1 else (),
            text=self.text,
            formula=unicode(row.formula.tree),  # type: ignore[arg-type]
            read_as=read_as,
            using=tuple(self._used(x) for x in row.using if x.by != NOTATION),
            conventions=conventions,
            row=self._row(row),
        )

    def _used(self, x: Using) -> str:
        """What was used, with the given that says it."""
        if x.place is None:
            return x.text if x.by == GIVEN else f"{x.text} (given)"
        return f"{x.text} (given: {self._of(x.place[0])[0].typed.strip()})"

    def _row(self, row: RowVerdict) -> dict[str, Any]:
        """The row as plain data; the line of what was used is the number of its given, since each has a line."""
        from pcaproofs.notes.judging.verdicts import UNSAID

        out = row.to_json(self.note) | {"line": 1, "column": 1, "text": self.text}
        for x in (out, *out["parts"]):
            x["reason"] = x["reason"].replace(UNSAID, "")
        for said in (said for x in (out, *out["parts"]) for said in x["using"] if "line" in said):
            said |= {"by": GIVEN, "words": self.given[said["line"] - 1].typed.strip()}
        statements = [x for _, x in row.statements(self.note) if x is not None]
        read_as = list(dict.fromkeys(map(reading, statements)))
        return out | {"given": [x.typed.strip() for x in self.given], "read_as": read_as}


_VERDICTS = {"definition": "unsupported", "condition": "undecided", "problem": "unsupported", "unread": "unsupported"}


def _verdict(row: RowVerdict) -> str:
    """The verdict of prove for that of a row."""
    if row.verdict == "needs":
        return "refuted" if row.counterexample is not None else "undecided"
    return _VERDICTS.get(row.verdict, row.verdict)


_DEFINITE = re.compile(r"positive[- ]definite|(?<!\w)s?p\.?d\.?(?!\w)", re.IGNORECASE)
_UP_TO = re.compile(r"\\sum\s*_\{\w\s*=\s*\d+\}\s*\^\{?(\w)")
_OF_COLUMN = re.compile(r"(?<![A-Za-z\\])([a-z])_\{?[ijk]\}?(?!\s*(?:\^\{?(?:T|\\top)|\\\||[\w,]))")
_AS_COLUMN = re.compile(r"(?<![A-Za-z\\])([a-z])_\{?[ijk]\}?\s*(?:\^\{?(?:T|\\top)|\\\|)")
_SLICED = re.compile(r"(?<![A-Za-z\\])([A-Za-z])_\{((?:\w*:\w*|,|\s)+)\}")
_WITH_INDEX = re.compile(r"(?<![A-Za-z\\])([a-z])_\{?[ijk]\}?(?![\w,])")


def _declared(note: Note, table: Table) -> tuple[list[Fact], frozenset[str]]:
    """What each letter is by its use, as a declaration, of its size too where it has entries; the letters of sums."""
    from pcaproofs.notes.formulas.printing import latex as written
    from pcaproofs.notes.formulas.spelling import key
    from pcaproofs.notes.prose.facts import HasShape, Satisfies
    from pcaproofs.notes.scope.scope_file import scope_of_text

    text = note.source.text
    taken = {key(x.name) for x in table.open()} | set(table.sizes)
    slices = [(x, part.strip().split(":")) for x, inside in _SLICED.findall(text) for part in inside.split(",")]
    ends = {end[0] for _, (_, *end) in slices if end[:1] > [""] and end[0].isalpha()}
    to_end = {end[0] for _, (first, *end) in slices if first not in ("", "1") and end and end[0] in ends}
    sizes = {m[1] for m in _UP_TO.finditer(text)} | to_end or {a or b for a, b in _SIZE.findall(text)}
    is_said = len(sizes) == 1
    size = sizes.pop() if is_said else next(x for x in "npmqdk" if x not in taken or x == "k")
    entries = set(_OF_COLUMN.findall(text)) - set(_AS_COLUMN.findall(text)) if r"\sum" in text else set()
    entries |= {x for x, inside in _SLICED.findall(text) if "," not in inside and x.islower()}
    summed = frozenset([*(_WITH_INDEX.findall(text) if r"\sum" in text else ()), *(x for x, _ in slices)])
    said = {letter: f"{letter} is {size}×1" for letter in sorted(entries)}
    said |= {x: f"{x} is a size" for x in sorted({size, *ends} if entries and is_said else ends)}
    for symbol in table.open():
        if symbol.kind in ("number", "column", "matrix") and symbol.name.subscript is None:
            said.setdefault(key(symbol.name), f"{written(symbol.name)} is a {symbol.kind}")
    for letter, facts in table.facts.items():
        shaped = any(isinstance(x, HasShape) or "full column" in text[slice(*x.span)] for x in facts)
        if not shaped and any(isinstance(x, Satisfies) and x.hypothesis == "invertible" for x in facts):
            said[letter] = f"{letter} is {size}×{size}"
    return [fact for x in said.values() for fact in scope_of_text(x, STATEMENT)], summed


def _settled(judge: Judge, row: RowVerdict, seconds: float) -> RowVerdict:
    """The verdict of a row after the search of `prove`, where the reader of notes has found nothing.

    A note may say more of its letters than is read of it, and then the reader keeps back what it finds. A typed
    statement says all that it supposes.
    """
    from pcaproofs.notes.formulas.surface import Chain
    from pcaproofs.notes.judging.chains import PREMISE
    from pcaproofs.notes.judging.proofs import read_anew
    from pcaproofs.notes.judging.verdicts import worst
    from pcaproofs.notes.typing.ledger import Stated

    out: list[RowVerdict] = []
    for one in (x for x in row.links or (row,) if x.reason != PREMISE):
        tree = one.formula.tree if one.link is None else one.link
        if one.verdict in ("undecided", "condition") and isinstance(tree, Chain) and len(tree.terms) == 2:
            read = read_anew(judge, Stated(tree.terms[0], tree.signs[0], tree.terms[1], one.formula.span))
            out.append(one if read is None else _all_searched(one, *read, seconds))
        elif one.verdict == "unsupported" and "of degree" in one.reason and isinstance(tree, Chain):
            read = _read_by_terms(judge, Stated(tree.terms[0], tree.signs[0], tree.terms[1], one.formula.span))
            proved = None if read is None or len(tree.terms) != 2 else _searched(one, *read, seconds)
            out.append(one if proved is None or proved.verdict != "proved" else proved)
        else:
            out.append(one)
    return worst(out) if out and out != [*(row.links or (row,))] else row


def _read_by_terms(judge: Judge, stated: Stated) -> tuple[Case, Reading] | None:
    """That the terms of two sums are equal, where the sums cannot be read; None if they are no such sums."""
    from sympy import Eq, MatrixSymbol, Symbol

    from pcaproofs.kernel import KernelError
    from pcaproofs.language.conclusions import equal
    from pcaproofs.language.entrywise import COLUMNS, ROWS, by_terms
    from pcaproofs.notes.judging.known_conditions import conditions_for, related
    from pcaproofs.notes.judging.proofs import new_typing, relation_of
    from pcaproofs.notes.judging.proving import Case
    from pcaproofs.notes.searching import reading_of
    from pcaproofs.notes.typing.shapes import Misfit
    from pcaproofs.notes.typing.terms import Unsupported, Untyped

    def terms(b: Builder) -> Any:
        whole = relation_of(relation)(b)
        taken = {*ROWS, *COLUMNS, *(x.name for x in whole.atoms(Symbol, MatrixSymbol))}
        found = by_terms(whole.lhs, whole.rhs, taken) if isinstance(whole, Eq) else None
        if found is None:
            raise KernelError("got no sums with the same limits")
        return equal(*found)

    typing = new_typing(judge)
    typing.default("sums are equal if their terms are")
    try:
        extra, relation = conditions_for(judge, typing, stated), related(judge, typing, stated)
        case = Case(typing, terms, extra=extra)
        return case, reading_of(*case.in_full())
    except (KernelError, Untyped, Unsupported, Misfit):
        return None


def _all_searched(row: RowVerdict, case: Case, read: Reading, seconds: float) -> RowVerdict:
    """The verdict of a relation by the search of `prove`: A ⪰ B consists of several statements."""
    from pcaproofs.notes.judging.proofs import together
    from pcaproofs.notes.searching import reading_of

    cases = [(case, read), *((x, reading_of(*x.in_full())) for x in case.others)]
    found = [_searched(row, *x, seconds) for x in cases]
    open_ = sorted((x for x in found if x.verdict != "proved"), key=lambda x: x.verdict != "refuted")
    return open_[0] if open_ else together(*found) if len(found) > 1 else found[0]


def _searched(row: RowVerdict, case: Case, read: Reading, seconds: float) -> RowVerdict:
    """The verdict of a relation by the search of `prove`."""
    from pcaproofs.notes.judging.proofs import extent
    from pcaproofs.notes.judging.proving import reading as lines
    from pcaproofs.notes.judging.verdicts import of_statement
    from pcaproofs.prover.prove import prove_reading

    found = prove_reading(read, seconds=seconds)
    is_proved = found.verdict == "proved"
    using = of_statement(found) if found.verdict in ("proved", "refuted") else ()
    assert found.statement is not None
    return replace(
        row,
        verdict=found.verdict,
        reason=extent(found.statement, ()) if is_proved else found.reason or "neither proved nor refuted",
        reading=lines(found, case.typing.defaults),
        needs=found.needs,
        counterexample=found.counterexample,
        certificate=found if is_proved else None,
        using=tuple(replace(x, by=GIVEN) for x in using),
        statement=found.statement,
    )


# ------------------------------------------------------------------------------------------------- the reading
_HIGH = str.maketrans("abcdefghijklmnoprstuvwxyz0123456789×", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ⁰¹²³⁴⁵⁶⁷⁸⁹ˣ")


def reading(statement: Statement) -> str:
    """A statement of the kernel as a sentence: its letters with their sizes, every hypothesis, the conclusion."""
    from pcaproofs.formula.from_kernel import KernelNotation
    from pcaproofs.formula.sequent import conclusion
    from pcaproofs.formula.text import text
    from pcaproofs.kernel import Scope
    from pcaproofs.language.readable_statement import ReadableStatement, factor_names

    shown = ReadableStatement(statement)
    notation = KernelNotation(statement, None, factor_names([statement]))
    pretty = {shown.comparison(h): text(notation.comparison(h)) for _, h in statement.hypotheses}
    c, scope = statement.conclusion, Scope(statement)
    free = {*(name for name, _ in getattr(c, "at", ())), *getattr(c, "variables", ())}  # over which a problem optimises
    below = [h for _, h in statement.hypotheses if free & scope.difference(h.left, h.right).names()]
    constraints = {shown.comparison(h): notation.comparison(h) for h in below}
    said: dict[str, list[str]] = {}
    for line in shown.lines():
        kind, _, rest = line.partition(" ")
        if rest in constraints:
            continue
        rest = pretty.get(rest, rest).removesuffix(":")
        left, _, right = rest.partition(" = ")
        if kind and left != right and rest not in said.get(kind, ()):  # the root of ‖x‖² is written ‖x‖
            said.setdefault(kind, []).append(rest)
    head = _in_spaces(shown.letters(), free)
    sentence = text(conclusion(statement, notation, tuple(constraints.values())))
    printed = [sentence, *(x for kind, parts in said.items() if kind != "with" for x in parts)]
    if not any(re.search(r"I_\{[^}]*×", x) for x in printed):  # rows of an identity that blocks are made of
        said["with"] = [x for x in said.get("with", ()) if not x.startswith("I[")]
    parts = [head, *(f"{kind} {', '.join(x)}" for kind, x in said.items() if x)]
    before = ", ".join(x for x in parts if x)
    return f"{before}: {sentence}" if before else sentence


def _in_spaces(letters: str, free: Collection[str] = ()) -> str:
    """The letters with the spaces that they are from: "A (n×p)" is A ∈ ℝⁿˣᵖ; those of one space together.

    free: letters that are left out, since a problem optimises over them.
    """
    if not (match := re.fullmatch(r"for all (?:(integers [^()]*? ≥ 1)(?:, |$))?(.*)", letters)):
        return letters
    groups: dict[str, list[str]] = {}
    for name, said in re.findall(r"(\S+) \(((?:[^()]|\([^()]*\))*)\),?", match[2]):
        if name in free:
            continue
        size = "" if said == "real" else said.removesuffix("×1") if said != "1×1" else said
        size = size[1:-1] if re.fullmatch(r"\([^()]*\)", size) else size
        high = size.translate(_HIGH) if set(size) <= set(map(chr, _HIGH)) else f"^({size})" if size else ""
        groups.setdefault(f"ℝ{high}", []).append(name)
    parts = [match[1], *(f"{', '.join(names)} ∈ {space}" for space, names in groups.items())]
    parts = [x for x in parts if x]
    return f"for all {' and '.join([', '.join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)}"
