"""Kronecker products and vec are read as what explicit matrices do."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
import sympy as sp
from sympy import Identity, MatrixSymbol, Symbol, Trace, Transpose, ZeroMatrix

from pcaproofs.kernel import IllTyped
from pcaproofs.language.conclusions import at_least, equal
from pcaproofs.language.hypotheses import eigenpair, orthogonal, projector, psd, symmetric
from pcaproofs.language.kronecker import equation, is_one, number
from pcaproofs.language.nodes import Kronecker, Vec, det, inner, inverse, kron, pinv, sqnorm, vec
from pcaproofs.language.reader import read
from pcaproofs.language.refusals import Unreadable
from pcaproofs.prover.prove import prove
from pcaproofs.verify.second_opinion import evaluate_nodes
from pcaproofs.verify.second_opinion.evaluate import evaluate
from pcaproofs.verify.second_opinion.valuation import Valuation

n, m, p, q, r = (Symbol(name, positive=True, integer=True) for name in "nmpqr")
SIZES = {n: 2, m: 3, p: 2, q: 1, r: 4}
c = Symbol("c", real=True)
A, B = MatrixSymbol("A", m, n), MatrixSymbol("B", p, q)
C, D = MatrixSymbol("C", n, r), MatrixSymbol("D", q, p)
S, T, U = MatrixSymbol("S", n, n), MatrixSymbol("T", m, m), MatrixSymbol("U", n, n)
X, Y, F = MatrixSymbol("X", n, m), MatrixSymbol("Y", n, m), MatrixSymbol("F", q, n)
x, y, a = MatrixSymbol("x", n, 1), MatrixSymbol("y", m, 1), MatrixSymbol("a", n, 1)
lam, mu = Symbol("lam", real=True), Symbol("mu", real=True)
I = Identity
COMMUTATOR = kron(I(m), S) - kron(T.T, I(n))

MATRICES = {
    "product": kron(A, B),
    "of products": kron(A, B) * kron(C, D),
    "transposed": Transpose(kron(A, B)),
    "transposed at the left": Transpose(kron(A, B)) * kron(A, B),
    "transposed at the right": kron(A, B) * Transpose(kron(A, B)),
    "transposed between": kron(A, B) * Transpose(kron(A, B)) * kron(A, B),
    "sum": 2 * kron(A, B) + c**2 * kron(A, B),
    "with an identity": kron(S, T) + c * I(n * m),
    "power": kron(S, T) ** 2,
    "vec": vec(X),
    "vec of a product": vec(F * X * T),
    "applied": kron(T, S) * vec(X),
    "applied from the left": vec(X).T * kron(T, S),
    "dyad": vec(X) * vec(Y).T,
    "dyad times a product": vec(X) * vec(Y).T * kron(T, S) - kron(T, S),
    "columns": kron(x, y),
    "column and row": kron(x, y.T),
    "rows": kron(x.T, y.T),
    "with a number of products": Trace(kron(S, U)) * kron(S, T),
    "of a sum": kron(S + U, T),
}
NUMBERS = {
    "trace": Trace(kron(S, T)),
    "trace of a product": Trace(kron(S, T) * kron(U, T)),
    "trace with an identity": Trace(kron(S, T) - I(n * m)),
    "trace of a transpose": Trace(Transpose(kron(S, T)) * kron(U, T)),
    "trace of a dyad": Trace(vec(X) * vec(Y).T * kron(T, S)),
    "inner": inner(vec(X), kron(T, S) * vec(Y)),
    "inner of matrices": inner(kron(A, B), kron(A, B) + kron(A, D.T)),
    "squared norm": sqnorm(kron(A, B)),
    "one by one": vec(X).T * kron(T, S) * vec(Y),
    "rows and columns": kron(x.T, y.T) * kron(S, T) * kron(x, y),
}


def values(random: Random) -> Valuation:
    """Integer matrices for all letters, Z and Y among them."""
    letters: dict[Any, Any] = {s: sp.Matrix([[random.randint(-3, 3)]]) for s in (c, lam, mu)}
    for each in (A, B, C, D, S, T, U, X, Y, F, x, y, a):
        letters[each] = drawn(each, random)
    return Valuation(sizes=dict(SIZES), letters=letters)


def drawn(letter: Any, random: Random) -> sp.Matrix:
    rows, cols = (int(sp.sympify(k).subs(SIZES)) for k in letter.shape)
    return sp.Matrix(rows, cols, lambda i, j: random.choice((-3, -2, -1, 1, 2, 3)))


@pytest.mark.parametrize("name", MATRICES)
def test_an_equation_agrees_with_explicit_matrices(name: str) -> None:
    """vec(Y)ᵀK vec(Z), with explicit Kronecker products, is what the two sides are read as."""
    e, random = MATRICES[name], Random(name)
    assert is_one(e)
    left, right, invertible = equation(e, ZeroMatrix(*e.shape), {str(s) for s in e.free_symbols}, hypothesis=False)
    assert not invertible
    assert not left.has(Kronecker, Vec) or "number" in name
    at = values(random)
    new = [s for s in left.free_symbols - e.free_symbols if isinstance(s, MatrixSymbol)]
    new.sort(key=lambda s: "ZYWVU".index(s.name))
    at = at.assign({s: drawn(s, random) for s in new})
    explicit = evaluate(e, at)
    assert not explicit.is_zero_matrix
    column = _stacked(at, new[:1]) if explicit.cols > 1 else sp.eye(1)
    got = evaluate(left, at)
    if len(new) == 2 or (new and explicit.cols == 1):
        expected = _stacked(at, new[-1:]).T * explicit * column
    else:
        expected = explicit * column
    assert sp.Matrix(list(got.T)) == sp.Matrix(list(expected)), (got, expected)
    assert evaluate(right, at).is_zero_matrix


def _stacked(at: Valuation, letters: list[Any]) -> sp.Matrix:
    (z,) = letters
    return sp.Matrix(list(at.letters[z].T))


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_agrees_with_explicit_matrices(name: str) -> None:
    e, at = NUMBERS[name], values(Random(name))
    assert evaluate_nodes
    assert not number(e).has(Kronecker, Vec)
    assert evaluate(number(e), at) == evaluate(e, at) != sp.zeros(1, 1)


TRUE = {
    "three factors": (equal(kron(A, kron(B, C)), kron(kron(A, B), C)), []),
    "three factors, of sums": (equal(kron(S, T, U) - kron(S, c * T, U), (1 - c) * kron(S, kron(T, U))), []),
    "three factors multiplied": (equal(kron(S, T, A) * kron(U, T, C), kron(S * U, T * T, A * C)), []),
    "three factors inverted": (equal(inverse(kron(S, T, U)), kron(inverse(S), inverse(T), inverse(U))), []),
    "three factors transposed": (equal(kron(A, B, C).T, kron(A.T, B.T, C.T)), []),
    "three identities": (equal(kron(I(n), I(m), I(p)), I(m * n * p)), []),
    "trace of three factors": (equal(Trace(kron(S, T, U)), Trace(S) * Trace(T) * Trace(U)), []),
    "norm of three factors": (equal(sqnorm(kron(A, B, C)), sqnorm(A) * sqnorm(B) * sqnorm(C)), []),
    "determinant of three": (equal(det(kron(S, T, U)), det(S) ** (m * n) * det(T) ** (n**2) * det(U) ** (m * n)), []),
    "mixed product": (equal(kron(A, B) * kron(C, D), kron(A * C, B * D)), []),
    "transpose": (equal(Transpose(kron(A, B)), kron(A.T, B.T)), []),
    "inverse": (equal(inverse(kron(S, T)), kron(inverse(S), inverse(T))), []),
    "inverse at the right": (equal(vec(Y.T), inverse(kron(S, T)) * vec(T * Y.T * S.T)), []),
    "pseudo-inverse": (equal(pinv(kron(A, B)), kron(pinv(A), pinv(B))), []),
    "vec of a product": (equal(vec(F * X * T), kron(T.T, F) * vec(X)), []),
    "quadratic form": (equal(a.T * X * T * X.T * x, vec(X).T * kron(T.T, x * a.T) * vec(X)), []),
    "identities": (equal(kron(I(n), I(m)), I(n * m)), []),
    "Sylvester": (equal(COMMUTATOR * vec(X), vec(Y)), [equal(S * X - X * T, Y)]),
    "Sylvester backwards": (equal(S * X - X * T, Y), [equal(COMMUTATOR * vec(X), vec(Y))]),
    "transposed in a hypothesis": (
        equal(T.T * Y.T * S, X.T),
        [equal(vec(X.T), Transpose(kron(S, T)) * vec(Y.T))],
    ),
    "eigenvector": (
        equal(kron(S, T) * kron(x, y), lam * mu * kron(x, y)),
        [eigenpair(S, x, lam), eigenpair(T, y, mu)],
    ),
    "projector": (projector(kron(S, T)), [projector(S), projector(T)]),
    "orthogonal": (orthogonal(kron(S, T)), [orthogonal(S), orthogonal(T)]),
    "symmetric": (symmetric(kron(S, T)), [symmetric(S), symmetric(T)]),
    "semidefinite": (psd(kron(S, T)), [psd(S), psd(T)]),
    "norms": (equal(sqnorm(kron(A, B)), sqnorm(A) * sqnorm(B)), []),
    "trace": (equal(Trace(kron(S, T)), Trace(S) * Trace(T)), []),
}
FALSE = {
    "three factors exchanged": (equal(kron(S, T, U), kron(U, T, S)), []),
    "trace of three, with a sum": (equal(Trace(kron(S, T, U)), Trace(S) * Trace(T) + Trace(U)), []),
    "determinant of three, one power": (equal(det(kron(S, T, U)), det(S) * det(T) * det(U)), []),
    "commuted": (equal(kron(S, U), kron(U, S)), []),
    "twice": (equal(kron(A, B) * kron(C, D), 2 * kron(A * C, B * D)), []),
    "factors exchanged": (equal(kron(S, U) * kron(U, S), kron(U * S, S * U)), []),
    "not symmetric": (equal(Transpose(kron(S, T)), kron(S, T)), []),
    "transpose in the other order": (equal(Transpose(kron(S, U)), kron(U.T, S.T)), []),
    "half an inverse": (equal(inverse(kron(S, T)), kron(inverse(S), T)), []),
    "inverse in the other order": (equal(inverse(kron(S, U)), kron(inverse(U), inverse(S))), []),
    "half a pseudo-inverse": (equal(pinv(kron(S, T)), kron(pinv(S), T)), []),
    "sum of traces": (equal(Trace(kron(S, T)), Trace(S) + Trace(T)), []),
    "trace exchanged": (equal(Trace(kron(S, U) * kron(U, S)), Trace(S * S) * Trace(U * U)), []),
    "vec of a transpose": (equal(vec(S.T), vec(S)), []),
    "vec without transpose": (equal(vec(S * U * S), kron(S, S) * vec(U)), []),
    "vec of rows": (equal(vec(S * U), kron(S, I(n)) * vec(U)), []),
    "Lyapunov without transpose": (
        equal((kron(I(n), S) + kron(U, I(n))) * vec(x * a.T), vec(S * x * a.T + x * a.T * U)),
        [],
    ),
    "as printed": (equal(a.T * X * T * X.T * x, vec(X).T * kron(T, x * a.T) * vec(X)), []),
    "added sum": (equal(kron(S + U, T), kron(S, T) * kron(U, T)), []),
    "sum of both": (equal(kron(S + U, T + T), kron(S, T) + kron(U, T)), []),
    "scaled twice": (equal(kron(c * S, c * T), c * kron(S, T)), []),
    "one orthogonal": (orthogonal(kron(S, T)), [orthogonal(S)]),
    "one semidefinite": (psd(kron(S, T)), [psd(S), symmetric(T)]),
    "sum of eigenvalues": (
        equal(kron(S, T) * kron(x, y), (lam + mu) * kron(x, y)),
        [eigenpair(S, x, lam), eigenpair(T, y, mu)],
    ),
    "norms squared": (equal(sqnorm(kron(A, B)), sqnorm(A) + sqnorm(B)), []),
    "trace of vec": (at_least(vec(X).T * vec(Y)), []),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_statements_about_kronecker_products_are_proved(name: str) -> None:
    conclusion, assuming = TRUE[name]
    assert prove(conclusion, assuming, needs=False).verdict == "proved"


@pytest.mark.parametrize("name", FALSE)
def test_false_statements_about_kronecker_products_are_refuted(name: str) -> None:
    conclusion, assuming = FALSE[name]
    assert prove(conclusion, assuming, needs=False).verdict == "refuted"


REFUSED = {
    "three factors of other sizes": (equal(kron(A, kron(B, C)), kron(kron(A, C), B)), [], "agree in size one by one"),
    "three factors as a hypothesis": (equal(S, U), [equal(kron(S, T, U), kron(U, T, S))], "as a hypothesis"),
    "three factors that do not fit": (equal(kron(A, B, C) * kron(S, S, S), kron(A, B, C)), [], "fit one by one"),
    "sizes in another order": (equal(kron(A, B), kron(B, A)), [], "should agree one by one"),
    "factors that do not fit": (equal(kron(A, x) * kron(C, y.T), kron(x, A) * kron(y.T, C)), [], "one by one"),
    "hypothesis for all columns": (equal(S, U), [equal(kron(S, T), kron(U, T))], "as a hypothesis"),
    "inverse of rectangles": (equal(inverse(kron(A, A.T)), kron(A.T, A)), [], "of square matrices"),
    "inverse of a sum": (equal(inverse(kron(S, U) + kron(U, S)) * vec(S), vec(U)), [], "should be made of these"),
    "beside a matrix": (equal(kron(S, T) * MatrixSymbol("z", n * m, 1), vec(X.T)), [], "should be made of these"),
    "an entry": (equal(kron(S, T)[0, 0], S[0, 0] * T[0, 0]), [], "in equations, traces and inner products"),
    "identity of another size": (equal(kron(S, T), kron(S, T) * 0 + I(m)), [], "sizes clash"),
    "pseudo-inverse between": (equal(kron(S, T) * pinv(kron(S, T)) * kron(S, T), kron(S, T)), [], "made of these"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_meaningless_kronecker_products_are_refused(name: str) -> None:
    conclusion, assuming, why = REFUSED[name]
    with pytest.raises((Unreadable, IllTyped), match=why):
        read(conclusion, assuming)
