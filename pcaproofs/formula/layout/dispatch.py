"""The box of a formula, made by the function that is registered for its kind of node."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

from pcaproofs.formula.boxes import Box, Fenced
from pcaproofs.formula.tree import Formula

SUM, PRODUCT, ATOM = range(3)  # how tightly a formula binds

Bound = tuple[Box, int]
Layout = TypeVar("Layout", bound=Callable[[Any], Box | Bound])
LAYOUTS: dict[type[Formula], Callable[[Any], Box | Bound]] = {}


def lays_out(*kinds: type[Formula]) -> Callable[[Layout], Layout]:
    """Registers a function from a node of these kinds to its box, and how tightly that binds if less than ATOM."""

    def registered(function: Layout) -> Layout:
        LAYOUTS.update(dict.fromkeys(kinds, function))
        return function

    return registered


def box(form: Formula) -> Box:
    """The box of a formula."""
    return bound_box(form)[0]


@lru_cache(maxsize=1 << 14)
def bound_box(form: Formula) -> Bound:
    """The box of a formula and how tightly it binds."""
    made = LAYOUTS[type(form)](form)
    return made if isinstance(made, tuple) else (made, ATOM)


def part(form: Formula, at_least: int) -> Box:
    """The box of a part of a formula, in brackets if it binds less tightly than its place requires."""
    made, binding = bound_box(form)
    return made if binding >= at_least else Fenced("(", made, ")")
