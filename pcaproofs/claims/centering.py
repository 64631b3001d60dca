"""The centring matrix H = I − 11ᵀ/n: what centring does, for every number of samples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sympy import Eq, Identity, MatrixSymbol, OneMatrix, Symbol, Trace, Transpose, ZeroMatrix, symbols

from pcaproofs.claims import projection
from pcaproofs.language.conclusions import equal, minimises
from pcaproofs.language.hypotheses import centered
from pcaproofs.language.nodes import basis, index, inner, sample, sqnorm
from pcaproofs.verify.claim import book, by, claim, given, note, step
from pcaproofs.verify.mutants import flip_sign, other_sense, right_times, swap, without, without_equation
from pcaproofs.verify.numeric import np

if TYPE_CHECKING:
    from pcaproofs.sampling import Case
    from pcaproofs.verify.reference_pca import Reference

n = Symbol("n", positive=True, integer=True)
one = OneMatrix(n, 1)
p, d = symbols("p d", positive=True, integer=True)
k = index("k")
r, v, z = (MatrixSymbol(name, n, 1) for name in "rvz")
X = MatrixSymbol("X", n, p)
B, C = MatrixSymbol("B", n, d), MatrixSymbol("C", d, n)
mu = X.T * one / n
H = Identity(n) - one * one.T / n
mean_of_v = inner(one, v) / n


def _H(case: Case, tested: Reference) -> Any:
    """H as the reference applies it: column by column to the identity."""
    return tested.center(np.eye(case.n))


symmetric = claim(
    "centering.symmetric",
    show=lambda: equal(Transpose(H), H),  # H.T is H to SymPy already
    prose="The centring matrix is symmetric. So the inner product of $v$ with $Hu$ is that of $Hv$ with $u$.",
    sources=[note("004", 69)],
    numeric=lambda case, tested: tested.same(
        _H(case, tested), _H(case, tested).T, steps=tested.product(case.n), scale=1
    ),
    wrong=["first sample for mean"],
    mutants=lambda: [right_times(2), swap(one * one.T, one * r.T)],  # a weighted mean in the place of the mean
)


idempotent = claim(
    "centering.idempotent",
    show=lambda: Eq(H * H, H),
    prose="Centring twice is centring once, since centred vectors have mean zero already.",
    sources=[note("004", 69, 71)],
    numeric=lambda case, tested: tested.same(
        tested.center(tested.center(case.X)),
        tested.center(case.X),
        steps=4 * tested.product(case.n),
        scale=tested.norm(case.X),
    ),
    wrong=["divisor off by one"],
    mutants=lambda: [swap(1 / n, 1), swap(1 / n, 2 / n), flip_sign(one * one.T), right_times(-1)],
)


i, j = basis(n, "i"), basis(n, "j")
entries = claim(
    "centering.entries",
    show=lambda: [equal(i.T * H * i, 1 - 1 / n), equal(i.T * H * j, -1 / n)],
    prose="Entry by entry, H has 1 − 1/n on its diagonal and −1/n everywhere else.",
    sources=[note("004", 63)],
    numeric=lambda case, tested: tested.same(
        _H(case, tested), np.eye(case.n) - 1 / case.n, steps=tested.product(case.n), scale=case.n
    ),
    wrong=["first sample for mean", "divisor off by one", "uncentred"],
    mutants=lambda: [right_times(2), swap(1 / n, 1, right=True), right_times(-1)],
)


action = claim(
    "centering.action",
    show=lambda: equal(H * v, v - mean_of_v * one),
    prose="H subtracts the mean of all coordinates from every coordinate of a vector.",
    sources=[note("004", 75, 79)],
    numeric=lambda case, tested: tested.same(
        tested.center(case.X),
        case.X - np.ones((case.n, 1)) * case.X.mean(axis=0),
        steps=4 * tested.product(case.n),
        scale=tested.norm(case.X),
    ),
    wrong=["median for mean", "first sample for mean", "centred along the wrong axis"],
    mutants=lambda: [flip_sign(inner(one, v)), swap(1 / n, 1, right=True), right_times(2)],
)


range_ = claim(
    "centering.range",
    show=lambda: [
        equal(one.T * H * v, ZeroMatrix(1, 1)),
        given(equal(H * v, v), centered(v)),
        equal(H * one, ZeroMatrix(n, 1)),
    ],
    prose=(
        "Hv has mean zero for every v, and H leaves every vector of mean zero unchanged. So the range of H "
        "consists of exactly the vectors orthogonal to 1."
    ),
    sources=[note("004", 81, 83)],
    numeric=lambda case, tested: (
        tested.same(tested.center(case.Xc), case.Xc, steps=4 * tested.product(case.n), scale=tested.norm(case.Xc)),
        tested.same(
            tested.center(case.X).sum(axis=0),
            np.zeros(case.p),
            steps=4 * tested.product(case.n, case.n),
            scale=tested.norm(case.X),
        ),
    ),
    wrong=["uncentred", "median for mean"],
    mutants=lambda: [without("centered"), swap(1 / n, 1 / (2 * n)), right_times(2)],
)


orthogonal_to_ones_as_printed = claim(
    "centering.orthogonal-to-ones-as-printed",
    show=lambda: equal(inner(one, v), 0),
    prose="The vector that is orthogonal to 1 is Hv. The vector v itself need not be: it may be 1.",
    sources=[note("004", 81, 83)],
    numeric="the property of centering.range",
    repaired_by=range_,
)


onto_centred = {projection.P: H, projection.x: v, projection.z: z, projection.p: n}

nearest = claim(
    "centering.nearest",
    show=lambda: [
        given(
            equal(sqnorm(v - z), sqnorm(v - H * v) + sqnorm(H * v - z)),
            by(projection.nearest, onto_centred, parts=[1]),
            steps=[
                step(sqnorm(v - H * z), centered(z)),
                step(sqnorm(v - H * v) + sqnorm(H * v - H * z), projection.nearest),
                step(sqnorm(v - H * v) + sqnorm(H * v - z), centered(z)),
            ],
        ),
        given(
            minimises(sqnorm(v - z), {z: H * v}, value=inner(one, v) ** 2 / n, exactly=[equal(z, H * v)]),
            steps={"better": [step(sqnorm(H * v - z), words="by (1)")]},
        ),
    ],
    assuming=[centered(z)],
    prose=(
        "Among the vectors of mean zero Hv is the only one that is nearest to v, because v − Hv is orthogonal to "
        "all of them. The squared distance is n times the square of the mean."
    ),
    sources=[book("Axler, Linear Algebra Done Right, 3rd ed., Springer 2015, section 6.C", key="Axl15")],
    numeric=lambda case, tested: _nearest(case, tested),
    wrong=["median for mean", "first sample for mean", "divisor off by one"],
    mutants=lambda: [without("centered"), other_sense(), right_times(2), swap(H * v, v), swap(1 / n, 2 / n)],
)


def _nearest(case: Case, tested: Reference) -> None:
    """The reference's centred vector is as near as the identity says, compared with a z of mean zero."""
    v, z = tested.rounded(case.v), tested.rounded(case.z)
    Hv = tested.center(case.v[:, None])[:, 0]
    tested.same(
        (case.v - case.z) @ (case.v - case.z),
        (case.v - Hv) @ (case.v - Hv) + (Hv - case.z) @ (Hv - case.z),
        steps=8 * tested.product(case.n, case.n),
        scale=float((v.sqnorm() + z.sqnorm()).value),
    )


