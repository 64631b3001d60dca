"""The code of a submission: the file that the assignment asks for, and the files submitted with it."""

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from pcaproofs.grading.assignment.model import Assignment, SupportFile
from pcaproofs.grading.parsing.archive import plain_name
from pcaproofs.grading.parsing.source import MAX_BYTES, Source
from pcaproofs.grading.protocol import Drop, Job, Supplied
from pcaproofs.grading.submission.reading import RunAll, read_source
from pcaproofs.grading.submission.submissions import Submission

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
