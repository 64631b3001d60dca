r"""Storage of results: a folder for each submission, written completely or not at all.

OUT/<submission>/feedback.md, feedback.html, result.json (result.json is written last)
 OUT/grades.csv, OUT/index.html

Students choose the names of submissions. Therefore folder names have safe characters only, and no table cell begins
like a spreadsheet formula.
"""

import contextlib
import csv
import hashlib
import io
import json
import re
import time
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from pcaproofs.files import write_atomically
from pcaproofs.grading.results import seal
from pcaproofs.grading.results.result import Result
from pcaproofs.grading.results.seal import SealError
from pcaproofs.grading.sandbox.codec import clean

COLUMNS = ("submission", "score", "max_score", "status", "diagnosis", "isolation", "seconds", "faults")
_LONGEST = 150
"""Maximum bytes of a folder name; file systems allow 255."""
_DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
TABLES = {"gradebook": "gradebook.csv", "junit": "junit.xml", "nbgrader": "nbgrader.csv"}
"""By format: the file with all submissions."""
BUNDLES = {"moodle-feedback": "moodle-feedback.zip", "canvas-feedback": "canvas-feedback.zip"}
"""By format: the zip with all feedback."""
_TAKEN = ("grades.csv", "index.html", *TABLES.values(), *BUNDLES.values())
_FORGOTTEN_SECONDS = 3600.0


def folder_name(submission: str) -> str:
    """The folder name of a submission: its own name if safe, otherwise a similar one with a hash."""
    name = re.sub(r"[^\w .,+@()=-]", "_", unicodedata.normalize("NFC", submission)).strip(" .")
    name = name.encode()[:_LONGEST].decode(errors="ignore").rstrip(" .")
    harmless = name and name == submission and not _DEVICES.fullmatch(name) and name.lower() not in _TAKEN
    if harmless and not name.startswith(("-", "~")):
        return name
    digest = hashlib.sha256(submission.encode("utf-8", "surrogatepass")).hexdigest()[:10]
    return f"{name.lstrip('-~') or 'submission'}-{digest}"


def save(folder: Path, result: Result, files: dict[str, str]) -> None:
    """Store a result without adjustments, and its feedback files; raises OSError, ValueError."""
    if result.adjustments:
        raise ValueError("got a result with changes by staff, but should be the grader's own: that is what is signed")
    home = folder / folder_name(result.submission)
    _tidy(home)
    for name, text in files.items():
        write_atomically(home / name, text.encode("utf-8", "replace"))
    data = result.to_json()
    # the fingerprint depends on the seed of the hidden data: it is signed but not written
    fingerprint = data.pop("fingerprint")
    data["signature"] = seal.signature(_signed(data, fingerprint))
    # ASCII: file names need not be valid text, and this keeps them unchanged
    write_atomically(home / "result.json", json.dumps(data, indent=1).encode() + b"\n")


def read(folder: Path, submission: str, fingerprint: str) -> Result | None:
    """The stored result of a submission with this fingerprint; None if there is none with a valid signature."""
    try:
        data = json.loads((folder / folder_name(submission) / "result.json").read_bytes())
        given = data.pop("signature")
        known = data.get("submission") == submission and seal.fits(_signed(data, fingerprint), given)
        return Result.from_json(data | {"fingerprint": fingerprint}) if known else None
    except (SealError, KeyError, AttributeError, TypeError, OSError, ValueError, RecursionError):
        return None


def _signed(data: dict[str, Any], fingerprint: str) -> bytes:
    return json.dumps([fingerprint, data], sort_keys=True).encode()


def _tidy(home: Path) -> None:
    """Remove files of an interrupted write, unless recent: another grader may be writing them."""
    for rest in home.glob(".*.*"):
        with contextlib.suppress(OSError):
            if time.time() - rest.stat().st_mtime > _FORGOTTEN_SECONDS:
                rest.unlink()


def grades_csv(results: Iterable[Result]) -> str:
    """The table of grades as CSV, with a row for each result."""
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
        "; ".join(result.faults),
    ]


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A CSV table that is safe to open in a spreadsheet."""
    text = io.StringIO()
    # quote all cells: with another separator, text after a separator in a cell would become a new cell
    writer = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writerow(columns)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return text.getvalue()


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.10g}"
    text = clean(str(value)).replace("\n", " ").replace("\t", " ")
    beginning = unicodedata.normalize("NFKC", text).lstrip(" �")  # some programs also accept full-width characters
    return f"'{text}" if isinstance(value, str) and beginning.startswith(("=", "+", "-", "@")) else text
