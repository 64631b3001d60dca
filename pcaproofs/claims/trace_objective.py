"""max tr(BᵀAB) over orthonormal B is the sum of the d largest eigenvalues (Ky Fan), by a sum of squares.

A = Q₁Λ₁Q₁ᵀ + Q₂Λ₂Q₂ᵀ is the spectral decomposition, split after the d-th eigenvalue; Q₁ is p×d, Q₂ is p×e. That the
eigenvalues of Λ₁ are at least t and those of Λ₂ at most t is written as Λ₁ − tI and tI − Λ₂ being psd; and that there
is a gap of at least g between them as Λ₁ − (t + g)I and tI − Λ₂ being psd.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sympy import Gt, Identity, MatMul, MatrixSymbol, OneMatrix, Symbol, Trace, Transpose, ZeroMatrix, symbols

from pcaproofs.claims import moments
from pcaproofs.claims.matrix_form import dimension_is_trace
from pcaproofs.claims.moments import covariance_of_shifted
from pcaproofs.language.conclusions import at_least, equal, maximises, minimises, same_optimisers
from pcaproofs.language.hypotheses import centered, orthogonal, orthonormal, projector, psd, unit
from pcaproofs.language.nodes import basis, index, inner, sample, sqnorm, total
from pcaproofs.verify.claim import book, by, claim, given, note, step
from pcaproofs.verify.mutants import other_sense, swap, without, without_equation
from pcaproofs.verify.numeric import np

if TYPE_CHECKING:
    from pcaproofs.sampling import Case
    from pcaproofs.verify.reference_pca import Reference

p, d, e = symbols("p d e", positive=True, integer=True)
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


P, Lam = MatrixSymbol("P", p, p), MatrixSymbol("Lambda", p, p)
e_i = basis(p, "i")
eigenvectors = [equal(A, P * Lam * P.T), orthogonal(P), psd(lam * Identity(p) - Lam), equal(Lam * e_i, lam * e_i)]
F = eigenvectors[2].factor()

ALL_KEPT = "Λ₂ holds at least one eigenvalue; for d = p see the last part of trace-objective.ky-fan"

rayleigh = claim(
    "trace-objective.rayleigh",
    show=lambda: given(
        maximises(inner(x, A * x), {x: P * e_i}, value=lam, exactly=[equal(A * x, lam * x)]),
        steps={
            "better": [step(lam - inner(x, A * x)), step(sqnorm(F * P.T * x))],
            "value": [step(inner(P * e_i, P * Lam * e_i)), step(lam * inner(P * e_i, P * e_i)), step(lam)],
            "enough": [step(lam - inner(x, A * x)), step(lam - lam * sqnorm(x)), step(0 * lam)],
        },
    ),
    assuming=[*eigenvectors, unit(x)],
    prose=(
        "Let A = PΛPᵀ with an orthogonal P, let λ be the largest entry of the diagonal Λ, and let Peᵢ be a column of P "
        "that belongs to it. Among all unit vectors x the form xᵀAx is largest at Peᵢ, the maximum is λ, and x attains "
        "it if and only if Ax = λx."
    ),
    sources=[note("000", 245), note("002", 159, 160), note("002", 271, 272), note("003", 106, 111), note("004", 125)],
    numeric=lambda case, tested: _rayleigh(case, tested),
    wrong=["smallest components", "random axes", "random axes, right variances", "variances doubled", "uncentred"],
    mutants=lambda: [
        without("unit"),
        without("psd"),
        other_sense(),
        without_equation(eigenvectors[0]),
        without_equation(eigenvectors[3]),
        swap(A * x, A.T * A * x),
    ],
)


def _rayleigh(case: Case, tested: Reference) -> None:
    """Nothing varies more than the reference's first axis, which attains its variance and is an eigenvector for it."""
    result = tested.pca(case.X, 1)
    axis, value = result.components[:, 0], result.explained_variance[0]
    S = np.cov(case.X.T, bias=True).reshape(case.p, case.p)
    limits = {"steps": 8 * tested.factored(case.n, case.p), "scale": tested.norm(case.X) ** 2}
    tested.at_least(value, case.w @ S @ case.w, **limits)
    tested.same(axis @ S @ axis, value, **limits)
    tested.same(S @ axis, value * axis, **limits)


