"""A written statement checked by SymPy at small sizes: entry by entry with symbols, or at exact points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import sympy as sp

from pcaproofs.kernel import KernelError
from pcaproofs.language import nodes
from pcaproofs.language.conclusions import AtLeast, Best, SameBest
from pcaproofs.verify.second_opinion.optima import as_good, failure_of_pair, failures, flat, other, twice
from pcaproofs.verify.second_opinion.recipe import recipe
from pcaproofs.verify.second_opinion.relations import Sides, only_bounds, sides, unmet, written
from pcaproofs.verify.second_opinion.source import Symbols
from pcaproofs.verify.second_opinion.statement import Sizes, candidates, expressions, placings, subject
from pcaproofs.verify.second_opinion.world import Meaningless, Undefined, World
from pcaproofs.verify.second_opinion.worlds import Broken, drawn, found

SYMBOLIC, EXACT = "symbolic entries", "exact points"
_MOST_ENTRIES, _MOST_PLACINGS, _MOST_SIZES, _MOST_TERMS = 60, 16, 14, 3000


@dataclass(frozen=True)
class Opinion:
    """Whether the statement held everywhere it was tried, at which sizes, how often, and if not what came out."""

    agrees: bool
    sizes: tuple[dict[str, int], ...]
    mode: str
    checked: int
    failure: str = ""


class _Disagrees(Exception):  # noqa: N818
    """The statement fails; the message says where."""


def second_opinion(
    conclusion: Any,
    assuming: Iterable[Any] = (),
    *,
    sizes: Iterable[Mapping[Any, int]] | None = None,
    points: int = 6,
    seed: int = 0,
) -> Opinion:
    """SymPy's own evaluation of a conclusion under hypotheses, exact, at a few small sizes.

    sizes: dimension (symbol or its name) -> number, for each assignment to try; by default two with different numbers
    for different dimensions, and one more with a single sample. points: how many at each size.
    """
    try:
        inquiry = _Inquiry(conclusion, tuple(assuming), points, seed)
    except (Meaningless, KernelError) as error:
        return Opinion(False, (), EXACT, 0, str(error))
    try:
        inquiry.run(None if sizes is None else [inquiry.named(s) for s in sizes])
    except (_Disagrees, Meaningless, Broken, KernelError) as error:
        return inquiry.opinion(str(error))
    return inquiry.opinion("" if inquiry.tried else inquiry.nothing)


class _Inquiry:
    """One statement under examination: what was tried so far."""

    def __init__(self, conclusion: Any, assuming: tuple[Any, ...], points: int, seed: int):
        self.conclusion, self.assuming, self.points, self.seed = conclusion, assuming, points, seed
        self.tried: list[Sizes] = []
        self.refused: list[Sizes] = []
        self.symbolic: list[bool] = []
        self.checked = 0
        self.pair: SameBest | None = None
        if isinstance(conclusion, SameBest):
            self.pair, self.assuming = twice(conclusion, assuming)
        self.about = subject(self.pair or conclusion, self.assuming)

    def named(self, sizes: Mapping[Any, int]) -> Sizes:
        """The sizes by symbol; each dimension must have one."""
        by_name = {str(n): n for n in self.about.dimensions}
        given = {str(n): k for n, k in sizes.items()}
        if given.keys() != by_name.keys():
            raise ValueError(f"got sizes for {sorted(given)}, but should be for {sorted(by_name)}")
        return {by_name[name]: k for name, k in given.items()}

    def run(self, given: Sequence[Sizes] | None) -> None:
        """Tries the sizes given, or the first two of different numbers where there are points, and one with n = 1."""
        if given is not None:
            for sizes in given:
                self.attempt(sizes)
            return
        enough = 2 if self.about.dimensions else 1
        for sizes in islice(candidates(self.about), _MOST_SIZES):
            self.attempt(sizes)
            if len(self.tried) == enough:
                break
        if self.tried and self.about.counted and all(self.symbolic):
            single = {**self.tried[0], **dict.fromkeys(self.about.counted, 1)}
            if single not in self.tried:
                self.attempt(single)

    def attempt(self, sizes: Sizes) -> None:
        """Tries one size, and notes whether there was a point."""
        before = self.checked
        symbolic = self.equation(sizes) if self.is_relation else self.optimisation(sizes)
        if self.checked > before:
            self.tried.append(sizes)
            self.symbolic.append(symbolic)
        else:
            self.refused.append(sizes)

    @property
    def is_relation(self) -> bool:
        return not isinstance(self.conclusion, Best | SameBest)

    def worlds(
        self, sizes: Sizes, extra: Sequence[Any] = (), count: int | None = None, times: int = 1
    ) -> tuple[list[World], bool]:
        """Exact worlds where the hypotheses hold, and whether they were drawn freely: then so many times more."""
        assuming, count = (*self.assuming, *extra), count or self.points
        if free := drawn(self.about, assuming, sizes, times * count, self.seed):
            return free, True
        about = self.conclusion
        if self.pair:
            names = {x: other(x) for x in self.conclusion.variables}
            about = AtLeast(self.pair.first[1], sp.sympify(self.pair.first[1]).xreplace(names))
        return list(found(self.about, about, assuming, sizes, count, self.seed, doubtful=bool(self.refused))), False

    def equation(self, sizes: Sizes) -> bool:
        """An equation or inequality; True if it held for symbols too."""
        claim, before = sides(self.conclusion), self.checked
        for_symbols = claim.relation == "=" and self.is_cheap(sizes)
        worlds, free = self.worlds(sizes, times=1 if claim.relation == "=" else 2)  # an equation hardly holds by luck
        for world in worlds[:2] if for_symbols and free else worlds:
            self.judge(lambda w: iter([claim.failure(w)]), world)
        if not (for_symbols and free) or self.checked == before:
            return False
        if self.entrywise(claim, sizes):
            return True
        for world in worlds[2:]:
            self.judge(lambda w: iter([claim.failure(w)]), world)
        return False

    def entrywise(self, claim: Sides, sizes: Sizes) -> bool:
        """The equation with a symbol for every entry; False where that decides nothing."""
        places = list(islice(placings(self.about, sizes), _MOST_PLACINGS + 1))
        if len(places) > _MOST_PLACINGS:
            return False
        for place in places:
            try:
                world = recipe(self.about, self.assuming).world(sizes, place, Symbols(self.seed))
                if unmet([item for item in self.assuming if not only_bounds(item)], world):
                    return False
                if claim.terms(world) > _MOST_TERMS:
                    return False
                why = claim.failure(world)
            except Undefined:
                return False
            if why and _has_root(claim):  # exact points agreed, and roots need not cancel by themselves
                return False
            self.checked += 1
            if why:
                raise _Disagrees(f"{why}, at {_sizes(sizes)}")
        return True

    def is_cheap(self, sizes: Sizes) -> bool:
        """Whether symbols for all entries are likely to take well under a second."""
        known = World(sizes)
        shapes = [x.shape if isinstance(x, sp.MatrixSymbol) else (1, 1) for x in self.about.letters]
        entries = sum(known.integer(r) * known.integer(c) for r, c in shapes)
        items = [e for thing in (*self.assuming, self.conclusion) for e in expressions(thing)]
        walked = [node for e in items for node in sp.preorder_traversal(sp.sympify(e))]
        inverses = [node for node in walked if isinstance(node, nodes.InverseOf | sp.Inverse)]
        hard = any(isinstance(node, nodes.PseudoInverse) for node in walked)
        return entries <= _MOST_ENTRIES and not hard and all(known.integer(m.shape[0]) <= 2 for m in inverses)

    def optimisation(self, sizes: Sizes) -> bool:
        """A witness, or two objectives."""
        if (pair := self.pair) is not None:
            for world in self.worlds(sizes)[0]:
                self.judge(lambda w: iter([failure_of_pair(pair, w)]), world)
            return False
        best = self.conclusion
        worlds = self.worlds(sizes)[0]
        for world in worlds:
            self.judge(lambda w: failures(best, self.assuming, w, nearby=True), world)
        for world in flat(best, self.assuming, worlds[-1]) if best.exactly and worlds else ():
            self.judge(lambda w: failures(best, self.assuming, w, nearby=False), world)
        for extra in (best.exactly, (as_good(best),)) if best.exactly and worlds else ():
            for world in self.worlds(sizes, extra, 3)[0]:  # where the equations hold; where the choice is optimal
                self.judge(lambda w: failures(best, self.assuming, w, nearby=False), world)
        return False

    def judge(self, failing: Callable[[World], Iterator[str]], world: World) -> None:
        """One world; raises _Disagrees where the statement fails there."""
        try:
            for why in failing(world):
                self.checked += 1
                if why:
                    self.tried.append(world.sizes)
                    raise _Disagrees(f"{why} at {_where(world)}")
        except Undefined:
            return

    @property
    def nothing(self) -> str:
        """What to say where the statement could not be tried at all."""
        shown = "; ".join(_sizes(s) for s in self.refused) or "any size"
        return f"no point found where the hypotheses hold and everything is defined, at {shown}"

    def opinion(self, failure: str) -> Opinion:
        """What came out."""
        sizes = tuple({str(n): k for n, k in s.items()} for s in self.tried)
        mode = SYMBOLIC if self.symbolic and all(self.symbolic) and not failure else EXACT
        return Opinion(not failure, sizes, mode, self.checked, " ".join(failure.split()))


def _has_root(claim: Sides) -> bool:
    walked = [node for e in (claim.left, claim.right) for node in sp.preorder_traversal(sp.sympify(e))]
    return any(isinstance(node, sp.Function) or (node.is_Pow and not node.exp.is_Integer) for node in walked)


def _sizes(sizes: Sizes) -> str:
    return ", ".join(f"{n} = {k}" for n, k in sizes.items())


def _where(world: World) -> str:
    letters = [f"{x} = {written(m)}" for x, m in world.letters.items()]
    places = [f"{k} = {i}" for k, i in world.places.items()]
    return ", ".join([*filter(None, [_sizes(world.sizes)]), *places, *letters]) or "no letters at all"
