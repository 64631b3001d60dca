"""Finding submissions: a folder of folders or files, a zip as learning platforms export it, or one file.

This module finds submissions and reads their bytes without interpreting them: archives of students are unpacked later
in a child process (`code`). Nothing is unpacked to disk. Links, unsafe names, and anything but ordinary files are
refused and reported with their submission.
"""

import os
import stat
import struct
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from pcaproofs.grading.parsing.archive import (
    ARCHIVE_ENDINGS,
    CODE_ENDINGS,
    IGNORED,
    MAX_FILE_BYTES,
    MAX_TOTAL_BYTES,
    PROGRAMS,
    RENAMED,
    Archive,
    Submission,
    SubmissionError,
    is_harmless,
    is_hidden,
    is_ignored,
    most_bytes,
)
from pcaproofs.grading.submission.people import CANVAS, METADATA, MOODLE, Roster, roster_of

__all__ = ["Submission", "SubmissionError", "SubmittedEntry", "discover", "read_one", "roster"]

_MOST_ENTRIES = 20_000
_MOST_WRAPPINGS = 20
_OF_A_PROJECT = {"src", "source", "code", "lib", "test", "tests", "data", "notebooks", "docs", "images", "utils"}
"""Names of folders that mark a student's project."""


@dataclass(frozen=True)
class SubmittedEntry:
    """The location of one submission. It is read when graded, so that a class need not fit into memory."""

    name: str
    path: Path
    members: tuple[zipfile.ZipInfo, ...] = ()
    """If the path is the zip of a class: this student's part of it."""
    prefix: str = ""
    """The prefix of the members' names."""

    def read(self) -> Submission:
        """The submission; files that cannot be read are problems of this submission only."""
        try:
            found = Submission(self.name) if self.members else read_one(self.path)
            if self.members:
                _take_members(found, self.path, self.members, self.prefix)
        except (OSError, SubmissionError, ValueError) as error:
            found = Submission(self.name)
            found.refuse(self.path.name, getattr(error, "strerror", None) or str(error))
        found.name = self.name
        return found


def discover(path: str | Path, endings: tuple[str, ...] = CODE_ENDINGS) -> list[SubmittedEntry]:
    """The submissions in a path, in alphabetical order; raises SubmissionError.

    In a folder or zip each folder, archive and file with one of the suffixes at the top is one submission. If the top
    is a single folder that holds several submissions, as in exports that were packed again, these are found.
    """
    path = Path(path)
    if path.is_dir():
        home = path / _wrapping(lambda place: _inside(path / place, endings), endings)
        found = [
            SubmittedEntry(_title(entry), entry) for entry in sorted(home.iterdir()) if _is_submission(entry, endings)
        ]
    elif path.suffix.lower() == ".zip":
        found = _discover_zip(path, endings)
    elif path.is_file():
        found = [SubmittedEntry(_title(path), path)]
    else:
        raise SubmissionError(f"got {str(path)!r}, which does not exist, but should be a folder, a zip or a file")
    if not found:
        raise SubmissionError(f"got nothing to grade, but should hold folders, {' or '.join(endings)} files [{path}]")
    return found


def roster(path: str | Path) -> Roster:
    """The people that Gradescope lists beside the submissions; lists inside a submission are ignored."""
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
    except Exception:  # a damaged archive can raise nearly any exception; names are optional
        return {}


def _wrapping(inside: Callable[[str], tuple[list[str], list[str]]], endings: tuple[str, ...] = CODE_ENDINGS) -> str:
    """The folder, with a slash at its end, that holds the submissions of a class; empty if they are at the top.

    inside: gives the folders and the files in a folder that may be submissions. A single folder at the top is itself
    the only submission if it has code in it, or folders that are usual in a project.
    """
    place = ""
    for _ in range(_MOST_WRAPPINGS):
        folders, files = inside(place)
        code = [name for name in files if name.lower().endswith(endings) and not CANVAS.fullmatch(name)]
        if place and (code or _OF_A_PROJECT & {name.lower() for name in folders}):
            return ""
        if len(folders) + len(files) > 1:
            return place
        if not folders or MOODLE.fullmatch(folders[0]) or CANVAS.fullmatch(folders[0]):
            return ""
        place += f"{folders[0]}/"
    return ""


