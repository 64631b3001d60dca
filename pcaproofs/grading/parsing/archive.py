"""The files of one submission, and unpacking of zip and tar archives.

`unpack` runs in a child process with limits, since archives are untrusted. Therefore this module imports the standard
library only.
"""

import io
import json
import re
import stat
import tarfile
import zipfile
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

MAX_FILES = 500
MAX_FILE_BYTES = 20 << 20
MAX_TOTAL_BYTES = 100 << 20
MAX_NAME = 500
MAX_ARCHIVES = 20
MAX_REFUSALS_NAMED = 20
CODE_ENDINGS = (".py", ".ipynb")
RENAMED = (".py.txt", ".ipynb.txt", ".ipynb.json")
"""Endings of the same files: browsers, mail programs and editors that hide endings add the last ones."""
OTHER_LANGUAGES = {
    ".r": "an R file", ".rmd": "an R Markdown file", ".qmd": "a Quarto document", ".m": "a MATLAB or Octave file",
    ".jl": "a Julia file", ".java": "a Java file", ".c": "a C file", ".cpp": "a C++ file", ".js": "a JavaScript file",
    ".pyc": "compiled Python", ".html": "a web page", ".pdf": "a PDF", ".docx": "a Word document",
    ".doc": "a Word document",
    ".odt": "a text document", ".rtf": "a text document", ".txt": "a text file", ".md": "a Markdown file",
    ".tex": "a LaTeX file", ".png": "a picture", ".jpg": "a picture", ".jpeg": "a picture", ".rar": "a RAR archive",
    ".7z": "a 7z archive", ".mat": "a MATLAB data file", ".pkl": "pickled objects", ".mlx": "a MATLAB live script",
}  # fmt: skip
"""By ending, in small letters: what a file is that is handed in instead of Python."""
PROGRAMS = (".r", ".rmd", ".qmd", ".m", ".mlx", ".jl")
"""Endings of programs that do PCA in other languages: handed in alone, they are a submission."""
"""Suffixes of files that may be graded."""
TEXT_ENDINGS = (".md", ".tex", ".ipynb")
"""Suffixes of files that may hold a derivation."""
ARCHIVE_ENDINGS = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
"""Suffixes of archives that are unpacked."""
IGNORED = {"__MACOSX", "__pycache__", ".ipynb_checkpoints", ".git", ".venv", "venv", "node_modules"}
_MAX_NESTED_ARCHIVES = 2
_MOST_MEMBERS = 20_000


class SubmissionError(ValueError):
    """No submission can be found."""


@dataclass(frozen=True)
class Archive:
    """A zip or tar archive: its name, its bytes, and the folder in it that belongs to the submission."""

    name: str
    data: bytes
    prefix: str = ""


