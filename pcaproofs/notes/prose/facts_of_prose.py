"""Facts about letters from the sentences of a note."""

from __future__ import annotations

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.prose.fact_reader import FactReader
from pcaproofs.notes.prose.facts import Fact
from pcaproofs.notes.prose.phrases import read_phrases
from pcaproofs.notes.prose.sentences import sections, sentences

__all__ = ["facts_of_prose", "sections"]


def facts_of_prose(note: Note) -> tuple[Fact, ...]:
    """The facts that a note's sentences assert, in order; denials, questions and goals are not facts."""
    reader = FactReader(note)
    for sentence in sentences(note):
        reader.begin(sentence)
        read_phrases(reader)
    return tuple(sorted(reader.facts, key=lambda fact: fact.span))