lead = Q1 * Q1.T
G1, G2 = (h.factor() for h in spectral[5:])
C, Q_p, L_p = (MatrixSymbol(name, p, p) for name in ("C", "Q", "Lambda"))
optimal = equal(Trace(B.T * A * B), Trace(L1))

attained = [
    step(Trace(Q1.T * (Q1 * L1 * Q1.T + Q2 * L2 * Q2.T) * Q1), decomposed),
    step(Trace(L1), *spectral[2:5]),
]
attained_at_lead = [
    step(Trace(lead * (Q1 * L1 * Q1.T + Q2 * L2 * Q2.T)), decomposed),
    step(Trace(L1), *spectral[2:5]),
]

ky_fan = claim(
    "trace-objective.ky-fan",
    show=lambda: [
        given(
            maximises(Trace(B.T * A * B), {B: Q1}, value=Trace(L1)),
            *spectral,
            orthonormal(B),
            by(dimension_is_trace, parts=[1]),
            steps={
                "better": [
                    step(Trace(L1) - Trace(B.T * A * B), decomposed, *spectral[2:5]),
                    step(
                        Trace((L1 - t * Identity(d)) * (Identity(d) - Q1.T * B * B.T * Q1))
                        + Trace((t * Identity(e) - L2) * (Q2.T * B * B.T * Q2)),
                        decomposed,
                        complete,
                        dimension_is_trace,
                        words="as much is contained as is missed",
                    ),
                    step(
                        sqnorm(G1 * Q1.T - G1 * Q1.T * B * B.T) + sqnorm(B.T * Q2 * G2.T),
                        *spectral[5:],
                        orthonormal(Q1),
                        orthonormal(B),
                    ),
                ],
                "value": attained,
            },
        ),
        given(
            maximises(Trace(C.T * A * C), {C: Q_p}, value=Trace(L_p)),
            equal(A, Q_p * L_p * Q_p.T),
            orthogonal(Q_p),
            orthonormal(C),
        ),
    ],
    prose=(
        "Over all B with d orthonormal columns tr(BᵀAB) is at most the sum of the d largest eigenvalues of A, and the "
        "eigenvectors that belong to them attain it. For d = p the sum of all eigenvalues is attained."
    ),
    sources=[note("000", 184, 188), note("000", 246), note("004", 129, 136)],
    numeric=lambda case, tested: _ky_fan(case, tested),
    wrong=["smallest components", "random axes", "random axes, right variances", "variances doubled", "uncentred"],
    mutants=lambda: [
        other_sense(),
        without("orthonormal"),
        without("psd"),
        without_equation(decomposed),
        without("orthogonal"),
        swap(Trace(L1), Trace(L1) / 2, right=True),
    ],
    excludes={(1, "d = p"): ALL_KEPT},
)


def _ky_fan(case: Case, tested: Reference) -> None:
    """No B keeps more than the sum of the reference's variances, its axes keep that, and S commutes with WWᵀ."""
    result = tested.pca(case.X, case.d)
    W, most = result.components, result.explained_variance.sum()
    S = np.cov(case.X.T, bias=True).reshape(case.p, case.p)
    limits = {"steps": 8 * tested.factored(case.n, case.p), "scale": tested.norm(case.X) ** 2}
    tested.at_least(most, np.trace(case.B.T @ S @ case.B), **limits)
    tested.same(np.trace(W.T @ S @ W), most, **limits)


