"""What judge and worker send to each other: jobs with their limits, and outcomes."""

import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import Literal, Self

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.generic]
Status = Literal["ok", "error", "timeout", "memory", "killed", "forged", "output-limit", "grader-fault"]
Scalar = int | float | bool | str | None
NOT_JUDGED = "this could not be judged, which is the grader's fault and not yours; the course staff has been told"
"""What a student reads of a criterion that could not be computed."""


def fault_of(error: Exception) -> str:
    """An error of the grader itself in one line for staff, with the file and line that raised it."""
    trace = traceback.extract_tb(error.__traceback__)
    where = f" [{PurePath(trace[-1].filename).name}:{trace[-1].lineno}]" if trace else ""
    return f"{type(error).__name__}: {error}{where}"


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Limits of one run, for all its processes together: seconds and bytes."""

    wall: float = 10.0
    """Processor time plus time asleep, without time waiting for processors that other programs use."""
    cpu: float = 10.0
    """Processor time of each run."""
    memory: int = 1 << 30
    """Memory in addition to the interpreter and numpy."""
    processes: int = 8
    """Processes and threads together."""
    open_files: int = 64
    """Open files of one process."""
    file_size: int = 16 << 20
    """Size of one written file."""
    scratch: int = 64 << 20
    """Size of all files of a run together, on isolation levels with a private file system."""
    output: int = 16 << 20
    """Printed bytes after which a run is ended."""
    kept_output: int = 64 << 10
    """Printed bytes of each stream that are kept."""
    result: int = 64 << 20
    """Size of all returned values together."""
    code: int = 5 << 20
    """Size of the file that is run; of a notebook the code alone, without outputs and texts."""
    waiting: float = 300.0
    """Waiting time for processors after which a run is stopped and later run again alone."""
    total: float = 300.0
    """Time of all runs of a submission, including those for its diagnosis; measured as for `wall`."""
    diagnosis: float = 5.0
    """Time of the runs for the diagnosis; measured as for `wall`."""
    derivation: float = 60.0
    """Processor time for judging one derivation."""

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if not value > 0:
                raise ValueError(f"got {name}={value!r}, but should be positive [Limits]")


@dataclass(frozen=True, kw_only=True)
class Job:
    """One run of one submission on one data set.

    `source` is executed as a module. Then `call` is executed with the arrays and scalars in scope. Then each role's
    expression is evaluated. `files` are put into the working directory, by relative name.
    """

    source: str
    call: str
    roles: Mapping[str, str]
    arrays: Mapping[str, Array] = field(default_factory=dict)
    scalars: Mapping[str, Scalar] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)
    filename: str = "submission.py"
    prelude: str = ""
    """Lines to execute before the source."""
    cells: tuple[int, ...] = ()
    """For a notebook: the line of `source` on which each cell starts."""
    lenient: bool = False
    """Whether to leave out top-level statements that fail, here and in `files`."""
    side_effects: bool = True
    """Whether a lenient job runs more than imports, definitions and plain assignments."""
    skip: tuple["Drop", ...] = ()
    """Statements known to fail."""
    folder: str = ""
    """The folder of the file among `files`, in which it is run; empty: the top."""
    hints: Mapping[str, str] = field(default_factory=dict)
    """By name: where the submission defines it, if not as the name of the module."""
    nested: frozenset[str] = frozenset()
    """Roles that may have nested values; these are returned in the encoding of `worker.nested`."""
    limits: Limits | None = None
    """Limits of this job, if they differ from those of submissions."""


@dataclass(frozen=True)
class Drop:
    """A top-level statement, or a part of one, that was left out because it fails; in the student's words."""

    number: int
    """Number of the statement in its file; -1 if each process has to find out again."""
    line: int
    what: str
    kind: str
    message: str
    file: str
    """Empty for the submission's main file."""


SYNTAX = ("SyntaxError", "IndentationError", "TabError")
"""Kinds of errors that a part of a file raises which is no valid Python."""


@dataclass(frozen=True)
class Supplied:
    """An import that was missing from a file and has been added."""

    line: int
    name: str
    module: str
    file: str


@dataclass(frozen=True)
class StudentError:
    """An exception raised by the student's code, as plain text."""

    kind: str
    """The class of the exception, such as `NameError`."""
    line: int
    """The line of the submission; 0 if there is none."""
    message: str
    trace: str = field(default="", repr=False)
    place: str = ""
    """Position in the student's file, such as `cell 9, line 4`; empty if not yet known."""

    def __str__(self) -> str:
        place = self.place or (f"line {self.line}" if self.line else "")
        return f"{self.kind}: {self.message}{f' [{place}]' if place else ''}"


@dataclass(frozen=True)
class RoleError(StudentError):
    """Why a role has no value."""


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """The result of a run. Values are plain arrays of any content, and untrusted."""

    status: Status
    """`ok`: the submission and the call ran to their end, although a role may have a RoleError."""
    isolation: str
    roles: dict[str, Array | RoleError] = field(default_factory=dict)
    error: StudentError | None = None
    error_in: Literal["source", "call", None] = None
    detail: str = ""
    """One line of explanation for every status but `ok`."""
    touched: tuple[str, ...] = ()
    """Names of input arrays that the call changed."""
    dropped: tuple[Drop, ...] = ()
    """Statements that a lenient job left out."""
    supplied: tuple[Supplied, ...] = ()
    stdout: str = ""
    """The output of all runs that shared a process."""
    stderr: str = ""
    starved: bool = False
    """Whether the run was given up because no processor was free; this says nothing about the submission."""
    used_up: bool = False
    """Whether the run was ended because its processor time was used up."""
    slowdown: float = 1.0
    """Processor time of a fixed computation during the run, as a multiple of the machine's best."""
    seconds: float = 0.0
    """By the clock: what other programs use of the machine is in it."""
    own_seconds: float = 0.0
    """In the time of `Limits.wall`."""
    cpu_seconds: float = 0.0
    """If several runs share a process: this run's share of its processor time."""

    @property
    def gradable(self) -> bool:
        """Whether the outcome is about the submission and not a fault of the grader."""
        return self.status != "grader-fault"

    def not_run(self, why: str) -> Self:
        """The outcome of a run that is not made because this one ended so."""
        return replace(self, roles={}, touched=(), detail=why, seconds=0.0, own_seconds=0.0, cpu_seconds=0.0)
