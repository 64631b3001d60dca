"""What --init asks for: letters that it asks for first, and statements that make rows readable."""

from __future__ import annotations

import pytest

from pcaproofs.notes.asking import MOST, helping, wanted
from pcaproofs.notes.checking import check_note, facts_of_note, table_of
from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.scope.scope_file import WrongScope, scope_of_comments, template, written
from pcaproofs.notes.text.source import Source
from tests.notes.reading import note


def _helping(text: str) -> list[tuple[str, tuple[str, ...]]]:
    read = note(text)
    table, found = check_note(read)
    return [(x.statement, x.places) for x in helping(read, table.sizes, found)]


def test_macros_that_nothing_defines_are_asked_for_with_their_arguments() -> None:
    text = "$$\\spur{A} = 1$$\n\n$$\\spur{B + C} = 1$$\n\n$$a \\qiff b$$\n\n$$\\norm{a} = 1$$"
    assert _helping(text) == [("\\spur{x} = …", ("line 1", "line 3")), ("\\qiff = …", ("line 5",))]


def test_a_macro_that_is_not_filled_in_is_an_error() -> None:
    with pytest.raises(WrongScope, match=r"what \\spur stands for"):
        scope_of_comments(Source("n.md", "<!-- pcaproofs: \\spur{x} = … -->"))


def test_means_are_asked_for() -> None:
    assert _helping("$$\\langle x^2 \\rangle = s$$") == [("⟨x⟩ is the mean of x", ("line 1",))]


SYSTEM = "Let $x$ be a vector.\n\nThere are more rows than columns:\n\n$$x + 2 y = 4$$\n\n$$3 x + 4 y = 10$$"


def test_a_letter_that_makes_rows_readable_is_tried() -> None:
    assert _helping(SYSTEM) == [("x is a number", ("line 5", "line 7"))]
    assert all(v.verdict != "unread" for v in check_note(note(f"<!-- pcaproofs: x is a number -->{SYSTEM}"))[1])


def test_what_is_read_is_not_asked_for() -> None:
    assert _helping("Let $A, B \\in \\mathbb{R}^{n \\times n}$.\n\n$$A B = C$$\n\n$$a \\in S$$") == []


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
