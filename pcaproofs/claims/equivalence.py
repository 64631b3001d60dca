"""Least reconstruction error is most variance: the two problems differ by a constant."""

from sympy import MatrixSymbol, Symbol

from pcaproofs.language.conclusions import equal, same_optimisers
from pcaproofs.language.hypotheses import projector
from pcaproofs.language.nodes import index, sample, sqnorm, total
from pcaproofs.verify.claim import claim, note
from pcaproofs.verify.mutants import flip_sign, other_sense, right_times, swap, without

n = Symbol("n", positive=True, integer=True)
p = Symbol("p", positive=True, integer=True)
X = MatrixSymbol("X", n, p)
P = MatrixSymbol("P", p, p)
k = index("k")
x = sample(X, k)
kept = total(sqnorm(P * x), k)
lost = total(sqnorm(x - P * x), k)

subspace = claim(
    "equivalence.subspace",
    show=[
        equal(lost, total(sqnorm(x), k) - kept),
        same_optimisers([P], ("min", lost), ("max", kept)),
    ],
    assuming=[projector(P)],
    prose=(
        "What projection loses and what it keeps add up to what there was, sample by sample; so the subspace that "
        "loses least is the one that keeps most, and asking for either is asking for both."
    ),
    said_in=[note("000", 117, 125)],
    numeric=lambda case, bench: _split(case, bench),
    wrong=["axes of length two", "uncentred", "rows for columns"],
    mutants=[flip_sign(kept), swap(kept, 2 * kept), without("projector"), other_sense(), right_times(2)],
)


def _split(case, bench):  # type: ignore[no-untyped-def]
    """The reconstruction error of the reference's projector is the total less the variance that it explains."""
    result = bench.pca(case.X, case.d)
    centred = case.X - case.X.mean(axis=0)
    residual = centred - centred @ result.projector
    bench.same(
        (residual * residual).sum(),
        (centred * centred).sum() - case.n * result.explained_variance.sum(),
        steps=4 * bench.factored(case.n, case.p),
        scale=bench.norm(case.X) ** 2,
    )
