"""Checking a note: collects its facts, builds its symbol table, and judges its formulas."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pcaproofs.notes.formulas.blocks import Note, read_note, scopes
from pcaproofs.notes.judging.rows import Judge
from pcaproofs.notes.judging.scoped import ScopedJudge
from pcaproofs.notes.judging.verdicts import RowVerdict
from pcaproofs.notes.prose.cues import cue
from pcaproofs.notes.prose.facts import Fact
from pcaproofs.notes.prose.facts_of_prose import facts_of_prose, sections
from pcaproofs.notes.scope.declared import facts_of_formulas
from pcaproofs.notes.scope.scope_file import read_scope, scope_of_comments
from pcaproofs.notes.scope.table import Table
from pcaproofs.notes.text.scope_text import path_beside, text_beside
from pcaproofs.notes.text.source import Source
from pcaproofs.notes.typing.agreement import agree


def table_of(note: Note, more: Iterable[Fact] = ()) -> Table:
    """The symbol table of a note, from its formulas, sentences, comments and further facts. Raises WrongScope."""
    parts = sections(note)
    table = Table(note, (*facts_of_note(note), *scope_of_comments(note.source), *more), parts)
    agree(table)
    return table


def facts_of_note(note: Note) -> tuple[Fact, ...]:
    """The facts about letters in the formulas and sentences of a note."""
    return (*facts_of_formulas(note, sections(note)), *facts_of_prose(note))


def scope_beside(file: Path, note: Source) -> tuple[Fact, ...]:
    """The facts of the scope file beside a note, notes.scope for notes.md, if there is one. Raises as read_scope."""
    path = path_beside(file)
    return read_scope(path, note) if path.is_file() else ()


def read_with_scope(file: Path) -> Note:
    """A note in the notation that the scope file beside it declares. Raises as read_note."""
    return read_note(file, scope=text_beside(file))


def judge_of(note: Note, table: Table) -> Judge | ScopedJudge:
    """The judge of a note, which judges formula by formula."""
    if scopes(note).is_one:
        return Judge(note, table, cue)
    return ScopedJudge(note, (fact for found in table.facts.values() for fact in found))


def check_note(note: Note, more: Iterable[Fact] = ()) -> tuple[Table, tuple[RowVerdict, ...]]:
    """The symbol table of a note and the verdicts of its formulas, in order."""
    table = table_of(note, more)
    return table, judge_of(note, table).run()
