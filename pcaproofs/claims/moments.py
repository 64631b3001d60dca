"""Means and covariances, of a random vector Z and of n samples x₁…xₙ, the rows of X.

Sums over samples and expectations are two faces of one thing: the samples, each with weight 1/n, are a random vector.
So the numeric layer checks what is said of Z on that one. Here μ = Xᵀ1/n, H = I − 11ᵀ/n and S = XᵀHX/n.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sympy import Identity, MatAdd, MatMul, MatrixSymbol, OneMatrix, Symbol, Trace, Transpose, ZeroMatrix, symbols

from pcaproofs.language.conclusions import at_least, equal, minimises
from pcaproofs.language.hypotheses import centered, nonzero, positive
from pcaproofs.language.nodes import average, basis, expectation, index, inner, sample, sqnorm, total
from pcaproofs.verify.claim import by, claim, given, note, step
from pcaproofs.verify.mutants import flip_sign, other_sense, right_times, swap, untransposed, without, without_equation
from pcaproofs.verify.numeric import np

if TYPE_CHECKING:
    from pcaproofs.sampling import Case
    from pcaproofs.verify.reference_pca import Reference

n, p = symbols("n p", positive=True, integer=True)
one = OneMatrix(n, 1)
X = MatrixSymbol("X", n, p)
Y = MatrixSymbol("Y", p, n)
Z = MatrixSymbol("Z", p, 1)
L = MatrixSymbol("L", p, n)
c, u, v, w = (MatrixSymbol(name, p, 1) for name in "cuvw")
D = MatrixSymbol("D", n, p)
alpha, beta, t = (Symbol(name, real=True) for name in ("alpha", "beta", "t"))
i, j = basis(p, "i"), basis(p, "j")
k = index("k")
x = sample(X, k)
mu = X.T * one / n
H = Identity(n) - one * one.T / n
S = X.T * H * X / n
nothing = ZeroMatrix(p, 1)
EZ = expectation(Z, Z)
covariance = expectation((Z - EZ) * (Z - EZ).T, Z)


def _size(case: Case, tested: Reference) -> Any:
    """How many roundings a second moment takes, and of what size."""
    return {"steps": 8 * tested.product(case.n, case.n, case.p), "scale": tested.norm(case.X) ** 2}


mean_vectorised = claim(
    "moments.mean-vectorised",
    show=lambda: equal(average(x, k), X.T * one / n),
    prose=(
        "The sum of the rows of X is Xᵀ times a column of ones, so the mean is Xᵀ1/n. (The checker of the proofs reads "
        "a sum over samples as this product; a second program adds the samples up and compares.)"
    ),
    sources=[note("004", 43, 49)],
    numeric=lambda case, tested: tested.same(
        tested.mean(case.X), case.X.T @ np.ones(case.n) / case.n, steps=4 * case.n, scale=tested.norm(case.X)
    ),
    wrong=["median for mean", "first sample for mean", "divisor off by one", "centred along the wrong axis"],
    mutants=lambda: [swap(1 / n, 1, right=True), swap(one, 2 * one, right=True), right_times(-1), untransposed(X)],
)


covariance_two_forms = claim(
    "moments.covariance-two-forms",
    show=lambda: [
        equal(covariance, expectation(Z * Z.T, Z) - EZ * EZ.T),
        equal(covariance, expectation(Z * Z.T - Z * EZ.T - EZ * Z.T + EZ * EZ.T, Z)),
    ],
    prose=(
        "The mean of the products of deviations is the mean of the products minus the product of the means. "
        "Multiplying out gives four terms; each of the two mixed ones is $−𝔼[Z] 𝔼[Z]ᵀ$, and the last one is "
        "$𝔼[Z] 𝔼[Z]ᵀ$. (That the expectation is linear and leaves constants alone is taken for granted.)"
    ),
    sources=[note("004", 17, 31)],
    numeric=lambda case, tested: tested.same(
        tested.covariance(case.X),
        case.X.T @ case.X / case.n - np.outer(tested.mean(case.X), tested.mean(case.X)),
        **_size(case, tested),
    ),
    wrong=["uncentred", "median for mean", "first sample for mean", "divisor off by one"],
    mutants=lambda: [
        right_times(2),
        flip_sign(EZ * EZ.T),
        swap(EZ * EZ.T, 2 * EZ * EZ.T),
        swap(Z * Z.T, Z * EZ.T, right=True),
    ],
)


def _mean(f: Any) -> Any:
    return expectation(f, Z)


covariance_entries = claim(
    "moments.covariance-entries",
    show=lambda: [
        equal(i.T * covariance * j, _mean(inner(i, Z) * inner(j, Z)) - _mean(inner(i, Z)) * _mean(inner(j, Z))),
        equal(i.T * covariance * i, _mean(inner(i, Z) ** 2) - _mean(inner(i, Z)) ** 2),
        equal(i.T * _mean(Z * Z.T) * j, _mean(inner(i, Z) * inner(j, Z))),
    ],
    prose=(
        "Entry by entry the covariance matrix holds the covariances $𝔼[ZᵢZⱼ] − 𝔼[Zᵢ]𝔼[Zⱼ]$ of the coordinates, and on "
        "its diagonal their variances. The entries of $𝔼[ZZᵀ]$ are the numbers $𝔼[ZᵢZⱼ]$."
    ),
    sources=[note("004", 13), note("004", 19, 27)],
    numeric=lambda case, tested: _entries(case, tested),
    wrong=["uncentred", "divisor off by one"],
    mutants=lambda: [
        right_times(2),
        flip_sign(_mean(inner(j, Z))),
        swap(inner(j, Z), inner(i, Z)),
        swap(_mean(inner(i, Z) ** 2), _mean(inner(i, Z)), right=True),
    ],
)


def _entries(case: Case, tested: Reference) -> None:
    """Every entry of the reference's covariance from two columns of the data."""
    columns = case.X.T
    expected = [[(a * b).mean() - a.mean() * b.mean() for a in columns] for b in columns]
    tested.same(tested.covariance(case.X), np.array(expected), **_size(case, tested))


