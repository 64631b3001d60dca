"""Submissions as teachers have them: a folder of folders or files, a zip as learning platforms export it, one file.

This finds where each lies and reads its bytes, and interprets none of them: a zip of a student's is unpacked later, in
a process of its own (`reading`). Nothing is unpacked to disk. Links, names that lead elsewhere, and what is no
ordinary file are refused and reported with the submission that holds them.
"""

import os
import stat
import struct
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from pcaproofs.grading.parsing.archive import (
    CODE_ENDINGS,
    IGNORED,
    MAX_FILE_BYTES,
    MAX_TOTAL_BYTES,
    Archive,
    Submission,
    SubmissionError,
    is_harmless,
    is_ignored,
)
from pcaproofs.grading.submission.people import CANVAS, METADATA, MOODLE, Roster, roster_of

__all__ = ["Entry", "Submission", "SubmissionError", "discover", "read_one", "roster"]

_MOST_ENTRIES = 20_000
_MOST_WRAPPINGS = 20
_OF_A_PROJECT = {"src", "source", "code", "lib", "test", "tests", "data", "notebooks", "docs", "images", "utils"}
"""Of a student's folder, that are looked at."""


@dataclass(frozen=True)
class Entry:
    """Where one submission lies; it is read when it is graded, so that a class need not fit into memory."""

    name: str
    path: Path
    members: tuple[zipfile.ZipInfo, ...] = ()
    """Where the path is the zip of a class: this student's part of it."""
    prefix: str = ""
    """What the members' names begin with."""

    def read(self) -> Submission:
        """What was handed in; what cannot be read is a problem of this submission alone."""
        try:
            found = Submission(self.name) if self.members else read_one(self.path)
            if self.members:
                _take_members(found, self.path, self.members, self.prefix)
        except (OSError, SubmissionError, ValueError) as error:
            found = Submission(self.name)
            found.refuse(self.path.name, getattr(error, "strerror", None) or str(error))
        found.name = self.name
        return found


def discover(path: str | Path) -> list[Entry]:
    """The submissions in a path in the order of their names; raises SubmissionError.

    In a folder or zip each folder, Python file, notebook and inner zip on top is one submission. Where the top is one
    folder that holds several submissions, as exports that were packed again have it, these are found.
    """
    path = Path(path)
    if path.is_dir():
        home = path / _wrapping(lambda place: _inside(path / place))
        found = [Entry(_title(entry), entry) for entry in sorted(home.iterdir()) if _is_submission(entry)]
    elif path.suffix.lower() == ".zip":
        found = _discover_zip(path)
    elif path.is_file():
        found = [Entry(_title(path), path)]
    else:
        raise SubmissionError(f"got {str(path)!r}, but should be a folder, a zip or a file")
    if not found:
        raise SubmissionError(
            f"got nothing to grade, but should hold folders, {' or '.join(CODE_ENDINGS)} files [{path}]"
        )
    return found


def roster(path: str | Path) -> Roster:
    """The people that Gradescope lists beside the submissions; what a student handed in is no such list."""
    path = Path(path)
    try:
        if path.is_dir():
            file = path / _wrapping(lambda place: _inside(path / place)) / METADATA
            return roster_of(file.read_bytes() if file.is_file() and not file.is_symlink() else b"")
        if path.suffix.lower() != ".zip":
            return {}
        with zipfile.ZipFile(path) as archive:
            names = [name for name in archive.namelist() if not is_ignored(name)]
            place = f"{_wrapping(lambda place: _inside_zip(names, place))}{METADATA}"
            return roster_of(archive.open(place).read(MAX_FILE_BYTES) if place in names else b"")
    except Exception:  # a damaged zip makes zipfile raise nearly anything; names are a convenience
        return {}


def _wrapping(inside: Callable[[str], tuple[list[str], list[str]]]) -> str:
    """The folder, with a slash at its end, that holds the submissions of a class; empty: they are on top.

    `inside` tells the folders and the files in a place that may be submissions. One folder on top is itself the only
    submission if code lies in it, or folders as a project has them.
    """
    place = ""
    for _ in range(_MOST_WRAPPINGS):
        folders, files = inside(place)
        code = [name for name in files if name.lower().endswith(CODE_ENDINGS) and not CANVAS.fullmatch(name)]
        if place and (code or _OF_A_PROJECT & {name.lower() for name in folders}):
            return ""
        if len(folders) + len(files) > 1:
            return place
        if not folders or MOODLE.fullmatch(folders[0]) or CANVAS.fullmatch(folders[0]):
            return ""
        place += f"{folders[0]}/"
    return ""


def _inside(folder: Path) -> tuple[list[str], list[str]]:
    found = [entry for entry in sorted(folder.iterdir()) if _is_submission(entry)]
    folders = [entry.name for entry in found if entry.is_dir() and not entry.is_symlink()]
    return folders, [entry.name for entry in found if entry.name not in folders]


def _title(entry: Path) -> str:
    return entry.name if os.path.isdir(entry) or os.path.islink(entry) else entry.stem


def _is_submission(entry: Path) -> bool:
    if entry.name in IGNORED or entry.name.startswith("."):
        return False
    return os.path.islink(entry) or os.path.isdir(entry) or entry.suffix.lower() in (*CODE_ENDINGS, ".zip")


