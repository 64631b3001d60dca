"""Eigenvalues and eigenvectors of symmetric matrices: what is assumed of them, what follows, and what does not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sympy import Add, Identity, Integer, MatrixSymbol, Mul, Ne, OneMatrix, Symbol, Trace, ZeroMatrix, symbols

from pcaproofs.claims.moments import covariance_psd
from pcaproofs.language.conclusions import at_least, equal
from pcaproofs.language.hypotheses import eigenpair, orthogonal, orthonormal, positive, psd, symmetric, unit
from pcaproofs.language.nodes import adjugate, basis, det, expectation, index, inner, inverse, sample, sqnorm, total
from pcaproofs.verify.claim import at_sizes, book, by, claim, given, note, step
from pcaproofs.verify.mutants import (
    flip_sign,
    other_sense,
    right_times,
    swap,
    untransposed,
    without,
    without_equation,
    without_last,
)
from pcaproofs.verify.numeric import np

if TYPE_CHECKING:
    from pcaproofs.sampling import Case
    from pcaproofs.verify.reference_pca import Reference

n, p, d = symbols("n p d", positive=True, integer=True)
M = MatrixSymbol("M", n, p)
A, S = MatrixSymbol("A", p, p), MatrixSymbol("S", p, p)
v, w, x = (MatrixSymbol(name, p, 1) for name in "vwx")
y = MatrixSymbol("y", n, 1)
lam, alpha, beta = (Symbol(name, real=True) for name in ("lambda", "alpha", "beta"))


adjoint = claim(
    "spectral.adjoint",
    show=lambda: [equal(inner(M * x, y), x.T * M.T * y), equal(inner(M * x, y), inner(x, M.T * y))],
    prose="In an inner product a matrix passes from one side to the other as its transpose, square or not.",
    sources=[note("001", 158, 160)],
    numeric=lambda case, tested: _adjoint(case, tested),
    wrong=["uncentred", "centred along the wrong axis", "divisor off by one"],
    mutants=lambda: [untransposed(M), flip_sign(M.T), right_times(2)],
)


def _adjoint(case: Case, tested: Reference) -> None:
    """⟨HXw, v⟩ with the reference's HX on one side, and XᵀHv written out on the other."""
    tested.same(
        (tested.center(case.X) @ case.w) @ case.v,
        case.w @ (case.X.T @ (case.v - case.v.mean())),
        steps=20 * tested.product(case.n, case.p),
        scale=tested.norm(case.X) * tested.norm(case.v),
    )


pairs = [equal(A * v, alpha * v), equal(A * w, beta * w)]

distinct_orthogonal = claim(
    "spectral.distinct-orthogonal",
    show=lambda: [
        given(
            equal(alpha * inner(v, w), beta * inner(v, w)),
            steps=[
                step(inner(A * v, w), pairs[0]),
                step(inner(v, A * w), symmetric(A)),
                step(beta * inner(v, w), pairs[1]),
            ],
        ),
        given(equal(inner(v, w), 0), Ne(alpha, beta)),
    ],
    assuming=[symmetric(A), *pairs],
    prose=(
        "Let A be symmetric. The number ⟨v, Aw⟩ is α⟨v, w⟩ when A acts on v, and β⟨v, w⟩ when it acts on w. So "
        "⟨v, w⟩ = 0 if α and β differ."
    ),
    sources=[note("001", 165, 180)],
    numeric=lambda case, tested: _distinct(case, tested),
    wrong=["uncentred", "rows for columns", "axes of length two"],
    mutants=lambda: [
        without("symmetric"),
        without_equation(Ne(alpha, beta)),
        without_equation(pairs[0]),
        right_times(2),
    ],
)


