"""Statements of SymPy: the expressions inside them, and other expressions in the place of symbols."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import reduce
from typing import Any

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.matrices.expressions.slice import MatrixSlice

from pcaproofs.language.conclusions import (
    ForAll,
    SymbolicComparison,
    SymbolicExistence,
    SymbolicIff,
    SymbolicOptimum,
    SymbolicSameOptimisers,
    equal,
)
from pcaproofs.language.hypotheses import Named
from pcaproofs.language.nodes import PART_SUMS, Kronecker, MatrixSum, ScalarSum, kron, total
from pcaproofs.language.refusals import Unreadable

_SHAPED = (sp.MatrixSymbol, sp.Identity, sp.ZeroMatrix, sp.OneMatrix)
_SIZED = (*_SHAPED, MatrixSlice, MatrixElement, ScalarSum, MatrixSum, *PART_SUMS, sp.Sum)
_SUMS = (ScalarSum, MatrixSum, *PART_SUMS, sp.Sum)
MOST = 6  # differences such as n − 1 and n − m in the sizes of one statement


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


def renamed(x: Any, change: Mapping[Any, Any]) -> Any:
    """A hypothesis or a conclusion with symbols replaced where no sum binds them."""
    if isinstance(x, sp.Eq):
        return equal(*(_replaced(side, change) for side in x.args))
    if isinstance(x, sp.Basic):
        return _replaced(x, change)
    if isinstance(x, ForAll) and x.index in change:
        change = {k: value for k, value in change.items() if k != x.index}
    if isinstance(x, tuple | list):
        return type(x)(renamed(part, change) for part in x)
    if is_dataclass(x) and not isinstance(x, type):
        return replace(x, **{f.name: renamed(getattr(x, f.name), change) for f in fields(x)})
    return x


def _replaced(e: Any, change: Mapping[Any, Any]) -> Any:
    for k in change:
        sums = [x for x in e.atoms(*_SUMS) if k in _bound_in(x)] if isinstance(k, sp.Symbol) else []
        if sums:
            other = sp.Symbol(f"{k.name}′", **k.assumptions0)
            e = e.xreplace({x: x.xreplace({k: other}) for x in sums})
    return e.xreplace(dict(change))


def _bound_in(e: Any) -> list[Any]:
    return [limit[0] for limit in e.limits] if isinstance(e, sp.Sum) else [e.args[1]]


def kroneckers(item: Any) -> Any:
    """A statement with A⊗B of this language for SymPy's products of two or more matrices, and xyᵀ for x⊗yᵀ."""
    if not isinstance(item, Named | SymbolicComparison | sp.Basic):
        return item
    for kind, spelled in ((sp.KroneckerProduct, lambda e: reduce(kron, map(kroneckers, e.args))), (Kronecker, _flat)):
        parts = parts_in(expressions_in((item,)))
        if not any(isinstance(e, sp.KroneckerProduct | Kronecker) for e in parts):
            break
        found = {e: new for e in parts if isinstance(e, kind) and (new := spelled(e)) is not None}
        item = renamed(item, found) if found else item
    return item


def _flat(e: Any) -> Any:
    """The product that A⊗B is if one factor is a column and the other a row, else None."""
    a, b = map(kroneckers, e.args)
    return a * b if a.shape[1] == b.shape[0] == 1 else b * a if b.shape[1] == a.shape[0] == 1 else None


def parts_in(expressions: Iterable[Any]) -> dict[Any, None]:
    """All parts of expressions, each once; SymPy's traversals meet equal parts again and again."""
    found: dict[Any, None] = {}
    todo = list(expressions)
    while todo:
        if (e := todo.pop()) not in found and isinstance(e, sp.Basic):
            found[e] = None
            todo += e.args
    return found


@dataclass(frozen=True)
class Difference:
    """A size n that is read as new + less, since n − less is a size in the statement."""

    n: Any
    new: Any
    less: Any

    def __str__(self) -> str:
        least = f"≥ {self.less + 1}" if self.less.is_Integer else f"> {self.less}"
        return f"{self.n} {least}, as {self.n} = {self.new} + {self.less}"


def without_differences(items: Sequence[Any]) -> tuple[list[Any], list[Difference]]:
    """Statements without sizes such as n − 1: n is n′ + 1 in them, for a new size n′ ≥ 1.

    So no size is 0: a statement about the first n − 1 rows is one for n ≥ 2.
    """
    changed, found = list(items), list[Difference]()
    for _ in range(MOST):
        if (one := max(_differences(changed), key=_by_number, default=None)) is None:
            break
        n, less = one
        taken = {str(x) for e in expressions_in(changed) for x in getattr(e, "free_symbols", ())}
        name = f"{n.name}′"
        while name in taken:
            name += "′"
        new = sp.Symbol(name, **n.assumptions0)
        found.append(Difference(n, new, less))
        changed = [renamed(item, {n: new + less}) for item in changed]
    return changed, found


def _by_number(found: tuple[Any, Any]) -> tuple[int, str]:
    _, less = found
    return (int(less) if less.is_Integer else 0, str(found))


def _differences(items: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    """Each n and k of a size that is written n − k."""
    nodes = (x for x in parts_in(expressions_in(items)) if isinstance(x, _SIZED))
    for size in {size for node in nodes for size in _sizes(node) if getattr(size, "args", ())}:
        terms = sp.expand(size).as_coefficients_dict()
        less = sp.Add(*(-c * term for term, c in terms.items() if c.is_negative))
        n = next((x for x, c in terms.items() if c == 1 and isinstance(x, sp.Symbol) and _is_size(x)), None)
        if less != 0 and n is not None and all(map(_is_size, less.free_symbols)):
            yield n, less


def _is_size(x: Any) -> bool:
    return bool(x.is_integer and x.is_positive)


def _sizes(node: Any) -> Iterator[Any]:
    """The sizes in a node, and the places of entries that are sizes, such as the last one, n − 1."""
    if isinstance(node, MatrixSlice):
        for (start, stop, _), n in zip((node.rowslice, node.colslice), node.parent.shape, strict=True):
            yield from (stop - start, start, n - stop if start != 0 else 0)
    elif isinstance(node, _SHAPED):
        yield from node.shape
    elif isinstance(node, MatrixElement):
        yield from (i for i in node.args[1:] if isinstance(i, sp.Add))
    elif isinstance(node, (ScalarSum, MatrixSum, *PART_SUMS)):
        yield from node.args[2:]
    elif isinstance(node, sp.Sum):
        yield from (limit[2] + 1 - limit[1] for limit in node.limits if len(limit) == 3)
