"""Distinguishing two problems: a choice that is provably best for one, and a better choice for the other.

A choice is provably best in two cases. The objective is a sum of squares that is zero there. Or all feasible choices
are known: finitely many values of a scalar, or a few points and curves at small sizes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from random import Random

from pcaproofs.goals import GoalKind, GoalName
from pcaproofs.kernel import Compare, Expression, SameOptimisers, Statement
from pcaproofs.prover.exact import linear_algebra as linear
from pcaproofs.prover.exact import matrix as mx
from pcaproofs.prover.exact.matrix import Matrix
from pcaproofs.prover.refute.choices import Choices
from pcaproofs.prover.refute.counterexample import Counterexample
from pcaproofs.prover.refute.evaluate import compiled
from pcaproofs.prover.refute.feasible import Cover, Objective, feasible
from pcaproofs.prover.refute.plan import plan
from pcaproofs.prover.refute.relation import Relation
from pcaproofs.prover.refute.sampler import Letters, Sampler

Aim = tuple[str, Expression]  # "min" or "max" of an objective
MAX_RIVALS = 6  # other feasible choices at one point
MAX_POINTS = 5  # for degrees up to 4
_ZERO: Expression = ("number", "0")


def certain(c: SameOptimisers) -> Iterator[Sequence[Compare]]:
    """Equations to add to the hypotheses so that a point is likely to be an optimum."""
    yield ()
    for sense, f in (c.first, c.second):
        if sense == "min" and is_sum_of_squares(f):
            yield [Compare(f, "=", _ZERO)]


def is_sum_of_squares(e: Expression) -> bool:
    """Whether it is written as a sum of squares: tr(MᵀM), even powers, their sums and positive multiples."""
    match e:
        case ("tr", ("mul", ("t", a), b)) | ("tr", ("mul", a, ("t", b))) | ("mul", ("t", a), b):
            return bool(a == b)
        case ("pow", _, k) if k % 2 == 0:
            return True
        case ("number", text):
            return not text.startswith("-")
        case ("size", _):
            return True
        case ("inverse", _, k):
            return bool(k % 2 == 0)
        case ("add" | "mul", *parts):
            return all(map(is_sum_of_squares, parts))
    return False


class Apart:
    """A statement about two problems, compiled for evaluation at many points."""

    def __init__(self, statement: Statement):
        c = statement.conclusion
        assert isinstance(c, SameOptimisers)
        self.statement, self.conclusion = statement, c
        self.relations = [Relation(h, name) for name, h in statement.hypotheses]
        self.feasible = feasible(statement)
        both = [self.feasible.degree(f) for _, f in (c.first, c.second)] if self.feasible else []
        self.degrees = [k for k in both if k is not None]

    def __call__(self, sampler: Sampler, letters: Letters) -> Counterexample | None:
        """A choice x at this point that is best for one problem, while a choice x' is better for the other."""
        if not all(r.holds(sampler.sizes, letters) for r in self.relations):
            return None
        c = self.conclusion
        for one, other, which in ((c.first, c.second, "first"), (c.second, c.first, "second")):
            for best, rivals in self._choices(one, other, sampler, letters):
                here = _value(other, sampler, best)
                for rival in rivals:
                    if _value(other, sampler, rival) < here:
                        return _shown(self.statement, sampler, (best, rival), other[1], which)
        return None

    def _choices(
        self, one: Aim, other: Aim, sampler: Sampler, letters: Letters
    ) -> Iterator[tuple[Letters, Iterable[Letters]]]:
        """Choices that are provably best for one problem, each with choices that may be better for the other."""
        values = _all_values(self.conclusion, self.relations, sampler, letters)
        if values is not None:
            least = min((_value(one, sampler, x) for x in values), default=None)
            yield from ((x, values) for x in values if _value(one, sampler, x) == least)
        elif (known := self._known(sampler)) is not None and len(self.degrees) == 2:
            first, second = (self._objective(aim, known, sampler, letters) for aim in (one, other))
            rival = second.low()
            for best in first.lowest():
                if rival is not None and second.value(rival) < second.value(best):
                    x, y = (self._choice(known.at(place), sampler, letters) for place in (best, rival))
                    yield x, [y]
        elif one[0] == "min" and _value(one, sampler, letters) == 0 and is_sum_of_squares(one[1]):
            yield letters, _rivals(self.statement, self.conclusion, sampler, letters)

    def _known(self, sampler: Sampler) -> Cover | None:
        return self.feasible.cover(sampler.sizes) if self.feasible is not None else None

    def _choice(self, x: Matrix, sampler: Sampler, letters: Letters) -> Letters:
        assert self.feasible is not None
        return self.feasible.choice(x, sampler.sizes, letters)

    def _objective(self, aim: Aim, known: Cover, sampler: Sampler, letters: Letters) -> Objective:
        degree = self.degrees[0 if aim is self.conclusion.first else 1]
        return Objective(known, degree, lambda x: _value(aim, sampler, self._choice(x, sampler, letters)))


