"""Section 10.2 of the Matrix Cookbook and what needs it: Kronecker products and vec."""

from __future__ import annotations

from sympy import Identity, MatrixSymbol, Symbol, Trace, Transpose, symbols

from pcaproofs.cookbook import book_claim, equation, place
from pcaproofs.language.conclusions import equal
from pcaproofs.language.hypotheses import eigenpair, orthogonal
from pcaproofs.language.nodes import basis, diagonal, gradient, inverse, kron, pinv, sqnorm, vec
from pcaproofs.verify.mutants import right_times, swap, without, without_equation, without_last

n, m, p, q = symbols("n m p q", positive=True, integer=True)
s, t = Symbol("s", real=True), Symbol("t", real=True)
A, H = MatrixSymbol("A", m, n), MatrixSymbol("H", m, n)
B, C, K = (MatrixSymbol(name, p, q) for name in "BCK")
D, E = MatrixSymbol("D", n, m), MatrixSymbol("E", q, p)
S, R, V = (MatrixSymbol(name, n, n) for name in "SRV")
T, Q, W = (MatrixSymbol(name, m, m) for name in "TQW")
X, Y = MatrixSymbol("X", n, m), MatrixSymbol("Y", n, m)
F, G = MatrixSymbol("F", p, n), MatrixSymbol("G", m, q)
a, b, x = (MatrixSymbol(name, n, 1) for name in "abx")
l, k, y = (MatrixSymbol(name, m, 1) for name in "lky")
i, j = basis(n, "i"), basis(n, "j")
lam, mu = Symbol("lambda", real=True), Symbol("mu", real=True)

distributive = book_claim(
    "products.eq-506",
    show=lambda: equal(kron(A, B + C), kron(A, B) + kron(A, C)),
    prose="The Kronecker product is distributive over sums.",
    mutants=lambda: [right_times(2), swap(B + C, B - C)],
)

not_commutative = book_claim(
    "products.eq-507",
    show=lambda: equal(sqnorm(kron(i, j) - kron(j, i)), 2),
    prose="A⊗B and B⊗A are different in general: for two unit vectors their difference has the squared length 2.",
    mutants=lambda: [swap(kron(j, i), kron(i, j)), right_times(2)],
)

multiples = book_claim(
    "products.eq-509",
    show=lambda: equal(kron(s * A, t * B), s * t * kron(A, B)),
    prose="Numbers can be taken out of both factors of a Kronecker product.",
    mutants=lambda: [right_times(2), swap(t * B, B)],
)

transpose = book_claim(
    "products.eq-510",
    show=lambda: equal(Transpose(kron(A, B)), kron(A.T, B.T)),
    prose="The transpose of a Kronecker product is that of the transposes, in the same order.",
    mutants=lambda: [right_times(2), swap(kron(A.T, B.T), kron(A.T, E))],
)

mixed_product = book_claim(
    "products.eq-511",
    show=lambda: equal(kron(A, B) * kron(D, E), kron(A * D, B * E)),
    prose="The product of two Kronecker products is the Kronecker product of the products.",
    mutants=lambda: [right_times(2), swap(B * E, C * E)],
)

inverse_of_product = book_claim(
    "products.eq-512",
    show=lambda: equal(inverse(kron(S, T)), kron(inverse(S), inverse(T))),
    prose="The inverse of a Kronecker product is that of the inverses, in the same order.",
    mutants=lambda: [right_times(2), swap(inverse(T), T)],
)

pseudo_inverse = book_claim(
    "products.eq-513",
    show=lambda: [
        equal(kron(A, B) * kron(pinv(A), pinv(B)) * kron(A, B), kron(A, B)),
        equal(kron(pinv(A), pinv(B)) * kron(A, B) * kron(pinv(A), pinv(B)), kron(pinv(A), pinv(B))),
        equal(Transpose(kron(A, B) * kron(pinv(A), pinv(B))), kron(A, B) * kron(pinv(A), pinv(B))),
        equal(Transpose(kron(pinv(A), pinv(B)) * kron(A, B)), kron(pinv(A), pinv(B)) * kron(A, B)),
    ],
    prose="The pseudo-inverse of A⊗B is A⁺⊗B⁺, which has the four properties that define it.",
    sources=[equation(222), equation(513)],
    mutants=lambda: [swap(pinv(B), B.T), swap(pinv(B), E)],
)

trace = book_claim(
    "products.eq-515",
    show=lambda: [
        equal(Trace(kron(S, T)), Trace(S) * Trace(T)),
        equal(Trace(kron(S, T)), Trace(kron(diagonal(a), diagonal(l)))),
    ],
    assuming=[equal(S * V, V * diagonal(a)), orthogonal(V), equal(T * W, W * diagonal(l)), orthogonal(W)],
    prose="The trace of A⊗B is the product of the traces, and the sum of the products of the eigenvalues.",
    mutants=lambda: [
        right_times(2),
        without_equation(equal(S * V, V * diagonal(a))),
        swap(Trace(T), Trace(Q)),
        swap(diagonal(l), T * T),
    ],
)

