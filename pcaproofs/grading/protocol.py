"""The words between judge and worker: a job that goes out, the limits it runs under, the outcome that comes back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.generic]
Status = Literal["ok", "error", "timeout", "memory", "killed", "forged", "output-limit", "grader-fault"]
Scalar = int | float | bool | str | None


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What one run may use, in all its processes together: seconds and bytes."""

    wall: float = 10.0
    """Less what it waited for processors that other programs used."""
    cpu: float = 10.0
    """Of processor time; of several runs in one process each has so much."""
    memory: int = 1 << 30
    """On top of the interpreter and numpy."""
    processes: int = 8
    """Processes and threads together."""
    open_files: int = 64
    """Of one process."""
    file_size: int = 16 << 20
    """Of one file that is written."""
    scratch: int = 64 << 20
    """All files of a run together (on the levels with a file system of their own)."""
    output: int = 16 << 20
    """Printed bytes after which a run is ended; before that, printing too much costs nothing."""
    kept_output: int = 64 << 10
    """Printed bytes that are kept of each stream."""
    result: int = 64 << 20
    """Bytes of all returned values together."""
    waiting: float = 60.0
    """How long a run may wait for processors before it is given up, to be run again alone."""
    total: float = 300.0
    """Of all runs of a submission, what is run for its diagnosis included."""
    diagnosis: float = 20.0
    """Of what is run for its diagnosis."""

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if not value > 0:
                raise ValueError(f"got {name}={value!r}, but should be positive [Limits]")


@dataclass(frozen=True, kw_only=True)
class Job:
    """One run of one submission on one data set.

    `source` is executed as a module; then `call` with the arrays and scalars in scope; then each role's expression
    gives that role's value. `files` lie beside it, by relative name.
    """

    source: str
    call: str
    roles: Mapping[str, str]
    arrays: Mapping[str, Array] = field(default_factory=dict)
    scalars: Mapping[str, Scalar] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)
    filename: str = "submission.py"
    prelude: str = ""
    """Lines that are executed before the source."""
    cells: tuple[int, ...] = ()
    """Of a notebook: the line of `source` on which each cell starts."""
    lenient: bool = False
    """Whether top-level statements that fail are left out, here and in `files`."""
    deeds: bool = True
    """Whether a lenient job runs more than imports, definitions and plain assignments."""
    skip: tuple["Drop", ...] = ()
    """Statements that are known to fail."""
    nested: frozenset[str] = frozenset()
    """The roles whose values may be of any usual kind; they come back as the bytes of `worker.nested`."""
    limits: Limits | None = None
    """What it runs under where that is not what submissions run under."""


@dataclass(frozen=True)
class Drop:
    """A top-level statement that was left out since it fails, or a part of one; in the student's words."""

    number: int
    """Of the statement in its file; -1 where each process finds out for itself."""
    line: int
    what: str
    kind: str
    message: str
    file: str
    """Empty for the submission's own file."""


SYNTAX = ("SyntaxError", "IndentationError", "TabError")
"""Kinds of errors that a part of a file raises which is no valid Python."""


@dataclass(frozen=True)
class Supplied:
    """An import that a file lacks, and that was supplied."""

    line: int
    name: str
    module: str
    file: str


@dataclass(frozen=True)
class StudentError:
    """An exception of the student's code, in plain text."""

    kind: str
    """The class, such as `NameError`."""
    line: int
    """The line of the submission (0: none)."""
    message: str
    trace: str = field(default="", repr=False)
    place: str = ""
    """Where the line stands in the student's file, such as `cell 9, line 4`; empty: not told yet."""

    def __str__(self) -> str:
        place = self.place or (f"line {self.line}" if self.line else "")
        return f"{self.kind}: {self.message}{f' [{place}]' if place else ''}"


@dataclass(frozen=True)
class RoleError(StudentError):
    """Why a role has no value."""


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """What came back of a run. Values are plain arrays, but of any content: they are the student's word."""

    status: Status
    """`ok`: the submission and the call ran to their end (a role may still hold a RoleError)."""
    isolation: str
    roles: dict[str, Array | RoleError] = field(default_factory=dict)
    error: StudentError | None = None
    error_in: Literal["source", "call", None] = None
    detail: str = ""
    """One line on every status but `ok`."""
    touched: tuple[str, ...] = ()
    """Input arrays that the call changed."""
    dropped: tuple[Drop, ...] = ()
    """What a lenient job left out."""
    supplied: tuple[Supplied, ...] = ()
    stdout: str = ""
    """What was printed, by all runs that shared a process."""
    stderr: str = ""
    starved: bool = False
    """Whether it was given up after waiting for processors, which says nothing about the submission."""
    used_up: bool = False
    """Whether it was ended since it had used its processor time."""
    slowdown: float = 1.0
    """How much more processor time than ever the same work took while it was on."""
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    """Of several runs in one process, by their shares of its time."""

    @property
    def gradable(self) -> bool:
        """Whether this says something about the submission, and nothing about the grader."""
        return self.status != "grader-fault"
