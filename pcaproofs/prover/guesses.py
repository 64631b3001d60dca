"""Equations that no rewriting finds and that are easily verified: their squares reduce to zero.

A square matrix with orthonormal columns has orthonormal rows; orthonormal columns that lie in the span of as many
others span the same subspace. Both are seen only by traces, which count dimensions.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from pcaproofs.kernel import Letter, Polynomial, identity, letter
from pcaproofs.prover.facts import Facts

MAX_LETTERS = 8


def guess(facts: Facts) -> bool:
    """Adds what is guessed and verified; whether there was any."""
    frames = _frames(facts)
    guesses = [(x, x * x.T - identity(x.rows)) for x in frames if x.rows == x.cols]
    guesses += [(x, x * x.T - y * y.T) for x, y in combinations(frames, 2) if x.shape == y.shape]
    before = len(facts.lemmas)
    for _, p in guesses:
        if facts.reduce(p)[0].terms:
            rest, steps = facts.reduce(p.norm2())
            if not rest.terms:
                facts.derive_squares(((("1", ()), p),), steps)
    return len(facts.lemmas) > before


def _frames(facts: Facts) -> list[Polynomial]:
    """The letters with orthonormal columns, and with orthonormal rows transposed."""
    letters: dict[Letter, None] = {}
    for p in facts.known_equations():
        for _, word in p.terms:
            letters.update(
                (letter(x.name, *((x.rows, x.cols) if x.spelling == x.name else (x.cols, x.rows))), None) for x in word
            )
    found = []
    for x in letters:
        whole = Polynomial(x.rows, x.cols, [(((), (x,)), Fraction(1))])
        for m in (whole, whole.T):
            if 1 not in m.shape and not facts.reduce(m.T * m - identity(m.cols))[0].terms:
                found.append(m)
                break
    return found[:MAX_LETTERS]
