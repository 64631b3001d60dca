"""Changes of claims that are neither refuted nor proved, each with the reason.

true: the change is as true as the claim. false: it is not, and was not refuted. open: nobody knows.
"""

BECAUSE: dict[str, list[str]] = {
    "true: the right side is 0, so nothing changes; the proof cites deflation.in-the-span, and changes cite nothing": [
        "deflation.finished 3: sign: left side negated",
        "deflation.finished 3: constant: left side twice",
        "deflation.finished 3: sign: right side negated",
        "deflation.finished 3: constant: right side twice",
    ],
    "true: B = CM with an invertible M, since B has r independent columns; the proof needs the inverse of M": [
        "deflation.finished 3: hypothesis: without orthonormal(C)",
    ],
    "true: off the sphere the objective is no less than 16 either; the proof needs a case distinction": [
        "equivalence.six-samples 1: hypothesis: without unit(v)",
    ],
    "false: a least norm is attained where there is no greatest one; the search has no roots as variables": [
        "equivalence.norm-or-square 1: sense: the other sense",
    ],
    "true: 2r and r² have the same optimisers, r being >= 0; the kernel wants 2r >= 0 as a hypothesis": [
        "equivalence.norm-or-square 1: constant: first side twice",
    ],
    "false: the same, by a sign": [
        "equivalence.norm-or-square 1: sign: second side negated",
        "equivalence.norm-or-square 1: sign: second: -1 → 1",
        "equivalence.norm-or-square 1: sign: second: X - X*w*w.T → X + X*w*w.T",
        "equivalence.norm-or-square 1: sign: second: X - X*w*w.T → -X - X*w*w.T",
    ],
    "false: ‖X‖² does not depend on w, so every w is best for it; the search has no roots as variables": [
        "equivalence.norm-or-square 1: constant: second: -1 → 0",
        "equivalence.norm-or-square 1: term: second: X - X*w*w.T → X",
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
        "matrix-form.same-problem 4: hypothesis: without orthonormal(B)",
    ],
    "open: Q1 may have more columns than its range has dimensions": [
        "trace-objective.unique-subspace 1: hypothesis: without orthonormal(Q1)",
        "trace-objective.unique-subspace 2: hypothesis: without orthonormal(Q1)",
        "trace-objective.gap 1: hypothesis: without orthonormal(Q1)",
    ],
    "false: a direction that neither Q1 nor Q2 has may be the best one; met only with three features": [
        "trace-objective.unique-subspace 1: hypothesis: without Eq(Q1*Q1.T + Q2*Q2.T, I)",
        "trace-objective.unique-subspace 2: hypothesis: without Eq(Q1*Q1.T + Q2*Q2.T, I)",
    ],
    "true: it follows from the others, as the gap's proof shows; the proof that cites the gap does not assume so": [
        "trace-objective.unique-subspace 1: hypothesis: without orthonormal(Q2)",
        "trace-objective.unique-subspace 2: hypothesis: without orthonormal(Q2)",
        "trace-objective.unique-subspace 1: hypothesis: without Eq(Q1.T*Q2, 0)",
        "trace-objective.unique-subspace 2: hypothesis: without Eq(Q1.T*Q2, 0)",
    ],
    "true: V1V1ᵀ = I - V2V2ᵀ is a projector, and has the rank of W1 because d + e can be no more than p": [
        "svd.same-projector 3: hypothesis: without orthonormal(V1)",
        "algorithms.four-routes 6: hypothesis: without orthonormal(V1)",
    ],
    "false: at four samples of three features, where X is centred and its frames are rational; a point met by luck": [
        "svd.scores 3: dimension: left: n → p",
        "svd.scores 3: dimension: right: n → p",
    ],
    "true: YBᵀ has rank d whatever B is, and no matrix of that rank is nearer; the proof wants a frame of its range": [
        "svd.eckart-young 1: hypothesis: without orthonormal(B)",
    ],
    "false: where Σ is an involution that is not symmetric; roots of a matrix are rarely met": [
        "algorithms.four-routes 3: hypothesis: without symmetric(Sigma)",
        "algorithms.four-routes 4: hypothesis: without symmetric(Sigma)",
    ],
}
SURVIVORS = {name: why for why, names in BECAUSE.items() for name in names}