sample_covariance_two_forms = claim(
    "moments.sample-covariance-two-forms",
    show=lambda: equal(average(x * x.T, k) - mu * mu.T, average((x - mu) * (x - mu).T, k)),
    prose="For samples, too, the mean of xₖxₖᵀ minus μμᵀ is the mean of the products of deviations.",
    sources=[note("004", 53)],
    numeric=lambda case, tested: tested.same(
        tested.center(case.X).T @ tested.center(case.X) / case.n,
        case.X.T @ case.X / case.n - np.outer(case.X.mean(axis=0), case.X.mean(axis=0)),
        **_size(case, tested),
    ),
    wrong=["uncentred", "median for mean", "first sample for mean", "centred along the wrong axis"],
    mutants=lambda: [
        swap(average(x * x.T, k), average(x * mu.T, k)),
        swap((x - mu) * (x - mu).T, (x - 2 * mu) * (x - 2 * mu).T),
        right_times(2),
        right_times(-1),
    ],
)


sample_covariance_vectorised = claim(
    "moments.sample-covariance-vectorised",
    show=lambda: [
        equal(average(x * x.T, k) - mu * mu.T, X.T * X / n - mu * mu.T),
        equal(X.T * X / n - mu * mu.T, MatAdd(X.T * X / n, MatMul(-1 / n**2, X.T * one, Transpose(X.T * one)))),
        equal(X.T * X / n - mu * mu.T, X.T * X / n - X.T * one * one.T * X / n**2),
        equal(X.T * X / n - mu * mu.T, X.T * H * X / n),
        equal(average((x - mu) * (x - mu).T, k), S),
    ],
    prose="Without sums, S = XᵀX/n − μμᵀ. With μ = Xᵀ1/n this is S = XᵀHX/n, where H is the centring matrix.",
    sources=[note("004", 57, 61)],
    numeric=lambda case, tested: tested.same(
        tested.covariance(case.X),
        case.X.T @ (np.eye(case.n) - np.ones((case.n, case.n)) / case.n) @ case.X / case.n,
        **_size(case, tested),
    ),
    wrong=["uncentred", "divisor off by one"],
    mutants=lambda: [
        right_times(2),
        swap(H, Identity(n)),
        swap(1 / n**2, 1 / n, right=True),
        flip_sign(one * one.T),
    ],
)


square = MatrixSymbol("X", n, n)  # as many samples as features

vectorised_as_printed = claim(
    "moments.sample-covariance-vectorised-as-printed",
    show=lambda: equal(
        square.T * square / n - square.T * one * Transpose(square * one) / n**2, square.T * H * square / n
    ),
    prose=(
        "The note multiplies $X$ itself, not $Xᵀ$, by the column of $n$ ones. That exists only where $X$ has "
        "$n$ columns, and there it adds up the features of each sample in the place of the samples."
    ),
    sources=[note("004", 61)],
    numeric="the property of moments.sample-covariance-vectorised",
    repaired_by=sample_covariance_vectorised,
)


