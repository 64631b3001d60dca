"""Statements that only restrict letters beside another statement: ranges of indices, i ≠ j, ‖w‖ = 1."""

from __future__ import annotations

from pcaproofs.notes.formulas.spelling import INDICES, key
from pcaproofs.notes.formulas.surface import (
    Chain,
    Dots,
    Group,
    Listed,
    Name,
    Node,
    Norm,
    Num,
    Power,
    Product,
    Sum,
    Transpose,
)


def is_range_of_all(node: Node) -> bool:
    """Whether a statement gives the range of an index: i = 1, …, n."""
    match node:
        case Chain(terms=(Name(subscript=None), Listed(items)), signs=("=",)):
            return items[0] == Num("1") and any(isinstance(x, Dots) for x in items) and isinstance(items[-1], Name)
    return False


def without_brackets(node: Node) -> Node:
    """(i ≠ j) after a statement as i ≠ j; anything else unchanged."""
    match node:
        case Group(Chain() as body, "(" | "[") if is_of_indices(body) or is_range_of_all(body):
            return body
    return node


def is_of_indices(node: Node) -> bool:
    """Whether a statement restricts letters by an order or by ≠, or equates two indices."""
    if not isinstance(node, Chain) or not all(isinstance(x, Name | Num | Dots) for x in node.terms):
        return False
    if set(node.signs) <= {"≠", "<", ">", "≤", "≥"}:
        return True
    return node.signs == ("=",) and all(isinstance(x, Name) and key(x) in INDICES for x in node.terms)


def is_restriction(node: Node) -> bool:
    """Whether a statement only restricts letters beside another one: i ≠ j, 1 ≤ i ≤ n, λ > 0, ‖w‖ = 1, wᵀw = 1."""
    return isinstance(node, Chain) and all(map(_is_small, node.terms))


def _is_small(node: Node) -> bool:
    match node:
        case Name() | Num() | Dots() | Listed():
            return True
        case Norm(body) | Power(Norm(body)):
            return isinstance(body, Name)
        case Product((Transpose(Name() as first), Name() as second)):
            return first == second
        case Sum(terms):
            return all(isinstance(x, Name | Num) for x in terms)
    return False
