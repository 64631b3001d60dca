"""Rows in index notation, which may be meant with sums over repeated indices."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from pcaproofs.notes.formulas.surface import Blank, Chain, Listed, Name, Node
from pcaproofs.notes.judging.state import Context, Judge
from pcaproofs.notes.judging.verdicts import RowVerdict
from pcaproofs.notes.prose.clauses import place_in_sentence
from pcaproofs.notes.scope.uses import summed
from pcaproofs.notes.typing.ledger import Stated
from pcaproofs.notes.typing.types import Definition


class Ledgered(NamedTuple):
    """What is known before a row."""

    definitions: dict[Node, Definition]
    conditions: list[Stated]
    context: Context


def with_repeated_summed(
    judge: Judge, judged: Callable[[Judge, Node], RowVerdict], found: RowVerdict, before: Ledgered
) -> RowVerdict:
    """A verdict; of index notation that with sums over its repeated indices, unless it is proved without them.

    What is false with and without sums is false; what is false only without them is undecided.
    """
    tree = judge.formula.tree
    if found.verdict not in ("refuted", "needs", "undecided", "definition", "unsupported"):
        return found
    if (
        not isinstance(tree, Chain)
        or (read := summed(tree, _goes_on_from(tree, before.context), _fixed(judge))) is None
    ):
        return found
    after = Ledgered(judge.ledger.definitions, judge.ledger.conditions, judge.context)
    _set(judge, Ledgered(dict(before.definitions), list(before.conditions), before.context))
    anew = judged(judge, read[0])
    if anew.verdict in ("proved", "needs") or anew.verdict == found.verdict in ("refuted", "definition"):
        said = f"with a sum over {', '.join(read[1])}, which the row has twice in a product"
        return replace(anew, reason=f"{anew.reason}, {said}", reading=(*anew.reading, said))
    _set(judge, after)
    if found.verdict in ("refuted", "needs"):
        return judge.verdict("undecided", f"not proved, and {', '.join(read[1])} may be summed over")
    return found


def _set(judge: Judge, known: Ledgered) -> None:
    judge.ledger.definitions, judge.ledger.conditions, judge.context = known


def _goes_on_from(tree: Chain, before: Context) -> list[Node]:
    """The row that a row continues."""
    return [x for x in (before.head, before.last) if x is not None and isinstance(tree.terms[0], Blank)]


def _fixed(judge: Judge) -> frozenset[str]:
    """The letters that formulas beside the row in its sentence speak of, alone or as ranges: "for each i"."""
    if (found := place_in_sentence(judge.note, judge.formula)) is None:
        return frozenset()
    return frozenset(x for thing in found[0].things if not thing.display for tree in thing.trees for x in _alone(tree))


def _alone(tree: Node) -> Iterator[str]:
    match tree:
        case Name(subscript=None):
            yield tree.base
        case Listed(items) | Chain(terms=items):
            for item in items:
                yield from _alone(item)
