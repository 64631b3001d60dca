"""Primes and exponents t that are transposes, in notes that say so or that can mean nothing else.

In other notes x' is another letter. (a + b)' and x'x (the same letter with and without a prime, side by side) are
transposes, but not if the note defines, declares or lists a primed letter; a capital one does not matter if the note
has both. xᵗx or x xᵗ make an exponent t a transpose if the letter t occurs nowhere else in the note.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pcaproofs.notes.formulas.surface import (
    Chain,
    Listed,
    Marked,
    Name,
    Node,
    Power,
    Product,
    Sum,
    Transpose,
    children,
    nodes,
    with_children,
)

_T = Name("t")
_MARK = r"(?-i:(?<![a-z]{2}))(?:'|′)(?![A-Za-z])"  # not the apostrophe of "doesn't"
_SAYS = re.compile(
    rf"(?:(?<![A-Za-z])prime|apostrophe|{_MARK})[^.]{{0,60}}\btranspos"
    rf"|\btranspos[^.]{{0,60}}(?:\bprime|\bapostrophe|{_MARK}|\\prime)",
    re.IGNORECASE,
)


def are_transposes(trees: Sequence[Node], text: str) -> bool:
    """Whether the primes of a note are transposes; text: the whole note."""
    if _SAYS.search(text) is not None:
        return True
    if not any(map(_transposes, trees)):
        return False
    squared = {x for tree in trees for x in _squared(tree)}
    names = [y for x in trees if not (isinstance(x, Name) and replace(x, primes=0) in squared) for y in _names(x)]
    if squared and any(isinstance(x, Marked) and x.mark == "'" for tree in trees for x in nodes(tree)):
        return not any(x.base.islower() for x in names)  # H' = BV' is an equation of transposes
    return not names


def are_exponents_transposes(trees: Sequence[Node]) -> bool:
    """Whether an exponent t of a note is a transpose."""
    every = [x for tree in trees for x in nodes(tree)]
    raised = sum(isinstance(x, Power) and x.exponent == _T for x in every)
    if not raised or raised != sum(isinstance(x, Name) and x.base == "t" for x in every):
        return False
    return any(map(_has_transpose, every))


def _has_transpose(node: Node) -> bool:
    """Whether a node is a product with xᵗx or x xᵗ."""
    if not isinstance(node, Product):
        return False
    pairs = [(a, b) for a, b, mark in zip(node.factors, node.factors[1:], node.marks, strict=False) if not mark]
    both = ((a, b) for pair in pairs for a, b in (pair, pair[::-1]))
    return any(isinstance(a, Power) and a.exponent == _T and a.base == b for a, b in both)


def with_exponents_transposed(node: Node) -> Node:
    """A formula with a transpose for each exponent t."""
    parts = [with_exponents_transposed(x) for x in children(node)]
    out = with_children(node, parts) if parts else node
    return Transpose(out.base, span=out.span, how="t") if isinstance(out, Power) and out.exponent == _T else out


def own_letters(trees: Sequence[Node]) -> frozenset[Node]:
    """The small letters x for which a note defines x' as another letter, x' = cx; x' = b'A' and x' = (1, 2) do not."""
    return frozenset(
        replace(side, primes=0)
        for tree in trees
        for side, other in _sides(tree)
        if isinstance(side, Name)
        and side.primes == 1
        and side.base.islower()
        and isinstance(other, Sum | Product | Name)
        and replace(side, primes=0) != other
        and not any((isinstance(x, Name) and x.primes) or isinstance(x, Marked | Transpose) for x in nodes(other))
    )


def transposed(node: Node, own: frozenset[Node]) -> Node:
    """A formula with a transpose for each single prime, but not for those of own letters."""
    parts = [transposed(x, own) for x in children(node)]
    out = with_children(node, parts) if parts else node
    match out:
        case Name(primes=1, mark="") if replace(out, primes=0) in own:
            return out
        case Name(primes=1, mark=""):
            return Transpose(replace(out, primes=0), span=out.span, how="'")
        case Marked(base, "'"):
            return Transpose(base, span=out.span, how="'")
    return out


def _transposes(tree: Node) -> bool:
    """Whether a formula contains a prime that can only be a transpose."""
    for node in nodes(tree):
        if isinstance(node, Marked) and node.mark == "'":
            return True
    return any(True for _ in _squared(tree))


def _squared(tree: Node) -> Iterator[Node]:
    """The letters x for which a formula contains x'x; then "multiply by x'" is about x."""
    for node in (x for x in nodes(tree) if isinstance(x, Product)):
        for a, b, mark in zip(node.factors, node.factors[1:], node.marks, strict=False):
            if isinstance(a, Name) and a.primes == 1 and replace(a, primes=0) == b and not mark:
                yield b


def _names(tree: Node) -> Iterator[Name]:
    """The letters with a prime that a formula defines, declares or lists; A' = A does none."""
    for side, other in _sides(tree):
        if isinstance(side, Name) and side.primes and replace(side, primes=0) != other:
            yield side


def _sides(tree: Node) -> Iterator[tuple[Node, Node]]:
    """The separate parts of a formula: the sides of equations, each with the other side, and the members of lists."""
    for node in nodes(tree):
        if isinstance(node, Chain):
            for left, sign, right in zip(node.terms, node.signs, node.terms[1:], strict=False):
                yield left, right
                if sign != "∈":
                    yield right, left
        elif isinstance(node, Listed):
            yield from ((item, node) for item in node.items)
    yield tree, tree
