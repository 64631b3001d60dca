"""Short ways to check notes, for tests."""

from __future__ import annotations

from pcaproofs.notes.checking import check_note
from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.judging.verdicts import RowVerdict
from tests.notes.reading import note


def checked(text: str) -> list[RowVerdict]:
    """The verdicts of the formulas of a note."""
    return list(check_note(note(text))[1])


def rows(text: str) -> list[str]:
    """The verdicts of the rows of displays."""
    return [v.verdict for v in checked(text) if v.formula.display]


def shown(found: Note, verdict: RowVerdict) -> str:
    """The verdict of a row; "proved using" if the output names a hypothesis of the note with its line and words."""
    data = verdict.to_json(found)
    named = [x for x in data["using"] if x["by"] == "note"]
    assert all(x["text"] and x["line"] > 0 and x["words"] for x in named)
    return "proved using" if verdict.verdict == "proved" and named else verdict.verdict
