"""The words of an assignment."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from ..job import Limits
from ..judge import Conventions


class AssignmentError(ValueError):
    """An assignment that cannot be used; one line, ``file:line: got …, but should be …``."""


@dataclass(frozen=True, kw_only=True)
class Rubric:
    """What one criterion is worth."""

    criterion: str
    """A name of ``names.CRITERIA``."""
    points: float
    visible: bool = True
    """Whether the student is told about it."""
    partial: bool = True
    """Points for the share of data sets passed; else all or nothing."""


@dataclass(frozen=True, kw_only=True)
class Task:
    """One call and what is made of it. Most assignments have a single task, with an empty name."""

    name: str = ""
    call: str
    """Run on the student's side with ``X``, ``k`` and what is ``given`` in scope."""
    roles: Mapping[str, str]
    """The expression that yields each role's value."""
    criteria: tuple[Rubric, ...]
    given: Mapping[str, str] = field(default_factory=dict)
    """Further variables for the call, and the role whose right value the judge puts there."""
    samples: Literal["rows", "columns"] = "rows"
    """How data are handed over, and how scores, centred data and reconstructions come back."""
    conventions: Conventions = field(default_factory=Conventions)

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
    follow_through: bool = False
    """Whether what is right given a named mistake earns its points."""
    forbidden_imports: tuple[str, ...] = ()
    """Installed packages that submissions may not import."""
    digest: str = ""
    """SHA-256 of the text that this was read from."""
    visible_only: bool = False
    """Whether only what students may see is run and judged."""

    @property
    def max_points(self) -> float:
        return sum(task.max_points for task in self.tasks)

    def for_students(self) -> "Assignment":
        """Return the part that students may see."""
        tasks = [replace(task, criteria=tuple(item for item in task.criteria if item.visible)) for task in self.tasks]
        return replace(self, tasks=tuple(task for task in tasks if task.criteria), visible_only=True)

    def task(self, name: str) -> Task:
        """Return a task by its name; raises KeyError."""
        for task in self.tasks:
            if task.name == name:
                return task
        raise KeyError(name)
