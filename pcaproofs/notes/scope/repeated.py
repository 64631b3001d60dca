"""The summation convention: in a note that announces it, a repeated index in a product is summed over."""

from __future__ import annotations

import re

from pcaproofs.notes.formulas.binding import index_names
from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.spelling import INDICES
from pcaproofs.notes.formulas.surface import Big, Name, Node, Product, children, nodes

_SAID = re.compile(
    r"(?<![\w-])(?:einstein(?:'s)?(?: summation)? (?:convention|notation|sums?|summation)|summation convention"
    r"|repeated ind(?:ex|ices))(?![\w-])",
    re.IGNORECASE,
)


def sums_repeated(note: Note) -> bool:
    """Whether a note announces the summation convention."""
    return _SAID.search(" ".join(note.prose.split())) is not None


def repeats_index(node: Node, bound: frozenset[str] = frozenset()) -> bool:
    """Whether a product or a letter in a formula has a repeated index that no surrounding sum binds."""
    if isinstance(node, Big):
        bound = bound | index_names(node)
    if isinstance(node, Name):
        below = [x for x in _indices(node) if x not in bound]
        if len(below) > len({*below}):
            return True
    if isinstance(node, Product):
        found = [x for factor in node.factors for x in {*_indices(factor)} - bound]
        if len(found) > len({*found}):
            return True
    return any(repeats_index(child, bound) for child in children(node))


def _indices(factor: Node) -> list[str]:
    """The indices below the letters of a factor."""
    below = [x.subscript for x in nodes(factor) if isinstance(x, Name) and x.subscript is not None]
    return [y.base for x in below for y in nodes(x) if isinstance(y, Name) and y.base in INDICES]
