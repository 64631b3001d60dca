"""The objective in matrices: what is summed over samples becomes a trace, and a subspace becomes a basis of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sympy import Identity, MatMul, MatrixSymbol, Symbol, Trace, Transpose, symbols

from pcaproofs.language.conclusions import equal, same_optimisers
from pcaproofs.language.hypotheses import orthonormal, projector, unit
from pcaproofs.language.nodes import index, inner, sample, sqnorm, total
from pcaproofs.verify.claim import book, by, claim, given, note, step
from pcaproofs.verify.mutants import other_sense, swap, untransposed, without, without_equation
from pcaproofs.verify.numeric import np

if TYPE_CHECKING:
    from pcaproofs.sampling import Case
    from pcaproofs.verify.reference_pca import Reference

n, p, d, e = symbols("n p d e", positive=True, integer=True)
s, t = Symbol("s", real=True), Symbol("t", real=True)
X, Y = MatrixSymbol("X", n, p), MatrixSymbol("Y", p, n)
B, C = MatrixSymbol("B", p, d), MatrixSymbol("C", p, d)
P, S = MatrixSymbol("P", p, p), MatrixSymbol("S", p, p)
F, G, M = MatrixSymbol("F", n, p), MatrixSymbol("G", p, n), MatrixSymbol("M", n, n)
N = MatrixSymbol("N", n, n)
u, w = MatrixSymbol("u", p, 1), MatrixSymbol("w", p, 1)
k = index("k")
x = sample(X, k)
objective = Trace(B.T * X.T * X * B)
as_columns = equal(Y, X.T)


def _most(case: Case, tested: Reference, d: int) -> Any:
    """The centred data, the most that d directions keep of their squares, and how far off rounding may take it."""
    centred = case.X - case.X.mean(axis=0)
    most = (np.linalg.svd(centred, compute_uv=False)[:d] ** 2).sum()
    return centred, most, {"steps": 8 * tested.factored(case.n, case.p), "scale": tested.norm(case.X) ** 2}


summed = total(x.T * B * B.T * x, k)
turned = total(Trace(B.T * x * x.T * B), k)
moved = Trace(B.T * total(x * x.T, k) * B)

trace_objective = claim(
    "matrix-form.trace-objective",
    show=lambda: [
        equal(summed, total(Trace(x.T * B * B.T * x), k)),
        equal(total(Trace(x.T * B * B.T * x), k), turned),
        equal(turned, moved),
        equal(moved, objective),
        given(equal(moved, Trace(B.T * Y * Y.T * B)), as_columns),
        equal(summed, objective),
        equal(total(sqnorm(B.T * x), k), sqnorm(X * B)),
    ],
    prose=(
        "Each number xₖᵀBBᵀxₖ is its own trace, which is tr(BᵀxₖxₖᵀB) by tr(FG) = tr(GF). The sum over k moves inside, "
        "where Σ xₖxₖᵀ = XᵀX, or YYᵀ for samples that are the columns of Y. So the objective is tr(BᵀXᵀXB) = ‖XB‖²."
    ),
    sources=[note("000", 170, 183)],
    numeric=lambda case, tested: _trace_objective(case, tested),
    wrong=["axes of length two", "rows for columns", "smallest components", "uncentred"],
    mutants=lambda: [
        swap(B.T * x, B.T * X.T * X * x),
        swap(Trace(x.T * B * B.T * x), x.T * x * Trace(B.T * B), right=True),
        swap(turned, total(Trace(x * x.T), k), right=True),
        swap(moved, Trace(total(x * x.T, k)), right=True),
        swap(objective, Trace(B.T * B), right=True),
        untransposed(Y),
        without_equation(as_columns),
    ],
)


def _trace_objective(case: Case, tested: Reference) -> None:
    """The reference's axes make the trace, and the sum over samples, as large as the singular values allow."""
    centred, most, limits = _most(case, tested, case.d)
    B = tested.pca(case.X, case.d).components
    tested.same(np.trace(B.T @ centred.T @ centred @ B), most, **limits)
    tested.same(np.float64(sum(x @ B @ B.T @ x for x in centred)), most, **limits)


