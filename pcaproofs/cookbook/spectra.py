"""Eigenvalues as a list, and rank, in the Matrix Cookbook.

The eigenvalues of A with their multiplicities are a column λ if AV = V diag(λ) for an invertible V. The rank of A is
the r of a factorisation A = LR, with r columns in L, which has a left inverse, and r rows in R, which has a right
inverse. Which matrices have these is no part of the claims.
"""

from __future__ import annotations

from sympy import Identity, MatrixSymbol, OneMatrix, Symbol, Trace, Transpose, symbols

from pcaproofs.cookbook import book_claim, equation
from pcaproofs.language.conclusions import at_least, equal
from pcaproofs.language.hypotheses import (
    eigenpair,
    invertible,
    nonzero,
    orthogonal,
    orthonormal,
    positive_definite,
    psd,
    svd,
)
from pcaproofs.language.nodes import diagonal, inner, inverse, kron, pinv
from pcaproofs.verify.mutants import other_sense, right_times, without, without_equation, without_last

n, m, p, q, r, s = symbols("n m p q r s", positive=True, integer=True)
c = Symbol("c", real=True)
lam = Symbol("lambda", real=True)
A, J, S, V = (MatrixSymbol(name, n, n) for name in "AJSV")
F, G, T = MatrixSymbol("F", n, m), MatrixSymbol("G", m, n), MatrixSymbol("T", m, p)
H = MatrixSymbol("H", p, q)
L, K = MatrixSymbol("L", n, r), MatrixSymbol("K", r, n)
M, N = MatrixSymbol("M", n, r), MatrixSymbol("N", r, n)
U, W = MatrixSymbol("U", n, r), MatrixSymbol("W", m, r)
C, D = MatrixSymbol("C", r, r), MatrixSymbol("D", r, r)
P, Q = MatrixSymbol("P", p, s), MatrixSymbol("Q", q, s)
E, Z = MatrixSymbol("E", s, s), MatrixSymbol("Z", s, s)
x, l = MatrixSymbol("x", n, 1), MatrixSymbol("l", n, 1)
I = Identity(n)
list_of_eigenvalues = equal(A * V, V * diagonal(l))
symmetric_with_eigenvalues = [list_of_eigenvalues, orthogonal(V)]
of_rank_r = [equal(F, U * D * W.T), orthonormal(U), orthonormal(W), equal(C * D, Identity(r))]

trace_is_sum_of_eigenvalues = book_claim(
    "spectra.eq-12",
    show=lambda: equal(Trace(A), inner(OneMatrix(n, 1), l)),
    assuming=[list_of_eigenvalues, equal(J * V, I)],
    prose="The trace of a matrix is the sum of its eigenvalues.",
    mutants=lambda: [right_times(2), without_equation(list_of_eigenvalues)],
)

exchanged = book_claim(
    "spectra.eq-280",
    show=lambda: [equal(G * F * (G * x), lam * (G * x)), equal(F * (G * x) / lam, x)],
    assuming=[eigenpair(F * G, x, lam), nonzero(lam)],
    prose="An eigenvalue of AB that is not zero is one of BA: Bx is an eigenvector of BA, and not zero as A(Bx)/λ = x.",
    mutants=lambda: [right_times(2), without("eigenpair")],
)

shifted = book_claim(
    "spectra.eq-285",
    show=lambda: [
        equal((I + c * A) * V, V * (I + c * diagonal(l))),
        equal((A - c * I) * V, V * (diagonal(l) - c * I)),
    ],
    assuming=symmetric_with_eigenvalues,
    prose="The eigenvalues of I + cA are 1 + cλ and those of A − cI are λ − c, with the same eigenvectors.",
    sources=[equation(285), equation(286)],
    mutants=lambda: [right_times(2), without_equation(list_of_eigenvalues)],
)

of_inverse = book_claim(
    "spectra.eq-287",
    show=lambda: [
        equal(inverse(A) * V, V * inverse(diagonal(l))),
        equal(inverse(A), V * inverse(diagonal(l)) * V.T),
    ],
    assuming=symmetric_with_eigenvalues,
    prose="The eigenvalues of the inverse are the inverse eigenvalues, with the same eigenvectors.",
    mutants=lambda: [right_times(2), without_equation(list_of_eigenvalues)],
)

