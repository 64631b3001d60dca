"""Worlds in which every hypothesis holds: drawn where each hypothesis defines or restricts one letter, else sought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import sympy as sp

from pcaproofs.language.reader import read
from pcaproofs.prover.refute import Point
from pcaproofs.prover.refute import points as sought
from pcaproofs.verify.second_opinion.recipe import recipe
from pcaproofs.verify.second_opinion.relations import only_bounds, unmet
from pcaproofs.verify.second_opinion.source import Source
from pcaproofs.verify.second_opinion.statement import Sizes, Subject, placings
from pcaproofs.verify.second_opinion.world import Undefined, World

_ATTEMPTS = 12  # draws for each world that inequalities may spoil


class Broken(ValueError):  # noqa: N818
    """A point that was offered as one where the hypotheses hold, and they do not."""


def drawn(about: Subject, assuming: Sequence[Any], sizes: Sizes, count: int, seed: int) -> list[World]:
    """Exact worlds by recipe, where every hypothesis holds; none if the recipe does not make all equations hold."""
    how, source, worlds, failed = recipe(about, assuming), Source(seed), list[World](), 0
    equations = [item for item in assuming if not only_bounds(item)]
    places = list(placings(about, sizes))
    attempt = 0
    while places and len(worlds) < count and failed < _ATTEMPTS:
        try:
            world = how.world(sizes, places[attempt % len(places)], source)
            fine = not unmet(assuming, world)
            if not fine and unmet(equations, world):
                return []  # where an equation holds by luck, letters are special in other ways too
        except Undefined:
            fine = False
        attempt, failed = attempt + 1, 0 if fine else failed + 1
        worlds += [world] if fine else []
    return worlds


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
