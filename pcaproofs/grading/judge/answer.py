"""An answer in canonical form, and the error bounds that its criteria share."""

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import numpy as np

from pcaproofs.grading.judge.truth import Conventions, Facts, Real


def lengths_of(Z: Real) -> Real:
    """The length of each column, of numbers of any size."""
    largest = np.abs(Z).max(axis=0, initial=0.0)
    return np.asarray(largest * np.linalg.norm(_over_largest(Z), axis=0))


def directions_of(W: Real) -> Real:
    """The columns scaled to length 1, of numbers of any size; 0 stays 0."""
    W = _over_largest(W)
    lengths = np.linalg.norm(W, axis=0)
    return np.asarray(W / np.where(lengths > 0, lengths, 1.0))


def _over_largest(Z: Real) -> Real:
    largest = np.abs(Z).max(axis=0, initial=0.0)
    return np.asarray(Z / np.where(largest > 0, largest, 1.0))


def unit_of(*arrays: Real) -> float:
    """The power of two at the largest number of some arrays; 1 if all are 0.

    Comparisons of products with answers of any size are made in this unit, and their bounds are relative to it: an
    absolute bound holds for anything that is small enough.
    """
    largest = max(float(np.abs(array).max(initial=0.0)) for array in arrays)
    return 2.0 ** min(math.frexp(largest)[1], 1023) if largest > 0 and math.isfinite(largest) else 1.0


def is_constant(Z: Real, eps: float) -> Real:
    """Whether each column holds one number, up to rounding."""
    return np.asarray(np.ptp(Z, axis=0) <= 4 * eps * np.abs(Z).max(axis=0, initial=0.0))


def to_size(Z: Real, values: Real, error: float) -> Real:
    """Factors that give each column of Z minus its mean the squared length that right scores have.

    1 where it has about this length, where the length is within rounding, and where the column does not vary. Equations
    that hold for every multiple of right scores hold within their bounds for anything that is small enough, so columns
    are brought to their size first.
    """
    lengths = lengths_of(Z - Z.mean(axis=0))
    wanted = np.sqrt(np.maximum(values, 0.0))
    off = (lengths < wanted / _ABOUT) | (lengths > wanted * _ABOUT)
    factors = wanted / np.where(lengths > 0, lengths, 1.0)
    factors = np.where((values > _TOLD * error) & (lengths > 0) & off, factors, 1.0)
    return np.where(np.isfinite(lengths), factors, np.nan)  # what overflows satisfies no equation


_ABOUT = 1.5
_DIRECTED = ("components", "scores", "whitened")
_TOLD = 10.0
"""Multiple of the error bound from which a variance is more than rounding."""


@dataclass(frozen=True, eq=False)
class Case:
    """An answer in canonical form: real, with its role's shape, components in columns, largest first.

    What several criteria ask of it is computed once.
    """

    facts: Facts
    conventions: Conventions
    roles: Mapping[str, Real]
    eps: float
    """Rounding unit of the least precise value that the criterion is about; other values do not widen bounds."""
    _said: dict[str, str] = field(default_factory=dict, repr=False)
    """By role: the message of `without_direction`."""

    @cached_property
    def error(self) -> float:
        """Error bound of a right program's scatter matrix."""
        return self.facts.scatter_error(self.eps)

    @cached_property
    def data_error(self) -> float:
        """Error bound of a right program's centred data."""
        return self.facts.data_error(self.eps)

    @cached_property
    def new_error(self) -> float:
        """Error bound of a right program's new samples after centring."""
        facts = self.facts
        share = float(np.linalg.norm(facts.new_data / facts.units)) / (facts.size or 1.0)
        reach = float(np.linalg.norm(facts.new)) / (float(np.sqrt(facts.eigenvalues[0])) or 1.0)
        return 2 * self.data_error * max(1.0, share, reach)

    def stored_error(self, role: str) -> float:
        """Error of a role's values from their element type alone, which matters for data far from 0."""
        if role != "reconstruction":
            return self.eps * float(np.linalg.norm(self.facts.mean))
        own = float(np.abs(self.roles[role] / self.facts.units).max(initial=0.0)) if role in self.roles else np.inf
        return self.eps * min(self.facts.size, own * float(np.sqrt(self.facts.X.size)))

    @cached_property
    def unit_error(self) -> float:
        """Error bound of products of unit vectors."""
        return 4 * (self.facts.p + self.facts.k) * self.eps + 2 * self.facts.accuracy

    @cached_property
    def scores_error(self) -> float:
        """Error bound of products of columns of scores."""
        return self.error + 2 * float(np.sqrt(self.facts.eigenvalues[0])) * self.data_error

    @property
    def skewness(self) -> Real:
        """Allowed deviation of each pair of axes from a right angle in addition to `unit_error`, k×k."""
        if self.conventions.ties == "orthonormal":
            return np.zeros((self.facts.k, self.facts.k))
        return self.facts.skewness(self.eps)

    @cached_property
    def units(self) -> tuple[Real, Real]:
        """The components scaled to length 1 (0 stays 0), and the scatter along each, in the requested order."""
        W = directions_of(self.roles["components"])
        along = np.einsum("ij,ij->j", W, self.facts.scattered(W))
        if self.conventions.order == "any":
            order = np.argsort(-along, kind="stable")
            return W[:, order], along[order]
        return W, along

    def prepared(self) -> tuple[Real, ...]:
        """The possible standardised data: constant features 0 or unchanged."""
        facts, asked = self.facts, self.conventions.constant
        unchanged = np.where(facts.constant, facts.X, facts.centred)
        if facts.standardise == "no" or asked == "zero":
            return (facts.centred,)
        return (unchanged,) if asked == "unchanged" else (facts.centred, unchanged)

    @cached_property
    def scores(self) -> Real:
        """The scores minus their means, in the requested order; one criterion checks that the means are 0."""
        return np.asarray(self._ordered_scores - self._ordered_scores.mean(axis=0))

    @cached_property
    def sized_scores(self) -> Real:
        """`scores`, each brought to its size."""
        return np.asarray(self.scores * to_size(self.scores, self.facts.leading, self.scores_error))

    def score_means(self) -> Real:
        """The mean of each column of the scores, each brought to its size, in the requested order."""
        Z = self._ordered_scores
        return np.asarray(Z.mean(axis=0) * to_size(Z, self.facts.leading, self.scores_error))

    @cached_property
    def _ordered_scores(self) -> Real:
        Z = self.roles["scores"]
        if self.conventions.order == "any":
            Z = Z[:, np.argsort(-lengths_of(Z - Z.mean(axis=0)), kind="stable")]
        return Z

    def without_direction(self, roles: Collection[str]) -> str:
        """A message if a component or its scores are zero: many equations hold then, but it is no direction."""
        return next(filter(None, (self._said_of(role) for role in _DIRECTED if role in roles)), "")

    def _said_of(self, role: str) -> str:
        if role not in self._said:
            if role == "components":
                largest = np.abs(self.roles[role]).max(axis=0)
                zero = f"component {int(np.argmin(largest)) + 1} is 0 throughout, which is no direction"
                self._said[role] = "" if largest.all() else zero
            else:
                self._said[role] = self.without_variation(role, self.facts.leading, self.scores_error)
        return self._said[role]

    def without_variation(self, role: str, values: Real, error: float) -> str:
        """A message if scores do not vary from sample to sample, where their variances are more than an error."""
        Z = self.roles[role]
        same = np.flatnonzero(is_constant(Z, self.eps))
        flat = np.count_nonzero(values <= error)  # where they are right
        if len(same) <= flat:
            return ""
        what = "the same for all samples" if Z[:, same[0]].any() else "0 throughout"
        return f"the scores of component {same[0] + 1} are {what}, though the data vary along it"

    def falling(self, role: str) -> Real:
        """One number for each component, largest first if the order is free."""
        values = self.roles[role]
        return np.sort(values)[::-1] if self.conventions.order == "any" else values