trace_rules = claim(
    "matrix-form.trace-rules",
    show=lambda: [
        equal(Trace(u.T * w), inner(u, w)),
        equal(u.T * w, Trace(u.T * w) * Identity(1)),
        equal(Trace(F * G), Trace(G * F)),
        equal(Trace(F * G * M), Trace(M * F * G)),
        equal(Trace(s * M + t * N), s * Trace(M) + t * Trace(N)),
        equal(Trace(M.T), Trace(M)),
        equal(Trace(F * G), inner(F.T, G)),
    ],
    prose=(
        "A number is its own trace. The trace is linear and does not change under transposition, or when the last "
        "factor of a product moves to the front: tr(FG) = tr(GF), even for an n×p and a p×n matrix. Other exchanges of "
        "factors may change it."
    ),
    sources=[note("000", 175, 179), note("003", 53, 55), note("003", 66, 74)],
    numeric=lambda case, tested: _trace_rules(case, tested),
    wrong=["uncentred", "divisor off by one"],
    mutants=lambda: [
        swap(inner(u, w), inner(u, w) ** 2),
        swap(Trace(u.T * w), Trace(u.T * u)),
        swap(Trace(G * F), Trace(F) * Trace(G)),
        swap(M * F * G, F * M.T * G),
        swap(Trace(M * F * G), Trace(M) * Trace(F * G)),
        swap(t * Trace(N), Trace(N)),
        swap(Trace(M), Trace(M * M.T)),
        swap(inner(F.T, G), inner(F.T, F.T)),
    ],
)


def _trace_rules(case: Case, tested: Reference) -> None:
    """The trace of the reference's n×n and p×p moments of centred data: two orders of one product."""
    centred = tested.center(case.X)
    tested.same(
        np.trace(centred @ (case.X - case.X.mean(axis=0)).T),
        case.n * np.trace(tested.covariance(case.X)),
        steps=8 * tested.product(case.n, case.n, case.p),
        scale=tested.norm(case.X) ** 2,
    )


squared = MatMul(Transpose(X * w), X * w)  # (X * w).T would be turned into wᵀXᵀ at once
variance_chain = claim(
    "matrix-form.variance-chain",
    show=lambda: [
        equal(sqnorm(X * w), Trace(squared)),
        equal(Trace(squared), Trace(w.T * X.T * X * w)),
        equal(Trace(w.T * X.T * X * w), inner(w, X.T * X * w)),
        given(equal(inner(w, X.T * X * w), inner(w, S * w)), equal(S, X.T * X)),
        given(same_optimisers([w], ("max", inner(w, S * w)), ("max", sqnorm(X * w))), unit(w), equal(S, X.T * X)),
    ],
    prose=(
        "The squared length of the column Xw is the number wᵀXᵀXw, which with the scatter matrix S = XᵀX is wᵀSw: both "
        "are largest for the same unit vectors w."
    ),
    sources=[note("003", 49, 58), note("001", 81, 89)],
    numeric=lambda case, tested: _variance_chain(case, tested),
    wrong=["axes of length two", "rows for columns", "smallest components", "uncentred"],
    mutants=lambda: [
        other_sense(),
        without_equation(equal(S, X.T * X)),
        swap(Trace(squared), Trace(X.T * X)),
        swap(inner(w, X.T * X * w), inner(w, w) * Trace(X.T * X)),
    ],
)


def _variance_chain(case: Case, tested: Reference) -> None:
    """‖Xw‖² of centred X along the reference's first axis is the largest there is, and n times the variance."""
    centred, most, limits = _most(case, tested, 1)
    result = tested.pca(case.X, 1)
    along = centred @ result.components[:, 0]
    tested.same(along @ along, most, **limits)
    tested.same(case.n * result.explained_variance[0], most, **limits)


projections = total(sqnorm(P * x), k)
longer, coordinates = total(sqnorm(B * B.T * x), k), total(sqnorm(B.T * x), k)

dimension = equal(Trace(P), d)
V1, V2 = MatrixSymbol("V1", p, d), MatrixSymbol("V2", p, e)
frames = [orthonormal(V1), orthonormal(V2), equal(V1 * V1.T + V2 * V2.T, Identity(p))]

