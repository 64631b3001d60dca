"""Section 2 of the Matrix Cookbook: differentials and gradients. A differential is the derivative in a direction H."""

from __future__ import annotations

from sympy import Identity, MatrixSymbol, OneMatrix, Symbol, Trace, Transpose, ZeroMatrix, symbols

from pcaproofs.cookbook import book_claim, equation
from pcaproofs.language.conclusions import equal
from pcaproofs.language.hypotheses import symmetric
from pcaproofs.language.nodes import basis, directional, gradient, inner, sqnorm
from pcaproofs.verify.mutants import right_times, swap, untransposed, without

n, m, p, q = symbols("n m p q", positive=True, integer=True)
c = Symbol("c", real=True)
S, A, B, C, D, H, W = (MatrixSymbol(name, n, n) for name in "SABCDHW")  # square; S is varied
X, E = MatrixSymbol("X", m, n), MatrixSymbol("E", m, n)  # X is varied in the direction E
F, G, M = MatrixSymbol("F", n, p), MatrixSymbol("G", p, m), MatrixSymbol("M", m, m)
L, R = MatrixSymbol("L", m, p), MatrixSymbol("R", m, q)
a, b, x, s, h = (MatrixSymbol(name, n, 1) for name in "abxsh")
u, v = MatrixSymbol("u", m, 1), MatrixSymbol("v", m, 1)
i, j = basis(n, "i"), basis(n, "j")

constant = book_claim(
    "derivatives.eq-33",
    show=lambda: equal(directional(A, S, H), ZeroMatrix(n, n)),
    prose="The differential of a constant matrix is zero.",
    mutants=lambda: [swap(A, S)],
)

multiple = book_claim(
    "derivatives.eq-34",
    show=lambda: equal(directional(c * X, X, E), c * directional(X, X, E)),
    prose="A constant factor stands in front of the differential.",
    mutants=lambda: [right_times(2), swap(c * directional(X, X, E), c * X)],
)

addition = book_claim(
    "derivatives.eq-35",
    show=lambda: equal(directional(A * S + S * B, S, H), directional(A * S, S, H) + directional(S * B, S, H)),
    prose="The differential of a sum is the sum of the differentials, shown for AX and XB.",
    mutants=lambda: [right_times(2), swap(directional(S * B, S, H), directional(B * S, S, H))],
)

differential_of_trace = book_claim(
    "derivatives.eq-36",
    show=lambda: equal(directional(Trace(S), S, H), Trace(H)),
    prose="The differential of the trace is the trace of the differential.",
    mutants=lambda: [right_times(2), swap(Trace(H), Trace(S))],
)

product_rule = book_claim(
    "derivatives.eq-37",
    show=lambda: equal(
        directional((A * S) * (S * B), S, H),
        directional(A * S, S, H) * (S * B) + (A * S) * directional(S * B, S, H),
    ),
    prose="The product rule, in which the factors keep their order, shown for the factors AX and XB.",
    mutants=lambda: [
        right_times(2),
        swap(directional(A * S, S, H) * (S * B), (S * B) * directional(A * S, S, H)),
    ],
)

differential_of_transpose = book_claim(
    "derivatives.eq-44",
    show=lambda: equal(directional(Transpose(X), X, E), Transpose(E)),
    prose="The differential of the transpose is the transpose of the differential.",
    mutants=lambda: [right_times(2), swap(E.T, X.T)],
)

linear_in_vector = book_claim(
    "derivatives.eq-69",
    show=lambda: [equal(gradient(inner(x, a), x), a), equal(gradient(inner(a, x), x), a)],
    prose="The gradient of the inner product with a constant vector is that vector.",
    mutants=lambda: [right_times(2), swap(a, b, right=True)],
)

bilinear = book_claim(
    "derivatives.eq-70",
    show=lambda: equal(gradient(inner(u, X * b), X), u * b.T),
    prose="The gradient of aᵀXb with respect to the matrix is abᵀ.",
    mutants=lambda: [right_times(2), swap(u, v, right=True)],
)

bilinear_transposed = book_claim(
    "derivatives.eq-71",
    show=lambda: equal(gradient(inner(a, X.T * v), X), v * a.T),
    prose="The gradient of aᵀXᵀb with respect to the matrix is baᵀ.",
    mutants=lambda: [right_times(2), swap(v, u, right=True)],
)