@dataclass
class Submission:
    """One student's submission: file contents by relative name, archives not yet unpacked, and refused files."""

    name: str
    files: dict[str, bytes] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    packed: list[Archive] = field(default_factory=list)
    _room: int = field(default=MAX_TOTAL_BYTES, repr=False)
    _refused: int = field(default=0, repr=False)

    def read(self) -> "Submission":
        """The submission itself: the counterpart of `Entry.read`."""
        return self

    def refuse(self, name: str, reason: str) -> None:
        """Record that a file is refused; after the first few, only their number."""
        self._refused += 1
        if self._refused <= MAX_REFUSALS_NAMED:
            self.problems.append(f"{name[:MAX_NAME]} refused: {reason[:MAX_NAME]}")
        elif self._refused == MAX_REFUSALS_NAMED + 1:
            self.problems.append("1 more refused")
        else:
            self.problems[-1] = f"{self._refused - MAX_REFUSALS_NAMED} more refused"

    def add(self, name: str, data: bytes) -> None:
        """Add a file, or record why it is refused."""
        if self._takes(name, data):
            self._room -= len(data)
            self.files[name] = data

    def drop(self, name: str, reason: str) -> None:
        """Take a file back, and record why."""
        self._room += len(self.files.pop(name, b""))
        self.refuse(name, reason)

    def add_archive(self, archive: Archive) -> None:
        """Add an archive to unpack later, or record why it is refused."""
        if len(self.packed) >= MAX_ARCHIVES:
            self.refuse(archive.name, f"more than {MAX_ARCHIVES} archives")
        elif self._takes(archive.name, archive.data):
            self.packed.append(archive)

    def _takes(self, name: str, data: bytes) -> bool:
        if len(data) > most_bytes(name):
            self.refuse(name, f"more than {most_bytes(name) >> 20} MB")
        elif len(self.files) >= MAX_FILES or len(data) > self._room:
            self.refuse(name, "too many files, or too large together")
        elif name in self.files:
            self.refuse(name, "it is there twice")
        else:
            return True
        return False

    def pick(self, wanted: str, endings: tuple[str, ...] = CODE_ENDINGS, besides: Collection[str] = ()) -> str:
        """The name of the file that the assignment asks for, among those with some suffixes; raises SubmissionError.

        besides: other files that it asks for. Learning platforms rename uploads (`smith_4711_pca-1.py`), and students
        put files into folders.
        """
        taken = (*endings, *RENAMED) if endings == CODE_ENDINGS else endings
        code = sorted(name for name in self.files if name.lower().endswith(taken))
        stem = PurePosixPath(wanted).stem.lower()
        for fits in (
            lambda name: name == wanted,
            lambda name: PurePosixPath(name).name == wanted,
            lambda name: PurePosixPath(plain_name(name)).stem.lower() == stem and name == plain_name(name),
            lambda name: PurePosixPath(plain_name(name)).stem.lower() == stem,
            lambda name: stem in PurePosixPath(plain_name(name)).stem.lower(),
            lambda name: True,
        ):
            found = [name for name in code if fits(name)]
            if len(found) == 1:
                return found[0]
            if found:
                raise SubmissionError(f"got {len(found)} files that may be {wanted}: {', '.join(found[:5])}")
        kind = "Python" if endings == CODE_ENDINGS else " or ".join(endings)
        asked = {PurePosixPath(name).name for name in besides}
        found_kinds = ((name, _kind_of(name)) for name in self.files if PurePosixPath(name).name not in asked)
        others = sorted((name, what) for name, what in found_kinds if what)
        if others:
            raise SubmissionError(f"got {others[0][0]}, {others[0][1]}, but should be {wanted}")
        raise SubmissionError(f"got no {kind} file, but should be {wanted}")


def _kind_of(name: str) -> str:
    return OTHER_LANGUAGES.get(PurePosixPath(name).suffix.lower(), "")


def most_bytes(name: str) -> int:
    """The size up to which a file is taken: outputs of notebooks may be large, and are dropped when it is read."""
    return MAX_TOTAL_BYTES if ".ipynb" in name.lower()[-11:] else MAX_FILE_BYTES


def plain_name(name: str) -> str:
    """A file's name without an ending that was added to `.py` or `.ipynb`."""
    return re.sub(r"(\.py|\.ipynb)\.(?:txt|json)$", r"\1", name, flags=re.IGNORECASE)


def is_harmless(name: str) -> bool:
    """Whether a name in an archive stays inside its folder, on every operating system."""
    path = PurePosixPath(name)
    elsewhere = path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name
    return bool(path.parts) and not elsewhere and name.isprintable() and len(name) <= MAX_NAME


def is_ignored(name: str) -> bool:
    """Whether a name in an archive is a folder, a hidden file, or a file that tools leave behind."""
    parts = PurePosixPath(name).parts
    return name.endswith("/") or bool(IGNORED & set(parts)) or any(map(is_hidden, parts))


def is_hidden(part: str) -> bool:
    """Whether the name of a file or folder is one that tools hide; `..name` is one that a student gave."""
    return part.startswith(".") and not part.startswith("..")


def unpack(archives: Iterable[Archive]) -> Submission:
    """The files of archives as one submission without a name."""
    taken = Submission("")
    budget = [2 * MAX_TOTAL_BYTES]
    for archive in archives:
        _take(taken, archive, budget, _MAX_NESTED_ARCHIVES)
    return taken


