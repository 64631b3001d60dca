"""Short ways to check notes, for tests."""

from __future__ import annotations

from pcaproofs.notes.checking import check_note
from pcaproofs.notes.judging.verdicts import RowVerdict
from tests.notes.reading import note


def checked(text: str) -> list[RowVerdict]:
    """The verdicts of the formulas of a note."""
    return list(check_note(note(text))[1])


def rows(text: str) -> list[str]:
    """The verdicts of the rows of displays."""
    return [v.verdict for v in checked(text) if v.formula.display]
