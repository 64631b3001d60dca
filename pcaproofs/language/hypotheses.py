"""Named hypotheses such as `unit(w)`: what each says as equations, and in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from sympy import Identity, MatrixSymbol, OneMatrix, Symbol, sympify

from pcaproofs.kernel import IllTyped
from pcaproofs.language.derived import Notation
from pcaproofs.language.nodes import SquaredNorm

Equation = tuple[Any, str, Any]  # left, relation, right


@dataclass(frozen=True)
class Named:
    """A named hypothesis about SymPy matrices."""

    kind: str
    args: tuple[Any, ...]

    def equations(self) -> list[Equation]:
        """The equations and inequalities that it stands for. Raises IllTyped for arguments of a wrong shape."""
        return _KINDS[self.kind][0](*self.args)

    def factor(self) -> MatrixSymbol | None:
        """The letter F that psd(S) introduces, with S = FᵀF; None for any other hypothesis."""
        return root_of(self.args[0]) if self.kind == "psd" and hasattr(self.args[0], "shape") else None

    def words(self) -> str:
        """The hypothesis as the end of a sentence: "w is a unit vector"."""
        return _KINDS[self.kind][1].format(*self.args)

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
    return MatrixSymbol(Notation.ROOT.write(str(s)).replace(" ", ""), *s.shape)


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


def _unit(w: Any) -> list[Equation]:
    return [(SquaredNorm(_column(w, "unit")), "=", sympify(1))]


def _orthogonal(q: Any) -> list[Equation]:
    n = _square(q, "orthogonal").shape[0]
    return [(q.T * q, "=", Identity(n)), (q * q.T, "=", Identity(n))]


def _eigenpair(a: Any, w: Any, value: Any) -> list[Equation]:
    return [(_square(a, "eigenpair") * _column(w, "eigenpair"), "=", value * w), (SquaredNorm(w), ">", sympify(0))]


_KINDS: dict[str, tuple[Callable[..., list[Equation]], str]] = {
    "symmetric": (lambda s: [(_square(s, "symmetric").T, "=", s)], "{0} is symmetric"),
    "orthonormal": (
        lambda b: [(_matrix(b, "orthonormal").T * b, "=", Identity(b.shape[1]))],
        "{0} has orthonormal columns",
    ),
    "orthogonal": (_orthogonal, "{0} is orthogonal"),
    "projector": (
        lambda p: [(_square(p, "projector").T, "=", p), (p * p, "=", p)],
        "{0} is an orthogonal projector",
    ),
    "unit": (_unit, "{0} is a unit vector"),
    "centered": (
        lambda x: [(_matrix(x, "centered").T * OneMatrix(x.shape[0], 1), "=", 0 * x.T * OneMatrix(x.shape[0], 1))],
        "{0} is centred",
    ),
    "psd": (
        lambda s: [(_square(s, "psd"), "=", root_of(s).T * root_of(s))],
        "{0} is positive semidefinite",
    ),
    "eigenpair": (_eigenpair, "{1} is an eigenvector of {0} with eigenvalue {2}"),
    "nonzero": (lambda t: [(t, "!=", sympify(0))], "{0} is nonzero"),
    "positive": (lambda t: [(t, ">", sympify(0))], "{0} is positive"),
    "nonnegative": (lambda t: [(t, ">=", sympify(0))], "{0} is nonnegative"),
}

KINDS = tuple(_KINDS)


def symmetric(s: Any) -> Named:
    """Sᵀ = S, for a square S."""
    return Named("symmetric", (s,))


def orthonormal(b: Any) -> Named:
    """BᵀB = I: the columns of B (p×d) are orthonormal."""
    return Named("orthonormal", (b,))


def orthogonal(q: Any) -> Named:
    """QᵀQ = QQᵀ = I, for a square Q."""
    return Named("orthogonal", (q,))


def projector(p: Any) -> Named:
    """Pᵀ = P and P² = P, for a square P: the orthogonal projection onto its range."""
    return Named("projector", (p,))


def unit(w: Any) -> Named:
    """wᵀw = 1, for a column w."""
    return Named("unit", (w,))


def centered(x: Any) -> Named:
    """Xᵀ1 = 0: each column of X (n×p) sums to zero."""
    return Named("centered", (x,))


def psd(s: Any) -> Named:
    """S = FᵀF for some F of the shape of S: S is symmetric positive semidefinite."""
    return Named("psd", (s,))


def eigenpair(a: Any, w: Any, value: Any) -> Named:
    """Aw = λw with w ≠ 0, for a square A, a column w and a scalar λ."""
    return Named("eigenpair", (a, w, value))


def nonzero(t: Any) -> Named:
    """t ≠ 0, for a scalar t."""
    return Named("nonzero", (t,))


def positive(t: Any) -> Named:
    """t > 0, for a scalar t."""
    return Named("positive", (t,))


def nonnegative(t: Any) -> Named:
    """t ≥ 0, for a scalar t."""
    return Named("nonnegative", (t,))
