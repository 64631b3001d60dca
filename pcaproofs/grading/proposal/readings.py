"""What a call of a solution gives: the roles that are recognised in it, and what else is there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from pcaproofs.grading.data.datasets import DataSet
from pcaproofs.grading.judge import Conventions
from pcaproofs.grading.proposal.answers import Answer, Part
from pcaproofs.grading.proposal.calls import Attempt
from pcaproofs.grading.proposal.recognise import Recognised, recognise
from pcaproofs.grading.protocol import Array


@dataclass(frozen=True)
class Reading:
    """An attempt that came to its end, with its parts told apart."""

    attempt: Attempt
    conventions: Conventions
    parts: tuple[Part, ...]
    """Everything that came back, in its order."""
    roles: Mapping[int, Recognised] = field(default_factory=dict)
    """By the number of the part; each expression is of the variable `out`."""
    unknown: tuple[int, ...] = ()
    """Numbers in which no role is recognised."""
    opaque: tuple[int, ...] = ()
    """What is no array of numbers."""
    echoes: Mapping[int, str] = field(default_factory=dict)
    """What was handed over and came back."""
    others: tuple["Reading", ...] = ()
    """The same under other conventions."""
    tolerance: float = 0.0
    """Within which the roles are recognised."""

    @property
    def merit(self) -> tuple[int, int]:
        """The more is recognised the better; then, the nearer to the names."""
        return len({found.role for found in self.roles.values()}), -self.attempt.rank

    def under(self, standardise: str) -> "Reading":
        """This where features are standardised so, or not, if that can be; else itself."""
        return next((each for each in (self, *self.others) if each.conventions.standardise == standardise), self)


def reading(
    attempt: Attempt, answers: Sequence[Answer], data: Sequence[DataSet], tolerance: float = 0.0
) -> Reading | None:
    """The best reading of what came of an attempt on some data sets; None where it failed on any."""
    if any(answer.error for answer in answers):
        return None
    tried = [_under(conventions, attempt, answers, data, tolerance) for conventions in _possible(attempt)]
    best = max(tried, key=lambda each: each.merit[0])
    return replace(best, others=tuple(each for each in tried if each is not best))


def _possible(attempt: Attempt) -> Sequence[Conventions]:
    """The conventions that outputs may follow: those of what was handed over."""
    if attempt.given or attempt.conventions.standardise != "no":
        return [attempt.conventions]
    return [attempt.conventions, replace(attempt.conventions, standardise="any")]


def _under(
    conventions: Conventions, attempt: Attempt, answers: Sequence[Answer], data: Sequence[DataSet], tolerance: float
) -> Reading:
    parts = answers[0].parts
    roles: dict[int, Recognised] = {}
    unknown, opaque, echoes = [], [], {}
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
            echoes[number] = handed
        else:
            unknown.append(number)
    return Reading(attempt, conventions, parts, roles, tuple(unknown), tuple(opaque), echoes, tolerance=tolerance)


def _known(attempt: Attempt) -> set[str]:
    """The roles that are no achievement where others are handed over."""
    given = set(attempt.given.values())
    centred = {"centered", "standardised"}
    # a share that asks for k components is another one for each data set
    asks = {"component_count"} if "explained_variance_ratio" in given else set()
    return given | asks | (centred if given & centred else set())


def _at(answer: Answer, part: Part) -> Array | None:
    return next((each.value for each in answer.parts if each.path == part.path), None)


def _echo(values: Sequence[Array], data: Sequence[DataSet], samples: Literal["rows", "columns"]) -> str:
    """Say which of the data, k, n and p a value is everywhere."""
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
