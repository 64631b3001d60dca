"""Sums over a part of a family, diagonal matrices, equations for all members: read, proved, refuted, checked again."""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp

from pcaproofs.formula.from_sympy import latex
from pcaproofs.kernel import IllTyped
from pcaproofs.language.conclusions import ForAll, at_least, equal
from pcaproofs.language.derived import read_back
from pcaproofs.language.nodes import basis, diagonal, index, leading, partial_total, sample, sqnorm, total
from pcaproofs.language.readable_statement import ReadableStatement
from pcaproofs.language.reader import read
from pcaproofs.language.refusals import Unreadable
from pcaproofs.prover.prove import prove
from pcaproofs.prover.refute.problem import first_stages
from pcaproofs.verify.second_opinion import second_opinion

D, L, M, n, p = sp.symbols("D L M n p", integer=True, positive=True)
U, S, A = sp.MatrixSymbol("U", D, p), sp.MatrixSymbol("S", p, p), sp.MatrixSymbol("A", n, D)
V = sp.MatrixSymbol("V", n - 1, D - 2)
X, lam, z = sp.MatrixSymbol("X", n, p), sp.MatrixSymbol("λ", D, 1), sp.MatrixSymbol("z", M, 1)
i, j, k = map(index, "ijk")


def u(m: Any) -> Any:
    return sample(U, m)


def delta(m: Any, o: Any) -> Any:
    return sample(sp.Identity(D), m).T * sample(sp.Identity(D), o)


def entry(m: Any) -> Any:
    return lam[m, 0]


def quadratic(a: Any) -> Any:
    return sp.Trace(a.T * S * a)


ORTHONORMAL = ForAll(i, D, ForAll(j, D, equal(u(i).T * u(j), delta(i, j))))
EIGEN = ForAll(i, D, equal(S * u(i), entry(i) * u(i)))
EXPANSION = ForAll(k, n, equal(sample(X, k), total(A[k, i] * u(i), i, D)))
LAST = partial_total(entry(i), i, D, after=M)
FIRST = partial_total(entry(i), i, D, last=M)
ONTO = partial_total(u(i) * u(i).T, i, D, last=M)
BEYOND = partial_total(u(i) * u(i).T, i, D, after=M)
SPECTRAL = total(entry(i) * u(i) * u(i).T, i, D)