def _value(aim: Aim, sampler: Sampler, letters: Letters) -> Fraction:
    """The objective, negated for a maximum, so that smaller is better."""
    value = Fraction(compiled(aim[1])(sampler.sizes, letters)[0][0])
    return value if aim[0] == "min" else -value


def _all_values(
    c: SameOptimisers, relations: Sequence[Relation], sampler: Sampler, letters: Letters
) -> list[Letters] | None:
    """Every feasible choice of one scalar, if an equation of degree at most 4 has only rational, simple roots."""
    if len(c.variables) != 1 or sampler.shapes[c.variables[0]] != (1, 1):
        return None
    (name,) = c.variables
    about = [r for r in relations if name in r.names]
    for r in about:
        if r.relation != "=":
            continue
        at = [r.residual(sampler.sizes, {**letters, name: ((x,),)})[0] for x in range(MAX_POINTS + 2)]
        coefficients = linear.interpolated(at[:MAX_POINTS])
        if any(sum(a * x**k for k, a in enumerate(coefficients)) != at[x] for x in (MAX_POINTS, MAX_POINTS + 1)):
            continue  # of a higher degree, or no polynomial
        roots = linear.rational_roots(coefficients)
        degree = max((k for k, a in enumerate(coefficients) if a), default=0)
        if degree and len(roots) == degree:
            choices = [{**letters, name: ((x,),)} for x in roots]
            return [choice for choice in choices if all(r.holds(sampler.sizes, choice) for r in about)]
    return None


def _rivals(statement: Statement, c: SameOptimisers, sampler: Sampler, letters: Letters) -> Iterator[Letters]:
    """Other feasible choices."""
    given = {name: m for name, m in letters.items() if name not in c.variables}
    shapes = {name: (r, cols) for name, r, cols in statement.letters}
    hypotheses = [Relation(h, name) for name, h in statement.hypotheses]
    stages, random = plan(shapes, hypotheses, known=given), Random(3)
    free = Sampler(shapes, hypotheses, sampler.sizes)
    for attempt in range(MAX_RIVALS):
        rival = free.point(stages, Choices(random, width=3 + attempt), given)
        if rival is not None and all(h.holds(sampler.sizes, rival) for h in hypotheses):
            yield rival


def _shown(
    statement: Statement, sampler: Sampler, choices: tuple[Letters, Letters], other: Expression, which: str
) -> Counterexample:
    """The choice that is best for the problem `which`, and with primes one that is better for the other objective."""
    letters, rival = choices
    c = statement.conclusion
    assert isinstance(c, SameOptimisers)
    shown = {name: mx.exact(letters[name]) for name, *_ in statement.letters}
    shown |= {f"{name}'": mx.exact(rival[name]) for name in c.variables}
    left, right = (mx.exact(compiled(other)(sampler.sizes, at)) for at in (letters, rival))
    return Counterexample(dict(sampler.sizes), shown, GoalName(GoalKind.ONE_SIDED, which), left, right)
