"""Statements in words: named properties and hypotheses, >, ≠, "if and only if"; true ones, and false ones like them."""

from __future__ import annotations

from typing import Any

import sympy as sp
from letters import A, B, I, P, Q, S, T, U, X, lam, ones_p, p, t, w, x, y
from sympy import And, Equivalent, Gt, Implies, Lt, MatrixSymbol, Ne, Symbol, Trace, ZeroMatrix
from sympy import Q as Ask

from pcaproofs.language.conclusions import at_least, equal, iff, minimises, more_than, unequal
from pcaproofs.language.hypotheses import (
    diagonal_matrix,
    eigen,
    eigenpair,
    idempotent,
    invertible,
    nonnegative,
    nonzero,
    normal,
    orthogonal,
    permutation,
    positive,
    positive_definite,
    projector,
    psd,
    skew,
    stochastic,
    svd,
    symmetric,
)
from pcaproofs.language.nodes import diagonal, inner, inverse, pinv, sqnorm

SMALL = MatrixSymbol("L", U.shape[1], U.shape[1])
SVD = svd(X, MatrixSymbol("Y", X.shape[0], U.shape[1]), SMALL, T)
LEFT = MatrixSymbol("Y", X.shape[0], U.shape[1])
SPECTRAL = eigen(A, Q, S)
s = Symbol("s", real=True)

TRUE: dict[str, tuple[Any, list[Any]]] = {
    "a square and one": (more_than(t**2 + 1), []),
    "one of two is positive": (more_than(t + lam), [positive(t), nonnegative(lam)]),
    "a chain, the first strict": (more_than(t, s), [more_than(t, lam), at_least(lam, s)]),
    "a chain, the second strict": (more_than(t, s), [at_least(t, lam), more_than(lam, s)]),
    "a product and a positive number": (more_than(t * lam + s), [nonnegative(t), nonnegative(lam), positive(s)]),
    "a norm and one": (more_than(sqnorm(x) + 1), []),
    "less": (Lt(s, t), [Lt(s, lam), Lt(lam, t)]),
    "a sum of positives": (Gt(s + t, 0), [positive(s), positive(t)]),
    "a product of positives": (positive(s * t), [positive(s), positive(t)]),
    "the mean of squares": (Gt(s**2 + t**2, 2 * s * t), [Ne(s, t)]),
    "a definite form": (more_than(x.T * A * x), [positive_definite(A), unequal(x, 0)]),
    "Cauchy and Schwarz, strictly": (
        more_than(sqnorm(x) * sqnorm(y), inner(x, y) ** 2),
        [equal(inner(x, y), 0), unequal(x, 0), unequal(y, 0)],
    ),
    "a product of what is not 0": (Ne(s * t, 0), [nonzero(s), nonzero(t)]),
    "matrices of other traces": (unequal(A, B), [Gt(Trace(A), Trace(B))]),
    "a symmetric product": (iff(symmetric(A * B), equal(A * B, B * A)), [symmetric(A), symmetric(B)]),
    "what a projector is": (iff(projector(A), [symmetric(A), idempotent(A)]), []),
    "no Gram matrix is 0": (iff(equal(X, 0 * X), equal(X.T * X, ZeroMatrix(p, p))), []),
    "SymPy's equivalence": (Equivalent(equal(s, 0), equal(s**2, 0)), []),
    "SymPy's implication": (Implies(equal(s, 0), equal(s * t, 0)), []),
    "SymPy's and": (And(equal(s, t), equal(s**2, t**2)), [equal(s, t)]),
    "a predicate to be shown": (Ask.symmetric(A + A.T), []),
    "predicates joined": (symmetric(inverse(A)), [Ask.symmetric(A) & Ask.invertible(A)]),
    "not singular": (invertible(A), [~Ask.singular(A)]),
    "full rank": (invertible(A), [Ask.fullrank(A)]),
    "definite and semidefinite": (Ask.positive_definite(A + B), [positive_definite(A), psd(B)]),
    "the inverse of a definite one": (positive_definite(inverse(A)), [positive_definite(A)]),
    "a ridge": (positive_definite(X.T * X + s * I), [positive(s)]),
    "a product of invertibles": (invertible(A * B), [invertible(A), invertible(B)]),
    "one and a skew one": (invertible(I + A), [skew(A)]),
    "diagonal matrices commute": (equal(A * B, B * A), [Ask.diagonal(A), diagonal(B)]),
    "a product of diagonals": (diagonal_matrix(A * B), [diagonal_matrix(A), diagonal_matrix(B)]),
    "a diagonal is symmetric": (symmetric(A), [diagonal_matrix(A)]),
    "the other projection": (idempotent(I - A), [idempotent(A)]),
    "a form of a skew one": (equal(x.T * A * x, 0), [skew(A)]),
    "a square of a skew one": (psd(-A * A), [skew(A)]),
    "norms of a normal one": (equal(sqnorm(A * x), sqnorm(A.T * x)), [normal(A)]),
    "skew is normal": (normal(A), [skew(A)]),
    "a permuted column": (equal(sqnorm(P * x), sqnorm(x)), [permutation(P)]),
    "permutations are orthogonal": (orthogonal(P * Q), [permutation(P), permutation(Q)]),
    "a product of stochastic ones": (equal(P * Q * ones_p, ones_p), [stochastic(P), stochastic(Q)]),
    "the sum of eigenvalues": (equal(Trace(A), Trace(S)), [SPECTRAL]),
    "powers of eigenvalues": (eigen(A * A, Q, S * S), [SPECTRAL]),
    "common eigenvectors": (equal(A * B, B * A), [SPECTRAL, eigen(B, Q, P)]),
    "a list of eigenvalues": (equal(Trace(A), ones_p.T * y), [eigen(A, Q, diagonal(y))]),
    "the Gram matrix by the SVD": (equal(X.T * X, T * SMALL * SMALL * T.T), [SVD]),
    "singular values are nonnegative": (at_least(Trace(SMALL)), [SVD]),
    "the pseudo-inverse by the SVD": (equal(pinv(X), T * inverse(SMALL) * LEFT.T), [SVD, invertible(SMALL)]),
    "the SVD of the transpose": (svd(X.T, T, SMALL, LEFT), [SVD]),
    "an eigenvector of the square": (eigenpair(A * A, w, lam**2), [eigenpair(A, w, lam)]),
}

