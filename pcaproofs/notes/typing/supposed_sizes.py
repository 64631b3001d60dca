"""Equations of sizes that a note assumes: "if k = p, then …", "in the case n = 1 and p = 2"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from pcaproofs.notes.formulas.spelling import key, letter_text
from pcaproofs.notes.formulas.surface import Name, Num
from pcaproofs.notes.typing.ledger import Stated
from pcaproofs.notes.typing.statements import Statements

LARGEST = 3  # size at which a counterexample is sought


def suppose_sizes(typing: Statements, conditions: Iterable[Stated], sizes: Set[str], since: int | None) -> None:
    """Make the sizes of a statement equal as the hypotheses of its own sentence have it, or those of its theorem.

    since: where the theorem begins; None outside theorems. What is said before the theorem may be about an example.
    """
    for x in _between_sizes(conditions, sizes):
        is_own = x.until is not None or (since is not None and x.span[0] >= since)
        if x.sign == "=" and is_own and x.holds(typing.offset):
            first, second = (int(y.text) if isinstance(y, Num) else key(y) for y in x.sides)
            typing.sizes.suppose(first, second)
            typing.supposed.append(f"{letter_text(str(first))} = {letter_text(str(second))}")
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

    Where d < p was said and only one of the two occurs, it is not 1; where p ≥ 3 was said, all are at least 3.
    """
    found = {typing.sizes.find(size) for term in typing.letters.values() for size in term.shape}
    least = 1
    for x in unused:
        inside = [y for y in x.sides if isinstance(y, Name) and key(y) in found]
        if inside and (x.sign == "=" or len(inside) > 1):
            return ()
        if inside:
            least = max(least, 2, least_size(x))
    return tuple(range(least, LARGEST + 1))


def least_size(stated: Stated) -> int:
    """The least size that a bound by a number admits: 2 for p > 1, p ≥ 2 and 2 ≤ p; 1 for any other relation."""
    signs = {"≥": 0, ">": 1} if isinstance(stated.left, Name) else {"≤": 0, "<": 1}
    bound = stated.right if isinstance(stated.left, Name) else stated.left
    if isinstance(bound, Num) and bound.text.isdigit() and stated.sign in signs:
        return int(bound.text) + signs[stated.sign]
    return 1


def _between_sizes(conditions: Iterable[Stated], sizes: Set[str]) -> Iterator[Stated]:
    """The relations between single sizes and numbers; of other formulas of sizes nothing is used."""
    for x in conditions:
        sides = x.sides
        if all(key(y) in sizes if isinstance(y, Name) else isinstance(y, Num) and y.text.isdigit() for y in sides):
            yield x
