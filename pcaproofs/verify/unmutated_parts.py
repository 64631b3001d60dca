"""Parts of claims that no mutant hits yet but for changes of scale: to shrink to nothing, and then to be deleted."""

NOT_YET_HIT: dict[str, tuple[int, ...]] = {
    "matrix-form.trace-objective": (1, 3, 4, 6, 7),
    "matrix-form.trace-rules": (1, 2, 3, 6, 7),
    "matrix-form.variance-chain": (1, 2, 3),
    "stationarity.eigenvector": (4,),
    "stationarity.every-eigenvector": (5,),
    "trace-objective.weights": (4, 5),
    "trace-objective.problems": (1, 4, 5, 7),
    "svd.eckart-young": (3,),
    "deflation.deflated-covariance": (1,),
    "deflation.finished": (3,),
    "deflation.storage": (3, 4),
    "deflation.worked-example": (4,),
    "explained.uncentred-scores": (1,),
}

# parts, and sizes at which their hypotheses hold nowhere although the claim does not say so in excludes
NOT_YET_EXCLUDED: dict[str, tuple[tuple[int, str], ...]] = {
    "trace-objective.ky-fan": ((1, "d = p"), (2, "d = p")),
    "trace-objective.problems": ((6, "d = 1"),),
    "trace-objective.rotated-optimum": ((3, "d = p"),),
    "trace-objective.unique-subspace": ((1, "d = p"), (2, "d = p"), (3, "d = p")),
    "trace-objective.discarded": ((1, "d = p"), (2, "d = p")),
    "svd.same-projector": ((1, "n < p"), (1, "d = p"), (2, "n < p"), (2, "d = p"), (3, "d = p")),
    "svd.scores": ((1, "n < p"), (1, "d = p"), (3, "n < p"), (3, "d = p"), (2, "n < p"), (2, "d = p")),
    "svd.eckart-young": ((3, "d = p"), (2, "d = p"), (4, "d = p")),
    "explained.ratio-is-error": (
        (4, "d = p"),
        (3, "d = p"),
    ),
    "algorithms.four-routes": ((6, "d = p"),),
}
