"""The letters that --init asks for first."""

from __future__ import annotations

from pcaproofs.notes.checking import check_note, facts_of_note, table_of
from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.scope.scope_file import template, written
from pcaproofs.notes.suggesting import MOST, wanted
from tests.notes.reading import note

ROWS = "Let $b \\in \\mathbb{R}^p$.\n\n$$\\langle S - A b, S \\rangle = 0$$\n\n$$S + S^T = A$$\n\n$$b = b$$"


def _asked(read: Note) -> list[tuple[str, tuple[str, ...]]]:
    table, found = check_note(read)
    return [(x.symbol.name.base, x.places) for x in wanted(read, table, found)]


def test_letters_of_rows_that_are_not_judged_are_asked_for_in_order() -> None:
    assert _asked(note(ROWS)) == [("S", ("line 3", "line 5")), ("A", ("line 3", "line 5"))]


def test_declared_letters_and_words_are_not_asked_for() -> None:
    assert _asked(note("Let $a, b \\in \\mathbb{R}^p$.\n\n$$a b = a$$\n\n$$\\text{loss} = 1$$")) == []


def test_at_most_five_letters_are_asked_for() -> None:
    assert len(_asked(note("$$A B C D E F G H = F G H$$"))) <= MOST


def test_a_scope_file_is_written_for_tuples_too() -> None:
    read = note("Let $x = (x_1, \\dots, x_n)$ and $a \\in \\mathbb{R}^p$.\n\n$$a + Y = Y$$\n\n$$\\text{loss} = a^T a$$")
    table, facts = table_of(read), facts_of_note(read)
    assert "a is p×1" in written(facts)
    text = template(facts, [(table.at(x.name, 0), "line 3") for x in table.open()], table.open())
    assert all(line.startswith("#") for line in text.splitlines() if line)