# each is false, mostly as one assumption too few is made
FALSE: dict[str, tuple[Any, list[Any]]] = {
    "a square": (Gt(t**2, 0), []),
    "a norm": (more_than(sqnorm(x)), []),
    "a chain, none strict": (more_than(t, s), [at_least(t, lam), at_least(lam, s)]),
    "a sum of what may be 0": (Gt(s + t, 0), [nonnegative(s), nonnegative(t)]),
    "a product with what may be 0": (Ne(s * t, 0), [nonzero(s)]),
    "positive by being nonzero": (positive(s), [nonzero(s)]),
    "the mean of equal squares": (Gt(s**2 + t**2, 2 * s * t), []),
    "a form of a semidefinite one": (more_than(x.T * A * x), [psd(A), unequal(x, 0)]),
    "a definite form of 0": (more_than(x.T * A * x), [positive_definite(A)]),
    "different matrices": (unequal(A, B), []),
    "a product of others": (unequal(A * B, ZeroMatrix(p, p)), [unequal(A, 0), unequal(B, 0)]),
    "a symmetric product of others": (iff(symmetric(A * B), equal(A * B, B * A)), []),
    "only if, but not if": (iff(equal(A, B), equal(Trace(A), Trace(B))), []),
    "if, but not only if": (iff(idempotent(A), projector(A)), []),
    "zero products": (iff(equal(A * B, ZeroMatrix(p, p)), equal(B * A, ZeroMatrix(p, p))), []),
    "a sum of semidefinite ones": (positive_definite(A + B), [psd(A), psd(B)]),
    "a Gram matrix": (positive_definite(X.T * X), []),
    "definite, but not symmetric": (positive_definite(A), [invertible(A)]),
    "a sum of invertibles": (invertible(A + B), [invertible(A), invertible(B)]),
    "one and a symmetric one": (invertible(I + A), [symmetric(A)]),
    "a diagonal and another": (equal(A * B, B * A), [diagonal_matrix(A), symmetric(B)]),
    "a sum with a diagonal": (diagonal_matrix(A + B), [diagonal_matrix(A)]),
    "diagonal by being symmetric": (diagonal_matrix(A), [symmetric(A)]),
    "a sum of projections": (idempotent(A + B), [idempotent(A), idempotent(B)]),
    "symmetric by being idempotent": (symmetric(A), [idempotent(A)]),
    "a square of a skew one is skew": (skew(A * A), [skew(A)]),
    "symmetric by being normal": (symmetric(A), [normal(A)]),
    "a sum of normal ones": (normal(A + B), [normal(A), normal(B)]),
    "permutations do not commute": (equal(P * Q, Q * P), [permutation(P), permutation(Q)]),
    "a permutation twice": (equal(P * P, I), [permutation(P)]),
    "columns of a stochastic one": (equal(P.T * ones_p, ones_p), [stochastic(P)]),
    "a normal matrix with eigenvectors": (normal(A), [SPECTRAL]),
    "eigenvalues of a sum": (eigen(A + B, Q, S + P), [SPECTRAL, eigen(B, S, P)]),
    "a square SVD": (equal(T * T.T, I), [SVD]),
    "left by right singular vectors": (equal(X * T, LEFT), [SVD]),
    "an eigenvector that may be 0": (eigenpair(A, A * w, lam), [eigenpair(A, w, lam)]),
}

