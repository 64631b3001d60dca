"""SymPy nodes for notation that SymPy lacks or simplifies unsoundly, and the table of what reads nodes.

The nodes carry their parts and print them. None of them evaluates, so a statement reaches the reader as it was written.
A node is read here if that takes a line or two, else in the file of its subject.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import TYPE_CHECKING, Any

from sympy import Determinant, DotProduct, Expr, Integer, MatrixExpr, Symbol, sympify
from sympy.core.symbol import Str

from pcaproofs.kernel import Expression, IllTyped
from pcaproofs.language.annotations import MatrixLike, ScalarLike, SizeLike, TermLike
from pcaproofs.language.shapes import clash

if TYPE_CHECKING:
    from pcaproofs.language.symbols import SymbolTable


Reads = Callable[["SymbolTable", Any], Expression]
READERS: dict[type, Reads] = {}  # a class of nodes, ours or SymPy's -> what reads them; a subclass may have its own


def reads(*classes: type) -> Callable[[Reads], Reads]:
    """Enters a function into READERS; reader.py imports the files of all. Raises ValueError for a second of a class."""

    def enter(function: Reads) -> Reads:
        if twice := [cls.__name__ for cls in classes if cls in READERS]:
            raise ValueError(f"got two functions that read {twice[0]}, but should be one")
        READERS.update(dict.fromkeys(classes, function))
        return function

    return enter


class _Node:
    """Printing of scalar and matrix nodes; the forms have one {} for each part."""

    latex_form = ""
    text_form = ""
    args: tuple[Any, ...]

    def _latex(self, printer: Any) -> str:
        return self.latex_form.format(*(printer._print(a) for a in self.args))

    def _sympystr(self, printer: Any) -> str:
        return self.text_form.format(*(printer._print(a) for a in self.args))

    def doit(self, **hints: Any) -> Any:
        """The node itself; nothing is evaluated."""
        return self


class ScalarNode(_Node, Expr):
    """A node whose value is a real number."""

    is_commutative = True

    def __new__(cls, *args: Any) -> ScalarNode:
        return Expr.__new__(cls, *map(sympify, args))

    def _eval_is_extended_real(self) -> bool:
        return True


class MatrixNode(_Node, MatrixExpr):
    """A node whose value is a matrix, by default of the shape of its first part."""

    shape_of: Callable[..., Any] = staticmethod(lambda first, *_: first.shape)  # of the parts

    is_commutative = False

    def __new__(cls, *args: Any) -> MatrixNode:
        return MatrixExpr.__new__(cls, *map(sympify, args))

    @property
    def shape(self) -> tuple[Any, Any]:
        """(rows, cols)."""
        return self.shape_of(*self.args)

    def _entry(self, i: Any, j: Any, **kwargs: Any) -> Any:
        from sympy.matrices.expressions.matexpr import MatrixElement

        return MatrixElement(self, i, j)


class Inner(ScalarNode):
    """⟨x, y⟩ = tr(xᵀy) of two matrices of one shape."""

    latex_form, text_form = r"\left\langle {},{} \right\rangle", "<{}, {}>"


class SquaredNorm(ScalarNode):
    """‖M‖² = tr(MᵀM)."""

    latex_form, text_form = r"\left\lVert {} \right\rVert^2", "|{}|^2"

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        base = super()._latex(printer)
        return base if exp is None else rf"\left({base}\right)^{{{exp}}}"


@reads(Inner, DotProduct)
def _inner(s: SymbolTable, e: Any) -> Expression:
    x, y = map(s.read, e.args)
    if s.shape(x) != s.shape(y):
        raise IllTyped(f"got {clash(s.shape(x), 'and', s.shape(y))} [in {Inner(*e.args)}]")
    return ("tr", ("mul", ("t", x), y))


@reads(SquaredNorm)
def _squared_norm(s: SymbolTable, e: Any) -> Expression:
    x = s.read(e.args[0])
    return ("tr", ("mul", ("t", x), x))


class InverseOf(MatrixNode):
    """A⁻¹ of a square matrix that is assumed to be invertible."""

    latex_form, text_form = "{}^{{-1}}", "inverse({})"


class PseudoInverse(MatrixNode):
    """A⁺, the Moore-Penrose inverse: cols×rows for A of rows×cols."""

    latex_form, text_form = "{}^{{+}}", "pinv({})"
    shape_of = staticmethod(lambda a: a.shape[::-1])


class Rank(ScalarNode):
    """The rank of a matrix, which is tr(A⁺A)."""

    latex_form, text_form = r"\operatorname{{rank}} {}", "rank({})"


class Adjugate(MatrixNode):
    """adj(A) of a square matrix: the transpose of the matrix of cofactors."""

    latex_form, text_form = r"\operatorname{{adj}}\left({}\right)", "adj({})"


class Sample(MatrixNode):
    """x_k, the k-th row of X (n×p) as a column, p×1."""

    shape_of = staticmethod(lambda x, k: (x.shape[1], Integer(1)))

    def _latex(self, printer: Any) -> str:
        return f"{printer._print(self.args[0]).lower()}_{{{printer._print(self.args[1])}}}"

    def _sympystr(self, printer: Any) -> str:
        return f"{printer._print(self.args[0]).lower()}_{printer._print(self.args[1])}"


class Basis(MatrixNode):
    """e_name, a standard basis vector of length n, n×1; different names are different vectors."""

    def __new__(cls, n: Any, name: str | Str) -> Basis:
        return MatrixExpr.__new__(cls, sympify(n), name if isinstance(name, Str) else Str(str(name)))

    shape_of = staticmethod(lambda n, name: (n, Integer(1)))

    @property
    def name(self) -> str:
        """The name of the vector, such as e_i."""
        return f"e_{self.args[1].name}"

    def _latex(self, printer: Any) -> str:
        return f"e_{{{self.args[1].name}}}"

    def _sympystr(self, printer: Any) -> str:
        return self.name


class ScalarSum(ScalarNode):
    """Σ_k body of a scalar body over the samples k; args (body, k, n)."""

    latex_form, text_form = r"\sum_{{{1}}} {0}", "sum_{1} {0}"


class MatrixSum(MatrixNode):
    """Σ_k body of a matrix body over the samples k; args (body, k, n)."""

    latex_form, text_form = ScalarSum.latex_form, ScalarSum.text_form


class ScalarExpectation(ScalarNode):
    """E[body] of a scalar body over the random vector Z; args (body, Z)."""

    latex_form, text_form = r"\mathbb{{E}}\left[{0}\right]", "E[{0}]"


class MatrixExpectation(MatrixNode):
    """E[body] of a matrix body over the random vector Z; args (body, Z)."""

    latex_form, text_form = ScalarExpectation.latex_form, ScalarExpectation.text_form


class ScalarGradient(ScalarNode):
    """∂f/∂t for a scalar t; args (f, t)."""

    latex_form, text_form = r"\frac{{\partial}}{{\partial {1}}}\left({0}\right)", "d({0})/d{1}"


class MatrixGradient(MatrixNode):
    """∇f, of the shape of the letter: D f[h] = tr(hᵀ∇f) for every h; args (f, letter)."""

    latex_form, text_form = r"\nabla_{{{1}}}\left({0}\right)", "grad_{1}({0})"
    shape_of = staticmethod(lambda f, x: x.shape)


class ScalarDirectional(ScalarNode):
    """D f[h], the coefficient of t in f at letter + t·h; args (f, letter, h)."""

    latex_form, text_form = r"D_{{{1}}}\left({0}\right)[{2}]", "D_{1}({0})[{2}]"


class MatrixDirectional(MatrixNode):
    """D F[h] of a matrix F; args (F, letter, h)."""

    latex_form, text_form = ScalarDirectional.latex_form, ScalarDirectional.text_form


class ScalarPartSum(ScalarNode):
    """Σ_k body of a scalar body over the samples k with after < k ≤ last of n; args (body, k, n, after, last)."""

    latex_form, text_form = r"\sum_{{{1}={3}+1}}^{{{4}}} {0}", "sum_{1}={3}+1..{4} {0}"


class MatrixPartSum(MatrixNode):
    """Σ_k body of a matrix body over the samples k with after < k ≤ last of n; args (body, k, n, after, last)."""

    latex_form, text_form = ScalarPartSum.latex_form, ScalarPartSum.text_form


class Leading(MatrixNode):
    """The first m rows of the identity matrix of size n, m×n; args (m, n)."""

    latex_form, text_form = r"I_{{{0}\times {1}}}", "I[{0}×{1}]"
    shape_of = staticmethod(lambda m, n: (m, n))


class Diagonal(MatrixNode):
    """diag(a), the n×n matrix with the entries of a column a on its diagonal."""

    latex_form, text_form = r"\operatorname{{diag}}\left({}\right)", "diag({})"
    shape_of = staticmethod(lambda a: (a.shape[0],) * 2)


class Kronecker(MatrixNode):
    """A⊗B, the matrix of blocks A_ij·B: mp×nq for A of m×n and B of p×q."""

    latex_form, text_form = r"\left({} \otimes {}\right)", "kron({}, {})"
    shape_of = staticmethod(lambda a, b: tuple(m * p for m, p in zip(a.shape, b.shape, strict=True)))


class Vec(MatrixNode):
    """vec(X), the stacked columns of X (n×p), np×1."""

    latex_form, text_form = r"\operatorname{{vec}}\left({}\right)", "vec({})"
    shape_of = staticmethod(lambda x: (x.shape[0] * x.shape[1], Integer(1)))


class PowerSum(MatrixNode):
    """I + A + … + Aᵏ⁻¹ of a square matrix; args (A, k)."""

    latex_form, text_form = r"\sum_{{i<{1}}} {0}^i", "power_sum({}, {})"


PART_SUMS = (ScalarPartSum, MatrixPartSum)


def _is_matrix(x: Any) -> bool:
    return bool(getattr(x, "is_Matrix", False) or isinstance(x, MatrixExpr))


def inner(x: MatrixLike, y: MatrixLike) -> Inner:
    """⟨x, y⟩ = tr(xᵀy) of two matrices of one shape."""
    return Inner(x, y)


def sqnorm(m: MatrixLike) -> SquaredNorm:
    """‖M‖² = tr(MᵀM), the squared Frobenius (or Euclidean) norm."""
    return SquaredNorm(m)


def norm(m: MatrixLike) -> Expr:
    """‖M‖, the nonnegative square root of `sqnorm(M)`."""
    return sqnorm(m) ** (Integer(1) / 2)


def inverse(a: MatrixLike) -> InverseOf:
    """A⁻¹ of a square A that is assumed to be invertible; SymPy's own cancels A·A⁻¹ for singular A too."""
    return InverseOf(a)


