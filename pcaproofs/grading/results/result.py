"""The result of a submission, as stored and shown, and the words about it that all output formats share."""

import dataclasses
from dataclasses import dataclass, field
from typing import Any, Literal

from pcaproofs.grading.diagnosis.model import Diagnosis, Example, Input, Mistake, Plot
from pcaproofs.grading.sandbox.codec import clean
from pcaproofs.grading.submission.people import Person, person_of

Status = Literal[
    "ok", "error", "timeout", "memory", "killed", "forged", "output-limit", "no-submission", "grader-fault"
]


@dataclass(frozen=True, kw_only=True)
class Scored:
    """The result of one criterion."""

    criterion: str
    task: str
    title: str
    claim: str
    points: float
    max_points: float
    passed_on: int
    """Number of data sets on which it holds, out of `tried_on`."""
    tried_on: int
    visible: bool
    message: str = ""
    """Why it fails, in one line without information about hidden data; partly the student's text."""
    follow_through: bool = False
    """Whether some points are for an answer that is right given the diagnosed mistake."""
    followed: str = ""
    """One sentence that says how many points these are, and for what."""

    @property
    def passed(self) -> bool:
        """Whether it holds on all data sets."""
        return self.passed_on == self.tried_on

    @property
    def is_full(self) -> bool:
        """Whether no points are lost: it holds, or follow-through gives all points."""
        return self.passed or (self.follow_through and self.points >= self.max_points)


@dataclass(frozen=True, kw_only=True)
class StepResult:
    """What is said of one statement of a derivation."""

    place: str
    """Such as `line 4` or `cell 2, line 1`."""
    formula: str
    """LaTeX, the student's or ours."""
    verdict: str
    """A key of `STEPS`."""
    reason: str


@dataclass(frozen=True, kw_only=True)
class DerivedPoints:
    """What is said of a derivation."""

    task: str
    file: str
    """The file that was read; empty if there is none."""
    steps: tuple[StepResult, ...] = ()
    missing: str = ""
    """The gap before the goal, in words; empty if there is none."""
    formula: str = ""
    """The smallest step that is missing, where one is found, in LaTeX."""
    math: dict[str, str] = field(default_factory=dict)
    """By LaTeX: the same as MathML, as far as a converter is installed."""
    problem: str = ""
    """Why nothing could be judged."""


@dataclass(frozen=True, kw_only=True)
class RunRecord:
    """How one run ended. For staff only: it names hidden data sets."""

    task: str
    data: str
    visible: bool
    status: str
    detail: str
    failed: tuple[str, ...]
    seconds: float


@dataclass(frozen=True, kw_only=True)
class Adjustment:
    """Points that staff added or subtracted after grading."""

    points: float
    """Points added to the score; negative: subtracted."""
    comment: str = ""
    """A comment for the student."""
    criterion: str = ""
    """Title of the criterion that it is about; empty: the submission as a whole."""
    late: bool = False
    """Whether it is the penalty for late work, computed by a rule."""


@dataclass(frozen=True, kw_only=True)
class Result:
    """A submission's result. Texts may come from the student: escape them wherever they are shown."""

    submission: str
    file: str
    """The submitted file that was run; empty if there is none."""
    status: Status
    """The worst status of any run; `ok` if each ended, right or wrong."""
    score: float | None
    """None if the submission could not be graded."""
    max_score: float
    criteria: tuple[Scored, ...] = ()
    diagnosis: Diagnosis | None = None
    example: Example | None = None
    picture: Plot | None = None
    isolation: str = ""
    python: str = ""
    """The version of Python that ran it; empty if nothing was run."""
    seconds: float = 0.0
    """Time of all runs, with those for the diagnosis, and processor time of the judge."""
    gradable: bool = True
    """False if the grader itself failed; that never costs points."""
    faults: tuple[str, ...] = ()
    """Errors of the grader itself that left out a part: a criterion (which has no points then), the diagnosis, a page.
    For staff only."""
    problems: tuple[str, ...] = ()
    """Problems that prevented running or grading the submission, entirely or in part."""
    notes: tuple[str, ...] = ()
    """Notes for the student on how the file was read."""
    dropped: tuple[str, ...] = ()
    """Top-level statements that were left out because they fail, each with its position and error."""
    printed: str = ""
    """The beginning of the output on visible data."""
    runs: tuple[RunRecord, ...] = ()
    derivations: tuple[DerivedPoints, ...] = ()
    fingerprint: str = ""
    """Hash of submission, assignment and grader: equal fingerprints have equal results."""
    text: str = ""
    """Hash of the code that was run: two students may have handed in the same."""
    # the following fields are computed anew each time; they are not stored and signed
    person: Person | None = None
    """The author, if not evident from the name of the submission."""
    adjustments: tuple[Adjustment, ...] = ()
    """Adjustments by staff; score and criteria include them."""

    @property
    def who(self) -> Person:
        """The author, as far as known."""
        return self.person or person_of(self.submission)

    def to_json(self) -> dict[str, Any]:
        """The stored fields as plain objects for JSON."""
        return {name: value for name, value in dataclasses.asdict(self).items() if name not in _NOT_STORED}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Result":
        """The result from the output of `to_json`; raises ValueError for anything else."""
        try:
            made: Result = _build(cls, data)
        except (TypeError, KeyError, AttributeError) as error:
            raise ValueError(f"got a result that cannot be read: {error}") from None
        return made