best_subspace = claim(
    "trace-objective.best-subspace",
    show=lambda: given(
        maximises(Trace(P * A), {P: lead}, value=Trace(L1)),
        *spectral,
        projector(P),
        equal(Trace(P), d),
        steps={
            "better": [
                step(Trace(L1) - Trace(P * A), decomposed, *spectral[2:5]),
                step(
                    Trace((L1 - t * Identity(d)) * (Identity(d) - Q1.T * P * Q1))
                    + Trace((t * Identity(e) - L2) * (Q2.T * P * Q2)),
                    decomposed,
                    complete,
                    equal(Trace(P), d),
                    words="as much is contained as is missed",
                ),
                step(
                    sqnorm(G1 * Q1.T - G1 * Q1.T * P) + sqnorm(G2 * Q2.T * P),
                    *spectral[5:],
                    orthonormal(Q1),
                    projector(P),
                ),
            ],
            "value": attained_at_lead,
        },
    ),
    prose=(
        "Over all subspaces of dimension d, that is over the projectors P with tr P = d, tr(PA) has the same maximum "
        "as over their bases, and Q₁Q₁ᵀ attains it."
    ),
    sources=[note("000", 184, 188), note("000", 246)],
    numeric=lambda case, tested: _best_subspace(case, tested),
    wrong=["smallest components", "random axes", "random axes, right variances", "variances doubled", "uncentred"],
    mutants=lambda: [
        other_sense(),
        without("projector"),
        without_equation(equal(Trace(P), d)),
        without("psd"),
        without_equation(decomposed),
        swap(Trace(L1), Trace(L1) / 2, right=True),
    ],
    excludes={"d = p": ALL_KEPT},
)


def _best_subspace(case: Case, tested: Reference) -> None:
    """No projector BBᵀ keeps more than the sum of the reference's variances, and its projector keeps that."""
    result = tested.pca(case.X, case.d)
    most = result.explained_variance.sum()
    S = np.cov(case.X.T, bias=True).reshape(case.p, case.p)
    limits = {"steps": 8 * tested.factored(case.n, case.p), "scale": tested.norm(case.X) ** 2}
    tested.at_least(most, np.trace(case.B @ case.B.T @ S), **limits)
    tested.same(np.trace(result.projector @ S), most, **limits)


invariant_subspace = claim(
    "trace-objective.invariant-subspace",
    show=lambda: given(
        equal(A * B * B.T, B * B.T * A),
        decomposed,
        complete,
        *spectral[2:3],
        *spectral[5:],
        orthonormal(B),
        optimal,
        steps=[
            step(
                t * B * B.T
                + Q1 * (L1 - t * Identity(d)) * Q1.T * B * B.T
                - Q2 * (t * Identity(e) - L2) * Q2.T * B * B.T,
                decomposed,
                complete,
            ),
            step(
                t * B * B.T + Q1 * (L1 - t * Identity(d)) * Q1.T,
                words="both squares in the proof of Ky Fan's theorem vanish",
            ),
            step(
                t * B * B.T
                + B * B.T * Q1 * (L1 - t * Identity(d)) * Q1.T
                - B * B.T * Q2 * (t * Identity(e) - L2) * Q2.T,
                words="both squares in the proof of Ky Fan's theorem vanish",
            ),
            step(B * B.T * A, decomposed, complete),
        ],
    ),
    prose=(
        "Let B have d orthonormal columns and attain the maximum of Ky Fan's theorem. Then A maps the subspace that "
        "they span into itself, with or without a gap between the eigenvalues."
    ),
    sources=[note("000", 212, 246)],
    numeric=lambda case, tested: _invariant_subspace(case, tested),
    wrong=["random axes", "uncentred", "rows for columns"],
    mutants=lambda: [
        without("orthonormal"),
        without("psd"),
        without_equation(decomposed),
        without_equation(optimal),
    ],
)


def _invariant_subspace(case: Case, tested: Reference) -> None:
    """The covariance commutes with the reference's projector."""
    result = tested.pca(case.X, case.d)
    S = np.cov(case.X.T, bias=True).reshape(case.p, case.p)
    limits = {"steps": 8 * tested.factored(case.n, case.p), "scale": tested.norm(case.X) ** 2}
    tested.same(S @ result.projector, result.projector @ S, **limits)


V = MatrixSymbol("V", p, p)
k, i, j = index("k"), basis(p, "i"), basis(p, "j")
kept = Trace(B.T * A * B)

