"""Section 3 of the Matrix Cookbook: exact relations between inverses, and pseudo-inverses."""

from __future__ import annotations

from sympy import Identity, MatrixSymbol, Symbol, Transpose, symbols

from pcaproofs.cookbook import book_claim, equation
from pcaproofs.language.conclusions import equal
from pcaproofs.language.hypotheses import nonzero, orthonormal
from pcaproofs.language.nodes import inner, inverse, pinv
from pcaproofs.verify.mutants import right_times, swap, untransposed, without

n, m, r = symbols("n m r", positive=True, integer=True)
c = Symbol("c", real=True)
A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
U, V, K = MatrixSymbol("U", n, m), MatrixSymbol("V", m, n), MatrixSymbol("K", m, m)
b, d = MatrixSymbol("b", n, 1), MatrixSymbol("d", n, 1)
F, G = MatrixSymbol("F", n, m), MatrixSymbol("G", m, r)  # of any shape, for pseudo-inverses
C, D, E = MatrixSymbol("C", n, r), MatrixSymbol("D", r, m), MatrixSymbol("E", m, r)
T = MatrixSymbol("T", r, r)
I_n, I_m = Identity(n), Identity(m)

definition = book_claim(
    "inverses.eq-145",
    show=lambda: [equal(A * inverse(A), I_n), equal(inverse(A) * A, I_n)],
    prose="An invertible matrix times its inverse, in either order, is the identity matrix.",
    mutants=lambda: [right_times(2), swap(inverse(A), A)],
)

product = book_claim(
    "inverses.eq-155",
    show=lambda: equal(inverse(A * B), inverse(B) * inverse(A)),
    prose="The inverse of a product is the product of the inverses in the reverse order.",
    mutants=lambda: [right_times(2), swap(inverse(B) * inverse(A), inverse(A) * inverse(B))],
)

woodbury_symmetric = book_claim(
    "inverses.eq-156",
    show=lambda: equal(
        inverse(A + U * K * U.T),
        inverse(A) - inverse(A) * U * inverse(inverse(K) + U.T * inverse(A) * U) * U.T * inverse(A),
    ),
    prose="The Woodbury identity: the inverse of A + CBCᵀ from the inverse of A and one of the size of B.",
    mutants=lambda: [right_times(2), swap(inverse(K) + U.T * inverse(A) * U, K + U.T * inverse(A) * U)],
)

woodbury = book_claim(
    "inverses.eq-157",
    show=lambda: equal(
        inverse(A + U * K * V),
        inverse(A) - inverse(A) * U * inverse(inverse(K) + V * inverse(A) * U) * V * inverse(A),
    ),
    prose="The Woodbury identity for A + UBV.",
    mutants=lambda: [right_times(2), swap(inverse(K) + V * inverse(A) * U, K + V * inverse(A) * U)],
)

gain = book_claim(
    "inverses.eq-158",
    show=lambda: equal(
        inverse(inverse(A) + V.T * inverse(K) * V) * V.T * inverse(K),
        A * V.T * inverse(V * A * V.T + K),
    ),
    prose="The gain of a Kalman filter in its two forms: with inverses of the one size or of the other.",
    sources=[equation(158), equation(185)],
    mutants=lambda: [right_times(2), swap(V * A * V.T + K, V * A * V.T - K)],
)

kailath = book_claim(
    "inverses.eq-159",
    show=lambda: equal(
        inverse(A + U * V),
        inverse(A) - inverse(A) * U * inverse(I_m + V * inverse(A) * U) * V * inverse(A),
    ),
    prose="Kailath's variant of the Woodbury identity, for A + BC.",
    mutants=lambda: [right_times(2), swap(I_m + V * inverse(A) * U, I_m - V * inverse(A) * U)],
)

sherman_morrison = book_claim(
    "inverses.eq-160",
    show=lambda: equal(
        inverse(A + b * d.T),
        inverse(A) - inverse(A) * b * d.T * inverse(A) / (1 + inner(d, inverse(A) * b)),
    ),
    prose="The Sherman–Morrison formula: the inverse after a change of rank one.",
    mutants=lambda: [right_times(2), swap(1 + inner(d, inverse(A) * b), 1 - inner(d, inverse(A) * b))],
)

searle_identity = book_claim(
    "inverses.eq-161",
    show=lambda: equal(inverse(I_n + inverse(A)), A * inverse(A + I_n)),
    prose="The inverse of I + A⁻¹ is A(A + I)⁻¹.",
    mutants=lambda: [right_times(2), swap(A + I_n, A - I_n, right=True)],
)

searle_square = book_claim(
    "inverses.eq-162",
    show=lambda: equal(
        inverse(A + U * U.T) * U,
        inverse(A) * U * inverse(I_m + U.T * inverse(A) * U),
    ),
    prose="A factor B moves through the inverse of A + BBᵀ.",
    mutants=lambda: [right_times(2), swap(I_m + U.T * inverse(A) * U, I_m - U.T * inverse(A) * U)],
)

parallel_sum = book_claim(
    "inverses.eq-163",
    show=lambda: [
        equal(inverse(inverse(A) + inverse(B)), A * inverse(A + B) * B),
        equal(inverse(inverse(A) + inverse(B)), B * inverse(A + B) * A),
    ],
    prose="The inverse of a sum of inverses is A(A + B)⁻¹B, and B(A + B)⁻¹A as well.",
    mutants=lambda: [
        swap(A * inverse(A + B) * B, A * inverse(A + B) * A),
        swap(B * inverse(A + B) * A, B * inverse(A + B) * B),
    ],
)

