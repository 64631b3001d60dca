"""A statement as a constraint problem: shapes, relations, plans, and variants of the constraints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, islice, product
from math import prod
from random import Random
from typing import Any

from pcaproofs.kernel import Compare, Dimension, Optimum, Statement
from pcaproofs.language.derived import Kind, read_back
from pcaproofs.language.sizes import is_sum, value
from pcaproofs.prover.exact import matrix as mx
from pcaproofs.prover.exact.matrix import Matrix
from pcaproofs.prover.refute.computed import Hints, computed
from pcaproofs.prover.refute.orthogonal import frames
from pcaproofs.prover.refute.plan import PlanStep, plan
from pcaproofs.prover.refute.relation import relation_of
from pcaproofs.prover.refute.sampler import Letters, Sampler
from pcaproofs.terms import letters_in, substituted

SOLVED = (Kind.INVERSE, Kind.RECIPROCAL)  # by an equation that is affine in them, whatever it is in other letters
LARGEST = 8  # size that is tried because a hypothesis asks for it
MOST_CHOICES = 20_000  # of sizes; a statement of twenty sizes has 3²⁰
MAX_PLANS = 5  # different ones; random plans repeat themselves


class Problem:
    """The search space for points of one statement."""

    def __init__(self, statement: Statement, hints: Hints = (), extra: Sequence[Compare] = ()):
        self.statement = statement
        self.shapes: dict[str, tuple[Dimension, Dimension]] = {name: (r, c) for name, r, c in statement.letters}
        given = [relation_of(h, name) for name, h in statement.hypotheses]
        self.relations = [*given, *(relation_of(e) for e in (*extra, *computed(statement, hints)))]
        self.first, self.random = first_stages(hints, self.shapes), Random(7)
        solved = {name: d.of for name, d in read_back(statement).items() if d.kind in SOLVED}
        self.functions = {name: letters_in(of) for name, of in solved.items() if of is not None}
        self.plans: list[list[PlanStep]] = []
        self.planning: dict[Any, Any] = {}
        self.planned = 0
        self.samplers: dict[tuple[tuple[int, ...], int], Sampler] = {}

    def plan(self, i: int) -> list[PlanStep]:
        """Plan number i of at most MAX_PLANS different ones, which are taken in turn; made on first use."""
        while i >= self.planned and self.planned < 2 * MAX_PLANS and len(self.plans) < MAX_PLANS:
            random, functions = (self.random, self.functions) if self.planned else (None, {})
            stages = plan(self.shapes, self.relations, self.first, random, functions=functions, memo=self.planning)
            self.planned += 1
            if stages not in self.plans:
                self.plans.append(stages)
        return self.plans[i % len(self.plans)]

    def turned(self, letters: Letters, sampler: Sampler, random: Random) -> Letters:
        """Q X Rᵀ for every X, with an orthogonal matrix for every dimension; this preserves all relations.

        Dimensions with 1[n] or basis vectors are not rotated, because their relations would change.
        """
        fixed = {n for s in self.first for name in s.letters for n in self.shapes[name]} | set(self.statement.ones)
        turn = {n: random.choice(frames(size)) for n, size in sampler.sizes.items() if n not in fixed}

        def of(name: str) -> Matrix:
            m, (rows, cols) = letters[name], self.shapes[name]
            m = mx.mul(turn[rows], m) if rows in turn else m
            return mx.mul(m, mx.transpose(turn[cols])) if cols in turn else m

        return {name: of(name) for name in letters}

    def has(self, sizes: dict[str, int], letters: Letters) -> bool:
        """Whether all relations hold at the values."""
        return all(r.holds(sizes, letters) for r in self.relations)

    def sampler(self, sizes: dict[str, int], patience: int) -> Sampler:
        """The sampler for these sizes; `patience` bounds its search for values of restricted letters."""
        key = (tuple(sizes.values()), patience)
        if key not in self.samplers:
            self.samplers[key] = Sampler(self.shapes, self.relations, sizes, patience)
        return self.samplers[key]


def first_stages(hints: Hints, shapes: Mapping[str, tuple[Dimension, Dimension]]) -> list[PlanStep]:
    """The stages of letters that equations do not define: basis vectors, first rows of I, diagonal matrices."""
    basis = dict.fromkeys(name for kind, names in hints if kind == "basis" for name in names if name in shapes)
    alike = dict.fromkeys(name for kind, names in hints if kind == "places" for name in names if name in shapes)
    apart = tuple(name for name in basis if name not in alike)
    stages = [PlanStep("basis", apart)] if apart else []
    stages += [PlanStep("places", tuple(alike))] if alike else []
    for kind, names in dict.fromkeys((kind, tuple(names)) for kind, names in hints):
        if kind in ("leading", "diagonal") and set(names) <= shapes.keys():
            stages.append(PlanStep(kind, names))
    return stages


def names_of_sizes(statement: Statement) -> list[str]:
    """The named dimensions, in order of first use."""
    used = [n for _, *shape in statement.letters for n in shape] + list(statement.ones)
    return list(dict.fromkeys(n for n in used if isinstance(n, str)))


def all_sizes(statement: Statement, sizes: Sequence[int]) -> list[dict[str, int]]:
    """Choices of sizes, the smallest total first; of one total, different sizes first. All, unless too many."""
    names = names_of_sizes(statement)
    free = [n for n in names if not is_sum(n)]
    least = {str(h.left[1]): int(h.right[1]) for _, h in statement.hypotheses if _is_least(h)}
    choices = [[least[n]] if least.get(n, 0) > max(sizes, default=0) else sizes for n in free]
    every = sorted(_choices(choices), key=lambda s: (sum(s), -len(set(s)), max(s, default=0), s))
    found = [dict(zip(free, s, strict=True)) for s in every]
    return [with_sums(statement, s) for s in found] if len(free) < len(names) else found


def _choices(choices: Sequence[Sequence[int]]) -> Iterable[tuple[int, ...]]:
    """One number of each list; of too many choices those in which few numbers are not the least ones, or all alike."""
    if prod(map(len, choices)) <= MOST_CHOICES:
        return product(*choices)
    least = tuple(map(min, choices))
    alike = [(k,) * len(choices) for k in set(choices[0]).intersection(*choices)]
    few = (
        tuple(changed.get(k, x) for k, x in enumerate(least))
        for count in range(len(choices))
        for places in combinations(range(len(choices)), count)
        for values in product(*([x for x in choices[k] if x != least[k]] for k in places))
        for changed in [dict(zip(places, values, strict=True))]
    )
    return dict.fromkeys((*alike, *islice(few, MOST_CHOICES)))


def _is_least(h: Compare) -> bool:
    """Whether a hypothesis is n ≥ k of a dimension n and a number k of at most LARGEST."""
    is_bound = h.relation == ">=" and h.left[0] == "size" and h.right[0] == "number"
    return is_bound and h.right[1].isdigit() and int(h.right[1]) <= LARGEST


def with_sums(statement: Statement, sizes: Mapping[str, int]) -> dict[str, int]:
    """The sizes, and those of the statement's dimensions that are sums of them."""
    sums = [n for n in names_of_sizes(statement) if is_sum(n)]
    return {**sizes, **{n: k for n in sums if (k := value(n, sizes)) is not None}}


def variants(statement: Statement, hints: Hints) -> Iterator[Problem]:
    """The statement's constraint set; for an optimum also those of its subsets on which the claim is likely to fail."""
    yield Problem(statement, hints)
    c = statement.conclusion
    if not isinstance(c, Optimum):
        return
    at = dict(c.at)
    witness = [Compare(("letter", name), "=", e) for name, e in c.at]
    yield Problem(statement, hints, witness)
    if c.exactly:
        yield Problem(statement, hints, c.exactly)
        yield Problem(statement, hints, [Compare(c.objective, "=", substituted(c.objective, at))])
    kept = tuple((name, h) for name, h in statement.hypotheses if not relation_of(h).names & at.keys())
    if len(kept) < len(statement.hypotheses):  # the feasible set may be empty
        yield Problem(replace(statement, hypotheses=kept), hints)
