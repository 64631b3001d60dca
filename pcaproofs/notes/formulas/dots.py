"""Dots: reads f(1), f(2), …, f(n) as one formula with an index.

The first and the last item determine what changes: wherever they differ, the first has the same number and the last has
the same last index. All items between must agree; otherwise it is not a series, and nothing is guessed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pcaproofs.notes.formulas import surface as s
from pcaproofs.notes.formulas.conventions import has_number_behind
from pcaproofs.notes.formulas.spelling import bare

_INDICES = ("i", "j", "k", "l", "m", "s", "t")
_HERE = s.Name("index of a series")  # no formula has this letter


@dataclass(frozen=True)
class Series:
    """The items f(start), …, f(last); body: f of the index."""

    body: s.Node
    index: s.Name
    start: s.Node
    last: s.Node

    def as_sum(self) -> s.Big:
        """Σ of the items."""
        span = (self.body.span[0], max(self.last.span[1], self.body.span[1]))
        return s.Big("∑", self.body, s.Chain((self.index, self.start), ("=",)), self.last, span=span)


def series(items: Sequence[s.Node], taken: Sequence[s.Node] = ()) -> Series | None:
    """The series that items with dots form; None if they form none.

    taken: further formulas whose letters the index may not use.
    """
    places = [k for k, item in enumerate(items) if isinstance(item, s.Dots)]
    if not places or places[0] == 0 or places[-1] > len(items) - 2 or places != [*range(places[0], places[-1] + 1)]:
        return None
    if any(map(has_number_behind, items)):
        return None  # x1 + x2 + … + xn
    shown = _with_pairs([*items[: places[0]], *items[places[-1] + 1 :]])
    before, behind = shown[: places[0]], shown[places[0] :]
    first, last = before[0], behind[-1]
    ends = set[tuple[s.Node, s.Node]]()
    body = _general(first, last, ends)
    if len(ends) != 1:
        return None
    ((start, end),) = ends
    if not _is_count(start) or not (isinstance(end, s.Name) or (isinstance(end, s.Num) and end.text.isdecimal())):
        return None
    if any(_at(body, _after(start, k)) != item for k, item in enumerate(before)):
        return None
    if any(_at(body, _before(end, k)) != item for k, item in enumerate(reversed(behind)) if k):
        return None
    index = _free([*items, *taken])
    span = (first.span[0], last.span[1])
    return Series(replace(_at(body, index), span=span), index, start, replace(end, span=last.span))


def dotted(node: s.Sum, taken: Sequence[s.Node] = ()) -> s.Node | None:
    """A sum with dots as one with a large operator: a + f(1) + f(2) + … + f(n) is a + Σ f(i); None if it is not one."""
    terms, signs = list(node.terms), list(node.signs)
    while dots := [k for k, term in enumerate(terms) if isinstance(term, s.Dots)]:
        parts = [
            slice(first, end)
            for first in range(dots[0])
            for end in (dots[0] + 3, dots[0] + 2)
            if end <= len(terms) and series((terms[first], s.Dots(), terms[end - 1])) is not None
        ]
        of_one_sign = (part for part in parts if len({sign or "+" for sign in signs[part]}) == 1)
        found = next(((part, x) for part in of_one_sign if (x := series(terms[part], taken)) is not None), None)
        if found is None:
            return None
        part, whole = found
        terms[part], signs[part] = [whole.as_sum()], [signs[part.start]]
    if len(terms) == 1 and signs[0] in ("", "+"):
        return terms[0]
    return replace(node, terms=tuple(terms), signs=tuple(signs))


def without_dots(node: s.Node) -> s.Node:
    """A formula with large operators instead of sums with dots, if these are series."""
    return s.rebuilt(node, lambda x: (dotted(x) or x) if isinstance(x, s.Sum) and s.Dots() in x.terms else x)


def _with_pairs(items: Sequence[s.Node]) -> list[s.Node]:
    """Items in which a two-digit subscript is two indices if another item has two."""
    names = [x for item in items for x in s.nodes(item) if isinstance(x, s.Name)]
    both = {bare(x) for x in names if isinstance(x.subscript, s.Product)}

    def split(node: s.Node) -> s.Node:
        match node:
            case s.Name(subscript=s.Num(digits) as below) if (
                len(digits) == 2 and digits.isdecimal() and bare(node) in both
            ):
                pair = s.Product((s.Num(digits[0]), s.Num(digits[1])), ("",), span=below.span)
                return replace(node, subscript=pair)
        return node

    return [s.rebuilt(x, split) for x in items] if both else [*items]


def _general(first: s.Node, last: s.Node, ends: set[tuple[s.Node, s.Node]]) -> s.Node:
    """The formula of which both items are instances; ends: the parts in which the first and the last item differ."""
    if first == last:
        return first
    below = first.below, last.below
    if type(first) is type(last) and len(below[0]) == len(below[1]) > 0 and s.with_children(first, below[1]) == last:
        return s.with_children(first, [_general(a, b, ends) for a, b in zip(*below, strict=True)])
    ends.add((first, last))
    return _HERE


def _is_count(start: s.Node) -> bool:
    """Whether a series can begin there: at 1 or at M + 1."""
    return start == s.Num("1") or (
        isinstance(start, s.Sum) and start.signs == ("", "+") and start.terms[1] == s.Num("1")
    )


def _after(start: s.Node, k: int) -> s.Node:
    """The index k places after the start."""
    return replace(start, terms=(start.terms[0], s.Num(str(1 + k)))) if isinstance(start, s.Sum) else s.Num(str(1 + k))


def _before(end: s.Node, k: int) -> s.Node:
    """The index k places before the last one."""
    return s.Num(str(int(end.text) - k)) if isinstance(end, s.Num) else s.Sum((end, s.Num(str(k))), ("", "-"))


def _at(body: s.Node, index: s.Node) -> s.Node:
    return s.rebuilt(body, lambda x: replace(index, span=x.span) if x == _HERE else x)


def _free(formulas: Sequence[s.Node]) -> s.Name:
    """An index that occurs in no formula."""
    taken = {x.base for node in formulas for x in s.nodes(node) if isinstance(x, s.Name)}
    return s.Name(next((x for x in _INDICES if x not in taken), "index"))