def read_one(path: str | Path) -> Submission:
    """A folder, a zip or a file as a single submission; raises SubmissionError where there is nothing."""
    path = Path(path)
    submission = Submission(_title(path))
    if path.is_symlink():
        submission.refuse(path.name, "it is a link")
    elif path.is_dir():
        for name, file in _walk(path, submission):
            _take_file(submission, file, name)
    elif path.exists():
        _take_file(submission, path, path.name)
    else:
        raise SubmissionError(f"got {str(path)!r}, but should be a folder, a zip or a file")
    return submission


def _walk(folder: Path, submission: Submission) -> Iterator[tuple[str, Path]]:
    """The files beneath a folder with their relative names, without recursion: folders may be nested deeply."""
    waiting = [""]
    seen = 0
    while waiting:
        place = waiting.pop()
        try:
            with os.scandir(folder / place) as entries:
                inside = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            submission.refuse(place or folder.name, error.strerror or str(error))
            continue
        seen += len(inside)
        if seen > _MOST_ENTRIES:
            submission.refuse(place or folder.name, f"more than {_MOST_ENTRIES} files; the rest is not looked at")
            return
        folders = []
        for entry in inside:
            name = f"{place}{entry.name}"
            if entry.is_symlink():
                submission.refuse(name, "it is a link")
            elif entry.name in IGNORED or entry.name.startswith("."):
                continue
            elif entry.is_dir(follow_symlinks=False):
                folders.append(f"{name}/")
            else:
                yield name, Path(entry.path)
        waiting += reversed(folders)


def _take_file(submission: Submission, path: Path, name: str) -> None:
    try:
        # O_NONBLOCK: a pipe with no writer would hold us for ever
        fd = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(fd, "rb") as file:
            if not stat.S_ISREG(os.fstat(fd).st_mode):
                raise OSError("it is no ordinary file")
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        plain = (error.strerror or str(error)) if os.path.isfile(path) else "it is no ordinary file"
        submission.refuse(name, "it is a link" if os.path.islink(path) else plain)
        return
    if name.lower().endswith(".zip"):
        submission.add_archive(Archive(name, data))
    else:
        submission.add(name, data)


def _discover_zip(path: Path) -> list[Entry]:
    """The submissions in the zip of a class, from its table of contents alone."""
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise SubmissionError(f"got a zip that cannot be read: {error} [{path}]") from None
    parts: dict[tuple[str, str], list[zipfile.ZipInfo]] = {}
    names = [member.filename for member in members if not is_ignored(member.filename)]
    wrapping = _wrapping(lambda place: _inside_zip(names, place))
    for member in members:
        name = member.filename
        if is_ignored(name):
            continue
        top, slash, rest = name.removeprefix(wrapping).partition("/") if is_harmless(name) else (name, "", "")
        if rest:
            parts.setdefault((top, f"{wrapping}{top}{slash}"), []).append(member)
        elif PurePosixPath(top).suffix.lower() in (*CODE_ENDINGS, ".zip"):  # else a list of grades, a read-me
            parts.setdefault((PurePosixPath(top).stem, wrapping), []).append(member)
    return [Entry(title, path, tuple(part), prefix) for (title, prefix), part in sorted(parts.items())]


def _inside_zip(names: list[str], place: str) -> tuple[list[str], list[str]]:
    inner = [name.removeprefix(place) for name in names if name.startswith(place) and is_harmless(name)]
    folders = sorted({name.partition("/")[0] for name in inner if "/" in name})
    return folders, sorted(name for name in inner if "/" not in name and name.lower().endswith((*CODE_ENDINGS, ".zip")))


def _take_members(submission: Submission, path: Path, members: tuple[zipfile.ZipInfo, ...], prefix: str) -> None:
    """Copy one student's part out of the zip of a class, still packed, as a zip of its own."""
    body, contents = bytearray(), bytearray()
    count = 0
    with path.open("rb") as file:
        for member in members:
            file.seek(member.header_offset)
            header = file.read(30)
            if len(header) < 30 or member.compress_size > MAX_TOTAL_BYTES - len(body):
                submission.refuse(member.filename, "too large, or cut off")
                continue
            size = sum(struct.unpack_from("<2H", header, 26)) + member.compress_size
            contents += _table_row(member, len(body))
            body += header + file.read(size)
            count += 1
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, min(count, 0xFFFF), min(count, 0xFFFF), len(contents), len(body), 0)
    submission.packed.append(Archive(path.name, bytes(body + contents + end), prefix))


def _table_row(member: zipfile.ZipInfo, offset: int) -> bytes:
    """A member's row in the table of contents of a zip (APPNOTE.TXT, section 4.3.12)."""
    name = member.orig_filename.encode("utf-8" if member.flag_bits & 0x800 else "cp437", "replace")
    row = struct.pack(
        "<4s4B4H3L5H2L",
        b"PK\1\2",
        20,
        member.create_system,
        min(member.extract_version, 63),
        0,
        member.flag_bits,
        member.compress_type,
        0,
        0x21,  # the first of January 1980
        member.CRC,
        member.compress_size,
        min(member.file_size, 0xFFFFFFFE),
        len(name),
        0,
        0,
        0,
        0,
        member.external_attr,
        offset,
    )
    return row + name
