"""Section 5 of the Matrix Cookbook: linear equations, least squares, eigenvectors."""

from __future__ import annotations

from sympy import Identity, Matrix, MatrixSymbol, OneMatrix, Symbol, Trace, ZeroMatrix, symbols

from pcaproofs.cookbook import book_claim
from pcaproofs.language.conclusions import ForAll, equal, minimises
from pcaproofs.language.hypotheses import eigenpair, nonzero, symmetric
from pcaproofs.language.nodes import index, inner, inverse, pinv, sample, sqnorm
from pcaproofs.verify.mutants import other_sense, right_times, swap, without, without_equation, without_last

n, m, p = symbols("n m p", positive=True, integer=True)
c = Symbol("c", real=True)
value, other = Symbol("lambda", real=True), Symbol("mu", real=True)
A, S = MatrixSymbol("A", n, n), MatrixSymbol("S", n, n)
F = MatrixSymbol("F", n, m)
b, d = MatrixSymbol("b", n, 1), MatrixSymbol("d", n, 1)
x, z = MatrixSymbol("x", n, 1), MatrixSymbol("z", m, 1)
v, w = MatrixSymbol("v", n, 1), MatrixSymbol("w", n, 1)
B, X = MatrixSymbol("B", n, p), MatrixSymbol("X", m, p)
B0, B1 = MatrixSymbol("B0", n, p), MatrixSymbol("B1", n, p)
slope, level, line_of = Symbol("a", real=True), Symbol("t", real=True), MatrixSymbol("u", 2, 1)
I, one = Identity(n), OneMatrix(n, 1)
k = index("k")

moments = Matrix([[inner(x, x), inner(x, one)], [inner(x, one), inner(one, one)]])

line = book_claim(
    "solutions.eq-260",
    show=lambda: minimises(sqnorm(b - slope * x - level * one), {slope: line_of[0, 0], level: line_of[1, 0]}),
    assuming=[equal(moments * line_of, Matrix([inner(b, x), inner(b, one)]))],
    prose="The line ax + b nearest to given points solves two equations, which the book writes with an inverse.",
    mutants=lambda: [other_sense(), swap(line_of, 2 * line_of), without_last()],
)

square = book_claim(
    "solutions.eq-262",
    show=lambda: equal(x, inverse(A) * b),
    assuming=[equal(A * x, b)],
    prose="The solution of a square system with an invertible matrix is A⁻¹b.",
    mutants=lambda: [right_times(2), swap(b, d, right=True), without_last()],
)

degenerate = book_claim(
    "solutions.eq-263",
    show=lambda: equal(A * (pinv(A) * b), b),
    assuming=[equal(A * x, b)],
    prose="If a system has a solution, A⁺b is one.",
    mutants=lambda: [right_times(2), swap(pinv(A), A.T), without_last()],
)

tall = book_claim(
    "solutions.eq-265",
    show=lambda: [equal(z, inverse(F.T * F) * F.T * b), equal(inverse(F.T * F) * F.T * b, pinv(F) * b)],
    assuming=[equal(F * z, b)],
    prose="A solution of a system with independent columns is (AᵀA)⁻¹Aᵀb, which is A⁺b.",
    mutants=lambda: [right_times(2), swap(b, d, right=True)],
)

least_squares = book_claim(
    "solutions.eq-266",
    show=lambda: minimises(sqnorm(F * z - b), {z: pinv(F) * b}),
    prose="The vector A⁺b minimises the squared length of Ax − b.",
    mutants=lambda: [other_sense(), swap(pinv(F) * b, 2 * pinv(F) * b)],
)

least_norm = book_claim(
    "solutions.eq-267",
    show=lambda: minimises(sqnorm(z), {z: F.T * inverse(F * F.T) * b}),
    assuming=[equal(F * z, b)],
    prose="Of all solutions of a system with independent rows, Aᵀ(AAᵀ)⁻¹b is the shortest.",
    mutants=lambda: [other_sense(), without_equation(equal(F * z, b))],
)