quadratic_in_constants = book_claim(
    "derivatives.eq-72",
    show=lambda: [
        equal(gradient(inner(a, S * a), S), a * a.T),
        equal(gradient(inner(a, S.T * a), S), a * a.T),
    ],
    prose="The gradients of aᵀXa and aᵀXᵀa with respect to the matrix are both aaᵀ.",
    mutants=lambda: [right_times(2), swap(a * a.T, a * b.T, right=True)],
)

one_entry = book_claim(
    "derivatives.eq-73",
    show=lambda: [equal(directional(S, S, i * j.T), i * j.T), equal(directional(S, S, i * i.T), i * i.T)],
    prose="The derivative of a matrix with respect to its entry i, j is the single-entry matrix.",
    mutants=lambda: [right_times(2), swap(i, j, right=True), swap(i * j.T, j * i.T, right=True)],
)

entry_of_product = book_claim(
    "derivatives.eq-74",
    show=lambda: [
        equal(directional(S * A, S, i * j.T), i * j.T * A),
        equal(directional(S * A, S, i * i.T), i * i.T * A),
    ],
    prose="The derivative of XA with respect to the entry i, j of X is the single-entry matrix times A.",
    mutants=lambda: [right_times(2), swap(A, A.T, right=True)],
)

entry_of_transposed_product = book_claim(
    "derivatives.eq-75",
    show=lambda: [
        equal(directional(S.T * A, S, i * j.T), j * i.T * A),
        equal(directional(S.T * A, S, i * i.T), i * i.T * A),
    ],
    prose="The derivative of XᵀA with respect to the entry i, j of X is the transposed single-entry matrix times A.",
    mutants=lambda: [right_times(2), swap(A, A.T, right=True)],
)

square_of_sum = book_claim(
    "derivatives.eq-76",
    show=lambda: equal(
        gradient(inner(OneMatrix(m, 1), X * OneMatrix(n, 1)) ** 2, X),
        2 * inner(OneMatrix(m, 1), X * OneMatrix(n, 1)) * OneMatrix(m, 1) * OneMatrix(1, n),
    ),
    prose="The derivative of the squared sum of all entries is twice the sum, for each entry.",
    mutants=lambda: [
        right_times(2),
        right_times(-1),
        swap(inner(OneMatrix(m, 1), X * OneMatrix(n, 1)) ** 2, Trace(X.T * X)),
    ],
)

inner_of_images = book_claim(
    "derivatives.eq-77",
    show=lambda: equal(gradient(inner(X * b, X * a), X), X * (b * a.T + a * b.T)),
    prose="The gradient of bᵀXᵀXc with respect to the matrix is X(bcᵀ + cbᵀ).",
    mutants=lambda: [right_times(2), swap(b * a.T + a * b.T, 2 * b * a.T, right=True)],
)

B1, b1 = MatrixSymbol("B1", m, n), MatrixSymbol("b1", m, 1)
C1 = MatrixSymbol("C1", m, p)
D1, d1 = MatrixSymbol("D1", p, n), MatrixSymbol("d1", p, 1)
affine_product = book_claim(
    "derivatives.eq-78",
    show=lambda: equal(
        gradient(inner(B1 * x + b1, C1 * (D1 * x + d1)), x),
        B1.T * C1 * (D1 * x + d1) + D1.T * C1.T * (B1 * x + b1),
    ),
    prose="The gradient of (Bx + b)ᵀC(Dx + d) is BᵀC(Dx + d) + DᵀCᵀ(Bx + b).",
    mutants=lambda: [right_times(2), swap(B1.T * C1 * (D1 * x + d1), B1.T * C1 * D1 * x, right=True)],
)

entry_of_quadratic = book_claim(
    "derivatives.eq-80",
    show=lambda: equal(directional(S.T * B * S, S, i * j.T), S.T * B * i * j.T + j * i.T * B * S),
    prose="The derivative of XᵀBX with respect to the entry i, j of X has two terms with the single-entry matrix.",
    mutants=lambda: [right_times(2), swap(j * i.T * B * S, j * i.T * B.T * S, right=True)],
)

quadratic_form = book_claim(
    "derivatives.eq-81",
    show=lambda: equal(gradient(inner(x, B * x), x), (B + B.T) * x),
    prose="The gradient of the quadratic form xᵀBx is (B + Bᵀ)x.",
    mutants=lambda: [right_times(2), swap(B + B.T, 2 * B, right=True)],
)