def det(a: MatrixLike) -> Determinant:
    """The determinant of a square matrix."""
    return Determinant(a)


def adjugate(a: MatrixLike) -> Adjugate:
    """adj(A) of a square matrix, with adj(A)·A = det(A)·I."""
    return Adjugate(a)


def pinv(a: MatrixLike) -> PseudoInverse:
    """A⁺, the Moore-Penrose inverse, cols×rows."""
    return PseudoInverse(a)


def rank(a: MatrixLike) -> Rank:
    """The rank of a matrix, read as tr(A⁺A)."""
    return Rank(a)


def index(name: str) -> Symbol:
    """A symbol for the running index of a sum over samples."""
    return Symbol(name, integer=True, nonnegative=True)


def sample(x: MatrixLike, k: Symbol) -> Sample:
    """x_k, the k-th row of X (n×p) as a column, p×1."""
    return Sample(x, k)


def basis(n: SizeLike, name: str) -> Basis:
    """e_name, a standard basis vector of length n; different names are different vectors."""
    return Basis(n, name)


def total(body: ScalarLike, k: Symbol, n: SizeLike | None = None) -> Expr:
    """Σ_k body over the n samples; by default n is the number of rows of the X in `sample(X, k)`.

    Args:
        body: a scalar or a matrix that depends on the samples.
        k: the index.
        n: the number of samples.

    Raises:
        ValueError: if n is missing, and the body has no such X, or several of different length.
    """
    body = sympify(body)
    if n is None:
        sizes = {node.args[0].shape[0] for node in body.atoms(Sample) if node.args[1] == k}
        if len(sizes) != 1:
            raise ValueError(
                f"got a sum over {k} of {sorted(map(str, sizes)) or 'no'} samples, but should be one length"
            )
        (n,) = sizes
    return MatrixSum(body, k, n) if _is_matrix(body) else ScalarSum(body, k, n)