weights = claim(
    "trace-objective.weights",
    show=lambda: [
        given(at_least(1, sqnorm(B.T * q)), unit(q), orthonormal(B)),
        given(equal(total(sqnorm(B.T * sample(V, k)), k), d), orthogonal(V), orthonormal(B)),
        given(equal(kept, Trace(Lam * (V * B * B.T * V.T))), equal(A, V.T * Lam * V)),
        equal(i.T * (V * B * B.T * V.T) * i, sqnorm(B.T * (V.T * i))),
    ],
    prose=(
        "The rows v₁ … v_p of V are orthonormal eigenvectors of A, and B has d orthonormal columns. The weights "
        "‖Bᵀvᵢ‖² are at most 1 and add up to d. They are the diagonal of VBBᵀVᵀ, and tr(BᵀAB) = tr(ΛVBBᵀVᵀ): each "
        "eigenvalue counts with its weight."
    ),
    sources=[book("Horn and Johnson, Matrix Analysis, 2nd edition, §4.3", key="HJ13"), note("000", 246)],
    numeric=lambda case, tested: _weights(case, tested),
    wrong=["axes of length two", "rows for columns", "uncentred", "variances doubled"],
    mutants=lambda: [
        without("orthonormal"),
        without("unit"),
        without("orthogonal"),
        other_sense(),
        without_equation(equal(A, V.T * Lam * V)),
        swap(sqnorm(B.T * (V.T * i)), sqnorm(B.T * (V * i))),
    ],
)


def _weights(case: Case, tested: Reference) -> None:
    """The weights of the reference's axes, and the variance that B keeps as the mean of its eigenvalues by them."""
    result = tested.pca(case.X)
    weights = ((case.B.T @ result.components) ** 2).sum(axis=0)
    tested.at_least(1 + 0 * weights, weights, steps=tested.factored(case.n, case.p))
    tested.same(
        result.explained_variance @ weights,
        ((case.X - case.X.mean(axis=0)) @ case.B).var(axis=0).sum(),
        steps=8 * tested.factored(case.n, case.p),
        scale=tested.norm(case.X) ** 2,
    )


i_d, j_d = basis(d, "i"), basis(d, "j")
column = sample(B.T, k)  # bₖ
summed = total(inner(column, A * column), k)

problems = claim(
    "trace-objective.problems",
    show=lambda: [
        given(same_optimisers([x], ("max", inner(x, A * x)), ("max", Trace(x.T * A * x))), orthonormal(x)),
        given(equal(x.T * x, Identity(1)), unit(x)),
        given(equal(sqnorm(x), 1), orthonormal(x)),
        given(same_optimisers([B], ("max", summed), ("max", kept)), orthonormal(B)),
        equal(summed, kept),
        equal(i_d.T * (B.T * B) * j_d, inner(B * i_d, B * j_d)),
        equal(i_d.T * (B.T * B) * i_d, sqnorm(B * i_d)),
    ],
    prose=(
        "For one column the trace objective is xᵀAx, and the constraint xᵀx = 1 says ‖x‖ = 1. For d columns it is the "
        "sum of the bₖᵀAbₖ, and the entries of BᵀB are the inner products of the columns, so the constraint is the "
        "same too."
    ),
    sources=[note("000", 212, 241)],
    numeric=lambda case, tested: tested.same(
        tested.pca(case.X, case.d).explained_variance.sum(),
        sum(np.var(case.X @ b) for b in tested.pca(case.X, case.d).components.T),
        steps=8 * tested.factored(case.n, case.p),
        scale=tested.norm(case.X) ** 2,
    ),
    wrong=["axes of length two", "rows for columns", "uncentred", "variances doubled"],
    mutants=lambda: [
        without("unit"),
        without("orthonormal"),
        other_sense(),
        swap(column, A * column),
        swap(inner(B * i_d, B * j_d), inner(B * i_d, B * i_d)),
        swap(sqnorm(B * i_d), inner(B * i_d, B * j_d)),
    ],
    excludes={(6, "d = 1"): "two different columns need d ≥ 2"},
)


n, m = (Symbol(name, positive=True, integer=True) for name in "nm")
X, Y = MatrixSymbol("X", n, p), MatrixSymbol("Y", n, p)
of_scatter = Trace(B.T * X.T * X * B)