bilinear_of_images = book_claim(
    "derivatives.eq-82",
    show=lambda: equal(gradient(inner(X * b, M * X * a), X), M.T * X * b * a.T + M * X * a * b.T),
    prose="The gradient of bᵀXᵀDXc with respect to the matrix is DᵀXbcᵀ + DXcbᵀ.",
    mutants=lambda: [right_times(2), swap(M.T, M, right=True)],
)

affine_quadratic = book_claim(
    "derivatives.eq-83",
    show=lambda: equal(gradient(inner(X * b + u, M * (X * b + u)), X), (M + M.T) * (X * b + u) * b.T),
    prose="The gradient of (Xb + c)ᵀD(Xb + c) with respect to the matrix is (D + Dᵀ)(Xb + c)bᵀ.",
    mutants=lambda: [right_times(2), swap(M + M.T, 2 * M, right=True)],
)

residual = u - X * s
weighted_by_parameters = book_claim(
    "derivatives.eq-84",
    show=lambda: equal(gradient(inner(residual, M * residual), s), -2 * X.T * M * residual),
    assuming=[symmetric(M)],
    prose="The gradient of a weighted sum of squares with respect to the parameters is −2AᵀW(x − As).",
    mutants=lambda: [right_times(-1), without("symmetric")],
)

weighted_distance = book_claim(
    "derivatives.eq-85",
    show=lambda: equal(gradient(inner(x - s, W * (x - s)), x), 2 * W * (x - s)),
    assuming=[symmetric(W)],
    prose="The gradient of a weighted squared distance with respect to the first point is 2W(x − s).",
    mutants=lambda: [right_times(-1), without("symmetric")],
)

weighted_distance_other = book_claim(
    "derivatives.eq-86",
    show=lambda: equal(gradient(inner(x - s, W * (x - s)), s), -2 * W * (x - s)),
    assuming=[symmetric(W)],
    prose="The gradient of a weighted squared distance with respect to the second point is −2W(x − s).",
    mutants=lambda: [right_times(-1), without("symmetric")],
)

weighted_by_data = book_claim(
    "derivatives.eq-87",
    show=lambda: equal(gradient(inner(residual, M * residual), u), 2 * M * residual),
    assuming=[symmetric(M)],
    prose="The gradient of a weighted sum of squares with respect to the data is 2W(x − As).",
    mutants=lambda: [right_times(-1), without("symmetric")],
)

weighted_by_matrix = book_claim(
    "derivatives.eq-88",
    show=lambda: equal(gradient(inner(residual, M * residual), X), -2 * M * residual * s.T),
    assuming=[symmetric(M)],
    prose="The gradient of a weighted sum of squares with respect to the matrix is −2W(x − As)sᵀ.",
    mutants=lambda: [right_times(-1), without("symmetric")],
)

gradient_of_quadratic = book_claim(
    "derivatives.eq-97",
    show=lambda: equal(gradient(inner(x, A * x) + inner(b, x), x), (A + A.T) * x + b),
    prose="The gradient of xᵀAx + bᵀx is (A + Aᵀ)x + b.",
    sources=[equation(96), equation(97)],
    mutants=lambda: [right_times(2), swap(A + A.T, 2 * A, right=True)],
)

hessian_of_quadratic = book_claim(
    "derivatives.eq-98",
    show=lambda: equal(directional((A + A.T) * x + b, x, h), (A + A.T) * h),
    prose="The derivative of the gradient (A + Aᵀ)x + b in a direction h is (A + Aᵀ)h, so the Hessian is A + Aᵀ.",
    mutants=lambda: [right_times(2), swap(A + A.T, 2 * A, right=True)],
)

trace = book_claim(
    "derivatives.eq-99",
    show=lambda: equal(gradient(Trace(S), S), Identity(n)),
    prose="The gradient of the trace, which is the sum of the eigenvalues, is the identity matrix.",
    sources=[equation(65), equation(99)],
    mutants=lambda: [right_times(2), swap(Trace(S), Trace(S * S))],
)

trace_times_constant = book_claim(
    "derivatives.eq-100",
    show=lambda: equal(gradient(Trace(S * A), S), A.T),
    prose="The gradient of tr(XA) is Aᵀ.",
    mutants=lambda: [right_times(2), untransposed(A)],
)

