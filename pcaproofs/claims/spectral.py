"""Eigenvalues and eigenvectors of symmetric matrices: what is assumed of them, what follows, and what does not."""

from typing import Any

from sympy import Add, Identity, Integer, MatrixSymbol, Mul, Ne, Symbol, Trace

from pcaproofs.language.conclusions import at_least, equal
from pcaproofs.language.hypotheses import eigenpair, orthogonal, positive, psd, symmetric
from pcaproofs.language.nodes import basis, index, inner, sample, sqnorm, total
from pcaproofs.verify.claim import at_sizes, book, by, claim, given, note
from pcaproofs.verify.later import np
from pcaproofs.verify.mutants import (
    flip_sign,
    other_sense,
    right_times,
    swap,
    untransposed,
    without,
    without_equation,
)

n = Symbol("n", positive=True, integer=True)
p = Symbol("p", positive=True, integer=True)
M = MatrixSymbol("M", n, p)
A, S = MatrixSymbol("A", p, p), MatrixSymbol("S", p, p)
v, w, x = (MatrixSymbol(name, p, 1) for name in "vwx")
y = MatrixSymbol("y", n, 1)
lam, alpha, beta = (Symbol(name, real=True) for name in ("lambda", "alpha", "beta"))


adjoint = claim(
    "spectral.adjoint",
    show=lambda: [equal(inner(M * x, y), x.T * M.T * y), equal(inner(M * x, y), inner(x, M.T * y))],
    prose="In an inner product a matrix passes from one side to the other as its transpose, square or not.",
    said_in=[note("001", 158, 160)],
    numeric=lambda case, bench: _adjoint(case, bench),
    wrong=["uncentred", "centred along the wrong axis", "divisor off by one"],
    mutants=lambda: [untransposed(M), flip_sign(M.T), right_times(2)],
)


def _adjoint(case, bench):  # type: ignore[no-untyped-def]
    """⟨HXw, v⟩ with the reference's HX on one side, and XᵀHv written out on the other."""
    bench.same(
        (bench.center(case.X) @ case.w) @ case.v,
        case.w @ (case.X.T @ (case.v - case.v.mean())),
        steps=20 * bench.product(case.n, case.p),
        scale=bench.norm(case.X) * bench.norm(case.v),
    )


pairs = [equal(A * v, alpha * v), equal(A * w, beta * w)]

distinct_orthogonal = claim(
    "spectral.distinct-orthogonal",
    show=lambda: [
        equal(alpha * inner(v, w), beta * inner(v, w)),
        given(equal(inner(v, w), 0), Ne(alpha, beta)),
    ],
    assuming=[symmetric(A), *pairs],
    prose=(
        "Between two eigenvectors of a symmetric matrix A can be read from either side, which multiplies ⟨v, w⟩ by α "
        "or by β; where these differ ⟨v, w⟩ is zero."
    ),
    said_in=[note("001", 165, 180)],
    numeric=lambda case, bench: _distinct(case, bench),
    wrong=["uncentred", "rows for columns", "axes of length two"],
    mutants=lambda: [
        without("symmetric"),
        without_equation(Ne(alpha, beta)),
        without_equation(pairs[0]),
        right_times(2),
    ],
)


def _distinct(case, bench):  # type: ignore[no-untyped-def]
    """(λᵢ − λⱼ) wᵢᵀwⱼ vanishes for all axes of the reference, the λ being the variances of the data along them."""
    W = bench.pca(case.X, case.d).components
    variances = ((case.X - case.X.mean(axis=0)) @ W).var(axis=0)
    crossed = W.T @ np.cov(case.X.T, bias=True).reshape(case.p, case.p) @ W
    bench.same(
        crossed,
        np.diag(variances) @ (W.T @ W),
        steps=8 * bench.factored(case.n, case.p),
        scale=bench.norm(case.X) ** 2,
    )


