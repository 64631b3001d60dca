"""Omission of the sizes of identities and zeros that follow from the context."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from pcaproofs.formula import tree
from pcaproofs.formula.tree import Eye, Formula, Name, Product, Zero


def shown(form: Formula) -> Formula:
    """The formula in which an identity shows its size only if it stands alone, or as a factor of a term that does."""
    if isinstance(form, Eye):
        return form
    if isinstance(form, Product) and any(isinstance(f, Eye) for f in form.factors):
        return replace(form, factors=tuple(f if isinstance(f, Eye) else sizeless(f) for f in form.factors))
    return sizeless(form)


_ALONE: tuple[type[Formula], ...] = (
    tree.Norm,
    tree.Trace,
    tree.Diag,
    tree.Kron,
    tree.Hadamard,
    tree.Stacked,
    tree.Function,
    tree.Inner,
    tree.Expectation,
    tree.Root,
    tree.CommaList,
    tree.Relation,
    tree.Matrix,
)
_ALONE += (tree.Row, tree.Best, tree.Exists, tree.Aligned, tree.Brackets)
_ALONE += (tree.Gradient, tree.PartialDerivative, tree.Directional)


@lru_cache(maxsize=1 << 14)
def sizeless(form: Formula) -> Formula:
    """The formula in which identities and zeros show no size, except those that stand alone inside it."""
    match form:
        case Eye():
            return Eye(None)
        case Zero():
            return Zero()
        case Name() | tree.Ones() | tree.Space() | tree.LeadingRows():
            return form
        case _ if isinstance(form, _ALONE):
            return mapped(form, shown)
    return mapped(form, sizeless)


def mapped(form: Formula, change: Callable[[Formula], Formula]) -> Formula:
    """The node with `change` applied to its parts; sizes, indices and bound letters do not count as parts."""
    if isinstance(form, Name | tree.Ones | Eye | Zero | tree.Space | tree.LeadingRows):
        return form
    fields: dict[str, Any] = {k: v for k, v in vars(form).items() if k not in tree.NO_PARTS}
    return replace(form, **{k: _changed(v, change) for k, v in fields.items()})


def _changed(value: Any, change: Callable[[Formula], Formula]) -> Any:
    if isinstance(value, Formula):
        return change(value)
    if isinstance(value, tuple):
        return tuple(_changed(x, change) for x in value)
    return value
