"""Primes that are transposes: in notes whose words say so, or that write what a prime can mean in no other way.

Elsewhere x' is another letter. (a + b)' and x'x, the same letter with and without a prime side by side, are transposes;
but not in a note in which a primed letter has a meaning of its own, since it is defined, declared or listed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pcaproofs.notes.surface import (
    Chain,
    Listed,
    Marked,
    Name,
    Node,
    Product,
    Transpose,
    children,
    nodes,
    with_children,
)

_SAYS = re.compile(
    r"(?:(?<![A-Za-z])prime|apostrophe|'|′)[^.]{0,60}\btranspos|\btranspos[^.]{0,60}(?:\bprime|\bapostrophe|'|′|\\prime)",
    re.IGNORECASE,
)


def are_transposes(trees: Sequence[Node], text: str) -> bool:
    """Whether the primes of a note are transposes; text: all of it."""
    if _SAYS.search(text) is not None:
        return True
    return any(map(_transposes, trees)) and not any(_names(tree) for tree in trees)


def transposed(node: Node) -> Node:
    """A formula with a transpose for each single prime."""
    parts = [transposed(x) for x in children(node)]
    out = with_children(node, parts) if parts else node
    match out:
        case Name(primes=1, mark="", upper=None):
            return Transpose(replace(out, primes=0), span=out.span, how="'")
        case Marked(base, "'"):
            return Transpose(base, span=out.span, how="'")
    return out


def _transposes(tree: Node) -> bool:
    """Whether a formula has a prime that can be nothing but a transpose."""
    for node in nodes(tree):
        if isinstance(node, Marked) and node.mark == "'":
            return True
        if isinstance(node, Product):
            pairs = zip(node.factors, node.factors[1:], node.marks, strict=False)
            if any(
                isinstance(a, Name) and a.primes == 1 and replace(a, primes=0) == b for a, b, mark in pairs if not mark
            ):
                return True
    return False


def _names(tree: Node) -> bool:
    """Whether a formula defines, declares or lists a letter with a prime; A' = A does not."""
    return any(
        isinstance(side, Name) and side.primes and replace(side, primes=0) != other for side, other in _sides(tree)
    )


def _sides(tree: Node) -> Iterator[tuple[Node, Node]]:
    """What stands alone in a formula: the sides of equations, each with the other one, and the members of lists."""
    for node in nodes(tree):
        if isinstance(node, Chain):
            for left, sign, right in zip(node.terms, node.signs, node.terms[1:], strict=False):
                yield left, right
                if sign != "∈":
                    yield right, left
        elif isinstance(node, Listed):
            yield from ((item, node) for item in node.items)
    yield tree, tree
