"""Section 6 of the Matrix Cookbook: means and covariances of linear and quadratic forms of random vectors."""

from __future__ import annotations

from typing import Any

from sympy import MatrixSymbol, Trace, Transpose, symbols

from pcaproofs.cookbook import book_claim, equation
from pcaproofs.language.conclusions import equal
from pcaproofs.language.nodes import expectation, inner
from pcaproofs.verify.mutants import right_times, swap

n, k, q = symbols("n k q", positive=True, integer=True)
x, u = MatrixSymbol("x", n, 1), MatrixSymbol("u", n, 1)  # x is random
A, B, S = MatrixSymbol("A", k, n), MatrixSymbol("B", q, n), MatrixSymbol("S", n, n)
C = MatrixSymbol("C", k, n)  # for forms with B of the shape of A
a, b, c = MatrixSymbol("a", k, 1), MatrixSymbol("b", q, 1), MatrixSymbol("c", k, 1)

mean = expectation(x, x)
covariance = expectation((x - mean) * Transpose(x - mean), x)


def variance_of(y: Any) -> Any:
    """The covariance matrix of a function of x."""
    centred = y - expectation(y, x)
    return expectation(centred * Transpose(centred), x)


mean_of_affine_map = book_claim(
    "statistics.eq-315",
    show=lambda: equal(expectation(A * x + a, x), A * mean + a),
    prose="The mean of Ax + b is Am + b.",
    sources=[equation(315), equation(312)],
    mutants=lambda: [right_times(2), swap(a, 2 * a, right=True)],
)

mean_of_linear_map = book_claim(
    "statistics.eq-316",
    show=lambda: equal(expectation(A * x, x), A * mean),
    prose="The mean of Ax is A times the mean of x.",
    mutants=lambda: [right_times(2), swap(A, C, right=True)],
)

mean_of_shift = book_claim(
    "statistics.eq-317",
    show=lambda: equal(expectation(x + u, x), mean + u),
    prose="The mean of x + b is the mean of x plus b.",
    mutants=lambda: [right_times(2), swap(u, -u, right=True)],
)

covariance_of_linear_map = book_claim(
    "statistics.eq-313",
    show=lambda: equal(variance_of(A * x), A * covariance * A.T),
    prose="The covariance matrix of Ax is A times that of x times Aᵀ.",
    mutants=lambda: [right_times(2), swap(A, C, right=True)],
)

cross_covariance = book_claim(
    "statistics.eq-314",
    show=lambda: equal(
        expectation((A * x - expectation(A * x, x)) * Transpose(B * x - expectation(B * x, x)), x),
        A * covariance * B.T,
    ),
    prose="The cross-covariance of Ax and Bx, linear in one random vector, is A times its covariance times Bᵀ.",
    mutants=lambda: [right_times(2), swap(A, C, right=True)],
)

mean_of_quadratic_form = book_claim(
    "statistics.eq-318",
    show=lambda: equal(expectation(inner(x, S * x), x), Trace(S * covariance) + inner(mean, S * mean)),
    prose="The mean of xᵀAx is tr(AΣ) + mᵀAm, for any square A.",
    sources=[equation(318), equation(328)],
    mutants=lambda: [right_times(2), swap(Trace(S * covariance), Trace(S) * Trace(covariance))],
)

outer_product_of_affine_maps = book_claim(
    "statistics.eq-320",
    show=lambda: equal(
        expectation((A * x + a) * Transpose(B * x + b), x),
        A * covariance * B.T + (A * mean + a) * Transpose(B * mean + b),
    ),
    prose="The mean of (Ax + a)(Bx + b)ᵀ is AMBᵀ + (Am + a)(Bm + b)ᵀ.",
    mutants=lambda: [right_times(2), swap(A * mean + a, A * mean, right=True)],
)

second_moment = book_claim(
    "statistics.eq-321",
    show=lambda: equal(expectation(x * x.T, x), covariance + mean * mean.T),
    prose="The mean of xxᵀ is the covariance matrix plus mmᵀ.",
    mutants=lambda: [right_times(2), swap(mean * mean.T, -mean * mean.T)],
)

second_moment_times_vector = book_claim(
    "statistics.eq-322",
    show=lambda: equal(expectation(x * u.T * x, x), (covariance + mean * mean.T) * u),
    prose="The mean of xaᵀx is (M + mmᵀ)a.",
    mutants=lambda: [right_times(2), swap(mean * mean.T, -mean * mean.T)],
)

vector_times_second_moment = book_claim(
    "statistics.eq-323",
    show=lambda: equal(expectation(x.T * u * x.T, x), u.T * (covariance + mean * mean.T)),
    prose="The mean of xᵀaxᵀ is aᵀ(M + mmᵀ).",
    mutants=lambda: [right_times(2), swap(mean * mean.T, -mean * mean.T)],
)

second_moment_of_map = book_claim(
    "statistics.eq-324",
    show=lambda: equal(expectation((A * x) * Transpose(A * x), x), A * (covariance + mean * mean.T) * A.T),
    prose="The mean of (Ax)(Ax)ᵀ is A(M + mmᵀ)Aᵀ.",
    mutants=lambda: [right_times(2), swap(mean * mean.T, -mean * mean.T)],
)

second_moment_of_shift = book_claim(
    "statistics.eq-325",
    show=lambda: equal(
        expectation((x + u) * Transpose(x + u), x),
        covariance + (mean + u) * Transpose(mean + u),
    ),
    prose="The mean of (x + a)(x + a)ᵀ is M + (m + a)(m + a)ᵀ.",
    mutants=lambda: [right_times(2), swap(mean + u, mean - u, right=True)],
)

inner_product_of_affine_maps = book_claim(
    "statistics.eq-326",
    show=lambda: equal(
        expectation(inner(A * x + a, C * x + c), x),
        Trace(A * covariance * C.T) + inner(A * mean + a, C * mean + c),
    ),
    prose="The mean of (Ax + a)ᵀ(Bx + b) is tr(AMBᵀ) + (Am + a)ᵀ(Bm + b).",
    mutants=lambda: [right_times(2), swap(C.T, A.T, right=True)],
)

squared_length = book_claim(
    "statistics.eq-327",
    show=lambda: equal(expectation(inner(x, x), x), Trace(covariance) + inner(mean, mean)),
    prose="The mean of the squared length of x is the trace of its covariance plus the squared length of its mean.",
    mutants=lambda: [right_times(2), swap(inner(mean, mean), -inner(mean, mean))],
)

squared_length_of_map = book_claim(
    "statistics.eq-329",
    show=lambda: equal(
        expectation(inner(A * x, A * x), x),
        Trace(A * covariance * A.T) + inner(A * mean, A * mean),
    ),
    prose="The mean of the squared length of Ax is tr(AMAᵀ) plus the squared length of Am.",
    mutants=lambda: [right_times(2), swap(A * mean, C * mean, right=True)],
)

squared_length_of_shift = book_claim(
    "statistics.eq-330",
    show=lambda: equal(
        expectation(inner(x + u, x + u), x),
        Trace(covariance) + inner(mean + u, mean + u),
    ),
    prose="The mean of the squared length of x + a is tr M plus the squared length of m + a.",
    mutants=lambda: [right_times(2), swap(mean + u, mean - u, right=True)],
)