_NOT_STORED = ("person", "adjustments")
_PARTS: dict[tuple[type, str], type] = {
    (Result, "criteria"): Scored,
    (Result, "runs"): RunRecord,
    (Result, "derivations"): DerivedPoints,
    (DerivedPoints, "steps"): StepResult,
    (Result, "diagnosis"): Diagnosis,
    (Result, "example"): Example,
    (Result, "picture"): Plot,
    (Diagnosis, "mistakes"): Mistake,
    (Example, "inputs"): Input,
    (Example, "beside"): Input,
}


def _build(kind: type, data: dict[str, Any]) -> Any:
    values: dict[str, Any] = {}
    for name, value in data.items():
        part = _PARTS.get((kind, name))
        if isinstance(value, list):
            tuples = kind not in (Example, Plot, Input) or bool(part)
            value = [_build(part, item) for item in value] if part else value
            value = tuple(value) if tuples else value
        elif part and value is not None:
            value = _build(part, value)
        values[name] = value
    return kind(**values)


# Texts about criteria and mistakes that all output formats share


STEPS = {
    "proved": ("✓", "right"),
    "given": ("✓", "given"),
    "repeated": ("✓", "said above"),
    "definition": ("≔", "a definition"),
    "too large": ("◐", "right, but a leap"),
    "follows": ("↳", "right, given the mistake"),
    "wrong": ("✗", "wrong"),
    "assumed": ("✗", "assumed"),
    "ill-typed": ("✗", "the sizes do not fit"),
    "unproved": ("?", "not shown"),
    "unread": ("…", "not read"),
    "unsupported": ("…", "cannot be judged"),
}
"""By verdict of a derivation's step: its mark and its words."""
UNGRADED = "This submission could not be graded; that is the grader's fault, and costs nothing."


def name_of(item: Scored, number: int) -> str:
    """The title of a criterion for students."""
    title = item.title if item.visible else f"Hidden criterion {number}"
    return f"{item.task}: {title}" if item.task else title


def message_of(item: Scored) -> str:
    """Why a criterion fails, and its points by follow-through, if students may know."""
    if item.passed or not item.visible:
        return ""
    return clean("; ".join(filter(None, (item.message, item.followed))))


def subject_of(mistake: Mistake) -> str:
    """The subject of the sentence about a mistake: the student's function if it is about one."""
    return f"Your function `{clean(mistake.function)}`" if mistake.function else "Your code"


def mistake_of(mistake: Mistake) -> str:
    """The complete text about a mistake, as plain text."""
    what = f"{subject_of(mistake)} {clean(mistake.title)}."
    where = f"{clean(mistake.place)}: {clean(mistake.excerpt)}" if mistake.place else ""
    return "\n".join(filter(None, (what, where, clean(mistake.hint), clean(mistake.why))))


def mistakes_at(item: Scored, result: Result) -> tuple[Mistake, ...]:
    """The mistakes to show with a criterion: those of its task, if it fails and is visible."""
    if item.passed or not item.visible or not result.diagnosis:
        return ()
    own = tuple(mistake for mistake in result.diagnosis.mistakes if mistake.task == item.task)
    return own or result.diagnosis.mistakes


def explanation_of(item: Scored, result: Result) -> str:
    """Why a criterion fails, with the mistakes, as plain text for formats that show criteria separately."""
    return "\n\n".join(filter(None, (message_of(item), *map(mistake_of, mistakes_at(item, result)))))


def explanations_once(result: Result) -> list[str]:
    """Explanations per criterion; a mistake appears only at the first criterion it affects."""
    told: set[Mistake] = set()
    texts = []
    for item in result.criteria:
        new = [mistake for mistake in mistakes_at(item, result) if mistake not in told]
        told |= {*new}
        texts.append("\n\n".join(filter(None, (message_of(item), *map(mistake_of, new)))))
    return texts


def summary_of(result: Result) -> str:
    """A summary of a result: problems and mistakes, as plain text."""
    if not result.gradable:
        return UNGRADED
    parts = [clean(problem) for problem in result.problems]
    if result.diagnosis:
        parts += map(mistake_of, result.diagnosis.mistakes)
    return "\n".join(parts)