eigenvalues_exchanged = book_claim(
    "products.eq-517",
    show=lambda: [
        equal(kron(S, T) * kron(x, y), lam * mu * kron(x, y)),
        equal(kron(T, S) * kron(y, x), lam * mu * kron(y, x)),
    ],
    assuming=[eigenpair(S, x, lam), eigenpair(T, y, mu)],
    prose="Products of an eigenvalue of A and one of B are eigenvalues of A⊗B, and of B⊗A.",
    mutants=lambda: [right_times(2), without_last()],
)

eigenvalues = book_claim(
    "products.eq-518",
    show=lambda: [
        equal(kron(S, T) * kron(V, W), kron(V, W) * kron(diagonal(a), diagonal(l))),
        equal(Transpose(kron(V, W)) * kron(V, W), Identity(n * m)),
    ],
    assuming=[equal(S * V, V * diagonal(a)), orthogonal(V), equal(T * W, W * diagonal(l)), orthogonal(W)],
    prose="The eigenvalues of A⊗B are the products of those of A and B: if V diagonalises A and W diagonalises B, then "
    "V⊗W diagonalises A⊗B.",
    sources=[equation(518), equation(519)],
    mutants=lambda: [right_times(2), without("orthogonal"), swap(diagonal(l), T * T), swap(diagonal(l), Identity(m))],
)

vec_of_product = book_claim(
    "products.eq-520",
    show=lambda: equal(vec(F * X * G), kron(G.T, F) * vec(X)),
    prose="vec turns a product from both sides into a Kronecker product.",
    mutants=lambda: [right_times(2), swap(vec(X), vec(Y))],
)

trace_as_inner_product = book_claim(
    "products.eq-521",
    show=lambda: equal(Trace(X.T * Y), Transpose(vec(X)) * vec(Y)),
    prose="The trace of AᵀB is the inner product of vec(A) and vec(B).",
    mutants=lambda: [right_times(2), swap(vec(Y), vec(X))],
)

vec_is_linear = book_claim(
    "products.eq-522",
    show=lambda: [equal(vec(X + Y), vec(X) + vec(Y)), equal(vec(s * X), s * vec(X))],
    prose="The vec of a sum or of a multiple is the sum or the multiple of the vecs.",
    sources=[equation(522), equation(523)],
    mutants=lambda: [right_times(2), swap(X + Y, X - Y), swap(s * X, s * Y)],
)

form_with_vec = book_claim(
    "products.form-with-vec",
    show=lambda: equal(a.T * X * T * X.T * b, Transpose(vec(X)) * kron(T.T, b * a.T) * vec(X)),
    prose="The number aᵀXBXᵀc as a quadratic form of vec(X).",
    sources=[place("what equation 524 should say")],
    mutants=lambda: [right_times(2), swap(T.T, T)],
)

form_with_vec_as_printed = book_claim(
    "products.eq-524",
    show=lambda: equal(a.T * X * T * X.T * b, Transpose(vec(X)) * kron(T, b * a.T) * vec(X)),
    prose="The number aᵀXBXᵀc as a quadratic form of vec(X): the book forgets to transpose B.",
    repaired_by=form_with_vec,
)

differential = book_claim(
    "products.eq-39",
    show=lambda: equal(
        kron(A + t * H, B + t * K),
        kron(A, B) + t * (kron(H, B) + kron(A, K)) + t**2 * kron(H, K),
    ),
    prose="The product rule for Kronecker products: the part of first order of (X + tH)⊗(Y + tK) is H⊗Y + X⊗K.",
    mutants=lambda: [right_times(2), swap(kron(A, K), kron(H, K))],
)

gradient_of_trace = book_claim(
    "products.eq-105",
    show=lambda: equal(gradient(Trace(kron(S, S)), S), 2 * Trace(S) * Identity(n)),
    prose="The gradient of tr(X⊗X) is twice the trace of X times the identity.",
    mutants=lambda: [right_times(2), swap(Trace(S), n)],
)

lyapunov = book_claim(
    "products.eq-273",
    show=lambda: equal((kron(Identity(m), S) + kron(T.T, Identity(n))) * vec(X), vec(Y)),
    assuming=[equal(S * X + X * T, Y)],
    prose="The Lyapunov equation AX + XB = C as a system of linear equations for vec(X).",
    mutants=lambda: [right_times(2), swap(T.T, T), without_last()],
)

encapsulating_sum = book_claim(
    "products.eq-275",
    show=lambda: equal((kron(T.T, S) + kron(Q.T, R)) * vec(X), vec(Y)),
    assuming=[equal(S * X * T + R * X * Q, Y)],
    prose="A sum of products AXB as a system of linear equations for vec(X), shown for two terms.",
    mutants=lambda: [right_times(2), swap(T.T, T), without_last()],
)
