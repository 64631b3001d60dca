"""The criterion of the reconstruction error."""

import numpy as np

from pcaproofs.grading.judge.answer import Case
from pcaproofs.grading.judge.criterion import Criterion, apart
from pcaproofs.grading.judge.numbers import reconstruction_error, squared_error, unit_of_error


def _error(case: Case) -> str:
    """The square of a root is judged, so that the bound is that of the sum of squares."""
    facts, rule = case.facts, case.conventions
    got = float(case.roles["reconstruction_error"])
    unit = unit_of_error(facts, rule)
    squared = (got * abs(got) if rule.error == "root" else got) * unit
    wanted = squared_error(facts, rule)
    rounding = case.data_error + case.stored_error("reconstruction")
    largest = float(facts.units.max()) ** 2 if rule.reconstruction != "standardised" else 1.0
    bound = (2 * facts.k * case.error + 2 * float(np.sqrt(facts.eigenvalues[facts.k :].sum())) * rounding) * largest
    if abs(squared - wanted) <= bound + rounding**2 * largest:
        return ""
    one, other = apart(got, reconstruction_error(facts, rule))
    return f"got {one}, but should be {other}"


CRITERIA = (
    Criterion(
        "reconstruction_error.values",
        ("reconstruction_error",),
        "trace-objective.discarded",
        _error,
        "The error of the reconstruction",
    ),
)
