"""Worlds in which every hypothesis holds: drawn where each hypothesis defines or restricts one letter, else sought."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import sympy as sp

from pcaproofs.language import nodes
from pcaproofs.language.hypotheses import Named, root_of
from pcaproofs.language.reader import read
from pcaproofs.prover.refute import Point
from pcaproofs.prover.refute import points as sought
from pcaproofs.verify.second_opinion.explicit import explicit_as
from pcaproofs.verify.second_opinion.relations import only_bounds, unmet
from pcaproofs.verify.second_opinion.statement import Sizes, Subject, placings
from pcaproofs.verify.second_opinion.world import Undefined, World

_WEIGHTS = (sp.Rational(1, 2), sp.Rational(1, 3), sp.Rational(1, 6))
_SIGNS = ("positive", "negative", "nonnegative", "nonzero")  # the stronger first
_ATTEMPTS = 12  # draws for each world that inequalities may spoil


class Broken(ValueError):  # noqa: N818
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
        for x in self.about.letters:
            if x not in self.defined:
                world = world.put({x: source.matrix(x, *_size(x, world), self.shapes.get(x, ""))})
        random = self.about.random
        world = self._define(world, [x for x, e in self.defined.items() if not (random and e.has(*random))])
        for z in random:
            support = [source.matrix(z, *_size(z, world), "", k) for k in range(3)]
            if z in self.means:  # the last outcome makes up for the others
                rest = support[0] * _WEIGHTS[0] + support[1] * _WEIGHTS[1]
                support[2] = (explicit_as(self.means[z], rest, world) - rest) / _WEIGHTS[2]
            world = replace(world, outcomes={**world.outcomes, z: tuple(zip(_WEIGHTS, support, strict=True))})
        return self._define(world, [x for x in self.defined if x not in world.letters])

    def _define(self, world: World, letters: Iterable[Any]) -> World:
        """The world with these letters as defined, save those that wait for another."""
        for x in letters:
            e = self.defined[x]
            if not e.atoms(sp.MatrixSymbol, sp.Symbol) & (self.defined.keys() - world.letters.keys()):
                world = world.put({x: explicit_as(e, sp.zeros(*_size(x, world)), world)})
        return world


def _size(x: Any, world: World) -> tuple[int, int]:
    return (1, 1) if isinstance(x, sp.Symbol) else (world.integer(x.shape[0]), world.integer(x.shape[1]))


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
            signs = {kind: True} if kind in _SIGNS else {}
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
            shapes[x] = next((kind for kind in _SIGNS if getattr(x, f"is_{kind}")), "")
    for item in assuming:
        if isinstance(item, Named):
            x = item.args[0]
            if x not in about.letters:
                continue
            if item.kind == "psd":
                _define(x, root_of(x).T * root_of(x), defined)
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
        is_mean = isinstance(x, nodes.MatrixExpectation) and x.args[0] == x.args[1] not in means
        if is_mean and not e.has(*about.random) and (e not in about.letters or e in defined):
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
    equations = [item for item in assuming if not only_bounds(item)]
    places = list(placings(about, sizes))
    for attempt in range(10_000):
        if not places or failed >= _ATTEMPTS:
            return
        try:
            world = how.world(sizes, places[attempt % len(places)], source)
            fine = not unmet(assuming, world)
            if not fine and unmet(equations, world):
                failed += _ATTEMPTS // 2  # mere luck will not mend an equation
        except Undefined:
            fine = False
        failed = 0 if fine else failed + 1
        if fine:
            yield world


def found(
    about: Subject, conclusion: Any, assuming: Sequence[Any], sizes: Sizes, count: int, seed: int, doubtful: bool
) -> Iterator[World]:
    """Exact worlds from the search for points; each is checked again here, and one that fails raises Broken.

    doubtful: it is likely that there are none, and so one is sought before many.
    """
    reading = read(conclusion, assuming)
    dimensions = {str(n): k for n, k in sizes.items()}
    places = list(placings(about, sizes))
    source, how = Source(seed), recipe(about, assuming)

    def seek(most: int) -> list[Point]:
        return list(sought(reading.statement, reading.hints, dimensions=dimensions, count=most, seed=seed))

    if not places or (doubtful and not seek(1)):
        return
    for i, point in enumerate(seek(count)):
        by_name = {name: _rational(m) for name, m in point.letters.items()}
        at = dict(places[i % len(places)])
        for k in at:
            column = by_name.get(f"e_{k}")
            if column is not None and sorted(column) == [0] * (len(column) - 1) + [1]:
                at[k] = list(column).index(1)
        try:
            world = how.world(sizes, at, source)
        except Undefined:  # a definition that has no value for the letters drawn; those of the point are what counts
            world = replace(how, defined={}).world(sizes, at, source)
        letters = {x: by_name[_spelling(x)] for x in about.letters if _spelling(x) in by_name}
        fresh = {x: world.letters[x] for x, e in how.defined.items() if e.has(*about.random)} if about.random else {}
        world = world.put({**letters, **fresh})
        if why := unmet(assuming, world):
            if about.random:  # the moments of a point need not be those of the outcomes drawn here
                continue
            raise Broken(f"got a point that breaks {why}")
        yield world


def _rational(m: Any) -> sp.Matrix:
    return sp.Matrix([[sp.Rational(x.numerator, x.denominator) for x in row] for row in m])


def _spelling(x: Any) -> str:
    return str(x.name).replace("'", "′").replace(" ", "_").replace("∂", "d")
