"""How the formulas of a note use letters: as sizes, as families, as functions, as random vectors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pcaproofs.notes.binding import index_names
from pcaproofs.notes.facts import Fact, HasKind, HasShape, IsFamily, Stands
from pcaproofs.notes.looks import is_capital, is_identity, is_ones, key
from pcaproofs.notes.surface import Big, Chain, Group, Listed, Moment, Name, Node, Product, nodes


def sizes(trees: Sequence[Node], facts: Iterable[list[Fact]]) -> Iterator[str]:
    """The letters that are sizes: of shapes, of families, above sums, below ones and identities."""
    for fact in (f for found in facts for f in found):
        if isinstance(fact, HasShape):
            yield from (key(x) for size in (fact.rows, fact.columns) for x in nodes(size) if isinstance(x, Name))
        elif isinstance(fact, IsFamily) and isinstance(fact.last, Name):
            yield key(fact.last)
        elif (isinstance(fact, HasKind) and fact.kind == "size") or (
            isinstance(fact, Stands) and fact.role in ("sample size", "dimension")
        ):
            yield key(fact.letter)
    for node in (node for tree in trees for node in nodes(tree)):
        if isinstance(node, Big) and isinstance(node.upper, Name):
            yield key(node.upper)
        elif isinstance(node, Name) and (is_ones(node) or is_identity(node)) and isinstance(node.subscript, Name):
            yield key(node.subscript)


def families(trees: Sequence[Node]) -> Iterator[tuple[str, Node | None]]:
    """The letters that are summed over by their index, with the length if all sums agree on it."""
    found: dict[str, set[Node]] = {}
    for big in (node for tree in trees for node in nodes(tree) if isinstance(node, Big)):
        indices = index_names(big)
        for name in (x for x in nodes(big.body) if isinstance(x, Name)):
            index = name.subscript
            if isinstance(index, Name) and index.base in indices and index.subscript is None:
                found.setdefault(key(replace(name, subscript=None)), set()).update(
                    [] if big.upper is None else [big.upper]
                )
    for base, lengths in found.items():
        yield base, next(iter(lengths)) if len(lengths) == 1 else None


def functions(trees: Sequence[Node]) -> Iterator[str]:
    """The letters that stand on the left of = with letters in brackets behind them: f(w) = …, L(u, λ) = …."""
    for chain in (node for tree in trees for node in nodes(tree) if isinstance(node, Chain)):
        match chain:
            case Chain(terms=(Product(factors=(Name() as name, Group(body)), marks=("",)), *_), signs=("=" | ":=", *_)):
                arguments = body.items if isinstance(body, Listed) else (body,)
                if all(isinstance(x, Name) for x in arguments) and name.base not in ("E", "P", "Π"):
                    yield key(name)


def random(trees: Sequence[Node], *, alone: bool) -> Iterator[str]:
    """The capital letters in expectations, variances and covariances; alone: only those of which E[X] is taken."""
    for moment in (node for tree in trees for node in nodes(tree) if isinstance(node, Moment)):
        inside = [moment.body] if alone else nodes(moment.body)
        if moment.kind == "E" or not alone:
            yield from (key(x) for x in inside if isinstance(x, Name) and is_capital(x))
