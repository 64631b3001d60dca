"""Determinants in the Matrix Cookbook, wherever they stand: rules, small sizes, derivatives, adjugates."""

from __future__ import annotations

from sympy import Abs, Eq, Identity, MatrixSymbol, Symbol, Trace, log, symbols

from pcaproofs.cookbook import book_claim, equation, place
from pcaproofs.language.conclusions import equal
from pcaproofs.language.hypotheses import eigenpair, orthogonal, symmetric
from pcaproofs.language.nodes import adjugate, basis, det, directional, gradient, inner, inverse, kron, pinv
from pcaproofs.verify.mutants import flip_sign, right_times, swap, untransposed, without, without_last

n, m = symbols("n m", positive=True, integer=True)
c, t, lam = (Symbol(name, real=True) for name in ("c", "t", "lambda"))
A, B, D, H, Q, S = (MatrixSymbol(name, n, n) for name in "ABDHQS")  # S is varied in the direction H
X, M = MatrixSymbol("X", n, m), MatrixSymbol("M", m, m)
u, v = MatrixSymbol("u", n, 1), MatrixSymbol("v", n, 1)
i, j = basis(n, "i"), basis(n, "j")
E = Identity(n)
two, three, four = (MatrixSymbol("A", k, k) for k in (2, 3, 4))
w = MatrixSymbol("w", 2, 1)
Y = A + t * B
first, second = Trace(inverse(Y) * B), Trace(inverse(Y) * B * inverse(Y) * B)

multiple = book_claim(
    "determinants.eq-19",
    show=lambda: equal(det(c * A), c**n * det(A)),
    prose="A number comes out of a determinant to the power of the size.",
    mutants=lambda: [right_times(2), swap(c**n, c)],
)

transpose = book_claim(
    "determinants.eq-20",
    show=lambda: equal(det(A.T), det(A)),
    prose="A matrix and its transpose have the same determinant.",
    mutants=lambda: [right_times(2), swap(det(A), det(B))],
)

product = book_claim(
    "determinants.eq-21",
    show=lambda: equal(det(A * B), det(A) * det(B)),
    prose="The determinant of a product is the product of the determinants.",
    mutants=lambda: [right_times(2), swap(A * B, A + B)],
)

of_inverse = book_claim(
    "determinants.eq-22",
    show=lambda: equal(det(inverse(A)), 1 / det(A)),
    prose="The determinant of the inverse is the reciprocal.",
    mutants=lambda: [right_times(2), swap(1 / det(A), det(A))],
)

rank_one = book_claim(
    "determinants.eq-24",
    show=lambda: equal(det(E + u * v.T), 1 + inner(u, v)),
    prose="The determinant of the identity with a matrix of rank one added.",
    mutants=lambda: [right_times(2), flip_sign(inner(u, v))],
)

shifted_two = book_claim(
    "determinants.eq-25",
    show=lambda: equal(det(Identity(2) + two), 1 + det(two) + Trace(two)),
    prose="The determinant of I + A of size 2, by determinant and trace of A.",
    mutants=lambda: [right_times(2), flip_sign(Trace(two))],
)

shifted_three = book_claim(
    "determinants.eq-26",
    show=lambda: equal(
        det(Identity(3) + three),
        1 + det(three) + Trace(three) + Trace(three) ** 2 / 2 - Trace(three**2) / 2,
    ),
    prose="The determinant of I + A of size 3, by determinant and traces of powers of A.",
    mutants=lambda: [right_times(2), flip_sign(Trace(three**2))],
)

shifted_four = book_claim(
    "determinants.eq-27",
    show=lambda: equal(
        det(Identity(4) + four),
        1
        + det(four)
        + Trace(four)
        + Trace(four) ** 2 / 2
        - Trace(four**2) / 2
        + Trace(four) ** 3 / 6
        - Trace(four) * Trace(four**2) / 2
        + Trace(four**3) / 3,
    ),
    prose="The determinant of I + A of size 4, by determinant and traces of powers of A.",
    mutants=lambda: [right_times(2), flip_sign(Trace(four**3))],
)

entries = book_claim(
    "determinants.eq-29",
    show=lambda: equal(det(two), two[0, 0] * two[1, 1] - two[0, 1] * two[1, 0]),
    prose="A determinant of size 2 is a difference of two products of its entries.",
    mutants=lambda: [right_times(2), swap(two[0, 1], two[0, 0], right=True)],
)

