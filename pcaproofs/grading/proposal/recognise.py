"""What an output is: the role whose equations it satisfies on every data set, and under which conventions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..datasets import DataSet
from ..job import Array, RoleError
from ..judge import ROLES, Conventions, Facts, examine, facts_of
from ..judge.form import UnfitError, canonical

Values = Sequence[Array | RoleError]
"""An expression's value on each data set."""


@dataclass(frozen=True)
class Recognised:
    """A role, the change to an expression that makes it its value, and what is seen of conventions."""

    role: str
    expression: str
    scale: str = ""
    """The divisor that is used, of a variance or covariance."""
    rows: bool = False
    """Of components: whether each is a row."""


_SLICES = {
    "components": ("{}", "{}[:, :k]", "{}[:k]"),
    "explained_variance": ("{}", "{}[:k]"),
    "explained_variance_ratio": ("{}", "{}[:k]"),
    "scores": ("{}", "{}[:, :k]", "{}.T"),
}
_SCALES = {"explained_variance": ("n-1", "n", "scatter", "singular"), "covariance": ("n-1", "n", "scatter")}


def recognise(
    expression: str, values: Values, data: Sequence[DataSet], conventions: Conventions, *, turned: bool
) -> Recognised | None:
    """Return what an expression with these values is; ``turned``: samples are columns in it."""
    arrays = [value for value in values if isinstance(value, np.ndarray) and value.dtype.kind in "biufc"]
    if len(arrays) != len(values) or not any(value.size for value in arrays):
        return None
    facts = [facts_of(each.real, each.k, conventions)[0] for each in data]
    for role in ROLES:
        for form in _SLICES.get(role, ("{}",)):
            if role == "components" and form == ("{}[:k]" if conventions.components == "columns" else "{}[:, :k]"):
                continue
            for found in _as(role, form, expression, arrays, facts, conventions, turned):
                return found
    return None


def _as(
    role: str,
    form: str,
    expression: str,
    arrays: Sequence[Array],
    facts: Sequence[Facts],
    conventions: Conventions,
    turned: bool,
) -> Iterator[Recognised]:
    per_sample = role in ("scores", "centered", "reconstruction")
    taken = []
    for value, fact in zip(arrays, facts, strict=True):
        part = _take(form, value, fact.k)
        if part is None:
            return
        taken.append(part.T if turned and per_sample else part)
    for scale in _SCALES.get(role, ("",)):
        change: dict[str, Any] = {"scale" if role == "explained_variance" else role: scale} if scale else {}
        tried = replace(conventions, **change)
        if all(_fits(role, value, fact, tried) for value, fact in zip(taken, facts, strict=True)):
            rows = role == "components" and conventions.components == "rows"
            yield Recognised(role, form.format(expression), scale, rows)


def _take(form: str, value: Array, k: int) -> Array | None:
    if form == "{}":
        return value
    if form == "{}.T":
        return value.T if value.ndim == 2 else None
    if form == "{}[:, :k]":
        return value[:, :k] if value.ndim == 2 and value.shape[1] > k else None
    return value[:k] if value.ndim and value.shape[0] > k else None


def _fits(role: str, value: Array, facts: Facts, conventions: Conventions) -> bool:
    try:
        canonical(role, value, facts, conventions)
    except UnfitError:  # as most are, which need no look at any criterion
        return False
    return all(finding.passed for finding in examine(facts, {role: value}, conventions))
