"""Statements of the Matrix Cookbook about all powers of a matrix, which the kernel proves by induction on the exponent.

They are no claims: a claim is about one statement of the kernel, and these are each about one for every exponent.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Identity, MatrixSymbol, OneMatrix, Symbol, Trace, symbols

from pcaproofs.language.conclusions import equal
from pcaproofs.language.hypotheses import orthogonal, symmetric
from pcaproofs.language.nodes import det, diagonal, inner, inverse, power_sum


@dataclass(frozen=True)
class Power:
    """A statement for every exponent, the numbers of the equations that say it, and nearly the same that is false."""

    numbers: tuple[int, ...]
    prose: str
    conclusion: Any
    assuming: tuple[Any, ...]
    false: Any


n, m = symbols("n m", positive=True, integer=True)
k = Symbol("k", integer=True, nonnegative=True)
j = Symbol("j", integer=True, positive=True)
s, t = Symbol("s", real=True), Symbol("t", real=True)
A, B, Q, U, V, X = (MatrixSymbol(name, n, n) for name in "ABQUVX")
F, G = MatrixSymbol("F", n, m), MatrixSymbol("G", m, n)
a, l = MatrixSymbol("a", n, 1), MatrixSymbol("l", n, 1)
I, D, one = Identity(n), diagonal(l), OneMatrix(n, 1)
orthogonal_symmetric = (orthogonal(Q), symmetric(Q))
orthogonal_skew = (orthogonal(Q), equal(Q.T, -Q))

POWERS = (
    Power(
        (23,),
        "The determinant of a power is the power of the determinant.",
        equal(det(A**k), det(A) ** k),
        (),
        equal(det(A**k), det(A)),
    ),
    Power(
        (284,),
        "The k-th power has the k-th powers of the eigenvalues.",
        equal(A**k, V * D**k * V.T),
        (equal(A * V, V * D), orthogonal(V)),
        equal(A**k, V * D**k * V),
    ),
    Power(
        (284,),
        "The trace of the k-th power is the sum of the k-th powers of the eigenvalues.",
        equal(Trace(V * D**k * V.T), Trace(D**k)),
        (orthogonal(V),),
        equal(Trace(V * D**k * V.T), Trace(D)),
    ),
    Power(
        (418,),
        "All positive powers of an idempotent matrix are equal.",
        equal(A**j, A),
        (equal(A * A, A),),
        equal(A**j, I),
    ),
    Power(
        (427,),
        "The powers of sI + tA for an idempotent A.",
        equal((s * I + t * A) ** k, s**k * (I - A) + (s + t) ** k * A),
        (equal(A * A, A),),
        equal((s * I + t * A) ** k, s**k * I + t**k * A),
    ),
    Power(
        (428,),
        "The powers of I + tA for a matrix with A² = 0.",
        equal((I + t * A) ** k, I + k * t * A),
        (equal(A * A, 0 * I),),
        equal((I + t * A) ** k, I + t * A),
    ),
    Power(
        (429,),
        "The powers of sI + tA for a matrix with A² = I.",
        equal((s * I + t * A) ** k, ((s + t) ** k * (I + A) + (s - t) ** k * (I - A)) / 2),
        (equal(A * A, I),),
        equal((s * I + t * A) ** k, (s + t) ** k * (I + A) / 2),
    ),
    Power(
        (432, 433),
        "The powers of a matrix that is orthogonal and symmetric are I and the matrix in turn.",
        equal(Q**k, (1 + (-1) ** k) * I / 2 + (1 - (-1) ** k) * Q / 2),
        orthogonal_symmetric,
        equal(Q**k, Q),
    ),
    Power(
        (437,),
        "The even powers of a matrix that is orthogonal and antisymmetric.",
        equal(Q ** (2 * k), (-1) ** k * I),
        orthogonal_skew,
        equal(Q ** (2 * k), I),
    ),
    Power(
        (437,),
        "The odd powers of a matrix that is orthogonal and antisymmetric.",
        equal(Q ** (2 * k + 1), (-1) ** k * Q),
        orthogonal_skew,
        equal(Q ** (2 * k + 1), Q),
    ),
    Power(
        (474,),
        "A transition matrix whose rows are all the same is equal to its positive powers.",
        equal(A**j, A),
        (equal(A, one * a.T), equal(inner(one, a), 1)),
        equal(A**j, A.T),
    ),
    Power(
        (487,),
        "The sum of the powers below the k-th is (Xᵏ − I)(X − I)⁻¹.",
        equal((X**k - I) * inverse(X - I), power_sum(X, k)),
        (),
        equal((X ** (k + 1) - I) * inverse(X - I), power_sum(X, k)),
    ),
    Power(
        (491,),
        "Powers of similar matrices are similar.",
        equal((U * B * inverse(U)) ** k, U * B**k * inverse(U)),
        (),
        equal((U * B * inverse(U)) ** k, B**k),
    ),
    Power(
        (493,),
        "(AB)ᵏA = A(BA)ᵏ, and so for power series.",
        equal((F * G) ** k * F, F * (G * F) ** k),
        (),
        equal((F * G) ** k * F, F),
    ),
)
