"""Where results are kept: a folder for each submission, written whole and only once it is complete.

    OUT/<submission>/feedback.md, feedback.html, result.json   (result.json last: where it is, the rest is)
    OUT/grades.csv, OUT/index.html

Names of submissions are chosen by students, so a folder's name is made of harmless characters, and a cell of a table
never begins with what a spreadsheet takes for a formula.
"""

import csv
import hashlib
import io
import json
import re
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path

from pcaproofs.files import write_atomically

from .exchange import clean
from .result import Result

COLUMNS = ("submission", "score", "max_score", "status", "diagnosis", "isolation", "seconds")
_LONGEST = 150
"""Bytes; file systems allow 255."""
_DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
_TAKEN = ("grades.csv", "index.html", "junit.xml", "gradebook.csv")


def folder_name(submission: str) -> str:
    """Return the name of a submission's folder: its own where that is harmless, else a likeness with a hash."""
    name = re.sub(r"[^\w .,+@()=-]", "_", unicodedata.normalize("NFC", submission)).strip(" .")
    name = name.encode()[:_LONGEST].decode(errors="ignore").rstrip(" .")
    harmless = name and name == submission and not _DEVICES.fullmatch(name) and name.lower() not in _TAKEN
    if harmless and not name.startswith(("-", "~")):
        return name
    digest = hashlib.sha256(submission.encode("utf-8", "surrogatepass")).hexdigest()[:10]
    return f"{name.lstrip('-~') or 'submission'}-{digest}"


def save(folder: Path, result: Result, files: dict[str, str]) -> None:
    """Write a result and the texts that go with it; raises OSError."""
    home = folder / folder_name(result.submission)
    for rest in home.glob(".*.*"):  # of a write that was killed
        rest.unlink(missing_ok=True)
    for name, text in files.items():
        write_atomically(home / name, text.encode("utf-8", "replace"))
    # ASCII: a name of a file need not be text at all, and comes back as it was
    write_atomically(home / "result.json", json.dumps(result.to_json(), indent=1).encode() + b"\n")


def read(folder: Path, submission: str) -> Result | None:
    """Return a stored result; None where there is none, or none that can be read."""
    try:
        data = json.loads((folder / folder_name(submission) / "result.json").read_bytes())
        return Result.from_json(data)
    except (OSError, ValueError, RecursionError):
        return None


def grades_csv(results: Iterable[Result]) -> str:
    """Return the table of grades, a row for each result."""
    return table(COLUMNS, [_row(result) for result in results])


def _row(result: Result) -> list[object]:
    return [
        result.submission,
        "" if result.score is None else result.score,
        result.max_score,
        result.status,
        result.diagnosis.name if result.diagnosis else "",
        result.isolation,
        result.seconds,
    ]


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a CSV that a spreadsheet opens without running anything in it."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return text.getvalue()


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.10g}"
    text = clean(str(value)).replace("\n", " ").replace("\t", " ")
    return f"'{text}" if isinstance(value, str) and text.lstrip().startswith(("=", "+", "-", "@")) else text
