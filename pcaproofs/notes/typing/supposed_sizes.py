"""Equations of sizes that a note assumes: "if k = p, then …", "in the case n = 1 and p = 2"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from pcaproofs.notes.formulas.spelling import key
from pcaproofs.notes.formulas.surface import Name, Num
from pcaproofs.notes.typing.ledger import Stated
from pcaproofs.notes.typing.statements import Statements


def suppose_sizes(typing: Statements, conditions: Iterable[Stated], sizes: Set[str]) -> None:
    """Make the sizes of a statement equal as the hypotheses of its own sentence have it."""
    for x in _between_sizes(conditions, sizes):
        if x.sign == "=" and x.until is not None and x.holds(typing.offset):
            first, second = (int(y.text) if isinstance(y, Num) else key(y) for y in x.sides)
            typing.sizes.suppose(first, second)
            typing.supposed.append(f"{first} = {second}")
            typing.defined_by[x.span] = None


def unused_sizes(conditions: Iterable[Stated], sizes: Set[str], since: int, here: int) -> tuple[Stated, ...]:
    """What was said of sizes since an offset, may still hold, and is not used."""
    return tuple(
        x
        for x in _between_sizes(conditions, sizes)
        if since <= x.span[0] < here and (x.until is None or (x.sign != "=" and here < x.until))
    )


def sizes_to_try(typing: Statements, unused: Iterable[Stated]) -> tuple[int, ...]:
    """The sizes at which a statement may be refuted: none where sizes may be equal that are not known to be.

    Where d < p was said and only one of the two occurs, it is not 1.
    """
    found = {typing.sizes.find(size) for term in typing.letters.values() for size in term.shape}
    least = 1
    for x in unused:
        inside = [y for y in x.sides if isinstance(y, Name) and key(y) in found]
        if inside and (x.sign == "=" or len(inside) > 1):
            return ()
        if inside:
            least = 2
    return (1, 2, 3)[least - 1 :]


def _between_sizes(conditions: Iterable[Stated], sizes: Set[str]) -> Iterator[Stated]:
    """The relations between single sizes and numbers; of other formulas of sizes nothing is used."""
    for x in conditions:
        sides = x.sides
        if all(key(y) in sizes if isinstance(y, Name) else isinstance(y, Num) and y.text.isdigit() for y in sides):
            yield x
