"""What an output is: the role whose equations it satisfies on every data set, and under which conventions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ..datasets import DataSet
from ..job import Array
from ..judge import ROLES, Conventions, Facts, examine
from ..judge.form import PER_SAMPLE, UnfitError, canonical
from ..run import facts_for

Values = Sequence[Array | None]
"""An expression's value on each data set."""


@dataclass(frozen=True)
class Recognised:
    """A role, the expression that is its value, and what is seen of conventions."""

    role: str
    expression: str
    conventions: tuple[tuple[str, str], ...] = field(default=())
    """Keys of Conventions and what the solution does."""

    @property
    def rows(self) -> bool:
        """Whether each component is a row."""
        return ("components", "rows") in self.conventions


_FORMS: dict[str, tuple[str, ...]] = {
    "components": ("{}", "{}[:, :k]", "{}[:k]", "{}[:, ::-1][:, :k]"),
    "explained_variance": ("{}", "{}[:k]", "np.sort({})[::-1][:k]"),
    "explained_variance_ratio": (
        "{}",
        "{}[:k]",
        "{} / 100",
        "{}[:k] / 100",
        "np.diff({}, prepend=0)",
        "np.diff({}, prepend=0)[:k]",
    ),
    "standard_deviations": ("{}", "{}[:k]"),
    "eigenvalue_matrix": ("{}", "{}[:k, :k]"),
    "scores": ("{}", "{}[:, :k]", "{}.T", "{}[:k].T"),
    "whitened": ("{}", "{}[:, :k]", "{}.T"),
    "zca": ("{}", "{}.T"),
    "centered": ("{}", "{}.T"),
    "reconstruction": ("{}", "{}.T"),
    "kernel_scores": ("{}", "{}[:, :k]", "{}.T"),
    "scores_new": ("{}", "{}[:, :k]", "{}.T"),
}
"""Changes that make a value the role's: all of something where some is asked for, or its transpose."""
_FREE: dict[str, tuple[str, tuple[str, ...]]] = {
    "explained_variance": ("scale", ("n-1", "n", "scatter", "singular")),
    "covariance": ("covariance", ("n-1", "n", "scatter")),
}
"""Of a role whose divisor is free: the key of Conventions, and its values."""


def recognise(
    expression: str, values: Values, data: Sequence[DataSet], conventions: Conventions, *, turned: bool
) -> Recognised | None:
    """Return what an expression with these values is; ``turned``: samples are columns in it."""
    arrays = [value for value in values if value is not None and np.isfinite(value).all()]
    if len(arrays) != len(values) or not any(value.size for value in arrays):
        return None
    for role in ROLES:
        for form in _FORMS.get(role, ("{}",)):
            for tried in _possible(role, form, conventions):
                if _is(role, form, arrays, data, tried, turned=turned):
                    seen = [(key, getattr(tried, key)) for key in _seen(role)]
                    return Recognised(role, form.format(expression), tuple(seen))
    return None


def _seen(role: str) -> Iterator[str]:
    """Yield the conventions that a role's value shows."""
    if role in _FREE:
        yield _FREE[role][0]
    if role == "components":
        yield "components"


def _possible(role: str, form: str, conventions: Conventions) -> Iterator[Conventions]:
    if role == "components":
        sides = {"{}": ("columns", "rows"), "{}[:k]": ("rows",)}.get(form, ("columns",))
        yield from (_changed(conventions, "components", side) for side in sides)
    elif role in _FREE:
        key, values = _FREE[role]
        yield from (_changed(conventions, key, value) for value in values)
    else:
        yield conventions


def _changed(conventions: Conventions, key: str, value: str) -> Conventions:
    change: dict[str, Any] = {key: value}
    return replace(conventions, **change)


def _is(
    role: str, form: str, arrays: Sequence[Array], data: Sequence[DataSet], conventions: Conventions, *, turned: bool
) -> bool:
    per_sample = role in PER_SAMPLE
    for value, each in zip(arrays, data, strict=True):
        part = _taken(form, value, each.k)
        if part is None:
            return False
        facts = facts_for(each, _changed(Conventions(), "standardise", conventions.standardise))
        if not _fits(role, part.T if turned and per_sample else part, facts, conventions):
            return False
    return True


def _taken(form: str, value: Array, k: int) -> Array | None:
    """Return the part of a value that a form takes; None where the form changes nothing or cannot be."""
    if form == "{}":
        return value
    rows, columns = (*value.shape, 0, 0)[:2]
    if (form.endswith(".T") and value.ndim != 2) or ("[:, " in form and (value.ndim != 2 or columns <= k)):
        return None
    if ("[:k]" in form and rows <= k) or (form == "{}[:k, :k]" and (value.ndim != 2 or min(rows, columns) <= k)):
        return None
    if ("sort" in form or "diff" in form) and value.ndim != 1:
        return None
    taken: Array = eval(form.format("value"), {"np": np, "value": value, "k": k})  # one of _FORMS
    return taken


def _fits(role: str, value: Array, facts: Facts, conventions: Conventions) -> bool:
    try:
        canonical(role, value, facts, conventions)
    except UnfitError:  # as most are, which need no look at any criterion
        return False
    return all(finding.passed for finding in examine(facts, {role: value}, conventions))
