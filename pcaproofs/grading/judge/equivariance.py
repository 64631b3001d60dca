"""Comparison of two runs: how the answer must change when the data are shifted, rotated, scaled or reordered.

The equations of `criteria` decide whether an answer is right. This module says more about a wrong one: if the answer to
shifted data is not the shifted answer, the mean was not subtracted. It also detects a divisor that changes from run to
run, which no single run shows.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from pcaproofs.grading.judge.answer import Judgement, unit_of
from pcaproofs.grading.judge.shapes import STRICT, ReadAs, UnfitError, canonical
from pcaproofs.grading.judge.truth import Conventions, Facts, Real, precision
from pcaproofs.grading.judge.units import exponent_of, in_units
from pcaproofs.grading.protocol import NOT_JUDGED, Array, RoleError, fault_of


@dataclass(frozen=True)
class Motion:
    """Samples x are mapped to s·Qx + c and reordered."""

    scale: float
    turn: Real
    shift: Real
    order: Real
    """Row i of the new data is row `order[i]` of the original."""

    def data(self, X: Real) -> Real:
        """The transformed data, n×p."""
        return np.asarray(self.scale * X[self.order.astype(int)] @ self.turn.T + self.shift)


@dataclass(frozen=True)
class Transformation:
    """A kind of motion; `make` gives one for n samples, p features and a seed."""

    name: str
    title: str
    claim: str
    make: Callable[[int, int, int], Motion]

    def applies(self, conventions: Conventions) -> bool:
        """Whether right answers are equivariant under these conventions: z-scores are not under rotations."""
        return self.name != "rotation" or conventions.standardise == "no"


def _motion(n: int, p: int, **changes: object) -> Motion:
    plain = {"scale": 1.0, "turn": np.eye(p), "shift": np.zeros(p), "order": np.arange(float(n))}
    return Motion(**(plain | changes))  # type: ignore[arg-type]


def _turn(n: int, p: int, seed: int) -> Motion:
    """Rotation of each feature and the next by the angle of the 3-4-5 triangle, so that all features mix."""
    Q = np.eye(p)
    for first in range(p - 1):
        step = np.eye(p)
        step[first : first + 2, first : first + 2] = [[0.6, -0.8], [0.8, 0.6]]
        Q = step @ Q
    return _motion(n, p, turn=Q[np.roll(np.arange(p), seed % p)])


TRANSFORMATIONS = {
    each.name: each
    for each in (
        Transformation(
            "shift",
            "Moving all samples alike changes nothing but the mean",
            "centering.idempotent",
            lambda n, p, seed: _motion(n, p, shift=10.0 + 7 * np.arange(p) + seed % 5),
        ),
        Transformation("rotation", "Turning the data turns the components with them", "spectral.trace-is-sum", _turn),
        Transformation(
            "scale",
            "Data in other units have the same components, and variances in these units",
            "equivalence.sum-or-mean",
            lambda n, p, seed: _motion(n, p, scale=2.0**-6),
        ),
        Transformation(
            "permutation",
            "The order of the samples does not matter",
            "matrix-form.trace-objective",
            lambda n, p, seed: _motion(n, p, order=np.random.default_rng(seed).permutation(n).astype(float)),
        ),
    )
}

COMPARED = (
    "mean",
    "centered",
    "covariance",
    "components",
    "explained_variance",
    "explained_variance_ratio",
    "projection",
    "scores",
    "reconstruction",
)
"""Roles whose transformation is implemented."""
Roles = Mapping[str, Array | RoleError]


def compare(
    transformation: Transformation,
    motion: Motion,
    before: tuple[Facts, Roles],
    after: tuple[Facts, Roles],
    conventions: Conventions,
    reading: ReadAs = STRICT,
) -> Judgement:
    """The finding on two answers, to the original and to transformed data.

    Passes if an eigenvalue gap is too small to decide.
    """
    detail = ""
    gone = {role for role in before[1] if all(_is_missing(roles.get(role)) for _, roles in (before, after))}
    for role in before[1]:
        if role in gone and len(gone) < len(before[1]):  # its own criteria say so; the others can still be compared
            continue
        try:
            old, new = (canonical(role, roles[role], facts, conventions, reading) for facts, roles in (before, after))
        except UnfitError as error:
            detail = f"{role} has no usable value: {error}"
            break
        except KeyError:
            detail = f"{role} has no value"
            break
        eps = max(precision(values[role]) for _, values in (before, after))  # type: ignore[arg-type]
        try:
            with np.errstate(all="ignore"):
                moved = _moved(role, motion, (before[0], old), (after[0], new), eps, conventions)
        except Exception as error:
            name = f"equivariance.{transformation.name}"
            return Judgement(name, False, transformation.claim, NOT_JUDGED, fault_of(error))
        if not moved:
            detail = f"{role}: the answer to the moved data is not the moved answer"
            break
    return Judgement(f"equivariance.{transformation.name}", not detail, transformation.claim, detail)


def _is_missing(value: Array | RoleError | None) -> bool:
    return value is None or isinstance(value, RoleError)


def _moved(
    role: str,
    motion: Motion,
    original: tuple[Facts, Real],
    transformed: tuple[Facts, Real],
    eps: float,
    conventions: Conventions,
) -> bool:
    """Whether one role's value is transformed correctly; axes are compared by their projectors, which have no sign."""
    if role not in COMPARED:
        return True
    (before, old), (after, new) = original, transformed
    unit = unit_of(old, new)
    old, new, shift = old / unit, new / unit, motion.shift / unit
    before, after = (in_units(facts, exponent_of(facts)) for facts in (before, after))
    Q, order = motion.turn, motion.order.astype(int)
    s = motion.scale if before.standardise == "no" else 1.0  # z-scores have no unit
    slack = max(4 * facts.scatter_error(eps) / (float(facts.eigenvalues[0]) or 1.0) for facts in (before, after))
    if role in ("components", "scores", "projection", "reconstruction"):
        if after.k < after.p:
            gap = float(after.eigenvalues[after.k - 1] - after.eigenvalues[after.k]) / (after.eigenvalues[0] or 1.0)
            slack = slack / gap if gap > 0 else np.inf
        if slack > 0.01 or float(after.skewness(eps).max(initial=0.0)) > 0.01:
            return True
    factors = {
        "explained_variance": (s**2, abs(s)),
        "standard_deviations": (abs(s),),
        "eigenvalue_matrix": (s**2, abs(s)),
        "reconstruction_error": (1.0,) if conventions.error == "relative" else (s**2, abs(s)),
    }
    if role in factors:
        return any(_same(new, factor * old, slack) for factor in factors[role])
    if role in ("zca", "whitened", "component_count", "kernel", "kernel_scores"):
        return True  # epsilon and gamma have the unit of the data; the others are within rounding of a border
    wanted = {
        "mean": lambda: motion.scale * Q @ old + shift,
        "centered": lambda: s * old[order] @ Q.T,
        "feature_deviations": lambda: abs(motion.scale) * old,
        "standardised": lambda: old[order],
        "covariance": lambda: s**2 * Q @ old @ Q.T,
        "components": lambda: Q @ old @ old.T @ Q.T,
        "explained_variance_ratio": lambda: old,
        "projection": lambda: Q @ old @ Q.T,
        "scores": lambda: s**2 * (old @ old.T)[np.ix_(order, order)],
        "reconstruction": lambda: {
            "data": motion.scale * old[order] @ Q.T + shift,
            "centred": motion.scale * old[order] @ Q.T,
            "standardised": s * old[order] @ Q.T,
        }[conventions.reconstruction],
    }[role]()
    got = new @ new.T if role in ("components", "scores") else new
    return _same(got, wanted, slack)


def _same(got: Real, wanted: Real, slack: float) -> bool:
    size = max(float(np.abs(wanted).max(initial=0.0)), float(np.abs(got).max(initial=0.0)))
    return bool(np.abs(got - wanted).max(initial=0.0) <= slack * got.size * size)
