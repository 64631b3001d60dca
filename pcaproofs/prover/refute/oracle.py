"""Whether a statement fails at a point: every hypothesis checked exactly, then the conclusion."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pcaproofs.goals import BETTER, ENOUGH, MAIN, VALUE, GoalKind, GoalName, exactly, feasible
from pcaproofs.kernel import Compare, Optimum, SameOptimisers, Statement
from pcaproofs.language.hypotheses import ENTRIES
from pcaproofs.prover.exact import matrix as mx
from pcaproofs.prover.exact.matrix import Matrix
from pcaproofs.prover.refute.computed import Hints, computed, has_unknown_logarithms
from pcaproofs.prover.refute.counterexample import Counterexample
from pcaproofs.prover.refute.evaluate import Letters, Point, Sizes, compiled
from pcaproofs.prover.refute.optimisers import Apart
from pcaproofs.prover.refute.relation import Relation, related, relation_of
from pcaproofs.prover.refute.sampler import Sampler

Failure = tuple[GoalName, Matrix, Matrix]


class PointOracle:
    """A statement compiled for evaluation at many points; calling it gives the goal that fails at a point, or None.

    hints: the hints of a reading; the oracle uses the conditions on entries, which no equation expresses. held: at how
    many points the hypotheses held and no goal failed.
    """

    def __init__(self, statement: Statement, hints: Hints = ()):
        self.statement, c = statement, statement.conclusion
        self.held = 0
        self.entries = [(name, ENTRIES[kind]) for kind, names in hints if kind in ENTRIES for name in names]
        hypotheses = [relation_of(h, name) for name, h in statement.hypotheses]
        hypotheses += [relation_of(h) for h in computed(statement, hints)]
        self.is_exact = not has_unknown_logarithms(statement, hints)
        variables = {name for name, _ in c.at} if isinstance(c, Optimum) else set()
        self.fixed = [h for h in hypotheses if not h.names & variables]
        self.about = [h for h in hypotheses if h.names & variables]
        self.main = Relation(c) if isinstance(c, Compare) else None
        if isinstance(c, Optimum):
            self.sign = 1 if c.sense == "min" else -1
            self.objective = compiled(c.objective)
            self.at = [(name, compiled(e)) for name, e in c.at]
            self.value = None if c.value is None else compiled(c.value)
            self.exactly = [Relation(e) for e in c.exactly]

    def __call__(self, sizes: Sizes, letters: Letters) -> Failure | None:
        """The goal that fails at the point; None if none does, or a hypothesis fails.

        For a statement about two optimisation problems it is always None: one point decides nothing about them.
        """
        if not self.is_exact:
            return None
        try:
            if not all(h.holds(sizes, letters) for h in self.fixed) or not self._has_entries(letters):
                return None
            failure = self._failure(sizes, letters)
        except ZeroDivisionError:  # 1/x, and no hypothesis says x ≠ 0
            return None
        self.held += failure is None
        return failure

    def _failure(self, sizes: Sizes, letters: Letters) -> Failure | None:
        if isinstance(self.statement.conclusion, Optimum):
            return next(self._optimum(sizes, letters), None)
        if self.main is None:
            return None
        left, right = self.main.sides(sizes, letters)
        return None if related(left, self.main.relation, right) else (MAIN, left, right)

    def feasible(self, sizes: Sizes, letters: Letters) -> bool:
        """Whether every hypothesis holds."""
        return all(h.holds(sizes, letters) for h in (*self.fixed, *self.about)) and self._has_entries(letters)

    def _has_entries(self, letters: Letters) -> bool:
        """Whether the entries satisfy conditions that are not equations, such as those of a permutation matrix."""
        return all(test(letters[name]) for name, test in self.entries)

    def at_optimum(self, sizes: Sizes, letters: Letters) -> Letters:
        """The letters, with the claimed optimum as the value of each variable."""
        return {**letters, **{name: value(sizes, letters) for name, value in self.at}}

    def _optimum(self, sizes: Sizes, letters: Letters) -> Iterator[Failure]:
        witness = self.at_optimum(sizes, letters)
        for h in self.about:  # whether the witness is feasible may depend on the letters that are no variables only
            left, right = h.sides(sizes, witness)
            if not related(left, h.relation, right):
                yield feasible(h.name), left, right
        best = self.objective(sizes, witness)
        if self.value is not None:
            value = self.value(sizes, letters)
            if best != value:
                yield VALUE, best, value
        yield from _broken(self.exactly, sizes, witness)
        if not all(h.holds(sizes, letters) for h in self.about):
            return
        here = self.objective(sizes, letters)
        gap = (here[0][0] - best[0][0]) * self.sign
        if gap < 0:
            yield BETTER, here, best
        if gap == 0:
            yield from _broken(self.exactly, sizes, letters)
        elif self.exactly and all(e.holds(sizes, letters) for e in self.exactly):
            yield ENOUGH, here, best


def _broken(equations: Sequence[Relation], sizes: Sizes, optimal: Letters) -> Iterator[Failure]:
    for i, e in enumerate(equations):
        left, right = e.sides(sizes, optimal)
        if not related(left, e.relation, right):
            yield exactly(i), left, right


def fails(statement: Statement, point: Point) -> Counterexample | None:
    """The point as a counterexample, if every hypothesis holds there exactly and the conclusion does not.

    For two optimisation problems, the counterexample depends only on the other letters, not on the variables.
    """
    if isinstance(statement.conclusion, SameOptimisers):
        shapes = {name: (rows, cols) for name, rows, cols in statement.letters}
        relations = [Relation(h, name) for name, h in statement.hypotheses]
        letters = {name: m for name, m in point.letters.items() if name in shapes}
        return Apart(statement)(Sampler(shapes, relations, point.dimensions), letters)
    return counterexample(PointOracle(statement), point.dimensions, point.letters)


def counterexample(judge: PointOracle, sizes: Sizes, letters: Letters) -> Counterexample | None:
    """The point as a counterexample, by an oracle that was made before; None as for `fails`."""
    failure = judge(sizes, letters)
    if failure is None:
        return None
    goal, left, right = failure
    if goal.kind is GoalKind.EXACTLY and judge(sizes, optimal := judge.at_optimum(sizes, letters)) == failure:
        letters = optimal  # the claimed optimum itself breaks the equation, whatever is chosen elsewhere
    shown = {name: mx.exact(letters[name]) for name, *_ in judge.statement.letters}
    return Counterexample(dict(sizes), shown, goal, mx.exact(left), mx.exact(right))