TRUE: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "parts of a sum": (equal(FIRST + LAST, total(entry(i), i, D)), ()),
    "the last entry": (equal(sp.Sum(lam[i, 0], (i, 0, D - 2)) + lam[D - 1, 0], total(entry(i), i, D)), ()),
    "without the first entry": (equal(sp.Sum(lam[i, 0], (i, 1, D - 1)) + lam[0, 0], total(entry(i), i, D)), ()),
    "without two rows and columns": (equal(S[0, 0] + S[1, 1] + sp.Trace(S[2:, 2:]), sp.Trace(S)), ()),
    "without the last row": (equal(sqnorm(X[: n - 1, :]) + sqnorm(X[n - 1, :]), sqnorm(X)), ()),
    "without the first rows": (equal(sqnorm(X[L:, :]), sqnorm(X) - sqnorm(X[:L, :])), ()),
    "sizes less one": (equal(sp.Trace(V * V.T), sp.Trace(V.T * V)), ()),
    "rows from the middle": (equal(sqnorm(X[1:3, :]), sqnorm(X[1, :]) + sqnorm(X[2, :])), ()),
    "entries of two lengths": (equal((X * X.T)[1, 1] - X[1, 1] ** 2, sqnorm(X[1, :]) - X[1, 1] ** 2), ()),
    "parts of a part": (
        equal(partial_total(entry(i), i, D, last=L) + partial_total(entry(i), i, D, after=L, last=M), FIRST),
        (),
    ),
    "the discarded variance": (
        equal(partial_total(quadratic(u(i)), i, D, after=M), LAST),
        (ORTHONORMAL, EIGEN),
    ),
    "squares": (
        equal(partial_total(entry(i) ** 2, i, D, after=M), partial_total(sqnorm(S * u(i)), i, D, after=M)),
        (ORTHONORMAL, EIGEN),
    ),
    "how many there are": (equal(partial_total(sqnorm(u(i)), i, D, after=M), D - M), (ORTHONORMAL,)),
    "parts are orthogonal": (equal(ONTO * BEYOND, sp.ZeroMatrix(p, p)), (ORTHONORMAL,)),
    "without the first two": (
        equal(partial_total(u(i), i, D, after=2), total(u(i), i, D) - sample(U, 0) - sample(U, 1)),
        (),
    ),
    "a sum of dyads": (equal(SPECTRAL, U.T * diagonal(lam) * U), ()),
    "a part of the dyads": (
        equal(
            partial_total(entry(i) * u(i) * u(i).T, i, D, last=M),
            U.T * leading(M, D).T * leading(M, D) * diagonal(lam) * U,
        ),
        (),
    ),
    "its eigenvectors": (equal(SPECTRAL * u(k), entry(k) * u(k)), (ORTHONORMAL,)),
    "its trace": (equal(sp.Trace(SPECTRAL), total(entry(i), i, D)), (ORTHONORMAL,)),
    "one of all members": (equal(S * u(k), entry(k) * u(k)), (EIGEN,)),
    "coefficients": (equal(A[k, j], sp.Trace(sample(X, k).T * u(j))), (ORTHONORMAL, EXPANSION)),
    "a part without the first two": (at_least(partial_total(sqnorm(u(i)), i, D, after=2, last=M), 0), ()),
    "a part without the first": (at_least(partial_total(sqnorm(u(i)), i, D, after=1, last=M), 0), ()),
    "an entry of the first two": (at_least(sqnorm(leading(2, D) * lam), lam[1, 0] ** 2), ()),
    "an entry behind the first two": (equal(leading(2, D) * basis(D, "5"), sp.ZeroMatrix(2, 1)), ()),
    "the first of M entries": (equal(sqnorm(leading(M, D) * basis(D, "0")), 1), ()),
    "a late entry needs room": (at_least(D, 6), (equal(lam[5, 0], lam[1, 0]),)),
    "fewer members": (
        equal(partial_total((leading(M, D).T * z)[i, 0] * u(i), i, D, last=M), U.T * leading(M, D).T * z),
        (),
    ),
}
FALSE: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "parts of a sum, once too much": (equal(FIRST + LAST, 2 * total(entry(i), i, D)), ()),
    "all but the last": (equal(sp.Sum(lam[i, 0], (i, 0, D - 2)), total(entry(i), i, D)), ()),
    "the first and the last entry": (equal(X[n - 1, 0], X[0, 0]), ()),
    "entries of two lengths, swapped": (equal(A[0, 1], A[1, 0]), ()),
    "the other part": (
        equal(partial_total(quadratic(u(i)), i, D, after=M), FIRST),
        (ORTHONORMAL, EIGEN),
    ),
    "members that are not orthonormal": (equal(partial_total(quadratic(u(i)), i, D, after=M), LAST), (EIGEN,)),
    "the wrong number": (equal(partial_total(sqnorm(u(i)), i, D, after=M), M), (ORTHONORMAL,)),
    "parts without orthogonality": (equal(ONTO * BEYOND, sp.ZeroMatrix(p, p)), ()),
    "without the first only": (equal(partial_total(u(i), i, D, after=2), total(u(i), i, D) - sample(U, 0)), ()),
    "dyads without their numbers": (equal(SPECTRAL, U.T * U), ()),
    "dyads in part": (equal(partial_total(entry(i) * u(i) * u(i).T, i, D, last=M), U.T * diagonal(lam) * U), ()),
    "a diagonal matrix that is not": (equal(diagonal(lam), lam * lam.T), ()),
    "a late entry needs no more room": (at_least(D, 7), (equal(lam[5, 0], lam[1, 0]),)),
    "a square of numbers": (equal(sp.Trace(diagonal(lam)), sp.Trace(lam.T * lam)), ()),
    "coefficients without orthonormality": (equal(A[k, j], sp.Trace(sample(X, k).T * u(j))), (EXPANSION,)),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_statements_are_proved(name: str) -> None:
    conclusion, given = TRUE[name]
    assert prove(conclusion, given).verdict == "proved"
    opinion = second_opinion(conclusion, given, points=2)
    assert opinion.agrees, opinion.failure


