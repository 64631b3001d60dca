"""Recognition of an output: the role whose equations it satisfies on every data set, and under which conventions."""

import functools
import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from pcaproofs.grading.data.datasets import DataSet
from pcaproofs.grading.data.ground_truth import facts_for
from pcaproofs.grading.judge import ROLES, Conventions, Facts, examine
from pcaproofs.grading.judge.shapes import PER_SAMPLE, SHAPES, UnfitError, canonical
from pcaproofs.grading.protocol import Array

Values = Sequence[Array | None]
"""The values of an expression on each data set."""


@dataclass(frozen=True)
class Recognised:
    """A role, its expression, and the conventions that its value shows."""

    role: str
    expression: str
    conventions: tuple[tuple[str, str], ...] = field(default=())
    """Keys of Conventions, with the solution's choice."""

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
"""Expressions that turn a value into the role's: the leading part, or the transpose."""
_SCALE = ("scale", ("n-1", "n", "scatter"))
_WHAT = ("reconstruction", ("data", "centred", "standardised"))
_EPSILON = (("whitening", ("n-1", "n")), ("epsilon_in", ("variance", "deviation")))
_TRIED: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "explained_variance": (("scale", ("n-1", "n", "scatter", "singular")),),
    "standard_deviations": (_SCALE,),
    "eigenvalue_matrix": (_SCALE,),
    "covariance": (("covariance", ("n-1", "n", "scatter")),),
    "reconstruction": (_WHAT,),
    "reconstruction_new": (_WHAT,),
    "reconstruction_error": (("error", ("mean", "sum", "sample", "root", "relative")), _WHAT),
    "whitened": _EPSILON,
    "zca": _EPSILON,
    "kernel": (("kernel", ("linear", "polynomial")), ("kernel_matrix", ("raw", "centred"))),
    "kernel_scores": (("kernel_scale", ("projections", "unit")),),
}
"""By role: the conventions that its values distinguish, with the choices to try."""
_ITERATED = ("components", "explained_variance", "scores", "reconstruction", "scores_new", "reconstruction_new")
"""Roles that an early-stopped iteration gives; a wide tolerance accepts too much for others."""
_OF_Z_SCORES = ("feature_deviations", "standardised")
FREE_DIVISORS = {"scale": "singular", "covariance": "", "whitening": ""}
"""Conventions that a proposal leaves free, with the choice that is not a divisor."""


def recognise(
    expression: str,
    values: Values,
    data: Sequence[DataSet],
    conventions: Conventions,
    *,
    turned: bool,
    tolerance: float = 0.0,
) -> Recognised | None:
    """The role of an expression with these values; None if there is none.

    turned: samples are in columns.
    """
    arrays = [value for value in values if value is not None and np.isfinite(value).all()]
    if len(arrays) != len(values) or not any(value.size for value in arrays):
        return None
    for role in ROLES:
        if role in (_OF_Z_SCORES if conventions.standardise == "no" else ("centered",)):
            continue
        if tolerance and role not in _ITERATED:
            continue
        for form in _FORMS.get(role, ("{}",)):
            parts = _parts(role, form, arrays, data, turned=turned)
            if parts is None:
                continue
            for tried in _possible(role, form, conventions):
                if all(_fits(role, part, facts_for(each, tried, tolerance), tried) for part, each in parts):
                    seen = [(key, getattr(tried, key)) for key in (*_seen(role), *_kernel(role, tried))]
                    return Recognised(role, form.format(expression), tuple(seen))
    return None


def _parts(
    role: str, form: str, arrays: Sequence[Array], data: Sequence[DataSet], *, turned: bool
) -> list[tuple[Array, DataSet]] | None:
    """The part of a role's values selected by a form, samples in rows; None if sizes do not fit."""
    parts = []
    for value, each in zip(arrays, data, strict=True):
        part = _taken(form, value, each.k)
        sizes = {"n": len(each.X), "p": each.X.shape[1], "k": each.k, "m": len(each.new)}
        if part is None or part.size != math.prod(sizes[letter] for letter in SHAPES[role]):
            return None
        parts.append((part.T if turned and role in PER_SAMPLE else part, each))
    return parts


def _seen(role: str) -> Iterator[str]:
    """Conventions that a role's value shows."""
    yield from (key for key, _ in _TRIED.get(role, ()) if key != "kernel")
    if role == "components":
        yield "components"


def _kernel(role: str, tried: Conventions) -> tuple[str, ...]:
    return ("kernel",) if role == "kernel" and tried.kernel == "polynomial" else ()


def _possible(role: str, form: str, conventions: Conventions) -> Iterator[Conventions]:
    if role == "components":
        sides = {"{}": ("columns", "rows"), "{}[:k]": ("rows",)}.get(form, ("columns",))
        yield from (_changed(conventions, "components", side) for side in sides)
        return
    keys = _TRIED.get(role, ())
    if conventions.kernel == "rbf":
        keys = tuple(each for each in keys if each[0] != "kernel")
    for combination in itertools.product(*(values for _, values in keys)):
        tried = conventions
        for (key, _), value in zip(keys, combination, strict=True):
            tried = _changed(tried, key, value)
        if conventions.standardise == "no" and tried.reconstruction == "standardised":
            continue
        if role == "kernel_scores" and (tried.kernel, tried.kernel_scale) == ("linear", "unit"):
            continue  # these would be left singular vectors
        yield tried


@functools.lru_cache(maxsize=1024)
def _changed(conventions: Conventions, key: str, value: str) -> Conventions:
    change: dict[str, Any] = {key: value}
    return replace(conventions, **change)


def _taken(form: str, value: Array, k: int) -> Array | None:
    """The part of a value selected by a form; None if the form changes nothing or fails."""
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
    except UnfitError:  # most fail here, before any criterion is evaluated
        return False
    return all(finding.passed for finding in examine(facts, {role: value}, conventions))