trace_of_two = book_claim(
    "determinants.eq-30",
    show=lambda: equal(Trace(two), two[0, 0] + two[1, 1]),
    prose="A trace of size 2 is the sum of two entries.",
    mutants=lambda: [right_times(2), swap(two[1, 1], two[0, 1], right=True)],
)

characteristic = book_claim(
    "determinants.eq-31",
    show=lambda: equal(lam**2 - lam * Trace(two) + det(two), 0),
    assuming=[eigenpair(two, w, lam)],
    prose="An eigenvalue of a matrix of size 2 is a root of its characteristic polynomial.",
    mutants=lambda: [flip_sign(det(two)), without("eigenpair")],
)

differential = book_claim(
    "determinants.eq-41",
    show=lambda: equal(directional(det(S), S, H), Trace(adjugate(S) * H)),
    prose="The differential of a determinant, by the adjugate (Jacobi).",
    mutants=lambda: [right_times(2), swap(adjugate(S), adjugate(S).T)],
)

differential_by_inverse = book_claim(
    "determinants.eq-42",
    show=lambda: equal(directional(det(S), S, H), det(S) * Trace(inverse(S) * H)),
    prose="The differential of a determinant, by the inverse.",
    mutants=lambda: [right_times(2), swap(inverse(S) * H, S * H)],
)

of_logarithm = book_claim(
    "determinants.eq-43",
    show=lambda: equal(directional(log(det(S)), S, H), Trace(inverse(S) * H)),
    prose="The differential of the logarithm of a positive determinant.",
    mutants=lambda: [right_times(2), swap(inverse(S) * H, S * H)],
)

in_a_number = book_claim(
    "determinants.eq-46",
    show=lambda: equal(gradient(det(Y), t), det(Y) * Trace(inverse(Y) * directional(Y, t, 1))),
    prose="The derivative of a determinant by a number, shown for A + tB.",
    mutants=lambda: [right_times(2), swap(directional(Y, t, 1), A, right=True)],
)

twice_in_a_number = book_claim(
    "determinants.eq-48",
    show=lambda: equal(gradient(det(Y) * first, t), det(Y) * (first**2 - second)),
    prose="The second derivative of det(A + tB), of which det(Y)·tr(Y⁻¹B) is the first.",
    mutants=lambda: [right_times(2), flip_sign(second)],
)

gradient_of_determinant = book_claim(
    "determinants.eq-49",
    show=lambda: equal(gradient(det(S), S), det(S) * inverse(S).T),
    prose="The gradient of a determinant, which is the product of the eigenvalues.",
    sources=[equation(49), equation(66)],
    mutants=lambda: [right_times(2), untransposed(inverse(S))],
)

gradient_times_rows = book_claim(
    "determinants.eq-50",
    show=lambda: equal(gradient(det(S), S) * S.T, det(S) * E),
    prose="The gradient of a determinant times the transpose is a multiple of the identity.",
    sources=[equation(47), equation(50)],
    mutants=lambda: [right_times(2), swap(det(S) * E, det(S) * S)],
)

gradient_of_product = book_claim(
    "determinants.eq-51",
    show=lambda: equal(gradient(det(A * S * B), S), det(A * S * B) * inverse(S).T),
    prose="The gradient of det(AXB) with respect to the matrix X.",
    mutants=lambda: [right_times(2), untransposed(inverse(S))],
)

gradient_of_square_form = book_claim(
    "determinants.eq-52",
    show=lambda: equal(gradient(det(S.T * A * S), S), 2 * det(S.T * A * S) * inverse(S).T),
    prose="The gradient of det(XᵀAX) for a square X.",
    mutants=lambda: [right_times(2), untransposed(inverse(S))],
)

gradient_of_symmetric_form = book_claim(
    "determinants.eq-53",
    show=lambda: equal(gradient(det(X.T * A * X), X), 2 * det(X.T * A * X) * A * X * inverse(X.T * A * X)),
    assuming=[symmetric(A)],
    prose="The gradient of det(XᵀAX) for a symmetric A.",
    mutants=lambda: [right_times(2), without("symmetric")],
)

gradient_of_form = book_claim(
    "determinants.eq-54",
    show=lambda: equal(
        gradient(det(X.T * A * X), X),
        det(X.T * A * X) * (A * X * inverse(X.T * A * X) + A.T * X * inverse(X.T * A.T * X)),
    ),
    prose="The gradient of det(XᵀAX) for any A.",
    mutants=lambda: [right_times(2), swap(A * X * inverse(X.T * A * X), A.T * X * inverse(X.T * A * X), right=True)],
)