of_squares = book_claim(
    "spectra.eq-288",
    show=lambda: [
        equal(A.T * A * V, V * diagonal(l) * diagonal(l)),
        equal(A * A.T * V, V * diagonal(l) * diagonal(l)),
    ],
    assuming=symmetric_with_eigenvalues,
    prose="The eigenvalues of AᵀA and of AAᵀ are the squares of those of A.",
    mutants=lambda: [right_times(2), without_equation(list_of_eigenvalues)],
)

semidefinite = book_claim(
    "spectra.eq-441",
    show=lambda: at_least(lam, 0),
    assuming=[psd(S), eigenpair(S, x, lam)],
    prose="If A is positive semidefinite, so is S = (A + Aᵀ)/2, and no eigenvalue of S is negative; one direction.",
    mutants=lambda: [other_sense(), without("psd")],
)

singular_vectors = book_claim(
    "spectra.eq-291",
    show=lambda: [equal(F * F.T * U, U * D * D), equal(F.T * F * W, W * D * D)],
    assuming=[svd(F, U, D, W)],
    prose="The columns of U and V are eigenvectors of AAᵀ and AᵀA, with the squared singular values; that they exist "
    "for every A is no part of the claim.",
    mutants=lambda: [right_times(2), without("svd")],
)

rank_of_product = book_claim(
    "spectra.eq-546",
    show=lambda: [
        at_least(Trace(F * pinv(F)), Trace(F * T * pinv(F * T))),
        at_least(Trace(pinv(T) * T), Trace(pinv(F * T) * (F * T))),
    ],
    prose="The rank of a product is at most that of each factor; the rank is the trace of the projectors AA⁺ and A⁺A.",
    mutants=lambda: [other_sense()],
)

factor_of_definite = book_claim(
    "spectra.eq-550",
    show=lambda: positive_definite(A),
    assuming=[equal(A, J * J.T), invertible(J)],
    prose="A product BBᵀ with an invertible B is positive definite; one direction.",
    mutants=lambda: [without("invertible"), without_equation(equal(A, J * J.T))],
)

pseudo_inverse_and_rank = book_claim(
    "spectra.eq-219",
    show=lambda: [
        equal(F * pinv(F), U * U.T),
        equal(pinv(F) * F, W * W.T),
        equal(Trace(F * pinv(F)), r),
        equal(Trace(pinv(F) * F), r),
    ],
    assuming=of_rank_r,
    prose="The traces of the projectors AA⁺ and A⁺A are the rank of A, which is that of both projectors.",
    sources=[equation(219), equation(220)],
    mutants=lambda: [right_times(2), without("orthonormal")],
)

rank_of_idempotent = book_claim(
    "spectra.eq-423",
    show=lambda: equal(Trace(A), r),
    assuming=[equal(A * A, A), equal(A, L * K), equal(N * L, Identity(r)), equal(K * M, Identity(r))],
    prose="The rank of an idempotent matrix is its trace.",
    mutants=lambda: [right_times(2), without_equation(equal(A * A, A)), without_last()],
)

rank_of_kronecker_product = book_claim(
    "spectra.eq-514",
    show=lambda: [
        equal(kron(F, H), kron(U, P) * kron(D * W.T, E * Q.T)),
        equal(kron(U.T, P.T) * kron(U, P), Identity(r * s)),
        equal(kron(D * W.T, E * Q.T) * kron(W * C, Q * Z), Identity(r * s)),
    ],
    assuming=[*of_rank_r, equal(H, P * E * Q.T), orthonormal(P), orthonormal(Q), equal(Z * E, Identity(s))],
    prose="The rank of A⊗B is the product of the ranks: a factorisation of A⊗B with that many columns.",
    mutants=lambda: [right_times(2), without("orthonormal"), without_equation(of_rank_r[0])],
)

rank_of_products = book_claim(
    "spectra.eq-549",
    show=lambda: [
        equal(F.T, W * (D.T * U.T)),
        equal(F * F.T, U * (D * D.T * U.T)),
        equal(F.T * F, W * (D.T * D * W.T)),
        equal(D.T * U.T * (U * Transpose(C)), Identity(r)),
        equal(D * D.T * U.T * (U * Transpose(C) * C), Identity(r)),
        equal(D.T * D * W.T * (W * C * Transpose(C)), Identity(r)),
    ],
    assuming=of_rank_r,
    prose="A, Aᵀ, AAᵀ and AᵀA have the same rank r: factorisations of them with r columns.",
    mutants=lambda: [right_times(2), without("orthonormal"), without_equation(of_rank_r[0])],
)
