"""Names of functions that look like powers: σ² in a note that writes σ²(w), with a letter or a list in brackets.

If the note also writes σ(w), σ²(w) is the square of this value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


def squared_functions(trees: Sequence[Node]) -> dict[Power, bool]:
    """The powers that a note uses as functions of letters, and whether they are powers of values of functions.

    They are if the note has σ_i(A), and never σ_i before another bracket. If it has both, σ_i²(A) may be either, and
    stays a name, which nothing defines.
    """
    out, plain, factors = set[Power](), set[Name](), set[Name]()
    for node in (x for tree in trees for x in nodes(tree) if isinstance(x, Product)):
        for head, group, mark in zip(node.factors, node.factors[1:], node.marks, strict=False):
            match head, group:
                case Name(), Group(opening="(") if not mark:
                    (plain if _is_of_letters(group) else factors).add(head)
                case Power(Name(upper=None), Num()), Group(opening="(") if not mark and _is_of_letters(group):
                    out.add(head)
    return {x: x.base not in factors and x.base in plain for x in out if x.base in plain or x.base not in factors}


def _is_of_letters(group: Group) -> bool:
    arguments = group.body.items if isinstance(group.body, Listed) else (group.body,)
    return all(isinstance(x, Name) and not (is_identity(x) or is_ones(x)) for x in arguments)


def with_names(node: Node, functions: Mapping[Power, bool]) -> Node:
    """A formula in which each of these powers is a name, or the power of a value, if brackets follow it."""
    parts = [with_names(x, functions) for x in children(node)]
    out = with_children(node, parts) if parts else node
    if not isinstance(out, Product):
        return out
    factors, marks, k = list(out.factors), list(out.marks), 0
    while k + 1 < len(factors):
        factor, after = factors[k], factors[k + 1]
        if isinstance(factor, Power) and factor in functions and isinstance(after, Group) and not marks[k]:
            assert isinstance(factor.base, Name)
            if functions[factor]:
                value = Group(Product((factor.base, after), ("",), span=(factor.span[0], after.span[1])))
                value = replace(value, span=(factor.span[0], after.span[1]))
                factors[k : k + 2] = [replace(factor, base=value, span=value.span)]
                del marks[k]
            else:
                factors[k] = replace(factor.base, upper=factor.exponent, span=factor.span)
        k += 1
    return factors[0] if len(factors) == 1 else replace(out, factors=tuple(factors), marks=tuple(marks))
