"""Letters at which a conclusion fails, if it fails near a point.

Where f ≥ 0 is a quadratic form in a column x, they are an x at which the form is negative, if there is any: drawn
columns rarely meet the narrow cone in which a form with one small negative eigenvalue is negative. Of a claimed optimum
they are the best choice on the line through it and the drawn choice, if the objective is quadratic along that line.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from pcaproofs.kernel import Compare, KernelError, Optimum, Scope, Statement
from pcaproofs.prover.effort import spend
from pcaproofs.prover.exact import matrix as mx
from pcaproofs.prover.exact.linear_algebra import Vector, whole
from pcaproofs.prover.refute.evaluate import Letters, Sizes, compiled
from pcaproofs.prover.refute.relation import Relation
from pcaproofs.terms import letters_in

LARGEST = 6  # length of the column


class Directions:
    """For a statement, the column of which the conclusion is a quadratic form and no hypothesis says anything.

    For an optimum, its only variable.
    """

    def __init__(self, statement: Statement):
        self._optimum = _Best(statement.conclusion) if isinstance(statement.conclusion, Optimum) else None
        self.name = self._optimum.name if self._optimum else _free_column(statement)
        self._main = Relation(statement.conclusion) if self.name and isinstance(statement.conclusion, Compare) else None

    def __call__(self, sizes: Sizes, letters: dict[str, Any]) -> dict[str, Any]:
        """The letters with a column at which the conclusion fails; as they are if there is none."""
        if self._optimum and self.name:
            return self._optimum(sizes, letters)
        if self.name is None or self._main is None or not 1 < len(letters[self.name]) <= LARGEST:
            return letters
        try:
            x = negative_direction(self._gram(self.name, self._main, sizes, letters))
        except ZeroDivisionError:
            return letters
        return letters if x is None else {**letters, self.name: tuple((entry,) for entry in x)}

    @staticmethod
    def _gram(name: str, main: Relation, sizes: Sizes, letters: Letters) -> list[list[Any]]:
        """The symmetric matrix of the form, by its values at eᵢ and eᵢ + eⱼ."""
        n = len(letters[name])

        def value(*places: int) -> Any:
            spend(14)
            column = mx.build(n, 1, lambda r, _: int(r in places))
            left, right = main.sides(sizes, {**letters, name: column})
            return left[0][0] - right[0][0]

        diagonal = [value(i) for i in range(n)]
        gram = [[Fraction(diagonal[i]) for _ in range(n)] for i in range(n)]
        for i in range(n):
            for j in range(i):
                gram[i][j] = gram[j][i] = Fraction(value(i, j) - diagonal[i] - diagonal[j]) / 2
        return gram


class _Best:
    """The best choice of the variable of an optimum on a line; name: the variable, None where there are several."""

    def __init__(self, c: Optimum):
        (name, at), *others = c.at
        self.name = None if others else name
        self._at, self._objective, self._sign = compiled(at), compiled(c.objective), 1 if c.sense == "min" else -1

    def __call__(self, sizes: Sizes, letters: dict[str, Any]) -> dict[str, Any]:
        """The letters with the best choice between the claimed and the given one, or beyond; else as they are."""
        assert self.name is not None
        spend(60)
        try:
            start = self._at(sizes, letters)
            way = mx.sub(letters[self.name], start)
            lines = [{**letters, self.name: mx.add(start, mx.scale(Fraction(k, 2), way))} for k in range(3)]
            zero, half, one = (self._sign * self._objective(sizes, x)[0][0] for x in lines)
            curve = 2 * (zero + one - 2 * half)
            slope = one - zero - curve
            if not isinstance(curve, int | Fraction) or curve <= 0 or not slope:
                return letters
            return {**letters, self.name: mx.add(start, mx.scale(-Fraction(slope) / (2 * curve), way))}
        except (ArithmeticError, TypeError):  # no values at the choices between
            return letters


def negative_direction(gram: Sequence[Sequence[Any]]) -> Vector | None:
    """An x with xᵀGx < 0, in small integers without a common factor; None if G is positive semidefinite."""
    a, n, rows = [list(row) for row in gram], len(gram), list[Vector | None]()
    for k in range(n):
        d = a[k][k]
        beside = next((j for j in range(k + 1, n) if a[k][j]), None)
        if d > 0 or (d == 0 and beside is None):
            row = [Fraction(0)] * k + [Fraction(v) / d for v in a[k][k:]] if d else None
            rows.append(row)
            for i in range(k, n) if row else ():
                for j in range(k, n):
                    a[i][j] -= d * row[i] * row[j]  # type: ignore[index]
            continue
        x = [Fraction(0)] * n
        x[k] = Fraction(1)
        if d == 0 and beside is not None:  # 2·t·a + b = −1
            x[k], x[beside] = -Fraction(a[beside][beside] + 1) / (2 * a[k][beside]), Fraction(1)
        for i in reversed(range(k)):  # where all earlier squares vanish
            row = rows[i]
            x[i] = -sum((row[j] * x[j] for j in range(i + 1, n)), Fraction(0)) if row else Fraction(0)
        return list(whole(x))
    return None


def _free_column(statement: Statement) -> str | None:
    """The column of which each term of the conclusion has two, and no hypothesis any."""
    c = statement.conclusion
    if not isinstance(c, Compare) or c.relation != ">=":
        return None
    try:
        terms = Scope(statement).difference(c.left, c.right).terms
    except KernelError:
        return None
    taken = letters_in(*(side for _, h in statement.hypotheses for side in (h.left, h.right)))
    for name, rows, cols in statement.letters:
        if cols == 1 != rows and name not in taken and all(_degree(m, name) == 2 for m in terms):
            return name
    return None


def _degree(monomial: Any, name: str) -> int:
    scalars, word = monomial
    atoms = [(atom, k) for atom, k in scalars if not isinstance(atom, str)]
    return sum(k * sum(x.name == name for x in atom) for atom, k in [*atoms, (word, 1)])
