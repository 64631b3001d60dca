"""Short ways to check notes, for tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pcaproofs.notes.checking import check_note
from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.judging.verdicts import RowVerdict
from tests.notes.reading import note

Checked = tuple[Note, tuple[RowVerdict, ...]]
CheckedFile = Callable[[Path], Checked]  # the fixture `checked_file`


class Told(str):
    """The verdict of a row as a table has it; severity: of what is found against the row.

    A warning is also what tables call undecided: the row is not proved, and no error.
    """

    severity: str

    def __eq__(self, other: object) -> bool:
        return str.__eq__(self, other) or (self.severity == "warning" and other == "undecided")

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__


def told(verdict: RowVerdict) -> Told:
    """The verdict of a row, to be compared with a table."""
    out = Told(verdict.verdict)
    out.severity = verdict.severity
    return out


def checked(text: str) -> list[RowVerdict]:
    """The verdicts of the formulas of a note."""
    return list(check_note(note(text))[1])


def rows(text: str) -> list[Told]:
    """The verdicts of the rows of displays."""
    return [told(v) for v in checked(text) if v.formula.display]


def shown(found: Note, verdict: RowVerdict) -> str:
    """The verdict of a row; "proved using" if the output names a hypothesis of the note with its line and words."""
    data = verdict.to_json(found)
    named = [x for x in data["using"] if x["by"] == "note"]
    assert all(x["text"] and x["line"] > 0 and x["words"] for x in named)
    return "proved using" if verdict.verdict == "proved" and named else verdict.verdict


def rows_using(text: str) -> list[Told | str]:
    """The verdicts of the rows of displays; "proved using" if a hypothesis of the note is named."""
    read = note(text)
    displays = [v for v in check_note(read)[1] if v.formula.display]
    return [shown(read, v) if v.verdict == "proved" else told(v) for v in displays]