centred_covariance = claim(
    "moments.centred-covariance",
    show=lambda: [
        given(equal(S, X.T * X / n), centered(X)),
        given(equal(X.T * X, n * S), centered(X)),
        given(equal(average(x * x.T, k), S), centered(X)),
        equal(total(x * x.T, k), X.T * X),
        given(equal(total((x - mu) * (x - mu).T, k) / (n - 1), X.T * X / (n - 1)), centered(X), nonzero(n - 1)),
    ],
    prose=(
        "If every column sums to zero, there is nothing to subtract. The covariance, the scatter matrix and the "
        "unbiased estimate are then XᵀX divided by n, by 1, and by n − 1, where n is not 1."
    ),
    sources=[note("001", 9, 16), note("002", 157, 160), note("003", 58), note("000", 188)],
    numeric=lambda case, tested: (
        tested.same(
            tested.covariance(case.Xc), case.Xc.T @ case.Xc / case.n, steps=8 * case.n, scale=tested.norm(case.Xc) ** 2
        ),
        tested.same(
            tested.center(case.X).T @ tested.center(case.X), case.n * tested.covariance(case.X), **_size(case, tested)
        ),
    ),
    wrong=["divisor off by one", "median for mean", "first sample for mean", "centred along the wrong axis"],
    mutants=lambda: [
        without("centered"),
        right_times(2),
        swap(n, n + 1, right=True),
        swap(1 / (n - 1), 1, right=True),
        swap(x * x.T, (x - mu) * (x - mu).T),
    ],
)


uncentred_second_moment = claim(
    "moments.uncentred-second-moment",
    show=lambda: equal(average(x * x.T, k), S),
    prose="Where the mean is not zero, the mean of the xₖxₖᵀ is not the covariance: a single sample x ≠ 0 has S = 0.",
    sources=[note("002", 157, 160)],
    numeric="the property of moments.centred-covariance",
    repaired_by=centred_covariance,
)


orientation = claim(
    "moments.orientation",
    show=lambda: [
        equal(Y * basis(n, "k"), sample(X, k)),
        equal(Y * Y.T, total(x * x.T, k)),
        equal(Y * Y.T, X.T * X),
        equal(Y * one / n, mu),
        equal(Y * H * Y.T / n, S),
        equal(Y - mu * one.T, (H * X).T),
    ],
    assuming=[equal(Y, X.T)],
    prose=(
        "If samples are stored as the columns of Y, the matrix YYᵀ is what XᵀX is for samples stored as the rows "
        "of X = Yᵀ: the same p×p matrix Σ xₖxₖᵀ. Mean, covariance and centring translate in the same way."
    ),
    sources=[note("000", 180), note("000", 207)],
    numeric=lambda case, tested: _orientation(case, tested),
    wrong=["uncentred", "centred along the wrong axis", "divisor off by one"],
    mutants=lambda: [without_equation(equal(Y, X.T)), right_times(2), swap(Y * Y.T, Y.T * Y), flip_sign(mu)],
)


def _orientation(case: Case, tested: Reference) -> None:
    """numpy's covariance of variables in rows, and its way of centring them, against the reference's."""
    stored = case.X.T
    tested.same(tested.covariance(case.X), np.cov(stored, bias=True).reshape(case.p, case.p), **_size(case, tested))
    tested.same(
        tested.center(case.X).T,
        stored - stored.mean(axis=1, keepdims=True),
        steps=4 * tested.product(case.n),
        scale=tested.norm(case.X),
    )


moved = equal(D, X + one * c.T)

covariance_of_shifted = claim(
    "moments.covariance-of-shifted",
    show=lambda: [
        given(equal(D.T * one / n, mu + c), moved),
        given(equal(H * D, H * X), moved),
        given(equal(D.T * H * D / n, S), moved, steps=[step(D.T * H * X / n, words="by (2)"), step(S, words="by (2)")]),
        equal(MatMul(1 / n, Transpose(H * X), one), nothing),
        equal(MatMul(1 / n, Transpose(H * X), H, X), S),
    ],
    prose=(
        "Adding one vector c to all samples moves their mean by c and changes neither the centred data nor the "
        "covariance. In particular the centred data HX have mean zero and the same covariance S as the data, so "
        "PCA may centre first."
    ),
    sources=[note("000", 205, 208), note("002", 180, 183)],
    numeric=lambda case, tested: _shifted(case, tested),
    wrong=["uncentred", "median for mean", "first sample for mean"],
    mutants=lambda: [
        without_equation(moved),
        flip_sign(c),
        swap(H, Identity(n)),
        swap(1 / n, 1 / (n + 1)),
    ],
)


