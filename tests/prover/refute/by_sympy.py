"""A second evaluator, by SymPy's explicit matrices, that shares no code with the search."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import Any

import sympy as sp

from pcaproofs.goals import BETTER, ENOUGH, MAIN, VALUE, GoalKind, GoalName
from pcaproofs.kernel import Compare, Expression, Optimum, Statement


class World:
    """Sizes and explicit matrices."""

    def __init__(self, dimensions: Mapping[str, int], letters: Mapping[str, Any]):
        self.dimensions = dict(dimensions)
        self.letters = {
            name: sp.Matrix([[sp.Rational(str(x)) for x in row] for row in m]) for name, m in letters.items()
        }

    def size(self, n: str | int) -> int:
        return self.dimensions[n] if n in self.dimensions else int(n)

    def value(self, e: Expression) -> sp.Matrix:
        kind, *rest = e
        if kind == "letter":
            name = rest[0]
            return sp.ones(self.size(name[2:-1]), 1) if name.startswith("1[") else self.letters[name]
        if kind == "number":
            return sp.Matrix([[sp.Rational(rest[0])]])
        if kind == "size":
            return sp.Matrix([[self.size(rest[0])]])
        if kind == "inverse":
            base = self.letters[rest[0]][0, 0] if rest[0] in self.letters else sp.Integer(self.size(rest[0]))
            return sp.Matrix([[base ** -rest[1]]])
        if kind == "eye":
            return sp.eye(self.size(rest[0]))
        if kind == "zero":
            return sp.zeros(self.size(rest[0]), self.size(rest[1]))
        if kind == "add":
            return reduce(lambda a, b: a + b, map(self.value, rest))
        if kind == "mul":
            return reduce(_times, map(self.value, rest))
        if kind == "t":
            return self.value(rest[0]).T
        if kind == "tr":
            return sp.Matrix([[self.value(rest[0]).trace()]])
        if kind == "pow":
            return self.value(rest[0]) ** rest[1]
        if kind == "derivative":
            return self._along(rest[0], rest[1], self.value(rest[2]))
        if kind == "gradient":
            x = self.letters[rest[1]]

            def entry(i: int, j: int) -> Any:
                unit = sp.zeros(*x.shape)
                unit[i, j] = 1
                return self._along(rest[0], rest[1], unit)[0, 0]

            return sp.Matrix(*x.shape, entry)
        raise AssertionError(e)

    def _along(self, f: Expression, name: str, h: sp.Matrix) -> sp.Matrix:
        step = sp.Dummy("step")
        moved = World(self.dimensions, {})
        moved.letters = {**self.letters, name: self.letters[name] + step * h}
        return moved.value(f).applyfunc(lambda x: sp.diff(x, step).subs(step, 0))

    def holds(self, c: Compare) -> bool:
        difference = (self.value(c.left) - self.value(c.right)).applyfunc(sp.expand)
        if c.relation in ("=", "!="):
            return bool(difference == sp.zeros(*difference.shape)) == (c.relation == "=")
        return bool(difference[0, 0] > 0 or (c.relation == ">=" and difference[0, 0] == 0))


def _times(a: sp.Matrix, b: sp.Matrix) -> sp.Matrix:
    if a.shape[1] == b.shape[0]:
        return a * b
    return a[0, 0] * b if a.shape == (1, 1) else b[0, 0] * a


def confirms(statement: Statement, dimensions: Mapping[str, int], letters: Mapping[str, Any], goal: GoalName) -> bool:
    """Whether the hypotheses hold and the named goal fails."""
    world, c = World(dimensions, letters), statement.conclusion
    if not all(world.holds(h) for _, h in statement.hypotheses):
        return False
    if isinstance(c, Compare):
        return goal == MAIN and not world.holds(c)
    assert isinstance(c, Optimum)
    best = World(dimensions, {})
    best.letters = {**world.letters, **{name: world.value(e) for name, e in c.at}}
    gap = (world.value(c.objective) - best.value(c.objective))[0, 0] * (1 if c.sense == "min" else -1)
    if goal.kind is GoalKind.FEASIBLE:
        return not best.holds(dict(statement.hypotheses)[goal.subject])
    if goal == BETTER:
        return bool(gap < 0)
    if goal == VALUE:
        return c.value is not None and world.value(c.value) != best.value(c.objective)
    if goal == ENOUGH:
        return gap != 0 and all(world.holds(e) for e in c.exactly)
    return gap == 0 and not world.holds(c.exactly[goal.number])
