"""Valuations that satisfy all hypotheses, drawn by a sampling plan or else found by the refuter's search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from pcaproofs.language.derived import basis_name
from pcaproofs.language.reader import read
from pcaproofs.language.symbolic_parts import without_differences
from pcaproofs.language.symbols import kernel_name
from pcaproofs.prover.refute import points as refuter_points
from pcaproofs.verify.second_opinion.entries import RandomEntries
from pcaproofs.verify.second_opinion.plan import sampling_plan
from pcaproofs.verify.second_opinion.relations import first_violation, is_bound
from pcaproofs.verify.second_opinion.signature import Signature, Sizes, index_choices
from pcaproofs.verify.second_opinion.valuation import Undefined, Valuation

_ATTEMPTS = 12  # consecutive draws that may violate an inequality before sampling stops


class InvalidPoint(ValueError):  # noqa: N818
    """The search returned a point that violates a hypothesis."""


@dataclass(frozen=True)
class Draws:
    """How many valuations to draw, at which sizes, and the seed of their entries.

    first: how many attempts a search makes for its first point; None: as many as for all.
    """

    sizes: Sizes
    count: int
    seed: int
    first: int | None = None


def draw(signature: Signature, assuming: Sequence[Any], draws: Draws) -> list[Valuation]:
    """Up to `count` exact valuations drawn by the sampling plan; none if the plan does not satisfy every equation."""
    sizes, count = draws.sizes, draws.count
    plan, entries = sampling_plan(signature, assuming), RandomEntries(draws.seed)
    valuations, failed = list[Valuation](), 0
    equations = [item for item in assuming if not is_bound(item)]
    indices = list(index_choices(signature, sizes))
    attempt = 0
    while indices and len(valuations) < count and failed < _ATTEMPTS:
        try:
            valuation = plan.draw(sizes, indices[attempt % len(indices)], entries)
            valid = not first_violation(assuming, valuation)
            if not valid and first_violation(equations, valuation):
                return []  # points that satisfy it by chance are special: a random projector with Py = y is I
        except Undefined:
            valid = False
        attempt, failed = attempt + 1, 0 if valid else failed + 1
        valuations += [valuation] if valid else []
    return valuations


def draw_by_search(signature: Signature, conclusion: Any, assuming: Sequence[Any], draws: Draws) -> Iterator[Valuation]:
    """Up to `count` exact valuations from the refuter's search for points, each checked here once more.

    Raises InvalidPoint if a point violates a hypothesis.
    """
    sizes, seed = draws.sizes, draws.seed
    reading = read(conclusion, assuming)
    values = dict(sizes)
    for d in without_differences((conclusion, *assuming))[1]:
        values[d.new] = values.pop(d.n) - int(d.less.subs(values))
    if min(values.values(), default=1) < 1:
        return
    dimensions = {str(n): k for n, k in values.items()}
    indices = list(index_choices(signature, sizes))
    entries, plan = RandomEntries(seed), sampling_plan(signature, assuming)
    if not indices:
        return
    found = refuter_points(
        reading.statement, reading.hints, dimensions=dimensions, count=draws.count, seed=seed, first=draws.first
    )
    for i, point in enumerate(found):
        by_name = {name: _rational(m) for name, m in point.letters.items()}
        chosen = dict(indices[i % len(indices)])
        for k in chosen:
            column = by_name.get(basis_name(str(k)))
            if column is not None and sorted(column) == [0] * (len(column) - 1) + [1]:
                chosen[k] = list(column).index(1)
        try:
            valuation = plan.draw(sizes, chosen, entries)
        except Undefined:  # a definition has no value for the drawn letters, which the point's replace
            valuation = replace(plan, defined={}).draw(sizes, chosen, entries)
        letters = {x: by_name[name] for x in signature.letters if (name := kernel_name(x)) in by_name}
        random = signature.random
        fresh = {x: valuation.letters[x] for x, e in plan.defined.items() if random and e.has(*random)}
        valuation = valuation.assign({**letters, **fresh})
        if why := first_violation(assuming, valuation):
            if random:  # the point's moments need not be those of the drawn outcomes
                continue
            raise InvalidPoint(f"got a point that breaks {why}")
        yield valuation


def _rational(m: Any) -> sp.Matrix:
    return sp.Matrix([[sp.Rational(x.numerator, x.denominator) for x in row] for row in m])
