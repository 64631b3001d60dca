"""Reads facts about e_i, the columns of an identity matrix, and about (M)_i, the rows of M."""

from __future__ import annotations

import re
from dataclasses import replace

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.surface import Group, Indexed, Listed, Name, Node
from pcaproofs.notes.prose.fact_reader import FactReader
from pcaproofs.notes.prose.letters import families, things
from pcaproofs.notes.prose.noun_phrases import LETTERS
from pcaproofs.notes.prose.sentences import sentences

UNIT_VECTORS = "unit vectors"  # the role

_ORDINAL = r"(?:⟦\d+⟧ ?-? ?(?:th|st|nd|rd)(?:,? and |, )?)+"
_KIND = (
    r"(?:(?:standard|canonical|natural|coordinate) (?:basis |unit )?(?:unit )?vectors?"
    r"|unit vectors?(?= of length| (?:of|in) ⟦)|(?:standard|canonical|natural) basis(?= of| for| in|[,.]|$))"
)
_SAID = re.compile(
    rf"(?P<letters>{LETTERS}),? (?:is|are|be|denotes?|being) (?:the )?(?:{_ORDINAL} )?{_KIND}"
    rf"(?: of length (?P<size>⟦\d+⟧))?"
)
_ROWS = re.compile(
    r"⟦(\d+)⟧ (?:is|denotes|for) the (?:⟦\d+⟧-th )?row of ⟦\d+⟧(?:(?: as a column)?,? and ⟦(\d+)⟧ that of ⟦\d+⟧)?"
)


def read_unit_vectors(reader: FactReader) -> None:
    """Add the facts of a sentence about e_i: "where ⟦e_i⟧ is the ⟦i⟧-th unit vector of length ⟦p⟧"."""
    for match in _SAID.finditer(reader.sentence.text):
        if not reader.holds(match.start(), match.end(), claimed=True):
            continue
        size = things(reader.sentence, match["size"])[0].trees[0] if match["size"] else None
        for thing in things(reader.sentence, match["letters"]):
            for tree in thing.trees:
                for family in families(tree):
                    member = replace(family.letter, subscript=Name("i"))
                    reader.stands(member, UNIT_VECTORS, family.last, (match.start(), match.end()))
                for name in _names(tree):
                    if isinstance(name.subscript, Name):
                        reader.stands(name, UNIT_VECTORS, size, (match.start(), match.end()))


def _names(tree: Node) -> list[Name]:
    items = tree.items if isinstance(tree, Listed) else (tree,)
    return [x for x in items if isinstance(x, Name)]


def says_rows_by_index(note: Note) -> bool:
    """Whether a sentence says that (M)_i is the i-th row of M."""
    for sentence in sentences(note):
        for match in _ROWS.finditer(sentence.text):
            said = [tree for k in match.groups() if k for tree in sentence.things[int(k)].trees]
            if any(isinstance(tree, Indexed) and isinstance(tree.base, Group) for tree in said):
                return True
    return False
