"""Determinants, adjugates, powers cⁿ and logarithms: what is true is proved, what is false is refuted.

Every hypothesis that the reader adds is compared with NumPy, at random matrices of sizes 1 to 5.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from sympy import Abs, BlockMatrix, Eq, Identity, MatrixSymbol, Symbol, Trace, ZeroMatrix, log

from pcaproofs.kernel import Expression, IllTyped
from pcaproofs.language.conclusions import at_least, equal, unequal
from pcaproofs.language.derived import THEOREM, Kind, Meaning, leading_after
from pcaproofs.language.hypotheses import eigenpair, orthogonal, projector, psd, symmetric
from pcaproofs.language.nodes import adjugate, det, directional, gradient, inner, inverse, kron
from pcaproofs.language.reader import Reading, read
from pcaproofs.language.refusals import Unreadable
from pcaproofs.prover.prove import prove
from pcaproofs.verify.second_opinion import second_opinion

Array = NDArray[np.float64]
n, m = (Symbol(name, positive=True, integer=True) for name in "nm")
A, B, C, H, K, M, P, Q, S, X = (MatrixSymbol(name, n, n) for name in "ABCHKMPQSX")
U, V, W = MatrixSymbol("U", n, m), MatrixSymbol("V", m, n), MatrixSymbol("W", m, m)
T, R = MatrixSymbol("T", 2, 2), MatrixSymbol("R", 3, 3)
UP = MatrixSymbol("U", n + 1, n)
u, v, w = MatrixSymbol("u", n, 1), MatrixSymbol("v", n, 1), MatrixSymbol("w", m, 1)
c, s = Symbol("c", real=True), Symbol("s", positive=True)
k = Symbol("k", nonnegative=True, integer=True)
one, small = Identity(n), Identity(m)
G, F = MatrixSymbol("G", 4, 4), MatrixSymbol("F", 2, 2)
swapped, quarters = BlockMatrix([[A, B], [B, A]]), BlockMatrix([[A, B], [C, H]])
scaled = BlockMatrix([[A, B], [C, c * C]])
upper = BlockMatrix([[A, U], [ZeroMatrix(m, n), W]])


def characteristic(a: Any, last: Any) -> Any:
    """The characteristic polynomial of a matrix of size 3 at itself, with its last coefficient."""
    return a**3 - Trace(a) * a**2 + (Trace(a) ** 2 - Trace(a**2)) / 2 * a - last * Identity(3)


third = (Trace(G) ** 3 - 3 * Trace(G) * Trace(G**2) + 2 * Trace(G**3)) / 6
fourth = G**4 - Trace(G) * G**3 + (Trace(G) ** 2 - Trace(G**2)) / 2 * G**2 - third * G + det(G) * Identity(4)

TRUE: list[tuple[Any, list[Any]]] = [
    (equal(det(A * B), det(A) * det(B)), []),
    (equal(det(A * B), det(B * A)), []),
    (equal(det(A.T), det(A)), []),
    (equal(det(c * A), c**n * det(A)), []),
    (equal(det(-A), (-1) ** n * det(A)), []),
    (equal(det(6 * A / c), 2**n * 3**n * det(A) / c**n), [Eq(c * c, s)]),
    (equal(det(one), 1), []),
    (equal(det(inverse(A)), 1 / det(A)), []),
    (equal(det(A**3), det(A) ** 3), []),
    (equal(det(one + u * v.T), 1 + inner(u, v)), []),
    (equal(det(A + u * v.T), det(A) * (1 + inner(v, inverse(A) * u))), []),
    (equal(det(one + U * V), det(small + V * U)), []),
    (equal(det(one - A * B), det(one - B * A)), []),
    (equal(det(A + U * V), det(A) * det(small + V * inverse(A) * U)), []),
    (equal(det(A + u * v.T + A * v * v.T), det(A) * (1 + inner(v, inverse(A) * u + v))), []),
    (equal(det(A + U * W * V), det(A) * det(small + W * V * inverse(A) * U)), []),
    (equal(det(A + B), det(A) * det(one + inverse(A) * B)), []),
    (equal(det(s * one + U * V) * s**m, s**n * det(s * small + V * U)), []),
    (equal(det(c * one - A), (-1) ** n * det(A - c * one)), []),
    (equal(det(c * one - A * B), det(c * one - B * A)), []),
    (equal(det(Q) ** 2, 1), [orthogonal(Q)]),
    (equal(det(P) * (det(P) - 1), 0), [projector(P)]),
    (at_least(det(S), 0), [psd(S)]),
    (equal(det(inverse(P) * A * P), det(A)), []),
    (equal(det(A), 0), [Eq(A.T, -A), Eq((-1) ** n, -1)]),
    (equal(adjugate(A) * A, det(A) * one), []),
    (equal(inverse(A), adjugate(A) / det(A)), []),
    (equal(adjugate(A * B), adjugate(B) * adjugate(A)), []),
    (equal(adjugate(A**3), adjugate(A) ** 3), []),
    (equal(c * adjugate(c * A), c**n * adjugate(A)), []),
    (equal(adjugate(c * A), c ** (n - 1) * adjugate(A)), []),
    (equal(adjugate(-A), (-1) ** (n - 1) * adjugate(A)), []),
    (equal(adjugate(c * T), c * adjugate(T)), []),
    (equal(adjugate(A * B.T), adjugate(B * A.T).T), []),
    (equal(adjugate(A + B.T), adjugate(A.T + B).T), []),
    (equal(adjugate(U * U.T), adjugate(U * U.T).T), []),
    (equal(adjugate(inverse(A)), A / det(A)), []),
    (equal(det(adjugate(A)) * det(A), det(A) ** n), []),
    (equal(det(adjugate(A)), det(A) ** (n - 1)), []),
    (equal(det(adjugate(R)), det(R) ** 2), []),
    (equal(det(A) ** 2 * adjugate(adjugate(A)), det(A) ** n * A), []),
    (equal(adjugate(adjugate(A)), det(A) ** (n - 2) * A), [unequal(det(A), 0)]),
    (equal(adjugate(R), R**2 - Trace(R) * R + (Trace(R) ** 2 - Trace(R**2)) / 2 * Identity(3)), []),
    (equal(characteristic(R, det(R)), 0 * R), []),
    (equal(fourth, 0 * G), []),
    (equal(directional(adjugate(T), T, F), Trace(F) * Identity(2) - F), []),
    (
        equal(
            directional(adjugate(X) * inverse(X) * X, X, H),
            det(X) * (Trace(inverse(X) * H) * inverse(X) - inverse(X) * H * inverse(X)),
        ),
        [],
    ),
    (equal(adjugate(S).T, adjugate(S)), [symmetric(S)]),
    (equal(adjugate(Q) * adjugate(Q).T, one), [orthogonal(Q)]),
    (equal(adjugate(P) ** 2, adjugate(P)), [projector(P)]),
    (equal(det(swapped), det(A + B) * det(A - B)), []),
    (equal(det(quarters), det(A * H - B * C)), [Eq(C * H, H * C)]),
    (equal(det(quarters), det(A * H - C * B)), [Eq(A * C, C * A)]),
    (equal(det(quarters), det(H * A - B * C)), [Eq(B * H, H * B)]),
    (equal(det(quarters), det(H * A - C * B)), [Eq(A * B - B * A, 0 * A)]),
    (equal(det(scaled), det(c * A * C - B * C)), []),
    (equal(u, 0 * u), [inverse(upper), equal(A * u, 0 * u)]),
    (equal(w, 0 * w), [inverse(upper), equal(W * w, 0 * w)]),
    (equal(directional(det(X), X, H), Trace(adjugate(X) * H)), []),
    (equal(gradient(det(X), X), det(X) * inverse(X).T), []),
    (equal(gradient(det(A * X * B), X), det(A * X * B) * inverse(X).T), []),
    (equal(gradient(det(X) ** 3, X), 3 * det(X) ** 3 * inverse(X).T), []),
    (equal(gradient(det(U.T * S * U), U), 2 * det(U.T * S * U) * S * U * inverse(U.T * S * U)), [symmetric(S)]),
    (equal(gradient(log(det(X)), X), inverse(X).T), []),
    (equal(gradient(log(Abs(det(X))), X), inverse(X).T), []),
    (equal(directional(directional(log(det(X)), X, H), X, K), -Trace(inverse(X) * K * inverse(X) * H)), []),
    (equal(log(det(A) * det(B)), log(det(A)) + log(det(B))), []),
    (equal(det(A**k), det(A) ** k), []),
    (equal(det(kron(A, W)), det(A) ** m * det(W) ** n), []),
    (equal(det(T), T[0, 0] * T[1, 1] - T[0, 1] * T[1, 0]), []),
    (equal(6 * det(R), Trace(R) ** 3 - 3 * Trace(R) * Trace(R * R) + 2 * Trace(R**3)), []),
    (equal(u, 0 * u), [unequal(det(A), 0), equal(A * u, 0 * u)]),
    (equal(u, 0 * u), [unequal(det(A * B), 0), equal(A * u, 0 * u)]),
    (equal(det(A), 0), [equal(A * u, 0 * u), unequal(u, 0)]),
    (equal(det(A - c * one), 0), [eigenpair(A, u, c)]),
    (at_least(det(U.T * U), 0), []),
    (equal(det(UP * UP.T), 0), []),
    (at_least(det(one + U * U.T), 1 + Trace(U * U.T)), []),
]
FALSE: list[tuple[Any, list[Any]]] = [
    (equal(u, 0 * u), [unequal(det(A), 0), equal(B * u, 0 * u)]),
    (equal(det(A), 0), [equal(inner(u, A * u), 0), unequal(u, 0)]),
    (equal(det(A + c * one), 0), [eigenpair(A, u, c)]),
    (at_least(det(U.T * U), 1), []),
    (equal(det(UP.T * UP), 0), []),
    (equal(det(U * U.T), 0), []),
    (equal(det(A + B), det(A) + det(B)), []),
    (equal(det(c * A), c * det(A)), []),
    (equal(det(2 * A), 2 * det(A)), []),
    (equal(det(-A), -det(A)), []),
    (equal(det(-A), det(A)), []),
    (equal(det(A) * det(inverse(A)), det(A)), []),
    (equal(det(Q), 1), [orthogonal(Q)]),
    (equal(det(P), 1), [projector(P)]),
    (equal(det(P), 0), [projector(P)]),
    (at_least(det(S), 0), [symmetric(S)]),
    (equal(det(A), 0), [Eq(A.T, -A)]),
    (equal(det(A), det(B)), [Eq(A * A, B * B)]),
    (equal(det(A * B * C), det(A) * det(B)), []),
    (equal(det(U * V), det(V * U)), []),
    (equal(det(U * V), 0), []),
    (equal(det(u * v.T), 0), []),
    (equal(det(one + u * v.T), 1 - inner(u, v)), []),
    (equal(det(one - u * v.T), 1 + inner(u, v)), []),
    (equal(det(A + u * v.T), det(A) + inner(u, v)), []),
    (equal(det(A + u * v.T), det(A) * (1 + inner(u, inverse(A) * v))), []),
    (equal(det(A + u * v.T + A * v * v.T), det(A) * (1 + inner(v, u + v))), []),
    (equal(det(one + U * V), det(small - V * U)), []),
    (equal(det(s * one + U * V), det(s * small + V * U)), []),
    (equal(adjugate(A * B), adjugate(A) * adjugate(B)), []),
    (equal(adjugate(A) * A, det(A) * A), []),
    (equal(adjugate(c * A), c * adjugate(A)), []),
    (equal(det(adjugate(A)), det(A)), []),
    (equal(det(adjugate(A)), det(A) ** n), []),
    (equal(adjugate(adjugate(A)), A), []),
    (equal(adjugate(A**2), adjugate(A)), []),
    (equal(adjugate(A + B), adjugate(A) + adjugate(B)), []),
    (equal(adjugate(c * A), c**n * adjugate(A)), []),
    (equal(adjugate(-A), -adjugate(A)), []),
    (equal(adjugate(A).T, adjugate(A)), []),
    (equal(adjugate(A * B), adjugate(B * A)), []),
    (equal(adjugate(R), R**2 - Trace(R) * R), []),
    (equal(adjugate(P), P), [projector(P)]),
    (equal(characteristic(R, -det(R)), 0 * R), []),
    (equal(characteristic(R, det(R.T * R)), 0 * R), []),
    (equal(directional(adjugate(T), T, F), Trace(F) * Identity(2) + F), []),
    (equal(det(swapped), det(A + B) ** 2), []),
    (equal(det(swapped), det(A * A - B * B)), []),
    (equal(det(quarters), det(A * H - B * C)), []),
    (equal(det(quarters), det(A * H - B * C)), [Eq(A * B, B * A)]),
    (equal(det(quarters), det(A * H - C * B)), [Eq(C * H, H * C)]),
    (equal(u, 0 * u), [inverse(BlockMatrix([[A, U], [V, W]])), equal(A * u, 0 * u)]),
    (equal(gradient(det(X), X), det(X) * inverse(X)), []),
    (equal(gradient(det(X), X), inverse(X).T), []),
    (equal(directional(det(X), X, H), det(X) * Trace(H)), []),
    (equal(gradient(log(det(X)), X), inverse(X)), []),
    (equal(gradient(det(A * X * B), X), det(X) * inverse(X).T), []),
    (equal(det(A**k), det(A)), []),
    (equal(det((A + B) ** k), det(A) ** k + det(B) ** k), []),
    (equal(det(kron(A, W)), det(A) ** n * det(W) ** m), []),
    (equal(det(T), T[0, 0] * T[1, 1] + T[0, 1] * T[1, 0]), []),
    (equal((-1) ** n, 1), []),
    (equal(c**n, c), []),
    (at_least(c**n, 0), []),
]


@pytest.mark.parametrize(("statement", "assuming"), TRUE, ids=str)
def test_true_statements_about_determinants_are_proved(statement: Any, assuming: list[Any]) -> None:
    result = prove(statement, assuming)
    assert result.verdict == "proved", result.reason


@pytest.mark.parametrize(("statement", "assuming"), FALSE, ids=str)
def test_false_statements_about_determinants_are_refuted(statement: Any, assuming: list[Any]) -> None:
    assert prove(statement, assuming, needs=False).verdict == "refuted"


def test_logarithms_of_rationals_have_exact_values_so_that_what_is_false_of_them_is_refuted() -> None:
    assert prove(equal(log(det(A * A)), log(det(A))), needs=False).verdict == "refuted"


@pytest.mark.parametrize(
    ("statement", "error", "word"),
    [
        (equal(det(U), 1), IllTyped, "n and m clash"),
        (equal(adjugate(V), U), IllTyped, "m and n clash"),
        (equal(c ** (n / 2), 1), Unreadable, "integers and dimensions"),
        (equal(gradient(inner(H, adjugate(X)), X), X), Unreadable, "only inverses"),
    ],
)
def test_unreadable_determinants_are_refused(statement: Any, error: type[Exception], word: str) -> None:
    with pytest.raises(error, match=word):
        read(statement)


@pytest.mark.parametrize(("statement", "assuming"), TRUE[:23], ids=str)
def test_the_second_opinion_agrees(statement: Any, assuming: list[Any]) -> None:
    opinion = second_opinion(statement, assuming, points=2)
    assert opinion.agrees, opinion.failure


# ------------------------------------------------------------------------------------- against NumPy
LAWS = [
    (statement, assuming)
    for statement, assuming in TRUE + FALSE
    if not assuming and not any(part in str(statement) for part in ("[0, 0]", "**k", "kron"))
]


@pytest.mark.parametrize(("statement", "assuming"), LAWS, ids=str)
def test_hypotheses_added_by_the_reader_hold_for_random_matrices(statement: Any, assuming: list[Any]) -> None:
    reading, random = read(statement, assuming), np.random.default_rng(3)
    for size in range(1, 6):
        small = 1 + size % 3
        values = _values(
            reading, {"n": size, "m": small, "(n+1)": size + 1, "(2n)": 2 * size, "(m+n)": small + size}, random
        )
        for name, h in reading.statement.hypotheses:
            left, right = (_value(e, values) for e in (h.left, h.right))
            if h.relation == "=":
                assert np.allclose(left, right, rtol=1e-7, atol=1e-7), (name, size)
            else:
                assert (
                    (left > right)
                    if h.relation == ">"
                    else (left >= right - 1e-7)
                    if h.relation == ">="
                    else left != right
                )


@pytest.mark.parametrize("assuming", [[orthogonal(Q)], [Eq(A.T, -A)], [projector(P)]], ids=str)
def test_consequences_of_a_hypothesis_hold_for_matrices_that_satisfy_it(assuming: list[Any]) -> None:
    reading = read(equal(det(Q) * det(A) * det(P), 1), assuming)
    random = np.random.default_rng(4)
    for size in range(1, 6):
        given = random.normal(size=(size, size))
        frame = np.linalg.qr(given)[0]
        half = frame[:, : (size + 1) // 2]
        known = {"Q": frame, "A": given - given.T, "P": half @ half.T}
        values = _values(reading, {"n": size}, random, known)
        for name, h in reading.statement.hypotheses:
            assert np.allclose(_value(h.left, values), _value(h.right, values), atol=1e-9), (name, size)


def _values(
    reading: Reading, sizes: dict[str, int], random: np.random.Generator, known: Mapping[str, Array] | None = None
) -> dict[str, Any]:
    """Random values of the letters, positive definite where a logarithm is taken, and of the letters made of them."""
    values: dict[str, Any] = dict(sizes) | dict(known or {})
    positive = any(d.kind is Kind.LOGARITHM for d in reading.derived.values())
    for name, *shape in reading.statement.letters:
        rows, cols = (size if isinstance(size, int) else sizes[size] for size in shape)
        if name in reading.derived:
            values[name] = _derived(name, shape, reading.derived[name], values)
        elif name not in values:
            drawn = random.normal(size=(rows, cols))
            values[name] = drawn @ drawn.T + np.eye(rows) if positive and rows == cols else drawn
            if name == "s":
                values[name] = np.abs(values[name])
    return values


def _first(name: str, values: Mapping[str, Any]) -> int:
    after = leading_after(name)
    return after if isinstance(after, int) else int(values[after])


def _derived(name: str, shape: Any, derived: Meaning, values: Mapping[str, Any]) -> Array:
    if derived.kind is Kind.LEADING:
        return np.eye(values[shape[1]], dtype=float)[_first(name, values) :][: values[shape[0]]]
    assert derived.of is not None
    if derived.kind is Kind.POWER:
        return np.asarray(_value(derived.of[1], values) ** values[derived.of[2]])
    of = _value(derived.of, values)
    match derived.kind:
        case Kind.INVERSE | Kind.RECIPROCAL:
            return np.asarray(np.linalg.inv(of))
        case Kind.NAMED:
            return of
        case Kind.DETERMINANT:
            return np.array([[np.linalg.det(of)]])
        case Kind.ADJUGATE:
            return _cofactors(of).T
        case Kind.LOGARITHM:
            return np.asarray(np.log(of))
        case Kind.ROOT:
            return np.asarray(np.sqrt(of))
    raise AssertionError(derived)


def _cofactors(a: Array) -> Array:
    out = np.ones_like(a)
    for i, j in np.ndindex(*a.shape):
        rest = np.delete(np.delete(a, i, 0), j, 1)
        out[i, j] = (-1) ** (i + j) * (np.linalg.det(rest) if rest.size else 1)
    return out


def _value(e: Expression, values: Mapping[str, Any]) -> Any:
    match e:
        case ("number", str(text)):
            return np.array([[float(Fraction(text))]])
        case ("letter", str(name)) if name.startswith("1["):
            size = name[2:-1]
            return np.ones((int(values.get(size, size)), 1))
        case ("letter", str(name)):
            return values[name]
        case ("size", str(name)):
            return np.array([[float(values[name])]])
        case ("inverse", str(name), int(k)):
            return np.asarray(values[name], dtype=float).reshape(1, 1) ** -k
        case ("eye", size):
            return np.eye(size if isinstance(size, int) else values[size])
        case ("zero", rows, cols):
            return np.zeros([x if isinstance(x, int) else values[x] for x in (rows, cols)])
        case ("add", *terms):
            return sum(_value(term, values) for term in terms)
        case ("mul", *factors):
            out = _value(factors[0], values)
            for factor in factors[1:]:
                other = _value(factor, values)
                out = out @ other if out.shape[1] == other.shape[0] else out * other
            return out
        case ("t", a):
            return _value(a, values).T
        case ("tr", a):
            return np.array([[np.trace(_value(a, values))]])
        case ("pow", a, int(k)):
            return np.linalg.matrix_power(_value(a, values), k)
    raise AssertionError(e)


@pytest.mark.parametrize(
    ("conclusion", "theorems"),
    [
        (equal(det(A * B), det(B * A)), ["det(AB) = det(A)·det(B)"]),
        (equal(det(A.T), det(A)), ["det(Aᵀ) = det(A)"]),
        (equal(det(A), det(A)), []),
    ],
)
def test_theorems_that_the_reading_uses_are_named(conclusion: Any, theorems: list[str]) -> None:
    assert [x.removeprefix(THEOREM) for x in read(conclusion).assumed] == theorems
    assert list(prove(conclusion).lines()) == ([f"by {', '.join(THEOREM + x for x in theorems)}"] if theorems else [])
