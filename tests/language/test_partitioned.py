"""Matrices of blocks, explicit matrices, slices and dimensions that are sums: what is proved, refuted and not read."""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp
from statement_checks import check_proved, check_refuted
from sympy import BlockMatrix, Identity, MatrixSymbol, OneMatrix, Symbol, Trace, ZeroMatrix

from pcaproofs.language import sizes
from pcaproofs.language.conclusions import at_least, equal
from pcaproofs.language.hypotheses import orthonormal, psd, symmetric
from pcaproofs.language.nodes import basis, det, gradient, inner, inverse, pinv, sqnorm
from pcaproofs.language.readable_statement import ReadableStatement
from pcaproofs.language.reader import read
from pcaproofs.prover.prove import prove

n, m, p = (Symbol(name, positive=True, integer=True) for name in "nmp")
A, E = MatrixSymbol("A", n, n), MatrixSymbol("E", n, n)
B, F = MatrixSymbol("B", n, m), MatrixSymbol("F", n, m)
C, G = MatrixSymbol("C", m, n), MatrixSymbol("G", m, n)
D, H = MatrixSymbol("D", m, m), MatrixSymbol("H", m, m)
X, Y, S = MatrixSymbol("X", n + m, p), MatrixSymbol("Y", n + m, p), MatrixSymbol("S", n + m, n + m)
x, y = MatrixSymbol("x", n, 1), MatrixSymbol("y", m, 1)
a, b, c, d, s = (Symbol(name, real=True) for name in "abcds")
one = Identity(1)
K, L = BlockMatrix([[A, B], [C, D]]), BlockMatrix([[E, F], [G, H]])
bordered = BlockMatrix([[A, x], [x.T, s * one]])
zero = ZeroMatrix(m, n)
upper = BlockMatrix([[A, B], [zero, D]])
two = sp.Matrix([[a, b], [c, d]])
stacked = BlockMatrix([[B], [D]])
halves = BlockMatrix([[A, E], [E, A]])
O, I = ZeroMatrix(n, n), Identity(n)

