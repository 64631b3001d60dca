"""The statements that --init proposes because they make rows readable."""

from __future__ import annotations

import pytest

from pcaproofs.notes.asking import helping
from pcaproofs.notes.checking import check_note
from pcaproofs.notes.scope.scope_file import WrongScope, scope_of_comments
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