def _distinct(case: Case, tested: Reference) -> None:
    """(λᵢ − λⱼ) wᵢᵀwⱼ vanishes for all axes of the reference, the λ being the variances of the data along them."""
    W = tested.pca(case.X, case.d).components
    variances = ((case.X - case.X.mean(axis=0)) @ W).var(axis=0)
    crossed = W.T @ np.cov(case.X.T, bias=True).reshape(case.p, case.p) @ W
    tested.same(
        crossed,
        np.diag(variances) @ (W.T @ W),
        steps=8 * tested.factored(case.n, case.p),
        scale=tested.norm(case.X) ** 2,
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
        "Two eigenvectors of a symmetric matrix that are not on one line need not be orthogonal if they belong to "
        "the same eigenvalue. The zero matrix, like each multiple of the identity, has every nonzero vector for "
        "an eigenvector."
    ),
    sources=[note("001", 149), note("001", 180)],
    numeric="false as printed",
    repaired_by=distinct_orthogonal,
)


X = MatrixSymbol("X", n, p)
centring = Identity(n) - OneMatrix(n, n) / n
covariance = X.T * centring * X / n

psd_eigenvalues = claim(
    "spectral.psd-eigenvalues",
    show=lambda: [
        given(equal(lam * sqnorm(w), inner(w, S * w)), equal(S * w, lam * w)),
        given(at_least(inner(w, S * w), 0), psd(S)),
        given(at_least(lam, 0), psd(S), eigenpair(S, w, lam)),
        given(
            at_least(lam, 0),
            eigenpair(covariance, w, lam),
            by(covariance_psd, {v: w}, parts=[3]),
        ),
    ],
    prose=(
        "For an eigenvector w the form wᵀSw is λ‖w‖², and if S is positive semidefinite it is a square. The "
        "covariance XᵀHX/n of any data is such an S: none of its eigenvalues is negative, though some may be "
        "zero."
    ),
    sources=[note("001", 185)],
    numeric=lambda case, tested: _psd(case, tested),
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
    mutants=lambda: [without("psd"), without("eigenpair"), without_last(), other_sense()],
)


def _psd(case: Case, tested: Reference) -> None:
    """The reference's eigenvalues are the d largest of the covariance, variances along its axes, and not negative."""
    result = tested.pca(case.X, case.d)
    every = np.linalg.eigvalsh(np.cov(case.X.T, bias=True).reshape(case.p, case.p))
    tested.same(
        result.explained_variance,
        every[::-1][: case.d],
        steps=8 * tested.factored(case.n, case.p),
        scale=tested.norm(case.X) ** 2,
    )
    tested.at_least(result.explained_variance, 0 * result.explained_variance, steps=0)
    tested.same(
        result.explained_variance,
        ((case.X - case.X.mean(axis=0)) @ result.components).var(axis=0),
        steps=8 * tested.factored(case.n, case.p),
        scale=tested.norm(case.X) ** 2,
    )


P, Q, Lam = MatrixSymbol("P", p, p), MatrixSymbol("Q", p, p), MatrixSymbol("Lambda", p, p)
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
        "of the eigenvalues: Λ takes every eᵢ to a multiple of itself. That there are such P and Λ is taken from the "
        "textbooks: it needs a limit or a root of a polynomial, and is no identity between matrices."
    ),
    sources=[note("004", 105, 111), note("002", 274)],
    cites=[book("Horn and Johnson, Matrix Analysis, 2nd edition, Theorem 2.5.6", key="HJ13")],
    numeric=lambda case, tested: _spectral(case, tested),
    wrong=["uncentred", "rows for columns", "axes of length two"],
    declared="cited",
)


def _spectral(case: Case, tested: Reference) -> None:
    """S = PΛPᵀ for what the reference finds of it; axes that it need not list have variance zero."""
    result = tested.pca(case.X)
    centred = case.X - case.X.mean(axis=0)
    tested.same(
        result.components @ np.diag(result.explained_variance) @ result.components.T,
        centred.T @ centred / case.n,
        steps=8 * tested.factored(case.n, case.p),
        scale=tested.norm(case.X) ** 2 / case.n,
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
    sources=[note("004", 111, 113)],
    numeric=lambda case, tested: _psd(case, tested),
    wrong=["rows for columns", "uncentred", "random axes", "variances doubled"],
    mutants=lambda: [without("orthogonal"), without_equation(decomposed), untransposed(P), right_times(2)],
)


