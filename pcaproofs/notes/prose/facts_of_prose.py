"""Facts about letters from the sentences of a note."""

from __future__ import annotations

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.prose.fact_reader import FactReader
from pcaproofs.notes.prose.facts import Fact
from pcaproofs.notes.prose.said_arrangement import read_arrangement
from pcaproofs.notes.prose.said_data import read_data
from pcaproofs.notes.prose.said_eigen import read_eigen
from pcaproofs.notes.prose.said_eigenvalues import read_eigenvalues
from pcaproofs.notes.prose.said_numbers import read_numbers
from pcaproofs.notes.prose.said_ones import read_ones
from pcaproofs.notes.prose.said_properties import read_properties
from pcaproofs.notes.prose.said_roles import read_roles
from pcaproofs.notes.prose.said_unit_vectors import read_unit_vectors
from pcaproofs.notes.prose.sentences import sections, sentences

READERS = (
    read_properties,
    read_data,
    read_roles,
    read_arrangement,
    read_eigen,
    read_eigenvalues,
    read_unit_vectors,
    read_numbers,
    read_ones,
)

__all__ = ["facts_of_prose", "sections"]


def facts_of_prose(note: Note) -> tuple[Fact, ...]:
    """The facts that a note's sentences assert, in order; denials, questions and goals are not facts."""
    reader = FactReader(note)
    for sentence in sentences(note):
        reader.begin(sentence)
        for read in READERS:
            read(reader)
    return tuple(sorted(reader.facts, key=lambda fact: fact.span))
