"""What is run of a submission: the file that the assignment asks for, and the modules beside it."""

import dataclasses
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from .reading import RunAll, definitions_only, read_source
from .source import Source, SourceError
from .submissions import Submission

_TEXTS = (".py", ".txt", ".csv", ".tsv", ".json", ".dat")
_MAX_TEXTS = 4 << 20


@dataclass(frozen=True)
class Code:
    """A file's source, and the texts beside it by relative name."""

    source: Source
    files: dict[str, str] = field(default_factory=dict)
    load_error: str = ""
    """Why the file as a whole does not load, where its definitions alone are run."""

    def after(self, prelude: str) -> "Code":
        """Return this code with some lines before it."""
        if not prelude:
            return self
        return dataclasses.replace(self, source=dataclasses.replace(self.source, text=f"{prelude}\n{self.source.text}"))

    def definitions(self, run_all: RunAll, why: str) -> "Code | None":
        """Return the definitions alone, where that is less than the whole."""
        try:
            kept = definitions_only(run_all, self.source)
        except SourceError:
            return None
        if kept.text.split() == self.source.text.split():
            return None
        note = "only the imports, functions, classes and constants of the file were run, since it fails as a whole"
        kept = dataclasses.replace(kept, notes=(*self.source.notes, note))
        return dataclasses.replace(self, source=kept, load_error=f"the file fails when it is loaded: {why}")


def code_of(run_all: RunAll, submission: Submission, wanted: str) -> Code:
    """Return the code of a submission that is unpacked; raises SubmissionError, SourceError, ReadingError."""
    name = submission.pick(wanted)
    source = read_source(run_all, PurePosixPath(name).name, submission.files[name])
    folder = PurePosixPath(name).parent
    files: dict[str, str] = {}
    room = _MAX_TEXTS
    for other, data in sorted(submission.files.items()):
        path = PurePosixPath(other)
        if other == name or path.suffix.lower() not in _TEXTS or not path.is_relative_to(folder):
            continue
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            continue
        room -= len(data)
        if room >= 0:
            files[path.relative_to(folder).as_posix()] = text
    return Code(source, files)
