"""Named hypotheses such as `unit(w)`: the equations and the words of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sympy import DiagMatrix, Eq, Identity, MatrixBase, MatrixSymbol, OneMatrix, Symbol, sympify

from pcaproofs.kernel import IllTyped
from pcaproofs.language.annotations import MatrixLike, ScalarLike, TermLike
from pcaproofs.language.derived import Notation
from pcaproofs.language.index_nodes import Diagonal
from pcaproofs.language.nodes import InverseOf, SquaredNorm

Equation = tuple[Any, str, Any]  # left, relation, right
Matrix = Sequence[Sequence[Any]]  # exact entries, by rows


@dataclass(frozen=True)
class Kind:
    """The meaning of a kind of named hypothesis.

    equations: function of its arguments. words: the end of a sentence. introduces: the letter whose existence it
    asserts, if any. parts: the simpler hypotheses that it consists of, if any. entries: a condition on the entries of
    its argument that no equation expresses; then the argument must be a letter. Proofs do not use this condition, but
    counterexamples must satisfy it.
    """

    equations: Callable[..., list[Equation]]
    words: str
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


@cache
def root_of(s: Any) -> MatrixSymbol:
    """The letter F of psd(S): S = FᵀF."""
    return MatrixSymbol(Notation.ROOT.write("".join(str(s).split())), *s.shape)


@cache
def diagonal_of(d: Any) -> MatrixSymbol:
    """The letter a of diagonal_matrix(D), a column: D = diag(a)."""
    return MatrixSymbol("".join(f"δ_{d}".split()), d.shape[0], 1)


def _matrix(x: Any, kind: str) -> Any:
    if not hasattr(x, "shape"):
        raise IllTyped(f"got {x} ({type(x).__name__}), but should be a matrix [in {kind}({x})]")
    return x


def _column(x: Any, kind: str) -> Any:
    if _matrix(x, kind).shape[1] != 1:
        raise IllTyped(
            f"got {x.shape[0]}×{x.shape[1]}, but should be a column: {x.shape[1]} and 1 clash [in {kind}({x})]"
        )
    return x


def _square(x: Any, kind: str) -> Any:
    if _matrix(x, kind).shape[0] != x.shape[1]:
        rows, cols = x.shape
        raise IllTyped(f"got {rows}×{cols}, but should be square: {rows} and {cols} clash [in {kind}({x})]")
    return x


def _eye(a: Any) -> Any:
    return Identity(a.shape[0])


def _ones(a: Any) -> Any:
    return OneMatrix(a.shape[0], 1)


def _all_equations(*hypotheses: Any) -> list[Equation]:
    """The function that collects the equations of hypotheses."""
    return [e for h in hypotheses for e in (h.equations() if isinstance(h, Named) else [(h.lhs, "=", h.rhs)])]


def _permutation(p: Any) -> list[Equation]:
    """Orthogonal, with row and column sums 1; no matrix equation says that the entries are 0 and 1."""
    one = _ones(_square(p, "permutation"))
    return [*_orthogonal(p), (p * one, "=", one), (p.T * one, "=", one)]


def _is_permutation(m: MatrixLike) -> bool:
    return all(x in (0, 1) for row in m for x in row)


def _eigen_parts(a: Any, v: Any, values: Any) -> list[Any]:
    """AV = VΛ with V invertible and Λ diagonal; if Λ is diag(a), it needs no hypothesis."""
    for x in (a, v, values):
        _square(x, "eigen")
    is_diagonal = [] if isinstance(values, Diagonal | DiagMatrix) else [diagonal_matrix(values)]
    return [Eq(a * v, v * values, evaluate=False), *invertible(v).parts(), *is_diagonal]


def _eigen(a: Any, v: Any, values: Any) -> list[Equation]:
    parts = _eigen_parts(a, v, values)
    return _all_equations(parts[0], invertible(v), *parts[2:])


def _svd_parts(a: Any, u: Any, s: Any, v: Any) -> list[Any]:
    """A = USVᵀ with orthonormal columns of U and V, and S diagonal with entries ≥ 0."""
    for x in (a, u, v):
        _matrix(x, "svd")
    is_diagonal = [] if isinstance(s, Diagonal | DiagMatrix) else [diagonal_matrix(s)]
    return [Eq(a, u * _square(s, "svd") * v.T, evaluate=False), orthonormal(u), orthonormal(v), *is_diagonal, psd(s)]


def _svd(a: Any, u: Any, s: Any, v: Any) -> list[Equation]:
    return _all_equations(*_svd_parts(a, u, s, v))


def _unit(w: Any) -> list[Equation]:
    return [(SquaredNorm(_column(w, "unit")), "=", sympify(1))]


def _orthogonal(q: Any) -> list[Equation]:
    n = _square(q, "orthogonal").shape[0]
    return [(q.T * q, "=", Identity(n)), (q * q.T, "=", Identity(n))]


def _eigenpair(a: Any, w: Any, value: Any) -> list[Equation]:
    return [(_square(a, "eigenpair") * _column(w, "eigenpair"), "=", value * w), (SquaredNorm(w), ">", sympify(0))]


_KINDS: dict[str, Kind] = {
    "symmetric": Kind(lambda s: [(_square(s, "symmetric").T, "=", s)], "{0} is symmetric"),
    "orthonormal": Kind(
        lambda b: [(_matrix(b, "orthonormal").T * b, "=", Identity(b.shape[1]))],
        "{0} has orthonormal columns",
    ),
    "orthogonal": Kind(_orthogonal, "{0} is orthogonal"),
    "projector": Kind(
        lambda p: [(_square(p, "projector").T, "=", p), (p * p, "=", p)],
        "{0} is an orthogonal projector",
    ),
    "unit": Kind(_unit, "{0} is a unit vector"),
    "centered": Kind(
        lambda x: [(_matrix(x, "centered").T * OneMatrix(x.shape[0], 1), "=", 0 * x.T * OneMatrix(x.shape[0], 1))],
        "{0} is centred",
    ),
    "psd": Kind(
        lambda s: [(_square(s, "psd"), "=", root_of(s).T * root_of(s))],
        "{0} is positive semidefinite",
        introduces=lambda s: root_of(s),
    ),
    "eigenpair": Kind(_eigenpair, "{1} is an eigenvector of {0} with eigenvalue {2}"),
    "nonzero": Kind(lambda t: [(t, "!=", sympify(0))], "{0} is nonzero"),
    "positive": Kind(lambda t: [(t, ">", sympify(0))], "{0} is positive"),
    "nonnegative": Kind(lambda t: [(t, ">=", sympify(0))], "{0} is nonnegative"),
    "idempotent": Kind(lambda p: [(_square(p, "idempotent") * p, "=", p)], "{0} is idempotent"),
    "skew": Kind(lambda a: [(_square(a, "skew").T, "=", -a)], "{0} is skew-symmetric"),
    "normal": Kind(lambda a: [(_square(a, "normal").T * a, "=", a * a.T)], "{0} is normal"),
    "invertible": Kind(
        lambda a: [(_square(a, "invertible") * InverseOf(a), "=", _eye(a)), (InverseOf(a) * a, "=", _eye(a))],
        "{0} is invertible",
        parts=lambda a: [InverseOf(_square(a, "invertible"))],
    ),
    "positive_definite": Kind(
        lambda s: _all_equations(psd(_square(s, "positive_definite")), invertible(s)),
        "{0} is positive definite",
        introduces=lambda s: root_of(s),
        parts=lambda s: [psd(_square(s, "positive_definite")), *invertible(s).parts()],
    ),
    "diagonal_matrix": Kind(
        lambda d: [(d, "=", Diagonal(diagonal_of(_square(d, "diagonal_matrix"))))],
        "{0} is a diagonal matrix",
        introduces=lambda d: diagonal_of(d),
    ),
    "permutation": Kind(_permutation, "{0} is a permutation matrix", entries=_is_permutation),
    "stochastic": Kind(
        lambda p: [(_square(p, "stochastic") * _ones(p), "=", _ones(p))],
        "{0} is a stochastic matrix",
        entries=lambda m: all(x >= 0 for row in m for x in row),
    ),
    "eigen": Kind(_eigen, "{0} has eigenvectors {1} with eigenvalues {2}", parts=_eigen_parts),
    "svd": Kind(_svd, "{0} has the singular value decomposition {1}, {2}, {3}", parts=_svd_parts),
}

KINDS = tuple(_KINDS)
ENTRIES = {name: kind.entries for name, kind in _KINDS.items() if kind.entries is not None}


def symmetric(s: MatrixLike) -> Named:
    """Sᵀ = S, for a square S."""
    return Named("symmetric", (s,))


def orthonormal(b: MatrixLike) -> Named:
    """BᵀB = I: the columns of B (p×d) are orthonormal."""
    return Named("orthonormal", (b,))


def orthogonal(q: MatrixLike) -> Named:
    """QᵀQ = QQᵀ = I, for a square Q."""
    return Named("orthogonal", (q,))


def projector(p: MatrixLike) -> Named:
    """Pᵀ = P and P² = P, for a square P: the orthogonal projection onto its range."""
    return Named("projector", (p,))


def unit(w: MatrixLike) -> Named:
    """wᵀw = 1, for a column w."""
    return Named("unit", (w,))


def centered(x: MatrixLike) -> Named:
    """Xᵀ1 = 0: each column of X (n×p) sums to zero."""
    return Named("centered", (x,))


def psd(s: MatrixLike) -> Named:
    """S = FᵀF for some F of the shape of S: S is symmetric positive semidefinite."""
    return Named("psd", (s,))


def eigenpair(a: MatrixLike, w: MatrixLike, value: ScalarLike) -> Named:
    """Aw = λw with w ≠ 0, for a square A, a column w and a scalar λ."""
    return Named("eigenpair", (a, w, value))


def nonzero(t: TermLike) -> Named:
    """t ≠ 0, for a scalar t."""
    return Named("nonzero", (t,))


def positive(t: ScalarLike) -> Named:
    """t > 0, for a scalar t."""
    return Named("positive", (t,))


def nonnegative(t: ScalarLike) -> Named:
    """t ≥ 0, for a scalar t."""
    return Named("nonnegative", (t,))


def idempotent(p: MatrixLike) -> Named:
    """P² = P, for a square P: a projection onto its range, orthogonal or not."""
    return Named("idempotent", (p,))


def skew(a: MatrixLike) -> Named:
    """Aᵀ = −A, for a square A."""
    return Named("skew", (a,))


def normal(a: MatrixLike) -> Named:
    """AᵀA = AAᵀ, for a square A."""
    return Named("normal", (a,))


def invertible(a: MatrixLike) -> Named:
    """AA⁻¹ = A⁻¹A = I, for a square A: its inverse exists."""
    return Named("invertible", (a,))


def positive_definite(s: MatrixLike) -> Named:
    """S = FᵀF for some F, and S is invertible: S is symmetric with xᵀSx > 0 for every x ≠ 0."""
    return Named("positive_definite", (s,))


def diagonal_matrix(d: MatrixLike) -> Named:
    """D = diag(a) for some column a, for a square D: entries outside of the diagonal are 0."""
    return Named("diagonal_matrix", (d,))


def permutation(p: MatrixLike) -> Named:
    """P has one 1 in each row and column, and zeros; a proof uses PᵀP = PPᵀ = I, P1 = 1 and Pᵀ1 = 1."""
    return Named("permutation", (p,))


def stochastic(p: MatrixLike) -> Named:
    """P has rows of entries ≥ 0 that add up to 1, for a square P; a proof uses P1 = 1."""
    return Named("stochastic", (p,))


def eigen(a: MatrixLike, v: MatrixLike, values: MatrixLike) -> Named:
    """AV = VΛ with V invertible and Λ diagonal, all n×n: the columns of V are eigenvectors, Λ their eigenvalues."""
    return Named("eigen", (a, v, values))


def svd(a: MatrixLike, u: MatrixLike, s: MatrixLike, v: MatrixLike) -> Named:
    """A = USVᵀ with UᵀU = VᵀV = I and S diagonal with entries ≥ 0; A is m×n, U m×r, S r×r, V n×r."""
    return Named("svd", (a, u, s, v))
