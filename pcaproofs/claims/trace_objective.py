"""max tr(BᵀAB) over orthonormal B is the sum of the d largest eigenvalues (Ky Fan), by a sum of squares.

A = Q₁Λ₁Q₁ᵀ + Q₂Λ₂Q₂ᵀ is the spectral decomposition, split after the d-th eigenvalue; Q₁ is p×d, Q₂ is p×e. That the
eigenvalues of Λ₁ are at least t and those of Λ₂ at most t is written as Λ₁ − tI and tI − Λ₂ being psd.
"""

import numpy as np
from sympy import Identity, MatrixSymbol, Symbol, Trace, ZeroMatrix

from pcaproofs.language.conclusions import at_least, equal, maximises
from pcaproofs.language.hypotheses import orthogonal, orthonormal, psd, unit
from pcaproofs.language.nodes import inner
from pcaproofs.verify.claim import claim, given, note
from pcaproofs.verify.mutants import other_sense, right_times, swap, without, without_equation

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
