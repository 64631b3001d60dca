"""The words of an assignment."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from pcaproofs.grading.assignment.names import VALUES
from pcaproofs.grading.judge import Conventions
from pcaproofs.grading.judge.shapes import STRICT, Reading
from pcaproofs.grading.protocol import Array, Limits

Level = Literal["none", "rlimits", "landlock", "namespaces", "full"]


class AssignmentError(ValueError):
    """An assignment that cannot be used; one line, `file:line: got …, but should be …`."""


@dataclass(frozen=True, kw_only=True)
class Rubric:
    """What one criterion is worth."""

    criterion: str
    """A name of `names.CRITERIA`."""
    points: float
    visible: bool = True
    """Whether the student is told about it."""
    partial: bool = True
    """Points for the share of data sets passed; else all or nothing."""
    follow_through: float | None = None
    """The share of its points for what is right given a named mistake; None: as the assignment has it."""
    tolerance: float = 0.0
    """Relative; on top of the judge's own bounds. At least the task's."""


@dataclass(frozen=True, kw_only=True)
class SupportFile:
    """A file of the instructor's, as it was when the assignment was read."""

    name: str
    """Relative to the assignment's folder, with `/`."""
    data: bytes = field(repr=False)


@dataclass(frozen=True, kw_only=True)
class OwnData:
    """A data set of the instructor's: read from a file, written down, or drawn."""

    name: str
    k: int
    """How many components are asked for."""
    X: Array | None = field(default=None, repr=False, compare=False)
    """n×p, samples in rows; None: drawn."""
    n: int
    p: int
    rank: int
    """Of drawn data once they are centred, before noise."""
    noise: float = 0.0
    """Of drawn data: standard deviation of what is added to each number, relative to the largest axis."""
    visible: bool = False
    """Whether a student may see it. Drawn data that are visible do not depend on the seed."""
    units: str = ""
    """Of its numbers, in words for a student."""
    digest: str = ""
    """SHA-256 of its numbers; empty: drawn."""


UpTo = Literal["sign", "order", "rotation", "scale"]


@dataclass(frozen=True, kw_only=True)
class ValueRule:
    """A value that is compared with what the instructor's solution gives for the same expression."""

    expression: str
    up_to: frozenset[UpTo] = frozenset()
    """What a right value may differ in: the signs or the order of vectors, a rotation of them, one positive factor."""
    vectors: Literal["columns", "rows"] = "columns"
    """What of a matrix these are."""
    tolerance: float = 0.0
    """Relative to the size of the value, on top of rounding. At least the task's."""


@dataclass(frozen=True, kw_only=True)
class Task:
    """One call and what is made of it. Most assignments have a single task, with an empty name."""

    name: str = ""
    call: str
    """Run on the student's side with `X`, `k` and what is `given` in scope."""
    roles: Mapping[str, str]
    """The expression that yields each role's value."""
    criteria: tuple[Rubric, ...]
    given: Mapping[str, str] = field(default_factory=dict)
    """Further variables for the call, and the role whose right value the judge puts there."""
    samples: Literal["rows", "columns"] = "rows"
    """How data are handed over, and how scores, centred data and reconstructions come back."""
    conventions: Conventions = field(default_factory=Conventions)
    tolerance: float = 0.0
    """Relative; widens the judge's bounds and never narrows them."""
    reading: Reading = STRICT
    """How one submission's values are read; settled when it has answered."""
    values: Mapping[str, ValueRule] = field(default_factory=dict)
    """By name: what is compared with the solution's. The criterion of `K` is `values.K`."""
    expected: Mapping[str, Mapping[str, bytes]] = field(default_factory=dict, repr=False)
    """In the student's version: by visible data set and name, what the solution gives, packed by `worker.nested`."""

    @property
    def max_points(self) -> float:
        return sum(item.points for item in self.criteria)


@dataclass(frozen=True, kw_only=True)
class Assignment:
    """How submissions are run and what they are judged by."""

    title: str
    file: str
    tasks: tuple[Task, ...]
    limits: Limits = field(default_factory=Limits)
    seed: int = 0
    """Of the hidden data. Nothing else that reaches students or their processes depends on it."""
    follow_through: float = 0.0
    """The share of its points, 0 to 1, that a criterion earns which is right given a named mistake."""
    forbidden_imports: tuple[str, ...] = ()
    """Installed packages that submissions may not import."""
    packages: tuple[str, ...] = ()
    """Requirements (PEP 508) of packages that submissions may import."""
    environment: str = ""
    """The folder of an environment made for these; empty: they are where pcaproofs itself is installed."""
    files: tuple[SupportFile, ...] = ()
    """Modules and data that lie beside every submission, and replace the student's of the same name."""
    isolation: Level = "none"
    """The lowest level of isolation that submissions are run on."""
    solution: SupportFile | None = None
    """The instructor's own solution, run on the same data for `Task.values`. It never lies beside a submission."""
    data: tuple[OwnData, ...] = ()
    """Data sets of the instructor's, which every task is run on."""
    own_data_only: bool = False
    """Whether the usual data are left out. Those of a situation that a rubric names are run all the same."""
    digest: str = ""
    """SHA-256 of the text that this was read from and of every file that it names."""
    visible_only: bool = False
    """Whether only what students may see is run and judged."""

    @property
    def max_points(self) -> float:
        return sum(task.max_points for task in self.tasks)

    def for_students(self) -> "Assignment":
        """The part that students may see. It has no seed; a solution is there only to be compared with."""
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
        return replace(
            self,
            tasks=tuple(tasks),
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
