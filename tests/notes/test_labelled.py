"""Notes whose displays are marked true or false: no false one is proved, no true one is called wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pcaproofs.notes.blocks import read_note
from pcaproofs.notes.checking import check_note

FOLDER = Path(__file__).parent / "labelled"
WRONG = ("refuted", "ill-typed", "needs")
PROVED = 0.75  # of the true displays


def labelled(file: Path) -> list[tuple[int, bool, str]]:
    """The line, the mark and the verdict of each display that has a mark."""
    marks = {k: m[1] == "true" for k, line in enumerate(file.read_text().splitlines(), 1) if (m := _MARK.search(line))}
    note = read_note(file)
    found = [(note.place(v.formula).line, v) for v in check_note(note)[1] if v.formula.display]
    return [(line, marks[line], v.verdict) for line, v in found if line in marks]


_MARK = re.compile(r"<!-- (true|false) -->")


@pytest.fixture(scope="module")
def verdicts() -> dict[str, list[tuple[int, bool, str]]]:
    return {file.name: labelled(file) for file in sorted(FOLDER.iterdir())}


def test_no_false_display_is_proved_and_no_true_one_is_called_wrong(
    verdicts: dict[str, list[tuple[int, bool, str]]],
) -> None:
    wrong = [
        (name, line, verdict)
        for name, found in verdicts.items()
        for line, is_true, verdict in found
        if (is_true and verdict in WRONG) or (not is_true and verdict == "proved")
    ]
    assert not wrong


def test_most_true_displays_are_proved(verdicts: dict[str, list[tuple[int, bool, str]]]) -> None:
    true = [verdict for found in verdicts.values() for _, is_true, verdict in found if is_true]
    assert true.count("proved") >= PROVED * len(true)
