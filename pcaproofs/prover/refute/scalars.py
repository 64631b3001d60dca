"""Points of statements about numbers only: small values are tried letter by letter, with backtracking."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from pcaproofs.prover.exact.matrix import Matrix
from pcaproofs.prover.refute.choices import NUMBERS
from pcaproofs.prover.refute.relation import Relation

MAX_TRIES = 20_000  # values for one point
_OFF_AXES = [Fraction(a, b) for a, b in ((3, 5), (4, 5), (5, 3), (5, 4))]  # (3/5)² + (4/5)² = 1, and their inverses
VALUES = (*NUMBERS[:7], *_OFF_AXES, *(-x for x in _OFF_AXES))


def scalar_points(
    shapes: Mapping[str, tuple[int, int]],
    relations: Sequence[Relation],
    sizes: dict[str, int],
    random: Random,
    each: int = 1,
) -> Iterator[dict[str, Matrix]]:
    """Points at which all relations hold, each from a new order of values; none if a letter is a matrix.

    each: how many points differ only in letters that no relation names.
    Letters come in the order in which the relations name them, so that each relation is decided as soon as it can be.
    """
    if not shapes or any(shape != (1, 1) for shape in shapes.values()):
        return
    by_length = sorted(relations, key=lambda r: len(r.names))
    order = list(dict.fromkeys(name for r in by_length for name in sorted(r.names & shapes.keys())))  # no n of 1/n
    order += [name for name in shapes if name not in order]
    last = [max((order.index(name) for name in r.names & shapes.keys()), default=-1) for r in relations]
    due = [[r for r, at in zip(relations, last, strict=True) if at == k] for k in range(len(order))]
    free = [name for name in order if not any(name in r.names for r in relations)]
    while (found := _found(order, due, sizes, random)) is not None:
        yield found
        for _ in range(each - 1 if free else 0):
            yield found | {name: ((random.choice(VALUES),),) for name in free}


def _found(
    order: Sequence[str], due: Sequence[Sequence[Relation]], sizes: dict[str, int], random: Random
) -> dict[str, Matrix] | None:
    letters: dict[str, Matrix] = {}
    untried: list[list[Any]] = [random.sample(VALUES, len(VALUES))]
    for _ in range(MAX_TRIES):
        name = order[len(untried) - 1]
        letters.pop(name, None)
        if not untried[-1]:
            untried.pop()
            if not untried:
                return None
            continue
        letters[name] = ((untried[-1].pop(),),)
        if all(r.holds(sizes, letters) for r in due[len(untried) - 1]):
            if len(letters) == len(order):
                return letters
            untried.append(random.sample(VALUES, len(VALUES)))
    return None
