"""Reading the files that an assignment names: modules and data for every submission, and the solution."""

from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from pcaproofs.grading.assignment.model import SupportFile
from pcaproofs.grading.assignment.table import Table
from pcaproofs.grading.parsing.archive import CODE_ENDINGS, TEXT_ENDINGS

MOST_BYTES = 64 << 20
"""Maximum size of all files that an assignment names together."""
MOST_FILES = 1000


class Folder:
    """The folder of an assignment, and the files read from it."""

    def __init__(self, path: Path, assignment: str = "") -> None:
        self._path = path
        self._secret = {(path / assignment).resolve(): "the assignment itself"}
        self.seen: dict[str, bytes] = {}
        """Contents by relative name."""

    def read(self, table: Table, key: str, name: str) -> SupportFile:
        """A file by its name relative to the folder; raises AssignmentError."""
        pure = PurePosixPath(name)
        if pure.is_absolute() or ".." in pure.parts or "\\" in name or "\0" in name or not pure.parts:
            table.wrong(repr(name), "a file's name relative to the assignment, with / and without '..'", key)
        relative = pure.as_posix()
        if relative not in self.seen:
            path = self._path / relative
            try:
                size = path.stat().st_size
                if sum(map(len, self.seen.values())) + size > MOST_BYTES:
                    table.wrong(f"{name!r} of {size} bytes", f"files of at most {MOST_BYTES >> 20} MB together", key)
                self.seen[relative] = path.read_bytes()
            except OSError as error:
                table.wrong(f"{name!r} ({error.strerror or error})", f"a file in {self._path}", key)
        return SupportFile(name=relative, data=self.seen[relative])

    def hide(self, name: str, what: str) -> None:
        """Record that a file must not be put beside submissions."""
        self._secret[(self._path / name).resolve()] = what

    def solution(self, top: Table) -> SupportFile | None:
        """The instructor's solution; raises AssignmentError."""
        if "solution" not in top:
            return None
        name = top.text("solution")
        if not name.lower().endswith(CODE_ENDINGS):
            top.wrong(repr(name), f"the name of a {' or '.join(CODE_ENDINGS)} file", "solution")
        self.hide(name, "the solution")
        return self.read(top, "solution", name)

    def derivation(self, table: Table) -> SupportFile | None:
        """The instructor's own derivation; raises AssignmentError."""
        if "solution" not in table:
            return None
        name = table.text("solution")
        if not name.lower().endswith(TEXT_ENDINGS):
            table.wrong(repr(name), f"the name of a {' or '.join(TEXT_ENDINGS)} file", "solution")
        self.hide(name, "a solution")
        return self.read(table, "solution", name)

    def files(self, top: Table, submission: str) -> tuple[SupportFile, ...]:
        """The files for every submission; call this after all secret files are recorded. Raises AssignmentError."""
        found: dict[str, SupportFile] = {}
        for entry in top.texts("files", "names of files and folders"):
            for name in self._below(top, entry):
                if secret := self._secret.get((self._path / name).resolve()):
                    top.wrong(f"{name!r}, which is {secret}", "without what students must not see", "files")
                if name == submission:
                    top.wrong(f"{name!r}, which is what students hand in", "files of your own", "files")
                found[name] = self.read(top, "files", name)
                if len(found) > MOST_FILES:
                    top.wrong(f"more than {MOST_FILES} files", "fewer", "files")
        return tuple(found.values())

    def _below(self, top: Table, entry: str) -> Iterator[str]:
        path = self._path / entry
        if not path.is_dir():
            yield PurePosixPath(entry).as_posix()
            return
        if PurePosixPath(entry).is_absolute() or ".." in PurePosixPath(entry).parts:
            top.wrong(repr(entry), "a folder's name relative to the assignment, without '..'", "files")
        for inner in sorted(path.rglob("*")):
            relative = inner.relative_to(self._path)
            if inner.is_file() and not any(part.startswith(".") or part == "__pycache__" for part in relative.parts):
                yield relative.as_posix()
