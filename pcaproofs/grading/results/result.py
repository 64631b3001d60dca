"""What came of a submission, as it is stored and shown."""

import dataclasses
from dataclasses import dataclass
from typing import Any, Literal

from pcaproofs.grading.diagnosis.model import Diagnosis, Example, Input, Mistake, Picture
from pcaproofs.grading.submission.people import Person, person_of

Status = Literal[
    "ok", "error", "timeout", "memory", "killed", "forged", "output-limit", "no-submission", "grader-fault"
]


@dataclass(frozen=True, kw_only=True)
class Scored:
    """What one criterion of the rubric came to."""

    criterion: str
    task: str
    title: str
    claim: str
    points: float
    max_points: float
    passed_on: int
    """Data sets on which it holds, of those on which it was `tried_on`."""
    tried_on: int
    visible: bool
    message: str = ""
    """Why it fails, in one line that gives away nothing of hidden data; of the student's making in part."""
    follow_through: bool = False
    """Whether some of the points are for what is right given the diagnosed mistake."""
    followed: str = ""
    """One sentence that says how many these are, and for what."""

    @property
    def passed(self) -> bool:
        """Whether it holds on all data."""
        return self.passed_on == self.tried_on

    @property
    def is_full(self) -> bool:
        """Whether it costs nothing: it holds, or follow-through pays all its points."""
        return self.passed or (self.follow_through and self.points >= self.max_points)


@dataclass(frozen=True, kw_only=True)
class RunRecord:
    """How one run ended. For staff: it names hidden data sets."""

    task: str
    data: str
    visible: bool
    status: str
    detail: str
    failed: tuple[str, ...]
    seconds: float


@dataclass(frozen=True, kw_only=True)
class Adjustment:
    """Points that staff gave or took after grading."""

    points: float
    """Added to the score; below 0: taken away."""
    comment: str = ""
    """For the student to read."""
    criterion: str = ""
    """The title of the criterion that it is about; empty: the submission as a whole."""
    late: bool = False
    """Whether it is the penalty for delay, which a rule made."""


@dataclass(frozen=True, kw_only=True)
class Result:
    """A submission's result. Text that came from the student is data: escape it wherever it is shown."""

    submission: str
    file: str
    """The file of the submission that was run; empty where there is none."""
    status: Status
    """The worst that any run came to: `ok` where each came to its end, right or wrong."""
    score: float | None
    """None where it cannot be graded."""
    max_score: float
    criteria: tuple[Scored, ...] = ()
    diagnosis: Diagnosis | None = None
    example: Example | None = None
    picture: Picture | None = None
    isolation: str = ""
    seconds: float = 0.0
    gradable: bool = True
    """False where the grader itself failed: that never costs points."""
    problems: tuple[str, ...] = ()
    """What kept the submission from being run or graded, in whole or in part."""
    notes: tuple[str, ...] = ()
    """What the student should know of how the file was read."""
    dropped: tuple[str, ...] = ()
    """Top-level statements that were left out, since they fail, each with its line (or cell and line) and why."""
    printed: str = ""
    """The beginning of what the code printed on visible data."""
    runs: tuple[RunRecord, ...] = ()
    fingerprint: str = ""
    """Of submission, assignment and grader: the same fingerprint, the same result."""
    # what follows is found anew each time, and is no part of what is stored and signed
    person: Person | None = None
    """Who handed it in, where that does not follow from the name of the submission."""
    adjustments: tuple[Adjustment, ...] = ()
    """What staff changed; score and criteria hold these changes."""

    @property
    def who(self) -> Person:
        """Who handed it in, as far as that is known."""
        return self.person or person_of(self.submission)

    def to_json(self) -> dict[str, Any]:
        """What is stored as plain objects for JSON."""
        return {name: value for name, value in dataclasses.asdict(self).items() if name not in _NOT_STORED}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Result":
        """Read back what `to_json` gave; raises ValueError for anything else."""
        try:
            made: Result = _build(cls, data)
        except (TypeError, KeyError, AttributeError) as error:
            raise ValueError(f"got a result that cannot be read: {error}") from None
        return made


_NOT_STORED = ("person", "adjustments")
_PARTS: dict[tuple[type, str], type] = {
    (Result, "criteria"): Scored,
    (Result, "runs"): RunRecord,
    (Result, "diagnosis"): Diagnosis,
    (Result, "example"): Example,
    (Result, "picture"): Picture,
    (Diagnosis, "mistakes"): Mistake,
    (Example, "inputs"): Input,
}


def _build(kind: type, data: dict[str, Any]) -> Any:
    values: dict[str, Any] = {}
    for name, value in data.items():
        part = _PARTS.get((kind, name))
        if isinstance(value, list):
            tuples = kind not in (Example, Picture, Input) or bool(part)
            value = [_build(part, item) for item in value] if part else value
            value = tuple(value) if tuples else value
        elif part and value is not None:
            value = _build(part, value)
        values[name] = value
    return kind(**values)
