"""Statements that there is X with …: true ones with the value that is found, false ones, and unreadable ones."""

from __future__ import annotations

from typing import Any

import sympy as sp
from letters import A, B, C, I, M, P, Q, V, W, X, b, k, lam, mu, n, p, t, x, y
from sympy import HadamardProduct, MatrixSymbol, Symbol, Trace, symbols

from pcaproofs.language.conclusions import at_least, equal, exists, iff, minimises, more_than, unequal
from pcaproofs.language.hypotheses import (
    idempotent,
    invertible,
    orthogonal,
    positive_definite,
    projector,
    psd,
    skew,
    symmetric,
    unit,
)
from pcaproofs.language.nodes import det, expectation, gradient, inner, inverse, kron, norm, pinv, sample, sqnorm, total

G = MatrixSymbol("G", p, n)
F = MatrixSymbol("F", p, p)
s = Symbol("s", real=True)
sign = Symbol("h", positive=True)
count = symbols("m", positive=True, integer=True)

# statement, assumptions, the value as text
TRUE: dict[str, tuple[Any, list[Any], str]] = {
    "a solution that is assumed": (exists(F, equal(A * F, B)), [equal(A * M, B)], "F = M"),
    "what is in the range": (exists(F, equal(A * F, B)), [equal(A * pinv(A) * B, B)], "F = A⁺ B"),
    "normal equations": (exists(y, equal(X.T * X * y, X.T * (X * b))), [], "y = b"),
    "a generalised inverse": (exists(G, equal(X * G * X, X)), [], "G = X⁺"),
    "an inverse": (exists(F, [equal(A * F, I), equal(F * A, I)]), [invertible(A)], "F = A⁻¹"),
    "two equations": (exists(F, [equal(A * F, B), equal(F * C, Q)]), [equal(A * M, B), equal(M * C, Q)], "F = M"),
    "a half": (exists(F, equal(A * F + F * A, A * A)), [], "F = 1/2 A"),
    "a symmetric part": (exists(F, [symmetric(F), skew(A - F)]), [], "F = 1/2 A + 1/2 Aᵀ"),
    "a projector onto a range": (exists(P, [projector(P), equal(P * A, A)]), [], "P = A A⁺"),
    "a root that is assumed": (exists(F, equal(F * F, A)), [equal(M * M, A)], "F = M"),
    "an eigenvalue of the square": (exists(t, equal(A * A * x, t * x)), [equal(A * x, lam * x)], "t = λ²"),
    "a larger number": (exists(t, more_than(t, s)), [], "t = s + 1"),
    "a number that is not 0": (exists(t, unequal(t, 0)), [], "t = 1"),
    "a definite matrix": (exists(F, positive_definite(F)), [], "F = Iₚ"),
    "a Kronecker factor": (exists(F, equal(kron(F, B), kron(A, B))), [], "F = A"),
    "a gradient": (exists(y, equal(gradient(inner(x, b), x), y)), [], "y = b"),
    "two parts": (
        exists((F, M), [symmetric(F), skew(M), equal(F + M, A)]),
        [],
        "F = 1/2 A + 1/2 Aᵀ and M = 1/2 A − 1/2 Aᵀ",
    ),
    "two factors": (exists((F, M), equal(F * M, A)), [], "F = Iₚ and M = A"),
    "a factor and its inverse": (exists((F, M), [equal(F * M, I), equal(F, A)]), [invertible(A)], "F = A and M = A⁺"),
    "from another that there is": (exists(F, equal(A * F, B * C)), [exists(M, equal(A * M, B))], "F = A⁺ B C"),
}

PROVED: dict[str, tuple[Any, list[Any]]] = {
    "as an assumption": (equal(A * pinv(A) * B, B), [exists(F, equal(A * F, B))]),
    "Penrose's condition": (iff(exists(F, equal(A * F, B)), equal(A * pinv(A) * B, B)), []),
    "what is invertible": (iff(exists(F, equal(A * F, I)), invertible(A)), []),
    "in a list": ([symmetric(A + A.T), exists(F, equal(F, A))], []),
}

