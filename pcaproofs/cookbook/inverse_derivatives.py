"""Section 2 of the Matrix Cookbook, continued: differentials and gradients of inverses, quotients and norms."""

from __future__ import annotations

from sympy import Identity, MatrixSymbol, Symbol, Trace, symbols

from pcaproofs.cookbook import book_claim, equation
from pcaproofs.language.conclusions import equal
from pcaproofs.language.hypotheses import symmetric
from pcaproofs.language.nodes import basis, directional, gradient, inner, inverse, norm, sqnorm
from pcaproofs.verify.mutants import right_times, swap, untransposed, without

n, m = symbols("n m", positive=True, integer=True)
t = Symbol("t", real=True)
A, B, C, H, S = (MatrixSymbol(name, n, n) for name in "ABCHS")  # S is varied in the direction H
X, F = MatrixSymbol("X", n, m), MatrixSymbol("F", m, m)  # X is varied
L, R = MatrixSymbol("L", m, n), MatrixSymbol("R", n, m)
d, e, f = (MatrixSymbol(name, m, 1) for name in "def")
a, b, x, h = (MatrixSymbol(name, n, 1) for name in "abxh")
i, j, k, l = (basis(n, name) for name in "ijkl")
Y = A + t * B

differential = book_claim(
    "inverse-derivatives.eq-40",
    show=lambda: equal(directional(inverse(S), S, H), -inverse(S) * H * inverse(S)),
    prose="The differential of an inverse is that of the matrix between two inverses, with the other sign.",
    mutants=lambda: [right_times(-1), swap(inverse(S), S, right=True)],
)

in_a_number = book_claim(
    "inverse-derivatives.eq-59",
    show=lambda: equal(directional(inverse(Y), t, 1), -inverse(Y) * directional(Y, t, 1) * inverse(Y)),
    prose="The derivative of an inverse by a number, shown for A + tB.",
    mutants=lambda: [right_times(-1), swap(directional(Y, t, 1), A, right=True)],
)

entry = book_claim(
    "inverse-derivatives.eq-60",
    show=lambda: equal(
        inner(k, directional(inverse(S), S, i * j.T) * l), -inner(k, inverse(S) * i) * inner(j, inverse(S) * l)
    ),
    prose="An entry of an inverse, differentiated by one of the matrix, is a product of two entries of the inverse.",
    mutants=lambda: [right_times(-1), swap(inner(j, inverse(S) * l), inner(l, inverse(S) * j), right=True)],
)

entry_of_form = book_claim(
    "inverse-derivatives.eq-79",
    show=lambda: equal(
        inner(d, directional(X.T * C * X, X, x * e.T) * f),
        inner(f, e) * inner(d, X.T * C * x) + inner(d, e) * inner(x, C * X * f),
    ),
    prose="An entry of XᵀBX, differentiated by an entry of X, with any vectors in place of the unit vectors.",
    mutants=lambda: [right_times(2), swap(inner(f, e), inner(f, d), right=True)],
)

bilinear = book_claim(
    "inverse-derivatives.eq-61",
    show=lambda: equal(gradient(inner(a, inverse(S) * b), S), -inverse(S).T * a * b.T * inverse(S).T),
    prose="The gradient of aᵀX⁻¹b with respect to the matrix X.",
    mutants=lambda: [right_times(-1), swap(a, b, right=True)],
)

trace = book_claim(
    "inverse-derivatives.eq-63",
    show=lambda: [
        equal(gradient(Trace(L * inverse(S) * R), S), -(inverse(S) * R * L * inverse(S)).T),
        equal(gradient(Trace(L * inverse(S) * R), S), -inverse(S).T * L.T * R.T * inverse(S).T),
    ],
    prose="The gradient of tr(AX⁻¹B) with respect to the matrix X.",
    sources=[equation(63), equation(124)],
    mutants=lambda: [right_times(-1), swap(inverse(S), S, right=True), untransposed(inverse(S))],
)

trace_of_sum = book_claim(
    "inverse-derivatives.eq-64",
    show=lambda: equal(gradient(Trace(inverse(S + A)), S), -(inverse(S + A) * inverse(S + A)).T),
    prose="The gradient of the trace of the inverse of X + A.",
    mutants=lambda: [right_times(-1), swap(inverse(S + A), inverse(S) + A, right=True)],
)

