"""Readings: the roles that are recognised in the results of a call, and its other results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from pcaproofs.grading.data.datasets import DataSet
from pcaproofs.grading.judge import Conventions
from pcaproofs.grading.proposal.answers import AnswerPart, SolutionAnswer
from pcaproofs.grading.proposal.calls import Attempt
from pcaproofs.grading.proposal.recognise import Recognised, recognise
from pcaproofs.grading.protocol import Array

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
    tried = [_under(conventions, attempt, answers, data, tolerance) for conventions in _possible(attempt)]
    best = max(tried, key=lambda each: each.merit[0])
    return replace(best, others=tuple(each for each in tried if each is not best))


def _possible(attempt: Attempt) -> Sequence[Conventions]:
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
