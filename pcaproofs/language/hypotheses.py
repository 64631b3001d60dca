"""Named hypotheses such as `unit(w)`: each function with its equations and the words that end a sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from sympy import DiagMatrix, Eq, Identity, MatrixBase, MatrixSymbol, OneMatrix, Symbol, sympify

from pcaproofs.kernel import IllTyped
from pcaproofs.language.annotations import MatrixLike, ScalarLike, TermLike
from pcaproofs.language.derived import Naming
from pcaproofs.language.nodes import Diagonal, InverseOf, SquaredNorm

Equation = tuple[Any, str, Any]  # left, relation, right
Matrix = Sequence[Sequence[Any]]  # exact entries, by rows
Builder = TypeVar("Builder", bound=Callable[..., "Named"])


@dataclass(frozen=True)
class _Meaning:
    """The meaning of a kind of named hypothesis.

    words: the end of a sentence. equations: function of its arguments. introduces: the letter whose existence it
    asserts, if any. parts: the simpler hypotheses that it consists of, if any. entries: a condition on the entries of
    its argument that no equation expresses; then the argument must be a letter. Proofs do not use this condition, but
    counterexamples must satisfy it.
    """

    words: str
    equations: Callable[..., list[Equation]]
    introduces: Callable[..., MatrixSymbol] | None = None
    parts: Callable[..., list[Any]] | None = None
    entries: Callable[[Matrix], bool] | None = None


@dataclass(frozen=True)
class Named:
    """A named hypothesis about SymPy matrices."""

    kind: str
    args: tuple[Any, ...]

    def __post_init__(self) -> None:
        args = tuple(x.as_immutable() if isinstance(x, MatrixBase) else x for x in self.args)  # which can be hashed
        object.__setattr__(self, "args", args)

    def equations(self) -> list[Equation]:
        """The equations and inequalities that it stands for. Raises IllTyped for arguments of a wrong shape."""
        return _KINDS[self.kind].equations(*self.args)

    def factor(self) -> MatrixSymbol | None:
        """The letter that it introduces: F of psd(S), with S = FᵀF; a of diagonal_matrix(D), with D = diag(a)."""
        introduces = _KINDS[self.kind].introduces
        return introduces(*self.args) if introduces is not None and hasattr(self.args[0], "shape") else None

    def parts(self) -> list[Any]:
        """The simpler hypotheses that it consists of; by default only itself. Raises IllTyped for wrong shapes."""
        parts = _KINDS[self.kind].parts
        return [self] if parts is None else parts(*self.args)

    def entries(self) -> Callable[[Matrix], bool] | None:
        """The condition on entries that no equation expresses, or None. Raises IllTyped if it is not about a letter."""
        test = _KINDS[self.kind].entries
        if test is not None and not isinstance(self.args[0], MatrixSymbol):
            raise IllTyped(f"got {self}, but should be about a letter; call {self.args[0]} by a name")
        return test

    def words(self, shown: Sequence[str] | None = None) -> str:
        """The hypothesis as the end of a sentence: "w is a unit vector"; shown: other texts of its arguments."""
        return _KINDS[self.kind].words.format(*(self.args if shown is None else shown))

    def symbols(self) -> tuple[str, ...] | None:
        """The names of the arguments and of the factor if all are plain symbols, else None; a hint for sampling."""
        letters = [*self.args, *([self.factor()] if self.factor() is not None else [])]
        if all(isinstance(x, MatrixSymbol | Symbol) for x in letters):
            return tuple(str(x.name) for x in letters)
        return None

    def __str__(self) -> str:
        return f"{self.kind}({', '.join(map(str, self.args))})"


_KINDS: dict[str, _Meaning] = {}


def _means(words: str, equations: Callable[..., list[Equation]], **more: Any) -> Callable[[Builder], Builder]:
    """Enters what the hypothesis of a function means."""

    def enter(builder: Builder) -> Builder:
        _KINDS[builder.__name__] = _Meaning(words, equations, **more)
        return builder

    return enter


@cache
def root_of(s: Any) -> MatrixSymbol:
    """The letter F of psd(S): S = FᵀF."""
    return MatrixSymbol(Naming.ROOT.write("".join(str(s).split())), *s.shape)


@cache
def diagonal_of(d: Any) -> MatrixSymbol:
    """The letter a of diagonal_matrix(D), a column: D = diag(a)."""
    return MatrixSymbol("".join(f"δ_{d}".split()), d.shape[0], 1)


def _matrix(x: Any, kind: str) -> Any:
    if not hasattr(x, "shape"):
        raise IllTyped(f"got {x} ({type(x).__name__}), but should be a matrix [in {kind}({x})]")
    return x


def _column(x: Any, kind: str) -> Any:
    rows, cols = _matrix(x, kind).shape
    if cols != 1:
        raise IllTyped(f"got {rows}×{cols}, but should be a column: {cols} and 1 clash [in {kind}({x})]")
    return x


def _square(x: Any, kind: str) -> Any:
    rows, cols = _matrix(x, kind).shape
    if rows != cols:
        raise IllTyped(f"got {rows}×{cols}, but should be square: {rows} and {cols} clash [in {kind}({x})]")
    return x


def _ones(a: Any) -> Any:
    return OneMatrix(a.shape[0], 1)


def _of_all(*hypotheses: Any) -> list[Equation]:
    """The equations of several hypotheses."""
    return [e for h in hypotheses for e in (h.equations() if isinstance(h, Named) else [(h.lhs, "=", h.rhs)])]


@_means("{0} is symmetric", lambda s: [(_square(s, "symmetric").T, "=", s)])
def symmetric(s: MatrixLike) -> Named:
    """Sᵀ = S, for a square S."""
    return Named("symmetric", (s,))


@_means("{0} has orthonormal columns", lambda b: [(_matrix(b, "orthonormal").T * b, "=", Identity(b.shape[1]))])
def orthonormal(b: MatrixLike) -> Named:
    """BᵀB = I: the columns of B (p×d) are orthonormal."""
    return Named("orthonormal", (b,))


def _orthogonal(q: Any) -> list[Equation]:
    n = _square(q, "orthogonal").shape[0]
    return [(q.T * q, "=", Identity(n)), (q * q.T, "=", Identity(n))]


@_means("{0} is orthogonal", _orthogonal)
def orthogonal(q: MatrixLike) -> Named:
    """QᵀQ = QQᵀ = I, for a square Q."""
    return Named("orthogonal", (q,))


@_means("{0} is an orthogonal projector", lambda p: [(_square(p, "projector").T, "=", p), (p * p, "=", p)])
def projector(p: MatrixLike) -> Named:
    """Pᵀ = P and P² = P, for a square P: the orthogonal projection onto its range."""
    return Named("projector", (p,))


@_means("{0} is a unit vector", lambda w: [(SquaredNorm(_column(w, "unit")), "=", sympify(1))])
def unit(w: MatrixLike) -> Named:
    """wᵀw = 1, for a column w."""
    return Named("unit", (w,))


@_means("{0} is centred", lambda x: [(_matrix(x, "centered").T * _ones(x), "=", 0 * x.T * _ones(x))])
def centered(x: MatrixLike) -> Named:
    """Xᵀ1 = 0: each column of X (n×p) sums to zero."""
    return Named("centered", (x,))


@_means(
    "{0} is positive semidefinite",
    lambda s: [(_square(s, "psd"), "=", root_of(s).T * root_of(s))],
    introduces=root_of,
)
def psd(s: MatrixLike) -> Named:
    """S = FᵀF for some F of the shape of S: S is symmetric positive semidefinite."""
    return Named("psd", (s,))


@_means(
    "{1} is an eigenvector of {0} with eigenvalue {2}",
    lambda a, w, value: [
        (_square(a, "eigenpair") * _column(w, "eigenpair"), "=", value * w),
        (SquaredNorm(w), ">", sympify(0)),
    ],
)
def eigenpair(a: MatrixLike, w: MatrixLike, value: ScalarLike) -> Named:
    """Aw = λw with w ≠ 0, for a square A, a column w and a scalar λ."""
    return Named("eigenpair", (a, w, value))


@_means("{0} is nonzero", lambda t: [(t, "!=", sympify(0))])
def nonzero(t: TermLike) -> Named:
    """t ≠ 0, for a scalar t."""
    return Named("nonzero", (t,))


@_means("{0} is positive", lambda t: [(t, ">", sympify(0))])
def positive(t: ScalarLike) -> Named:
    """t > 0, for a scalar t."""
    return Named("positive", (t,))


@_means("{0} is nonnegative", lambda t: [(t, ">=", sympify(0))])
def nonnegative(t: ScalarLike) -> Named:
    """t ≥ 0, for a scalar t."""
    return Named("nonnegative", (t,))


@_means("{0} is idempotent", lambda p: [(_square(p, "idempotent") * p, "=", p)])
def idempotent(p: MatrixLike) -> Named:
    """P² = P, for a square P: a projection onto its range, orthogonal or not."""
    return Named("idempotent", (p,))


@_means("{0} is skew-symmetric", lambda a: [(_square(a, "skew").T, "=", -a)])
def skew(a: MatrixLike) -> Named:
    """Aᵀ = −A, for a square A."""
    return Named("skew", (a,))


@_means("{0} is normal", lambda a: [(_square(a, "normal").T * a, "=", a * a.T)])
def normal(a: MatrixLike) -> Named:
    """AᵀA = AAᵀ, for a square A."""
    return Named("normal", (a,))


def _invertible(a: Any) -> list[Equation]:
    eye = Identity(_square(a, "invertible").shape[0])
    return [(a * InverseOf(a), "=", eye), (InverseOf(a) * a, "=", eye)]


@_means("{0} is invertible", _invertible, parts=lambda a: [InverseOf(_square(a, "invertible"))])
def invertible(a: MatrixLike) -> Named:
    """AA⁻¹ = A⁻¹A = I, for a square A: its inverse exists."""
    return Named("invertible", (a,))


@_means(
    "{0} is positive definite",
    lambda s: _of_all(psd(_square(s, "positive_definite")), invertible(s)),
    introduces=root_of,
    parts=lambda s: [psd(_square(s, "positive_definite")), *invertible(s).parts()],
)
def positive_definite(s: MatrixLike) -> Named:
    """S = FᵀF for some F, and S is invertible: S is symmetric with xᵀSx > 0 for every x ≠ 0."""
    return Named("positive_definite", (s,))


@_means(
    "{0} is a diagonal matrix",
    lambda d: [(d, "=", Diagonal(diagonal_of(_square(d, "diagonal_matrix"))))],
    introduces=diagonal_of,
)
def diagonal_matrix(d: MatrixLike) -> Named:
    """D = diag(a) for some column a, for a square D: entries outside of the diagonal are 0."""
    return Named("diagonal_matrix", (d,))


def _permutation(p: Any) -> list[Equation]:
    """Orthogonal, with row and column sums 1; no matrix equation says that the entries are 0 and 1."""
    one = _ones(_square(p, "permutation"))
    return [*_orthogonal(p), (p * one, "=", one), (p.T * one, "=", one)]


@_means(
    "{0} is a permutation matrix",
    _permutation,
    entries=lambda m: all(x in (0, 1) for row in m for x in row),
)
def permutation(p: MatrixLike) -> Named:
    """P has one 1 in each row and column, and zeros; a proof uses PᵀP = PPᵀ = I, P1 = 1 and Pᵀ1 = 1."""
    return Named("permutation", (p,))


@_means(
    "{0} is a stochastic matrix",
    lambda p: [(_square(p, "stochastic") * _ones(p), "=", _ones(p))],
    entries=lambda m: all(x >= 0 for row in m for x in row),
)
def stochastic(p: MatrixLike) -> Named:
    """P has rows of entries ≥ 0 that add up to 1, for a square P; a proof uses P1 = 1."""
    return Named("stochastic", (p,))


def _diagonal(values: Any) -> list[Named]:
    """That a matrix is diagonal; if it is written as diag(a), it needs no hypothesis."""
    return [] if isinstance(values, Diagonal | DiagMatrix) else [diagonal_matrix(values)]


def _eigen_parts(a: Any, v: Any, values: Any) -> list[Any]:
    for x in (a, v, values):
        _square(x, "eigen")
    return [Eq(a * v, v * values, evaluate=False), *invertible(v).parts(), *_diagonal(values)]


@_means(
    "{0} has eigenvectors {1} with eigenvalues {2}",
    lambda a, v, values: _of_all(_eigen_parts(a, v, values)[0], invertible(v), *_diagonal(values)),
    parts=_eigen_parts,
)
def eigen(a: MatrixLike, v: MatrixLike, values: MatrixLike) -> Named:
    """AV = VΛ with V invertible and Λ diagonal, all n×n: the columns of V are eigenvectors, Λ their eigenvalues."""
    return Named("eigen", (a, v, values))


def _svd_parts(a: Any, u: Any, s: Any, v: Any) -> list[Any]:
    for x in (a, u, v):
        _matrix(x, "svd")
    product = Eq(a, u * _square(s, "svd") * v.T, evaluate=False)
    return [product, orthonormal(u), orthonormal(v), *_diagonal(s), psd(s)]


@_means(
    "{0} has the singular value decomposition {1}, {2}, {3}",
    lambda *args: _of_all(*_svd_parts(*args)),
    parts=_svd_parts,
)
def svd(a: MatrixLike, u: MatrixLike, s: MatrixLike, v: MatrixLike) -> Named:
    """A = USVᵀ with UᵀU = VᵀV = I and S diagonal with entries ≥ 0; A is m×n, U m×r, S r×r, V n×r."""
    return Named("svd", (a, u, s, v))


KINDS = tuple(_KINDS)
ENTRIES = {name: kind.entries for name, kind in _KINDS.items() if kind.entries is not None}
