"""Section 9 of the Matrix Cookbook: idempotent, orthogonal, positive and single-entry matrices."""

from __future__ import annotations

from sympy import Identity, MatrixSymbol, Symbol, Trace, Transpose, ZeroMatrix, symbols

from pcaproofs.cookbook import book_claim, equation, place
from pcaproofs.language.conclusions import at_least, equal, more_than
from pcaproofs.language.hypotheses import invertible, orthogonal, positive_definite, projector, psd
from pcaproofs.language.nodes import basis, inner, inverse, pinv
from pcaproofs.verify.claim import given
from pcaproofs.verify.mutants import (
    other_sense,
    right_times,
    swap,
    untransposed,
    without,
    without_equation,
    without_last,
)

n, m = symbols("n m", positive=True, integer=True)
s, t = Symbol("s", real=True), Symbol("t", real=True)
A, B, P, Q, S = (MatrixSymbol(name, n, n) for name in "ABPQS")
F, X = MatrixSymbol("F", n, m), MatrixSymbol("X", n, m)
G, Y = MatrixSymbol("G", m, n), MatrixSymbol("Y", m, m)
x, y = MatrixSymbol("x", n, 1), MatrixSymbol("y", n, 1)
I, O = Identity(n), ZeroMatrix(n, n)
i, j = basis(n, "i"), basis(n, "j")
u, v = basis(n, "k"), basis(m, "l")
e, f = basis(m, "g"), basis(m, "h")
idempotent = equal(A * A, A)
commute = equal(A * B, B * A)

third_power = book_claim(
    "special-matrices.eq-418",
    show=lambda: equal(A * A * A, A),
    assuming=[idempotent],
    prose="All positive powers of an idempotent matrix are equal, shown for the third.",
    mutants=lambda: [right_times(2), without_last()],
)

complement = book_claim(
    "special-matrices.eq-419",
    show=lambda: equal((I - A) * (I - A), I - A),
    assuming=[idempotent],
    prose="If A is idempotent, so is I − A.",
    mutants=lambda: [right_times(2), without_last()],
)

transpose = book_claim(
    "special-matrices.eq-420",
    show=lambda: equal(Transpose(A) * Transpose(A), Transpose(A)),
    assuming=[idempotent],
    prose="If A is idempotent, so is its transpose.",
    mutants=lambda: [right_times(2), without_last()],
)

complement_of_transpose = book_claim(
    "special-matrices.eq-421",
    show=lambda: equal((I - A.T) * (I - A.T), I - A.T),
    assuming=[idempotent],
    prose="If A is idempotent, so is I − Aᵀ.",
    mutants=lambda: [right_times(2), without_last()],
)

product = book_claim(
    "special-matrices.eq-422",
    show=lambda: equal(A * B * A * B, A * B),
    assuming=[idempotent, equal(B * B, B), commute],
    prose="The product of two idempotent matrices that commute is idempotent.",
    mutants=lambda: [right_times(2), without_last()],
)

times_complement = book_claim(
    "special-matrices.eq-424",
    show=lambda: equal(A * (I - A), O),
    assuming=[idempotent],
    prose="An idempotent matrix times its complement I − A is zero.",
    mutants=lambda: [without_last(), swap(I - A, I + A)],
)

complement_times = book_claim(
    "special-matrices.eq-425",
    show=lambda: equal((I - A) * A, O),
    assuming=[idempotent],
    prose="The complement I − A of an idempotent matrix times the matrix is zero.",
    mutants=lambda: [without_last(), swap(I - A, I + A)],
)

own_pseudo_inverse = book_claim(
    "special-matrices.own-pseudo-inverse",
    show=lambda: equal(pinv(P), P),
    assuming=[projector(P)],
    prose="A symmetric idempotent matrix is its own pseudo-inverse.",
    sources=[place("what equation 426 should say")],
    mutants=lambda: [right_times(2), without("projector")],
)

own_pseudo_inverse_as_printed = book_claim(
    "special-matrices.eq-426",
    show=lambda: equal(pinv(A), A),
    assuming=[idempotent],
    prose="Every idempotent matrix is its own pseudo-inverse: the book forgets that the matrix has to be symmetric.",
    repaired_by=own_pseudo_inverse,
)

square_of_affine_function = book_claim(
    "special-matrices.eq-427",
    show=lambda: equal(
        (s * I + t * A) * (s * I + t * A),
        s**2 * (I - A) + (s + t) ** 2 * A,
    ),
    assuming=[idempotent],
    prose="A function of sI + tA for an idempotent A is f(s)(I − A) + f(s + t)A, shown for the square.",
    mutants=lambda: [right_times(2), without_last()],
)

nilpotent_square = book_claim(
    "special-matrices.eq-428",
    show=lambda: equal((s * I + t * A) * (s * I + t * A), s**2 * I + 2 * s * t * A),
    assuming=[equal(A * A, O)],
    prose="A function of sI + tA for a matrix with A² = 0 is f(s)I + t f′(s)A, shown for the square.",
    mutants=lambda: [right_times(2), without_last()],
)

inverse_of_orthogonal = book_claim(
    "special-matrices.inverse-of-orthogonal",
    show=lambda: [equal(inverse(Q), Q.T), equal(inverse(Q.T), Q), equal(Q * Q.T, I), equal(Q.T * Q, I)],
    assuming=[orthogonal(Q)],
    prose="The inverse of an orthogonal matrix is its transpose.",
    sources=[place("section 9.6, basic properties")],
    mutants=lambda: [right_times(2), without("orthogonal")],
)

