"""Each named hypothesis in the tests: what it says, matrices that satisfy it, and whether given matrices do.

The exact matrices satisfy it by the way they are made, and `holds` is its definition: no code of the product decides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

import numpy as np
from exact_values import Matrix, Undefined, build, eye, inverse, plus, scale, times, transpose
from letters import A, B, L, P, Q, S, U, X, c, d, lam, mu, n, p, w
from sympy import MatrixSymbol

from pcaproofs import sampling
from pcaproofs.language.hypotheses import (
    Named,
    centered,
    diagonal_matrix,
    eigen,
    eigenpair,
    idempotent,
    invertible,
    nonnegative,
    nonzero,
    normal,
    orthogonal,
    orthonormal,
    permutation,
    positive,
    positive_definite,
    projector,
    psd,
    skew,
    stochastic,
    svd,
    symmetric,
    unit,
)

V = MatrixSymbol("V", p, d)
Letters = dict[Any, Matrix]


class Draw:
    """Random exact matrices of one size."""

    def __init__(self, random: Random, sizes: dict[Any, int]):
        self.random, self.sizes = random, sizes

    def number(self) -> Any:
        """A small number, now and then a half."""
        top = self.random.choice((-2, -1, -1, 0, 1, 1, 2, 3))
        return Fraction(top, 2) if self.random.random() < 0.15 else top

    def matrix(self, rows: Any, cols: Any) -> Matrix:
        """Of any kind."""
        return build(self.sizes.get(rows, rows), self.sizes.get(cols, cols), lambda i, j: self.number())

    def symmetric(self, size: Any) -> Matrix:
        a = self.matrix(size, size)
        return plus(a, transpose(a))

    def orthogonal(self, size: Any) -> Matrix:
        """A product of reflections, and a permutation with signs."""
        m = self.sizes[size]
        order = self.random.sample(range(m), m)
        out: Matrix = tuple(tuple((j == order[i]) * self.random.choice((1, -1)) for j in range(m)) for i in range(m))
        for _ in range(self.random.randrange(3)):
            v = self.matrix(size, 1)
            if length := sum(e[0] * e[0] for e in v):
                out = times(plus(eye(m), scale(Fraction(-2, 1) / length, times(v, transpose(v)))), out)
        return out

    def orthonormal(self, rows: Any, cols: Any) -> Matrix:
        if self.sizes[cols] > self.sizes[rows]:
            raise Undefined("more columns than rows")
        return tuple(row[: self.sizes[cols]] for row in self.orthogonal(rows))

    def unit(self, size: Any) -> Matrix:
        return tuple(row[:1] for row in self.orthogonal(size))

    def projector(self, size: Any) -> Matrix:
        q, rank = self.orthogonal(size), self.random.randint(0, self.sizes[size])
        return times(tuple(row[:rank] for row in q), transpose(q)[:rank]) if rank else scale(0, q)

    def psd(self, size: Any) -> Matrix:
        f = self.matrix(size, size)
        return times(transpose(f), f)

    def centred(self, rows: Any, cols: Any) -> Matrix:
        a = self.matrix(rows, cols)
        m = len(a)
        means = [Fraction(sum(row[j] for row in a), m) for j in range(len(a[0]))]
        return build(m, len(means), lambda i, j: a[i][j] - means[j])

    def off(self, v: Matrix) -> Matrix:
        """The projector onto what is orthogonal to a column that is not zero."""
        length = sum(e[0] * e[0] for e in v)
        if not length:
            raise Undefined("a zero column")
        return plus(eye(len(v)), scale(Fraction(-1) / length, times(v, transpose(v))))


@dataclass(frozen=True)
class Role:
    """Assumptions, and how the letters that they are about are drawn together."""

    assuming: tuple[Any, ...]
    letters: tuple[Any, ...]
    make: Callable[[Draw, Letters], Letters]


def _eigen(symmetric_too: bool, unit_too: bool) -> Callable[[Draw, Letters], Letters]:
    def make(draw: Draw, _: Letters) -> Letters:
        v = draw.unit(p) if unit_too else draw.matrix(p, 1)
        off, top, a = draw.off(v), draw.number(), draw.matrix(p, p)
        onto = plus(eye(len(v)), scale(-1, off))
        rest = times(off, times(plus(a, transpose(a)), off)) if symmetric_too else times(a, off)
        return {A: plus(scale(top, onto), rest), w: v, lam: ((top,),)}

    return make


def polynomial_of(a: Matrix, draw: Draw) -> Matrix:
    return plus(scale(draw.number(), times(a, a)), plus(scale(draw.number(), a), scale(draw.number(), eye(len(a)))))


def _idempotent(draw: Draw, _: Letters) -> Letters:
    b, rank = draw.matrix(p, p), draw.random.randint(0, draw.sizes[p])
    onto = build(len(b), len(b), lambda i, j: Fraction(int(i == j < rank)))
    return {A: times(b, times(onto, inverse(b)))}


def _normal(draw: Draw, _: Letters) -> Letters:
    """A polynomial of a symmetric or a skew matrix."""
    a, sign = draw.matrix(p, p), draw.random.choice((1, -1))
    return {A: polynomial_of(plus(a, scale(sign, transpose(a))), draw)}


def _invertible(draw: Draw, _: Letters) -> Letters:
    a = draw.matrix(p, p)
    inverse(a)  # raises Undefined if there is none
    return {A: a}


def _definite(draw: Draw, _: Letters) -> Letters:
    a = draw.matrix(p, p)
    inverse(a)
    return {S: times(transpose(a), a)}


def _diagonal(draw: Draw, size: Any, least: int = -9) -> Matrix:
    m = draw.matrix(size, size)
    return build(len(m), len(m), lambda i, j: max(m[i][j], least) if i == j else Fraction(0))


def _permutation(draw: Draw, _: Letters) -> Letters:
    order = list(range(draw.sizes[p]))
    draw.random.shuffle(order)
    return {P: build(len(order), len(order), lambda i, j: Fraction(int(order[i] == j)))}


def _stochastic(draw: Draw, _: Letters) -> Letters:
    size = draw.sizes[p]
    rows = [[Fraction(draw.random.randint(0, 3)) for _ in range(size)] for _ in range(size)]
    for at, row in enumerate(rows):
        row[at] += 1
    return {P: tuple(tuple(x / sum(row) for x in row) for row in rows)}


def _spectral(draw: Draw, _: Letters) -> Letters:
    b, values = draw.matrix(p, p), _diagonal(draw, p)
    return {A: times(b, times(values, inverse(b))), B: b, S: values}


def _singular(draw: Draw, _: Letters) -> Letters:
    left, right, values = draw.orthonormal(p, d), draw.orthonormal(p, d), _diagonal(draw, d, least=0)
    return {A: times(left, times(values, transpose(right))), U: left, L: values, V: right}


def is_invertible(m: Matrix) -> bool:
    """Whether elimination finds an inverse."""
    try:
        inverse(m)
    except Undefined:
        return False
    return True


def is_diagonal(m: Matrix) -> bool:
    """Whether every entry outside of the diagonal is 0."""
    return all(x == 0 for a, row in enumerate(m) for b, x in enumerate(row) if a != b)


def minors(m: Matrix) -> bool:
    """Whether a symmetric matrix has no negative principal minor: it is positive semidefinite."""

    def det(a: Matrix) -> Any:
        if not a:
            return 1
        return sum((-1) ** j * a[0][j] * det(tuple(r[:j] + r[j + 1 :] for r in a[1:])) for j in range(len(a)))

    return m == transpose(m) and all(
        det(tuple(tuple(m[a][b] for b in rows) for a in rows)) >= 0
        for size in range(1, len(m) + 1)
        for rows in combinations(range(len(m)), size)
    )


class Tested(NamedTuple):
    """A named hypothesis.

    words, says: the end of a sentence, and the equations of the kernel. holds: whether it does, for the matrices that
    it is about. roles: ways to draw these. strategy, equals: of `sampling`, and pairs (got, should be) at the scale of
    the second; None for numbers. no_need, no_word: why `prove` does not suggest it, and why scope files do not say it.
    """

    words: str
    says: list[str]
    holds: Callable[[list[Matrix]], bool]
    roles: tuple[Role, ...]
    strategy: Any = None
    equals: Callable[[Any], list[tuple[Any, Any]]] | None = None
    no_need: str = ""
    no_word: str = ""

    @property
    def said(self) -> Named:
        """The hypothesis about its letters."""
        found: Named = self.roles[0].assuming[0]
        return found


def _one(said: Named, make: Callable[[Draw], Any]) -> tuple[Role, ...]:
    return (Role((said,), said.args, lambda draw, _: {said.args[0]: make(draw)}),)


def _number(said: Named, make: Callable[[Any], Any]) -> tuple[Role, ...]:
    return (Role((said,), said.args, lambda draw, _: {said.args[0]: ((make(draw.number()),),)}),)


def _diagonal_says(name: str, size: str) -> tuple[list[str], str]:
    """What is said of a diagonal matrix, and what the reader adds at the end."""
    column = f"δ_{name}"
    d, one = f"diag({column})", f"𝟏_{size}"
    says = [f"{d}ᵀ = {d}", f"{d} {one} = {column}", f"tr({d}) = {one}ᵀ {column}", f"{name} = {d}"]
    return says, f"tr({d} {d}) = {column}ᵀ {column}"


_S_DIAGONAL, _S_TRACE = _diagonal_says("S", "p")
_L_DIAGONAL, _L_TRACE = _diagonal_says("L", "d")
_OTHERS = "it is about several letters, and one letter does not determine the others"
_STRONG = "a weaker one of those suggested mostly does, and each that is tried costs time"
_WRITTEN = "a statement that needs an inverse has it written"
_OF_SEVERAL = "a scope file says one thing of one letter; notes say it as an equation"
_AS_EQUATION = "notes say it as an equation"


def _eye(m: Any) -> Any:
    return np.eye(len(m))


def rank(m: Any) -> int:
    """The rank, for what rounds."""
    s = np.linalg.svd(m, compute_uv=False)
    return int((s > sampling.factored(*m.shape) * 2.0**-52 * max(s[0], 1.0)).sum())


_EIGENPAIR = eigenpair(A, w, lam)
TABLE = (
    Tested("S is symmetric", ["Sᵀ = S"], lambda m: m[0] == transpose(m[0]),
           _one(symmetric(S), lambda draw: draw.symmetric(p)),
           sampling.symmetric(4), lambda S: [(S, S.T)]),
    Tested("S is positive semidefinite", ["S = √Sᵀ √S"], lambda m: minors(m[0]),
           _one(psd(S), lambda draw: draw.psd(p)),
           sampling.psd(4), lambda S: [(S, S.T), (np.minimum(np.linalg.eigvalsh(S) + 1, 1), np.ones(4))]),
    Tested("P is an orthogonal projector", ["Pᵀ = P", "P² = P"],
           lambda m: m[0] == transpose(m[0]) == times(m[0], m[0]),
           _one(projector(P), lambda draw: draw.projector(p)),
           sampling.projector(4), lambda P: [(P @ P, P), (P.T, P), (np.trace(P), np.round(np.trace(P)))]),
    Tested("Q is orthogonal", ["Qᵀ Q = I_p", "Q Qᵀ = I_p"],
           lambda m: times(transpose(m[0]), m[0]) == eye(len(m[0])) == times(m[0], transpose(m[0])),
           _one(orthogonal(Q), lambda draw: draw.orthogonal(p)),
           sampling.orthogonal(4), lambda Q: [(Q.T @ Q, _eye(Q)), (Q @ Q.T, _eye(Q))]),
    Tested("U has orthonormal columns", ["Uᵀ U = I_d"],
           lambda m: times(transpose(m[0]), m[0]) == eye(len(m[0][0])),
           _one(orthonormal(U), lambda draw: draw.orthonormal(p, d)),
           sampling.orthonormal(5, 3), lambda B: [(B.T @ B, np.eye(3))]),
    Tested("w is a unit vector", ["‖w‖² = 1"], lambda m: times(transpose(m[0]), m[0]) == eye(1),
           _one(unit(w), lambda draw: draw.unit(p)),
           sampling.unit(4), lambda w: [(w @ w, 1.0)]),
    Tested("X is centred", ["Xᵀ 𝟏_n = 0"], lambda m: not any(sum(column) for column in zip(*m[0], strict=True)),
           _one(centered(X), lambda draw: draw.centred(n, p)),
           sampling.centered(5, 3), lambda X: [(X.sum(axis=0), np.zeros(3))]),
    Tested("lambda is nonnegative", ["λ ≥ 0"], lambda m: m[0][0][0] >= 0, _number(nonnegative(lam), abs)),
    Tested("mu is positive", ["μ > 0"], lambda m: m[0][0][0] > 0, _number(positive(mu), lambda v: abs(v) + 1)),
    Tested("c is nonzero", ["c ≠ 0"], lambda m: m[0][0][0] != 0, _number(nonzero(c), lambda v: v or 2)),
    Tested("w is an eigenvector of A with eigenvalue lambda", ["A w = λ w", "‖w‖² > 0"],
           lambda m: times(m[0], m[1]) == times(m[1], m[2]) and any(e[0] for e in m[1]),
           (Role((_EIGENPAIR,), (A, w, lam), _eigen(False, False)),
            Role((_EIGENPAIR, unit(w)), (A, w, lam), _eigen(False, True)),
            Role((symmetric(A), _EIGENPAIR, unit(w)), (A, w, lam), _eigen(True, True))),
           sampling.eigenpair(3), lambda t: [(t[0], t[0].T), (t[1] @ t[1], 1.0)],
           no_need=_OTHERS, no_word=_OF_SEVERAL),
    Tested("A is idempotent", ["A² = A"], lambda m: times(m[0], m[0]) == m[0],
           (Role((idempotent(A),), (A,), _idempotent),),
           sampling.idempotent(4), lambda P: [(P @ P, P)], no_need=_STRONG),
    Tested("A is skew-symmetric", ["Aᵀ = -A"], lambda m: transpose(m[0]) == scale(-1, m[0]),
           _one(skew(A), lambda draw: plus(a := draw.matrix(p, p), scale(-1, transpose(a)))),
           sampling.skew(4), lambda A: [(A.T, -A)], no_need=_STRONG),
    Tested("A is normal", ["Aᵀ A = A Aᵀ"], lambda m: times(transpose(m[0]), m[0]) == times(m[0], transpose(m[0])),
           (Role((normal(A),), (A,), _normal),),
           sampling.normal(4), lambda A: [(A.T @ A, A @ A.T)], no_need=_STRONG),
    Tested("A is invertible", ["A A⁻¹ = I_p", "A⁻¹ A = I_p"], lambda m: is_invertible(m[0]),
           (Role((invertible(A),), (A,), _invertible),),
           sampling.invertible(4), lambda A: [(rank(A), 4)], no_need=_WRITTEN),
    Tested("S is positive definite", ["S = √Sᵀ √S", "S S⁻¹ = I_p", "S⁻¹ S = I_p"],
           lambda m: minors(m[0]) and is_invertible(m[0]),
           (Role((positive_definite(S),), (S,), _definite),),
           sampling.positive_definite(4),
           lambda S: [(S, S.T), (np.minimum(np.linalg.eigvalsh(S), 0.5), np.full(4, 0.5))], no_need=_WRITTEN),
    Tested("S is a diagonal matrix", [*_S_DIAGONAL, _S_TRACE], lambda m: is_diagonal(m[0]),
           _one(diagonal_matrix(S), lambda draw: _diagonal(draw, p)),
           sampling.diagonal_matrix(4), lambda D: [(D, np.diag(np.diag(D)))],
           no_need=_STRONG, no_word="a scope file says diagonal"),
    Tested("P is a permutation matrix", ["Pᵀ P = I_p", "P Pᵀ = I_p", "P 𝟏_p = 𝟏_p", "Pᵀ 𝟏_p = 𝟏_p"],
           lambda m: all(sorted(line) == [0] * (len(line) - 1) + [1] for line in (*m[0], *transpose(m[0]))),
           (Role((permutation(P),), (P,), _permutation),),
           sampling.permutation(4), lambda P: [(P.T @ P, _eye(P)), (P.sum(axis=1), np.ones(4)), (P * P, P)],
           no_need=_STRONG, no_word=_AS_EQUATION),
    Tested("P is a stochastic matrix", ["P 𝟏_p = 𝟏_p"],
           lambda m: all(sum(row) == 1 and min(row) >= 0 for row in m[0]),
           (Role((stochastic(P),), (P,), _stochastic),),
           sampling.stochastic(4), lambda P: [(P.sum(axis=1), np.ones(4)), (np.maximum(P, 0), P)],
           no_need=_STRONG, no_word=_AS_EQUATION),
    Tested("A has eigenvectors B with eigenvalues S",
           ["A B = B S", "B B⁻¹ = I_p", "B⁻¹ B = I_p", *_S_DIAGONAL, _S_TRACE],
           lambda m: times(m[0], m[1]) == times(m[1], m[2]) and is_invertible(m[1]) and is_diagonal(m[2]),
           (Role((eigen(A, B, S),), (A, B, S), _spectral),),
           sampling.eigen(3),
           lambda t: [(t[0] @ t[1], t[1] @ t[2]), (t[2], np.diag(np.diag(t[2]))), (rank(t[1]), 3)],
           no_need=_OTHERS, no_word=_OF_SEVERAL),
    Tested("A has the singular value decomposition U, L, V",
           ["A = U L Vᵀ", "Uᵀ U = I_d", "Vᵀ V = I_d", *_L_DIAGONAL, "L = √Lᵀ √L", _L_TRACE],
           lambda m: m[0] == times(m[1], times(m[2], transpose(m[3])))
           and all(times(transpose(x), x) == eye(len(m[2])) for x in (m[1], m[3]))
           and is_diagonal(m[2]) and all(x >= 0 for row in m[2] for x in row),
           (Role((svd(A, U, L, V),), (A, U, L, V), _singular),),
           sampling.svd(4, 3, 2),
           lambda t: [(t[0], t[1] @ t[2] @ t[3].T), (t[1].T @ t[1], np.eye(2)), (t[3].T @ t[3], np.eye(2)),
                      (t[2], np.diag(np.abs(np.diag(t[2]))))],
           no_need=_OTHERS, no_word=_OF_SEVERAL),
)  # fmt: skip
