r"""The tree of displayed formulas: statements, hypotheses and lines of proofs.

The printers (latex.py, mathml.py, text.py) read only this tree. It is built from SymPy (from_sympy.py) and from kernel
expressions (from_kernel.py) by the functions of algebra.py, which keep formulas in the usual form. A node describes the
meaning of a formula, not its appearance.

| node        | meaning                                                    | in LaTeX                             |
| ----------- | ---------------------------------------------------------- | ------------------------------------ |
| Name        | a letter with its index, accent or star, and its shape     | `x_{k}`, `\bar v`, `f^\star`         |
| Eye         | the identity of a size, or of a size given by the context  | `I_{n}`, `I`                         |
| LeadingRows | the first m rows of the identity of size n, or later ones  | `I_{m\times n}`, `I_{m\times n}^{>k}` |
| Ones        | the column of n ones                                       | `\mathbf{1}_{n}`                     |
| Zero        | zero, of a shape or of a shape given by the context        | `0_{n\times p}`, `0`                 |
| Sum         | at least two terms                                         | `A + B - C`                          |
| Product     | a number times factors over factors; alone, a number       | `\frac{\lambda}{2 n} A B`            |
| Power       | a base to an exponent, an inverse too                      | `A^2`, `A^{-1}`                      |
| Transpose   | the transpose                                              | `A^\top`                             |
| Penrose     | the Moore–Penrose inverse                                  | `A^+`                                |
| Norm        | ‖v‖ of a column, ‖A‖_F of a matrix, and their powers       | `\lVert A\rVert_{F}^{2}`             |
| Trace       | the trace                                                  | `\operatorname{tr}(A)`               |
| Diag        | the matrix with a column on its diagonal                   | `\operatorname{diag}(a)`             |
| Kron        | the Kronecker product                                      | `A \otimes B`                        |
| Hadamard    | the product entry by entry                                 | `A \circ B`                          |
| Stacked     | the columns of a matrix below each other                   | `\operatorname{vec}(A)`              |
| Function    | the determinant, rank, adjugate or logarithm               | `\operatorname{det}(A)`              |
| Inner       | the inner product                                          | `{}\langle A,\,B\rangle`             |
| Root        | the square root of a number ≥ 0                            | `\sqrt{x}`                           |
| Expectation | the expectation, of a number or of a matrix                | `\operatorname{\mathbb{E}}[x]`       |
| Entry       | an entry or a row of an expression, a row as a column      | `\bigl(A B\bigr)_{k}`                |
| Total       | a sum over an index, which it binds                        | `\sum_{k=1}^{n} x_{k}`               |
| Gradient    | the gradient in a matrix                                   | `\nabla_{w}{}(f)`                    |
| PartialDerivative | the derivative in a number                           | `\frac{\partial}{\partial t}{}(f)`   |
| Directional | the derivative in a matrix along a direction               | `D_{w}{}(f)[h]`                      |
| Brackets    | a formula in brackets that are not needed                  | `\bigl(a + b\bigr)`                  |
| CommaList   | several formulas with commas; a tuple in parentheses       | `a, b`, `(a, b)`                     |
| Matrix      | a matrix by its entries                                    | `\bigl(\begin{smallmatrix}…`         |
| Relation    | formulas with signs between them                           | `1 \le i \ne j \le n`                |
| Space       | the numbers, columns or matrices of a shape                | `\mathbb{R}^{n\times p}`             |
| Best        | argmin, argmax, min, max over a feasible set; binds variables | `\operatorname*{arg\,min}_{w \in …}` |
| Exists      | there are letters with some property; binds them           | `\exists x \in \mathbb{R}^{p}:\ …`   |
| Aligned     | a formula on several lines                                 | `\begin{aligned}…`                   |
| Row         | one of these lines                                         | `a &= b`                             |
| Continued   | terms of a sum whose first ones are on the line before     | `+ c - d`                            |
| Opened      | the first line of a product that continues on another line | `A \bigl(b`                          |
| Closed      | the last line of such a product                            | `- d\bigr)`                          |

The last five are made by line_breaks.py alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pcaproofs.records import record
from pcaproofs.terms import Rational


@record(frozen=True)
class Formula:
    """Any part of a formula."""


@record(frozen=True)
class Product(Formula):
    """coefficient × factors / over; `grouped` keeps a 1×1 product together inside a longer one."""

    coefficient: Rational = 1
    factors: tuple[Formula, ...] = ()
    over: tuple[Formula, ...] = ()
    grouped: bool = False


ONE = Product()
Shape = tuple[Formula, Formula]
SCALAR = (ONE, ONE)


@record(frozen=True)
class Name(Formula):
    """A letter; its base is one character, or a word, in Unicode.

    index: the subscript. star: marks an optimum. shape: None if unknown. sample: a row x_k of X, as a column; it comes
    before other letters in a sum. word: print in upright letters, as in programs.
    """

    base: str
    index: Name | None = None
    accent: Literal["", "bar"] = ""
    star: bool = False
    shape: Shape | None = SCALAR
    sample: bool = False
    word: bool = False

    @property
    def scalar(self) -> bool:
        """Whether it is a number."""
        return self.shape == SCALAR


@record(frozen=True)
class LeadingRows(Formula):
    """`count` rows of the identity of a size: the first ones, or those after some others."""

    count: Formula
    size: Formula
    after: Formula | None = None


@record(frozen=True)
class Eye(Formula):
    """The identity; size None is printed without a size."""

    size: Formula | None


@record(frozen=True)
class Ones(Formula):
    """The column of `size` ones."""

    size: Formula


@record(frozen=True)
class Zero(Formula):
    """Zero; shape None is printed without a shape, as that of a number is."""

    shape: Shape | None = None


@record(frozen=True)
class Sum(Formula):
    """At least two terms."""

    terms: tuple[Formula, ...]


@record(frozen=True)
class Power(Formula):
    """A base to an exponent; -1 of a matrix is its inverse."""

    base: Formula
    exponent: Formula


@record(frozen=True)
class Transpose(Formula):
    """The transpose."""

    base: Formula


@record(frozen=True)
class Penrose(Formula):
    """The Moore–Penrose inverse."""

    base: Formula


@record(frozen=True)
class Norm(Formula):
    """The Euclidean norm of a column, or the Frobenius norm of a matrix, to a power."""

    body: Formula
    frobenius: bool = False
    power: int = 1


@record(frozen=True)
class Diag(Formula):
    """The diagonal matrix of a column."""

    body: Formula


@record(frozen=True)
class Function(Formula):
    """The determinant ("det"), rank ("rank") or adjugate ("adj") of a matrix, the logarithm ("log") of a number."""

    name: str
    body: Formula


@record(frozen=True)
class Trace(Formula):
    """The trace."""

    body: Formula


@record(frozen=True)
class Kron(Formula):
    """The Kronecker product of two matrices."""

    left: Formula
    right: Formula


@record(frozen=True)
class Hadamard(Formula):
    """The product of two matrices entry by entry."""

    left: Formula
    right: Formula


@record(frozen=True)
class Stacked(Formula):
    """The columns of a matrix below each other."""

    body: Formula


@record(frozen=True)
class Inner(Formula):
    """The inner product of two columns, or of two matrices."""

    left: Formula
    right: Formula


@record(frozen=True)
class Root(Formula):
    """The square root, ≥ 0, of a number."""

    body: Formula


@record(frozen=True)
class Expectation(Formula):
    """The expectation of a number, or of a matrix of random numbers."""

    body: Formula
    scalar: bool = True


@record(frozen=True)
class Entry(Formula):
    """The entry (i, j) of a matrix that is not a letter, or its k-th row as a column of that shape."""

    matrix: Formula
    index: Name
    shape: Shape = SCALAR
    sample: bool = False


@record(frozen=True)
class Total(Formula):
    """The sum of the body over index = first, …, last; the index is bound."""

    index: Name
    last: Formula
    body: Formula
    first: Formula = ONE


@record(frozen=True)
class Gradient(Formula):
    """The gradient of a number in a matrix, which has that matrix's shape."""

    letter: Name
    body: Formula