@pytest.mark.parametrize("name", FALSE)
def test_false_statements_are_refuted(name: str) -> None:
    conclusion, given = FALSE[name]
    found = prove(conclusion, given, needs=False)
    assert found.verdict == "refuted"
    assert not second_opinion(conclusion, given, points=2).agrees


def test_a_counterexample_has_real_diagonals_and_real_first_rows() -> None:
    conclusion, _ = FALSE["dyads in part"]
    reading = read(conclusion)
    stages = first_stages(reading.hints, {name: (r, c) for name, r, c in reading.statement.letters})
    assert {stage.kind for stage in stages} == {"leading", "diagonal"}
    example = prove(conclusion, needs=False).counterexample
    assert example is not None
    for name, matrix in example.letters.items():
        if name.startswith(("I[", "diag(")):
            assert all(x == 0 for r, row in enumerate(matrix) for c, x in enumerate(row) if r != c)


def test_names_and_definitions_are_read_back() -> None:
    conclusion, given = TRUE["the discarded variance"]
    reading = read(conclusion, given)
    assert read_back(reading.statement) == reading.derived
    text = "\n".join(ReadableStatement(reading.statement, reading).lines())
    assert "with diag(λ) the diagonal matrix of λ, I[M×D] the first M rows of I_D:" in text
    assert "given S Uᵀ = Uᵀ diag(λ)" in text


@pytest.mark.parametrize(
    ("e", "shown"),
    [
        (LAST, r"\sum_{i=M + 1}^{D} \lambda_{i}"),
        (leading(M, D), r"I_{M\times D}"),
        (diagonal(lam), r"\operatorname{diag}(\lambda)"),
    ],
)
def test_parts_are_printed(e: Any, shown: str) -> None:
    assert latex(e) == shown


REFUSED = {
    "a curved equation for all": (equal(U, U), (ForAll(i, D, equal(sqnorm(u(i)), 1)),)),
    "an inequality for all": (equal(U, U), (ForAll(i, D, sp.Ge(sqnorm(u(i)), 1)),)),
    "four of three": (equal(partial_total(sp.MatrixSymbol("a", 3, 1)[i, 0], i, 3, last=4), sp.Symbol("t")), ()),
    "after the fifth up to the third": (equal(partial_total(sqnorm(u(i)), i, D, after=5, last=3), sp.Symbol("t")), ()),
    "more rows than there are": (equal(leading(n + 1, n) * X, leading(n + 1, n) * X), ()),
    "an index of another length": (equal(partial_total(sample(X, i), i, D, after=M), sp.ZeroMatrix(p, 1)), ()),
    "a diagonal of a matrix": (equal(diagonal(S), sp.Identity(p)), ()),
    "a neighbour of the last entry": (equal(sp.Sum(u(0)[i + 1, 0], (i, 0, p - 1)), 0), ()),
    "a neighbour outside of a sum": (equal(u(0)[i + 1, 0], 0), ()),
    "a diagonal of what is summed": (equal(total(diagonal(S * sample(X, i)), i), sp.Identity(p)), ()),
    "of degree 3 in a matrix": (equal(total(quadratic(u(i)) * u(i), i, D), sp.ZeroMatrix(p, 1)), ()),
}


@pytest.mark.parametrize("name", REFUSED)
def test_unsupported_statements_are_refused(name: str) -> None:
    with pytest.raises((Unreadable, IllTyped)):
        read(*REFUSED[name])


def test_a_basis_vector_picks_an_entry_of_a_diagonal() -> None:
    e = basis(D, "i")
    assert prove(equal(diagonal(lam) * e, entry(i) * e)).verdict == "proved"
    assert prove(equal(diagonal(lam) * e, lam), needs=False).verdict == "refuted"
