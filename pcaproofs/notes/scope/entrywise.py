"""Letters x whose x_i are the entries of the column x, as their use says: x_i², aᵀb = Σ a_i b_i.

No column has a square. The reading is inferred, so that it refutes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pcaproofs.notes.formulas.spelling import is_capital, key
from pcaproofs.notes.formulas.surface import (
    Big,
    Chain,
    Inner,
    Name,
    Node,
    Norm,
    Num,
    Power,
    Product,
    Transpose,
    index_names,
    nodes,
)

ENTRYWISE = "what is squared or multiplied entry by entry is a column with these entries"


def entrywise(trees: Sequence[Node]) -> frozenset[str]:
    """The keys of the letters whose members are entries of a column, which is used too.

    All sums over the members have to run from 1 to one number.
    """
    alone, members, found = set[str](), set[str](), set[str]()
    ranges: dict[str, set[tuple[Node | None, Node | None]]] = {}
    for node in (x for tree in trees for x in nodes(tree)):
        if isinstance(node, Name) and node.subscript is None:
            alone.add(key(node))
        elif isinstance(node, Norm | Transpose | Inner):
            members |= {_whole(x) for x in nodes(node) if _is_member(x)} - _squared(node)
        elif isinstance(node, Big):
            found |= {_whole(x) for x in _numbers(node)}
            for name in {_whole(x) for x in nodes(node.body) if _is_member(x)}:
                ranges.setdefault(name, set()).add((_first(node.lower), node.upper))
        elif isinstance(node, Chain):
            found |= set(_multiplied(node))
    is_one = {x for x, said in ranges.items() if len(said) == 1 and next(iter(said))[0] in (None, Num("1"))}
    return frozenset((found & alone & is_one) - members)


def _whole(name: Node) -> str:
    assert isinstance(name, Name)
    return key(replace(name, subscript=None))


def _is_member(node: Node) -> bool:
    return isinstance(node, Name) and node.subscript is not None


def _squared(node: Node) -> set[str]:
    """The letters below sums inside a norm or a product, whose squares are numbers there too."""
    return {_whole(x) for big in nodes(node) if isinstance(big, Big) for x in _numbers(big)}


def _first(lower: Node | None) -> Node | None:
    """Where a sum begins; None if nothing says it."""
    return lower.terms[1] if isinstance(lower, Chain) and lower.signs == ("=",) else None


def _numbers(big: Big) -> Iterator[Name]:
    """The members in a sum that are squared."""
    indices = index_names(big)
    for node in nodes(big.body):
        match node:
            case Power(Name(subscript=Name() as index) as name, Num(text)) if text.isdecimal() and int(text) > 1:
                if index.base in indices and not (name.font or name.accents or is_capital(name)):
                    yield name


def _multiplied(chain: Chain) -> Iterator[str]:
    """The letters a and b of aᵀb = Σ a_i b_i."""
    products = [x for term in chain.terms if (x := _inner(term)) is not None]
    for term in chain.terms:
        match term:
            case Big("∑", Product((Name() as a, Name() as b), ("" | "·",))) if _is_member(a) and _is_member(b):
                pair = {_whole(a), _whole(b)}
                if pair in products and a.subscript == b.subscript and not (a.font or b.font):
                    yield from pair


def _inner(node: Node) -> set[str] | None:
    """The keys of a and b of aᵀb, a·b or ⟨a, b⟩."""
    match node:
        case Product((Transpose(Name() as a), Name() as b), _) | Product((Name() as a, Name() as b), ("·",)):
            return {key(a), key(b)}
        case Inner(Name() as a, Name() as b):
            return {key(a), key(b)}
    return None
