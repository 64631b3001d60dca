"""max tr(BᵀAB) over orthonormal B is the sum of the d largest eigenvalues (Ky Fan), by a sum of squares.

A = Q₁Λ₁Q₁ᵀ + Q₂Λ₂Q₂ᵀ is the spectral decomposition, split after the d-th eigenvalue; Q₁ is p×d, Q₂ is p×e. That the
eigenvalues of Λ₁ are at least t and those of Λ₂ at most t is written as Λ₁ − tI and tI − Λ₂ being psd; and that there
is a gap of at least g between them as Λ₁ − (t + g)I and tI − Λ₂ being psd.
"""

import numpy as np
from sympy import Identity, MatrixSymbol, OneMatrix, Symbol, Trace, ZeroMatrix

from pcaproofs.language.conclusions import at_least, equal, maximises, minimises, same_optimisers
from pcaproofs.language.hypotheses import orthogonal, orthonormal, psd, unit
from pcaproofs.language.nodes import basis, index, inner, sample, sqnorm, total
from pcaproofs.verify.claim import book, claim, given, note
from pcaproofs.verify.mutants import flip_sign, other_sense, right_times, swap, without, without_equation

p = Symbol("p", positive=True, integer=True)
d = Symbol("d", positive=True, integer=True)
e = Symbol("e", positive=True, integer=True)
t = Symbol("t", real=True)
lam = Symbol("lambda", real=True)
A = MatrixSymbol("A", p, p)
B = MatrixSymbol("B", p, d)
Q = MatrixSymbol("Q", d, d)
Q1, Q2 = MatrixSymbol("Q1", p, d), MatrixSymbol("Q2", p, e)
L1, L2 = MatrixSymbol("Lambda1", d, d), MatrixSymbol("Lambda2", e, e)
x, q = MatrixSymbol("x", p, 1), MatrixSymbol("q", p, 1)

decomposed = equal(A, Q1 * L1 * Q1.T + Q2 * L2 * Q2.T)
complete = equal(Q1 * Q1.T + Q2 * Q2.T, Identity(p))
spectral = [
    decomposed,
    complete,
    orthonormal(Q1),
    orthonormal(Q2),
    equal(Q1.T * Q2, ZeroMatrix(d, e)),
    psd(L1 - t * Identity(d)),
    psd(t * Identity(e) - L2),
]


rayleigh = claim(
    "trace-objective.rayleigh",
    show=[
        given(maximises(inner(x, A * x), {x: q}, value=lam), unit(x), equal(A * q, lam * q), unit(q)),
        given(at_least(lam, inner(x, A * x)), unit(x)),
    ],
    assuming=[psd(lam * Identity(p) - A)],
    prose=(
        "If λ is the largest eigenvalue of the symmetric A, so that λI − A is positive semidefinite, then xᵀAx ≤ λ for "
        "every unit x, and a unit eigenvector for λ attains it."
    ),
    said_in=[note("000", 245)],
    numeric=lambda case, bench: bench.at_least(
        bench.pca(case.X, 1).explained_variance[0],
        np.var(case.X @ case.w),
        steps=4 * bench.factored(case.n, case.p),
        scale=bench.norm(case.X) ** 2,
    ),
    wrong=["smallest components"],
    mutants=[without("unit"), without("psd"), other_sense(), right_times(2), without_equation(equal(A * q, lam * q))],
)


ky_fan = claim(
    "trace-objective.ky-fan",
    show=[
        given(at_least(Trace(L1), Trace(B.T * A * B)), orthonormal(B)),
        given(maximises(Trace(B.T * A * B), {B: Q1}, value=Trace(L1)), orthonormal(B)),
    ],
    assuming=spectral,
    prose=(
        "Over all B with d orthonormal columns tr(BᵀAB) is at most the sum of the d largest eigenvalues of A, and the "
        "eigenvectors that belong to them attain it."
    ),
    said_in=[note("000", 188), note("000", 246)],
    numeric=lambda case, bench: bench.at_least(
        bench.pca(case.X, case.d).explained_variance.sum(),
        np.trace(case.B.T @ np.cov(case.X.T, bias=True).reshape(case.p, case.p) @ case.B),
        steps=8 * bench.factored(case.n, case.p),
        scale=bench.norm(case.X) ** 2,
    ),
    wrong=["smallest components"],
    mutants=[
        other_sense(),
        without("orthonormal"),
        without("psd"),
        without_equation(decomposed),
        swap(Trace(L1), Trace(L1) / 2, right=True),
        right_times(2),
    ],
)


V, Lam = MatrixSymbol("V", p, p), MatrixSymbol("Lambda", p, p)
k, i, j = index("k"), basis(p, "i"), basis(p, "j")
kept = Trace(B.T * A * B)

