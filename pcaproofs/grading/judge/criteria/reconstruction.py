"""Criteria of the reconstruction, n×p."""

import numpy as np

from pcaproofs.grading.judge.answer import Case, is_constant, unit_of
from pcaproofs.grading.judge.criteria.scores import agree_error
from pcaproofs.grading.judge.criterion import Criterion, apart, far, within
from pcaproofs.grading.judge.truth import Real


def without_mean(case: Case, R: Real) -> Real:
    """A reconstruction minus the mean, in the units of the centred data."""
    facts, kind = case.facts, case.conventions.reconstruction
    mean = facts.mean if kind == "data" else 0.0
    return np.asarray((R - mean) / (1.0 if kind == "standardised" else facts.units))


def _reconstruction(case: Case) -> Real:
    return without_mean(case, case.roles["reconstruction"])


def _variation(case: Case) -> tuple[float, Real]:
    """The largest singular value of a reconstruction minus its own mean, and that matrix over this value."""
    R = case.roles["reconstruction"] / (1.0 if case.conventions.reconstruction == "standardised" else case.facts.units)
    unit = unit_of(R)
    V = R / unit - (R / unit).mean(axis=0)
    own = unit_of(V)
    largest = float(np.linalg.norm(V / own, 2))
    return largest * own * unit, np.asarray(V / own / (largest or 1.0))


def _reconstruction_error(case: Case) -> str:
    facts = case.facts
    lost = float(np.linalg.norm(facts.centred - _reconstruction(case)) ** 2)
    least = float(facts.eigenvalues[facts.k :].sum())
    rounding = case.data_error + case.stored_error("reconstruction")
    bound = 2 * facts.k * case.error + 2 * np.sqrt(least) * rounding + rounding**2
    got, wanted = apart(lost, least)
    words = f"the squared error: got {got}, but should be {wanted}, the variance left out"
    return within(abs(lost - least), float(bound), words)


def _reconstruction_rank(case: Case) -> str:
    facts = case.facts
    if facts.k >= min(facts.n, facts.p):
        return ""
    R = _reconstruction(case)
    varying, V = _variation(case)
    sigma = float(np.sqrt(facts.eigenvalues[0]))
    if sigma > 10 * case.data_error and is_constant(case.roles["reconstruction"], case.eps).all():
        return "the reconstruction is the same for all samples"
    beyond = np.linalg.svd(R, compute_uv=False)[facts.k]
    if varying < sigma / 2:  # what is small enough fits into any dimensions, also beside the mean
        beyond = max(beyond * (sigma / max(varying, beyond)), sigma * np.linalg.svd(V, compute_uv=False)[facts.k])
    dimensions = "one dimension" if facts.k == 1 else f"{facts.k} dimensions"
    return within(
        float(beyond),
        2 * case.data_error + case.stored_error("reconstruction"),
        f"the reconstruction less the mean does not fit into {dimensions}",
    )


def _reconstruction_agree(case: Case) -> str:
    one, other = unit_of(case.roles["scores"]), unit_of(case.roles["components"])
    Z, W, R = case.roles["scores"] / one, case.roles["components"] / other, _reconstruction(case)
    sigma = float(np.sqrt(case.facts.eigenvalues[0])) or 1.0
    size = float(np.linalg.norm(W)) * float(np.linalg.norm(Z)) / sigma
    unit = max(unit_of(R), min(one * other, _LARGEST))
    factor = one / unit * other
    bound = factor * size * agree_error(case) + case.stored_error("reconstruction") / unit
    return far(R / unit, factor * (Z @ W.T), bound, "entry less the mean", unit)


_LARGEST = 2.0**1000


CRITERIA = (
    Criterion(
        "reconstruction.error",
        ("reconstruction",),
        "trace-objective.discarded",
        _reconstruction_error,
        "No more lost than the variance left out",
    ),
    Criterion(
        "reconstruction.rank",
        ("reconstruction",),
        "svd.eckart-young",
        _reconstruction_rank,
        "A reconstruction from as many components as asked for",
    ),
    Criterion(
        "reconstruction.agree",
        ("reconstruction", "scores", "components"),
        "projection.affine",
        _reconstruction_agree,
        "A reconstruction from the scores and the components",
    ),
)
