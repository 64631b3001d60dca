"""Notes whose displays are marked true or false: no false one is proved, no true one is called wrong."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from pcaproofs.kernel import Statement
from pcaproofs.notes.checking import check_note
from pcaproofs.notes.formulas.blocks import Note, read_note
from pcaproofs.notes.judging.verdicts import RowVerdict
from pcaproofs.plain_names import plain_statement
from pcaproofs.statement_text import meaning, read

FOLDER = Path(__file__).parent / "labelled"
WRONG = ("refuted", "ill-typed", "needs")
PROVED = 0.75  # of the true displays


def labelled(file: Path) -> list[tuple[int, bool, str]]:
    """The line, the mark and the verdict of each display that has a mark."""
    return marked(file, *_checked(file))


def marked(file: Path, note: Note, found: tuple[RowVerdict, ...]) -> list[tuple[int, bool, str]]:
    """The line, the mark and the verdict of each display that has a mark, of a note that was checked."""
    marks = {k: m[1] == "true" for k, line in enumerate(file.read_text().splitlines(), 1) if (m := _MARK.search(line))}
    rows = [(note.place(v.formula).line, v) for v in found if v.formula.display]
    return [(line, marks[line], v.verdict) for line, v in rows if line in marks]


@cache
def _checked(file: Path) -> tuple[Note, tuple[RowVerdict, ...]]:
    note = read_note(file)
    return note, check_note(note)[1]


_MARK = re.compile(r"<!-- (true|false) -->")


FILES = sorted(FOLDER.iterdir())
each_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)


@each_file
def test_no_false_display_is_proved_and_no_true_one_is_called_wrong(file: Path) -> None:
    wrong = [
        (line, verdict)
        for line, is_true, verdict in labelled(file)
        if (is_true and verdict in WRONG) or (not is_true and verdict == "proved")
    ]
    assert not wrong


def test_most_true_displays_are_proved() -> None:
    true = [verdict for file in FILES for _, is_true, verdict in labelled(file) if is_true]
    assert true.count("proved") >= PROVED * len(true)


def _statements(row: RowVerdict) -> list[Statement | None]:
    """The statements of the relations of a row in order; f > g is f ≥ g and f ≠ g."""
    out: list[Statement | None] = []
    for link in row.links or (row,):
        found = link.certificate
        out += [link.statement] if found is None else [x.statement for x in found.parts or (found,)]
    return out


@each_file
def test_the_statement_of_every_row_is_printed_and_read_as_the_same_statement(file: Path) -> None:
    note, found = _checked(file)
    lost = []
    for row in found:
        parts = row.to_json(note)["parts"]
        for part, one in zip(parts, _statements(row), strict=True):
            text = part["statement"]
            assert (text is None) == (one is None)
            if one is not None and meaning(read("\n".join(text))) != meaning(plain_statement(one)):
                lost.append(row.formula.span)
            assert text or part["verdict"] not in ("proved", "refuted")
    assert not lost