parallel_difference = book_claim(
    "inverses.eq-164",
    show=lambda: equal(A - A * inverse(A + B) * A, B - B * inverse(A + B) * B),
    prose="A − A(A + B)⁻¹A stays the same when A and B are exchanged.",
    mutants=lambda: [right_times(2), swap(B - B * inverse(A + B) * B, B - A * inverse(A + B) * B)],
)

sum_of_inverses = book_claim(
    "inverses.eq-165",
    show=lambda: equal(inverse(A) + inverse(B), inverse(A) * (A + B) * inverse(B)),
    prose="The sum of two inverses is A⁻¹(A + B)B⁻¹.",
    mutants=lambda: [right_times(2), swap(A + B, A - B)],
)

inverse_of_one_plus_product = book_claim(
    "inverses.eq-166",
    show=lambda: equal(inverse(I_n + U * V), I_n - U * inverse(I_m + V * U) * V),
    prose="The inverse of I + AB from the inverse of I + BA.",
    mutants=lambda: [right_times(2), swap(I_m + V * U, I_m - V * U)],
)

push_through = book_claim(
    "inverses.eq-167",
    show=lambda: equal(inverse(I_n + U * V) * U, U * inverse(I_m + V * U)),
    prose="A factor A moves through the inverse of I + AB, which becomes that of I + BA.",
    mutants=lambda: [right_times(2), swap(I_m + V * U, I_m - V * U)],
)

generalised = book_claim(
    "inverses.eq-198",
    show=lambda: equal(F * pinv(F) * F, F),
    prose="The pseudo-inverse is a generalised inverse: AA⁺A = A.",
    mutants=lambda: [right_times(2), swap(F * pinv(F) * F, F * F.T * F)],
)

twice = book_claim(
    "inverses.eq-199",
    show=lambda: equal(pinv(pinv(F)), F),
    prose="The pseudo-inverse of the pseudo-inverse is the matrix itself.",
    mutants=lambda: [right_times(2), swap(pinv(pinv(F)), Transpose(pinv(F)))],
)

of_transpose = book_claim(
    "inverses.eq-200",
    show=lambda: equal(pinv(F.T), Transpose(pinv(F))),
    prose="The pseudo-inverse of the transpose is the transpose of the pseudo-inverse.",
    mutants=lambda: [right_times(2), swap(Transpose(pinv(F)), F)],
)

keeps_transpose = book_claim(
    "inverses.eq-203",
    show=lambda: equal(pinv(F) * F * F.T, F.T),
    prose="The projector A⁺A leaves the transpose as it is.",
    mutants=lambda: [right_times(2), swap(pinv(F) * F * F.T, F.T * F * F.T)],
)

of_multiple = book_claim(
    "inverses.eq-205",
    show=lambda: equal(pinv(c * F), pinv(F) / c),
    assuming=[nonzero(c)],
    prose="The pseudo-inverse of a multiple is the pseudo-inverse divided by the factor.",
    mutants=lambda: [right_times(2), swap(1 / c, c)],
)

by_columns = book_claim(
    "inverses.eq-206",
    show=lambda: equal(pinv(F), pinv(F.T * F) * F.T),
    prose="The pseudo-inverse from that of AᵀA.",
    mutants=lambda: [right_times(2), swap(pinv(F.T * F), F.T * F)],
)

by_rows = book_claim(
    "inverses.eq-207",
    show=lambda: equal(pinv(F), F.T * pinv(F * F.T)),
    prose="The pseudo-inverse from that of AAᵀ.",
    mutants=lambda: [right_times(2), swap(pinv(F * F.T), F * F.T)],
)

of_gram = book_claim(
    "inverses.eq-208",
    show=lambda: equal(pinv(F.T * F), pinv(F) * pinv(F.T)),
    prose="The pseudo-inverse of AᵀA is A⁺(Aᵀ)⁺.",
    mutants=lambda: [right_times(2), swap(pinv(F.T * F), F.T * F)],
)

of_outer_gram = book_claim(
    "inverses.eq-209",
    show=lambda: equal(pinv(F * F.T), pinv(F.T) * pinv(F)),
    prose="The pseudo-inverse of AAᵀ is (Aᵀ)⁺A⁺.",
    mutants=lambda: [right_times(2), swap(pinv(F * F.T), F * F.T)],
)

projector_of_rows = book_claim(
    "inverses.eq-217",
    show=lambda: equal((F * pinv(F)) * (F * pinv(F)), F * pinv(F)),
    prose="AA⁺, which projects onto the range of A, is idempotent.",
    mutants=lambda: [right_times(2), swap(pinv(F), F.T)],
)

projector_of_columns = book_claim(
    "inverses.eq-218",
    show=lambda: equal((pinv(F) * F) * (pinv(F) * F), pinv(F) * F),
    prose="A⁺A, which projects onto the range of Aᵀ, is idempotent.",
    mutants=lambda: [right_times(2), swap(pinv(F), F.T)],
)

by_singular_values = book_claim(
    "inverses.eq-223",
    show=lambda: equal(pinv(C * T * E.T), E * inverse(T) * C.T),
    assuming=[orthonormal(C), orthonormal(E)],
    prose="The pseudo-inverse from a singular value decomposition without its zeros: VD⁻¹Uᵀ for UDVᵀ.",
    mutants=lambda: [right_times(2), without("orthonormal")],
)

by_factors = book_claim(
    "inverses.eq-224",
    show=lambda: equal(pinv(C * D), D.T * inverse(D * D.T) * inverse(C.T * C) * C.T),
    prose="The pseudo-inverse from a factorisation CD of full rank.",
    mutants=lambda: [right_times(2), swap(inverse(C.T * C), inverse(D * D.T)), untransposed(D)],
)
