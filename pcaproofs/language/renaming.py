"""Statements with other expressions in the place of symbols."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import reduce
from typing import Any

import sympy as sp

from pcaproofs.language.conclusions import SymbolicComparison, equal
from pcaproofs.language.hypotheses import Named
from pcaproofs.language.product_nodes import kron
from pcaproofs.language.symbolic_parts import expressions_in


def renamed(x: Any, change: Mapping[Any, Any]) -> Any:
    """A hypothesis or a conclusion that is an equation, an inequality or a named property, with symbols replaced."""
    change = dict(change)
    if isinstance(x, Named):
        return Named(x.kind, tuple(sp.sympify(a).xreplace(change) for a in x.args))
    if isinstance(x, SymbolicComparison):
        return replace(x, left=x.left.xreplace(change), right=x.right.xreplace(change))
    if isinstance(x, sp.Eq):
        return equal(x.lhs.xreplace(change), x.rhs.xreplace(change))
    return x.xreplace(change)


def kroneckers(item: Any) -> Any:
    """A statement with A⊗B of this language for SymPy's products of two or more matrices, which are associative."""
    if not isinstance(item, Named | SymbolicComparison | sp.Basic):
        return item
    found = {e for x in expressions_in((item,)) if isinstance(x, sp.Basic) for e in x.atoms(sp.KroneckerProduct)}
    return renamed(item, {e: reduce(kron, map(kroneckers, e.args)) for e in found}) if found else item