def _take(taken: Submission, archive: Archive, budget: list[int], depth: int) -> None:
    own: set[str] = set()
    try:
        for name, data in _contents(archive, taken, budget):
            if name in own and name in taken.files:  # the last, as every program that unpacks it leaves it
                taken.drop(name, "it is there twice; the last one is taken")
            own.add(name)
            if depth > 1 and name.lower().endswith(ARCHIVE_ENDINGS):
                _take(taken, Archive(name, data), budget, depth - 1)
            else:
                taken.add(name, data)
    except Exception as error:  # a damaged archive can raise nearly any exception
        taken.refuse(archive.name, _reason(error))


def _reason(error: Exception) -> str:
    """Why an archive or a file in it is refused, in the words of this program: Python's name its own internals."""
    if isinstance(error, NotImplementedError):
        return "its method of compression is not supported"
    return "it is encrypted" if "encrypted" in str(error) else "it is damaged"


def _contents(archive: Archive, taken: Submission, budget: list[int]) -> Iterator[tuple[str, bytes]]:
    file = io.BytesIO(archive.data)
    if archive.name.lower().endswith(ARCHIVE_ENDINGS[1:]):
        with tarfile.open(fileobj=file) as opened:
            yield from _members(opened, taken, budget)
    else:
        with zipfile.ZipFile(file) as zipped:
            yield from _entries(zipped, archive.prefix, taken, budget)


def _members(opened: tarfile.TarFile, taken: Submission, budget: list[int]) -> Iterator[tuple[str, bytes]]:
    """The names and contents of the ordinary files of a tar archive, up to the first that is one too many."""
    for number, info in enumerate(opened):
        name = info.name.removeprefix("./")
        budget[0] -= 512 + info.size  # what is skipped has to be decompressed as well
        if number >= _MOST_MEMBERS or budget[0] <= 0 or len(taken.files) >= MAX_FILES:
            taken.refuse(name, "too many files, or too large together")
            return
        if info.isdir() or is_ignored(name):
            continue
        file = opened.extractfile(info) if info.isreg() and is_harmless(name) else None
        if file is None:
            taken.refuse(name, "its name leads elsewhere" if info.isreg() else "it is a link or no ordinary file")
        else:
            yield name, file.read(most_bytes(name) + 1)


def _entries(opened: zipfile.ZipFile, prefix: str, taken: Submission, budget: list[int]) -> Iterator[tuple[str, bytes]]:
    """The names and contents of the safe files of an archive.

    Reads at most the maximum size of each, whatever the header says.
    """
    for info in opened.infolist():
        name = info.filename.removeprefix(prefix)
        if is_ignored(name):
            continue
        reason, data = "", b""
        if not is_harmless(name):
            reason = "its name leads elsewhere"
        elif stat.S_ISLNK(info.external_attr >> 16):
            reason = "it is a link"
        elif info.flag_bits & 1:
            reason = "it is encrypted"
        elif budget[0] <= 0 or len(taken.files) >= MAX_FILES:
            reason = "too many files, or too large together"
        else:
            try:
                with opened.open(info) as file:
                    data = file.read(most_bytes(name) + 1)
            except Exception as error:  # as above
                reason = _reason(error)
            budget[0] -= len(data)
        if reason:
            taken.refuse(name, reason)
        else:
            yield name, data


def to_bytes(submission: Submission) -> bytes:
    """A submission's files and problems as bytes for `from_bytes`."""
    sizes = [[name, len(data)] for name, data in submission.files.items()]
    head = json.dumps({"files": sizes, "problems": submission.problems}).encode()
    return b"".join([len(head).to_bytes(8, "little"), head, *submission.files.values()])


def from_bytes(data: bytes) -> tuple[dict[str, bytes], Sequence[str]]:
    """The files and problems from `to_bytes`; raises ValueError, KeyError or TypeError for other bytes."""
    at = 8 + int.from_bytes(data[:8], "little")
    head = json.loads(data[8:at])
    files = {}
    for name, size in head["files"]:
        files[str(name)] = data[at : at + size]
        at += size
    return files, [str(problem) for problem in head["problems"]]