def _shifted(case: Case, tested: Reference) -> None:
    """The reference's mean, centred data and covariance of shifted data, and numpy's covariance of centred data."""
    shifted = case.X + case.a
    size = tested.norm(case.X) + case.n * tested.norm(case.a)
    allowed = {"steps": 8 * tested.product(case.n, case.n, case.p), "scale": size}
    tested.same(shifted.mean(axis=0), tested.mean(case.X) + case.a, **allowed)
    tested.same(tested.center(shifted), case.X - case.X.mean(axis=0), **allowed)
    squares = {**allowed, "scale": size**2}
    tested.same(tested.covariance(shifted), np.cov(case.X.T, bias=True).reshape(case.p, case.p), **squares)
    tested.same(tested.center(case.X).T @ tested.center(case.X) / case.n, tested.covariance(case.X), **squares)


covariance_psd = claim(
    "moments.covariance-psd",
    show=lambda: [
        equal(Transpose(S), S),
        given(
            equal(inner(v, S * v), sqnorm(H * X * v) / n),
            steps=[step(sqnorm(H * X * v) / n, words=r"$H = H^\top H$, as $\mathbf{1}^\top\mathbf{1} = n$")],
        ),
        given(at_least(inner(v, S * v), 0), steps=[step(sqnorm(H * X * v) / n, words="by (2)")]),
    ],
    prose="S is symmetric, and vᵀSv is the mean of the squared entries of the centred HXv, so it is never negative.",
    sources=[note("001", 16), note("001", 185)],
    numeric=lambda case, tested: _psd(case, tested),
    wrong=["uncentred", "divisor off by one"],
    mutants=lambda: [right_times(2), swap(H, Identity(n), right=True), other_sense(), swap(1 / n, 1, right=True)],
)


def _psd(case: Case, tested: Reference) -> None:
    """The reference's covariance along v against the centred data along v; and its least eigenvalue."""
    C, along = tested.covariance(case.X), (case.X - case.X.mean(axis=0)) @ case.w
    tested.same(case.w @ C @ case.w, along @ along / case.n, **_size(case, tested))
    tested.same(C, C.T, steps=0, scale=1)
    least = np.linalg.eigvalsh(C)[0]
    tested.at_least(least, 0 * least, steps=4 * tested.factored(case.n, case.p), scale=tested.norm(case.X) ** 2)


covariance_kernel = claim(
    "moments.covariance-kernel",
    show=lambda: [
        given(
            minimises(inner(v, S * v), {v: nothing}, value=0, exactly=[equal(H * X * v, ZeroMatrix(n, 1))]),
            by(covariance_psd, parts=[2]),
            steps={"better": [step(sqnorm(H * X * v) / n, covariance_psd)]},
        ),
        given(equal(S * v, nothing), equal(H * X * v, ZeroMatrix(n, 1))),
        given(
            equal(H * X * v, ZeroMatrix(n, 1)),
            equal(S * v, nothing),
            by(covariance_psd, parts=[2]),
            steps=[step(ZeroMatrix(n, 1), words=r"$\lVert HXv\rVert^2 = n\,v^\top Sv = 0$")],
        ),
        given(
            equal(v, nothing),
            equal(L * H * X, Identity(p)),
            equal(inner(v, S * v), 0),
            by(covariance_psd, parts=[2]),
            steps=[
                step(L * H * X * v, equal(L * H * X, Identity(p))),
                step(nothing, words=r"$\lVert HXv\rVert^2 = n\,v^\top Sv = 0$"),
            ],
        ),
    ],
    prose=(
        "The least value of vᵀSv is 0, and v attains it if and only if HXv = 0, which is equivalent to Sv = 0. So "
        "S is positive definite if and only if HX has kernel 0. That is so if some L has L·HX = I."
    ),
    sources=[note("001", 16)],
    numeric=lambda case, tested: _kernel(case, tested),
    wrong=["uncentred", "centred along the wrong axis"],
    mutants=lambda: [
        without_equation(equal(L * H * X, Identity(p))),
        without_equation(equal(inner(v, S * v), 0)),
        without_equation(equal(H * X * v, ZeroMatrix(n, 1))),
        without_equation(equal(S * v, nothing)),
        swap(H * X * v, X * v),
        other_sense(),
    ],
    excludes={
        (4, "n < p"): "HX has at most n − 1 independent rows, so no L inverts it from the left",
        (4, "n = p"): "HX has at most n − 1 independent rows, so no L inverts it from the left",
    },
)


