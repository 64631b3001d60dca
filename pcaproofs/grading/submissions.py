"""Submissions as teachers have them: a folder of folders or files, a zip as learning platforms export it, one file.

Everything is read into memory under caps and nothing is unpacked to disk; links and names that lead elsewhere are
refused and reported with the submission that holds them.
"""

import io
import os
import stat
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

MAX_FILES = 500
MAX_FILE_BYTES = 20 << 20
MAX_TOTAL_BYTES = 100 << 20
CODE = (".py", ".ipynb")
_IGNORED = {"__MACOSX", "__pycache__", ".ipynb_checkpoints", ".git", ".venv", "venv", "node_modules"}


class SubmissionError(ValueError):
    """A path in which no submission can be found."""


@dataclass
class Submission:
    """What one student handed in: file contents by relative name, and what was refused."""

    name: str
    files: dict[str, bytes] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    _room: int = field(default=MAX_TOTAL_BYTES, repr=False)

    def add(self, name: str, data: bytes) -> None:
        """Take a file in, or note why not."""
        if len(data) > MAX_FILE_BYTES:
            self.problems.append(f"{name} refused: more than {MAX_FILE_BYTES >> 20} MB")
        elif len(self.files) >= MAX_FILES or len(data) > self._room:
            self.problems.append(f"{name} refused: too many files, or too large together")
        elif name in self.files:
            self.problems.append(f"{name} refused: it is there twice")
        else:
            self._room -= len(data)
            self.files[name] = data

    def pick(self, wanted: str) -> str:
        """Return the name of the file that is meant by the assignment's name for it; raises SubmissionError.

        Platforms rename what is uploaded (``smith_4711_pca-1.py``) and students put it into folders.
        """
        code = sorted(name for name in self.files if name.lower().endswith(CODE))
        stem = PurePosixPath(wanted).stem.lower()
        for fits in (
            lambda name: name == wanted,
            lambda name: PurePosixPath(name).name == wanted,
            lambda name: PurePosixPath(name).stem.lower() == stem,
            lambda name: stem in PurePosixPath(name).stem.lower(),
            lambda name: True,
        ):
            found = [name for name in code if fits(name)]
            if len(found) == 1:
                return found[0]
            if found:
                raise SubmissionError(f"got {len(found)} files that may be {wanted}: {', '.join(found[:5])}")
        raise SubmissionError(f"got no Python file, but should be {wanted}")


def discover(path: str | Path) -> list[Submission]:
    """Return the submissions in a path in the order of their names; raises SubmissionError.

    In a folder or zip each folder, Python file, notebook and inner zip on top is one submission.
    """
    path = Path(path)
    if path.is_dir():
        found = [read_one(entry) for entry in sorted(path.iterdir()) if _is_submission(entry)]
    elif path.suffix.lower() == ".zip":
        found = _discover_zip(path)
    elif path.is_file():
        found = [read_one(path)]
    else:
        raise SubmissionError(f"got {str(path)!r}, but should be a folder, a zip or a file")
    if not found:
        raise SubmissionError(f"got nothing to grade, but should hold folders, {' or '.join(CODE)} files [{path}]")
    return found


def _is_submission(entry: Path) -> bool:
    if entry.name in _IGNORED or entry.name.startswith("."):
        return False
    return entry.is_symlink() or entry.is_dir() or entry.suffix.lower() in (*CODE, ".zip")


def read_one(path: str | Path) -> Submission:
    """Return a folder, a zip or a file as a single submission; raises SubmissionError where there is nothing."""
    path = Path(path)
    if path.is_symlink():
        return Submission(path.name, problems=[f"{path.name} refused: it is a link"])
    if path.is_dir():
        submission = Submission(path.name)
        for file in _walk(path, submission):
            _take_file(submission, file, file.relative_to(path).as_posix())
        return submission
    if not path.is_file():
        raise SubmissionError(f"got {str(path)!r}, but should be a folder, a zip or a file")
    submission = Submission(path.stem)
    _take_file(submission, path, path.name)
    return submission


def _walk(folder: Path, submission: Submission) -> Iterator[Path]:
    for place, folders, files in os.walk(folder, followlinks=False):
        inner = Path(place)
        links = [name for name in folders if (inner / name).is_symlink()]
        submission.problems += [f"{(inner / name).relative_to(folder)} refused: it is a link" for name in sorted(links)]
        folders[:] = sorted(name for name in folders if name not in _IGNORED and name not in links)
        yield from (inner / name for name in sorted(files) if not name.startswith("."))


def _take_file(submission: Submission, path: Path, name: str) -> None:
    try:
        # O_NONBLOCK: a pipe with no writer would hold us for ever
        fd = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(fd, "rb") as file:
            if not stat.S_ISREG(os.fstat(fd).st_mode):
                raise OSError("it is no ordinary file")
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        reason = "it is a link" if path.is_symlink() else error.strerror or str(error)
        submission.problems.append(f"{name} refused: {reason}")
        return
    if name.lower().endswith(".zip"):
        _take_zip(submission, name, data)
    else:
        submission.add(name, data)


def _take_zip(submission: Submission, name: str, data: bytes) -> None:
    """Take in the files of a zip that a student uploaded."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for inner, content in _entries(archive, submission):
                submission.add(inner, content)
    except (zipfile.BadZipFile, OSError, ValueError) as error:
        submission.problems.append(f"{name} refused: {error}")


def _discover_zip(path: Path) -> list[Submission]:
    found: dict[str, Submission] = {}
    refused = Submission(path.stem)
    try:
        with zipfile.ZipFile(path) as archive:
            for name, content in _entries(archive, refused):
                top, _, rest = name.partition("/")
                suffix = PurePosixPath(top).suffix.lower()
                if not rest and suffix not in (*CODE, ".zip"):
                    continue  # a list of grades, a read-me
                title = top if rest else PurePosixPath(top).stem
                submission = found.setdefault(title, Submission(title))
                if name.lower().endswith(".zip"):
                    _take_zip(submission, name, content)
                else:
                    submission.add(rest or top, content)
    except (zipfile.BadZipFile, OSError) as error:
        raise SubmissionError(f"got a zip that cannot be read: {error} [{path}]") from None
    for problem in refused.problems:
        top = problem.split(" refused", 1)[0].partition("/")[0]
        title = top if top in found else PurePosixPath(top).stem
        found.setdefault(title, Submission(title)).problems.append(problem)
    return [found[title] for title in sorted(found)]


def _entries(archive: zipfile.ZipFile, problems: Submission) -> Iterator[tuple[str, bytes]]:
    """Yield the harmless files of a zip, reading no more of each than its cap, whatever its header says."""
    room = MAX_TOTAL_BYTES * 10
    for info in archive.infolist():
        name = info.filename
        path = PurePosixPath(name)
        if info.is_dir() or _IGNORED & set(path.parts) or path.name.startswith("."):
            continue
        reason = ""
        if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name or not name.isprintable():
            reason = "its name leads elsewhere"
        elif stat.S_ISLNK(info.external_attr >> 16):
            reason = "it is a link"
        elif info.flag_bits & 1:
            reason = "it is encrypted"
        if not reason:
            try:
                with archive.open(info) as file:
                    data = file.read(min(MAX_FILE_BYTES, room) + 1)
            except (zipfile.BadZipFile, NotImplementedError, OSError, EOFError, ValueError) as error:
                reason = str(error) or "it cannot be unpacked"
            else:
                room -= len(data)
                if len(data) > MAX_FILE_BYTES or room < 0:
                    reason = "too large"
        if reason:
            problems.problems.append(f"{name} refused: {reason}")
        else:
            yield name, data
