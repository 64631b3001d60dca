"""The code of a submission: the file that the assignment asks for, and the files submitted with it.

An archive, a notebook or a Python file may be made to crash its reader or to exhaust time and memory. Therefore our own
parsers (`parsing.archive`, `parsing.source`) are run like the submission itself: isolated, with little time and memory.
"""

import dataclasses
import functools
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np

from pcaproofs.grading.assignment.model import Assignment, SupportFile
from pcaproofs.grading.parsing import archive, source, suspects
from pcaproofs.grading.parsing.archive import Submission, SubmissionError, plain_name
from pcaproofs.grading.parsing.source import MAX_BYTES, Source, SourceError
from pcaproofs.grading.parsing.suspects import Text
from pcaproofs.grading.protocol import Array, Drop, Job, Limits, Outcome, RoleError, Scalar, Supplied

RunAll = Callable[[Sequence[Job]], list[Outcome]]
"""Runs jobs of one submission, isolated: `Pool.run_all` with the assignment's limits for jobs without limits of
their own.
"""
LIMITS = Limits(cpu=10.0, memory=1 << 30, result=128 << 20)
_TEXT_LIMITS = replace(LIMITS, cpu=3.0)  # for a diagnosis alone, of what may be made to take all the time it is given
_INTERPRETER = 1 << 30
PACKAGE = "of_text"
"""Name of the `suspects` package in a child."""
_REASONS = {
    "timeout": f"more than {LIMITS.cpu:g} s to read",
    "memory": f"more than {LIMITS.memory >> 20} MB to read",
    "killed": "more to read than Python can do (is something nested very deeply?)",
}


class ReadingError(RuntimeError):
    """The grader itself failed to read; the submission is not to blame."""


def unpacked(run_all: RunAll, submission: Submission) -> Submission:
    """A submission with its archives unpacked; raises SubmissionError, ReadingError."""
    if not submission.packed:
        return submission
    parts = ", ".join(
        f"Archive({part.name!r}, data{number}.tobytes(), {part.prefix!r})"
        for number, part in enumerate(submission.packed)
    )
    arrays = {f"data{number}": _bytes(part.data) for number, part in enumerate(submission.packed)}
    try:
        files, problems = archive.from_bytes(_answer(run_all, archive, f"to_bytes(unpack([{parts}]))", arrays))
    except (_UnreadableError, ValueError, KeyError, TypeError) as error:
        raise SubmissionError(f"got an archive that cannot be unpacked: {error}") from None
    whole = Submission(submission.name, dict(submission.files), [*submission.problems, *problems])
    for name, data in files.items():
        whole.add(name, data)
    return whole


def read_source(run_all: RunAll, filename: str, data: bytes, most: int = source.MAX_BYTES) -> Source:
    """The source of a `.py` or `.ipynb` file with at most so many bytes of code; raises SourceError, ReadingError."""
    if not filename.lower().endswith(".ipynb"):
        source.check_size(filename, len(data), most)
    if _is_plain(filename, data):
        return source.read_source(filename, data, most)
    call = "read_source(filename, data.tobytes(), most)"
    return _source(run_all, filename, call, data, {"filename": filename, "most": most})


def text_of(run_all: RunAll, whole: Source, others: Mapping[str, bytes]) -> Text:
    """What the text of a program and its other files shows (see `suspects`); empty if it cannot be read.

    Raises ReadingError.
    """
    valid = "__import__('pcaproofs_worker.repair').repair.valid"  # which every child contains
    texts = {"data0": whole.text.encode("utf-8", "surrogatepass")}
    texts |= {f"data{place}": others[name] for place, name in enumerate(sorted(others), 1) if name.endswith(".py")}
    decoded = [f"{name}.tobytes().decode('utf-8', 'replace')" for name in [*texts][1:]]
    first = f"{valid}(data0.tobytes().decode('utf-8', 'surrogatepass'), {list(whole.cells)})"
    call = f"to_bytes(read({', '.join([first, *decoded])}))"
    arrays = {name: _bytes(data) for name, data in texts.items()}
    try:
        return suspects.from_bytes(_answer(run_all, suspects, call, arrays, limits=_TEXT_LIMITS))
    except (_UnreadableError, ValueError, TypeError):
        return Text()


