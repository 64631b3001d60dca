"""The letters that a large operator binds, and the free letters of a formula."""

from __future__ import annotations

from functools import lru_cache

from pcaproofs.notes.formulas.surface import (
    Big,
    Chain,
    Group,
    Listed,
    Name,
    Node,
    Product,
    Quantified,
    Sentence,
    children,
)


def index_names(big: Big) -> frozenset[str]:
    """The letters below a large operator that it binds: i of i = 1, 1 ≤ i ≤ n, i ∈ S, i, j."""
    return frozenset() if big.lower is None else frozenset(_bound(big.lower))


def _bound(lower: Node) -> set[str]:
    match lower:
        case Name(subscript=None):
            return {lower.base}
        case Listed(items) | Sentence(items) | Product(factors=items):
            return set().union(*map(_bound, items))
        case Chain(terms=(_, one, other, _), signs=("≤", "<" | "≤", "≤")):  # of 1 ≤ i < j ≤ n
            return _bound(one) | _bound(other)
        case Chain(terms, signs):
            first = {"≤": 1, "<": 1}.get(signs[0], 0) if len(terms) > 2 else 0
            return _bound(terms[first])
        case Group(body):
            return _bound(body)
    return set()


@lru_cache(maxsize=1 << 12)
def free(node: Node) -> frozenset[str]:
    """The bases of the letters in a formula and its indices, except those that a large operator in it binds."""
    found = frozenset({node.base}) if isinstance(node, Name) else frozenset()
    for child in children(node):
        found |= free(child)
    if isinstance(node, Big):
        return found - index_names(node)
    if isinstance(node, Quantified):
        return found - _bound(node.variables)
    return found
