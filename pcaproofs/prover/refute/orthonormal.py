"""Scalars that are the entries of orthonormal vectors, as in a² + b² = 1, c² + d² = 1, ac + bd = 0.

Few small numbers satisfy such equations, and a search that gives one letter after another a value does not find them.
The columns of a rational orthogonal matrix satisfy them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pcaproofs.prover.exact.linear_algebra import tidy
from pcaproofs.prover.exact.matrix import Matrix
from pcaproofs.prover.refute.choices import Choices
from pcaproofs.prover.refute.orthogonal import frames
from pcaproofs.prover.refute.relation import Relation

Vector = tuple[str, ...]


@dataclass(frozen=True)
class Orthonormal:
    """Unit vectors of numbers, entry by entry in the same order, and which pairs of them, i < j, are orthogonal."""

    vectors: tuple[Vector, ...]
    orthogonal: frozenset[tuple[int, int]]

    @property
    def letters(self) -> Vector:
        return tuple(name for v in self.vectors for name in v)

    def drawn(self, choices: Choices) -> dict[str, Matrix]:
        """Values from the columns of a frame; a vector not orthogonal to all others combines several columns."""
        n = len(self.vectors[0])
        frame = choices.of(frames(n))
        used: list[set[int]] = []
        found: dict[str, Matrix] = {}
        for j, names in enumerate(self.vectors):
            tied = [i for i in range(j) if (i, j) in self.orthogonal]
            free = [c for c in range(n) if not any(c in used[i] for i in tied)]
            if not free:
                return {}
            along = {choices.of(free): 1}
            if len(tied) < j and len(free) > 1:
                turn, c = choices.of(frames(len(free))), choices.pick(len(free))
                along = {free[k]: row[c] for k, row in enumerate(turn) if row[c]}
            used.append(set(along))
            sign = choices.of((1, -1))
            for name, row in zip(names, frame, strict=True):
                found[name] = ((tidy(sign * sum(x * row[c] for c, x in along.items())),),)
        return found


def orthonormal(relations: Iterable[Relation], shapes: Mapping[str, tuple[int | str, int | str]]) -> list[Orthonormal]:
    """The groups of unit vectors that equations between numbers describe; linked vectors are in one group."""
    numbers = [
        r
        for r in relations
        if r.relation == "=" and not r.sizes and all(shapes.get(name) == (1, 1) for name in r.names)
    ]
    vectors: list[Vector] = []
    for r in numbers:
        if (v := _unit(r)) and not any(set(v) & set(u) for u in vectors):
            vectors.append(v)
    if not vectors:
        return []
    pairings = [pairing for r in numbers if (pairing := _pairing(r))]
    groups = []
    while vectors:
        group, pairs = [vectors.pop(0)], set()
        for u in group:  # which grows meanwhile
            for pairing in pairings:
                v = tuple(pairing.get(name, "") for name in u)
                if known := next((w for w in vectors if set(w) == set(v) and len(pairing) == 2 * len(v)), None):
                    vectors.remove(known)
                    group.append(v)
                if v in group:
                    i, j = group.index(u), group.index(v)
                    pairs.add((min(i, j), max(i, j)))
        groups.append(Orthonormal(tuple(group), frozenset(pairs)))
    return groups


def _unit(r: Relation) -> Vector:
    """The letters of an equation a² + b² + … = 1; None for any other equation."""
    names = tuple(sorted(r.names))
    if len(names) < 2 or r.monomials - {()} != {(name, name) for name in names}:
        return ()
    axes = (_only(names, {name: sign}) for name in names for sign in (1, -1))
    return names if not r.holds({}, _only(names, {})) and all(r.holds({}, at) for at in axes) else ()


def _pairing(r: Relation) -> dict[str, str]:
    """The pairs a ↔ c and b ↔ d of an equation ac + bd = 0."""
    products = [m for m in r.monomials if m]
    names = [name for m in products for name in m]
    if any(len(m) != 2 for m in products) or len(names) != len(set(names)) or len(names) < 4:
        return {}
    values = [r.residual({}, _only(names, dict.fromkeys(m, 1))) for m in products]
    if r.residual({}, _only(names, {})) != [0] or values[0] == [0] or any(v != values[0] for v in values):
        return {}
    return {a: b for m in products for a, b in (m, m[::-1])}


def _only(names: Sequence[str], values: Mapping[str, int]) -> dict[str, Matrix]:
    """Letters that are zero except for some."""
    return {name: ((values.get(name, 0),),) for name in names}


def draws(vectors: Orthonormal, choices: Choices) -> Iterator[dict[str, Matrix]]:
    """Values of the letters, a few attempts."""
    for _ in range(8):
        if found := vectors.drawn(choices):
            yield found