# each is false for some values of the letters; refuted where the equations are linear
REFUTED: dict[str, tuple[Any, list[Any]]] = {
    "a solution": (exists(F, equal(A * F, B)), []),
    "a solution on the other side": (exists(F, equal(F * A, B)), [equal(A * M, B)]),
    "on both sides": (exists(F, equal(A * F * C, B)), [equal(A * M, B)]),
    "an inverse": (exists(F, equal(A * F, I)), []),
    "an inverse from both sides": (exists(F, [equal(A * F, I), equal(F * A, I)]), []),
    "a left inverse": (exists(G, equal(G * X, I)), []),
    "solutions, but no common one": (exists(F, [equal(A * F, B), equal(F * C, Q)]), [equal(A * M, B), equal(V * C, Q)]),
    "a symmetric part of what is not": (exists(F, equal(F + F.T, A)), []),
    "a commutator": (exists(F, equal(A * F - F * A, I)), []),
    "an eigenvalue": (exists(t, equal(A * x, t * x)), [symmetric(A)]),
    "a multiple": (exists(t, equal(x, t * y)), []),
    "a quotient": (exists(t, equal(t * lam, 1)), []),
    "a quotient of what may be 0": (exists(t, equal(t * lam * mu, mu)), []),
    "zero with a trace": (exists(F, [equal(F, 0 * F), equal(Trace(F), 1)]), []),
    "a rotation of one column to another": (exists(F, [orthogonal(F), equal(F * x, y)]), []),
    "a sum of inner products": (exists(y, equal(total(inner(sample(X, k), y), k), 1)), []),
    "one of two": ([exists(F, equal(F, A)), exists(W, equal(A * W, I))], []),
}
DISPROVED: dict[str, tuple[Any, list[Any]]] = {
    "a solution by another": (equal(B * pinv(B) * A, A), [exists(F, equal(A * F, B))]),
    "not if": (iff(exists(F, equal(F * A, B)), equal(A * pinv(A) * B, B)), []),
    "what annihilates": (equal(B, 0 * B), [exists(F, equal(F * B, 0 * B))]),
}

# false too, but no value is found and no proof that there is none
UNDECIDED: dict[str, tuple[Any, list[Any]]] = {
    "a square root": (exists(t, equal(t**2, -1)), []),
    "each above the other": (exists((F, M), [equal(F, M + I), equal(M, F)]), []),
    "a number below itself": (exists(t, [more_than(t, s), more_than(s, t)]), []),
    "less than a square": (exists(t, more_than(0, t**2)), []),
    "an idempotent one with an inverse": (exists(F, [idempotent(F), invertible(F), equal(F * A, 0 * A)]), []),
    "nilpotent with a trace": (exists(F, [equal(F * F, 0 * F), equal(Trace(F), 1)]), []),
    "an inverse that is 0": (exists(F, equal(inverse(F), 0 * A)), []),
    "an inverse of a solution": (exists(F, equal(A * inverse(F), B)), []),
    "a divisor": (exists(t, equal(lam / t, 1)), []),
    "a unit eigenvector": (exists(y, [unit(y), equal(A * y, y)]), []),
    "a kernel": (exists(y, [equal(A * y, 0 * y), unequal(y, 0)]), [equal(det(A), 0)]),
    "semidefinite by being symmetric": (exists(F, [psd(F), equal(F, A)]), [symmetric(A)]),
    "singular and invertible": (exists(F, [equal(det(F), 0), invertible(F)]), []),
    "a negative norm": (exists(t, equal(norm(t * x), -1)), []),
    "a Hadamard quotient": (exists(F, equal(HadamardProduct(A, F), B)), []),
    "a gradient that is 0": (exists(y, equal(gradient(sqnorm(x), x), 0 * y)), []),
    "a moment": (exists(t, equal(expectation(inner(x, y), x), t * 0 + 1)), []),
}

UNREADABLE: dict[str, tuple[Any, list[Any], str]] = {
    "outside too": (exists(F, equal(A * F, B)), [symmetric(F)], "got F outside of the statement that there is such F"),
    "twice": (iff(exists(F, equal(F, A)), exists(F, equal(F, B))), [], "should be another letter"),
    "no letters": (exists((), equal(A, B)), [], "should be different letters, at least one"),
    "the same twice": (exists((F, F), equal(F, B)), [], "should be different letters, at least one"),
    "the second outside too": (exists((F, M), equal(F * M, B)), [symmetric(M)], "got M outside of the statement"),
    "no letter": (exists(A * B, equal(A, B)), [], "should be a letter"),
    "a text": (exists("F", equal(A, B)), [], "should be a letter"),
    "with a sign by SymPy": (
        exists(sign, equal(sign, s)),
        [],
        "should have none; put it into the statement: positive(h)",
    ),
    "a dimension": (exists(count, equal(count, s)), [], "should be a letter for matrices or numbers"),
    "an optimum": (exists(F, minimises(sqnorm(A - W), at={W: F})), [], "got SymbolicOptimum as what F is for"),
    "one in the other": (exists(F, exists(W, equal(F, W))), [], "alone, in a list or in iff"),
    "a comparison by ==": (exists(F, F == A), [], "write equal(left, right)"),
    "nothing": (exists(F, []), [], "got an empty list"),
    "beside logic as an assumption": (at_least(t, t), [sp.Or(equal(s, 0), equal(t, 0))], "of logic known are"),
    "shapes": (exists(F, equal(F * X, A)), [], "p and n clash"),
}
