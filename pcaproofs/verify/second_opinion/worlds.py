"""Worlds in which every hypothesis holds: drawn where hypotheses only define or restrict one letter each, else sought."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from random import Random
from typing import Any

import sympy as sp

from pcaproofs.language import nodes
from pcaproofs.language.hypotheses import Named
from pcaproofs.language.reader import read
from pcaproofs.prover.refute import points as sought
from pcaproofs.verify.second_opinion.explicit import Outcomes, Undefined, World, explicit_as
from pcaproofs.verify.second_opinion.relations import unmet
from pcaproofs.verify.second_opinion.statement import Sizes, Subject, placings

_WEIGHTS = (sp.Rational(1, 2), sp.Rational(1, 3), sp.Rational(1, 6))
_ATTEMPTS = 12  # draws for each world that inequalities may spoil


class Broken(ValueError):
    """A point that was offered as one where the hypotheses hold, and they do not."""


@dataclass(frozen=True)
class Recipe:
    """How to draw letters so that the hypotheses hold, as far as each only speaks of one letter.

    defined: letter -> what it equals, in an order in which each uses those before it. means: random column -> its mean.
    """

    about: Subject
    shapes: Mapping[Any, str]  # letter -> symmetric, centered, or a sign
    defined: Mapping[Any, Any]
    means: Mapping[Any, Any] = field(default_factory=dict)

    def world(self, sizes: Sizes, places: Mapping[Any, int], source: Source) -> World:
        """A world with entries from a source; nothing is promised of the hypotheses that are in no recipe."""
        world = World(sizes, {}, places)
        known: dict[Any, sp.Matrix] = {}
        for x in self.about.letters:
            if x not in self.defined:
                known[x] = source.matrix(x, *self._size(x, world), self.shapes.get(x, ""))
        supports = {z: [source.matrix(z, *self._size(z, world), "", k) for k in range(3)] for z in self.about.random}
        world = World(sizes, known, places, {z: _outcomes(support) for z, support in supports.items()})
        for z, mean in self.means.items():
            *first, _ = supports[z]
            rest = [x * w for x, w in zip(first, _WEIGHTS, strict=False)]
            last = (explicit_as(mean, first[0], world) - rest[0] - rest[1]) / _WEIGHTS[2]
            world = World(sizes, known, places, {**world.outcomes, z: _outcomes([*first, last])})
        for x, e in self.defined.items():
            size = (1, 1) if isinstance(x, sp.Symbol) else self._size(x, world)
            world = world.put({x: explicit_as(e, sp.zeros(*size), world)})
        return world

    def _size(self, x: Any, world: World) -> tuple[int, int]:
        return (1, 1) if isinstance(x, sp.Symbol) else (world.integer(x.shape[0]), world.integer(x.shape[1]))


def _outcomes(support: Sequence[sp.Matrix]) -> Outcomes:
    return tuple(zip(_WEIGHTS, support, strict=True))


class Source:
    """Small random rationals for entries."""

    def __init__(self, seed: int):
        self.random = Random(seed)

    def number(self, kind: str, integer: bool) -> Any:
        value = sp.Rational(self.random.randint(-6, 6), 1 if integer else self.random.choice((1, 1, 2, 3)))
        if kind in ("positive", "nonzero", "negative") and value == 0:
            value = sp.Integer(1)
        return {"positive": abs(value), "nonnegative": abs(value), "negative": -abs(value)}.get(kind, value)

    def matrix(self, x: Any, rows: int, cols: int, kind: str, nth: int = 0) -> sp.Matrix:
        """Entries for a letter; of a scalar, a number with the sign that it should have."""
        if isinstance(x, sp.Symbol):
            return sp.Matrix([[self.number(kind, bool(x.is_integer))]])
        return _shaped(sp.Matrix(rows, cols, lambda i, j: self.number("", False)), kind)


class Symbols(Source):
    """A symbol for every entry."""

    def matrix(self, x: Any, rows: int, cols: int, kind: str, nth: int = 0) -> sp.Matrix:
        if isinstance(x, sp.Symbol):
            signs = {kind: True} if kind in ("positive", "nonnegative", "negative", "nonzero") else {}
            return sp.Matrix([[sp.Symbol(x.name, real=True, **signs)]])
        name = f"{x.name}_{nth}_" if nth else f"{x.name}_"
        return _shaped(sp.Matrix(rows, cols, lambda i, j: sp.Symbol(f"{name}{i}_{j}", real=True)), kind)


def _shaped(m: sp.Matrix, kind: str) -> sp.Matrix:
    if kind == "symmetric":
        return sp.Matrix(m.rows, m.cols, lambda i, j: m[min(i, j), max(i, j)])
    if kind == "centered":
        return sp.Matrix(m.rows, m.cols, lambda i, j: m[i, j] if i else -sum(m[1:, j], sp.Integer(0)))
    return m


def recipe(about: Subject, assuming: Iterable[Any]) -> Recipe:
    """How to draw; a hypothesis that fits no recipe is left to be checked, and mostly fails."""
    shapes: dict[Any, str] = {}
    defined: dict[Any, Any] = {}
    means: dict[Any, Any] = {}
    for x in about.letters:
        if isinstance(x, sp.Symbol):
            kinds = ("positive", "negative", "nonnegative", "nonzero")
            shapes |= (
                {x: next(kind for kind in kinds if getattr(x, f"is_{kind}"))}
                if any(getattr(x, f"is_{kind}") for kind in kinds)
                else {}
            )
    for item in assuming:
        if isinstance(item, Named):
            x = item.args[0]
            if x not in about.letters:
                continue
            if item.kind == "psd":
                _define(x, item.factor().T * item.factor(), defined)
            elif item.kind in ("symmetric", "centered", "positive", "nonnegative", "nonzero"):
                shapes[x] = item.kind
        elif isinstance(item, sp.Eq):
            _from_equation(item, about, shapes, defined, means)
    return Recipe(about, shapes, _ordered(defined), means)


def _from_equation(
    item: Any, about: Subject, shapes: dict[Any, str], defined: dict[Any, Any], means: dict[Any, Any]
) -> None:
    for x, e in ((item.lhs, item.rhs), (item.rhs, item.lhs)):
        if x in about.letters and e == getattr(x, "T", None):
            shapes[x] = "symmetric"
            return
        if isinstance(x, nodes.MatrixExpectation) and x.args[0] == x.args[1] and not e.has(*about.random):
            if x.args[1] not in means and not (e in about.letters and e not in defined):
                means[x.args[1]] = e
                return
        if x in about.letters and _define(x, e, defined):
            return


def _define(x: Any, e: Any, defined: dict[Any, Any]) -> bool:
    """Notes that x is e, unless x is defined already or e leads back to x."""
    if x in defined:
        return False
    todo, seen = [e], set()
    while todo:
        here = todo.pop()
        for y in here.atoms(sp.MatrixSymbol, sp.Symbol) if hasattr(here, "atoms") else ():
            if y == x:
                return False
            if y in defined and y not in seen:
                seen.add(y)
                todo.append(defined[y])
    defined[x] = e
    return True


def _ordered(defined: Mapping[Any, Any]) -> dict[Any, Any]:
    left, out = dict(defined), dict[Any, Any]()
    while left:
        ready = [x for x, e in left.items() if not e.atoms(sp.MatrixSymbol, sp.Symbol) & (left.keys() - {x})]
        for x in ready:
            out[x] = left.pop(x)
    return out


def drawn(about: Subject, assuming: Sequence[Any], sizes: Sizes, seed: int) -> Iterator[World]:
    """Endless exact worlds by recipe, those kept where every hypothesis holds; none if the first dozen all fail."""
    how, source, failed = recipe(about, assuming), Source(seed), 0
    places = list(placings(about, sizes))
    for attempt in range(10_000):
        if not places or failed >= _ATTEMPTS:
            return
        try:
            world = how.world(sizes, places[attempt % len(places)], source)
            fine = not unmet(assuming, world)
        except Undefined:
            fine = False
        failed = 0 if fine else failed + 1
        if fine:
            yield world


def found(
    about: Subject, conclusion: Any, assuming: Sequence[Any], sizes: Sizes, count: int, seed: int
) -> Iterator[World]:
    """Exact worlds from the search for points; each is checked again here, and one that fails raises Broken."""
    reading = read(conclusion, assuming)
    dimensions = {str(n): k for n, k in sizes.items()}
    places = list(placings(about, sizes))
    source, how = Source(seed), recipe(about, assuming)
    options = {"dimensions": dimensions, "seed": seed}
    if not places or not list(sought(reading.statement, reading.hints, count=1, **options)):
        return
    for i, point in enumerate(islice(sought(reading.statement, reading.hints, count=count, **options), count)):
        by_name = {
            name: sp.Matrix([[sp.Rational(str(x)) for x in row] for row in m]) for name, m in point.letters.items()
        }
        at = dict(places[i % len(places)])
        for k in at:
            column = by_name.get(f"e_{k}")
            if column is not None and sorted(column) == [0] * (len(column) - 1) + [1]:
                at[k] = list(column).index(1)
        world = how.world(sizes, at, source)
        letters = {x: by_name[_spelling(x)] for x in about.letters if _spelling(x) in by_name}
        fresh = {x: world.letters[x] for x, e in how.defined.items() if e.has(*about.random)} if about.random else {}
        world = world.put({**letters, **fresh})
        if why := unmet(assuming, world):
            if about.random:  # the moments of a point need not be those of the outcomes drawn here
                continue
            raise Broken(f"got a point that breaks {why}")
        yield world


def _spelling(x: Any) -> str:
    return str(x.name).replace("'", "′").replace(" ", "_").replace("∂", "d")
