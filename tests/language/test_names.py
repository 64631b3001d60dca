"""Letters of ours and symbols of the author's that are written alike are never taken for one another."""

from __future__ import annotations

import pytest
from sympy import MatrixSymbol, Symbol, Trace

from pcaproofs import basis, equal, expectation, index, inner, inverse, norm, prove, psd, sample, sqnorm, total

n, p, d = (Symbol(name, positive=True, integer=True) for name in "npd")
k = index("k")
A, B = MatrixSymbol("A", p, p), MatrixSymbol("B", p, d)
X, Z = MatrixSymbol("X", n, p), MatrixSymbol("Z", p, 1)


def test_a_sum_does_not_capture_a_basis_vector_of_its_index_name() -> None:
    captured = total(inner(B * basis(d, "k"), A * B * basis(d, "k")), k, d)
    assert prove(equal(captured, Trace(B.T * A * B))).verdict == "refuted"


CLASHES = [
    equal(sqnorm(basis(n, "i")), sqnorm(MatrixSymbol("e_i", n, 1))),
    equal(sqnorm(MatrixSymbol("e_i", n, 1)), sqnorm(basis(n, "i"))),
    equal(expectation(Z, Z), MatrixSymbol("E[Z]", p, 1)),
    equal(inverse(A), MatrixSymbol("A⁻¹", p, p)),
    equal(norm(Z), Symbol("√(‖Z‖²)")),
]


@pytest.mark.parametrize("statement", CLASHES, ids=str)
def test_a_symbol_that_is_written_like_a_letter_of_ours_is_refused(statement: object) -> None:
    result = prove(statement)
    assert result.verdict == "ill-typed", str(result)
    assert "written" in result.reason


def test_the_factor_of_a_psd_matrix_is_nobody_elses() -> None:
    factor = MatrixSymbol("√A", p, p)
    result = prove(equal(A, factor.T * factor), [psd(A)])
    assert result.verdict == "ill-typed"
    assert "written √A" in result.reason


def test_a_free_sample_is_the_row_of_its_basis_vector() -> None:
    assert prove(equal(sample(X, k), X.T * basis(n, "k"))).verdict == "proved"
