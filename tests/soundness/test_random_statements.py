"""Nothing false is proved and nothing true refuted, over 500 statements that nobody wrote; thoroughly, over 100,000.

What is proved is evaluated at exact points that satisfy its assumptions, and counterexamples are evaluated too, by code
that shares none with the product.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
import sympy as sp
from exact_values import At, Undefined, scalar, scale, value
from exact_worlds import SIZES, Draw, holds, world
from hypothesis import settings
from letters import d, n, p
from random_statements import Grower, Made

from pcaproofs.language.conclusions import SymbolicOptimum, SymbolicSameOptimisers
from pcaproofs.language.symbols import kernel_name
from pcaproofs.prover.prove import FAULT, prove
from pcaproofs.prover.refute import fails
from pcaproofs.prover.refute.counterexample import Counterexample

THOROUGH = settings().max_examples > 100
SECONDS = 0.02  # for a proof and a counterexample; most of what is true takes less
STATEMENTS = (20 if THOROUGH else 5) * settings().max_examples
PARTS = max(7, STATEMENTS // 5_000)  # several processes can share them; a run without paths takes some
POINTS = 3  # at which what is proved is evaluated


def broken(conclusion: Any, at: At, random: Random) -> bool:
    """Whether a conclusion fails at a point; an optimum, at another choice of its variables there too."""
    if isinstance(conclusion, SymbolicOptimum):
        return _beaten(conclusion, at, _moved(at, [v for v, _ in conclusion.at], random))
    if isinstance(conclusion, SymbolicSameOptimisers):
        return _disordered(conclusion, at, _moved(at, list(conclusion.variables), random))
    return not holds(conclusion, at)


def _moved(at: At, variables: list[Any], random: Random) -> At:
    draw = Draw(random, dict(at.sizes))
    return at.having({v: draw.matrix(*getattr(v, "shape", (1, 1))) for v in variables})


def _beaten(best: SymbolicOptimum, at: At, rival: At) -> bool:
    there = at.having({v: value(e, at) for v, e in best.at})
    sign = 1 if best.sense == "min" else -1
    gap = sign * (scalar(best.objective, rival) - scalar(best.objective, there))
    met = [holds(e, rival) for e in best.exactly]
    return (
        gap < 0
        or (best.value is not None and scalar(best.value, at) != scalar(best.objective, there))
        or not all(holds(e, there) for e in best.exactly)
        or (bool(met) and (gap == 0) != all(met))
    )


def _disordered(same: SymbolicSameOptimisers, at: At, rival: At) -> bool:
    """Whether two choices are ordered in one way by the first problem and in another by the second.

    Two problems may have the same optimisers all the same; but what the kernel accepts orders all choices alike.
    """
    signs = []
    for sense, f in (same.first, same.second):
        gap = scalar(f, rival) - scalar(f, at)
        signs.append((gap > 0) - (gap < 0) if sense == "min" else (gap < 0) - (gap > 0))
    return signs[0] != signs[1]


def points(made: Made, random: Random, count: int) -> list[At]:
    """Points of several sizes at which the assumptions hold."""
    found = []
    for size in random.sample(SIZES, count + 2):
        try:
            at = world(list(made.roles), random, size)
            assert all(holds(item, at) for item in made.assuming), (shown(made), at)
            found.append(at)
        except Undefined:
            continue
    return found[:count]


def false_at(made: Made, random: Random, count: int = POINTS) -> At | None:
    """A point where the assumptions hold and the conclusion does not, if one is met."""
    for at in points(made, random, count):
        try:
            if broken(made.conclusion, at, random):
                return at
        except Undefined:
            continue
    return None


def shown(made: Made) -> str:
    return f"{made.conclusion} assuming {[str(item) for item in made.assuming]} ({made.kind})"


def example_of(made: Made, found: Counterexample, random: Random) -> At:
    """A counterexample as a point of this evaluation; what the statement does not depend on is 0."""
    sizes = {size: found.dimensions.get(size.name, 0) for size in (n, p, d)}
    for size, value_ in sizes.items():
        sizes[size] = value_ or found.dimensions.get(f"{size.name}′", 0) + 1
    at = world([], random, tuple(sizes.values()))
    letters = {s: found.letters.get(kernel_name(s), scale(0, m)) for s, m in at.letters.items()}
    rows = {}
    for k in at.rows:
        column = found.letters.get(f"e_{k.name}", ((1,),))
        rows[k] = next(place for place, (x,) in enumerate(column) if x)
    if any(name.startswith("E[") for name in found.letters):
        raise Undefined("moments, of which no values are known")
    return replace(at, letters=letters, rows=rows)


def refutes(made: Made, found: Counterexample, random: Random) -> bool:
    """Whether the assumptions hold at a counterexample, and the conclusion does not."""
    at = example_of(made, found, random)
    if not all(holds(item, at) for item in made.assuming):  # of which none is about the variable of an optimum
        return False
    best = made.conclusion
    return _beaten(best, at, at) if isinstance(best, SymbolicOptimum) else not holds(best, at)


def look(made: Made, random: Random) -> str:
    """The verdict on a statement, with everything asserted that an independent evaluation can say."""
    result = prove(made.conclusion, made.assuming, seconds=SECONDS, needs=False)
    assert not result.reason.startswith(FAULT), f"{shown(made)}: {result.reason}"
    is_true = made.kind.startswith(("true", "optimum"))
    if result.verdict == "proved" and (at := false_at(made, random)) is not None:
        raise AssertionError(f"proved, but false: {shown(made)} at {at}")
    if is_true:
        assert result.verdict != "refuted", f"refuted, but true: {shown(made)}: {result}"
        assert false_at(made, random, 1) is None, f"made to be true, but false: {shown(made)}"
    if result.verdict != "refuted":
        return result.verdict
    if isinstance(made.conclusion, SymbolicSameOptimisers):
        return "refuted, not evaluated"
    try:
        assert refutes(made, result.counterexample, random), f"refuted by no counterexample: {shown(made)}: {result}"
    except Undefined:
        assert fails(result.statement, result.counterexample.point) is not None, shown(made)
        return "refuted, not evaluated"
    return "refuted, evaluated"


@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_false_is_proved(part: int) -> None:
    seen: Counter[tuple[str, str]] = Counter()
    wanted = STATEMENTS // PARTS

    seed = part * wanted  # each gives at least one statement
    while seen.total() < wanted:
        for j, made in enumerate(Grower(Random(seed)).statements()):
            verdict = look(made, Random(seed + j))
            seen[made.kind, verdict] += 1
        seed += 1
    print(*(f"{kind}: {verdict} {count}" for (kind, verdict), count in sorted(seen.items())), sep="\n")
    everything = seen.total()
    proved = sum(count for (_, verdict), count in seen.items() if verdict == "proved")
    assert 0.2 < proved / everything < 0.8
    made_true = {pair: count for pair, count in seen.items() if pair[0].startswith(("true", "optimum"))}
    proved = sum(count for (_, verdict), count in made_true.items() if verdict == "proved")
    assert proved > 0.6 * sum(made_true.values())
    assert sum(count for (_, verdict), count in seen.items() if verdict == "ill-typed") < 0.1 * everything


def test_most_near_misses_are_false() -> None:
    """Most of the near misses are false at a point that is met soon, so that a wrong proof of one would be seen."""
    near = [made for seed in range(25) for made in Grower(Random(seed)).statements() if made.kind.startswith("near")]
    false = [
        made
        for made in near
        if not isinstance(made.conclusion, SymbolicSameOptimisers) and false_at(made, Random(1), 5)
    ]
    assert len(near) > 50
    assert len(false) > len(near) / 3


def test_the_evaluation_finds_false_statements() -> None:
    made = Made(sp.Eq(sp.Symbol("lambda", real=True), 1, evaluate=False), (), "any", ())
    assert false_at(made, Random(1)) is not None
