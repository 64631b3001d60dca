"""The objective in matrices: what is summed over samples becomes a trace, and a subspace becomes a basis of it."""

from sympy import Identity, MatMul, MatrixSymbol, Symbol, Trace, Transpose

from pcaproofs.language.conclusions import equal, same_optimisers
from pcaproofs.language.hypotheses import orthonormal, unit
from pcaproofs.language.nodes import index, inner, sample, sqnorm, total
from pcaproofs.verify.claim import claim, given, note
from pcaproofs.verify.later import np
from pcaproofs.verify.mutants import flip_sign, other_sense, right_times, swap, untransposed, without, without_equation

n = Symbol("n", positive=True, integer=True)
p = Symbol("p", positive=True, integer=True)
d = Symbol("d", positive=True, integer=True)
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


def _most(case, bench, d):  # type: ignore[no-untyped-def]
    """The centred data, the most that d directions keep of their squares, and how far off rounding may take it."""
    centred = case.X - case.X.mean(axis=0)
    most = (np.linalg.svd(centred, compute_uv=False)[:d] ** 2).sum()
    return centred, most, {"steps": 8 * bench.factored(case.n, case.p), "scale": bench.norm(case.X) ** 2}


trace_objective = claim(
    "matrix-form.trace-objective",
    show=lambda: [
        equal(total(x.T * B * B.T * x, k), total(Trace(x.T * B * B.T * x), k)),
        equal(total(Trace(x.T * B * B.T * x), k), total(Trace(B.T * x * x.T * B), k)),
        equal(total(Trace(B.T * x * x.T * B), k), Trace(B.T * total(x * x.T, k) * B)),
        equal(Trace(B.T * total(x * x.T, k) * B), objective),
        given(equal(Trace(B.T * total(x * x.T, k) * B), Trace(B.T * Y * Y.T * B)), as_columns),
        equal(total(x.T * B * B.T * x, k), objective),
        equal(total(sqnorm(B.T * x), k), sqnorm(X * B)),
    ],
    prose=(
        "Each xₖᵀBBᵀxₖ is its own trace; turned round it is tr(BᵀxₖxₖᵀB), and the sum over k moves inside, where "
        "Σ xₖxₖᵀ = XᵀX (YYᵀ for samples that are the columns of Y): the objective is tr(BᵀXᵀXB) = ‖XB‖²."
    ),
    said_in=[note("000", 170, 183)],
    numeric=lambda case, bench: _trace_objective(case, bench),
    wrong=["axes of length two", "rows for columns", "smallest components", "uncentred"],
    mutants=lambda: [
        right_times(2),
        untransposed(Y),
        without_equation(as_columns),
        swap(Trace(B.T * x * x.T * B), Trace(x * x.T), right=True),
    ],
)


def _trace_objective(case, bench):  # type: ignore[no-untyped-def]
    """The reference's axes make the trace, and the sum over samples, as large as the singular values allow."""
    centred, most, limits = _most(case, bench, case.d)
    B = bench.pca(case.X, case.d).components
    bench.same(np.trace(B.T @ centred.T @ centred @ B), most, **limits)
    bench.same(np.float64(sum(x @ B @ B.T @ x for x in centred)), most, **limits)


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
        "A number is its own trace; tr is linear, blind to transposing, and lets the last factor of a product step to "
        "the front, tr(FG) = tr(GF) even for an n×p and a p×n matrix. It does not let factors change places otherwise."
    ),
    said_in=[note("000", 175, 179), note("003", 53, 55), note("003", 66, 74)],
    numeric=lambda case, bench: _trace_rules(case, bench),
    wrong=["uncentred", "divisor off by one"],
    mutants=lambda: [
        right_times(2),
        swap(M * F * G, F * M.T * G),
        swap(Trace(M * F * G), Trace(M) * Trace(F * G)),
        swap(t * Trace(N), Trace(N)),
        flip_sign(Trace(M)),
    ],
)


def _trace_rules(case, bench):  # type: ignore[no-untyped-def]
    """The trace of the reference's n×n and p×p moments of centred data: two orders of one product."""
    centred = bench.center(case.X)
    bench.same(
        np.trace(centred @ (case.X - case.X.mean(axis=0)).T),
        case.n * np.trace(bench.covariance(case.X)),
        steps=8 * bench.product(case.n, case.n, case.p),
        scale=bench.norm(case.X) ** 2,
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
    said_in=[note("003", 49, 58), note("001", 81, 89)],
    numeric=lambda case, bench: _variance_chain(case, bench),
    wrong=["axes of length two", "rows for columns", "smallest components", "uncentred"],
    mutants=lambda: [right_times(2), other_sense(), without_equation(equal(S, X.T * X)), swap(X * w, 2 * X * w)],
)


def _variance_chain(case, bench):  # type: ignore[no-untyped-def]
    """‖Xw‖² of centred X along the reference's first axis is the largest there is, and n times the variance."""
    centred, most, limits = _most(case, bench, 1)
    result = bench.pca(case.X, 1)
    along = centred @ result.components[:, 0]
    bench.same(along @ along, most, **limits)
    bench.same(case.n * result.explained_variance[0], most, **limits)


projections = total(sqnorm(P * x), k)
same_problem = claim(
    "matrix-form.same-problem",
    show=lambda: [
        given(equal(projections, objective), orthonormal(B), equal(P, B * B.T)),
        given(same_optimisers([P, B], ("max", objective), ("max", projections)), orthonormal(B), equal(P, B * B.T)),
        given(
            same_optimisers([B], ("max", total(sqnorm(B * B.T * x), k)), ("max", total(sqnorm(B.T * x), k))),
            orthonormal(B),
        ),
        given(same_optimisers([B], ("max", objective), ("max", total(sqnorm(B.T * x), k))), orthonormal(B)),
        given(same_optimisers([B], ("max", objective), ("max", sqnorm(X * B))), orthonormal(B)),
        given(equal(Trace(C.T * X.T * X * C), objective), orthonormal(B), orthonormal(C), equal(C * C.T, B * B.T)),
    ],
    prose=(
        "Looking for the subspace that keeps most and looking for an orthonormal B of largest tr(BᵀXᵀXB) is one "
        "problem: where P = BBᵀ the two objectives agree, and every basis of one subspace gives one value."
    ),
    said_in=[note("000", 147, 153), note("000", 161, 187)],
    numeric=lambda case, bench: _same_problem(case, bench),
    wrong=["axes of length two", "rows for columns", "smallest components", "uncentred"],
    mutants=lambda: [
        other_sense(),
        without("orthonormal"),
        without_equation(equal(P, B * B.T)),
        without_equation(equal(C * C.T, B * B.T)),
        right_times(2),
    ],
)


def _same_problem(case, bench):  # type: ignore[no-untyped-def]
    """What the reference's projector keeps of centred data, and the trace at its axes turned by Q, is the most."""
    centred, most, limits = _most(case, bench, case.d)
    result = bench.pca(case.X, case.d)
    turned = result.components @ case.Q
    bench.same(((centred @ result.projector) ** 2).sum(), most, **limits)
    bench.same(np.trace(turned.T @ centred.T @ centred @ turned), most, **limits)