any_eigenvectors_orthogonal = claim(
    "spectral.any-eigenvectors-orthogonal",
    show=lambda: equal(inner(v, w), 0),
    assuming=[
        symmetric(A),
        eigenpair(A, v, alpha),
        eigenpair(A, w, beta),
        positive(sqnorm(v) * sqnorm(w) - inner(v, w) ** 2),
    ],
    prose=(
        "Said of any two eigenvectors of a symmetric matrix that are not on one line, it is false where their "
        "eigenvalue is the same: the identity has every vector for an eigenvector."
    ),
    said_in=[note("001", 149), note("001", 180)],
    numeric="false as printed",
    mutants=[],
    declared="refuted",
    repaired_by=distinct_orthogonal,
)


psd_eigenvalues = claim(
    "spectral.psd-eigenvalues",
    show=lambda: [
        given(equal(lam * sqnorm(w), inner(w, S * w)), equal(S * w, lam * w)),
        given(at_least(inner(w, S * w), 0), psd(S)),
        given(at_least(lam, 0), psd(S), eigenpair(S, w, lam)),
    ],
    prose=(
        "For an eigenvector wᵀSw is λ‖w‖², and of a positive semidefinite S it is a square: no eigenvalue of a "
        "covariance matrix is negative, though some may be zero."
    ),
    said_in=[note("001", 185)],
    numeric=lambda case, bench: _psd(case, bench),
    wrong=[
        "rows for columns",
        "uncentred",
        "random axes",
        "random axes, right variances",
        "variances doubled",
        "variances by another divisor",
        "one component too few",
        "one component too many",
    ],
    mutants=lambda: [without("psd"), without("eigenpair"), other_sense(), right_times(2)],
)


def _psd(case, bench):  # type: ignore[no-untyped-def]
    """The reference's eigenvalues are the d largest of the covariance, variances along its axes, and not negative."""
    result = bench.pca(case.X, case.d)
    every = np.linalg.eigvalsh(np.cov(case.X.T, bias=True).reshape(case.p, case.p))
    bench.same(
        result.explained_variance,
        every[::-1][: case.d],
        steps=8 * bench.factored(case.n, case.p),
        scale=bench.norm(case.X) ** 2,
    )
    bench.at_least(result.explained_variance, 0 * result.explained_variance, steps=0)
    bench.same(
        result.explained_variance,
        ((case.X - case.X.mean(axis=0)) @ result.components).var(axis=0),
        steps=8 * bench.factored(case.n, case.p),
        scale=bench.norm(case.X) ** 2,
    )


P, Lam = MatrixSymbol("P", p, p), MatrixSymbol("Lambda", p, p)
i, j = basis(p, "i"), basis(p, "j")
decomposed = equal(S, P * Lam * P.T)

spectral_theorem = claim(
    "spectral.spectral-theorem",
    show=lambda: [
        decomposed,
        equal(P.T * P, Identity(p)),
        equal(P * P.T, Identity(p)),
        equal(Lam * i, inner(i, Lam * i) * i),
    ],
    assuming=[symmetric(S)],
    exists=[P, Lam],
    prose=(
        "Every symmetric matrix is PΛPᵀ with an orthogonal P, the columns of which are eigenvectors, and a diagonal Λ "
        "of the eigenvalues. That there is such a P is taken from the textbooks: it needs a limit or a root of a "
        "polynomial, and is no identity between matrices."
    ),
    said_in=[note("004", 105, 111)],
    cites=[book("Horn and Johnson, Matrix Analysis, 2nd edition, Theorem 2.5.6")],
    numeric=lambda case, bench: _spectral(case, bench),
    wrong=["uncentred", "rows for columns", "axes of length two"],
    mutants=[],
    declared="cited",
)


def _spectral(case, bench):  # type: ignore[no-untyped-def]
    """S = PΛPᵀ for what the reference finds of it; axes that it need not list have variance zero."""
    result = bench.pca(case.X)
    centred = case.X - case.X.mean(axis=0)
    bench.same(
        result.components @ np.diag(result.explained_variance) @ result.components.T,
        centred.T @ centred / case.n,
        steps=8 * bench.factored(case.n, case.p),
        scale=bench.norm(case.X) ** 2 / case.n,
    )


