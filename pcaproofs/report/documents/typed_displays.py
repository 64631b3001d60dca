"""Displays that an author typed into a derivation: they are read like those of lecture notes and must be proved."""

from __future__ import annotations

from bisect import bisect_right
from pathlib import Path

BETWEEN_DOLLARS = ("math_block", "math_inline_double")  # the tokens of displays that may be typed
ACCEPTED = ("proved", "definition")


def refused_displays(path: Path) -> dict[int, str]:
    """The faults of the displays of a document, by the line on which each display begins.

    A display has no fault if each of its rows is proved or defines a letter. Raises NoNote, OSError.
    """
    from pcaproofs.notes.checking import check_note
    from pcaproofs.notes.formulas.blocks import read_note

    note = read_note(path)
    starts = sorted(note.source.place(f.whole[0]).line for f in note.fences if f.kind == "display")
    out: dict[int, str] = {}
    for found in check_note(note)[1]:
        if found.formula.display and found.verdict not in ACCEPTED:
            line = note.place(found.formula).line
            opened = starts[max(0, bisect_right(starts, line) - 1)]
            out.setdefault(opened, f"{found.verdict}: {found.reason}" if found.reason else found.verdict)
    return out
