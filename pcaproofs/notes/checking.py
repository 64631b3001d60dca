"""Checking a note: its facts, its table, its verdicts."""

from __future__ import annotations

from pcaproofs.notes.blocks import Note
from pcaproofs.notes.declared import facts_of_formulas
from pcaproofs.notes.judging import judge
from pcaproofs.notes.table import Table
from pcaproofs.notes.verdicts import RowVerdict


def table_of(note: Note) -> Table:
    """The symbol table of a note."""
    return Table(note, facts_of_formulas(note))


def check_note(note: Note) -> tuple[Table, tuple[RowVerdict, ...]]:
    """The symbol table of a note and the verdicts of its formulas, in order."""
    table = table_of(note)
    return table, judge(note, table)
