"""How to draw letters so that the hypotheses hold, where each defines or restricts one letter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from pcaproofs.language import nodes
from pcaproofs.language.hypotheses import Named, root_of
from pcaproofs.verify.second_opinion.explicit import explicit_as
from pcaproofs.verify.second_opinion.source import SIGNS, Source
from pcaproofs.verify.second_opinion.statement import Sizes, Subject
from pcaproofs.verify.second_opinion.world import World

_WEIGHTS = (sp.Rational(1, 2), sp.Rational(1, 3), sp.Rational(1, 6))


@dataclass(frozen=True)
class Recipe:
    """How to draw letters so that the hypotheses hold, as far as each only speaks of one letter.

    shapes: letter -> symmetric, centered, projector, root (of a psd matrix), or a sign. frames: letters whose columns
    together are orthonormal. defined: letter -> what it equals. means: random column -> its mean.
    """

    about: Subject
    shapes: Mapping[Any, str]
    defined: Mapping[Any, Any]
    means: Mapping[Any, Any]
    frames: Sequence[Sequence[Any]]

    def world(self, sizes: Sizes, places: Mapping[Any, int], source: Source) -> World:
        """A world with entries from a source; nothing is promised of the hypotheses that are in no recipe."""
        world = World(sizes, {}, places)
        for letters in self.frames:
            shapes = [_size(x, world) for x in letters]
            world = world.put(dict(zip(letters, source.frame(shapes[0][0], [cols for _, cols in shapes]), strict=True)))
        for x in self.about.letters:
            if self.shapes.get(x) == "projector" and x not in self.defined:
                world = world.put({x: source.projector(_size(x, world)[0])})
            elif x not in self.defined and x not in world.letters:
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


def recipe(about: Subject, assuming: Iterable[Any]) -> Recipe:
    """How to draw; a hypothesis that fits no recipe is left to be checked, and mostly fails."""
    shapes: dict[Any, str] = {}
    defined: dict[Any, Any] = {}
    means: dict[Any, Any] = {}
    for x in about.letters:
        if isinstance(x, sp.Symbol):
            shapes[x] = next((kind for kind in SIGNS if getattr(x, f"is_{kind}")), "")
    for item in assuming:
        if isinstance(item, Named):
            x = item.args[0]
            if item.kind == "psd":
                shapes[root_of(x)] = "root"
                _from_root(x, about, defined)
            elif item.kind in ("symmetric", "centered", "projector", "positive", "nonnegative", "nonzero"):
                shapes[x] = item.kind
        elif isinstance(item, sp.Eq):
            _from_equation(item, about, shapes, defined, means)
    frames = [letters for letters in about.frames if not any(x in defined for x in letters)]
    return Recipe(about, shapes, _ordered(defined), means, frames)


def _from_root(e: Any, about: Subject, defined: dict[Any, Any]) -> None:
    """Of e = FᵀF, a letter that e is linear in: L - M = FᵀF makes L = FᵀF + M."""
    square = root_of(e).T * root_of(e)
    framed = {x for letters in about.frames for x in letters}
    for term in sp.MatAdd.make_args(e):
        c, *factors = (1, term) if isinstance(term, sp.MatrixSymbol) else term.args
        x = factors[0] if len(factors) == 1 else None
        if x in about.letters and x not in framed and c in (1, -1):
            rest = e - term
            if _define(x, square - rest if c == 1 else rest - square, defined):
                return


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
