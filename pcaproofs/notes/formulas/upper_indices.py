"""Indices in brackets above a letter, x^{(i)}: they number the members of a family, as x_i does.

A letter i is such an index if a sum binds it and it stands above a letter below this sum. A letter has such indices if
the note lists x^{(1)}, …, x^{(n)}. Any other letter in brackets above a name stays a part of the name, as in w^{(t)}.
The family x^{(1)}, …, x^{(n)} is another letter than x, and so x^{(i)} is no entry of x.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pcaproofs.notes.formulas.surface import (
    UPPER_INDEX,
    Big,
    Dots,
    Group,
    Listed,
    Name,
    Node,
    Num,
    children,
    index_names,
    nodes,
    with_children,
)


def upper_indices(trees: Sequence[Node]) -> frozenset[Node]:
    """The letters that are indices above names in a note, and the letters that have them, without it."""
    return frozenset(x for tree in trees for node in nodes(tree) for x in _indices(node))


def _indices(node: Node) -> Iterator[Node]:
    match node:
        case Big(body=body):
            bound = index_names(node)
            for name in (x for x in nodes(body) if isinstance(x, Name)):
                if isinstance(index := _above(name), Name) and index.base in bound:
                    yield index
                    yield _without(name)
        case Listed(items) if any(isinstance(x, Dots) for x in items):
            first, *_, last = (x if isinstance(x, Name) else Name("") for x in items)
            if _above(first) == Num("1") and _above(last) is not None and _without(first) == _without(last):
                yield _without(first)


def with_upper_indices(node: Node, found: frozenset[Node]) -> Node:
    """A formula with indices for the letters in brackets above names that are indices."""
    parts = [with_upper_indices(x, found) for x in children(node)]
    out = with_children(node, parts) if parts else node
    if not isinstance(out, Name) or (above := _above(out)) is None:
        return out
    if above not in found and _without(out) not in found:
        return out
    index = above if out.subscript is None else Listed((above, out.subscript))
    return replace(out, upper=UPPER_INDEX, subscript=index)


def _above(name: Name) -> Name | Num | None:
    """The letter or number in brackets above a name that has at most one letter or number below."""
    match name:
        case Name(upper=Group(Name(subscript=None) | Num() as index, "("), subscript=None | Name() | Num()):
            return index
    return None


def _without(name: Name) -> Name:
    return replace(name, upper=None, subscript=None)