def _inside(folder: Path, endings: tuple[str, ...] = CODE_ENDINGS) -> tuple[list[str], list[str]]:
    found = [entry for entry in sorted(folder.iterdir()) if _is_submission(entry, endings)]
    folders = [entry.name for entry in found if entry.is_dir() and not entry.is_symlink()]
    return folders, [entry.name for entry in found if entry.name not in folders]


def _title(entry: Path) -> str:
    return entry.name if os.path.isdir(entry) or os.path.islink(entry) else _stem(entry.name)


def _stem(name: str) -> str:
    """A file's name without its suffix, of which an archive may have two."""
    stem = PurePosixPath(name).stem
    return PurePosixPath(stem).stem if stem.lower().endswith((".tar", ".py", ".ipynb")) else stem


def _is_submission(entry: Path, endings: tuple[str, ...]) -> bool:
    if entry.name in IGNORED or is_hidden(entry.name):
        return False
    return os.path.islink(entry) or os.path.isdir(entry) or entry.name.lower().endswith(_endings(endings))


def _endings(asked: tuple[str, ...]) -> tuple[str, ...]:
    """Endings of single files that are a submission; also of other languages' programs, which are not passed over."""
    return (*asked, *ARCHIVE_ENDINGS, *((*RENAMED, *PROGRAMS) if set(CODE_ENDINGS) & set(asked) else ()))


def read_one(path: str | Path) -> Submission:
    """A folder, a zip or a file as a single submission; raises SubmissionError if there is none."""
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
        raise SubmissionError(f"got {str(path)!r}, which does not exist, but should be a folder, a zip or a file")
    return submission


def _walk(folder: Path, submission: Submission) -> Iterator[tuple[str, Path]]:
    """The files below a folder with their relative names; not recursive, since folders may be nested deeply."""
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
            elif entry.name in IGNORED or is_hidden(entry.name):
                continue
            elif entry.is_dir(follow_symlinks=False):
                folders.append(f"{name}/")
            else:
                yield name, Path(entry.path)
        waiting += reversed(folders)


def _take_file(submission: Submission, path: Path, name: str) -> None:
    try:
        # O_NONBLOCK: a pipe without writer would block forever
        fd = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(fd, "rb") as file:
            if not stat.S_ISREG(os.fstat(fd).st_mode):
                raise OSError("it is no ordinary file")
            data = file.read(most_bytes(name) + 1)
    except OSError as error:
        plain = (error.strerror or str(error)) if os.path.isfile(path) else "it is no ordinary file"
        submission.refuse(name, "it is a link" if os.path.islink(path) else plain)
        return
    if name.lower().endswith(ARCHIVE_ENDINGS):
        submission.add_archive(Archive(name, data))
    else:
        submission.add(name, data)


def _discover_zip(path: Path, endings: tuple[str, ...]) -> list[SubmittedEntry]:
    """The submissions in the zip of a class, from its central directory only."""
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        raise SubmissionError(f"got a zip that cannot be read: {error} [{path}]") from None
    parts: dict[tuple[str, str], list[zipfile.ZipInfo]] = {}
    names = [member.filename for member in members if not is_ignored(member.filename)]
    wrapping = _wrapping(lambda place: _inside_zip(names, place, endings), endings)
    for member in members:
        name = member.filename
        if is_ignored(name):
            continue
        top, slash, rest = name.removeprefix(wrapping).partition("/") if is_harmless(name) else (name, "", "")
        if rest:
            parts.setdefault((top, f"{wrapping}{top}{slash}"), []).append(member)
        elif top.lower().endswith(_endings(endings)):  # others are grade lists or read-me files
            parts.setdefault((_stem(top), wrapping), []).append(member)
    return [SubmittedEntry(title, path, tuple(part), prefix) for (title, prefix), part in sorted(parts.items())]


def _inside_zip(names: list[str], place: str, endings: tuple[str, ...] = CODE_ENDINGS) -> tuple[list[str], list[str]]:
    inner = [name.removeprefix(place) for name in names if name.startswith(place) and is_harmless(name)]
    folders = sorted({name.partition("/")[0] for name in inner if "/" in name})
    return folders, sorted(name for name in inner if "/" not in name and name.lower().endswith(_endings(endings)))


def _take_members(submission: Submission, path: Path, members: tuple[zipfile.ZipInfo, ...], prefix: str) -> None:
    """Copy one student's part of the zip of a class, without unpacking, as a zip."""
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
    """A member's header in the central directory of a zip. Source: APPNOTE.TXT, section 4.3.12."""
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
        0x21,  # 1 January 1980
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
