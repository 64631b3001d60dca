"""Criteria of the projector onto the components."""

import numpy as np

from pcaproofs.grading.judge.answer import Case, unit_of
from pcaproofs.grading.judge.criterion import Criterion, apart, far, within


def _projection(case: Case) -> str:
    """A projector of rank k that holds the most variance and commutes with S."""
    P, facts = case.roles["projection"], case.facts
    bound = case.unit_error
    error = 2 * facts.k * case.error + bound * facts.p * float(facts.eigenvalues[0])
    held, most = float(np.trace(P @ facts.scatter)), float(facts.leading.sum())
    kept, wanted = apart(held / (facts.total or 1.0), most / (facts.total or 1.0), "%", 1)
    trace = apart(float(np.trace(P)), facts.k)[0]
    return (
        within(float(np.abs(P - P.T).max()), bound, "P differs from Pᵀ, but a projector is symmetric")
        or within(float(np.abs(P @ P - P).max()), facts.p * bound, "P differs from P²: projecting twice moves again")
        or within(
            abs(float(np.trace(P)) - facts.k),
            facts.p * bound,
            f"the trace: got {trace}, but should be {facts.k}, the dimension",
        )
        or within(
            abs(held - most),
            error,
            f"P keeps {kept} of the variance, but should keep {wanted}",
        )
    )


def _projection_agree(case: Case) -> str:
    unit = unit_of(case.roles["components"])
    W, P = case.roles["components"] / unit, case.roles["projection"] / unit / unit
    bound = 2 * case.facts.k * case.unit_error * float((W**2).sum())
    return far(P, W @ W.T, bound, "entry", unit * unit)


CRITERIA = (
    Criterion(
        "projection.values",
        ("projection",),
        "projection.from-basis",
        _projection,
        "The projector onto the leading components",
    ),
    Criterion(
        "projection.agree",
        ("projection", "components"),
        "projection.from-basis",
        _projection_agree,
        "Projector and components of one kind: P = WWᵀ",
    ),
)