@record(frozen=True)
class PartialDerivative(Formula):
    """The derivative in a number."""

    letter: Name
    body: Formula


@record(frozen=True)
class Directional(Formula):
    """The derivative in a matrix along a direction."""

    letter: Name
    body: Formula
    direction: Formula


@record(frozen=True)
class Brackets(Formula):
    """A formula in brackets that are not needed."""

    body: Formula


@record(frozen=True)
class CommaList(Formula):
    """Several formulas separated by commas; gap: the distance between them."""

    items: tuple[Formula, ...]
    gap: Literal["", "space", "quad"] = ""
    enclosed: bool = False


@record(frozen=True)
class Matrix(Formula):
    """A matrix by its entries."""

    rows: tuple[tuple[Formula, ...], ...]


Sign = Literal["=", "≥", ">", "≠", "≤", "<", "∈", "⊢", "⟺"]


@record(frozen=True)
class Relation(Formula):
    """terms[0] signs[0] terms[1] signs[1] …; wide: with more space around the signs."""

    terms: tuple[Formula, ...]
    signs: tuple[Sign, ...]
    wide: bool = False


@record(frozen=True)
class Space(Formula):
    """ℝ, ℝⁿ or ℝⁿˣᵖ."""

    shape: Shape


@record(frozen=True)
class Best(Formula):
    """The points of a feasible set at which the objective is least or greatest; without an objective, the operator.

    variables: bound, each with its shape. constraints: on the variables. arg: False for the least or greatest value in
    place of the points.
    """

    sense: str
    variables: tuple[Name, ...]
    constraints: tuple[Formula, ...]
    objective: Formula | None = None
    arg: bool = True


