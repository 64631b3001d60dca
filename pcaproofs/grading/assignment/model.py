"""The data model of an assignment. What fields mean that are keys of its tables, `keys.py` says."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Literal

from pcaproofs.grading.assignment.names import VALUES
from pcaproofs.grading.judge import Conventions
from pcaproofs.grading.judge.shapes import STRICT, ReadAs
from pcaproofs.grading.parsing.archive import CODE_ENDINGS
from pcaproofs.grading.protocol import Array, Limits

Level = Literal["none", "rlimits", "landlock", "namespaces", "full"]


class AssignmentError(ValueError):
    """The assignment is invalid; one line, `file:line: got …, but should be …`."""


@dataclass(frozen=True, kw_only=True)
class Rubric:
    """A criterion with its points."""

    criterion: str
    """A name of `names.CRITERIA`."""
    points: float
    visible: bool = True
    partial: bool = True
    follow_through: float | None = None
    tolerance: float = 0.0


@dataclass(frozen=True, kw_only=True)
class SupportFile:
    """A file of the instructor, as it was when the assignment was read."""

    name: str
    """Relative to the assignment's folder, with `/`."""
    data: bytes = field(repr=False)


@dataclass(frozen=True, kw_only=True)
class OwnData:
    """A data set of the instructor's: read from a file, written down, or drawn."""

    name: str
    k: int
    X: Array | None = field(default=None, repr=False, compare=False)
    """n×p, samples in rows; None: drawn."""
    n: int
    p: int
    rank: int
    noise: float = 0.0
    visible: bool = False
    """Whether students may see it. Visible drawn data do not depend on the seed."""
    units: str = ""
    digest: str = ""
    """SHA-256 of its numbers; empty if drawn."""


UpTo = Literal["sign", "order", "rotation", "scale"]


@dataclass(frozen=True, kw_only=True)
class ValueRule:
    """A value that is compared with what the instructor's solution gives for the same expression."""

    expression: str
    up_to: frozenset[UpTo] = frozenset()
    vectors: Literal["columns", "rows"] = "columns"
    tolerance: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Task:
    """One call and the roles of its results. Most assignments have a single task, with an empty name."""

    name: str = ""
    call: str
    roles: Mapping[str, str]
    criteria: tuple[Rubric, ...]
    given: Mapping[str, str] = field(default_factory=dict)
    samples: Literal["rows", "columns"] = "rows"
    conventions: Conventions = field(default_factory=Conventions)
    tolerance: float = 0.0
    reading: ReadAs = STRICT
    """How one submission's values are read; determined after it has answered."""
    values: Mapping[str, ValueRule] = field(default_factory=dict)
    """By name: values compared with the solution's. The criterion of `K` is `values.K`."""
    expected: Mapping[str, Mapping[str, bytes]] = field(default_factory=dict, repr=False)
    """In the student's version: by visible data set and name, the solution's values, encoded by `worker.nested`."""

    @property
    def max_points(self) -> float:
        return sum(item.points for item in self.criteria)


@dataclass(frozen=True, kw_only=True)
class Milestone:
    """An intermediate result of a derivation."""

    name: str
    show: str
    required: bool = False
    visible: bool = True


@dataclass(frozen=True, kw_only=True)
class Derivation:
    """A task in which students show something by formulas. Formulas are LaTeX."""

    name: str
    file: str
    tag: str = ""
    heading: str = ""
    given: tuple[str, ...] = ()
    letters: tuple[str, ...] = ()
    show: str
    milestones: tuple[Milestone, ...] = ()
    largest_step: int = 2
    least_steps: int = 2
    criteria: tuple[Rubric, ...]
    solution: SupportFile | None = None
    places: Mapping[str, str] = field(default_factory=dict, compare=False)
    """By key: its file and line in the assignment."""

    @property
    def max_points(self) -> float:
        return sum(item.points for item in self.criteria)

    def for_students(self) -> "Derivation":
        """The part that students may see."""
        seen = tuple(item for item in self.milestones if item.visible)
        criteria = tuple(item for item in self.criteria if item.visible)
        return replace(self, milestones=seen, criteria=criteria, solution=None)


@dataclass(frozen=True, kw_only=True)
class Assignment:
    """How submissions are run and what they are judged by."""

    title: str
    file: str
    tasks: tuple[Task, ...]
    derivations: tuple[Derivation, ...] = ()
    limits: Limits = field(default_factory=Limits)
    seed: int = 0
    follow_through: float = 0.0
    joint: bool = False
    forbidden_imports: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    python: str = ""
    environment: str = ""
    """Folder of an environment with these packages; empty: the environment of pcaproofs."""
    files: tuple[SupportFile, ...] = ()
    isolation: Level = "none"
    solution: SupportFile | None = None
    """The instructor's solution, run on the same data for `Task.values`. It is never put beside a submission."""
    data: tuple[OwnData, ...] = ()
    """Data sets of the instructor, used for every task."""
    own_data_only: bool = False
    digest: str = ""
    """SHA-256 of the text of the assignment and of every file that it names."""
    visible_only: bool = False
    """Whether to run and judge only what students may see."""

    @property
    def max_points(self) -> float:
        return sum(item.points for _, item in self.rubrics)

    @property
    def rubrics(self) -> tuple[tuple[Task | Derivation, Rubric], ...]:
        """Every criterion with its task, in order."""
        every: tuple[Task | Derivation, ...] = (*self.tasks, *self.derivations)
        return tuple((task, item) for task in every for item in task.criteria)

    @property
    def endings(self) -> tuple[str, ...]:
        """Suffixes of the files that may be graded."""
        own = {PurePosixPath(each.file).suffix.lower() for each in self.derivations}
        return (*CODE_ENDINGS, *sorted(own - {*CODE_ENDINGS}))

    def for_students(self) -> "Assignment":
        """The part that students may see, without the seed; a solution is kept only for comparison."""
        tasks = []
        for task in self.tasks:
            names = {name for values in task.expected.values() for name in values}
            if self.solution and not task.expected:
                names = set(task.values)
            values = {name: rule for name, rule in task.values.items() if name in names}
            kept = [item for item in task.criteria if item.visible and _is_there(item.criterion, values)]
            values = {name: rule for name, rule in values.items() if f"{VALUES}{name}" in [it.criterion for it in kept]}
            expected = {
                data: {name: value for name, value in found.items() if name in values}
                for data, found in task.expected.items()
                if values
            }
            tasks.append(replace(task, criteria=tuple(kept), values=values, expected=expected))
        tasks = [task for task in tasks if task.criteria]
        derivations = tuple(each.for_students() for each in self.derivations)
        return replace(
            self,
            tasks=tuple(tasks),
            derivations=tuple(each for each in derivations if each.criteria),
            data=tuple(data for data in self.data if data.visible),
            seed=0,
            solution=self.solution if any(task.values for task in tasks) else None,
            isolation="none",
            visible_only=True,
        )

    def task(self, name: str) -> Task:
        """A task by its name; raises KeyError."""
        for task in self.tasks:
            if task.name == name:
                return task
        raise KeyError(name)


def _is_there(criterion: str, values: Mapping[str, ValueRule]) -> bool:
    return not criterion.startswith(VALUES) or criterion.removeprefix(VALUES) in values
