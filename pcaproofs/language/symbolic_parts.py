"""The SymPy expressions inside conclusions and hypotheses, and the letters that `exists` binds in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import sympy as sp

from pcaproofs.language.conclusions import (
    ForAll,
    SymbolicComparison,
    SymbolicExistence,
    SymbolicIff,
    SymbolicOptimum,
    SymbolicSameOptimisers,
)
from pcaproofs.language.hypotheses import Named
from pcaproofs.language.nodes import total
from pcaproofs.language.refusals import Unreadable


def check_bound(conclusion: Any, assuming: Sequence[Any]) -> None:
    """Raises Unreadable if an X of "there is X with …" is no letter, or occurs twice or outside of that statement."""
    things = (conclusion, *assuming)
    for k, item in enumerate(things):
        if isinstance(item, SymbolicExistence):
            others = list(expressions_in([*things[:k], *things[k + 1 :]]))
            if not item.letters or len(set(item.letters)) < len(item.letters):
                raise Unreadable(f"got {list(item.letters)} in exists, but should be different letters, at least one")
            for x in item.letters:
                if not isinstance(x, sp.MatrixSymbol | sp.Symbol):
                    raise Unreadable(f"got {x} in exists, but should be a letter")
                if any(x in getattr(e, "free_symbols", ()) for e in others):
                    raise Unreadable(
                        f"got {x} outside of the statement that there is such {x}, but should be another letter"
                    )


def expressions_in(things: Iterable[Any]) -> Iterable[Any]:
    """All SymPy expressions in conclusions and hypotheses."""
    for thing in things:
        if isinstance(thing, Named):
            yield from thing.args
        elif isinstance(thing, SymbolicOptimum):
            yield thing.objective
            yield from (x for pair in thing.at for x in pair)
            yield from expressions_in(thing.exactly)
            if thing.value is not None:
                yield sp.sympify(thing.value)
        elif isinstance(thing, SymbolicSameOptimisers):
            yield from (thing.first[1], thing.second[1], *thing.variables)
        elif isinstance(thing, SymbolicComparison):
            yield from (thing.left, thing.right)
        elif isinstance(thing, SymbolicExistence | SymbolicIff | list | tuple):
            yield from expressions_in(_inside(thing))
        elif isinstance(thing, ForAll):
            yield from (total(e, thing.index, thing.length) for e in expressions_in((thing.relation,)))
        elif isinstance(thing, sp.Basic):
            yield thing


def _inside(thing: Any) -> Iterable[Any]:
    """The statements that a statement is made of."""
    if isinstance(thing, SymbolicExistence):
        return (thing.statement,)
    return (thing.first, thing.second) if isinstance(thing, SymbolicIff) else thing