trace_between = book_claim(
    "derivatives.eq-101",
    show=lambda: equal(gradient(Trace(G * X * F), X), G.T * F.T),
    prose="The gradient of tr(AXB) is AᵀBᵀ.",
    mutants=lambda: [right_times(2), swap(G.T, L, right=True)],
)

trace_between_transposed = book_claim(
    "derivatives.eq-102",
    show=lambda: equal(gradient(Trace(A * S.T * B), S), B * A),
    prose="The gradient of tr(AXᵀB) is BA.",
    mutants=lambda: [right_times(2), swap(B * A, A * B, right=True)],
)

trace_of_transposed = book_claim(
    "derivatives.eq-103",
    show=lambda: equal(gradient(Trace(X.T * E), X), E),
    prose="The gradient of tr(XᵀA) is A.",
    mutants=lambda: [right_times(2), swap(E, X, right=True)],
)

trace_before_transposed = book_claim(
    "derivatives.eq-104",
    show=lambda: equal(gradient(Trace(E * X.T), X), E),
    prose="The gradient of tr(AXᵀ) is A.",
    mutants=lambda: [right_times(2), swap(E, X, right=True)],
)

trace_of_square = book_claim(
    "derivatives.eq-106",
    show=lambda: equal(gradient(Trace(S * S), S), 2 * S.T),
    prose="The gradient of tr(X²) is 2Xᵀ.",
    mutants=lambda: [right_times(2), untransposed(S)],
)

trace_of_square_times = book_claim(
    "derivatives.eq-107",
    show=lambda: equal(gradient(Trace(S * S * B), S), Transpose(S * B + B * S)),
    prose="The gradient of tr(X²B) is (XB + BX)ᵀ.",
    mutants=lambda: [right_times(2), swap(S * B + B * S, 2 * S * B, right=True)],
)

trace_of_quadratic = book_claim(
    "derivatives.eq-108",
    show=lambda: equal(gradient(Trace(X.T * M * X), X), M * X + M.T * X),
    prose="The gradient of tr(XᵀBX) is BX + BᵀX.",
    mutants=lambda: [right_times(2), untransposed(M)],
)

trace_of_quadratic_rotated = book_claim(
    "derivatives.eq-109",
    show=lambda: equal(gradient(Trace(M * X * X.T), X), M * X + M.T * X),
    prose="The gradient of tr(BXXᵀ) is BX + BᵀX.",
    mutants=lambda: [right_times(2), untransposed(M)],
)

trace_of_quadratic_rotated_again = book_claim(
    "derivatives.eq-110",
    show=lambda: equal(gradient(Trace(X * X.T * M), X), M * X + M.T * X),
    prose="The gradient of tr(XXᵀB) is BX + BᵀX.",
    mutants=lambda: [right_times(2), untransposed(M)],
)

trace_of_inner_quadratic = book_claim(
    "derivatives.eq-111",
    show=lambda: equal(gradient(Trace(X * B * X.T), X), X * B.T + X * B),
    prose="The gradient of tr(XBXᵀ) is XBᵀ + XB.",
    mutants=lambda: [right_times(2), untransposed(B)],
)

trace_of_inner_quadratic_rotated = book_claim(
    "derivatives.eq-112",
    show=lambda: equal(gradient(Trace(B * X.T * X), X), X * B.T + X * B),
    prose="The gradient of tr(BXᵀX) is XBᵀ + XB.",
    mutants=lambda: [right_times(2), untransposed(B)],
)

trace_of_inner_quadratic_rotated_again = book_claim(
    "derivatives.eq-113",
    show=lambda: equal(gradient(Trace(X.T * X * B), X), X * B.T + X * B),
    prose="The gradient of tr(XᵀXB) is XBᵀ + XB.",
    mutants=lambda: [right_times(2), untransposed(B)],
)

trace_of_two_factors = book_claim(
    "derivatives.eq-114",
    show=lambda: equal(
        gradient(Trace(A * S * B * S), S),
        A.T * S.T * B.T + B.T * S.T * A.T,
    ),
    prose="The gradient of tr(AXBX) is AᵀXᵀBᵀ + BᵀXᵀAᵀ.",
    mutants=lambda: [right_times(2), untransposed(S)],
)

squared_norm = book_claim(
    "derivatives.eq-115",
    show=lambda: [equal(gradient(Trace(X.T * X), X), 2 * X), equal(gradient(Trace(X * X.T), X), 2 * X)],
    prose="The gradient of the sum of all squares, tr(XᵀX) = tr(XXᵀ), is 2X.",
    mutants=lambda: [right_times(2), swap(X, E, right=True)],
)

