"""What every node is read as: the kernel's polynomial of a SymPy expression, in plain text."""

from __future__ import annotations

import pytest
from letters import A, B, X, Y, j, k, lam, n, p, w, x, y
from sympy import (
    DotProduct,
    Identity,
    KroneckerDelta,
    OneMatrix,
    Rational,
    Sum,
    Symbol,
    Trace,
    ZeroMatrix,
)

from pcaproofs.kernel import Scope
from pcaproofs.language.conclusions import equal
from pcaproofs.language.express import text
from pcaproofs.language.nodes import (
    average,
    basis,
    directional,
    expectation,
    gradient,
    inner,
    inverse,
    norm,
    pinv,
    sample,
    sqnorm,
    total,
)
from pcaproofs.language.reader import read
from pcaproofs.terms import from_polynomial

t = Symbol("t", positive=True)
i = Symbol("i", integer=True)

NODES = [
    ("letter", A, "A"),
    ("sum", A + 2 * B, "2 B + A"),
    ("difference", A - B / 3, "A - 1/3 B"),
    ("product", A * B * A, "A B A"),
    ("power", A**3, "A A A"),
    ("power-zero", A**0, "I_p"),
    ("transpose", (A * B).T, "Bᵀ Aᵀ"),
    ("identity", A + Identity(p), "I_p + A"),
    ("zero", A + ZeroMatrix(p, p), "A"),
    ("ones", OneMatrix(n, p), "𝟏_n 𝟏_pᵀ"),
    ("scalar", lam * A, "λ A"),
    ("rational", Rational(2, 3) * A, "2/3 A"),
    ("trace", Trace(A * B), "tr(A B)"),
    ("trace-rotates", Trace(B * A), "tr(A B)"),
    ("trace-identity", Trace(Identity(p)), "p"),
    ("dimension", n * Trace(A), "n tr(A)"),
    ("one-over-n", A / n, "n⁻¹ A"),
    ("one-over-positive", A / t, "t⁻¹ A"),
    ("inner", inner(x, y), "xᵀ y"),
    ("inner-commutes", inner(y, x), "xᵀ y"),
    ("inner-of-matrices", inner(A, B), "tr(A Bᵀ)"),
    ("dot", DotProduct(x, y), "xᵀ y"),
    ("sqnorm", sqnorm(x - y), "yᵀ y + xᵀ x - 2 xᵀ y"),
    ("one-by-one", x.T * y, "xᵀ y"),
    ("one-by-one-moves", x * (y.T * w), "wᵀ y x"),
    ("entry-one-by-one", (x.T * A * y)[0, 0], "xᵀ A y"),
    ("outer-times", (x.T * w) * w, "wᵀ x w"),
    ("entry", A[0, 1], "e₀ᵀ A e₁"),
    ("index-sum", Sum(x[i, 0] * y[i, 0], (i, 0, p - 1)), "xᵀ y"),
    ("index-sum-of-matrix", Sum(A[i, i], (i, 0, p - 1)), "tr(A)"),
    ("index-sum-alone", Sum(x[i, 0], (i, 0, p - 1)), "𝟏_pᵀ x"),
    ("index-sum-from-1", Sum(x[i - 1, 0] * y[i - 1, 0], (i, 1, p)), "xᵀ y"),
    ("index-sum-from-1-of-matrix", Sum(A[i - 1, j - 1], (i, 1, p), (j, 1, p)), "𝟏_pᵀ A 𝟏_p"),
    ("index-sum-of-few-entries", Sum(A[i - 1, i - 1], (i, 1, 2)), "e₀ᵀ A e₀ + e₁ᵀ A e₁"),
    ("delta", Sum(KroneckerDelta(i, 0) * x[i, 0], (i, 0, p - 1)), "e₀ᵀ x"),
    ("sample", sample(X, j), "Xᵀ e_j"),
    ("basis", basis(p, "i"), "e_i"),
    ("sum-over-samples", total(sample(X, k), k), "Xᵀ 𝟏_n"),
    ("sum-of-squares", total(sqnorm(sample(X, k)), k), "tr(X Xᵀ)"),
    ("sum-of-cross", total(inner(sample(X, k), sample(Y, k)), k), "tr(X Yᵀ)"),
    ("sum-of-outer", total(sample(X, k) * sample(X, k).T, k), "Xᵀ X"),
    ("sum-of-constant", total(sqnorm(x), k, n), "n xᵀ x"),
    ("average", average(sample(X, k), k), "n⁻¹ Xᵀ 𝟏_n"),
    ("sum-twice", total(total(inner(sample(X, k), sample(X, j)), j), k), "𝟏_nᵀ X Xᵀ 𝟏_n"),
    ("expectation", expectation(A * x, x), "A E[x]"),
    ("expectation-of-outer", expectation(x * x.T, x), "E[xxᵀ]"),
    ("expectation-of-norm", expectation(sqnorm(x), x), "tr(E[xxᵀ])"),
    ("expectation-of-constant", expectation(sqnorm(y), x), "yᵀ y"),
    ("inverse", inverse(A), "A⁻¹"),
    ("inverse-power", inverse(A) ** 2, "A⁻¹ A⁻¹"),
    ("pseudo-inverse", pinv(X), "X⁺"),
    ("root", norm(x), "√(‖x‖²)"),
    ("root-squared", norm(x) ** 2, "xᵀ x"),
    ("gradient", gradient(sqnorm(x), x), "2 x"),
    ("gradient-of-form", gradient(inner(x, A * x), x), "A x + Aᵀ x"),
    ("derivative", gradient(lam**3, lam), "3 λ²"),
    ("directional", directional(A * A, A, B), "B A + A B"),
]


@pytest.mark.parametrize(("expression", "shown"), [pytest.param(*row[1:], id=row[0]) for row in NODES])
def test_nodes_are_read_into_the_kernel(expression, shown):
    statement = read(equal(expression, 0)).statement
    value = Scope(statement).expand(statement.conclusion.left)
    assert text(from_polynomial(value)) == shown


def test_a_square_root_is_its_square():
    statement = read(equal(norm(x) ** 2, sqnorm(x))).statement
    assert [name for name, _ in statement.hypotheses] or statement.conclusion.left == statement.conclusion.right


ASSUMED = [
    ("inverse", equal(inverse(A) * A, Identity(p)), ("A is invertible",)),
    ("reciprocal", equal(1 / sqnorm(x), 1), ("‖x‖² ≠ 0",)),
    ("nothing", equal(A, A.T), ()),
    ("positive symbol", equal(A / t, A), ()),
    ("dimension", equal(A / n, A), ()),
]


@pytest.mark.parametrize(("conclusion", "assumed"), [pytest.param(*row[1:], id=row[0]) for row in ASSUMED])
def test_implicit_assumptions_are_listed(conclusion, assumed):
    assert read(conclusion).assumed == assumed
