"""Counterexamples for people to check by hand: the sizes, the matrices, and the values of both sides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from pcaproofs.goals import GoalKind, GoalName
from pcaproofs.language.derived import basis_place
from pcaproofs.prover.exact.logs import Logs
from pcaproofs.prover.exact.matrix import Matrix
from pcaproofs.prover.refute.evaluate import Point

_FAILURES = {
    GoalKind.FEASIBLE: "the claimed optimum breaks {subject}: left = {left}, right = {right}",
    GoalKind.BETTER: "the objective is {left}, better than {right} at the claimed optimum",
    GoalKind.VALUE: "the optimum is {left}, the claimed value {right}",
    GoalKind.EXACTLY: "optimal, but of the equations number {subject} fails: left = {left}, right = {right}",
    GoalKind.ENOUGH: "the equations hold, but the objective is {left}, and {right} at the optimum",
    GoalKind.SOLVABLE: "no {subject} does: the rank of the equations is {left}, and with their right sides {right}",
    GoalKind.ONE_SIDED: "{chosen} is best for the {subject} problem, but the objective of the {other} problem is "
    "{left} there, and better at {rival}, where it is {right}",
}


@dataclass(frozen=True)
class Counterexample:
    """Sizes and letters at which every hypothesis holds and `goal` fails; left and right are its two sides there."""

    dimensions: dict[str, int]
    letters: dict[str, Matrix]
    goal: GoalName
    left: Matrix
    right: Matrix
    exponents: Mapping[str, int] = field(default_factory=dict)  # symbols that are exponents, and their values

    @property
    def point(self) -> Point:
        """The point at which the statement fails, as text."""
        return Point(self.dimensions, self.letters)

    @property
    def is_rational(self) -> bool:
        """Whether all values are rational; else some are logarithms."""
        values = (*self.letters.values(), self.left, self.right)
        return not any(isinstance(x, Logs) for m in values for row in m for x in row)

    def text(self) -> str:
        """The counterexample on one line, without letters whose values follow from their names."""
        sizes = [f"{name} = {size}" for name, size in {**self.exponents, **self.dimensions}.items() if name[0] != "("]
        shown = {name: m for name, m in self.letters.items() if not _is_of_identity(name, m)}
        where = ", ".join(sizes + [f"{name} = {written(m)}" for name, m in shown.items() if name != written(m)])
        return f"{where}: {self.failure()}" if where else self.failure()

    def failure(self) -> str:
        """The goal that fails, with the values of both sides."""
        if self.left == self.right and self.goal.kind == GoalKind.MAIN:
            return f"both sides are {written(self.left)}"
        varied = [name.removesuffix("'") for name in self.letters if name.endswith("'")]
        chosen, rival = (
            f"({x})" if len(varied) > 1 else x for x in (", ".join(varied), "', ".join([*varied, ""])[:-2])
        )
        return _FAILURES.get(self.goal.kind, "left = {left}, right = {right}").format(
            subject=self.goal.subject,
            left=written(self.left),
            right=written(self.right),
            other="second" if self.goal.subject == "first" else "first",
            chosen=chosen,
            rival=rival,
        )

    def to_json(self) -> dict[str, Any]:
        """Plain data; a fraction is written like 3/5."""
        return {
            "dimensions": dict(self.dimensions),
            **({"exponents": dict(self.exponents)} if self.exponents else {}),
            "letters": {name: _plain(m) for name, m in self.letters.items()},
            "goal": str(self.goal),
            "left": _plain(self.left),
            "right": _plain(self.right),
            "text": self.text(),
        }


def _is_of_identity(name: str, m: Matrix) -> bool:
    """Whether a letter is named e_0, e_1, … and is this column of an identity matrix, or its rows, I[d×(d+e)]."""
    place = basis_place(name)
    return name.startswith("I[") or (place is not None and all(row[0] == int(k == place) for k, row in enumerate(m)))


def _plain(m: Matrix) -> list[list[str]]:
    return [[str(x) for x in row] for row in m]


def written(m: Matrix) -> str:
    """A scalar as 3/5, a column as (1, 2)ᵀ, a row as (1, 2), any other matrix by its rows: [[1, 2], [3, 4]]."""
    if len(m) == len(m[0]) == 1:
        return str(m[0][0])
    if len(m) == 1:
        return f"({', '.join(map(str, m[0]))})"
    if len(m[0]) == 1:
        return f"({', '.join(str(row[0]) for row in m)})ᵀ"
    return f"[{', '.join('[' + ', '.join(map(str, row)) + ']' for row in m)}]"


def weight(letters: Mapping[str, Matrix]) -> tuple[int, int]:
    """The effort of checking a point by hand: the number of nonzero entries, then the number of digits and signs."""
    entries = [Fraction(x) for m in letters.values() for row in m for x in row if not isinstance(x, Logs)]
    size = sum(abs(x.numerator) + 3 * (x.denominator - 1) + (x < 0) for x in entries)
    return sum(1 for x in entries if x) + size, size
