"""Whether other formulas of a note give a defined matrix with 𝟏𝟏ᵀ another size than a row that leaves it open.

In H = I − 𝟏𝟏ᵀ/p the row HH = H takes 𝟏 to have p entries. If the note also writes HX with X ∈ ℝ^{n×p}, it has n.
"""

from __future__ import annotations

from collections.abc import Iterator

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.spelling import is_ones
from pcaproofs.notes.formulas.surface import Chain, Name, Node, nodes
from pcaproofs.notes.typing.shapes import Misfit
from pcaproofs.notes.typing.statements import RELATIONS, Statements, lengths_of_ones
from pcaproofs.notes.typing.terms import Dim, Relation, Unknown, Unsupported, Untyped


def has_other_length(note: Note, typing: Statements, relation: Relation) -> bool:
    """Whether a formula with a letter that is defined by 𝟏, as in a relation, gives 𝟏 another length than it has."""
    used = set(typing.defined_by)
    letters = [
        left
        for left, x in typing.definitions.items()
        if x.span in used and any(isinstance(y, Name) and is_ones(y) for y in nodes(x.body))
    ]
    here = {x for x in lengths_of_ones(relation, typing.sizes) if not isinstance(x, Unknown)}
    for formula in note.formulas if letters and len(here) == 1 else ():
        if isinstance(formula.tree, Unread) or not any(x in letters for x in nodes(formula.tree)):
            continue
        for left, right in _equations(formula.tree):
            found = _lengths(typing, left, right)
            if found and not found <= here:
                return True
    return False


def _equations(tree: Node) -> Iterator[tuple[Node, Node]]:
    for chain in (x for x in nodes(tree) if isinstance(x, Chain)):
        links = zip(chain.terms, chain.signs, chain.terms[1:], strict=False)
        yield from ((left, right) for left, sign, right in links if RELATIONS.get(sign) == "=")


def _lengths(typing: Statements, left: Node, right: Node) -> set[Dim]:
    other = Statements(typing.table, typing.offset, typing.text)
    other.definitions = typing.definitions
    try:
        relation = other.relation(left, "=", right, left.span)
    except (Untyped, Unsupported, Misfit):
        return set()
    return {x for x in lengths_of_ones(relation, other.sizes) if not isinstance(x, Unknown)}