dimension_is_trace = claim(
    "matrix-form.dimension",
    show=lambda: [
        given(equal(Trace(B * B.T), d), orthonormal(B)),
        given(
            equal(p, d + e),
            *frames,
            steps=[
                step(Trace(Identity(p))),
                step(Trace(V1 * V1.T) + Trace(V2 * V2.T), frames[2]),
                step(d + e, words="by (1), for both"),
            ],
        ),
    ],
    prose=(
        "The projector onto a subspace with an orthonormal basis of d vectors has the trace d. So if d and e "
        "orthonormal vectors span a subspace and its orthogonal complement, then d + e = p."
    ),
    sources=[note("000", 131), note("000", 147, 153)],
    numeric=lambda case, tested: _dimension(case, tested),
    wrong=["axes of length two", "one component too many"],
    mutants=lambda: [without("orthonormal"), without_equation(frames[2]), swap(Trace(B * B.T), Trace(B * B.T) / 2)],
    excludes={(2, "d = p"): "the complement has at least one dimension, e ≥ 1"},
)


def _dimension(case: Case, tested: Reference) -> None:
    """The trace of the reference's projector is the number of its axes."""
    result = tested.pca(case.X, case.d)
    tested.same(np.trace(result.projector), float(case.d), steps=8 * tested.factored(case.n, case.p), scale=1)


basis_exists = claim(
    "matrix-form.basis-exists",
    show=lambda: [equal(P, B * B.T), equal(B.T * B, Identity(d))],
    assuming=[projector(P), dimension],
    exists=[B],
    prose=(
        "Every subspace has an orthonormal basis: a projector P with tr P = d is BBᵀ for some B with d orthonormal "
        "columns. That there is such a B is taken from the textbooks; Gram and Schmidt construct one."
    ),
    sources=[note("000", 131), note("000", 147, 153)],
    cites=[book("Horn and Johnson, Matrix Analysis, 2nd edition, §0.6.4 and Corollary 2.5.11", key="HJ13")],
    numeric=lambda case, tested: _basis_exists(case, tested),
    wrong=["axes of length two", "axes not orthogonal", "one component too many"],
    declared="cited",
)


def _basis_exists(case: Case, tested: Reference) -> None:
    """The reference's projector has trace d, and its axes are an orthonormal basis of what it projects onto."""
    result = tested.pca(case.X, case.d)
    W, limits = result.components, {"steps": 8 * tested.factored(case.n, case.p), "scale": 1}
    tested.same(np.trace(result.projector), float(case.d), **limits)
    tested.same(W.T @ W, np.eye(W.shape[1]), **limits)
    tested.same(W @ W.T, result.projector, **limits)


same_problem = claim(
    "matrix-form.same-problem",
    show=lambda: [
        given(equal(projections, Trace(P * X.T * X)), projector(P)),
        given(equal(projections, objective), orthonormal(B), equal(P, B * B.T)),
        given(
            equal(projections, objective),
            projector(P),
            dimension,
            by(basis_exists, new={B: B}),
            steps=[step(objective, basis_exists, words="by (2)")],
        ),
        given(same_optimisers([B], ("max", longer), ("max", coordinates)), orthonormal(B)),
        given(same_optimisers([B], ("max", coordinates), ("max", objective)), orthonormal(B)),
        given(equal(Trace(C.T * X.T * X * C), objective), equal(C * C.T, B * B.T)),
    ],
    prose=(
        "For a projector P the sum of the ‖Pxₖ‖² is tr(PXᵀX). If P = BBᵀ with orthonormal columns of B, it is "
        "tr(BᵀXᵀXB): the objectives over subspaces and over bases agree; and every P with tr P = d has such a B. Over "
        "all B with orthonormal columns Σ‖BBᵀxₖ‖², Σ‖Bᵀxₖ‖² and tr(BᵀXᵀXB) have the same maximisers, and every basis "
        "of one subspace gives the same value."
    ),
    sources=[note("000", 147, 153), note("000", 161, 187)],
    numeric=lambda case, tested: _same_problem(case, tested),
    wrong=["axes of length two", "rows for columns", "smallest components", "uncentred", "random axes"],
    mutants=lambda: [
        other_sense(),
        without("projector"),
        without("orthonormal"),
        without_equation(equal(P, B * B.T)),
        swap(objective, Trace(X.T * X), right=True),
        without_equation(equal(C * C.T, B * B.T)),
    ],
)


def _same_problem(case: Case, tested: Reference) -> None:
    """What the reference's projector keeps of centred data, and the trace at its axes turned by Q, is the most."""
    centred, most, limits = _most(case, tested, case.d)
    result = tested.pca(case.X, case.d)
    turned = result.components @ case.Q
    tested.same(((centred @ result.projector) ** 2).sum(), most, **limits)
    tested.same(np.trace(turned.T @ centred.T @ centred @ turned), most, **limits)