columns = claim(
    "spectral.columns-are-eigenvectors",
    show=lambda: [
        given(equal(S * v_i, inner(i, Lam * i) * v_i), symmetric(S), by(spectral_theorem)),
        given(equal(inner(v_i, S * v_i), inner(i, Lam * i)), symmetric(S), by(spectral_theorem)),
    ],
    prose=(
        "So every symmetric matrix has p orthonormal eigenvectors: with the P and Λ of the theorem each column Peᵢ is "
        "one, and its eigenvalue is the i-th entry on the diagonal of Λ."
    ),
    sources=[note("004", 111), note("002", 274)],
    numeric=lambda case, tested: _psd(case, tested),
    wrong=["rows for columns", "random axes, right variances"],
    mutants=lambda: [swap(i, j, right=True), swap(Lam, Lam * Lam)],
)


sent = [equal(Q * i, v), equal(Lam * v, lam * v)]

any_order = claim(
    "spectral.any-order",
    show=lambda: [
        given(equal(S, (P * Q) * (Q.T * Lam * Q) * (P * Q).T), decomposed),
        given(equal((P * Q).T * (P * Q), Identity(p)), orthogonal(P)),
        given(equal((Q.T * Lam * Q) * i, lam * i), *sent),
    ],
    assuming=[orthogonal(Q)],
    prose=(
        "Let Q be a permutation matrix, and S = PΛPᵀ. Then S is also (PQ)(QᵀΛQ)(PQ)ᵀ, with the columns of P in another "
        "order. If Q takes eᵢ to a vector v of the basis with Λv = λv, then λ is the i-th entry of the diagonal matrix "
        "QᵀΛQ. So the eigenvalues can be put into any order, such as the descending one."
    ),
    sources=[note("004", 134, 135)],
    numeric=lambda case, tested: _any_order(case, tested),
    wrong=["rows for columns", "random axes", "variances doubled", "smallest components"],
    mutants=lambda: [
        without("orthogonal"),
        without_equation(decomposed),
        without_equation(sent[0]),
        without_equation(sent[1]),
        swap(Q.T * Lam * Q * i, Q * Lam * Q.T * i),
    ],
)


def _any_order(case: Case, tested: Reference) -> None:
    """The reference's variances descend; they and its axes, both in the opposite order, give the same covariance."""
    result = tested.pca(case.X)
    W, variances = result.components[:, ::-1], result.explained_variance[::-1]
    limits = {"steps": 8 * tested.factored(case.n, case.p), "scale": tested.norm(case.X) ** 2 / case.n}
    tested.same((W * variances) @ W.T, np.cov(case.X.T, bias=True).reshape(case.p, case.p), **limits)
    tested.at_least(variances[1:], variances[:-1], steps=0)


basis_to_itself = claim(
    "spectral.basis-to-itself",
    show=lambda: equal(P.T * v_i, v_i),
    assuming=[orthogonal(P), at_least(p, 2)],
    prose=(
        "Pᵀ does not leave the i-th column of P where it is; it takes it to the i-th vector of the standard basis. "
        "Exchanging the two axes of a plane shows it."
    ),
    sources=[note("004", 113)],
    numeric="false as printed",
    repaired_by=quadratic_form,
)


Z = MatrixSymbol("Z", p, 1)
deviation = Z - expectation(Z, Z)

population = claim(
    "spectral.population-at-sample-eigenvector",
    show=lambda: equal(inner(v, expectation(deviation * deviation.T, Z) * v), lam),
    assuming=[equal(S, covariance), unit(v), eigenpair(S, v, lam)],
    prose=(
        "An eigenvector of the covariance $S$ of a sample need not be one of $Σ$, the population's, and the "
        "variance of $Z$ along it is not the sample's: a single sample does not vary at all."
    ),
    sources=[note("004", 113)],
    numeric="false as printed",
    repaired_by=quadratic_form,
)


T = MatrixSymbol("T", p, p)
r = index("r")
eigenvalues = total(Lam[r, r], r, p)  # the diagonal of Λ, added up

