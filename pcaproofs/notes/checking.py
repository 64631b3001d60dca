"""Checking a note: its facts, its table, its verdicts."""

from __future__ import annotations

from collections.abc import Iterable

from pcaproofs.notes.blocks import Note
from pcaproofs.notes.cues import cue
from pcaproofs.notes.declared import facts_of_formulas
from pcaproofs.notes.facts import Fact
from pcaproofs.notes.judging import Judge
from pcaproofs.notes.prose import facts_of_prose, sections
from pcaproofs.notes.table import Table
from pcaproofs.notes.verdicts import RowVerdict


def table_of(note: Note, more: Iterable[Fact] = ()) -> Table:
    """The symbol table of a note by its formulas, its sentences, and what is added to them."""
    parts = sections(note)
    return Table(note, (*facts_of_formulas(note, parts), *facts_of_prose(note), *more), parts)


def judge_of(note: Note, table: Table) -> Judge:
    """What judges a note formula by formula."""
    return Judge(note, table, cue)


def check_note(note: Note, more: Iterable[Fact] = ()) -> tuple[Table, tuple[RowVerdict, ...]]:
    """The symbol table of a note and the verdicts of its formulas, in order."""
    table = table_of(note, more)
    return table, judge_of(note, table).run()