weights = claim(
    "trace-objective.weights",
    show=[
        given(at_least(sqnorm(B.T * q), 0), unit(q), orthonormal(B)),
        given(at_least(1, sqnorm(B.T * q)), unit(q), orthonormal(B)),
        given(equal(total(sqnorm(B.T * sample(V, k)), k), d), orthogonal(V), orthonormal(B)),
        given(equal(kept, Trace(Lam * (V * B * B.T * V.T))), equal(A, V.T * Lam * V)),
        equal(i.T * (V * B * B.T * V.T) * i, sqnorm(B.T * (V.T * i))),
    ],
    prose=(
        "With eigenvectors v₁ … v_p of A, the rows of V, the weights ‖Bᵀvᵢ‖² lie between 0 and 1 and add up to d, and "
        "as the diagonal of VBBᵀVᵀ they are how often each eigenvalue counts in tr(BᵀAB): nothing beats weight 1 on "
        "the d largest."
    ),
    said_in=[book("Horn and Johnson, Matrix Analysis, 2nd edition, §4.3"), note("000", 246)],
    numeric=lambda case, bench: _weights(case, bench),
    wrong=["axes of length two", "rows for columns", "uncentred"],
    mutants=[without("orthonormal"), without("unit"), without("orthogonal"), other_sense(), right_times(2)],
)


def _weights(case, bench):  # type: ignore[no-untyped-def]
    """The weights of the reference's axes, and the variance that B keeps as the mean of its eigenvalues by them."""
    result = bench.pca(case.X)
    weights = ((case.B.T @ result.components) ** 2).sum(axis=0)
    bench.at_least(1 + 0 * weights, weights, steps=bench.factored(case.n, case.p))
    bench.same(
        result.explained_variance @ weights,
        ((case.X - case.X.mean(axis=0)) @ case.B).var(axis=0).sum(),
        steps=8 * bench.factored(case.n, case.p),
        scale=bench.norm(case.X) ** 2,
    )


i_d, j_d = basis(d, "i"), basis(d, "j")
summed = total(inner(sample(B.T, k), A * sample(B.T, k)), k)  # bₖᵀAbₖ over the columns of B

problems = claim(
    "trace-objective.problems",
    show=[
        given(same_optimisers([x], ("max", inner(x, A * x)), ("max", Trace(x.T * A * x))), unit(x)),
        given(equal(x.T * x, Identity(1)), unit(x)),
        given(equal(sqnorm(x), 1), orthonormal(x)),
        given(same_optimisers([B], ("max", summed), ("max", kept)), orthonormal(B)),
        equal(summed, kept),
        equal(i_d.T * (B.T * B) * j_d, inner(B * i_d, B * j_d)),
        equal(i_d.T * (B.T * B) * i_d, sqnorm(B * i_d)),
    ],
    prose=(
        "For one column the trace objective is xᵀAx and the constraint ‖x‖ = 1. For d columns it is the sum of the "
        "bₖᵀAbₖ, and the entries of BᵀB are the inner products of the columns, so the constraint is the same too."
    ),
    said_in=[note("000", 212, 241)],
    numeric=lambda case, bench: bench.same(
        bench.pca(case.X, case.d).explained_variance.sum(),
        sum(np.var(case.X @ b) for b in bench.pca(case.X, case.d).components.T),
        steps=8 * bench.factored(case.n, case.p),
        scale=bench.norm(case.X) ** 2,
    ),
    wrong=["axes of length two", "rows for columns", "uncentred"],
    mutants=[
        without("unit"),
        without("orthonormal"),
        swap(inner(B * i_d, B * j_d), 0),
        right_times(2),
        right_times(-1),
    ],
)


rotated_optimum = claim(
    "trace-objective.rotated-optimum",
    show=[
        given(equal(Trace((B * Q).T * A * (B * Q)), Trace(B.T * A * B)), orthogonal(Q)),
        given(equal((B * Q).T * (B * Q), Identity(d)), orthonormal(B), orthogonal(Q)),
        given(maximises(Trace(B.T * A * B), {B: Q1 * Q}), *spectral, orthonormal(B), orthogonal(Q)),
    ],
    prose=(
        "Turning B by an orthogonal Q changes neither its columns' orthonormality nor tr(BᵀAB): with B also BQ is "
        "optimal, so it is the subspace that is found and not its basis."
    ),
    said_in=[note("000", 131), note("000", 188), note("000", 246)],
    numeric=lambda case, bench: _rotated(case, bench),
    wrong=["axes of length two", "smallest components"],
    mutants=[without("orthogonal"), swap(Q1 * Q, 2 * Q1 * Q), other_sense(), right_times(2)],
)


def _rotated(case, bench):  # type: ignore[no-untyped-def]
    """The reference's axes turned by Q capture as much variance as the best there is."""
    turned = bench.pca(case.X, case.d).components @ case.Q
    centred = case.X - case.X.mean(axis=0)
    bench.same(
        ((centred @ turned) ** 2).sum(),
        (np.linalg.svd(centred, compute_uv=False)[: case.d] ** 2).sum(),
        steps=8 * bench.factored(case.n, case.p),
        scale=bench.norm(case.X) ** 2,
    )


q1, q2, x1, x2 = (MatrixSymbol(name, p, 1) for name in ("q1", "q2", "x1", "x2"))

