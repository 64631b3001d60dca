"""Criteria, their findings, and the wording of messages."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np

from pcaproofs.grading.judge.answer import Case
from pcaproofs.grading.judge.truth import Conventions, Real


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
