"""Powers with a symbol as exponent: what is true is proved by induction, what is false is refuted at an exponent."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
import sympy as sp
from sympy import Ge, Identity, MatrixSymbol, OneMatrix, Symbol, Trace, Transpose

from pcaproofs.language.conclusions import at_least, equal, minimises
from pcaproofs.language.hypotheses import eigenpair, orthogonal, psd, symmetric, unit
from pcaproofs.language.nodes import diagonal, gradient, index, inner, inverse, power_sum, sqnorm, total
from pcaproofs.prover.prove import prove
from pcaproofs.verify.second_opinion import evaluate_nodes
from pcaproofs.verify.second_opinion.evaluate import evaluate
from pcaproofs.verify.second_opinion.valuation import Valuation

n, m = (Symbol(name, positive=True, integer=True) for name in "nm")
k = Symbol("k", integer=True, nonnegative=True)
j = Symbol("j", integer=True, positive=True)
i = Symbol("i", integer=True, nonnegative=True)
A, B, C, Q, V = (MatrixSymbol(name, n, n) for name in "ABCQV")
F, G = MatrixSymbol("F", n, m), MatrixSymbol("G", m, n)
l, w, x = (MatrixSymbol(name, n, 1) for name in "lwx")
one, I, D = OneMatrix(n, 1), Identity(n), diagonal(l)
c, lam, s, t = (Symbol(name, real=True) for name in ("c", "lam", "s", "t"))
COMMUTE = [equal(A * B, B * A)]
IDEMPOTENT = [equal(A * A, A)]
LIST = [equal(A * V, V * D), orthogonal(V)]

FREE = {
    "geometric sum": equal((A - I) * power_sum(A, k), A**k - I),
    "geometric sum at the right": equal(power_sum(A, j) * (A - I), A**j - I),
    "pushed through": equal((F * G) ** k * F, F * (G * F) ** k),
    "trace of a cycle": equal(Trace((F * G) ** j), Trace((G * F) ** j)),
    "scaled": equal((c * A) ** k, c**k * A**k),
    "transposed": equal(Transpose(A**k), A.T**k),
    "doubled": equal(A ** (2 * k + 1), A**k * A * A**k),
    "one less": equal(A * A ** (j - 1), A**j),
}
TRUE: dict[str, tuple[Any, list[Any]]] = {name: (conclusion, []) for name, conclusion in FREE.items()} | {
    "commuting": (equal(A**k * B, B * A**k), COMMUTE),
    "product": (equal((A * B) ** k, A**k * B**k), COMMUTE),
    "idempotent": (equal(A**j, A), IDEMPOTENT),
    "of an affine function": (equal((s * I + t * A) ** k, s**k * (I - A) + (s + t) ** k * A), IDEMPOTENT),
    "nilpotent": (equal((I + t * A) ** k, I + k * t * A), [equal(A * A, 0 * I)]),
    "geometric series": (equal((A**k - I) * inverse(A - I), power_sum(A, k)), []),
    "eigenvector": (equal(A**k * x, lam**k * x), [eigenpair(A, x, lam)]),
    "diagonalised": (equal(A**k, V * D**k * V.T), LIST),
    "similar": (equal((V * B * inverse(V)) ** k, V * B**k * inverse(V)), []),
    "orthogonal": (equal(Transpose(Q**k) * Q**k, I), [orthogonal(Q)]),
    "symmetric": (equal(Transpose(A**k), A**k), [symmetric(A)]),
    "reflection": (equal(Q ** (2 * k + 1), Q), [orthogonal(Q), symmetric(Q)]),
    "orthogonal and skew": (equal(Q ** (2 * k), (-1) ** k * I), [orthogonal(Q), equal(Q.T, -Q)]),
    "rows of ones": (equal(A**k * one, one), [equal(A * one, one)]),
    "nonnegative": (at_least(c**k), [Ge(c, 0)]),
    "at this exponent": (equal(A**k * A**k, A**k), [equal(A**k, I)]),
}
FALSE: dict[str, tuple[Any, list[Any]]] = {
    "not commuting": (equal(A**k * B, B * A**k), []),
    "product of any": (equal((A * B) ** k, A**k * B**k), []),
    "idempotent at 0": (equal(A**k, A), IDEMPOTENT),
    "cube of an idempotent": (equal(A**j, A), [equal(A * A * A, A)]),
    "cyclic at 0": (equal(Trace((F * G) ** k), Trace((G * F) ** k)), []),
    "one too many": (equal((A - I) * power_sum(A, k), A ** (k + 1) - I), []),
    "one too few": (equal(power_sum(A, k + 0) + A**k, power_sum(A, k)), []),
    "scaled once": (equal((c * A) ** j, c * A**j), []),
    "transposed as it is": (equal(Transpose(A**k), A**k), []),
    "reflection of odd power": (equal(Q**k, I), [orthogonal(Q), symmetric(Q)]),
    "skew without a sign": (equal(Q ** (2 * k), I), [orthogonal(Q), equal(Q.T, -Q)]),
    "nilpotent doubled": (equal((I + A) ** k, I + 2 * k * A), [equal(A * A, 0 * I)]),
    "eigenvalue kept": (equal(A**k * x, lam * x), [eigenpair(A, x, lam)]),
    "trace of powers": (equal(Trace(A**k), Trace(A) ** k), []),
    "power of a sum": (equal((A + B) ** k, A**k + B**k), COMMUTE),
    "exponent as a factor": (equal(A**k, k * A), []),
    "columns of ones": (equal(A.T**k * one, one), [equal(A * one, one)]),
    "negative": (at_least(c**k), []),
    "at this exponent only": (equal(A, I), [equal(A**k, I)]),
    "growing": (at_least(c**k, c), [Ge(c, 1)]),
}


@pytest.mark.parametrize("name", TRUE)
def test_true_statements_about_powers_are_proved(name: str) -> None:
    conclusion, assuming = TRUE[name]
    found = prove(conclusion, assuming)
    assert (found.verdict, found.reason) == ("proved", "")
    assert all(part.verdict == "proved" and part.certificate is not None for part in found.parts)


@pytest.mark.parametrize("name", FALSE)
def test_false_statements_about_powers_are_refuted(name: str) -> None:
    conclusion, assuming = FALSE[name]
    found = prove(conclusion, assuming, needs=False)
    assert found.verdict == "refuted", found
    assert found.reason.split(" = ")[0] in ("k", "j")


@pytest.mark.parametrize("name", [name for name in FALSE if name != "product of any"])  # which takes long
def test_induction_alone_does_not_prove_what_is_false(name: str) -> None:
    conclusion, assuming = FALSE[name]
    assert prove(conclusion, assuming, seconds=0.3, refute=False).verdict == "undecided"


@pytest.mark.parametrize("name", FREE)
def test_proved_statements_about_powers_hold_for_explicit_matrices(name: str) -> None:
    assert evaluate_nodes
    random, conclusion = Random(name), FREE[name]
    sizes = {n: 2, m: 3}
    shapes = {A: (2, 2), B: (2, 2), F: (2, 3), G: (3, 2), c: (1, 1)}
    for value in range(1, 6):
        letters = {x: sp.Matrix(*shape, lambda a, b: random.randint(-2, 2)) for x, shape in shapes.items()}
        left, right = (
            evaluate(side.xreplace({k: sp.Integer(value), j: sp.Integer(value)}), Valuation(sizes, letters))
            for side in conclusion.args
        )
        assert (left - right).is_zero_matrix


REFUSED = {
    "two exponents": (equal(A**k * B**i, B**i * A**k), COMMUTE, "the exponents i, k"),
    "a length": (equal(Trace(A**n), n), [], "as a length and as an exponent"),
    "a fraction": (equal(A ** (k / 2), A), [], "the exponent should be"),
    "a product": (equal(A ** (k * k), A), [], "the exponent should be"),
    "negative at 0": (equal(A ** (k - 1), A**k), [], "the exponent should be"),
    "a rectangle": (equal(sp.MatPow(A * F * G, k), (A * F * G) ** (k + 12)), [], "the exponent should be"),
    "an index": (equal(A[k, 0] ** k, A[k, 0] ** k * c), [], "as an exponent and as an index"),
    "a bound index": (equal(total(c**i * x[i, 0], i, n), c), [], "bound as an index"),
    "a derivative": (equal(gradient(Trace(A**k), A), k * A.T ** (k - 1) * A), [], "A varies"),
    "a derivative beside": (equal(gradient(sqnorm(x), x) * c**k, 2 * c**k * x), [], "beside a derivative"),
    "an optimum": (minimises(sqnorm(A**k * x), {x: 0 * x}), [], "beside a derivative or an optimum"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_meaningless_powers_are_refused(name: str) -> None:
    conclusion, assuming, why = REFUSED[name]
    found = prove(conclusion, assuming)
    assert found.verdict == "unsupported"
    assert why in found.reason


def test_a_contradiction_proves_nothing() -> None:
    found = prove(equal(A**k, B), [unit(x), equal(inner(x, x), 2)])
    assert found.verdict != "proved"


def test_an_exponent_may_be_the_index_of_a_sum_too() -> None:
    """Also where the proof is one for even and one for odd exponents, as the trace of a power is."""
    squared = total(l[k, 0], k, n) ** 2
    assert prove(at_least(squared + Trace(A**k), 0), psd(A)).verdict == "proved"
    assert prove(at_least(squared + Trace(A**k), 0), needs=False).verdict == "refuted"


def test_an_index_is_no_exponent() -> None:
    assert index("k") == k