trace_is_sum = claim(
    "spectral.trace-is-sum",
    show=lambda: [
        given(equal(Trace(A), eigenvalues), equal(A, T * Lam * inverse(T))),
        given(equal(Trace(S), eigenvalues), decomposed, orthogonal(P)),
        given(equal(Trace(S), eigenvalues), symmetric(S), by(spectral_theorem)),
    ],
    prose=(
        "The trace of TΛT⁻¹ is that of Λ, whatever T is. So for a square matrix that can be made diagonal it is "
        "the sum of the eigenvalues, each counted as often as it stands in Λ. A symmetric matrix can be made "
        "diagonal by the spectral theorem, with T = P."
    ),
    sources=[note("001", 141)],
    numeric=lambda case, tested: tested.same(
        tested.pca(case.X).explained_variance.sum(),
        case.X.var(axis=0).sum(),
        steps=4 * tested.factored(case.n, case.p),
        scale=tested.norm(case.X) ** 2,
    ),
    wrong=["uncentred", "variances doubled", "variances by another divisor", "one component too few"],
    mutants=lambda: [
        without("orthogonal"),
        without_equation(decomposed),
        swap(Trace(A), Trace(A * A)),
        swap(Trace(S), Trace(S * S)),
    ],
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


def _polynomial(size: int) -> list[Any]:
    """det(A − λI) by its powers of λ; then the trace of an A for which it is (λ₁ − λ) ⋯ (λₚ − λ) at λ = 0, 1, −1."""
    every = range(size)
    A, lambdas = _entries("a", size), [Symbol(f"lambda{i + 1}", real=True) for i in every]

    def at(number: Any) -> Any:
        return _det([[A[i][j] - number * int(i == j) for j in every] for i in every])

    trace = Add(*(A[i][i] for i in every))
    pairs = Add(*(A[i][i] * A[j][j] - A[i][j] * A[j][i] for i in every for j in range(i)))
    powers = [_det(A), -lam * pairs, lam**2 * trace, -(lam**3)] if size == 3 else [pairs, -lam * trace, lam**2]
    split = [equal(at(number), Mul(*(root - number for root in lambdas))) for number in (0, 1, -1)[:size]]
    return [given(equal(at(lam), Add(*powers))), given(equal(Add(*lambdas), trace), *split)]


characteristic_polynomial = claim(
    "spectral.characteristic-polynomial",
    show=lambda: at_sizes("p", (2, 3), _polynomial),
    prose=(
        "The determinant of $A − λI$ is a polynomial in $λ$ of degree $p$, the size of the square matrix $A$: it "
        "begins with $(−λ)ᵖ$ and $tr A · (−λ)ᵖ⁻¹$, and ends with $det A$. So if it is $(λ₁ − λ) ⋯ (λₚ − λ)$, then "
        "$λ = 0$ gives $det A = λ₁ ⋯ λₚ$, and comparing it at $λ = 0$, $1$ and $−1$ gives $tr A = λ₁ + ⋯ + λₚ$, "
        "whether $A$ can be made diagonal or not. This is computed for $p = 2$ and $p = 3$. That there are $p$ zeros, "
        "some of them complex, is not shown here."
    ),
    sources=[note("001", 137, 142)],
    numeric=lambda case, tested: _characteristic(case, tested),
    wrong=["uncentred", "variances doubled", "one component too few"],
    mutants=lambda: [without_last(), swap(Symbol("a11", real=True), Symbol("a12", real=True), right=True)],
    declared="proved at sizes",
)


def _characteristic(case: Case, tested: Reference) -> None:
    """det(S + sI) is the product of the reference's variances, each with s added; those left out are zero."""
    S = np.cov(case.X.T, bias=True).reshape(case.p, case.p)
    s = np.trace(S) / case.p
    variances = tested.pca(case.X).explained_variance
    tested.same(
        np.prod(variances + s) * s ** (case.p - len(variances)),
        np.linalg.det(S + s * np.eye(case.p)),
        steps=8 * case.p * tested.factored(case.n, case.p),
        scale=(2 * tested.norm(case.X) ** 2 / case.n) ** case.p,
    )


nothing, square = ZeroMatrix(p, 1), MatrixSymbol("M", p, p)

det_is_product = claim(
    "spectral.det-is-product",
    show=lambda: [
        given(equal(det(A), det(Lam)), equal(A, T * Lam * inverse(T))),
        given(equal(det(S), det(Lam)), decomposed, orthogonal(P)),
        equal(det(square) * w, adjugate(square) * (square * w)),
        given(equal(square * (adjugate(square) * w), nothing), equal(det(square), 0)),
    ],
    prose=(
        "The determinant of TΛT⁻¹ is that of Λ, whatever T is. For a diagonal Λ it is the product of the eigenvalues, "
        "which is taken from the textbooks. A symmetric matrix is of this form. The other two statements are about M "
        "= A − λI. If Mw = 0 for some w that is not zero, then det M = 0, since det M times w is the adjugate of M "
        "times Mw. And if det M = 0, then M takes each column of its adjugate, the matrix of cofactors transposed, to "
        "zero. A column that is not zero is an eigenvector of A; a matrix whose cofactors are all zero is left out."
    ),
    sources=[note("001", 137, 142)],
    numeric=lambda case, tested: _determinant(case, tested),
    wrong=["uncentred", "variances doubled", "one component too few"],
    mutants=lambda: [
        without("orthogonal"),
        without_equation(decomposed),
        without_equation(equal(A, T * Lam * inverse(T))),
        swap(adjugate(square) * (square * w), square * w),
        without_equation(equal(det(square), 0)),
    ],
)


def _determinant(case: Case, tested: Reference) -> None:
    """The determinant of the covariance is the product of the reference's variances; those left out are zero."""
    variances = tested.pca(case.X).explained_variance
    tested.same(
        np.prod(variances) if len(variances) == case.p else 0.0,
        np.linalg.det(np.cov(case.X.T, bias=True).reshape(case.p, case.p)),
        steps=8 * case.p * tested.factored(case.n, case.p),
        scale=(tested.norm(case.X) ** 2 / case.n) ** case.p,
    )


B, D = MatrixSymbol("B", p, d), MatrixSymbol("D", d, d)
c = MatrixSymbol("c", d, 1)
invertible_squares = equal(inverse(D) * D, Identity(d))

independent = claim(
    "spectral.orthogonal-are-independent",
    show=lambda: [
        given(equal(c, ZeroMatrix(d, 1)), equal(B.T * B, D), equal(B * c, ZeroMatrix(p, 1)), invertible_squares),
        given(equal(c, B.T * x), orthonormal(B), equal(B * c, x)),
    ],
    prose=(
        "Vectors that are orthogonal and not zero, the columns of B, are independent: BᵀB = D, the diagonal matrix of "
        "their squared lengths, has an inverse, so only c = 0 gives Bc = 0. Hence d of them span d dimensions, and if "
        "their length is 1 the coordinates of x = Bc are Bᵀx."
    ),
    sources=[note("001", 185)],
    numeric=lambda case, tested: _independent(case, tested),
    wrong=["one component too few", "one component too many", "axes of length two"],
    mutants=lambda: [without("orthonormal"), without_equation(invertible_squares), without_last()],
)


def _independent(case: Case, tested: Reference) -> None:
    """The d axes of the reference have rank d, and Wᵀ takes their combinations back to the coordinates."""
    W = tested.pca(case.X, case.d).components
    tested.same(np.linalg.matrix_rank(W), case.d, steps=0)
    tested.same(W.T @ (W @ case.c), case.c, steps=20 * tested.product(case.p, case.p), scale=tested.norm(case.c))


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
    sources=[note("002", 226, 232)],
    numeric=lambda case, tested: _expansion(case, tested),
    wrong=[
        "axes of length two",
        "rows for columns",
        "residual of the uncentred data",
        "residual by half",
        "one component too few",
    ],
    mutants=lambda: [without("orthogonal"), untransposed(W)],
)


def _expansion(case: Case, tested: Reference) -> None:
    """The centred samples are the sums of their parts along all axes of the reference, which leave nothing of them."""
    result = tested.pca(case.X)
    centred = case.X - case.X.mean(axis=0)
    tested.same(
        sum(np.outer(centred @ axis, axis) for axis in result.components.T),
        centred,
        steps=8 * tested.factored(case.n, case.p),
        scale=tested.norm(case.X),
    )
    tested.same(
        tested.residual(case.X, min(case.n, case.p)),
        0 * centred,
        steps=8 * tested.factored(case.n, case.p),
        scale=tested.norm(case.X),
    )
