"""Values of expressions, hypotheses and signs at a valuation, against SymPy's matrices written out by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import sympy as sp
from letters import A, I, X, k, lam, n, p, t, w, x
from second_opinion_statements import v

from pcaproofs.language import hypotheses
from pcaproofs.language.nodes import inner, inverse, norm, pinv, sample, sqnorm, total
from pcaproofs.verify.second_opinion.evaluate import evaluate
from pcaproofs.verify.second_opinion.relations import Relation, term_count, violation
from pcaproofs.verify.second_opinion.valuation import Meaningless, Undefined, Valuation, is_zero, sign

M = sp.Matrix([[1, 2], [3, 5]])
R = sp.Matrix([[1, 0, 2], [0, 1, 1]])
U, W = sp.Matrix([1, 2]), sp.Matrix([3, -1])
HERE = Valuation({n: 2, p: 2}, {A: M, w: U, x: W, t: sp.Matrix([[7]]), v: U, X: M})
WIDE = Valuation({n: 2, p: 3}, {X: R})


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        (A * w, M * U),
        (A.T * w, M.T * U),
        (A**2 - 2 * A, M * M - 2 * M),
        (A**-1, sp.Matrix([[-5, 2], [3, -1]])),
        (inverse(A), sp.Matrix([[-5, 2], [3, -1]])),
        (t * A / 2, M * sp.Rational(7, 2)),
        ((x.T * w) * w, U),
        (w * (x.T * w), U),
        (A * (x.T * w) * A, M * M),
        (sp.MatMul(A, x.T, w), M),
        (w * x.T * w * x.T, U * W.T),
        (sp.Trace(A), sp.Matrix([[6]])),
        (sp.Determinant(A), sp.Matrix([[-1]])),
        (inner(w, x), sp.Matrix([[1]])),
        (sqnorm(A), sp.Matrix([[39]])),
        (norm(A), sp.Matrix([[sp.sqrt(39)]])),
        (1 / sqnorm(w), sp.Matrix([[sp.Rational(1, 5)]])),
        (sp.MatPow(w.T * x, -2), sp.Matrix([[1]])),
        (A[1, 0], sp.Matrix([[3]])),
        ((A * A)[0, 1], sp.Matrix([[12]])),
        (sample(X, sp.Integer(1)), sp.Matrix([3, 5])),
        (total(sample(X, k), k), sp.Matrix([4, 7])),
        (total(inner(sample(X, k), w) * sample(X, k), k), M.T * M * U),
        (sp.OneMatrix(n, p) * I, sp.ones(2, 2)),
    ],
)
def test_nodes_have_their_explicit_values(expression: Any, value: sp.Matrix) -> None:
    assert evaluate(sp.sympify(expression), HERE) == value


def test_the_pseudo_inverse_has_its_four_properties() -> None:
    for m in (R, R.T, sp.Matrix([[1, 2, 3], [2, 4, 6]]), sp.zeros(2, 3)):
        letter = sp.MatrixSymbol("M", *m.shape)
        inv = evaluate(pinv(letter), Valuation({}, {letter: m}))
        assert (m * inv * m, inv * m * inv) == (m, inv)
        assert (m * inv, inv * m) == ((m * inv).T, (inv * m).T)


@pytest.mark.parametrize(
    ("expression", "error", "message"),
    [
        (X.T + X, Meaningless, "got 2×3 plus 3×2: shapes clash"),
        (sp.MatMul(X, X), Meaningless, "got 2×3 times 2×3: shapes clash"),
        (inner(X, X.T), Meaningless, "got 2×3 and 3×2: shapes clash"),
        (inverse(X), Meaningless, "got the inverse of 2×3, but should be square"),
        (1 / sqnorm(X - X), Meaningless, "got a division by zero"),
        (inverse(X.T * X), Undefined, "got the inverse of a singular matrix"),
        (sp.sqrt(-sqnorm(X)), Undefined, "got a root of -7"),
        (X[2, 0], Undefined, "got the index 2, but should be below 2"),
        (A, Meaningless, "got A, but nothing gives it a value here"),
    ],
)
def test_expressions_without_a_value_raise(expression: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message.replace("(", r"\(")):
        evaluate(sp.sympify(expression), WIDE)


C3 = sp.Rational(3, 5), sp.Rational(4, 5)
HOLDS = {
    "symmetric": ([[1, 2], [2, 5]], [[1, 2], [3, 5]]),
    "orthonormal": ([[C3[0]], [C3[1]]], [[1], [1]]),
    "orthogonal": ([[C3[0], -C3[1]], [C3[1], C3[0]]], [[1, 0], [0, 2]]),
    "projector": ([[C3[0] ** 2, C3[0] * C3[1]], [C3[0] * C3[1], C3[1] ** 2]], [[1, 1], [0, 0]]),
    "unit": ([[C3[0]], [C3[1]]], [[1], [1]]),
    "centered": ([[1, 2], [-1, -2]], [[1, 2], [-1, 2]]),
    "psd": ([[1, 2], [2, 4]], [[1, 2], [2, 3]]),
    "nonzero": ([[-1]], [[0]]),
    "positive": ([[2]], [[0]]),
    "nonnegative": ([[0]], [[-1]]),
}


@pytest.mark.parametrize("kind", HOLDS)
def test_named_hypotheses_hold_where_their_equations_do(kind: str) -> None:
    for rows, holds in zip(HOLDS[kind], (True, False), strict=True):
        m = sp.Matrix(rows)
        letter = sp.Symbol("s") if kind in ("nonzero", "positive", "nonnegative") else sp.MatrixSymbol("M", *m.shape)
        item, valuation = getattr(hypotheses, kind)(letter), Valuation({}, {letter: m})
        assert (violation(item, valuation) == "") is holds
        if kind != "psd":  # whose equation names a factor
            assert all(Relation(*e).failure(valuation) == "" for e in item.equations()) is holds


@pytest.mark.parametrize(
    ("rows", "holds"),
    [
        ([[0, 0], [0, 3]], True),
        ([[0, 1], [1, 3]], False),
        ([[1, 1, 1], [1, 1, 1], [1, 1, 1]], True),
        ([[1, 1, 0], [1, 1, 1], [0, 1, 1]], False),
        ([[2, -1, 0], [-1, 2, -1], [0, -1, 2]], True),
        ([[1, 0], [1, 1]], False),
        ([[-1]], False),
    ],
)
def test_psd_is_decided_exactly(rows: list[list[int]], holds: bool) -> None:
    m = sp.Matrix(rows)
    letter = sp.MatrixSymbol("M", *m.shape)
    assert (violation(hypotheses.psd(letter), Valuation({}, {letter: m})) == "") is holds


def test_eigenpair_needs_a_vector_that_is_not_zero() -> None:
    item = hypotheses.eigenpair(A, w, lam)
    valuation = Valuation({p: 2}, {A: sp.eye(2) * 3, w: U, lam: sp.Matrix([[3]])})
    assert violation(item, valuation) == ""
    assert violation(item, replace(valuation, letters={**valuation.letters, w: sp.zeros(2, 1)}))
    assert violation(item, replace(valuation, letters={**valuation.letters, lam: sp.Matrix([[2]])}))


def test_zero_and_sign_are_exact() -> None:
    r, s = sp.symbols("r s", real=True)
    assert is_zero((r + s) ** 2 - r**2 - 2 * r * s - s**2)
    assert is_zero(r / (r * s) - 1 / s)
    assert not is_zero(r - s)
    assert is_zero(sp.sqrt(8) - 2 * sp.sqrt(2))
    tiny = sp.sqrt(10**20 + 1) - 10**10
    assert (sign(tiny), sign(-tiny), sign(tiny - tiny)) == (1, -1, 0)


def test_terms_are_counted_before_they_are_multiplied_out() -> None:
    b, c, e = sp.symbols("b c e")
    valuation = Valuation({}, {t: sp.Matrix([[b + c]]), lam: sp.Matrix([[b + c + e]])})
    relations = [Relation(side, "=", sp.Integer(0)) for side in (t * lam, t**3, t + lam, 1 / t)]
    terms = [term_count(relation.sides(valuation)) - 1 for relation in relations]
    assert terms == [6, 8, 3, 4]
