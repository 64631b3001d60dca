"""Hadamard products are read entry by entry: what is proved, refuted and not read."""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp
from statement_checks import check_proved, check_refuted
from sympy import BlockMatrix, HadamardProduct, Identity, MatrixSymbol, OneMatrix, Symbol, Trace, ZeroMatrix

from pcaproofs.language.conclusions import equal, unequal
from pcaproofs.language.entrywise import Cell
from pcaproofs.language.hypotheses import diagonal_matrix, orthogonal, symmetric
from pcaproofs.language.nodes import basis, diagonal, directional, index, inner, inverse, kron, sqnorm
from pcaproofs.prover.prove import prove

n, m = Symbol("n", positive=True, integer=True), Symbol("m", positive=True, integer=True)
A, B, C = (MatrixSymbol(name, n, m) for name in "ABC")
S, T, U, H = (MatrixSymbol(name, n, n) for name in "STUH")
x, z, y = MatrixSymbol("x", n, 1), MatrixSymbol("z", n, 1), MatrixSymbol("y", m, 1)
c = Symbol("c", real=True)
i, j = index("i"), index("j")
I, ones, ones_m = Identity(n), OneMatrix(n, 1), OneMatrix(m, 1)


def o(*factors: Any) -> Any:
    """The product entry by entry."""
    return HadamardProduct(*factors)


def all_of(body: Any, *again: Any) -> Any:
    """The sum over i and j, and once more over other indices."""
    return sp.Sum(body, *((k, 0, n - 1) for k in again), (j, 0, m - 1), (i, 0, n - 1))


