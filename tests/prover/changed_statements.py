"""Statements that say the same as a given one: other names, swapped or transposed sides, another order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

import sympy as sp

from pcaproofs.language.conclusions import equal
from pcaproofs.language.hypotheses import Named

Claimed = tuple[Any, list[Any]]  # conclusion, assumptions
Order = Callable[[list[str]], list[str]]


def with_names(claimed: Claimed, order: Order) -> Claimed:
    """Every letter has the name that the order puts in its place among the names of its kind."""
    letters = _letters(claimed)
    matrices = sorted((x for x in letters if isinstance(x, sp.MatrixSymbol)), key=str)
    sizes = set().union(*[sp.sympify(n).free_symbols for x in matrices for n in x.shape])
    taken = {x.name for x in matrices}
    numbers = sorted((x for x in letters if isinstance(x, sp.Symbol) and x.name not in taken), key=str)
    kinds = (
        [x for x in matrices if 1 not in x.shape],
        [x for x in matrices if 1 in x.shape],
        [x for x in numbers if x in sizes],
        [x for x in numbers if x not in sizes and not x.is_integer],
    )
    names = {x: name for kind in kinds for x, name in zip(kind, order([x.name for x in kind]), strict=True)}
    change = {x: sp.Symbol(name, **x._assumptions_orig) for x, name in names.items() if isinstance(x, sp.Symbol)}
    for x in matrices:
        change[x] = sp.MatrixSymbol(names[x], *(sp.sympify(n).xreplace(change) for n in x.shape))
    return _replaced(claimed, change)


def swapped(claimed: Claimed) -> Claimed:
    """The sides of all equations are swapped."""
    return _equations(claimed[0], lambda a, b: (b, a)), _equations(claimed[1], lambda a, b: (b, a))


def reversed_hypotheses(claimed: Claimed) -> Claimed:
    """The hypotheses stand in reverse order."""
    return claimed[0], claimed[1][::-1]


def transposed(claimed: Claimed) -> Claimed:
    """Both sides of the equations that are concluded are transposed, if they are matrices."""
    return _equations(claimed[0], lambda a, b: (_transpose(a), _transpose(b))), claimed[1]


def _transpose(x: Any) -> Any:
    return sp.Transpose(x) if getattr(x, "shape", (1, 1)) != (1, 1) else x


def _equations(x: Any, change: Callable[[Any, Any], tuple[Any, Any]]) -> Any:
    if isinstance(x, sp.Eq):
        return equal(*change(x.lhs, x.rhs))
    return [_equations(part, change) for part in x] if isinstance(x, list | tuple) else x


def _letters(x: Any) -> set[Any]:
    if isinstance(x, sp.Basic):
        found = x.atoms(sp.MatrixSymbol, sp.Symbol)
        return found.union(*[sp.sympify(n).free_symbols for m in x.atoms(sp.MatrixSymbol) for n in m.shape])
    parts = x if isinstance(x, list | tuple) else [getattr(x, f.name) for f in fields(x)] if is_dataclass(x) else []
    return set().union(*map(_letters, parts))


def _replaced(x: Any, change: Mapping[Any, Any]) -> Any:
    if isinstance(x, sp.Eq):
        return equal(x.lhs.xreplace(change), x.rhs.xreplace(change))
    if isinstance(x, sp.Basic):
        return x.xreplace(change)
    if isinstance(x, Named):
        return Named(x.kind, _replaced(x.args, change))
    if is_dataclass(x):
        return replace(x, **{f.name: _replaced(getattr(x, f.name), change) for f in fields(x)})  # type: ignore[type-var]
    return type(x)(_replaced(part, change) for part in x) if isinstance(x, list | tuple) else x
