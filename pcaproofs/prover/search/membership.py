"""Cofactors by linear algebra: a test whether the goal is in the span of multiples of facts.

The multiples are the rows of a Macaulay matrix, whose columns are the monomials. It grows from the goal's monomials:
every multiple of a fact that has one of them is a row, and brings new monomials. Within its bounds this is complete,
whereas rewriting may fail (skew forms, two projectors, traces). It does not find cofactors of which no term
is connected with the goal, directly or through others.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import TypeVar

from pcaproofs.kernel import Monomial, Polynomial
from pcaproofs.language.rationals import Rational, over
from pcaproofs.prover.effort import Deadline, spend
from pcaproofs.prover.search.context import ProofContext
from pcaproofs.prover.search.rewriting.cofactors import Cofactors
from pcaproofs.prover.search.rewriting.matches import Match, RuleIndex
from pcaproofs.prover.search.rewriting.rules import all_rules
from pcaproofs.prover.search.rewriting.scalar_matches import scalar_matches

MAX_ROWS = 1500  # of the matrix of a goal
MAX_SPAN_ROWS = 500  # of the matrix of a span
MAX_TERMS = 120  # of a goal
MAX_ROWS_SOLVED_EACH_TIME = 60  # beyond these a solution is looked for after every 20th row only

Row = dict[Monomial, Rational]
K = TypeVar("K")


def combine(context: ProofContext, goal: Polynomial, deadline: Deadline, slack: int = 4) -> Cofactors | None:
    """Cofactors with goal = Σ cofactors, from multiples of degree at most the goal's plus slack; None if not found."""
    if not goal.terms or not context.polynomials or len(goal.terms) > MAX_TERMS:
        return None
    bound = max(context.order.degree(m) for m in goal.terms) + slack
    matrix = MacaulayMatrix(context, goal, bound, distinct=True)
    while matrix.size < MAX_ROWS * context.effort and not deadline.passed() and matrix.grow(deadline):
        often = matrix.size < MAX_ROWS_SOLVED_EACH_TIME or matrix.size % 20 == 0
        if (often or matrix.is_complete) and (found := matrix.combination(goal)) is not None:
            return found
    return None if matrix.interrupted else matrix.combination(goal)


class MultipleSource:
    """Finds all multiples of facts that contain a given monomial."""

    def __init__(self, context: ProofContext):
        rules = [rule for name, p in context.polynomials.items() for rule in all_rules(name, p)]
        self._index = RuleIndex(rules)
        self._others = [rule for rule in rules if not rule.matches_by_letters]

    def matches(self, monomial: Monomial) -> list[Match]:
        """The multiples of facts with a term that divides the monomial."""
        return [*self._index.matches(monomial), *scalar_matches(self._others, monomial)]


