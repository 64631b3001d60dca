"""Names of functions that look like powers: σ² in a note that writes σ²(w), with a letter or a list in brackets.

If the note also writes σ(w), σ²(w) is the square of its value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pcaproofs.notes.formulas.spelling import is_identity, is_ones
from pcaproofs.notes.formulas.surface import (
    Group,
    Listed,
    Name,
    Node,
    Num,
    Power,
    Product,
    children,
    nodes,
    with_children,
)


def squared_functions(trees: Sequence[Node]) -> frozenset[Power]:
    """The powers that a note uses as functions of letters."""
    out, plain = set[Power](), set[Name]()
    for node in (x for tree in trees for x in nodes(tree) if isinstance(x, Product)):
        for head, group, mark in zip(node.factors, node.factors[1:], node.marks, strict=False):
            match head, group:
                case Name(), Group(opening="(") if not mark:
                    plain.add(head)
                case Power(Name(upper=None), Num()), Group(body, "(") if not mark:
                    arguments = body.items if isinstance(body, Listed) else (body,)
                    if all(isinstance(x, Name) and not (is_identity(x) or is_ones(x)) for x in arguments):
                        out.add(head)
    return frozenset(x for x in out if x.base not in plain)


def with_names(node: Node, functions: frozenset[Power]) -> Node:
    """A formula in which each of these powers is a name if brackets follow it."""
    parts = [with_names(x, functions) for x in children(node)]
    out = with_children(node, parts) if parts else node
    if not isinstance(out, Product):
        return out
    factors = list(out.factors)
    for k, (factor, after, mark) in enumerate(zip(factors, factors[1:], out.marks, strict=False)):
        if factor in functions and isinstance(after, Group) and not mark:
            assert isinstance(factor, Power)
            assert isinstance(factor.base, Name)
            factors[k] = replace(factor.base, upper=factor.exponent, span=factor.span)
    return replace(out, factors=tuple(factors))