eigenvectors_as_printed = claim(
    "trace-objective.eigenvectors-as-printed",
    show=equal(A * x1, inner(x1, A * x1) * x1),
    assuming=[
        unit(q1),
        unit(q2),
        equal(inner(q1, q2), 0),
        equal(A, 2 * q1 * q1.T + q2 * q2.T),
        unit(x1),
        unit(x2),
        equal(inner(x1, x2), 0),
        equal(inner(x1, A * x1) + inner(x2, A * x2), 3),
    ],
    prose=(
        "The note calls the leading eigenvectors the optimal solution, as if an optimal x₁, x₂ had to be eigenvectors. "
        "For A = 2q₁q₁ᵀ + q₂q₂ᵀ the greatest value is 3, and each orthonormal basis of the plane of q₁, q₂ attains it."
    ),
    said_in=[note("000", 188), note("000", 246)],
    numeric="false as printed",
    mutants=[],
    declared="refuted",
    repaired_by=rotated_optimum,
)


g = Symbol("g", positive=True)
leading = Q1 * Q1.T
gapped = [*spectral[:5], psd(L1 - (t + g) * Identity(d)), psd(t * Identity(e) - L2), orthonormal(B)]
attained = equal(kept, Trace(L1))

unique_subspace = claim(
    "trace-objective.unique-subspace",
    show=[
        given(at_least(Trace(L1) - kept, g / 2 * sqnorm(B * B.T - leading)), *gapped),
        given(equal(B * B.T, leading), *gapped, attained),
        given(attained, *spectral, orthonormal(B), equal(B * B.T, leading)),
    ],
    prose=(
        "Where there is a gap g between the eigenvalues that are kept and the others, B falls short of the greatest "
        "trace by at least g/2 times the squared distance of BBᵀ from the leading projector: the optimal subspace is "
        "unique, and what is nearly optimal lies near it."
    ),
    said_in=[book("Horn and Johnson, Matrix Analysis, 2nd edition, §4.3"), note("000", 147, 153)],
    numeric=lambda case, bench: _unique(case, bench),
    wrong=["smallest components", "rows for columns", "axes of length two"],
    mutants=[
        without("orthonormal"),
        without("psd"),
        without_equation(attained),
        without_equation(decomposed),
        swap(g, 4 * g),
        other_sense(),
        right_times(2),
    ],
)


def _unique(case, bench):  # type: ignore[no-untyped-def]
    """What B falls short of the reference's explained variance, against the gap and its distance from the projector."""
    result = bench.pca(case.X, case.d)
    centred = case.X - case.X.mean(axis=0)
    values = np.append(np.linalg.svd(centred, compute_uv=False) ** 2 / case.n, np.zeros(case.p))
    gap = values[case.d - 1] - values[case.d] if case.d < case.p else 0.0
    bench.at_least(
        result.explained_variance.sum() - (centred @ case.B).var(axis=0).sum(),
        gap / 2 * bench.norm(case.B @ case.B.T - result.projector) ** 2,
        steps=20 * bench.factored(case.n, case.p),
        scale=bench.norm(case.X) ** 2,
    )


n = Symbol("n", positive=True, integer=True)
X = MatrixSymbol("X", n, p)
x_k = sample(X, k)
one = OneMatrix(n, 1)
mu = X.T * one / n
covariance = X.T * (Identity(n) - one * one.T / n) * X / n
lost = total(sqnorm((x_k - mu) - B * B.T * (x_k - mu)), k)

discarded = claim(
    "trace-objective.discarded",
    show=[
        given(at_least(Trace(A) - kept, Trace(L2)), *spectral),
        given(minimises(n * (Trace(A) - kept), {B: Q1}, value=n * Trace(L2)), *spectral),
        given(equal(lost, n * (Trace(A) - kept)), equal(A, covariance)),
        given(same_optimisers([B], ("min", lost), ("max", kept)), equal(A, covariance)),
    ],
    assuming=[orthonormal(B)],
    prose=(
        "What d directions lose of the centred samples is n(tr S − tr BᵀSB), S being the covariance matrix; the best d "
        "directions lose n times the sum of the eigenvalues that they discard, and nothing loses less."
    ),
    said_in=[note("000", 188, 203), note("002", 286, 293)],
    numeric=lambda case, bench: _discarded(case, bench),
    wrong=["smallest components", "uncentred", "axes of length two"],
    mutants=[
        without("orthonormal"),
        without("psd"),
        other_sense(),
        swap(Trace(L2), Trace(L1)),
        flip_sign(kept),
        right_times(2),
    ],
)


def _discarded(case, bench):  # type: ignore[no-untyped-def]
    """The error of the reference's d axes is n times the eigenvalues that they leave."""
    W = bench.pca(case.X, case.d).components
    centred = case.X - case.X.mean(axis=0)
    bench.same(
        bench.norm(centred - centred @ W @ W.T) ** 2,
        (np.linalg.svd(centred, compute_uv=False)[case.d :] ** 2).sum(),
        steps=8 * bench.factored(case.n, case.p),
        scale=bench.norm(case.X) ** 2,
    )
