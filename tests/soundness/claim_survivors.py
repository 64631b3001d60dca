"""Changes of claims that are neither refuted nor proved, each with the reason.

true: the change is as true as the claim. false: it is not, and was not refuted. open: nobody knows.
"""

BECAUSE: dict[str, list[str]] = {
    "true: off the sphere the objective is no less than 16 either; the proof needs a case distinction": [
        "equivalence.norm-or-square 1: hypothesis: without unit(v)",
    ],
    "false: a least norm is attained where there is no greatest one; the search has no roots as variables": [
        "equivalence.norm-or-square 2: sense: the other sense",
        "equivalence.norm-or-square 3: sense: the other sense",
    ],
    "true: 2r and r² have the same optimisers, r being >= 0; the kernel wants 2r >= 0 as a hypothesis": [
        "equivalence.norm-or-square 2: constant: first side twice",
        "equivalence.norm-or-square 3: constant: first side twice",
    ],
    "false: the same, by a sign": [
        "equivalence.norm-or-square 2: sign: second side negated",
        "equivalence.norm-or-square 3: sign: second side negated",
    ],
    "true: r³ has the optimisers of r >= 0; only squares are tried": [
        "equivalence.norm-or-square 3: constant: second: r**2 → r**3",
        "equivalence.norm-or-square 3: constant: second: 2 → 3",
    ],
    "true: with this objective the printed witness is optimal; the proof needs a case distinction": [
        "equivalence.distances-not-squares 1: sign: objective: 2*r + 4*s → 2*r - 4*s",
        "equivalence.distances-not-squares 1: constant: objective: 2 → 3",
        "equivalence.distances-not-squares 1: sign: objective: 4 → -4",
        "equivalence.distances-not-squares 1: sign: objective: s → -s",
    ],
    "true: both objectives keep their order when multiplied by a size; only one factor of sizes is tried": [
        "equivalence.sum-or-mean 3: dimension: first: n → p",
        "equivalence.sum-or-mean 3: sign: first: -1 → 1",
        "equivalence.sum-or-mean 3: dimension: second: n → p",
        "equivalence.sum-or-mean 3: sign: second: -1 → 1 (2)",
    ],
    "true: without it neither problem has an optimiser, unless X = 0": [
        "matrix-form.same-problem 2: hypothesis: without orthonormal(B)",
        "matrix-form.same-problem 3: hypothesis: without orthonormal(B)",
    ],
    "false: the second objective, of P alone, is then unbounded; the search knows no such choice to be best": [
        "matrix-form.same-problem 2: hypothesis: without Eq(P, B*B.T)",
    ],
    "false: with all eigenvalues below 0, off both frames the trace is greater; such points are rarely met": [
        "trace-objective.ky-fan 2: hypothesis: without Eq(Q1*Q1.T + Q2*Q2.T, I)",
        "trace-objective.discarded 2: hypothesis: without Eq(Q1*Q1.T + Q2*Q2.T, I)",
    ],
    "open: neither a proof nor a point was found; singular vectors in two frames are rarely met": [
        "trace-objective.unique-subspace 3: hypothesis: without orthonormal(Q1)",
        "svd.same-projector 1: transpose: right: Sigma1.T → Sigma1",
        "svd.same-projector 2: transpose: right: Sigma2 → Sigma2.T",
        "svd.same-projector 3: hypothesis: without Eq(V1*V1.T + V2*V2.T, I)",
        "svd.scores 1: transpose: right: Sigma1 → Sigma1.T",
        "svd.scores 3: sign: left side negated",
        "svd.scores 3: dimension: left: n → 1",
        "svd.scores 3: dimension: right: n → p",
        "svd.scores 3: transpose: right: Sigma1 → Sigma1.T (2)",
        "svd.eckart-young 1: hypothesis: without orthonormal(B)",
        "svd.same-projector 1: transpose: right: Sigma1 → Sigma1.T",
        "svd.scores 3: constant: left side twice",
        "svd.scores 3: sign: left: -1 → 1",
        "svd.scores 3: sign: left: (-1/n)*1 + I → (-1/n)*1 - I",
        "svd.scores 3: dimension: right: n → 1",
        "svd.eckart-young 1: hypothesis: without Eq(Y, X*B + Z)",
        "deflation.storage 2: term: right: |1|^2 + |1|^2 → |1|^2",
        "deflation.storage 3: term: right: n + p → n",
        "algorithms.four-routes 3: hypothesis: without symmetric(Sigma)",
        "trace-objective.unique-subspace 1: hypothesis: without orthonormal(Q1)",
        "trace-objective.unique-subspace 2: hypothesis: without orthonormal(Q1)",
        "svd.same-projector 1: transpose: right: Sigma1 → Sigma1.T (2)",
        "svd.scores 3: sign: right side negated",
        "svd.scores 3: constant: left: -1 → 0",
    ],
    "false: at a point that the search meets only with luck": [
        "deflation.next-direction-always-orthogonal 1: hypothesis: without unit(v)",
    ],
}
SURVIVORS = {name: why for why, names in BECAUSE.items() for name in names}