v_i, v_j = P * i, P * j  # columns of P

quadratic_form = claim(
    "spectral.quadratic-form-at-eigenvector",
    show=lambda: [
        given(equal(S * v_i, lam * v_i), decomposed, equal(Lam * i, lam * i)),
        given(equal(v_i.T * S * v_i, lam), decomposed, equal(Lam * i, lam * i)),
        equal(v_i.T * v_i, 1),
        equal(v_i.T * v_j, 0),
        equal(P.T * v_i, i),
    ],
    assuming=[orthogonal(P)],
    prose=(
        "The columns vᵢ = Peᵢ of the orthogonal matrix of S = PΛPᵀ are orthonormal eigenvectors, since Pᵀ takes each "
        "back to eᵢ, and vᵢᵀSvᵢ = λᵢ: the variance along an eigenvector is its eigenvalue."
    ),
    said_in=[note("004", 111, 113)],
    numeric=lambda case, bench: _psd(case, bench),
    wrong=["rows for columns", "uncentred"],
    mutants=lambda: [without("orthogonal"), without_equation(decomposed), untransposed(P), right_times(2)],
)


basis_to_itself = claim(
    "spectral.basis-to-itself",
    show=lambda: equal(P.T * v_i, v_i),
    assuming=[orthogonal(P)],
    prose="Pᵀ does not leave the i-th column of P where it is; it takes it to the i-th vector of the standard basis.",
    said_in=[note("004", 113)],
    numeric="false as printed",
    mutants=[],
    declared="refuted",
    repaired_by=quadratic_form,
)


trace_is_sum = claim(
    "spectral.trace-is-sum",
    show=lambda: [
        given(equal(Trace(S), Trace(Lam)), decomposed, orthogonal(P)),
        given(equal(Trace(S), Trace(P.T * S * P)), symmetric(S), by(spectral_theorem)),
        given(equal(Trace(S), Trace(Lam)), symmetric(S), by(spectral_theorem)),
    ],
    prose=(
        "The trace does not change when an orthogonal P comes from the left and Pᵀ from the right, so that of a "
        "symmetric matrix is the trace of Λ, the sum of its eigenvalues."
    ),
    said_in=[note("001", 141)],
    numeric=lambda case, bench: bench.same(
        bench.pca(case.X).explained_variance.sum(),
        case.X.var(axis=0).sum(),
        steps=4 * bench.factored(case.n, case.p),
        scale=bench.norm(case.X) ** 2,
    ),
    wrong=["uncentred"],
    mutants=lambda: [without("orthogonal"), without_equation(decomposed), right_times(2)],
)


def _entries(name: str, size: int) -> list[list[Any]]:
    """The entries of a square matrix as numbers of their own."""
    return [[Symbol(f"{name}{i}{j}", real=True) for j in range(1, size + 1)] for i in range(1, size + 1)]


def _det(rows: Any) -> Any:
    """The determinant of rows of numbers, written out by the first row."""
    if not rows:
        return Integer(1)
    minors = [[row[:j] + row[j + 1 :] for row in rows[1:]] for j in range(len(rows))]
    return Add(*((-1) ** j * rows[0][j] * _det(minor) for j, minor in enumerate(minors)))


