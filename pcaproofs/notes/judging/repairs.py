"""Changes of one symbol that could make a false relation true: a square, a sign, a transpose, a factor n or 1/n."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pcaproofs.notes.formulas.surface import (
    Frac,
    Inner,
    Name,
    Node,
    Norm,
    Num,
    Power,
    Product,
    Sum,
    Transpose,
    children,
    with_children,
)
from pcaproofs.notes.typing.ledger import Stated

MOST = 40  # changes that are tried

TWO = Num("2")


def repairs(stated: Stated, sizes: Sequence[str]) -> Iterator[tuple[Node, Node, Stated]]:
    """The old part, the new part, and the changed relation; likely slips come first."""
    found = list(_changed(stated.right, sizes, top=True))
    sides = [
        (old, new, Stated(stated.left, stated.sign, side, stated.span, stated.quantified)) for old, new, side in found
    ]
    if not isinstance(stated.left, Name):
        for old, new, side in _changed(stated.left, sizes, top=True):
            sides.append((old, new, Stated(side, stated.sign, stated.right, stated.span, stated.quantified)))
    yield from (found for found in sides[:MOST] if found[2].left != found[2].right)


def _changed(node: Node, sizes: Sequence[str], *, top: bool = False) -> Iterator[tuple[Node, Node, Node]]:
    """The old part, the new part, and the node with it."""
    for new in _instead(node, sizes, top=top):
        yield node, new, new
    parts = list(children(node))
    for k, part in enumerate(parts):
        if isinstance(node, Power) and k == 1:
            continue
        if isinstance(part, Norm | Inner | Product) and isinstance(node, Power):
            inner = [x for x in _changed(part, sizes) if x[0] is not part]
        else:
            inner = list(_changed(part, sizes))
        for old, new, changed in inner:
            yield old, new, with_children(node, [*parts[:k], changed, *parts[k + 1 :]])


def _instead(node: Node, sizes: Sequence[str], *, top: bool) -> Iterator[Node]:
    match node:
        case Norm() | Inner():
            yield Power(node, TWO)
        case Power(base, exponent) if exponent == TWO:
            yield base
        case Transpose(base):
            yield base
        case Sum(terms, signs):
            for k in range(1, len(terms)):
                flipped = {"+": "-", "-": "+"}.get(signs[k], signs[k])
                yield Sum(terms, (*signs[:k], flipped, *signs[k + 1 :]))
    if top:
        for size in sizes:
            yield Product((Frac(Num("1"), Name(size)), *_factors(node)), ("", *_marks(node)))
            yield Product((Name(size), *_factors(node)), ("", *_marks(node)))


def _factors(node: Node) -> tuple[Node, ...]:
    return node.factors if isinstance(node, Product) else (node,)


def _marks(node: Node) -> tuple[str, ...]:
    return node.marks if isinstance(node, Product) else ()
