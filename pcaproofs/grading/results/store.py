"""Storage of results: a folder for each submission, written completely or not at all, and signed.

OUT/<submission>/feedback.md, feedback.html, result.json (result.json is written last)
 OUT/grades.csv, OUT/index.html

Students choose the names of submissions. Therefore folder names have safe characters only, and no table cell begins
like a spreadsheet formula.

The key that signs results, so that students cannot forge a file, lies outside of every graded folder: in the file named
by `--key` or `$PCAPROOFS_KEY`, or else in the state folder of the user (`pcaproofs/grading.key` in `$XDG_STATE_HOME` or
`~/.local/state`). It is created when first needed. Graders on several machines that share results need the same key
file.
"""

import contextlib
import csv
import functools
import hashlib
import hmac
import io
import json
import os
import re
import secrets
import time
import unicodedata
import zipfile
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pcaproofs.files import write_atomically
from pcaproofs.grading.results.result import Result
from pcaproofs.grading.sandbox.codec import clean

_BYTES = 32
VARIABLE = "PCAPROOFS_KEY"


class SealError(OSError):
    """The key file cannot be used."""


_named: list[Path] = []


def use(path: Path | None) -> None:
    """Use a key file from now on; None: the default one."""
    _named[:] = [path.absolute()] if path else []


def key_file() -> Path:
    """The path of the key file."""
    if _named:
        return _named[0]
    if named := os.environ.get(VARIABLE):
        return Path(named)
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state, "pcaproofs", "grading.key")


def signature(text: bytes) -> str:
    """The HMAC-SHA-256 of a text as hexadecimal digits; raises SealError."""
    return hmac.new(_key(key_file()), text, hashlib.sha256).hexdigest()


def fits(text: bytes, given: object) -> bool:
    """Whether a signature belongs to a text; raises SealError."""
    return isinstance(given, str) and hmac.compare_digest(signature(text).encode(), given.encode("utf-8", "replace"))


def is_kept() -> bool:
    """Whether the key is stored; otherwise results signed now will not be accepted later."""
    return _key(key_file()) not in _passing


_passing: list[bytes] = []


@functools.cache
def _key(path: Path) -> bytes:
    try:
        key = path.read_bytes() if path.exists() else _made(path)
    except OSError as error:
        if _named or os.environ.get(VARIABLE):
            raise SealError(error.errno, f"no key for results: {error.strerror or error}", str(path)) from None
        _passing.append(key := secrets.token_bytes(_BYTES))  # no state folder, as in many containers
    if len(key) < _BYTES:
        raise SealError(None, f"no key for results: got {len(key)} bytes, but should be {_BYTES} or more", str(path))
    return key


def _made(path: Path) -> bytes:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    new = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    with os.fdopen(os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
        file.write(secrets.token_bytes(_BYTES))
    try:
        os.link(new, path)  # if several graders start at once, one of them creates the key
    except FileExistsError:
        pass
    finally:
        new.unlink()
    return path.read_bytes()


# Storage of results: a folder for each submission, written completely or not at all


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
    data["signature"] = signature(_signed(data, fingerprint))
    # ASCII: file names need not be valid text, and this keeps them unchanged
    write_atomically(home / "result.json", json.dumps(data, indent=1).encode() + b"\n")


def read(folder: Path, submission: str, fingerprint: str) -> Result | None:
    """The stored result of a submission with this fingerprint; None if there is none with a valid signature."""
    try:
        data = json.loads((folder / folder_name(submission) / "result.json").read_bytes())
        given = data.pop("signature")
        known = data.get("submission") == submission and fits(_signed(data, fingerprint), given)
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


def zipped(files: Mapping[str, bytes], executable: Collection[str] = (), packed: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip of files in their order, always with the same bytes; executable: the names of those that are."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = (0o755 if name in executable else 0o644) << 16
            entry.compress_type = packed
            archive.writestr(entry, data)
    return buffer.getvalue()


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.10g}"
    text = clean(str(value)).replace("\n", " ").replace("\t", " ")
    beginning = unicodedata.normalize("NFKC", text).lstrip(" �")  # some programs also accept full-width characters
    return f"'{text}" if isinstance(value, str) and beginning.startswith(("=", "+", "-", "@")) else text
