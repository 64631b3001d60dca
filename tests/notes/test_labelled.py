"""Notes whose displays are marked true or false: no false one is proved from nothing, no true one is an error."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from pcaproofs.kernel import Statement
from pcaproofs.notes.judging.verdicts import RowVerdict
from pcaproofs.plain_names import plain_statement
from pcaproofs.statement_text import meaning, read
from tests.notes.checking import Checked, CheckedFile

FOLDER = Path(__file__).parent / "labelled"
PROVED = 0.75  # of the true displays
# false rows that follow from an equation of the note, which others make, which is false itself, or which the sentence
# supposes for another display; the proof names it
FROM_THE_NOTE = {
    ("further_displays.md", 9),
    ("further_displays.md", 15),
    ("maximum_variance.tex", 42),
    ("other_notes.md", 11),
    ("other_notes.md", 19),
    ("other_notes.md", 27),
    ("same_letters.md", 25),
}


def marked(file: Path, checked: Checked) -> list[tuple[int, bool, RowVerdict]]:
    """The line and the mark of each display that has a mark, and what is said of it."""
    note, found = checked
    marks = {k: m[1] == "true" for k, line in enumerate(file.read_text().splitlines(), 1) if (m := _MARK.search(line))}
    rows = [(note.place(v.formula).line, v) for v in found if v.formula.display]
    return [(line, marks[line], v) for line, v in rows if line in marks]


def wrongly(file: Path, line: int, is_true: bool, row: RowVerdict) -> bool:
    """Whether a true row is an error, or a false one is proved and not listed with a hypothesis of the note."""
    if is_true:
        return row.severity == "error"
    is_listed = (file.name, line) in FROM_THE_NOTE and any(x.by == "note" for x in row.using)
    return row.verdict == "proved" and not is_listed


_MARK = re.compile(r"<!-- (true|false) -->")


FILES = sorted(FOLDER.iterdir())
each_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)


@each_file
def test_no_false_display_is_proved_from_nothing_and_no_true_one_is_an_error(
    file: Path, checked_file: CheckedFile
) -> None:
    rows = marked(file, checked_file(file))
    assert [(line, x.verdict, x.reason) for line, is_true, x in rows if wrongly(file, line, is_true, x)] == []


def test_most_true_displays_are_proved(checked_file: CheckedFile) -> None:
    """A table of marks, verdicts and severities is printed."""
    table = Counter(
        (is_true, x.verdict, x.severity) for file in FILES for _, is_true, x in marked(file, checked_file(file))
    )
    print(*(f"{count:5} {' '.join(map(str, what))}" for what, count in sorted(table.items())), sep="\n")
    true = sum(count for (is_true, *_), count in table.items() if is_true)
    assert table[True, "proved", ""] >= PROVED * true


def _statements(row: RowVerdict) -> list[Statement | None]:
    """The statements of the relations of a row in order; f > g is f ≥ g and f ≠ g."""
    out: list[Statement | None] = []
    for link in row.links or (row,):
        found = link.certificate
        out += [link.statement] if found is None else [x.statement for x in found.parts or (found,)]
    return out


@pytest.mark.parametrize("name", ["blocks.md", "numbered_eigenvectors.md"])
def test_exactly_the_true_rows_are_proved(name: str, checked_file: CheckedFile) -> None:
    found = marked(FOLDER / name, checked_file(FOLDER / name))
    assert {x.verdict for _, is_true, x in found if is_true} == {"proved"}
    assert "proved" not in {x.verdict for _, is_true, x in found if not is_true}


@each_file
def test_the_statement_of_every_row_is_printed_and_read_as_the_same_statement(
    file: Path, checked_file: CheckedFile
) -> None:
    note, found = checked_file(file)
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
