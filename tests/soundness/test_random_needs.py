"""What a result calls a need makes the whole statement true, over lists of conclusions that nobody wrote.

Each need is read back from its words; the conclusions are evaluated at exact points that satisfy it, by code that
shares none with the product.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from exact_values import At, Undefined
from exact_worlds import SIZES, Draw, holds, world
from hypothesis import settings
from letters import A, B, I, X, lam, mu, w, x, y
from sympy import Trace, ZeroMatrix

from pcaproofs.language.conclusions import at_least, equal, more_than, unequal
from pcaproofs.language.hypotheses import (
    invertible,
    nonnegative,
    orthogonal,
    positive_definite,
    projector,
    psd,
    symmetric,
    unit,
)
from pcaproofs.language.nodes import inner, sqnorm
from pcaproofs.prover.prove import prove

LISTS = 150 if settings().max_examples > 100 else 14
POINTS = 12
SQUARE, COLUMNS, NUMBERS = (A, B), (x, y, w), (lam, mu)

# the end of a need's words -> the values of the letter that satisfy it
MEANT: dict[str, Callable[[Draw, Any], Any]] = {
    "is symmetric": lambda draw, m: draw.symmetric(m.shape[0]),
    "is positive semidefinite": lambda draw, m: draw.psd(m.shape[0]),
    "is an orthogonal projector": lambda draw, m: draw.projector(m.shape[0]),
    "is orthogonal": lambda draw, m: draw.orthogonal(m.shape[0]),
    "has orthonormal columns": lambda draw, m: draw.orthonormal(*m.shape),
    "is a unit vector": lambda draw, m: draw.unit(m.shape[0]),
    "is centred": lambda draw, m: draw.centred(*m.shape),
    "is nonnegative": lambda draw, _: ((abs(draw.number()),),),
    "is positive": lambda draw, _: ((abs(draw.number()) + 1,),),
    "is nonzero": lambda draw, _: ((draw.number() or 2,),),
}
LETTERS = {str(m.name): m for m in (*SQUARE, *COLUMNS, *NUMBERS, X)}

CONCLUSIONS: tuple[Callable[[Any, Any, Any, Any, Any], Any], ...] = (
    lambda m, o, v, u, s: equal(m, m.T),
    lambda m, o, v, u, s: equal(m * o, o * m),
    lambda m, o, v, u, s: equal(m, I),
    lambda m, o, v, u, s: equal(m * m, I),
    lambda m, o, v, u, s: equal(m.T * m, m),
    lambda m, o, v, u, s: equal(Trace(m * o), Trace(m * o.T)),
    lambda m, o, v, u, s: equal(sqnorm(m * v), sqnorm(v)),
    lambda m, o, v, u, s: equal(inner(v, m * u), inner(m * v, u)),
    lambda m, o, v, u, s: equal(sqnorm(v - inner(v, u) * u), sqnorm(v) - inner(v, u) ** 2),
    lambda m, o, v, u, s: equal(sqnorm(v), 1),
    lambda m, o, v, u, s: at_least(inner(v, m * v), 0),
    lambda m, o, v, u, s: more_than(inner(v, m * v), 0),
    lambda m, o, v, u, s: at_least(Trace(m), 0),
    lambda m, o, v, u, s: at_least(s * sqnorm(v), 0),
    lambda m, o, v, u, s: more_than(s + s**2, 0),
    lambda m, o, v, u, s: unequal(s * sqnorm(v), -1),
    lambda m, o, v, u, s: unequal(v, ZeroMatrix(*v.shape)),
    lambda m, o, v, u, s: symmetric(m + o),
    lambda m, o, v, u, s: psd(m + o),
    lambda m, o, v, u, s: psd(m * m),
    lambda m, o, v, u, s: projector(m * m),
    lambda m, o, v, u, s: projector(v * v.T),
    lambda m, o, v, u, s: orthogonal(m * o),
    lambda m, o, v, u, s: orthogonal(2 * v * v.T - I),
    lambda m, o, v, u, s: invertible(m * m),
    lambda m, o, v, u, s: positive_definite(m + I),
    lambda m, o, v, u, s: unit(m * v),
)
GIVEN: tuple[Callable[[Any, Any, Any], Any], ...] = (
    lambda m, v, s: symmetric(m),
    lambda m, v, s: psd(m),
    lambda m, v, s: unit(v),
    lambda m, v, s: nonnegative(s),
)


def made(random: Random) -> tuple[list[Any], list[Any]]:
    """Conclusions, mostly several, and at most one assumption."""
    out = []
    for _ in range(random.choice((1, 2, 2, 3))):
        (m, o), (v, u), s = random.sample(SQUARE, 2), random.sample(COLUMNS, 2), random.choice(NUMBERS)
        out.append(random.choice(CONCLUSIONS)(m, o, v, u, s))
    m, v, s = random.choice(SQUARE), random.choice(COLUMNS), random.choice(NUMBERS)
    return out, [random.choice(GIVEN)(m, v, s)] if random.random() < 0.3 else []


def values_of(need: str, draw: Draw) -> dict[Any, Any]:
    """Letters with values for which a need holds, read from its words."""
    out = {}
    for words in need.split(" and "):
        name, _, property_ = words.partition(" ")
        out[LETTERS[name]] = MEANT[property_](draw, LETTERS[name])
    return out


def false_under(need: str, conclusions: list[Any], assuming: list[Any], random: Random) -> At | None:
    """A point at which the assumptions and the need hold, and a conclusion does not."""
    for size in random.sample(SIZES, 5) * POINTS:
        try:
            at = world([], random, size)
            draw = Draw(random, dict(at.sizes))
            for item in assuming:  # which need no values together with the need's if they are of other letters
                at = at.having(values_of(item.words(), draw))
            at = at.having(values_of(need, draw))
            if all(holds(item, at) for item in assuming) and not all(holds(item, at) for item in conclusions):
                return at
        except Undefined:
            continue
    return None


def test_a_need_makes_every_conclusion_true() -> None:
    seen: Counter[str] = Counter()
    for seed in range(LISTS):
        random = Random(seed)
        conclusions, assuming = made(random)
        whole = conclusions[0] if len(conclusions) == 1 else conclusions
        result = prove(whole, assuming, seconds=0.3)
        for need in result.needs:
            at = false_under(need, conclusions, assuming, random)
            said = (
                f"holds if {need}, it says, but not so: {list(map(str, conclusions))} given {list(map(str, assuming))}"
            )
            assert at is None, f"{said} at {at}"
        seen["with a need" if result.needs else result.verdict] += 1
    print(dict(seen))
    assert seen["with a need"] > LISTS / 20


def test_a_false_need_is_noticed() -> None:
    assert false_under("A is symmetric", [equal(A, A.T), equal(A, I)], [], Random(1)) is not None
    assert false_under("A is symmetric", [equal(A, A.T)], [], Random(1)) is None
