"""Ten answers of SymPy that are wrong, as statements: none is proved, and each that can be read is refuted.

What SymPy 1.14 answers is asserted beside each; a later one may know better.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sympy
from letters import A, B, G, H, I, In, U, X, lam, n, one, p, w, z
from sympy import (
    Determinant,
    Eq,
    MatMul,
    MatrixSymbol,
    OneMatrix,
    Q,
    Trace,
    Transpose,
    ZeroMatrix,
    ask,
    log,
    refine,
)
from sympy.stats import Expectation
from sympy.stats.rv import RandomMatrixSymbol
from sympy.stats.symbolic_multivariate_probability import VarianceMatrix

from pcaproofs.language.conclusions import at_least, equal
from pcaproofs.language.hypotheses import nonzero, orthogonal, orthonormal, positive, symmetric
from pcaproofs.language.nodes import expectation, gradient, inner, inverse, sqnorm
from pcaproofs.prover.prove import prove

zero = ZeroMatrix(p, 1)
lagrangian = inner(w, A * w) - lam * (sqnorm(w) - 1)
traces = Trace(U.T * A * U) - Trace(U.T * U)
Z = RandomMatrixSymbol("Z", p, 1)
Y = MatrixSymbol("Y", n, n)
outer = (z - expectation(z, z)) * (z - expectation(z, z)).T

# (name, what SymPy answers, the same as a statement with its assumptions, the verdicts that it may have)
TRAPS: list[tuple[str, Callable[[], bool], Any, list[Any], set[str]]] = [
    (
        "gradient of a Lagrangian",
        lambda: ((w.T * A * w)[0, 0] - lam * ((w.T * w)[0, 0] - 1)).diff(w) in (0, zero),
        equal(gradient(lagrangian, w), zero),
        [],
        {"refuted"},
    ),
    (
        "gradient of a sum of traces",
        lambda: traces.diff(U) in (0, ZeroMatrix(*U.shape)),
        equal(gradient(traces, U), ZeroMatrix(*U.shape)),
        [],
        {"refuted"},
    ),
    (
        "gradient of a Rayleigh quotient",
        lambda: ((w.T * A * w)[0, 0] / (w.T * w)[0, 0]).diff(w) in (0, zero),
        equal(gradient(inner(w, A * w), w) * sqnorm(w) - gradient(sqnorm(w), w) * inner(w, A * w), zero),
        [positive(sqnorm(w))],
        {"refuted"},
    ),
    (
        "a quotient rule without its second term",
        lambda: (Trace(w.T * A * w) / Trace(w.T * w)).diff(w) == A * w / Trace(w.T * w) + A.T * w / Trace(w.T * w),
        equal(
            gradient(inner(w, A * w), w) * sqnorm(w) - gradient(sqnorm(w), w) * inner(w, A * w),
            (A * w + A.T * w) * sqnorm(w),
        ),
        [positive(sqnorm(w))],
        {"refuted"},
    ),
    (
        "gradient of a logarithm of a determinant",
        lambda: log(Determinant(A)).diff(A) in (0, ZeroMatrix(p, p)),
        equal(gradient(log(Determinant(A)), A), ZeroMatrix(p, p)),
        [],
        {"refuted"},
    ),
    (
        "products of symmetric matrices",
        lambda: ask(Q.symmetric(A * B), Q.symmetric(A) & Q.symmetric(B)) is True,
        equal((A * B).T, A * B),
        [symmetric(A), symmetric(B)],
        {"refuted"},
    ),
    (
        "an orthogonal matrix that is not square",
        lambda: refine(U * U.T, Q.orthogonal(U)).shape != (p, p),
        equal(U * U.T, I),
        [orthogonal(U)],
        {"ill-typed"},
    ),
    (
        "orthonormal columns as rows",
        lambda: refine(U * U.T, Q.orthogonal(U)).shape != (p, p),
        equal(U * U.T, I),
        [orthonormal(U)],
        {"refuted"},
    ),
    (
        "XXᵀ is definite for every X of full rank",
        lambda: bool(ask(Q.positive_definite(X * X.T), Q.fullrank(X))),
        equal(MatMul(X, X.T, Y, evaluate=False), In),  # XᵀX invertible ⊢ XXᵀ invertible, by its inverse (XᵀX)⁻¹
        [equal(X.T * X * G, I), equal(Y, X * G * G * X.T)],
        {"refuted"},
    ),
    (
        "XᵀX is not invertible for any X of full rank",
        lambda: ask(Q.invertible(X.T * X), Q.fullrank(X)) is False,
        equal(I, 0 * I),
        [equal(X.T * X * G, I)],
        {"refuted"},
    ),
    (
        "a centring matrix times its inverse",
        lambda: bool(H * H.inverse() == In),
        equal(MatMul(H, inverse(H), evaluate=False), In),
        [],
        {"undecided"},
    ),
    (
        "ones are left alone by what is no inverse",
        lambda: (H.inverse() * H * one).doit() == one,
        equal(MatMul(inverse(H), H, one, evaluate=False), one),
        [],
        {"undecided"},
    ),
    (
        "ones are sent to zero by it",
        lambda: (H.inverse() * (H * one).expand().doit()).doit() == ZeroMatrix(n, 1),
        equal(MatMul(inverse(H), H * one, evaluate=False), ZeroMatrix(n, 1)),
        [],
        {"undecided"},
    ),
    (
        "a matrix of ones is never invertible",
        lambda: ask(Q.invertible(OneMatrix(n, n))) is False and bool(ask(Q.invertible(OneMatrix(1, 1)))),
        equal(In, 0 * In),
        [equal(one * one.T * Y, In)],
        {"refuted"},  # at n = 1
    ),
    (
        "a variance that becomes a column",
        lambda: VarianceMatrix(Z).rewrite(Expectation).shape == (p, 1) != VarianceMatrix(Z).shape,
        equal(expectation(outer, z), zero),
        [],
        {"ill-typed"},
    ),
    ("a variance matrix", lambda: VarianceMatrix(Z).shape == (p, p), equal(VarianceMatrix(Z), I), [], {"unsupported"}),
    ("a square of n×p", lambda: (X * X).shape == X.shape, equal(X * X, X), [], {"ill-typed"}),
    ("a trace of n×p", lambda: Trace(X) is not None, equal(Trace(X), Trace(Transpose(X))), [], {"ill-typed"}),
]


@pytest.mark.parametrize("name", [row[0] for row in TRAPS])
def test_a_wrong_answer_of_sympy_is_not_proved(name: str) -> None:
    ((_, sympy_says, conclusion, assuming, verdicts),) = [row for row in TRAPS if row[0] == name]
    assert sympy_says() or sympy.__version__ != "1.14.0"
    result = prove(conclusion, assuming, needs=False)
    assert result.verdict in verdicts, str(result)


def test_a_relation_that_sympy_evaluated_to_true_is_not_proved() -> None:
    assert prove(Eq(H * H.inverse(), In)).verdict == "undecided"


def test_the_right_answers_are_proved() -> None:
    """The same places with the answers that are true, so that a refusal of everything would not pass."""
    right = [
        (equal(gradient(lagrangian, w), A * w + A.T * w - 2 * lam * w), []),
        (equal(gradient(traces, U), A * U + A.T * U - 2 * U), []),
        (equal((A * B).T, B * A), [symmetric(A), symmetric(B)]),
        (equal(X.T * X * G, G * X.T * X), [equal(X.T * X * G, I)]),
        (equal(expectation(outer, z).T, expectation(outer, z)), []),
        (equal(H * one, 0 * one), []),
        (at_least(Trace(expectation(outer, z)), 0), []),
        (equal(1 / lam * lam, 1), [nonzero(lam)]),
    ]
    for conclusion, assuming in right:
        assert prove(conclusion, assuming, needs=False).verdict == "proved", conclusion