TRUE: dict[str, tuple[Any, list[Any]]] = {
    "commutes": (equal(o(A, B), o(B, A)), []),
    "is associative": (equal(o(o(A, B), C), o(A, o(B, C))), []),
    "is distributive": (equal(o(A, B + C), o(A, B) + o(A, C)), []),
    "numbers go out": (equal(o(c * A, B), c * o(A, B)), []),
    "transpose": (equal(sp.Transpose(o(A, B)), o(A.T, B.T)), []),
    "with ones": (equal(o(A, ones * ones_m.T), A), []),
    "with zeros": (equal(o(A, ZeroMatrix(n, m)), ZeroMatrix(n, m)), []),
    "with a dyad": (equal(o(A, x * y.T), diagonal(x) * A * diagonal(y)), []),
    "of dyads": (equal(o(x * y.T, z * y.T), o(x, z) * sp.Transpose(o(y, y))), []),
    "of columns": (equal(o(x, z), diagonal(x) * z), []),
    "times a diagonal matrix": (equal(o(diagonal(x) * A, B), diagonal(x) * o(A, B)), []),
    "sum of all entries": (equal(ones.T * o(A, B) * ones_m, Trace(A.T * B)), []),
    "sums of rows": (equal(o(A, B) * ones_m, o(A * B.T, I) * ones), []),
    "quadratic form": (equal(inner(x, o(A, B) * y), Trace(diagonal(x) * A * diagonal(y) * B.T)), []),
    "diagonal of a diagonal": (equal(o(o(S, I), I), o(S, I)), []),
    "diagonal of a transpose": (equal(o(S.T, I), o(S, I)), []),
    "trace of a diagonal": (equal(Trace(o(S, I)), Trace(S)), []),
    "diagonal part is symmetric": (equal(sp.Transpose(o(S, I)), o(S, I)), []),
    "symmetric factors": (equal(sp.Transpose(o(S, T)), o(S, T)), [symmetric(S), symmetric(T)]),
    "skew and symmetric": (equal(sp.Transpose(o(S, T)), -o(S, T)), [equal(S.T, -S), symmetric(T)]),
    "an entry": (equal(Cell(o(A, B), i, j), A[i, j] * B[i, j]), []),
    "an entry of the diagonal part": (equal(Cell(o(S, I), i, i), S[i, i]), []),
    "differential": (equal(directional(o(S, S), S, H), 2 * o(S, H)), []),
    "diagonal of a product": (equal(o(S * T, I), o(T.T * S.T, I)), []),
    "columns as a hypothesis": (equal(inner(x, z), 0), [equal(o(x, z), 0 * x)]),
    "a square as a hypothesis": (equal(sqnorm(x), ones.T * x), [equal(o(x, x), x)]),
    "a dyad as a hypothesis": (equal(diagonal(x) * A * diagonal(y), B), [equal(o(A, x * y.T), B)]),
    "an entry beside the diagonal": (equal(S[i, j], 0), [diagonal_matrix(S), unequal(i, j)]),
    "an entry beside the diagonal of an identity": (equal((S * inverse(S))[i, j], 0), [unequal(i, j)]),
    "columns of an orthogonal matrix": (equal((S.T * S)[i, j], 0), [orthogonal(S), sp.Ne(i, j)]),
    "with SymPy's diagonal matrix": (equal(o(A, x * y.T), sp.DiagMatrix(x) * A * sp.DiagMatrix(y)), []),
    "an entry of SymPy's diagonal matrix": (equal(sp.DiagMatrix(x)[i, i], x[i, 0]), []),
    "indices of the author are others": (equal(o(A, B), o(B, A)), [equal(inner(basis(n, "i"), x), 0)]),
}
FALSE: dict[str, tuple[Any, list[Any]]] = {
    "one factor is left out": (equal(o(A, B + C), o(A, B) + C), []),
    "not the usual product": (equal(o(S, T), S * T), []),
    "a transposed factor": (equal(o(S, T), o(S, T.T)), []),
    "numbers go out twice": (equal(o(c * A, c * B), c * o(A, B)), []),
    "with one diagonal": (equal(o(A, x * y.T), diagonal(x) * A), []),
    "with the identity": (equal(o(S, I), S), []),
    "the diagonal is not zero": (equal(o(S, I), 0 * S), []),
    "twice the diagonal": (equal(o(S, I), 2 * o(S, I)), []),
    "applied to a column": (equal(o(S, T) * x, o(S * x, T * x)), []),
    "sum of all entries": (equal(ones.T * o(S, T) * ones, Trace(S * T)), []),
    "sums of rows of the other": (equal(o(S, T) * ones, o(S * T, I) * ones), []),
    "quadratic form": (equal(inner(x, o(S, T) * z), Trace(diagonal(x) * S * diagonal(z) * T)), []),
    "trace": (equal(Trace(o(S * T, I)), Trace(S) * Trace(T)), []),
    "one factor is symmetric": (equal(sp.Transpose(o(S, T)), o(S, T)), [symmetric(S)]),
    "diagonal of a product": (equal(o(S * T, I), o(T * S, I)), []),
    "diagonals are multiplied": (equal(o(S * T, I), o(o(S, I), T)), []),
    "an entry of the other place": (equal(Cell(o(S, T), i, j), S[i, j] * T[j, i]), []),
    "an entry beside the diagonal": (equal(Cell(o(S, I), i, j), S[i, j]), []),
    "differential": (equal(directional(o(S, S), S, H), o(S, H)), []),
    "differential of a square": (equal(directional(o(S, S), S, H), o(S, H) + S * H), []),
    "columns as a hypothesis": (equal(x, 0 * x), [equal(o(x, z), 0 * x)]),
    "a square as a hypothesis": (equal(sqnorm(x), 1), [equal(o(x, x), x)]),
    "a dyad as a hypothesis": (equal(A * y, x), [equal(o(A, x * y.T), B)]),
    "an entry of a diagonal matrix": (equal(S[i, i], 0), [diagonal_matrix(S), unequal(i, j), equal(T[i, j], 0)]),
    "an entry of a symmetric matrix": (equal(S[i, j], 0), [symmetric(S), unequal(i, j)]),
    "SymPy's diagonal matrix": (equal(sp.DiagMatrix(x) * S, S * sp.DiagMatrix(x)), []),
    "indices of the author say nothing": (equal(o(x, x), 0 * x), [equal(inner(basis(n, "i"), x), 0)]),
}
REFUSED: dict[str, tuple[Any, str, list[Any]]] = {
    "a sum of degree three": (equal(inner(o(A, B), C), 0), "degree 3", []),
    "three entries that differ": (
        equal(all_of(A[i, j] * B[i, j] * C[i, j]), all_of(A[i, j] ** 2 * B[i, j])),
        "degree 3",
        [],
    ),
    "three entries, of which a hypothesis is about one": (
        equal(all_of(A[i, j] * B[i, j] * C[i, j]), all_of(A[i, j] ** 2 * B[i, j])),
        "degree 3",
        [equal(A[i, j], C[i, j])],
    ),
    "three entries in sums of other lengths": (
        equal(all_of(A[i, j] * B[i, j] * C[i, j]), sp.Sum(A[i, j] * B[i, j] * C[i, j], (j, 0, m - 1))),
        "degree 3",
        [],
    ),
    "an index that two sums bind": (
        equal(all_of(A[i, j] * B[i, j] * C[i, j], i), all_of(A[i, j] * B[i, j] * C[i, j], i)),
        "degree 3",
        [],
    ),
    "an inverse": (equal(inverse(o(S, T)), S), "Hadamard products should be in", []),
    "a hypothesis": (equal(A, B), "should have a column as a factor", [equal(o(A, A), o(B, B))]),
    "different indices of nothing": (equal(S, T), "should be indices of rows or columns", [unequal(i, j)]),
    "a block": (equal(sqnorm(BlockMatrix([[o(A, B), A]])), 0), "Hadamard products should be in", []),
    "a product in a Kronecker product": (equal(Trace(kron(o(S, T), sp.Determinant(U) * S)), Trace(S)), "degree 4", []),
    "a trace of two products": (equal(Trace(HadamardProduct(S, A * A.T)), 0), "degree 4", []),
}


@pytest.mark.parametrize("row", TRUE)
def test_true_statements_are_proved(row: str) -> None:
    check_proved(*TRUE[row])


@pytest.mark.parametrize("row", FALSE)
def test_false_statements_are_refuted(row: str) -> None:
    check_refuted(*FALSE[row])


@pytest.mark.parametrize("row", REFUSED)
def test_meaningless_entrywise_operations_are_refused(row: str) -> None:
    conclusion, message, assuming = REFUSED[row]
    result = prove(conclusion, assuming)
    assert result.verdict == "unsupported"
    assert message in result.reason