logarithm_of_gram = book_claim(
    "determinants.eq-55",
    show=lambda: equal(gradient(log(det(X.T * X)), X), 2 * pinv(X).T),
    prose="The gradient of ln det(XᵀX) is twice the transposed pseudo-inverse.",
    mutants=lambda: [right_times(2), swap(pinv(X).T, X)],
)

logarithm_of_absolute_value = book_claim(
    "determinants.eq-57",
    show=lambda: equal(gradient(log(Abs(det(S))), S), inverse(S).T),
    prose="The gradient of ln|det X| is the transposed inverse.",
    mutants=lambda: [right_times(2), untransposed(inverse(S))],
)

gradient_of_power = book_claim(
    "determinants.eq-58",
    show=lambda: equal(gradient(det(S**3), S), 3 * det(S**3) * inverse(S).T),
    prose="The gradient of the determinant of a power, shown for the third.",
    mutants=lambda: [right_times(2), untransposed(inverse(S))],
)

gradient_of_inverse = book_claim(
    "determinants.eq-62",
    show=lambda: equal(gradient(det(inverse(S)), S), -det(inverse(S)) * inverse(S).T),
    prose="The gradient of det(X⁻¹) with respect to the matrix X.",
    mutants=lambda: [right_times(-1), untransposed(inverse(S))],
)

expansion = book_claim(
    "determinants.eq-150",
    show=lambda: [equal(inner(A.T * i, adjugate(A) * i), det(A)), equal(inner(A.T * i, adjugate(A) * j), 0)],
    prose="A row times its cofactors, which are a column of the adjugate, is the determinant; times others it is zero.",
    sources=[equation(148), equation(150)],
    mutants=lambda: [right_times(2), swap(A.T * i, A * i), swap(inner(A.T * i, adjugate(A) * j), A[0, 0])],
)

inverse_by_adjugate = book_claim(
    "determinants.eq-151",
    show=lambda: equal(inverse(A), adjugate(A) / det(A)),
    prose="The inverse is the adjugate over the determinant.",
    mutants=lambda: [right_times(2), swap(adjugate(A), A)],
)

cramer = book_claim(
    "determinants.eq-264",
    show=lambda: equal(inner(i, inverse(A) * u), det(A + (u - A * i) * i.T) / det(A)),
    prose="Cramer's rule: an entry of A⁻¹u is det(B)/det(A), where B is A with u in place of its column i.",
    mutants=lambda: [right_times(2), swap(u - A * i, u + A * i)],
)

antisymmetric = book_claim(
    "determinants.eq-461",
    show=lambda: [equal(det(A.T), det(-A)), equal(det(A.T), (-1) ** n * det(A))],
    assuming=[Eq(A.T, -A)],
    prose="The determinant of an antisymmetric matrix.",
    mutants=lambda: [right_times(2), without_last()],
)

antisymmetric_of_odd_size = book_claim(
    "determinants.eq-462",
    show=lambda: equal((1 - (-1) ** n) * det(A), 0),
    assuming=[Eq(A.T, -A)],
    prose="An antisymmetric matrix of odd size is singular, as 1 − (−1)ⁿ is then 2.",
    mutants=lambda: [swap((-1) ** n, -((-1) ** n)), without_last()],
)

of_orthogonal = book_claim(
    "determinants.of-orthogonal",
    show=lambda: equal(det(Q) ** 2, 1),
    assuming=[orthogonal(Q)],
    prose="The determinant of an orthogonal matrix is 1 or −1.",
    sources=[place("section 9.6, orthogonal matrices")],
    mutants=lambda: [right_times(2), without("orthogonal")],
)

of_kronecker_product = book_claim(
    "determinants.eq-516",
    show=lambda: equal(det(kron(A, M)), det(A) ** m * det(M) ** n),
    prose="The determinant of A⊗B, with sizes as exponents where the book has ranks: those of invertible matrices.",
    mutants=lambda: [right_times(2), swap(det(A) ** m, det(A) ** n)],
)

cayley_hamilton = book_claim(
    "determinants.eq-487",
    show=lambda: equal(two**2 - Trace(two) * two + det(two) * Identity(2), 0 * two),
    prose="A matrix is a root of its characteristic polynomial (Cayley–Hamilton), shown for size 2.",
    mutants=lambda: [flip_sign(Trace(two)), flip_sign(det(two))],
)