# Criteria, their findings, and the wording of messages


@dataclass(frozen=True)
class Judgement:
    """The finding of one criterion: passed or not, one sentence, and the claim that the criterion is based on."""

    criterion: str
    passed: bool
    claim: str
    detail: str = ""
    fault: str = ""
    """The error of the grader itself for which nothing was found; then it has not passed."""


@dataclass(frozen=True)
class Criterion:
    """One check of some roles; `check` gives a message, empty if it holds."""

    name: str
    roles: tuple[str, ...]
    claim: str
    check: Callable[[Case], str]
    title: str
    """What holds for a right answer, in a few words."""

    def applies(self, roles: Mapping[str, object], conventions: Conventions) -> bool:
        """Whether the criterion applies to an answer with these roles under these conventions."""
        if self.name == "components.sign":
            return "components" in roles and conventions.sign != "free"
        if self.name.endswith(".order"):
            return self.roles[0] in roles and conventions.order != "any"
        return all(role in roles for role in self.roles)


def within(distance: float, bound: float, words: str) -> str:
    """The words if a distance exceeds its bound or is NaN; otherwise empty."""
    return "" if distance <= bound else words


def far(got: Real, wanted: Real, bound: float, name: str, unit: float = 1.0) -> str:
    """A message with the entry in which two arrays differ most, if they differ by more than the bound.

    unit: by which the numbers were divided before.
    """
    distance = np.abs(got - wanted)
    if float(np.linalg.norm(distance)) <= bound:
        return ""
    place = np.unravel_index(int(np.argmax(distance)), distance.shape)
    index = ", ".join(str(number + 1) for number in place)
    one, other = apart(float(got[place]) * unit, float(wanted[place]) * unit)
    return f"{name} {index}: got {one}, but should be {other}"


def apart(got: float, wanted: float, kind: Literal["g", "%"] = "g", digits: int = 6) -> tuple[str, str]:
    """Two numbers, or percentages, with as many digits as are needed to show that they differ."""
    for more in range(digits, 18):
        one, other = f"{got:.{more}{kind}}", f"{wanted:.{more}{kind}}"
        if one != other:
            break
    return one, other


def falling(values: Real, case: Case) -> str:
    """A message if a variance exceeds the one before it by more than rounding, or if all are the same as no data's."""
    leading, error = case.facts.leading, case.error
    if not values.any() and leading[0] > error:
        return "all are 0, though the data vary"
    size = float(np.abs(values).max())
    rounding = 2 * error / (leading[0] or 1.0) * size  # relative: what is small enough is within any other bound
    if len(values) > 1 and np.ptp(values) <= rounding and leading[0] - leading[-1] > 2 * error:
        return "all are the same, though the data vary along one component more than along another"
    if leading[0] > error and not _LEAST * min(leading[0], 1.0) / case.facts.n < size < _MOST * max(leading[0], 1.0):
        return "they are not of the size that variances of these data have"
    if values.min() < -rounding:
        return f"component {int(np.argmin(values)) + 1} has a negative variance"
    return non_increasing(values, rounding)


_LEAST, _MOST = 1e-6, 1e6
"""Bounds of numbers that may be variances of data in ordinary units, whatever their divisor, or their roots."""


def non_increasing(values: Real, bound: float) -> str:
    """A message if a value exceeds the one before it by more than the bound."""
    rises = np.flatnonzero(~(np.diff(values) <= bound))
    return f"component {rises[0] + 2} has more variance than component {rises[0] + 1}" if len(rises) else ""