killed = equal(H * v, ZeroMatrix(n, 1))

rank = claim(
    "centering.rank",
    show=lambda: [
        equal(Trace(H), n - 1),
        given(equal(v, mean_of_v * one), killed),
        given(
            equal(d, n - 1),
            equal(B * C, H),
            equal(C * B, Identity(d)),
            steps=[
                step(Trace(C * B), equal(C * B, Identity(d))),
                step(Trace(B * C), words="the trace of a product"),
                step(Trace(H), equal(B * C, H)),
                step(n - 1, words="by (1)"),
            ],
        ),
    ],
    prose=(
        "H has trace n − 1 and maps exactly the multiples of 1 to 0. So for n ≥ 2 every basis of its range (B, "
        "with coordinates C) has n − 1 vectors: centring costs one degree of freedom."
    ),
    sources=[book("Seber and Lee, Linear Regression Analysis, 2nd ed., Wiley 2003, appendix A.6", key="SL03")],
    numeric=lambda case, tested: tested.same(
        np.trace(_H(case, tested)), np.float64(case.n - 1), steps=tested.product(case.n, case.n), scale=case.n
    ),
    wrong=["uncentred", "divisor off by one"],
    mutants=lambda: [
        right_times(2),
        swap(1 / n, 2 / n),
        without_equation(equal(C * B, Identity(d))),
        without_equation(killed),
        swap(n - 1, n),
    ],
)


centred_data = claim(
    "centering.centred-data",
    show=lambda: [
        equal(H * X, X - one * mu.T),
        equal(sample(H * X, k), sample(X, k) - mu),
        equal(H * (H * X), H * X),
        given(equal(H * X, X), centered(X)),
    ],
    prose=(
        "Applied to data, H subtracts the mean μ from every sample, so the rows of HX are the xₖ − μ. Data that "
        "are centred do not change."
    ),
    sources=[note("000", 20, 21), note("000", 207)],
    numeric=lambda case, tested: tested.same(
        tested.center(case.X),
        np.array([sample - tested.mean(case.X) for sample in case.X]),
        steps=4 * tested.product(case.n),
        scale=tested.norm(case.X),
    ),
    wrong=["uncentred", "centred along the wrong axis"],
    mutants=lambda: [
        swap(X - one * mu.T, X + one * mu.T),
        swap(sample(X, k) - mu, sample(X, k)),
        without("centered"),
        right_times(2),
        swap(1 / n, 1),
    ],
)
