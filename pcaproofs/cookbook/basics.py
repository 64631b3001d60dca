"""Section 1 of the Matrix Cookbook: inverses and transposes of products, traces."""

from __future__ import annotations

from sympy import MatrixSymbol, Trace, Transpose, symbols

from pcaproofs.cookbook import book_claim
from pcaproofs.language.conclusions import equal
from pcaproofs.language.nodes import basis, index, inner, inverse, sample, total
from pcaproofs.verify.mutants import right_times, swap

n, m, p, q = symbols("n m p q", positive=True, integer=True)
A, B, C = (MatrixSymbol(name, n, n) for name in "ABC")
F, G = (MatrixSymbol(name, n, m) for name in "FG")
K, L = MatrixSymbol("K", m, p), MatrixSymbol("L", p, q)
M, N = MatrixSymbol("M", m, n), MatrixSymbol("N", p, n)
a, b = MatrixSymbol("a", n, 1), MatrixSymbol("b", n, 1)
k = index("k")
e = basis(n, "e")

inverse_of_product = book_claim(
    "basics.eq-1",
    show=lambda: equal(inverse(A * B), inverse(B) * inverse(A)),
    prose="The inverse of a product is the product of the inverses in the reverse order.",
    mutants=lambda: [swap(inverse(B) * inverse(A), inverse(A) * inverse(B)), right_times(2)],
)

inverse_of_three = book_claim(
    "basics.eq-2",
    show=lambda: equal(inverse(A * B * C), inverse(C) * inverse(B) * inverse(A)),
    prose="The inverse of a product of three factors is the product of the inverses in the reverse order.",
    mutants=lambda: [
        swap(inverse(C) * inverse(B) * inverse(A), inverse(A) * inverse(B) * inverse(C)),
        right_times(-1),
    ],
)

inverse_of_transpose = book_claim(
    "basics.eq-3",
    show=lambda: equal(inverse(A.T), Transpose(inverse(A))),
    prose="The inverse of the transpose is the transpose of the inverse.",
    mutants=lambda: [swap(A.T, A), right_times(2)],
)

transpose_of_sum = book_claim(
    "basics.eq-4",
    show=lambda: equal(Transpose(F + G), F.T + G.T),
    prose="The transpose of a sum is the sum of the transposes.",
    mutants=lambda: [swap(F.T + G.T, F.T - G.T), right_times(2)],
)

transpose_of_product = book_claim(
    "basics.eq-5",
    show=lambda: equal(Transpose(F * K), K.T * F.T),
    prose="The transpose of a product is the product of the transposes in the reverse order.",
    mutants=lambda: [right_times(2), swap(F.T, G.T, right=True)],
)

transpose_of_three = book_claim(
    "basics.eq-6",
    show=lambda: equal(Transpose(F * K * L), L.T * K.T * F.T),
    prose="The transpose of a product of three factors is the product of the transposes in the reverse order.",
    mutants=lambda: [right_times(2), swap(F.T, G.T, right=True)],
)

trace_by_entries = book_claim(
    "basics.eq-11",
    show=lambda: equal(Trace(A * B.T), total(inner(sample(A, k), sample(B, k)), k)),
    prose=(
        "The trace is the sum of the diagonal entries; for a product ABᵀ these are the inner products of the rows of A "
        "and B."
    ),
    mutants=lambda: [right_times(2), swap(B.T, B)],
)

trace_of_transpose = book_claim(
    "basics.eq-13",
    show=lambda: equal(Trace(A), Trace(Transpose(A))),
    prose="A square matrix and its transpose have the same trace.",
    mutants=lambda: [right_times(2), swap(A.T, B)],
)

trace_of_product = book_claim(
    "basics.eq-14",
    show=lambda: equal(Trace(F * M), Trace(M * F)),
    prose="The trace of a product does not depend on the order of its two factors.",
    mutants=lambda: [right_times(2), swap(F, G, right=True)],
)

trace_of_sum = book_claim(
    "basics.eq-15",
    show=lambda: equal(Trace(A + B), Trace(A) + Trace(B)),
    prose="The trace of a sum is the sum of the traces.",
    mutants=lambda: [swap(Trace(B), -Trace(B)), right_times(2)],
)

cyclic_trace = book_claim(
    "basics.eq-16",
    show=lambda: [equal(Trace(F * K * N), Trace(K * N * F)), equal(Trace(F * K * N), Trace(N * F * K))],
    prose="The factors of a product under a trace may be rotated.",
    mutants=lambda: [right_times(2), swap(F, G, right=True)],
)

trace_of_square = book_claim(
    "basics.eq-17",
    show=lambda: equal(inner(a, a), Trace(a * a.T)),
    prose="The squared length of a vector is the trace of its outer product with itself.",
    mutants=lambda: [right_times(2), swap(a * a.T, a * b.T)],
)