def average(body: ScalarLike, k: Symbol, n: SizeLike | None = None) -> Expr:
    """(1/n) Σ_k body over the n samples."""
    node = total(body, k, n)
    return node / node.args[2]


def expectation(body: TermLike, z: MatrixLike) -> Expr:
    """E[body] over the random column z; the body has degree at most 2 in z."""
    body = sympify(body)
    return MatrixExpectation(body, z) if _is_matrix(body) else ScalarExpectation(body, z)


def gradient(f: ScalarLike, x: TermLike) -> Expr:
    """∇f of a scalar f by the matrix or scalar symbol x: D f[h] = tr(hᵀ∇f) for every direction h."""
    return MatrixGradient(f, x) if _is_matrix(x) else ScalarGradient(f, x)


def directional(f: ScalarLike, x: TermLike, h: TermLike) -> Expr:
    """D f[h]: the coefficient of t in f at x + t·h, for a direction h of the shape of x."""
    return MatrixDirectional(f, x, h) if _is_matrix(sympify(f)) else ScalarDirectional(f, x, h)


def partial_total(body: TermLike, k: Symbol, n: SizeLike, *, after: SizeLike = 0, last: SizeLike | None = None) -> Expr:
    """Σ_k body over the samples k of n with after < k ≤ last, counted from 1; by default from the first to the last.

    Args:
        body: a scalar or a matrix that depends on the samples.
        k: the index.
        n: the number of samples.
        after: a dimension or a number, at most `last`.
        last: a dimension or a number, at most n.
    """
    body = sympify(body)
    cls = MatrixPartSum if _is_matrix(body) else ScalarPartSum
    return cls(body, k, sympify(n), Integer(0) if after == 0 else sympify(after), sympify(n if last is None else last))


def leading(m: SizeLike, n: SizeLike) -> Leading:
    """The first m rows of the identity matrix of size n, m×n."""
    return Leading(m, n)


def diagonal(a: MatrixLike) -> Diagonal:
    """The diagonal matrix with the entries of a column on its diagonal."""
    return Diagonal(a)


def power_sum(a: MatrixLike, k: SizeLike) -> PowerSum:
    """I + A + … + Aᵏ⁻¹ of a square matrix; k is a number, or a symbol for any number of terms."""
    return PowerSum(a, k)


def kron(a: MatrixLike, b: MatrixLike, *others: MatrixLike) -> Kronecker:
    """A⊗B, the Kronecker product, mp×nq for A of m×n and B of p×q; of more matrices (A⊗B)⊗C, which is A⊗(B⊗C)."""
    return reduce(Kronecker, others, Kronecker(a, b))


def vec(x: MatrixLike) -> Vec:
    """The stacked columns of X (n×p), np×1."""
    return Vec(x)