squared_norm_of_image = book_claim(
    "derivatives.eq-116",
    show=lambda: equal(
        gradient(Trace(F.T * X.T * M * X * F), X),
        M.T * X * F * F.T + M * X * F * F.T,
    ),
    prose="The gradient of tr(BᵀXᵀCXB) is CᵀXBBᵀ + CXBBᵀ.",
    mutants=lambda: [right_times(2), untransposed(M)],
)

trace_with_two_constants = book_claim(
    "derivatives.eq-117",
    show=lambda: equal(gradient(Trace(X.T * M * X * C), X), M * X * C + M.T * X * C.T),
    prose="The gradient of tr(XᵀBXC) is BXC + BᵀXCᵀ.",
    mutants=lambda: [right_times(2), untransposed(C)],
)

trace_with_three_constants = book_claim(
    "derivatives.eq-118",
    show=lambda: equal(
        gradient(Trace(G * X * B * X.T * L), X),
        G.T * L.T * X * B.T + L * G * X * B,
    ),
    prose="The gradient of tr(AXBXᵀC) is AᵀCᵀXBᵀ + CAXB.",
    mutants=lambda: [right_times(2), untransposed(B)],
)

K = MatrixSymbol("K", p, p)
squared_residual = book_claim(
    "derivatives.eq-119",
    show=lambda: equal(
        gradient(Trace((G * X * F + K) * Transpose(G * X * F + K)), X),
        2 * G.T * (G * X * F + K) * F.T,
    ),
    prose="The gradient of the squared Frobenius norm of AXB + C is 2Aᵀ(AXB + C)Bᵀ.",
    mutants=lambda: [right_times(2), swap(G * X * F + K, G * X * F, right=True)],
)

squared_trace = book_claim(
    "derivatives.eq-120",
    show=lambda: equal(gradient(Trace(S) * Trace(S), S), 2 * Trace(S) * Identity(n)),
    prose="The gradient of the squared trace is twice the trace times the identity matrix.",
    mutants=lambda: [right_times(2), swap(Trace(S) * Trace(S), Trace(S * S))],
)

third_power = book_claim(
    "derivatives.eq-121",
    show=lambda: equal(gradient(Trace(S * S * S), S), 3 * Transpose(S * S)),
    prose="The gradient of tr(Xᵏ) is k times the transpose of the power k − 1, shown for k = 3.",
    mutants=lambda: [right_times(2), swap(Trace(S * S * S), Trace(S * S * S.T))],
)

third_power_times = book_claim(
    "derivatives.eq-122",
    show=lambda: equal(
        gradient(Trace(A * S * S * S), S),
        Transpose(A * S * S + S * A * S + S * S * A),
    ),
    prose="The gradient of tr(AXᵏ) is the transpose of the sum of XʳAXᵏ⁻ʳ⁻¹ over r from 0 to k − 1, shown for k = 3.",
    mutants=lambda: [right_times(2), swap(S * A * S, S * S * A, right=True)],
)

fourth_order = book_claim(
    "derivatives.eq-123",
    show=lambda: equal(
        directional(Trace(F.T * X.T * M * X * X.T * M * X * F), X, E),
        inner(
            E,
            M * X * X.T * M * X * F * F.T
            + M.T * X * F * F.T * X.T * M.T * X
            + M * X * F * F.T * X.T * M * X
            + M.T * X * X.T * M.T * X * F * F.T,
        ),
    ),
    prose="The derivative of tr(BᵀXᵀCXXᵀCXB) in any direction; each of the four factors X gives a term.",
    mutants=lambda: [right_times(2), untransposed(M)],
)

squared_length = book_claim(
    "derivatives.eq-131",
    show=lambda: [equal(gradient(sqnorm(x), x), 2 * x), equal(gradient(inner(x, x), x), 2 * x)],
    prose="The gradient of the squared length of a vector is twice the vector.",
    mutants=lambda: [right_times(2), swap(x, a, right=True)],
)

squared_frobenius_norm = book_claim(
    "derivatives.eq-132",
    show=lambda: equal(gradient(sqnorm(X), X), 2 * X),
    prose="The gradient of the squared Frobenius norm is twice the matrix.",
    mutants=lambda: [right_times(2), swap(X, E, right=True)],
)