class MacaulayMatrix:
    """Multiples of facts as rows over their monomials, in echelon form; it grows from the monomials of a polynomial.

    bound: the degree of its monomials. distinct: whether a row that is a multiple of another one is left out.
    interrupted: whether time ended in the middle of a column's rows.
    """

    def __init__(self, context: ProofContext, start: Polynomial, bound: int, *, distinct: bool):
        self._like, self._bound, self._degree = start, bound, context.order.degree
        self._source = MultipleSource(context)
        self._echelon = _Echelon()
        self._matches: list[Match] = []  # of each row
        self._seen: set[frozenset[tuple[Monomial, Rational]]] | None = set() if distinct else None
        self.monomials = dict.fromkeys(sorted(start.terms, key=context.order.key))
        self._agenda = deque(self.monomials)
        self.interrupted = False

    @property
    def size(self) -> int:
        """The number of rows."""
        return len(self._matches)

    @property
    def is_complete(self) -> bool:
        """Whether the multiples of every monomial are rows."""
        return not self._agenda

    def grow(self, deadline: Deadline) -> bool:
        """Adds the multiples that contain the next monomial; False if there is none, or no time left."""
        if not self._agenda:
            return False
        for match in self._source.matches(self._agenda.popleft()):
            if deadline.passed():
                self.interrupted = True
                return False
            row = match.multiple(self._like)
            if row and not any(self._degree(m) > self._bound for m in row) and self._is_new(row):
                self._echelon.insert(row, len(self._matches))
                self._matches.append(match)
                new = [m for m in row if m not in self.monomials]
                self.monomials.update(dict.fromkeys(new))
                self._agenda += new
        return True

    def _is_new(self, row: Row) -> bool:
        if self._seen is None:
            return True
        scale = next(iter(row.values()))
        key = frozenset((m, over(c, scale)) for m, c in row.items())
        if key in self._seen:
            return False
        self._seen.add(key)
        return True

    def reduce(self, terms: Mapping[Monomial, Rational]) -> tuple[Row, Cofactors]:
        """The rest of a polynomial, the same for all that are equal by the rows, and polynomial − rest as cofactors."""
        rest, added = self._echelon.reduce(dict(terms), {})
        cofactors = Cofactors()
        for i, c in sorted(added.items()):
            if c:
                cofactors.add(self._matches[i], -c)
        return rest, cofactors

    def combination(self, goal: Polynomial) -> Cofactors | None:
        """Cofactors with goal = Σ cofactors; None where the goal is not in the span of the rows."""
        rest, cofactors = self.reduce(goal.terms)
        return None if rest else cofactors


def span_of(context: ProofContext, f: Polynomial, deadline: Deadline) -> MacaulayMatrix:
    """The matrix that grows from f, up to the degree of f plus that of the facts, within the deadline."""
    degree = context.order.degree
    bound = max([degree(m) for m in f.terms] + [0])
    bound += max([degree(m) for p in context.known_equations() for m in p.terms] + [0])
    matrix = MacaulayMatrix(context, f, bound, distinct=False)
    while matrix.size < MAX_SPAN_ROWS * context.effort and not deadline.passed() and matrix.grow(deadline):
        pass
    return matrix


class _Echelon:
    """Rows in reduced echelon form, each remembering of which given rows it is a combination."""

    def __init__(self) -> None:
        self.rows: dict[Monomial, tuple[Row, dict[int, Rational]]] = {}

    def reduce(self, row: Row, combination: dict[int, Rational]) -> tuple[Row, dict[int, Rational]]:
        """The row reduced by the pivots of the others, and the combination of given rows that it now is."""
        row, combination = dict(row), dict(combination)
        todo = [m for m in row if m in self.rows]
        while todo:
            m = todo.pop()
            c = row.get(m)
            if not c:
                continue
            pivot, parts = self.rows[m]
            spend(2 * (1 + len(pivot) + len(parts)))
            for k, v in pivot.items():
                total = row.get(k, 0) - c * v
                if total:
                    row[k] = total
                    if k in self.rows:
                        todo.append(k)
                else:
                    row.pop(k, None)
            for i, v in parts.items():
                combination[i] = combination.get(i, 0) - c * v
        return row, combination

    def insert(self, row: Row, i: int) -> None:
        """Adds row number i, unless it is a combination of the others."""
        rest, combination = self.reduce(row, {i: 1})
        if rest:
            pivot = min(rest, key=repr)
            c = rest[pivot]
            new = {m: over(v, c) for m, v in rest.items()}, {j: over(v, c) for j, v in combination.items() if v}
            spend(4 * len(rest) + len(self.rows))
            for other, (old, parts) in list(self.rows.items()):
                if pivot in old:
                    self.rows[other] = (_minus(old, old[pivot], new[0]), _minus(parts, old[pivot], new[1]))
            self.rows[pivot] = new


def _minus(a: Mapping[K, Rational], c: Rational, b: Mapping[K, Rational]) -> dict[K, Rational]:
    """a - c·b without zeros."""
    spend(2 * len(b))
    out = dict(a)
    for k, v in b.items():
        total = out.pop(k, 0) - c * v
        if total:
            out[k] = total
    return out