def _kernel(case: Case, tested: Reference) -> None:
    """The reference's covariance has as many eigenvalues that are zero as the centred data lack in rank, no more."""
    C, singular = tested.covariance(case.X), np.linalg.svd(case.X - case.X.mean(axis=0))
    values, kernel = singular.S, singular.Vh[len(singular.S) :].T
    squares = np.append(values**2 / case.n, np.zeros(case.p))[: case.p]
    allowed = {"steps": 8 * tested.factored(case.n, case.p), "scale": tested.norm(case.X) ** 2}
    tested.same(C @ kernel, 0 * kernel, **allowed)
    tested.same(tested.center(case.X) @ kernel, np.zeros((case.n, kernel.shape[1])), **allowed)
    tested.same(np.linalg.eigvalsh(C)[::-1], squares, **allowed)


recorded = equal(X * j, alpha * X * i + beta * one)

redundant_feature = claim(
    "moments.redundant-feature",
    show=lambda: [
        given(equal(S * (j - alpha * i), nothing), steps=[step(X.T * H * (beta * one) / n, recorded), step(nothing)]),
        given(equal(i.T * S * j, alpha * i.T * S * i), steps=[step(alpha * i.T * S * i, words="by (1)")]),
        given(
            equal(j.T * S * j, alpha**2 * i.T * S * i),
            steps=[step(alpha * j.T * S * i, words="by (1)"), step(alpha**2 * i.T * S * i, words="by (2)")],
        ),
        equal(inner(j, mu), alpha * inner(i, mu) + beta),
    ],
    assuming=[recorded],
    prose=(
        "If feature $j$ is $α$ times feature $i$ plus a constant $β$, as age is a constant less the year of "
        "birth, there is no variance along $eⱼ − αeᵢ$: the mean, variance and covariance of feature $j$ "
        "follow from those of feature $i$, and leaving it out loses nothing."
    ),
    sources=[note("000", 8)],
    numeric=lambda case, tested: _redundant(case, tested),
    wrong=["uncentred", "centred along the wrong axis"],
    mutants=lambda: [without_equation(recorded), flip_sign(alpha), swap(beta, 0), swap(alpha**2, alpha)],
)


def _redundant(case: Case, tested: Reference) -> None:
    """A feature that repeats another one up to a shift gives the reference's covariance a kernel."""
    doubled = np.column_stack([case.X, case.X[:, 0] + 1.0])
    v = np.zeros(case.p + 1)
    v[0], v[-1] = 1.0, -1.0
    allowed = {"steps": 8 * tested.product(case.n, case.n, case.p), "scale": 2 * (tested.norm(doubled) + 1) ** 2}
    tested.same(tested.covariance(doubled) @ v, 0 * v, **allowed)
    tested.same(tested.center(doubled) @ v, np.zeros(case.n), **allowed)


covariance_pd = claim(
    "moments.covariance-pd",
    show=lambda: given(equal(v, nothing), equal(inner(v, S * v), 0)),
    assuming=[centered(X), positive(sqnorm(X))],
    prose=(
        "Positive definite would mean that vᵀSv vanishes for v = 0 only. But centred data, even when they are not all "
        "zero, have no variance perpendicular to a proper subspace in which they lie."
    ),
    sources=[note("001", 16)],
    numeric="the property of moments.covariance-kernel",
    repaired_by=covariance_kernel,
)


