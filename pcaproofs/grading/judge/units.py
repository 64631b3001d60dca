"""Data and answers of extreme size, in a unit in which no product of theirs overflows or underflows.

The unit is a power of two, so the change of units is exact. Data of ordinary size keep theirs.
"""

import math
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from pcaproofs.grading.judge.truth import Conventions, Facts, Real, gamma_of

_ORDINARY = 100
"""The largest power of two, in size, of which the criteria's products (of up to six factors) stay far from the limits
of float64.
"""


def exponent_of(facts: Facts) -> int:
    """The exponent of the power of two that is the unit of the data; 0 for data of ordinary size."""
    largest = float(np.abs(facts.X).max(initial=0.0))
    exponent = math.frexp(largest)[1] if math.isfinite(largest) else 0
    return exponent if abs(exponent) > _ORDINARY else 0


def in_units(facts: Facts, exponent: int) -> Facts:
    """The facts on the data over 2 to the exponent, cached."""
    if not exponent:
        return facts
    if "in units" not in facts.derived:
        new = None if facts.X_new is None else np.ldexp(facts.X_new, -exponent)
        facts.derived["in units"] = replace(facts, X=np.ldexp(facts.X, -exponent), X_new=new)
    found: Facts = facts.derived["in units"]
    return found


def conventions_in_units(facts: Facts, conventions: Conventions, exponent: int) -> Conventions:
    """The conventions for the data in these units: γ and ε are measured in them."""
    if not exponent:
        return conventions
    power = 2 if conventions.epsilon_in == "variance" else 1
    return replace(
        conventions,
        gamma=float(np.ldexp(gamma_of(facts, conventions), 2 * exponent)),
        epsilon=float(np.ldexp(conventions.epsilon, -power * exponent)),
    )


def degree(role: str, conventions: Conventions) -> int:
    """The power of the data's unit in which a role is measured."""
    if role in ("mean", "feature_deviations"):
        return 1
    in_data = conventions.reconstruction != "standardised"
    squared = {"root": 1, "relative": 0}.get(conventions.error, 2)
    if conventions.standardise != "no":
        powers = {"reconstruction": 1, "reconstruction_new": 1, "reconstruction_error": squared}
        return int(in_data) * powers.get(role, 0)
    linear = conventions.kernel == "linear"
    variance = 1 if conventions.scale == "singular" else 2
    return {
        "centered": 1,
        "covariance": 2,
        "explained_variance": variance,
        "eigenvalue_matrix": variance,
        "standard_deviations": 1,
        "scores": 1,
        "scores_new": 1,
        "reconstruction": 1,
        "reconstruction_new": 1,
        "reconstruction_error": squared,
        "kernel": 2 * linear,
        "kernel_scores": int(linear and conventions.kernel_scale != "unit"),
    }.get(role, 0)


def roles_in_units(roles: Mapping[str, Real], conventions: Conventions, exponent: int) -> dict[str, Real]:
    """Values in the unit of the data."""
    return {role: np.ldexp(value, -exponent * degree(role, conventions)) for role, value in roles.items()}
