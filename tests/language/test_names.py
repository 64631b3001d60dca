"""Letters of ours and symbols of the author's that are written alike are never taken for one another."""

from __future__ import annotations

import pytest
from letters import A, X, d, i, j, k, n, p
from sympy import Abs, KroneckerDelta, MatrixSymbol, OneMatrix, Sum, Symbol, Trace, symbols

from pcaproofs import (
    at_least,
    basis,
    directional,
    equal,
    expectation,
    gradient,
    inner,
    inverse,
    norm,
    prove,
    psd,
    sample,
    sqnorm,
    total,
)
from pcaproofs.language.reader import read

B = MatrixSymbol("B", p, d)
Z = MatrixSymbol("Z", p, 1)
C, Y, V, U = (
    MatrixSymbol(name, *shape) for name, shape in {"C": (p, p), "Y": (p, 1), "V": (p, 1), "U": (d, 1)}.items()
)
noncommuting = symbols("a b", commutative=False)


def test_a_basis_vector_of_the_name_of_a_bound_index_is_refused() -> None:
    captured = total(inner(B * basis(d, "k"), A * B * basis(d, "k")), k, d)
    result = prove(equal(captured, Trace(B.T * A * B)))
    assert result.verdict == "unsupported"
    assert "e_k" in result.reason


CLASHES = [
    equal(sqnorm(basis(n, "i")), sqnorm(MatrixSymbol("e_i", n, 1))),
    equal(sqnorm(MatrixSymbol("e_i", n, 1)), sqnorm(basis(n, "i"))),
    equal(expectation(Z, Z), MatrixSymbol("E[Z]", p, 1)),
    equal(inverse(A), MatrixSymbol("A⁻¹", p, p)),
    equal(norm(Z), Symbol("√(‖Z‖²)")),
]


ROW = MatrixSymbol("row[k]", n, 1)
LOOK_ALIKES = [
    ("a running row", equal(total(inner(sample(X, k), X.T * ROW), k), sqnorm(X)), []),
    ("a running row, seen first", equal(sqnorm(ROW), total(sqnorm(sample(X, k)), k)), []),
    ("two factors of one name", equal(A + C, MatrixSymbol("A+C", p, p)), [psd(A + C), psd(MatrixSymbol("A+C", p, p))]),
    ("two indices of one name", equal(sample(X, k), sample(X, Symbol("k"))), []),
    ("two indices of entries", equal(X[Symbol("i"), 0], X[Symbol("i", integer=True), 0]), []),
    ("an index and a number", equal(X[Symbol("0"), 0], X[0, 0]), []),
    ("Cyrillic and Latin", equal(gradient(sqnorm(MatrixSymbol("х", p, 1)), MatrixSymbol("x", p, 1)), 0 * Z), []),
    ("the ones", equal(MatrixSymbol("1[n]", n, 1), OneMatrix(n, 1)), []),
    ("Greek and Latin", equal(MatrixSymbol("Α", p, p), A), []),
    ("composed and not", equal(MatrixSymbol("e\u0301", p, p), MatrixSymbol("é", p, p)), []),
    ("an index below", at_least(Symbol("lambda1") * Symbol("lambda_1"), 0), []),
    ("two short forms", at_least(Symbol("lam") * Symbol("lambda"), 0), []),
]


@pytest.mark.parametrize(("statement", "given"), [row[1:] for row in LOOK_ALIKES], ids=[row[0] for row in LOOK_ALIKES])
def test_names_that_look_alike_are_refused(statement: object, given: list[object]) -> None:
    result = prove(statement, given)
    assert result.verdict == "unsupported", str(result)
    assert "written" in result.reason


def test_a_name_that_cannot_be_seen_is_refused() -> None:
    result = prove(equal(MatrixSymbol("A\u200b", p, p), A))
    assert result.verdict == "unsupported"
    assert "printable" in result.reason


def test_hypotheses_that_look_alike_are_all_kept() -> None:
    ones = [equal(sqnorm(OneMatrix(size, 1)) * Symbol("t"), 3) for size in (n, p)]
    statement = read(equal(A, A), ones).statement
    assert len(statement.hypotheses) == 2
    assert len({name for name, _ in statement.hypotheses}) == 2


OUT_OF_RANGE = [
    ("two ranges", equal(Sum(KroneckerDelta(i, j), (i, 0, n - 1), (j, 0, p - 1)), n)),
    ("a free index", equal(Sum(KroneckerDelta(i, j), (i, 0, n - 1)), 1)),
    ("a number", equal(Sum(KroneckerDelta(i, 3), (i, 0, n - 1)), 1)),
]


@pytest.mark.parametrize("statement", [row[1] for row in OUT_OF_RANGE], ids=[row[0] for row in OUT_OF_RANGE])
def test_an_index_that_may_lie_out_of_range_is_refused(statement: object) -> None:
    assert prove(statement).verdict in ("ill-typed", "unsupported")


def test_the_first_index_is_always_in_range() -> None:
    assert prove(equal(Sum(KroneckerDelta(i, 0), (i, 0, n - 1)), 1)).verdict == "proved"


DETERMINED = [
    ("by an equation", equal(gradient(sqnorm(Z), Y), 0 * Y), [equal(Z, A * Y)]),
    ("by two", equal(gradient(sqnorm(Z), Y), 0 * Y), [equal(Z, A * V), equal(B * U, V), equal(V, A * Y)]),
    ("in a direction", equal(directional(sqnorm(Z), Y, Y), 0), [equal(A * Y, Z)]),
]


@pytest.mark.parametrize(("statement", "given"), [row[1:] for row in DETERMINED], ids=[row[0] for row in DETERMINED])
def test_nothing_that_moves_with_the_variable_is_held_fixed(statement: object, given: list[object]) -> None:
    result = prove(statement, given)
    assert result.verdict == "unsupported", str(result)
    assert "depends on Y" in result.reason


SYMBOLS = [
    ("even", at_least(Symbol("m", even=True, positive=True), 2), "even"),
    ("prime", at_least(Symbol("m", prime=True), 2), "prime"),
    ("even size", equal(MatrixSymbol("E", Symbol("m", even=True, positive=True), 1), 0), "even"),
    ("complex", equal(Abs(Symbol("z", complex=True)) ** 2, Symbol("z", complex=True) ** 2), "not real"),
    ("operators", equal(noncommuting[0] * noncommuting[1], noncommuting[1] * noncommuting[0]), "not real"),
]


@pytest.mark.parametrize(("statement", "word"), [row[1:] for row in SYMBOLS], ids=[row[0] for row in SYMBOLS])
def test_a_symbol_with_more_assumptions_than_a_sign_is_refused(statement: object, word: str) -> None:
    result = prove(statement)
    assert result.verdict == "unsupported", str(result)
    assert word in result.reason


@pytest.mark.parametrize("statement", CLASHES, ids=str)
def test_a_symbol_named_like_a_derived_letter_is_refused(statement: object) -> None:
    result = prove(statement)
    assert result.verdict == "unsupported", str(result)
    assert "written" in result.reason


def test_the_factor_of_a_psd_matrix_is_a_new_letter() -> None:
    factor = MatrixSymbol("√A", p, p)
    result = prove(equal(A, factor.T * factor), [psd(A)])
    assert result.verdict == "unsupported"
    assert "written √A" in result.reason


def test_a_free_sample_is_the_row_of_its_basis_vector() -> None:
    assert prove(equal(sample(X, k), X.T * basis(n, "k"))).verdict == "proved"