divisor = claim(
    "trace-objective.divisor",
    show=lambda: given(
        same_optimisers([B], ("max", of_scatter), ("max", Trace(B.T * (X.T * X / m) * B))), orthonormal(B)
    ),
    prose=(
        "Over all B with orthonormal columns the scatter matrix XᵀX and the matrix XᵀX/m have the same optimisers, for "
        "every positive m, such as n or n − 1: the divisor of a covariance changes the value of the maximum only."
    ),
    sources=[note("000", 188), note("003", 58)],
    numeric=lambda case, tested: _divisor(case, tested),
    wrong=["smallest components", "random axes", "variances doubled", "variances by another divisor"],
    mutants=lambda: [other_sense(), swap(1 / m, -1 / m)],
)


def _divisor(case: Case, tested: Reference) -> None:
    """The reference's axes keep the most of the scatter matrix, which is n times the sum of its variances."""
    result = tested.pca(case.X, case.d)
    centred = case.X - case.X.mean(axis=0)
    kept = ((centred @ result.components) ** 2).sum()
    limits = {"steps": 8 * tested.factored(case.n, case.p), "scale": tested.norm(case.X) ** 2}
    tested.same(kept, (np.linalg.svd(centred, compute_uv=False)[: case.d] ** 2).sum(), **limits)
    tested.same(case.n * result.explained_variance.sum(), kept, **limits)


rotated_optimum = claim(
    "trace-objective.rotated-optimum",
    show=lambda: [
        given(equal(Trace(MatMul(Transpose(B * Q), A, B, Q)), Trace(B.T * A * B)), orthogonal(Q)),
        given(equal(MatMul(Transpose(B * Q), B, Q), Identity(d)), orthonormal(B), orthogonal(Q)),
        given(
            maximises(Trace(B.T * A * B), {B: Q1 * Q}),
            *spectral,
            orthonormal(B),
            orthogonal(Q),
            by(ky_fan, parts=[1]),
            steps={"better": [step(Trace(Q1.T * A * Q1) - Trace(B.T * A * B), orthogonal(Q)), step(0, ky_fan)]},
        ),
    ],
    prose=(
        "If B has orthonormal columns and Q is orthogonal, then the columns of BQ are orthonormal and tr((BQ)ᵀABQ) = "
        "tr(BᵀAB). So Q₁Q is optimal for every orthogonal Q: the subspace is found, and no basis of it is preferred."
    ),
    sources=[note("000", 131), note("000", 188), note("000", 246)],
    numeric=lambda case, tested: _rotated(case, tested),
    wrong=["axes of length two", "smallest components", "random axes"],
    mutants=lambda: [without("orthogonal"), without("orthonormal"), swap(Q1 * Q, 2 * Q1 * Q), other_sense()],
    excludes={(3, "d = p"): ALL_KEPT},
)


def _rotated(case: Case, tested: Reference) -> None:
    """The reference's axes turned by Q capture as much variance as the best there is."""
    turned = tested.pca(case.X, case.d).components @ case.Q
    centred = case.X - case.X.mean(axis=0)
    tested.same(
        ((centred @ turned) ** 2).sum(),
        (np.linalg.svd(centred, compute_uv=False)[: case.d] ** 2).sum(),
        steps=8 * tested.factored(case.n, case.p),
        scale=tested.norm(case.X) ** 2,
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
        "An optimal $x₁, x₂$ need not consist of eigenvectors. For $A = 2q₁q₁ᵀ + q₂q₂ᵀ$ the greatest value is "
        "3, and each orthonormal basis of the plane of $q₁$ and $q₂$ attains it."
    ),
    sources=[note("000", 188), note("000", 246)],
    numeric="false as printed",
    repaired_by=rotated_optimum,
)


g = Symbol("g", real=True)
gapped = [*spectral[:5], psd(L1 - (t + g) * Identity(d)), psd(t * Identity(e) - L2)]
dimension = equal(Trace(P), d)
subspace = [projector(P), dimension]
F1, F2 = (h.factor() for h in gapped[5:])

