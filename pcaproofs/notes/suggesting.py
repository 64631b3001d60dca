"""The letters whose declaration an author is asked for first: those on which most rows that are not judged depend."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.spelling import is_word, key
from pcaproofs.notes.formulas.surface import Name, nodes
from pcaproofs.notes.judging.verdicts import RowVerdict
from pcaproofs.notes.scope.evidence import Symbol
from pcaproofs.notes.scope.table import Table

MOST = 5  # letters
_WEIGHTS = {"unread": 3, "undecided": 1}  # of a row


@dataclass(frozen=True)
class Wanted:
    """A letter of which the note does not say enough, and the places of the rows with it that are not judged."""

    symbol: Symbol
    places: tuple[str, ...]


def wanted(note: Note, table: Table, found: Sequence[RowVerdict]) -> list[Wanted]:
    """At most five letters, that on which most rows depend first; found: the verdicts of the note."""
    unsaid = {key(x.name): x for x in table.open() if not is_word(x.name)}
    weights, rows = defaultdict[str, int](int), defaultdict[str, list[str]](list)
    for v in found:
        if not v.formula.display or v.verdict not in _WEIGHTS or isinstance(v.formula.tree, Unread):
            continue
        for letter in {key(x) for x in nodes(v.formula.tree) if isinstance(x, Name)} & unsaid.keys():
            weights[letter] += _WEIGHTS[v.verdict]
            rows[letter].append(note.place(v.formula).said)
    order = [x for x in unsaid if x in weights]
    order.sort(key=lambda x: -weights[x])
    return [Wanted(unsaid[x], tuple(dict.fromkeys(rows[x]))) for x in order[:MOST]]
