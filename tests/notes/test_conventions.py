"""Conventions of notation: what shows each, what it changes, and how a scope file switches it off."""

from __future__ import annotations

import pytest

from pcaproofs.notes.formulas.blocks import read
from pcaproofs.notes.formulas.conventions import CONVENTIONS, Rule
from pcaproofs.notes.formulas.notation import Notation, WrongNotation, with_statement
from pcaproofs.notes.text.source import Source
from tests.notes.checking import rows
from tests.notes.reading import note


@pytest.mark.parametrize("rule", CONVENTIONS, ids=lambda rule: rule.name)
def test_a_convention_changes_the_verdict_of_its_example(rule: Rule) -> None:
    text, verdict, verdict_without = rule.example
    assert rows(text)[-1] == verdict
    assert rows(f"<!-- pcaproofs: notation: -{rule.name} -->\n\n{text}")[-1] == verdict_without


@pytest.mark.parametrize("rule", CONVENTIONS, ids=lambda rule: rule.name)
def test_the_conventions_of_a_note_are_named_with_their_lines(rule: Rule) -> None:
    assert [(x.name, x.text, x.line) for x in note(f"One line.\n\n{rule.example[0]}").conventions] == [
        (rule.name, rule.text, 3)
    ]


def test_words_show_a_convention() -> None:
    found = note("A prime is the transpose.\n\nLet $x, y$ be columns.\n\n$$x'y = y'x$$").conventions
    assert [(x.name, x.line) for x in found] == [("prime-transpose", 1)]


def test_a_convention_that_no_formula_needs_is_not_named() -> None:
    assert note("A prime is the transpose.\n\n$$x^T y = y^T x$$").conventions == ()


def test_a_convention_that_does_not_exist_cannot_be_switched_off() -> None:
    with pytest.raises(WrongNotation, match="one of numbers-indices, ") as error:
        with_statement(Notation(), "notation: -prime")
    assert error.value.got == "prime"


def test_a_scope_file_switches_a_convention_off() -> None:
    text = "Then $x'x = 1$."
    assert [x.name for x in read(Source("n.md", text)).conventions] == ["prime-transpose"]
    assert read(Source("n.md", text, scope="notation: -prime-transpose")).conventions == ()