gap_inequality = claim(
    "trace-objective.gap",
    show=lambda: given(
        at_least(Trace(L1) - Trace(P * A), g / 2 * sqnorm(P - lead)),
        *gapped,
        *subspace,
        steps=[
            step(
                Trace((L1 - (t + g) * Identity(d)) * (Identity(d) - Q1.T * P * Q1))
                + Trace((t * Identity(e) - L2) * (Q2.T * P * Q2)),
                words="as much is contained as is missed",
            ),
            step(sqnorm(F1 * Q1.T * (Identity(p) - P)) + sqnorm(F2 * Q2.T * P), *gapped[5:], spectral[2], *subspace),
        ],
    ),
    prose=(
        "Let all eigenvalues that are kept exceed all others by g or more. A projector P with tr P = d then falls "
        "short of the greatest trace by at least g/2 times its squared distance from Q₁Q₁ᵀ."
    ),
    sources=[book("Horn and Johnson, Matrix Analysis, 2nd edition, §4.3", key="HJ13"), note("000", 147, 153)],
    numeric=lambda case, tested: _gap(case, tested),
    wrong=["smallest components", "rows for columns", "axes of length two", "random axes, right variances"],
    mutants=lambda: [
        without("projector"),
        without("psd"),
        without_equation(dimension),
        without_equation(decomposed),
        swap(g, 4 * g),
        other_sense(),
    ],
    excludes={"d = p": ALL_KEPT},
)


def _gap(case: Case, tested: Reference) -> None:
    """What B falls short of the reference's explained variance, against the gap and its distance from the projector."""
    result = tested.pca(case.X, case.d)
    centred = case.X - case.X.mean(axis=0)
    values = np.append(np.linalg.svd(centred, compute_uv=False) ** 2 / case.n, np.zeros(case.p))
    gap = values[case.d - 1] - values[case.d] if case.d < case.p else 0.0
    tested.at_least(
        result.explained_variance.sum() - (centred @ case.B).var(axis=0).sum(),
        gap / 2 * tested.norm(case.B @ case.B.T - result.projector) ** 2,
        steps=20 * tested.factored(case.n, case.p),
        scale=tested.norm(case.X) ** 2,
    )


unique_subspace = claim(
    "trace-objective.unique-subspace",
    show=lambda: [
        given(
            maximises(Trace(P * A), {P: lead}, value=Trace(L1), exactly=[equal(P, lead)]),
            *gapped,
            *subspace,
            Gt(g, 0),
            by(gap_inequality),
            steps={
                "better": [
                    step(Trace(L1) - Trace(P * A), decomposed, *spectral[2:5]),
                    step(0, gap_inequality, Gt(g, 0)),
                ],
                "value": attained_at_lead,
                "enough": [step(0, dimension)],
            },
        ),
        given(
            maximises(Trace(B.T * A * B), {B: Q1}, value=Trace(L1), exactly=[equal(B * B.T, lead)]),
            *gapped,
            orthonormal(B),
            Gt(g, 0),
            by(gap_inequality, {P: B * B.T}),
            steps={
                "better": [
                    step(Trace(L1) - Trace(B * B.T * A), decomposed, *spectral[2:5]),
                    step(0, gap_inequality, Gt(g, 0)),
                ],
                "value": attained,
                "enough": [step(0, orthonormal(B))],
            },
        ),
    ],
    prose=("So if g > 0 the optimal subspace is unique, P = Q₁Q₁ᵀ, and B is optimal if and only if BBᵀ = Q₁Q₁ᵀ."),
    sources=[note("000", 147, 153)],
    numeric=lambda case, tested: _gap(case, tested),
    wrong=["smallest components", "rows for columns", "axes of length two", "random axes, right variances"],
    mutants=lambda: [
        without("projector"),
        without("orthonormal"),
        without("psd"),
        without_equation(dimension),
        without_equation(Gt(g, 0)),
        without_equation(decomposed),
        other_sense(),
    ],
    excludes={"d = p": ALL_KEPT},
)