least_squares_matrix = book_claim(
    "solutions.eq-268",
    show=lambda: minimises(sqnorm(F * X - B), {X: pinv(F) * B}),
    prose="The matrix A⁺B minimises the sum of the squares of AX − B.",
    mutants=lambda: [other_sense(), swap(pinv(F) * B, 2 * pinv(F) * B)],
)

fitted_map = book_claim(
    "solutions.eq-269",
    show=lambda: minimises(sqnorm(A * B0 - B1), {A: B1 * B0.T * inverse(B0 * B0.T)}),
    prose="The linear map that takes the columns of B₀ nearest to those of B₁ is B₁B₀ᵀ(B₀B₀ᵀ)⁻¹.",
    mutants=lambda: [swap(B1 * B0.T * inverse(B0 * B0.T), B0 * B1.T * inverse(B0 * B0.T)), other_sense()],
    excludes={"n > p": "B₀B₀ᵀ, n×n, has an inverse only where n ≤ p"},
)

linear_form_and_zeros = book_claim(
    "solutions.eq-270",
    show=lambda: equal(F, ZeroMatrix(n, m)),
    assuming=[ForAll(k, m, equal(F * sample(Identity(m), k), ZeroMatrix(n, 1)))],
    prose="If Ax = 0 for every x, then A = 0; it suffices that it holds for the columns of the identity.",
    mutants=lambda: [without_last()],
)

square_form_and_zeros = book_claim(
    "solutions.eq-271",
    show=lambda: equal(S, ZeroMatrix(n, n)),
    assuming=[
        symmetric(S),
        equal(Trace((S + I).T * S * (S + I)), 0),
        equal(Trace((S - I).T * S * (S - I)), 0),
    ],
    prose="If xᵀAx = 0 for every x and A is symmetric, then A = 0; it suffices that the sums of xᵀAx over the columns "
    "of A + I and of A − I are zero.",
    mutants=lambda: [without("symmetric"), without_last()],
)

orthogonal_eigenvectors = book_claim(
    "solutions.eq-282",
    show=lambda: equal(inner(v, w), 0),
    assuming=[symmetric(S), eigenpair(S, v, value), eigenpair(S, w, other), nonzero(value - other)],
    prose="Eigenvectors of a symmetric matrix with different eigenvalues are orthogonal.",
    mutants=lambda: [without("symmetric"), without_last()],
)

eigenvalue_of_shifted_multiple = book_claim(
    "solutions.eq-285",
    show=lambda: equal((I + c * S) * v, (1 + c * value) * v),
    assuming=[eigenpair(S, v, value)],
    prose="An eigenvector of A with eigenvalue λ is one of I + cA with eigenvalue 1 + cλ.",
    mutants=lambda: [right_times(2), swap(1 + c * value, c * value), without("eigenpair")],
)

eigenvalue_of_shift = book_claim(
    "solutions.eq-286",
    show=lambda: equal((S - c * I) * v, (value - c) * v),
    assuming=[eigenpair(S, v, value)],
    prose="An eigenvector of A with eigenvalue λ is one of A − cI with eigenvalue λ − c.",
    mutants=lambda: [right_times(2), swap(value - c, value + c), without("eigenpair")],
)

eigenvalue_of_inverse = book_claim(
    "solutions.eq-287",
    show=lambda: equal(inverse(S) * v, v / value),
    assuming=[eigenpair(S, v, value)],
    prose="An eigenvector of an invertible A with eigenvalue λ is one of A⁻¹ with eigenvalue 1/λ.",
    mutants=lambda: [right_times(2), swap(1 / value, value), without("eigenpair")],
)

eigenvalue_of_square = book_claim(
    "solutions.eq-288",
    show=lambda: [equal(S.T * S * v, value**2 * v), equal(S * S.T * v, value**2 * v)],
    assuming=[symmetric(S), eigenpair(S, v, value)],
    prose="An eigenvector of a symmetric A with eigenvalue λ is one of AᵀA and of AAᵀ with eigenvalue λ².",
    mutants=lambda: [right_times(2), swap(value**2, value), without("symmetric")],
)
