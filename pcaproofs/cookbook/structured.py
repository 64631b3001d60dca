"""Hadamard products and structured matrices in the Matrix Cookbook: sections 2.8, 9.7.5 and 9.7.6, equation 38."""

from __future__ import annotations

from sympy import HadamardProduct, Identity, MatrixSymbol, Symbol, Trace, Transpose

from pcaproofs.cookbook import book_claim, equation
from pcaproofs.language.conclusions import equal
from pcaproofs.language.entrywise import Cell
from pcaproofs.language.hypotheses import symmetric
from pcaproofs.language.nodes import det, directional, gradient, index, inner, inverse, sample
from pcaproofs.verify.mutants import right_times, swap, without

n = Symbol("n", positive=True, integer=True)
A, B, C, D, G, H, X = (MatrixSymbol(name, n, n) for name in "ABCDGHX")
x, y = MatrixSymbol("x", n, 1), MatrixSymbol("y", n, 1)
I = Identity(n)
i, j, k, l = (index(name) for name in "ijkl")
e, f, g = (sample(I, place) for place in (i, j, k))  # unit vectors, of which two may be the same
single = e * f.T  # J with its one in row i and column j
flipped = f * e.T
both = single + flipped - single * single  # the derivative of a symmetric matrix by the entry (i, j)
on_diagonal = Transpose(e) * f * single  # the derivative of a diagonal matrix: zero unless i = j

product_rule = book_claim(
    "structured.eq-38",
    show=lambda: equal(
        directional(HadamardProduct(A * X, X * B), X, H),
        HadamardProduct(directional(A * X, X, H), X * B) + HadamardProduct(A * X, directional(X * B, X, H)),
    ),
    prose="The product rule for products entry by entry, shown for the factors AX and XB.",
    mutants=lambda: [right_times(2), swap(directional(X * B, X, H), directional(A * X, X, H), right=True)],
)

symmetric_structure = book_claim(
    "structured.eq-138",
    show=lambda: equal(inner(G, both), Cell(G + G.T - HadamardProduct(I, G), i, j)),
    prose="By an entry of a symmetric matrix: the gradient for any matrix, plus its transpose, minus its diagonal.",
    mutants=lambda: [right_times(2), swap(HadamardProduct(I, G), G), swap(G.T, G)],
)

symmetric_trace = book_claim(
    "structured.eq-139",
    show=lambda: equal(inner(gradient(Trace(A * X), X), both), Cell(A + A.T - HadamardProduct(I, A), i, j)),
    prose="The derivative of tr(AX) by an entry of a symmetric X.",
    mutants=lambda: [right_times(2), swap(HadamardProduct(I, A), A, right=True), swap(A.T, A, right=True)],
)

symmetric_determinant = book_claim(
    "structured.eq-140",
    show=lambda: equal(
        inner(gradient(det(X), X), both),
        det(X) * Cell(2 * inverse(X) - HadamardProduct(I, inverse(X)), i, j),
    ),
    assuming=[symmetric(X)],
    prose="The derivative of a determinant by an entry of a symmetric matrix.",
    mutants=lambda: [right_times(2), swap(2 * inverse(X), inverse(X)), without("symmetric")],
)

symmetric_logarithm = book_claim(
    "structured.eq-141",
    show=lambda: equal(
        inner(gradient(det(X), X), both) / det(X),
        Cell(2 * inverse(X) - HadamardProduct(I, inverse(X)), i, j),
    ),
    assuming=[symmetric(X)],
    prose="The derivative of the logarithm of a determinant by an entry of a symmetric matrix.",
    mutants=lambda: [right_times(2), swap(2 * inverse(X), inverse(X)), without("symmetric")],
)

diagonal_trace = book_claim(
    "structured.eq-142",
    show=lambda: equal(inner(gradient(Trace(A * X), X), on_diagonal), Cell(HadamardProduct(I, A), i, j)),
    prose="The derivative of tr(AX) by a diagonal X is the diagonal of A.",
    mutants=lambda: [right_times(2), swap(HadamardProduct(I, A), A)],
)

trace_with_two = book_claim(
    "structured.eq-453",
    show=lambda: equal(Trace(A * single * single * B), Cell(HadamardProduct(I, A.T * B.T), i, j)),
    prose="The trace with two single-entry matrices between is an entry of the diagonal of AᵀBᵀ.",
    mutants=lambda: [right_times(2), swap(HadamardProduct(I, A.T * B.T), A.T * B.T)],
)

form_with_two = book_claim(
    "structured.eq-455",
    show=lambda: equal(inner(x, A * single * single * B * x), Cell(HadamardProduct(I, A.T * x * x.T * B.T), i, j)),
    prose="The quadratic form with two single-entry matrices between is an entry of the diagonal of AᵀxxᵀBᵀ.",
    mutants=lambda: [right_times(2), swap(HadamardProduct(I, A.T * x * x.T * B.T), A.T * x * x.T * B.T)],
)

symmetric_entries = book_claim(
    "structured.eq-458",
    show=lambda: [equal(Cell(both, k, l), Cell(both, l, k)), equal(HadamardProduct(single, both), single)],
    prose="The derivative of a symmetric matrix by an entry is symmetric, and one at that entry.",
    mutants=lambda: [swap(both, single), swap(both, 2 * both), swap(single * single, 2 * single * single)],
)

zeros_elsewhere = book_claim(
    "structured.zeros-elsewhere",
    show=lambda: equal(both * g, 0 * g),
    assuming=[equal(inner(e, g), 0), equal(inner(f, g), 0)],
    prose="The derivative of a symmetric matrix by an entry is zero in all other columns.",
    sources=[equation(458)],
    mutants=lambda: [swap(both, both + I), swap(g, x)],
)