ortho_symmetric_square = book_claim(
    "special-matrices.eq-432",
    show=lambda: [equal(Q * Q, I), equal(Q * Q * Q, Q)],
    assuming=[orthogonal(Q), equal(Q.T, Q)],
    prose="Powers of a matrix that is orthogonal and symmetric are I and the matrix in turn, shown for two and three.",
    sources=[equation(430), equation(431), equation(432)],
    mutants=lambda: [right_times(2), without("orthogonal"), without_last()],
)

ortho_skew_square = book_claim(
    "special-matrices.eq-436",
    show=lambda: [equal(Q * Q, -I), equal(Q * Q * Q, -Q)],
    assuming=[orthogonal(Q), equal(Q.T, -Q)],
    prose="Powers of a matrix that is orthogonal and antisymmetric, shown for two and three: −I and −Q.",
    sources=[equation(434), equation(435), equation(436)],
    mutants=lambda: [right_times(2), without("orthogonal"), without_last()],
)

trace_of_positive = book_claim(
    "special-matrices.eq-442",
    show=lambda: [given(at_least(Trace(S), 0), psd(S)), given(more_than(Trace(S)), positive_definite(S))],
    prose="The trace of a positive semidefinite matrix is not negative, that of a positive definite matrix positive.",
    mutants=lambda: [other_sense(), without("psd"), without("positive_definite")],
)

inverse_of_definite = book_claim(
    "special-matrices.inverse-of-definite",
    show=lambda: [invertible(S), positive_definite(inverse(S))],
    assuming=[positive_definite(S)],
    prose="A positive definite matrix is invertible, and its inverse is positive definite.",
    sources=[place("section 9.6.4, inverse")],
    mutants=lambda: [without("positive_definite"), other_sense()],
)

congruent_to_definite = book_claim(
    "special-matrices.congruent-to-definite",
    show=lambda: [
        given(positive_definite(F * Y * F.T), positive_definite(Y), invertible(F * F.T)),
        given(positive_definite(F * F.T), invertible(F * F.T)),
    ],
    prose="If A is positive definite and the rows of B are independent, that is BBᵀ is invertible, then BABᵀ and BBᵀ "
    "are positive definite.",
    sources=[place("sections 9.6.10 and 9.6.11, positive definite property and outer product")],
    mutants=lambda: [without("positive_definite"), without("invertible"), untransposed(F), other_sense()],
)

zero_of_form = book_claim(
    "special-matrices.equation-with-zeros",
    show=lambda: equal(S * X, ZeroMatrix(n, m)),
    assuming=[psd(S), equal(X.T * S * X, ZeroMatrix(m, m))],
    prose="If S is positive semidefinite and XᵀSX is zero, then SX is zero.",
    sources=[place("section 9.6.8, equation with zeros")],
    mutants=lambda: [without("psd"), without_last()],
)

entries_of_product = book_claim(
    "special-matrices.eq-446",
    show=lambda: equal(inner(i, A * u) * inner(j, B * u), inner(i, A * u * u.T * B.T * j)),
    prose="A product of an entry of A and one of B is an entry of a product with a single-entry matrix.",
    sources=[equation(446), equation(447), equation(448), equation(449)],
    mutants=lambda: [right_times(2), swap(B.T, B, right=True)],
)

trace_with_single_entry = book_claim(
    "special-matrices.eq-450",
    show=lambda: [
        equal(Trace(F * e * i.T), inner(i, F * e)),
        equal(Trace(F * f * i.T), inner(i, F * f)),
    ],
    prose="The trace of A times a single-entry matrix is an entry of Aᵀ.",
    mutants=lambda: [right_times(2), swap(F, X, right=True)],
)

trace_between = book_claim(
    "special-matrices.eq-451",
    show=lambda: equal(Trace(A * i * v.T * G), inner(i, A.T * G.T * v)),
    prose="The trace of AJB is the entry of AᵀBᵀ at the place of the one in J.",
    mutants=lambda: [right_times(2), swap(A.T, A, right=True)],
)

trace_between_transposed = book_claim(
    "special-matrices.eq-452",
    show=lambda: equal(Trace(A * j * e.T * G), inner(e, G * A * j)),
    prose="The trace of AJB for the transposed single-entry matrix is an entry of BA.",
    mutants=lambda: [right_times(2), swap(A, A.T, right=True)],
)

form_with_single_entry = book_claim(
    "special-matrices.eq-454",
    show=lambda: equal(inner(x, A * i * v.T * G * x), inner(i, A.T * x * x.T * G.T * v)),
    prose="The quadratic form of AJB at x is an entry of AᵀxxᵀBᵀ.",
    mutants=lambda: [right_times(2), swap(A.T, A, right=True)],
)

parts = book_claim(
    "special-matrices.eq-463",
    show=lambda: [
        equal((A + A.T) / 2 + (A - A.T) / 2, A),
        equal(Transpose((A + A.T) / 2), (A + A.T) / 2),
        equal(Transpose((A - A.T) / 2), -(A - A.T) / 2),
    ],
    prose="A square matrix is the sum of a symmetric matrix, (A + Aᵀ)/2, and an antisymmetric one, (A − Aᵀ)/2.",
    sources=[equation(463), equation(464), equation(438)],
    mutants=lambda: [right_times(2), swap(A, B, right=True)],
)

invariant = book_claim(
    "special-matrices.eq-473",
    show=lambda: equal(A * B, B),
    assuming=[equal(B, x * y.T), equal(A * x, x)],
    prose="If a matrix leaves the vector x as it is, it leaves every matrix xyᵀ as it is.",
    mutants=lambda: [right_times(2), without_equation(equal(A * x, x))],
)
