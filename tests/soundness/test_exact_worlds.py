"""The points of the random statements satisfy what they are made to satisfy, by its definition."""

from __future__ import annotations

from random import Random

import pytest
from exact_values import Undefined, eye, inverse, pinv, times, transpose
from exact_worlds import ROLES, SIZES, Draw, holds, world
from letters import d, n, p


@pytest.mark.parametrize("role", ROLES, ids=lambda role: " ".join(map(str, role.assuming)))
def test_a_role_satisfies_its_assumptions(role):
    made = 0
    for seed in range(40):
        random = Random(seed)
        try:
            at = world([role], random, random.choice(SIZES))
        except Undefined:
            continue
        made += 1
        assert all(holds(item, at) for item in role.assuming), (seed, at)
    assert made > 10


@pytest.mark.parametrize("role", ROLES, ids=lambda role: " ".join(map(str, role.assuming)))
def test_no_assumption_holds_by_accident(role):
    """Matrices of any kind break it: otherwise dropping it could not be noticed."""
    points = [world([], Random(seed), (2, 2, 1)) for seed in range(80)]
    assert any(not holds(item, at) for at in points for item in role.assuming)


def test_inverses_are_inverses():
    draw = Draw(Random(1), {n: 3, p: 3, d: 2})
    for _ in range(50):
        a = draw.matrix(n, p)
        b = pinv(tall := draw.matrix(n, d))
        assert times(tall, times(b, tall)) == tall
        assert times(b, times(tall, b)) == b
        assert times(tall, b) == transpose(times(tall, b))
        try:
            assert times(a, inverse(a)) == eye(3)
        except Undefined:
            assert pinv(a) != a or not any(map(any, a))