# true for entries of 0 and 1, or ≥ 0; what the kernel is told does not suffice, and no counterexample has such entries
TRUE_OF_ENTRIES: dict[str, tuple[Any, list[Any]]] = {
    "the trace of a permutation": (at_least(Trace(P)), [permutation(P)]),
    "the trace of a stochastic one": (at_least(Trace(P)), [stochastic(P)]),
    "a stochastic one that is orthogonal": (at_least(Trace(P)), [stochastic(P), orthogonal(P)]),
}

UNSUPPORTED: dict[str, tuple[Any, list[Any], str]] = {
    "a permutation to be shown": (permutation(P), [], "no equation says it of the entries"),
    "a product as a permutation": (equal(A, A), [permutation(P * Q)], "should be about a letter"),
    "full rank of a table": (equal(A, A), [Ask.fullrank(X)], "invertible(X.T*X) or invertible(X*X.T)"),
    "singular": (equal(A, A), [Ask.singular(A)], "write eigenpair(A, v, 0)"),
    "an optimum over permutations": (
        minimises(sqnorm(P - Q), at={P: Q}),
        [permutation(P), orthogonal(Q)],
        "whose entries no equation describes",
    ),
    "that a number is real": (Ask.real(sp.I), [], "says nothing of letters"),
    "that an imaginary matrix is real": (Ask.real_elements(sp.I * A), [], "says nothing of letters"),
    "that a matrix is square": (Ask.square(A), [], "says nothing of letters"),
    "that a number is real, beside another": ([equal(t, t), Ask.real(sp.I)], [], "says nothing of letters"),
    "only if a number is real": (iff(Ask.real(sp.I), equal(t, t)), [], "says nothing of letters"),
    "if, and nothing": (iff(equal(t, t), []), [], "empty list"),
    "nothing beside something": ([equal(t, t), []], [], "empty list"),
    "three at once": (Equivalent(Ask.symmetric(A), Ask.symmetric(B), Ask.symmetric(S)), [], "iff(P, Q)"),
}