def _determinants(size: int) -> list[Any]:
    """det(QΛQᵀ) with QᵀQ = I, then A − λI with a unit vector u that it kills, then B with the cofactors of a row."""
    every = range(size)
    A, Q, B = (_entries(name, size) for name in "aqb")
    lambdas, u, y = ([Symbol(f"{name}{i + 1}", real=True) for i in every] for name in ("lambda", "u", "y"))
    orthogonal = [equal(Add(*(Q[k][i] * Q[k][j] for k in every)), int(i == j)) for i in every for j in every if i <= j]
    product = [[Add(*(Q[i][k] * lambdas[k] * Q[j][k] for k in every)) for j in every] for i in every]
    shifted = [[A[i][j] - lam * int(i == j) for j in every] for i in every]
    killed = [equal(Add(*(x * u[j] for j, x in enumerate(row))), 0) for row in shifted]
    cofactors = [(-1) ** j * _det([row[:j] + row[j + 1 :] for row in B[1:]]) for j in every]
    taken = Add(*(y[i] * Add(*(x * c for x, c in zip(row, cofactors, strict=True))) for i, row in enumerate(B)))
    return [
        given(equal(_det(product), Mul(*lambdas)), *orthogonal),
        given(equal(_det(shifted), 0), *killed, equal(Add(*(x**2 for x in u)), 1)),
        given(equal(taken, 0), equal(_det(B), 0)),
    ]


det_is_product = claim(
    "spectral.det-is-product",
    show=lambda: at_sizes("p", (1, 2, 3), _determinants),
    prose=(
        "The determinant of QΛQᵀ with orthogonal Q is the product of its eigenvalues. If A − λI takes a unit vector to "
        "zero its determinant is zero; and if the determinant of B = A − λI is zero, B takes the column c of cofactors "
        "of its first row to zero, yᵀBc being 0 for every y: an eigenvector, unless they all vanish and another row's "
        "have to serve."
    ),
    said_in=[note("001", 137, 142)],
    numeric=lambda case, bench: _determinant(case, bench),
    wrong=["uncentred"],
    mutants=lambda: [right_times(2), without_equation(equal(Symbol("q11", real=True) ** 2, 1))],
    declared="proved at sizes",
)


def _determinant(case, bench):  # type: ignore[no-untyped-def]
    """The determinant of the covariance is the product of the reference's variances; those left out are zero."""
    variances = bench.pca(case.X).explained_variance
    bench.same(
        np.prod(variances) if len(variances) == case.p else 0.0,
        np.linalg.det(np.cov(case.X.T, bias=True).reshape(case.p, case.p)),
        steps=8 * case.p * bench.factored(case.n, case.p),
        scale=(bench.norm(case.X) ** 2 / case.n) ** case.p,
    )


W = MatrixSymbol("W", p, p)
k = index("k")
w_k = sample(W, k)  # the k-th direction, a row of W
recovered = total(inner(x, w_k) * w_k, k)

expansion = claim(
    "spectral.expansion",
    show=lambda: [
        equal(W.T * W * x, recovered),
        given(equal(x, recovered), orthogonal(W)),
        given(equal(sqnorm(x), total(inner(x, w_k) ** 2, k)), orthogonal(W)),
    ],
    prose=(
        "With p orthonormal directions w₁ … w_p, the rows of an orthogonal W, every vector is the sum of its parts "
        "along them, and its squared length the sum of the squared coordinates: nothing is left over."
    ),
    said_in=[note("002", 226, 232)],
    numeric=lambda case, bench: _expansion(case, bench),
    wrong=[
        "axes of length two",
        "rows for columns",
        "residual of the uncentred data",
        "residual by half",
        "one component too few",
    ],
    mutants=lambda: [without("orthogonal"), swap(inner(x, w_k), 2 * inner(x, w_k)), right_times(2)],
)


def _expansion(case, bench):  # type: ignore[no-untyped-def]
    """The centred samples are the sums of their parts along all axes of the reference, which leave nothing of them."""
    result = bench.pca(case.X)
    centred = case.X - case.X.mean(axis=0)
    bench.same(
        sum(np.outer(centred @ axis, axis) for axis in result.components.T),
        centred,
        steps=8 * bench.factored(case.n, case.p),
        scale=bench.norm(case.X),
    )
    bench.same(
        bench.residual(case.X, min(case.n, case.p)),
        0 * centred,
        steps=8 * bench.factored(case.n, case.p),
        scale=bench.norm(case.X),
    )