quotient = book_claim(
    "inverse-derivatives.eq-95",
    show=lambda: equal(
        gradient(sqnorm(A * x) / sqnorm(B * x), x),
        2 * A.T * A * x / sqnorm(B * x) - 2 * sqnorm(A * x) / sqnorm(B * x) ** 2 * B.T * B * x,
    ),
    prose="The gradient of a quotient of two squared norms.",
    sources=[equation(94), equation(95)],
    mutants=lambda: [right_times(-1), untransposed(B)],
)

quotient_as_printed = book_claim(
    "inverse-derivatives.eq-95-as-printed",
    show=lambda: equal(
        gradient(sqnorm(A * x) / sqnorm(B * x), x),
        2 * A.T * A * x / inner(x, B * B * x) - 2 * sqnorm(A * x) / sqnorm(B * x) ** 2 * B.T * B * x,
    ),
    prose="As printed: below the first line stands xᵀBBx, where a transpose is missing.",
    repaired_by=quotient,
)

quadratic = book_claim(
    "inverse-derivatives.eq-125",
    show=lambda: equal(
        gradient(Trace(inverse(X.T * C * X) * F), X),
        -C * X * inverse(X.T * C * X) * (F + F.T) * inverse(X.T * C * X),
    ),
    assuming=[symmetric(C)],
    prose="The gradient of the trace of the inverse of a quadratic form, times a constant matrix.",
    mutants=lambda: [right_times(-1), swap(F + F.T, 2 * F, right=True), without("symmetric")],
)

two_quadratics = book_claim(
    "inverse-derivatives.eq-126",
    show=lambda: equal(
        gradient(Trace(inverse(X.T * C * X) * (X.T * B * X)), X),
        -2 * C * X * inverse(X.T * C * X) * X.T * B * X * inverse(X.T * C * X) + 2 * B * X * inverse(X.T * C * X),
    ),
    assuming=[symmetric(B), symmetric(C)],
    prose="The gradient of the trace of a quotient of two quadratic forms.",
    mutants=lambda: [right_times(2), without("symmetric")],
)

shifted_quadratics = book_claim(
    "inverse-derivatives.eq-127",
    show=lambda: equal(
        gradient(Trace(inverse(F + X.T * C * X) * (X.T * B * X)), X),
        -2 * C * X * inverse(F + X.T * C * X) * X.T * B * X * inverse(F + X.T * C * X)
        + 2 * B * X * inverse(F + X.T * C * X),
    ),
    assuming=[symmetric(B), symmetric(C), symmetric(F)],
    prose="The gradient of the trace of such a quotient, where a symmetric constant A is added below.",
    mutants=lambda: [right_times(2), without("symmetric")],
)

shifted_quadratics_as_printed = book_claim(
    "inverse-derivatives.eq-127-as-printed",
    show=lambda: equal(
        gradient(Trace(inverse(F + X.T * C * X) * (X.T * B * X)), X),
        -2 * C * X * inverse(F + X.T * C * X) * X.T * B * X * inverse(F + X.T * C * X)
        + 2 * B * X * inverse(F + X.T * C * X),
    ),
    assuming=[symmetric(B), symmetric(C)],
    prose="As printed: A is any matrix, but has to be symmetric.",
    repaired_by=shifted_quadratics,
)

norm_of_difference = book_claim(
    "inverse-derivatives.eq-129",
    show=lambda: equal(gradient(norm(x - a), x), (x - a) / norm(x - a)),
    prose="The gradient of the distance to a point is the direction away from it.",
    mutants=lambda: [right_times(2), swap((x - a) / norm(x - a), (x + a) / norm(x - a), right=True)],
)

direction = book_claim(
    "inverse-derivatives.eq-130",
    show=lambda: equal(
        directional((x - a) / norm(x - a), x, h),
        (Identity(n) / norm(x - a) - (x - a) * (x - a).T / norm(x - a) ** 3) * h,
    ),
    prose="The derivative of the direction away from a point, in every direction h.",
    mutants=lambda: [right_times(2), swap(a, -a, right=True)],
)
