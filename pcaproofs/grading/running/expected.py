"""Right values that are given to a task which builds on others, so that a mistake costs points in its own task only."""

import functools

import numpy as np

from pcaproofs.grading.assignment.names import PARAMETERS
from pcaproofs.grading.data.datasets import DataSet
from pcaproofs.grading.data.ground_truth import facts_for
from pcaproofs.grading.judge import Conventions, Facts
from pcaproofs.grading.judge.answer import Case
from pcaproofs.grading.judge.criteria import divisors, zca
from pcaproofs.grading.judge.kernels import gamma_of, kernel_of
from pcaproofs.grading.judge.numbers import component_count, reconstruction_error
from pcaproofs.grading.judge.shapes import reversed_components
from pcaproofs.grading.judge.truth import Real
from pcaproofs.grading.judge.units import conventions_in_units, degree, exponent_of, in_units
from pcaproofs.grading.protocol import Array, Scalar


def parameter(name: str, data: DataSet, conventions: Conventions) -> Scalar:
    """A numeric convention that a call is given; raises KeyError for another name."""
    if name == "gamma":
        with np.errstate(all="ignore"):
            return gamma_of(facts_for(data, conventions), conventions)
    value: Scalar = {key: getattr(conventions, key) for key in PARAMETERS}[name]
    return value


@functools.lru_cache(maxsize=4096)
def right_value(role: str, data: DataSet, conventions: Conventions) -> Array:
    """A role's right value under the conventions, samples in rows; free conventions get their usual value.

    Raises KeyError for an unknown role. The array is read-only.
    """
    facts = facts_for(data, conventions)
    exponent = exponent_of(facts)
    with np.errstate(all="ignore"):  # what float64 cannot represent is infinite or 0
        rules = conventions_in_units(facts, conventions, exponent)
        value = np.asarray(_value(role, in_units(facts, exponent), rules))
        value = np.ldexp(value, exponent * degree(role, conventions)) if exponent else value
    if conventions.order == "increasing":
        value = reversed_components(role, value)
    value = np.array(value.T if role == "components" and conventions.components == "rows" else value)
    value.setflags(write=False)
    return value


def _value(role: str, facts: Facts, conventions: Conventions) -> Real | float | int:
    n = facts.n
    scale = {"n": 1 / n, "scatter": 1.0, "singular": 1.0}.get(conventions.scale, 1 / (n - 1))
    divisor = {"n": 1 / n, "scatter": 1.0}.get(conventions.covariance, 1 / (n - 1))
    variances = np.sqrt(facts.leading) if conventions.scale == "singular" else facts.leading * scale
    case = Case(facts, conventions, {}, 2.0**-52)
    if role in ("components", "projection", "scores", "whitened", "reconstruction", "scores_new", "reconstruction_new"):
        return _of_axes(role, case)
    if role in ("kernel", "kernel_scores"):
        known = kernel_of(facts, conventions)
        if role == "kernel":
            return known.centred if conventions.kernel_matrix == "centred" else known.raw
        lengths = 1.0 if conventions.kernel_scale == "unit" else np.sqrt(known.values)
        return np.asarray(_mixed(known.vectors) * lengths)
    values = {
        "mean": lambda: facts.mean,
        "centered": lambda: facts.centred,
        "feature_deviations": lambda: (
            np.linalg.norm(facts.X - facts.mean, axis=0) / np.sqrt(n if facts.standardise == "n" else n - 1)
        ),
        "standardised": lambda: facts.centred,
        "covariance": lambda: facts.scatter * divisor,
        "explained_variance": lambda: variances,
        "standard_deviations": lambda: np.sqrt(facts.leading * scale),
        "eigenvalue_matrix": lambda: np.diag(variances),
        "explained_variance_ratio": lambda: facts.leading / (facts.total or 1.0),
        "component_count": lambda: component_count(facts, conventions.share, 1e-12),
        "zca": lambda: next(zca(case)),
        "reconstruction_error": lambda: reconstruction_error(facts, conventions),
    }
    return values[role]()


def _of_axes(role: str, case: Case) -> Real:
    facts, conventions = case.facts, case.conventions
    axes = facts.decomposed[2]
    if len(axes) < facts.k:
        axes = np.linalg.svd(facts.centred, full_matrices=True)[2]
    W = _signed(np.asarray(axes[: facts.k].T, dtype=np.float64), conventions)
    Z = facts.centred @ W
    if role == "whitened":
        sizes = next(divisors(case, facts.leading))
        return np.asarray(Z / np.where(sizes > 0, sizes, 1.0))
    Z_new = facts.new @ W
    units = 1.0 if conventions.reconstruction == "standardised" else facts.units
    mean = facts.mean if conventions.reconstruction == "data" else 0.0
    values = {
        "components": lambda: W,
        "projection": lambda: W @ W.T,
        "scores": lambda: Z,
        "reconstruction": lambda: Z @ W.T * units + mean,
        "scores_new": lambda: Z_new,
        "reconstruction_new": lambda: Z_new @ W.T * units + mean,
    }
    return np.asarray(values[role]())


def _signed(W: Real, conventions: Conventions) -> Real:
    """Axes with the signs of the sign convention.

    With alternating signs if it is free, so that no code can rely on them.
    """
    lead = {
        "largest-positive": W[np.abs(W).argmax(axis=0), np.arange(W.shape[1])],
        "first-positive": W[0],
        "sum-positive": W.sum(axis=0),
    }.get(conventions.sign)
    return _mixed(W) if lead is None else np.asarray(W * np.where(lead < 0, -1.0, 1.0))


def _mixed(W: Real) -> Real:
    return np.asarray(W * np.resize([-1.0, 1.0], W.shape[1]))