mean_along = average(inner(u, x), k)
variance_along = claim(
    "moments.variance-along",
    show=lambda: [
        equal(inner(u, covariance * u), _mean((inner(u, Z) - _mean(inner(u, Z))) ** 2)),
        equal(inner(u, covariance * u), _mean(inner(u, Z) ** 2) - _mean(inner(u, Z)) ** 2),
        equal(inner(u, S * u), average((inner(u, x) - inner(u, mu)) ** 2, k)),
        equal(inner(u, S * u), average(inner(u, x) ** 2, k) - mean_along**2),
    ],
    prose=(
        "With uᵀ on its left and u on its right, the covariance matrix of Z gives the variance of the number uᵀZ, "
        "and S the variance of the numbers uᵀxₖ. Such a product is called the quadratic form of the matrix at u. "
        "So one matrix tells the variance in every direction."
    ),
    sources=[note("004", 87, 91), note("002", 312)],
    numeric=lambda case, tested: tested.same(
        case.w @ tested.covariance(case.X) @ case.w, np.var(case.X @ case.w), **_size(case, tested)
    ),
    wrong=["uncentred", "divisor off by one"],
    mutants=lambda: [
        right_times(2),
        swap(total(inner(u, x), k), 2 * total(inner(u, x), k)),
        swap(mu, 2 * mu),
        swap(_mean((inner(u, Z) - _mean(inner(u, Z))) ** 2), _mean(inner(u, Z) ** 2)),
        swap(_mean(inner(u, Z) ** 2), _mean(inner(u, Z)), right=True),
    ],
)


variance_unsquared = claim(
    "moments.variance-unsquared",
    show=lambda: equal(inner(u, covariance * u), _mean(inner(u, Z)) - _mean(inner(u, Z)) ** 2),
    prose=(
        "The first expectation has lost its square. A Z that is 1 or −1 with equal probability has variance 1, "
        "but the printed formula gives 0."
    ),
    sources=[note("004", 89)],
    numeric="the property of moments.variance-along",
    repaired_by=variance_along,
)


as_good_as_twice = equal(inner(u, S * u), inner(2 * u, S * (2 * u)))

variance_without_constraint = claim(
    "moments.variance-without-constraint",
    show=lambda: [
        given(equal(inner(v, S * v), t**2 * inner(u, S * u)), equal(v, t * u)),
        given(equal(H * X * u, ZeroMatrix(n, 1)), as_good_as_twice),
    ],
    prose=(
        "Along $v = tu$ the quadratic form is $t²$ times that along $u$. So without a condition on the length of "
        "$u$ it has no maximum, unless it is 0: if $u$ is as good as $2u$, the variance along $u$ is 0."
    ),
    sources=[note("004", 101, 103)],
    numeric=lambda case, tested: tested.same(
        2 * case.w @ tested.covariance(case.X) @ (2 * case.w),
        4 * np.var(case.X @ case.w),
        **{**_size(case, tested), "scale": 4 * tested.norm(case.X) ** 2},
    ),
    wrong=["uncentred", "divisor off by one"],
    mutants=lambda: [
        swap(t**2, t),
        without_equation(as_good_as_twice),
        right_times(2),
    ],
)


projected_mean = claim(
    "moments.projected-mean",
    show=lambda: [
        equal(average(inner(x, w), k), inner(mu, w)),
        equal(one.T * (X * w) / n, mu.T * w),
        given(equal(average(inner(x, w), k), 0), centered(X)),
    ],
    prose="The mean of the numbers xₖᵀw is μᵀw, so the projections of centred data have mean zero.",
    sources=[note("001", 49, 52), note("002", 303, 308)],
    numeric=lambda case, tested: (
        tested.same(
            tested.mean(case.X) @ case.w, (case.X @ case.w).mean(), steps=8 * case.n * case.p, scale=tested.norm(case.X)
        ),
        tested.same(
            (tested.center(case.X) @ case.w).mean(), np.float64(0), steps=8 * case.n * case.p, scale=tested.norm(case.X)
        ),
    ),
    wrong=["uncentred", "median for mean", "first sample for mean", "centred along the wrong axis"],
    mutants=lambda: [without("centered"), right_times(2), swap(1 / n, 1, right=True), flip_sign(mu)],
)


total_variance = claim(
    "moments.total-variance",
    show=lambda: [
        equal(Trace(S), average(sqnorm(x - mu), k)),
        equal(Trace(S), average(sqnorm(x), k) - sqnorm(mu)),
    ],
    prose=(
        "The trace of S is the sum of the variances of the p features, and it is the mean squared distance of the "
        "samples from their mean. So it does not depend on the axes."
    ),
    sources=[note("002", 290, 295)],
    numeric=lambda case, tested: tested.same(
        np.trace(tested.covariance(case.X)), ((case.X - case.X.mean(axis=0)) ** 2).sum() / case.n, **_size(case, tested)
    ),
    wrong=["uncentred", "divisor off by one"],
    mutants=lambda: [right_times(2), swap(mu, 2 * mu), flip_sign(sqnorm(mu)), swap(H, Identity(n))],
)
