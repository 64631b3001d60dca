"""Each row of the table of phrases has an example, in whose words a fact is read with the row and not without it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pcaproofs.notes.prose import phrases
from pcaproofs.notes.prose.phrases import PHRASES, facts_of_prose
from pcaproofs.notes.scope.scope_file import written
from tests.notes.reading import note

# the row, a sentence, and what it says in the words of a scope file
LINES = Path(__file__).with_name("phrases.txt").read_text(encoding="utf-8").splitlines()
EXAMPLES = {name: (text, fact) for name, text, fact in (line.split(" | ") for line in LINES)}


def test_every_row_has_an_example() -> None:
    assert [x.name for x in PHRASES] == [*EXAMPLES]


@pytest.mark.parametrize("row", PHRASES, ids=lambda row: row.name)
def test_a_fact_is_read_by_its_row(row: phrases.Phrase, monkeypatch: pytest.MonkeyPatch) -> None:
    text, fact = EXAMPLES[row.name]
    assert fact in written(facts_of_prose(note(text))).splitlines()
    monkeypatch.setattr(phrases, "PHRASES", tuple(x for x in PHRASES if x is not row))
    assert fact not in written(facts_of_prose(note(text))).splitlines()
