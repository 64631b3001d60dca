"""Equations of which a note leaves open whether they have solutions: "if Ax = b has no solution, …"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.spelling import size_in_subscript
from pcaproofs.notes.formulas.surface import Chain, Name, Node, children, with_children
from pcaproofs.notes.prose.sentences import sentences

_SOLVABLE = re.compile(
    r"⟦(\d+)⟧ (?:(?:may|can|might|need|does|do|will|must)(?: not)? |always )?"
    r"(?:(?:has|have|having|with|admits?) (?:(?:no|not|an?|any|one|exactly|at|least|most|more|than|many|infinitely"
    r"|unique|exact|non-?trivial|non-?zero|precisely|only|the|trivial|zero)(?![\w-]) ?)*solutions?"
    r"|(?:is|are|be) (?:not |always )?(?:in-?consistent|consistent|un-?solvable|solvable))(?![\w-])"
)

_OPEN = re.compile(r"(?<![\w-])(?:no|not|may|can|might|in-?consistent|un-?solvable)(?![\w-])")
_IF = re.compile(r"(?<![\w-])(?:if|when|whenever|whether|unless|provided|suppose) [^,;]*$")


def solvable(note: Note) -> Iterator[frozenset[Node]]:
    """The sides of each such equation, without the sizes of its letters."""
    for sentence in sentences(note):
        for match in _SOLVABLE.finditer(sentence.text):
            if not (_OPEN.search(match[0]) or _IF.search(sentence.text[: match.start()])):
                continue
            for tree in sentence.things[int(match[1])].trees:
                if isinstance(tree, Chain) and tree.signs == ("=",):
                    yield unsized_sides(tree.terms)


def unsized_sides(sides: tuple[Node, ...]) -> frozenset[Node]:
    """The sides of an equation with A in place of A_{m×n}."""
    return frozenset(map(_unsized, sides))


def _unsized(node: Node) -> Node:
    if isinstance(node, Name):
        return Name(node.base, font=node.font) if size_in_subscript(node) is not None else node
    return with_children(node, [_unsized(x) for x in children(node)])