def _source(run_all: RunAll, filename: str, call: str, data: bytes, scalars: Mapping[str, Scalar]) -> Source:
    try:
        told = json.loads(_answer(run_all, source, f"to_bytes({call})", {"data": _bytes(data)}, scalars))
        return Source(told["text"], filename, tuple(told["notes"]), tuple(told["cells"]), dict(told["elsewhere"]))
    except (_UnreadableError, ValueError, KeyError, TypeError) as error:
        said = str(error)
        own = isinstance(error, _UnreadableError) and not said.endswith(f"[{filename}]")
        raise SourceError(f"{said} [{filename}]" if own else said) from None


def _is_plain(filename: str, data: bytes) -> bool:
    """Whether a file needs no parsing and no codec that its author chose."""
    if filename.lower().endswith(".ipynb") or any(b"coding" in line for line in data.split(b"\n", 2)[:2]):
        return False
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return b"\r" not in data[:4096].replace(b"\r\n", b"")


class _UnreadableError(Exception):
    """The submission cannot be read; the message says why."""


def _answer(
    run_all: RunAll,
    module: Any,
    call: str,
    arrays: Mapping[str, Array],
    scalars: Mapping[str, Scalar] | None = None,
    limits: Limits | None = None,
) -> bytes:
    """The answer of a function of our own parsing modules, called in a child."""
    files = _files(module.__file__)
    job = Job(
        source=(f"from {PACKAGE} import *" if files else _text(module.__file__)) + _LIMIT_MEMORY,
        files=files,
        filename="reading.py",
        call=f"limit_memory(); answer = np.frombuffer({call}, np.uint8)",
        roles={"answer": "answer"},
        arrays=arrays,
        scalars=scalars or {},
        limits=limits or LIMITS,
    )
    (outcome,) = run_all([job])
    if not outcome.gradable:
        raise ReadingError(outcome.detail)
    error = outcome.error or next((value for value in outcome.roles.values() if isinstance(value, RoleError)), None)
    if error is not None:
        own = error.kind in ("SourceError", "SubmissionError")
        raise _UnreadableError(error.message if own else f"got what cannot be read ({error.kind})")
    if outcome.status != "ok":
        raise _UnreadableError(f"got what takes {_REASONS.get(outcome.status, 'too much to read')}")
    return np.asarray(outcome.roles["answer"], dtype=np.uint8).tobytes()


# For isolation levels without memory limit; leaves room for the interpreter.
_LIMIT_MEMORY = f"""

def limit_memory():
    import resource
    most = {LIMITS.memory + _INTERPRETER}
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    if hard == resource.RLIM_INFINITY or most < hard:
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
"""


@functools.cache
def _text(path: str) -> str:
    return Path(path).read_text(encoding="utf-8")


@functools.cache
def _files(path: str) -> Mapping[str, bytes]:
    """The modules of a package, as files for the child; empty for a single module."""
    if Path(path).name != "__init__.py":
        return {}
    return {f"{PACKAGE}/{each.name}": each.read_bytes() for each in sorted(Path(path).parent.glob("*.py"))}


def _bytes(data: bytes) -> Array:
    return np.frombuffer(data, np.uint8)


# The code of a submission: the file that the assignment asks for, and the files submitted with it


_MAX_FILE_BYTES = 32 << 20
_MAX_NOTES = 20


