"""A proved row that is changed in one token of its source does not stay proved, unless it is true after the change."""

from __future__ import annotations

from pathlib import Path
from random import Random
from zlib import crc32

import pytest
from hypothesis import settings

from pcaproofs.notes.formulas.blocks import read_note
from tests.notes.checking import CheckedFile
from tests.notes.token_mutants import UNTOUCHED, one_line, recall, stays_proved, suspects

LABELLED = Path(__file__).parent / "labelled"
NOTES = sorted(
    file
    for folder in ("labelled", "own")
    for file in (Path(__file__).parent / folder).iterdir()
    if file.suffix in (".md", ".tex", ".qmd", ".ipynb")
)
TRUE = {  # the note | the changed row, which is true of its letters
    line for line in Path(__file__).with_name("true_mutants.txt").read_text().splitlines() if line.strip()
}


def share() -> list[Path]:
    """A quarter of the notes, chosen by their names, so that a new note changes no choice; all if there is time."""
    return NOTES if settings().max_examples > 1000 else [file for file in NOTES if crc32(file.name.encode()) % 4 == 0]


@pytest.mark.parametrize("file", share(), ids=lambda file: file.name)
def test_a_changed_row_is_not_proved(file: Path, checked_file: CheckedFile) -> None:
    note, verdicts = checked_file(file)
    found = list(suspects(note, verdicts, Random(file.name)))
    unlisted = [(start, row) for start, row in found if f"{file.name} | {one_line(row)}" not in TRUE]
    assert [one_line(row) for start, row in unlisted if stays_proved(note, start, row) is not None] == []


def test_a_true_change_stays_proved() -> None:
    note = read_note(LABELLED / "projections.md")
    start = next(x.span[0] for x in note.formulas if x.display and note.source.text[slice(*x.span)] == "P^2 = P")
    assert stays_proved(note, start, "P^3 = P") is not None
    assert stays_proved(note, start, "P^3 = 2 P") is None


@pytest.mark.parametrize("name", ["layouts.md", "projections.md"])
def test_false_changes_are_not_proved_and_other_rows_not_reported(name: str, checked_file: CheckedFile) -> None:
    found = list(recall(*checked_file(LABELLED / name), Random(name), 1))
    assert {x.kind for x in found} - {UNTOUCHED}
    assert [one_line(x.row) for x in found if x.reported == "proved"] == []
    assert [x.reported for x in found if x.kind == UNTOUCHED and x.reported] == []


def test_false_changes_of_declared_letters_are_reported(checked_file: CheckedFile) -> None:
    every = recall(*checked_file(LABELLED / "layouts.md"), Random(2), 2)
    found = [x for x in every if x.kind != UNTOUCHED]
    assert len(found) >= 4
    assert sum(x.reported in ("error", "warning") for x in found) >= 0.75 * len(found)
