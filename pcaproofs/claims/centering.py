"""The centring matrix H = I − 11ᵀ/n: what centring does, for every number of samples."""

import numpy as np
from sympy import Eq, Identity, MatrixSymbol, OneMatrix, Symbol, ZeroMatrix

from pcaproofs.language.conclusions import equal
from pcaproofs.language.hypotheses import centered
from pcaproofs.language.nodes import basis, inner
from pcaproofs.verify.claim import claim, given, note
from pcaproofs.verify.mutants import flip_sign, right_times, swap, without

n = Symbol("n", positive=True, integer=True)
one = OneMatrix(n, 1)
v = MatrixSymbol("v", n, 1)
H = Identity(n) - one * one.T / n
mean_of_v = inner(one, v) / n


def _H(case, bench):  # type: ignore[no-untyped-def]
    """H as the reference applies it: column by column to the identity."""
    return bench.center(np.eye(case.n))


symmetric = claim(
    "centering.symmetric",
    show=equal(H.T, H),
    prose="Centring is symmetric: the mean of one vector weighs against another as the other's mean does against it.",
    said_in=[note("004", 69)],
    numeric=lambda case, bench: bench.same(_H(case, bench), _H(case, bench).T, steps=bench.product(case.n), scale=1),
    wrong=["first sample for mean"],
    mutants=[right_times(2), right_times(-1)],
)


idempotent = claim(
    "centering.idempotent",
    show=Eq(H * H, H),
    prose="Centring twice changes nothing: what is centred has mean zero already.",
    said_in=[note("004", 69, 71)],
    numeric=lambda case, bench: bench.same(
        bench.center(bench.center(case.X)),
        bench.center(case.X),
        steps=4 * bench.product(case.n),
        scale=bench.norm(case.X),
    ),
    wrong=["divisor off by one"],
    mutants=[swap(1 / n, 1), swap(1 / n, 2 / n), flip_sign(one * one.T), right_times(-1)],
)


i, j = basis(n, "i"), basis(n, "j")
entries = claim(
    "centering.entries",
    show=[equal(i.T * H * i, 1 - 1 / n), equal(i.T * H * j, -1 / n)],
    prose="Entry by entry, H has 1 − 1/n on its diagonal and −1/n everywhere else.",
    said_in=[note("004", 63)],
    numeric=lambda case, bench: bench.same(
        _H(case, bench), np.eye(case.n) - 1 / case.n, steps=bench.product(case.n), scale=case.n
    ),
    wrong=["first sample for mean", "divisor off by one", "uncentred"],
    mutants=[right_times(2), swap(1 / n, 1, right=True), right_times(-1)],
)


action = claim(
    "centering.action",
    show=equal(H * v, v - mean_of_v * one),
    prose="H takes from every coordinate of a vector the average of all its coordinates.",
    said_in=[note("004", 77, 79)],
    numeric=lambda case, bench: bench.same(
        bench.center(case.X),
        case.X - np.ones((case.n, 1)) * case.X.mean(axis=0),
        steps=4 * bench.product(case.n),
        scale=bench.norm(case.X),
    ),
    wrong=["median for mean", "first sample for mean", "centred along the wrong axis"],
    mutants=[flip_sign(inner(one, v)), swap(1 / n, 1, right=True), right_times(2)],
)


range_ = claim(
    "centering.range",
    show=[
        equal(one.T * H * v, ZeroMatrix(1, 1)),
        given(equal(H * v, v), centered(v)),
        equal(H * one, ZeroMatrix(n, 1)),
    ],
    prose="What comes out of H has mean zero, and what has mean zero passes unchanged: its range is exactly 1⊥.",
    said_in=[note("004", 81, 83)],
    numeric=lambda case, bench: (
        bench.same(bench.center(case.Xc), case.Xc, steps=4 * bench.product(case.n), scale=bench.norm(case.Xc)),
        bench.same(
            bench.center(case.X).sum(axis=0),
            np.zeros(case.p),
            steps=4 * bench.product(case.n, case.n),
            scale=bench.norm(case.X),
        ),
    ),
    wrong=["uncentred", "median for mean"],
    mutants=[without("centered"), swap(1 / n, 1 / (2 * n)), right_times(2)],
)
