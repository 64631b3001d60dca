"""What a given formula says of a letter or of its indices besides what it states."""

from __future__ import annotations

from collections.abc import Iterator

from pcaproofs.homework.rows import is_of_every
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.spelling import INDICES, key
from pcaproofs.notes.formulas.surface import Big, Chain, Dots, Listed, Name, Node, Num, Quantified, Sentence, children
from pcaproofs.notes.prose.facts import Fact, IsFamily, Satisfies
from pcaproofs.notes.scope.table import Table

EVERYWHERE = 1 << 62


def restricted_indices(tree: Node | Unread, table: Table) -> Iterator[str]:
    """The indices of a given formula that it restricts: all that stand alone in it, except in i = 1, …, n and ∀ i."""
    if isinstance(tree, Unread):
        return
    match tree:
        case Quantified(variables=Name(), body=body):
            yield from restricted_indices(body, table)
            return
        case Chain(terms=(Name() as name, Listed(items=(Num("1"), Dots(), Name() as last))), signs=("=",)):
            lengths = {key(f.last) for facts in table.facts.values() for f in facts if isinstance(f, IsFamily)}
            if lengths != {key(last)}:
                yield key(name)
            return
        case Big():
            return
        case Name(base=base, subscript=None) if base in INDICES:
            yield key(tree)
            return
    parts = [x for x in children(tree) if not (isinstance(tree, Name) and x is tree.subscript)]
    if isinstance(tree, Sentence):
        parts = [x for x, before in zip(parts, (None, *parts), strict=False) if not is_of_every(before, x)]
    for part in parts:
        yield from restricted_indices(part, table)


def semidefinite_letter(tree: Node | Unread) -> Fact | None:
    """What S ⪰ 0 or S ≻ 0 says of the letter S."""
    match tree:
        case Chain(terms=(Name() as letter, Num("0")), signs=("⪰" | "≻" as sign,)):
            hypothesis = "psd" if sign == "⪰" else "positive_definite"
            return Satisfies(
                letter=letter, span=(0, 0), strength="file", start=0, end=EVERYWHERE, hypothesis=hypothesis
            )
    return None