TRUE: dict[str, tuple[Any, list[Any]]] = {
    "sum": (equal(K + L, BlockMatrix([[A + E, B + F], [C + G, D + H]])), []),
    "transpose": (equal(sp.Transpose(K), BlockMatrix([[A.T, C.T], [B.T, D.T]])), []),
    "row times column": (equal(BlockMatrix([[A, B]]) * BlockMatrix([[F], [H]]), A * F + B * H), []),
    "column times row": (
        equal(stacked * stacked.T, BlockMatrix([[B * B.T, B * D.T], [D * B.T, D * D.T]])),
        [],
    ),
    "trace of a product": (
        equal(Trace(K * L), Trace(A * E) + Trace(B * G) + Trace(C * F) + Trace(D * H)),
        [],
    ),
    "squared norm": (equal(sqnorm(K), sqnorm(A) + sqnorm(B) + sqnorm(C) + sqnorm(D)), []),
    "three by three": (
        equal(Trace(BlockMatrix([[A, B, x], [C, D, y], [x.T, y.T, s * one]])), Trace(A) + Trace(D) + s),
        [],
    ),
    "equal matrices have equal blocks": (equal(B, F), [equal(K, L)]),
    "a system of two equations": (
        equal(A * x + B * y, BlockMatrix([[A, B]]) * BlockMatrix([[x], [y]])),
        [],
    ),
    "solved": (
        equal((D - C * inverse(A) * B) * y, -C * inverse(A) * F * y),
        [equal(K * BlockMatrix([[x], [y]]), BlockMatrix([[F * y], [ZeroMatrix(m, 1)]]))],
    ),
    "inverse of a triangular one": (
        equal(
            inverse(upper), BlockMatrix([[inverse(A), -inverse(A) * B * inverse(D)], [ZeroMatrix(m, n), inverse(D)]])
        ),
        [],
    ),
    "slices": (equal(X[:n, :].T * Y[:n, :] + X[n:, :].T * Y[n:, :], X.T * Y), []),
    "a matrix is made of its blocks": (
        equal(BlockMatrix([[S[:n, :n], S[:n, n:]], [S[n:, :n], S[n:, n:]]]), S),
        [],
    ),
    "a block of a positive matrix": (at_least(x.T * S[:n, :n] * x), [psd(S)]),
    "a block of a positive matrix of blocks": (at_least(x.T * A * x), [psd(K)]),
    "an entry of a positive matrix": (at_least(s), [psd(sp.Matrix([[s, 0], [0, s]]))]),
    "a block of a matrix that is positive as a whole": (psd(A), [psd(BlockMatrix([[A, B], [B.T, D]]))]),
    "blocks of a matrix that is symmetric as a whole": (equal(C, B.T), [symmetric(K)]),
    "entries of equal columns": (equal(s, d), [equal(sp.Matrix([s, 1]), sp.Matrix([d, 1]))]),
    "a first row of equations": (
        equal(A * x + B * y, x),
        [equal(K * BlockMatrix([[x], [y]]), BlockMatrix([[x], [y]]))],
    ),
    "blocks of a symmetric matrix": (equal(S[n:, :n], sp.Transpose(S[:n, n:])), [symmetric(S)]),
    "columns side by side": (equal(BlockMatrix([[B, A]]) * BlockMatrix([[B, A]]).T, B * B.T + A * A.T), []),
    "orthonormal parts": (equal(X[:n, :].T * X[:n, :], Identity(p) - X[n:, :].T * X[n:, :]), [orthonormal(X)]),
    "identity of blocks": (equal(BlockMatrix([[I, B * 0], [C * 0, Identity(m)]]), Identity(n + m)), []),
    "trace of an identity": (equal(Trace(Identity(2 * n + 1)), 2 * n + 1), []),
    "ones": (equal(OneMatrix(1, n + m) * BlockMatrix([[x], [y]]), OneMatrix(1, n) * x + OneMatrix(1, m) * y), []),
    "gradient": (equal(gradient(sqnorm(BlockMatrix([[A * x], [C * x]])), x), 2 * (A.T * A + C.T * C) * x), []),
    "determinant by a Schur complement": (equal(det(bordered), det(A) * (s - inner(x, inverse(A) * x))), []),
    "determinant of a product": (equal(det(K * L), det(L) * det(K)), []),
    "determinant of a triangular one": (equal(det(upper), det(A) * det(D)), []),
    "determinant with an identity": (equal(det(BlockMatrix([[I, B], [C, D]])), det(D - C * B)), []),
    "determinant of size 2": (equal(det(two), a * d - b * c), []),
    "trace and square of size 2": (equal(two * two - Trace(two) * two, -det(two) * Identity(2)), []),
    "entry of an explicit matrix": (equal(inner(basis(2, "0"), two * basis(2, "1")), b), []),
    "two halves": (
        equal(
            halves * BlockMatrix([[I, I], [I, -I]]),
            BlockMatrix([[I, I], [I, -I]]) * BlockMatrix([[A + E, O], [O, A - E]]),
        ),
        [],
    ),
    "pseudo-inverse": (equal(K * pinv(K) * K, K), []),
    "power of −1": (equal(det(-Identity(n + m)), det(-Identity(n)) * det(-Identity(m))), []),
}
FALSE: dict[str, tuple[Any, list[Any]]] = {
    "product in the wrong order": (equal(BlockMatrix([[A, B]]) * BlockMatrix([[E], [G]]), E * A + B * G), []),
    "transpose without exchange": (equal(sp.Transpose(halves), BlockMatrix([[A.T, E], [E, A.T]])), []),
    "trace with a block beside": (equal(Trace(halves), Trace(A) + Trace(E)), []),
    "squared norm without a block": (equal(sqnorm(K), sqnorm(A) + sqnorm(B) + sqnorm(D)), []),
    "blocks exchanged": (equal(halves, BlockMatrix([[E, A], [A, E]])), []),
    "equal traces do not make equal blocks": (equal(A, E), [equal(Trace(K), Trace(L))]),
    "one block is not all": (equal(K, L), [equal(A, E), equal(B, F), equal(C, G)]),
    "inverse block by block": (equal(inverse(upper)[:n, n:], -inverse(A) * B), []),
    "inverse without a complement": (equal(inverse(K)[:n, :n], inverse(A)), []),
    "a slice is not all": (equal(X[:n, :].T * X[:n, :], X.T * X), []),
    "another slice": (equal(S[:n, :n] * x, S[:n, :n].T * x), []),
    "a later part": (equal(X[n:, :].T * X[n:, :], X.T * X), [orthonormal(X)]),
    "a positive block is not enough": (at_least(y.T * S[n:, n:] * y), [psd(S[:n, :n])]),
    "trace of an identity": (equal(Trace(Identity(2 * n + 1)), 3 * n), []),
    "a sum of dimensions": (equal(Trace(Identity(n + m)), 2 * n), []),
    "ones": (equal(OneMatrix(1, n + m) * BlockMatrix([[x], [y]]), OneMatrix(1, n) * x), []),
    "determinant without a complement": (equal(det(bordered), det(A) * s), [inverse(A)]),
    "determinant as for numbers": (equal(det(halves), det(A * A - E * E)), []),
    "determinant of the wrong sign": (equal(det(-K), det(K)), []),
    "determinant of a sum": (equal(det(upper), det(A) + det(D)), []),
    "determinant of size 2": (equal(det(two), a * d + b * c), []),
    "explicit matrices commute": (equal(two * sp.Matrix([[a, c], [b, d]]), sp.Matrix([[a, c], [b, d]]) * two), []),
    "entry of an explicit matrix": (equal(inner(basis(2, "0"), two * basis(2, "1")), c), []),
    "gradient": (equal(gradient(sqnorm(BlockMatrix([[A * x], [C * x]])), x), 2 * A.T * A * x), []),
    "Schur complement of the other block": (equal(det(K), det(A) * det(D - C * B)), [inverse(A)]),
    "power of −1": (equal(det(-Identity(n + m)), det(-Identity(n))), []),
}
REFUSED: dict[str, tuple[Any, str]] = {
    "an odd dimension": (sqnorm(MatrixSymbol("Z", 2 * n - 1, p)), "got dimension 2*n - 1"),
    "a product of dimensions": (Trace(Identity(n * m)), "got dimension m*n"),
    "a sum with a dimension named 2nd": (
        Trace(Identity(n + Symbol("2nd", positive=True, integer=True))),
        "begin with a digit",
    ),
    "every second row": (sqnorm(X[::2, :]), "should be contiguous"),
    "too many blocks": (Trace(sp.Matrix(9, 9, lambda i, j: a)), "at most 64"),
    "blocks that do not fit": (Trace(sp.Matrix([[A, B], [C, A]])), "clash"),
    "a dimension written as a sum": (
        Trace(Identity(Symbol("(m+n)", positive=True, integer=True))),
        "should not have the signs of sums",
    ),
}