@record(frozen=True)
class Exists(Formula):
    """There are values of letters, each with its shape, for which the body holds."""

    variables: tuple[Name, ...]
    body: Formula


@record(frozen=True)
class Row(Formula):
    """A line of Aligned: the left part, a sign at the alignment point, and the body, indented by a number of quads."""

    body: Formula
    left: Formula | None = None
    sign: Sign | Literal[""] = ""
    indent: int = 0


@record(frozen=True)
class Aligned(Formula):
    """A formula on several lines, aligned at their signs."""

    rows: tuple[Row, ...]


@record(frozen=True)
class Continued(Formula):
    """Terms of a sum whose first terms are on the line before."""

    terms: tuple[Formula, ...]


@record(frozen=True)
class Opened(Formula):
    """The first line of a product whose last factor is a sum on several lines; body: the terms on this line."""

    product: Product
    body: Formula


@record(frozen=True)
class Closed(Formula):
    """The last line of such a product."""

    body: Formula


def parts(form: Formula) -> Iterator[Formula]:
    """A formula and all formulas inside it, but for sizes, shapes and indices."""
    yield form
    for name, value in vars(form).items():
        if name not in NO_PARTS:
            yield from _inside(value)


def _inside(value: object) -> Iterator[Formula]:
    if isinstance(value, Formula):
        yield from parts(value)
    elif isinstance(value, tuple):
        for x in value:
            yield from _inside(x)


# fields that describe a node and are not parts of it
NO_PARTS = {"after", "count", "first", "index", "last", "letter", "shape", "size", "variables"}


def contains(form: Formula, kinds: tuple[type[Formula], ...]) -> bool:
    """Whether a formula has a node of these kinds."""
    return any(isinstance(x, kinds) for x in parts(form))