one, mu = OneMatrix(n, 1), MatrixSymbol("mu", p, 1)
x_k = sample(X, k)
lost = total(sqnorm((x_k - mu) - B * B.T * (x_k - mu)), k)
centring = Identity(n) - one * one.T / n
centred_data = [equal(X, Y + one * mu.T), centered(Y)]
Z1, Z2 = MatrixSymbol("Z1", n, d), MatrixSymbol("Z2", n, e)  # the scores along Q₁ and along Q₂
of_data = [equal(Y, Z1 * Q1.T + Z2 * Q2.T), equal(Z1.T * Z2, ZeroMatrix(d, e)), equal(L2, Z2.T * Z2 / n)]

discarded = claim(
    "trace-objective.discarded",
    show=lambda: [
        given(
            minimises(lost, {B: Q1}, value=n * Trace(L2)),
            centred_data[0],
            *of_data,
            *spectral[1:5],
            psd(Z1.T * Z1 - t * Identity(d)),
            psd(t * Identity(e) - Z2.T * Z2),
            orthonormal(B),
            by(ky_fan, {A: Y.T * Y, L1: Z1.T * Z1, L2: Z2.T * Z2}, parts=[1]),
            steps={
                "better": [
                    step(Trace(Q1.T * (Y.T * Y) * Q1) - Trace(B.T * (Y.T * Y) * B), words="as in (5)"),
                    step(0, ky_fan),
                ],
                "value": [
                    step(sqnorm(Y - Y * Q1 * Q1.T), centred_data[0]),
                    step(sqnorm(Z2 * Q2.T), of_data[0], *spectral[2:3], spectral[4]),
                    step(n * Trace(L2), of_data[2], spectral[3]),
                ],
            },
        ),
        given(equal((Y.T * Y / n) * Q2, Q2 * L2), *of_data, *spectral[3:5]),
        given(equal(mu, X.T * one / n), *centred_data),
        given(
            equal(Y.T * Y / n, X.T * centring * X / n),
            *centred_data,
            by(covariance_of_shifted, {moments.D: X, moments.X: Y, moments.c: mu}, parts=[3]),
            steps=[step(Y.T * centring * Y / n, centred_data[1]), step(X.T * centring * X / n, covariance_of_shifted)],
        ),
        given(
            same_optimisers([B], ("min", lost), ("max", Trace(B.T * Y.T * Y * B))),
            centred_data[0],
            orthonormal(B),
            steps={
                "transform": [
                    step(sqnorm(Y) - sqnorm(Y - Y * B * B.T), orthonormal(B)),
                    step(sqnorm(Y) - lost, centred_data[0]),
                ]
            },
        ),
    ],
    prose=(
        "Write the data as X = Y + 1μᵀ with centred Y; then μ is the mean of the samples and YᵀY/n their covariance. "
        "Let Y = Z₁Q₁ᵀ + Z₂Q₂ᵀ with uncorrelated scores, those along Q₁ being the larger. Then Λ₂ = Z₂ᵀZ₂/n holds the "
        "eigenvalues of the covariance that d directions discard. Over all B with orthonormal columns the squared "
        "error Σ‖(xₖ − μ) − BBᵀ(xₖ − μ)‖² is least at Q₁, and the least error is n tr Λ₂. The error has the same "
        "optimisers as the variance that is kept."
    ),
    sources=[note("000", 104, 111), note("000", 196, 208), note("002", 286, 293)],
    numeric=lambda case, tested: _discarded(case, tested),
    wrong=["smallest components", "uncentred", "axes of length two", "random axes"],
    mutants=lambda: [
        without("orthonormal"),
        without("psd"),
        without("centered"),
        other_sense(),
        swap(Trace(L2), Trace(L1)),
        without_equation(centred_data[0]),
        without_equation(of_data[0]),
        without_equation(of_data[1]),
    ],
    excludes={(1, "d = p"): ALL_KEPT},
)


def _discarded(case: Case, tested: Reference) -> None:
    """The error of the reference's d axes is n times the eigenvalues that they leave."""
    W = tested.pca(case.X, case.d).components
    centred = case.X - case.X.mean(axis=0)
    tested.same(
        tested.norm(centred - centred @ W @ W.T) ** 2,
        (np.linalg.svd(centred, compute_uv=False)[case.d :] ** 2).sum(),
        steps=8 * tested.factored(case.n, case.p),
        scale=tested.norm(case.X) ** 2,
    )
