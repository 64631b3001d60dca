"""Section 10 of the Matrix Cookbook: series, norms, and the trace as an inner product."""

from __future__ import annotations

from sympy import Abs, Identity, MatrixSymbol, Symbol, Trace, ZeroMatrix, sqrt, symbols

from pcaproofs.cookbook import book_claim
from pcaproofs.language.conclusions import at_least, equal
from pcaproofs.language.nodes import inner, inverse, norm
from pcaproofs.verify.mutants import other_sense, right_times, swap, without_last

n, m, p = symbols("n m p", positive=True, integer=True)
c = Symbol("c", real=True)
X, A, B = (MatrixSymbol(name, n, n) for name in "XAB")
F, G = MatrixSymbol("F", n, m), MatrixSymbol("G", n, m)
K = MatrixSymbol("K", m, p)
x, y = MatrixSymbol("x", n, 1), MatrixSymbol("y", n, 1)
z = MatrixSymbol("z", m, 1)
I = Identity(n)

geometric_sum = book_claim(
    "functions.eq-487",
    show=lambda: equal((X * X * X - I) * inverse(X - I), I + X + X * X),
    prose="The sum of the first powers of a matrix is (Xⁿ − I)(X − I)⁻¹, shown for n = 3.",
    mutants=lambda: [right_times(2), swap(X * X, -X * X, right=True)],
)

commutation = book_claim(
    "functions.eq-493",
    show=lambda: equal((I + A * B + A * B * A * B) * A, A * (I + B * A + B * A * B * A)),
    prose="For a function given by a power series f(AB)A = A f(BA), shown for 1 + x + x².",
    mutants=lambda: [right_times(2), swap(B * A, A * B, right=True)],
)

trace_as_inner_product = book_claim(
    "functions.eq-521",
    show=lambda: equal(Trace(F.T * G), inner(F, G)),
    prose="The trace of AᵀB is the inner product of all entries of A with those of B.",
    mutants=lambda: [right_times(2), swap(inner(F, G), inner(F, F))],
)

euclidean_norm = book_claim(
    "functions.eq-526",
    show=lambda: equal(norm(x) ** 2, inner(x, x)),
    prose="The square of the Euclidean norm is the inner product of the vector with itself.",
    mutants=lambda: [right_times(2), swap(inner(x, x), inner(x, y))],
)

norm_is_not_negative = book_claim(
    "functions.eq-529",
    show=lambda: at_least(norm(F), 0),
    prose="The Frobenius norm of a matrix is never negative.",
    mutants=lambda: [other_sense()],
)

norm_zero = book_claim(
    "functions.eq-530",
    show=lambda: equal(F, ZeroMatrix(n, m)),
    assuming=[equal(norm(F), 0)],
    prose="Only the zero matrix has norm 0; that the zero matrix has norm 0 is a special case of 531.",
    mutants=lambda: [swap(F, G), without_last()],
)

norm_of_multiple = book_claim(
    "functions.eq-531",
    show=lambda: equal(norm(c * F), Abs(c) * norm(F)),
    prose="The norm of a multiple is the absolute value of the factor times the norm.",
    mutants=lambda: [right_times(2), swap(Abs(c), c)],
)

triangle = book_claim(
    "functions.eq-532",
    show=lambda: at_least(norm(F) + norm(G), norm(F + G)),
    prose="The triangle inequality for the Frobenius norm.",
    mutants=lambda: [other_sense()],
)

norm_of_image = book_claim(
    "functions.eq-535",
    show=lambda: at_least(norm(F) * norm(z), norm(F * z)),
    prose="The length of Ax is at most the Frobenius norm of A times the length of x.",
    mutants=lambda: [other_sense()],
)

norm_of_product = book_claim(
    "functions.eq-536",
    show=lambda: at_least(norm(F) * norm(K), norm(F * K)),
    prose="The Frobenius norm of a product is at most the product of the norms.",
    mutants=lambda: [other_sense()],
)

frobenius_norm = book_claim(
    "functions.eq-541",
    show=lambda: equal(norm(F), sqrt(Trace(F * F.T))),
    prose="The Frobenius norm is the square root of tr(AAᵀ).",
    mutants=lambda: [right_times(2), swap(F * F.T, G * G.T)],
)