@dataclass(frozen=True)
class Code:
    """A file's source, the other files of the submission by name, and what is known of how it loads."""

    source: Source
    files: Mapping[str, bytes] = field(default_factory=dict)
    folder: str = ""
    """The folder of the file; empty: the top of the submission."""
    prelude: str = ""
    """Lines to run before the file."""
    side_effects: bool = True
    """Whether to run more than imports, definitions and plain assignments."""
    dropped: tuple[Drop, ...] = ()
    supplied: tuple[Supplied, ...] = ()
    load_error: str = ""
    """Why Python itself would not run the file, although it was run here."""

    def after(self, prelude: str) -> "Code":
        """The code with some lines before it."""
        return dataclasses.replace(self, prelude=f"{prelude}\n{self.prelude}") if prelude else self

    def with_files(self, files: Iterable[SupportFile]) -> "Code":
        """The code with files of the assignment, which replace submitted files of the same name."""
        given = {f"{self.folder}/{each.name}".lstrip("/"): each.data for each in files}
        return dataclasses.replace(self, files=_without_conflicts(self.files, given) | given)

    def job(self, **call: object) -> Job:
        """A job that runs this file and then a call; raises TypeError for unknown fields."""
        return Job(
            source=self.source.text,
            filename=self.source.filename,
            files=self.files,
            prelude=self.prelude,
            folder=self.folder,
            hints=self.source.elsewhere,
            cells=self.source.cells,
            lenient=True,
            side_effects=self.side_effects,
            skip=self.dropped,
            **call,  # type: ignore[arg-type]
        )

    def dropped_notes(self) -> tuple[str, ...]:
        """Descriptions of the statements that were left out; after the first few, only their number."""
        return _few([f"{self._place(each)}: {each.what} was left out: {_reason(each)}" for each in self.dropped])

    def supplied_notes(self) -> tuple[str, ...]:
        """Descriptions of the imports that were added."""
        return tuple(
            f"{self._place(each)}: {each.name} is used and never imported; `{_import(each)}` was supplied"
            for each in self.supplied
        )

    def _place(self, each: Drop | Supplied) -> str:
        return f"{each.file}, line {each.line}" if each.file else self.source.place(each.line)


def code_of(run_all: RunAll, submission: Submission, assignment: Assignment | str) -> Code:
    """The code of an unpacked submission; raises SubmissionError, SourceError, ReadingError.

    Files of the assignment replace submitted files of the same name.
    """
    wanted, own = (assignment, ()) if isinstance(assignment, str) else (assignment.file, assignment.files)
    besides = () if isinstance(assignment, str) else [task.file for task in assignment.derivations]
    name = submission.pick(wanted, besides=besides)
    most = MAX_BYTES if isinstance(assignment, str) else assignment.limits.code
    plain = PurePosixPath(plain_name(name))
    source = read_source(run_all, plain.name, submission.files[name], most)
    if plain.name != PurePosixPath(name).name:
        source = dataclasses.replace(source, notes=(*source.notes, f"{name} was read as {plain.name}"))
    folder = plain.parent
    in_package = folder.name and f"{folder}/__init__.py" in submission.files
    files: dict[str, bytes] = {}
    room = _MAX_FILE_BYTES
    # those in the file's own folder first, since there may not be room for all
    for other in sorted(submission.files, key=lambda each: (not PurePosixPath(each).is_relative_to(folder), each)):
        data = submission.files[other]
        if (other != name or in_package) and len(data) <= room:
            room -= len(data)
            files[other] = data
    return Code(source, files, folder="" if folder.name == "" else folder.as_posix()).with_files(own)


def _without_conflicts(files: Mapping[str, bytes], given: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files that do not conflict with the assignment's: none is a folder of one, or inside one."""
    folders = {str(parent) for name in given for parent in PurePosixPath(name).parents}
    return {
        name: data
        for name, data in files.items()
        if name not in folders and not any(str(parent) in given for parent in PurePosixPath(name).parents)
    }


def _reason(drop: Drop) -> str:
    told = drop.kind in ("ModuleNotFoundError", "TooLongError")
    return drop.message if told and drop.message else f"{drop.kind}: {drop.message}".rstrip(": ")


def _import(each: Supplied) -> str:
    return f"import {each.module}" + (f" as {each.name}" if each.name != each.module else "")


def _few(told: list[str]) -> tuple[str, ...]:
    more = len(told) - _MAX_NOTES
    return (*told[:_MAX_NOTES], f"and {more} more statements were left out") if more > 0 else tuple(told)
