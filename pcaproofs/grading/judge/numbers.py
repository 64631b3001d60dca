"""Right values of scalar roles: component count and reconstruction error."""

import numpy as np

from pcaproofs.grading.judge.truth import Conventions, Facts


def shares(facts: Facts) -> "np.ndarray[tuple[int, ...], np.dtype[np.float64]]":
    """Cumulative explained variance ratios, (p,)."""
    return np.asarray(np.cumsum(facts.eigenvalues) / (facts.total or 1.0))


def component_count(facts: Facts, share: float, slack: float = 0.0) -> int:
    """The smallest number of components that explain a share of the variance, minus a slack."""
    enough = np.flatnonzero(shares(facts) >= share - slack)
    return int(enough[0]) + 1 if len(enough) else facts.p


def squared_error(facts: Facts, conventions: Conventions) -> float:
    """The squared error of a reconstruction from k components, in the units of the reconstruction."""
    if facts.standardise == "no" or conventions.reconstruction == "standardised":
        return float(facts.eigenvalues[facts.k :].sum())
    _, _, axes = facts.decomposed
    W = axes[: facts.k].T
    left = (facts.centred - facts.centred @ W @ W.T) * facts.units
    return float((left**2).sum())


def unit_of_error(facts: Facts, conventions: Conventions) -> float:
    """The divisor of the sum of squares in a reconstruction error, before the root."""
    if conventions.error == "relative":
        units = facts.units if conventions.reconstruction != "standardised" else np.ones(facts.p)
        return float(((facts.centred * units) ** 2).sum()) or 1.0
    entries = facts.n * facts.p
    return float({"mean": entries, "root": entries, "sum": 1, "sample": facts.n}[conventions.error])


def reconstruction_error(facts: Facts, conventions: Conventions) -> float:
    """The reconstruction error under the conventions."""
    error = squared_error(facts, conventions) / unit_of_error(facts, conventions)
    return float(np.sqrt(error)) if conventions.error == "root" else error
