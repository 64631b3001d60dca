"""Notes in which a hypothesis is that of others, of another case, letter or index; T: true rows, F: false rows.

A false row may be proved under a hypothesis that the output shows with its line and words.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pcaproofs.notes.checking import check_note
from pcaproofs.notes.formulas.blocks import read
from pcaproofs.notes.text.source import Source
from tests.notes.checking import shown

_FILES = ("hypotheses_of_others.txt", "moments_and_indices.txt")
_TEXT = "".join(Path(__file__).with_name(name).read_text() for name in _FILES)
NOTES = dict(part.split("\n", 1) for part in re.split(r"^=== ", _TEXT, flags=re.MULTILINE)[1:])
PROVED = 0.7  # of the true rows of all notes


def _verdicts(title: str) -> list[tuple[str, str]]:
    """The mark and the verdict of each row of a note; "error" for what is called wrong."""
    is_tex = title.endswith("(LaTeX)")
    marks, lines = list[str](), list[str]()
    for line in NOTES[title].splitlines():
        mark, _, row = line.partition(": ")
        if mark in ("T", "F"):
            marks.append(mark)
            lines += ["", f"\\[{row}\\]" if is_tex else f"$${row}$$", ""]
        else:
            lines.append(line)
    source = Source("n.tex", "\n".join(lines), "tex") if is_tex else Source("n.md", "\n".join(lines))
    note = read(source)
    verdicts = [v for v in check_note(note)[1] if v.formula.display]
    found = ["error" if v.severity == "error" else shown(note, v) for v in verdicts]
    return list(zip(marks, found, strict=True))


@pytest.fixture(scope="module")
def verdicts() -> dict[str, list[tuple[str, str]]]:
    return {title: _verdicts(title) for title in NOTES}


@pytest.mark.parametrize("title", NOTES)
def test_no_false_row_is_proved_without_its_hypothesis_and_no_true_one_is_called_wrong(
    title: str, verdicts: dict[str, list[tuple[str, str]]]
) -> None:
    assert ("F", "proved") not in verdicts[title]
    assert ("T", "error") not in verdicts[title]


def test_most_true_rows_are_proved(verdicts: dict[str, list[tuple[str, str]]]) -> None:
    true = [verdict for found in verdicts.values() for mark, verdict in found if mark == "T"]
    assert true.count("proved") + true.count("proved using") >= PROVED * len(true)
