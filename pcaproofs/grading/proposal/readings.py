"""Readings: the roles that are recognised in the results of a call, by the equations that they satisfy."""

import functools
import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np

from pcaproofs.grading.data.datasets import DataSet, facts_for
from pcaproofs.grading.judge import ROLES, Conventions, Facts, examine
from pcaproofs.grading.judge.shapes import PER_SAMPLE, SHAPES, UnfitError, canonical
from pcaproofs.grading.proposal.calls import Attempt
from pcaproofs.grading.proposal.probe import AnswerPart, SolutionAnswer
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


# Readings: the roles that are recognised in the results of a call, and its other results


BEFORE = ("mean", "centered", "feature_deviations", "standardised", "covariance", "kernel")
"""Roles that are computed before PCA."""

SIGNED = {"components", "scores", "whitened", "scores_new", "kernel_scores"}
"""Roles whose values have signs."""


@dataclass(frozen=True)
class Classified:
    """A successful attempt with its classified parts."""

    attempt: Attempt
    conventions: Conventions
    parts: tuple[AnswerPart, ...]
    """All returned parts, in order."""
    roles: Mapping[int, Recognised] = field(default_factory=dict)
    """By index of the part; each expression refers to the variable `out`."""
    unknown: tuple[int, ...] = ()
    """Numeric parts without a recognised role."""
    opaque: tuple[int, ...] = ()
    """Parts that are not numeric."""
    echoes: Mapping[int, str] = field(default_factory=dict)
    """Parts that equal an argument or a constant, with these words."""
    others: tuple["Classified", ...] = ()
    """The same attempt read under other conventions."""
    tolerance: float = 0.0
    """Relative tolerance for the recognition of roles."""
    fixed: Mapping[int, int] = field(default_factory=dict)
    """By index of an unknown part: its number of columns, if it is the same for all numbers of components."""

    @property
    def merit(self) -> tuple[int, int]:
        """Sort key: number of recognised roles, then closeness to the names."""
        return len({found.role for found in self.roles.values()}), -self.attempt.rank

    @property
    def is_of_data(self) -> bool:
        """Whether PCA is recognised in results that were not computed from centred data in place of the data."""
        return not self.attempt.substituted and any(found.role not in BEFORE for found in self.roles.values())

    def under(self, standardise: str) -> "Classified":
        """The reading under a standardisation, if possible; otherwise itself."""
        return next((each for each in (self, *self.others) if each.conventions.standardise == standardise), self)


def of_data_if_possible(readings: Sequence[Classified]) -> Sequence[Classified]:
    """Readings without those of centred data, if PCA is recognised in results of the data themselves."""
    if any(each.is_of_data for each in readings):
        return [each for each in readings if not each.attempt.substituted]
    return readings


def reading(
    attempt: Attempt, answers: Sequence[SolutionAnswer], data: Sequence[DataSet], tolerance: float = 0.0
) -> Classified | None:
    """The best reading of an attempt's answers on several data sets; None if it failed on any."""
    if any(answer.error for answer in answers):
        return None
    tried = [_under(conventions, attempt, answers, data, tolerance) for conventions in _possible_conventions(attempt)]
    best = max(tried, key=lambda each: each.merit[0])
    return replace(best, others=tuple(each for each in tried if each is not best))


def _possible_conventions(attempt: Attempt) -> Sequence[Conventions]:
    """Conventions that outputs may follow: those of the arguments."""
    if attempt.given or attempt.conventions.standardise != "no":
        return [attempt.conventions]
    return [attempt.conventions, replace(attempt.conventions, standardise="any")]


def _under(
    conventions: Conventions,
    attempt: Attempt,
    answers: Sequence[SolutionAnswer],
    data: Sequence[DataSet],
    tolerance: float,
) -> Classified:
    parts = answers[0].parts
    roles: dict[int, Recognised] = {}
    unknown, opaque, echoes, fixed = [], [], {}, {}
    for number, part in enumerate(parts):
        values = [_at(answer, part) for answer in answers]
        arrays = [value for value in values if value is not None]
        if len(arrays) < len(values):
            opaque.append(number)
            continue
        handed = _echo(arrays, data, attempt.samples)
        turned = attempt.samples == "columns"
        found = recognise(part.expression("out"), arrays, data, conventions, turned=turned, tolerance=tolerance)
        if found is not None and found.role not in _known(attempt):
            roles[number] = found
        elif handed:
            echoes[number] = f"{handed} as it was handed over"
        elif len(arrays) > 1 and all(value.shape == () and value == arrays[0] for value in arrays):
            echoes[number] = "the same for all data"
        else:
            unknown.append(number)
            columns = {value.shape[-1] if value.ndim == 2 else 0 for value in arrays}
            if len({each.k for each in data}) > 1 == len(columns) and columns != {0}:
                fixed[number] = columns.pop()
    return Classified(
        attempt, conventions, parts, roles, tuple(unknown), tuple(opaque), echoes, tolerance=tolerance, fixed=fixed
    )


def _known(attempt: Attempt) -> set[str]:
    """Roles that are trivial given the arguments."""
    given = set(attempt.given.values())
    centred = {"centered", "standardised"}
    # a share that requires k components differs between data sets
    asks = {"component_count"} if "explained_variance_ratio" in given else set()
    return given | asks | (centred if given & centred else set())


def _at(answer: SolutionAnswer, part: AnswerPart) -> Array | None:
    return next((each.value for each in answer.parts if each.path == part.path), None)


def _echo(values: Sequence[Array], data: Sequence[DataSet], samples: Literal["rows", "columns"]) -> str:
    """Which of the data, k, n and p a value equals on all data sets."""
    known = {
        "k": [each.k for each in data],
        "n": [len(each.X) for each in data],
        "p": [each.X.shape[1] for each in data],
    }
    for name, numbers in known.items():
        if all(value.shape == () and value == number for value, number in zip(values, numbers, strict=True)):
            return name
    sides = [each.X.T if samples == "columns" else each.X for each in data]
    same = (value.shape == side.shape and (value == side).all() for value, side in zip(values, sides, strict=True))
    return "X" if all(same) else ""