@pytest.mark.parametrize("row", TRUE)
def test_true_statements_are_proved(row: str) -> None:
    check_proved(*TRUE[row])


@pytest.mark.parametrize("row", FALSE)
def test_false_statements_are_refuted(row: str) -> None:
    check_refuted(*FALSE[row])


@pytest.mark.parametrize("row", REFUSED)
def test_meaningless_block_matrices_are_refused(row: str) -> None:
    e, message = REFUSED[row]
    result = prove(equal(e, 0))
    assert result.verdict in ("unsupported", "ill-typed")
    assert message in result.reason


def test_a_sum_has_one_name_whatever_it_is_made_of() -> None:
    assert sizes.total(["n", "m"]) == sizes.total(["m", "n"]) == "(m+n)"
    assert sizes.total(["(m+n)", "n", 2]) == "(m+2n+2)"
    assert sizes.total([1, 2]) == 3
    assert sizes.total(["n"]) == "n"
    assert sizes.terms_of("(m+2n+2)") == {"m": 1, "n": 2, "": 2}
    assert sizes.value("(m+2n+2)", {"m": 3, "n": 1}) == 7


def test_the_statement_defines_its_parts() -> None:
    reading = read(equal(X[n:, :].T * X[n:, :], X.T * X))
    shown = "\n".join(ReadableStatement(reading.statement, reading).lines())
    assert "the first n rows of I_(m+n), I[m×(m+n)>n] the m rows of I_(m+n) after the first n" in shown
    assert "where (m+n) = m + n" in shown
