"""The start and the end of each goal's chain, with the words before it."""

from __future__ import annotations

from collections.abc import Mapping

from pcaproofs.formula import algebra
from pcaproofs.formula.factoring import Factoring
from pcaproofs.formula.from_kernel import KernelNotation
from pcaproofs.formula.line_breaks import LINE, width
from pcaproofs.formula.tree import Expectation, Formula, Name, Total, Zero, contains
from pcaproofs.goals import GoalKind, GoalName
from pcaproofs.kernel import (
    Certificate,
    Compare,
    Expression,
    IllTyped,
    Optimum,
    Polynomial,
    SameOptimisers,
    Scope,
    Statement,
    weigh,
)
from pcaproofs.report.derivation.chains import Side
from pcaproofs.report.derivation.facts import AT_BEST, BEST, F, PrintedFact, gap_of
from pcaproofs.report.sentences import NOTHING, Sentence, fill, sentence
from pcaproofs.terms import substituted

_READ = (Total, Expectation)  # read by the language as products of matrices; the reading gets a line of its own

SECOND = Name("g")
SHORT = 24  # glyphs of an optimum that is named in a sentence
ANY_POINT = "the objective at any feasible point"


class GoalSides:
    """The start and the end of the chain of every goal of one statement."""

    def __init__(
        self,
        statement: Statement,
        certificate: Certificate,
        scope: Scope,
        notation: KernelNotation,
        written: Mapping[str, Formula],
    ):
        self.statement, self.certificate, self.scope, self.print = statement, certificate, scope, notation
        self.written = written

    def of(self, goal: GoalName, p: Polynomial) -> tuple[Sentence, Side, Side] | None:
        """The words, start and end of a goal's chain; None if there is no chain.

        p: the polynomial that the kernel proves to be zero, or >= 0. There is a chain only if start − end = p.
        """
        try:
            found = self._sides_of(goal, p)
        except IllTyped:  # an expression that is ill-typed with the optimum substituted
            return None
        return found if found is not None and found[1][0] - found[2][0] == p else None

    def _sides_of(self, goal: GoalName, p: Polynomial) -> tuple[Sentence, Side, Side] | None:
        c, nothing = self.statement.conclusion, (p.scaled(0), [Zero()])
        match c:
            case Compare():
                written = (self.written["left"], self.written["right"]) if "left" in self.written else None
                return (NOTHING, *self._sides(c.left, c.right, c.relation, written))
            case SameOptimisers():
                return self._transform(c)
        at = dict(c.at)
        optimum = self.scope.expand(substituted(c.objective, at))
        gap = [gap_of(F, BEST, c.sense)]
        full = [self.print.form(c.objective), self.print.form(substituted(c.objective, at))]
        shown = gap_of(full[0], full[1], c.sense)
        if width(shown) <= 1.3 * LINE:
            gap.append(shown)
        match goal.kind:
            case GoalKind.FEASIBLE:
                h = dict(self.statement.hypotheses)[goal.subject]
                sides = self._sides(substituted(h.left, at), substituted(h.right, at), h.relation, None)
                return (sentence("At the claimed optimum"), *sides)
            case GoalKind.BETTER:
                return (NOTHING, (p, gap), nothing)
            case GoalKind.VALUE if c.value is not None:
                value = self.print.form(c.value)
                end = (self.scope.expand(c.value), self._written_forms(self.written.get("value", value), value))
                return (NOTHING, (optimum, [BEST, full[1]] if width(full[1]) <= LINE else [BEST]), end)
            case GoalKind.EXACTLY:
                e = c.exactly[goal.number]
                return (fill("Where {},", AT_BEST), *self._sides(e.left, e.right, "=", None))
            case GoalKind.ENOUGH:
                several = len(c.exactly) > 1
                words = "Where the equations hold," if several else "Where the equation holds,"
                return (sentence(words), (p, gap), nothing)
        return None

    def _sides(
        self, left: Expression, right: Expression, relation: str, written: tuple[Formula, Formula] | None
    ) -> tuple[Side, Side]:
        """Both sides of an equation; for an inequality their difference, and no second side."""
        p, q = self.scope.expand(left), self.scope.expand(right)
        a, b = self.print.form(left), self.print.form(right)
        if relation == "=":
            shown = [[form] for form in (a, b)]
            if written is not None:
                shown = [self._written_forms(x, form) for x, form in zip(written, (a, b), strict=True)]
            return (p, shown[0]), (q, shown[1])
        one, other = written or (a, b)
        difference = algebra.plus([one, algebra.negative(other)])
        return (p - q, self._written_forms(difference, algebra.plus([a, algebra.negative(b)]))), (
            (p - q).scaled(0),
            [Zero()],
        )

    def _written_forms(self, written: Formula, read: Formula) -> list[Formula]:
        """The author's expression, and its reading by the language if that differs."""
        if contains(written, _READ) and width(read) <= LINE:
            return [written, read]
        return [written]

    def _transform(self, c: SameOptimisers) -> tuple[Sentence, Side, Side]:
        assert self.certificate.transform is not None
        weight, constant, k, _ = self.certificate.transform
        first, second = (self.scope.expand(e) for _, e in (c.first, c.second))
        sign = 1 if c.first[0] == c.second[0] else -1
        known = {name: (relation, self.scope.difference(h.left, h.right)) for name, h, relation in self._signed()}
        factor = weigh(weight, known, (">",)).scaled(sign)
        written = self.print.form(Factoring(self.scope).expression(factor))
        power = algebra.power(F, k) if k != 1 else F
        end = algebra.plus([self.print.form(constant), algebra.times([written, power])])
        words = fill(
            "Let {} be the first objective and {} the second. On the right only {} depends on the variables, "
            "so what is best for one is best for the other:", F, SECOND, F,
        )  # fmt: skip
        q = factor * first**k + self.scope.expand(constant)
        read = self.print.form(c.second[1])
        return words, (second, [SECOND, *self._written_forms(self.written.get("second", read), read)]), (q, [end])

    def _signed(self) -> list[tuple[str, Compare, str]]:
        out = [(name, h, h.relation) for name, h in self.statement.hypotheses]
        for n in self.scope.sizes:
            size, zero = ("size", n), ("number", "0")
            out.append((f"{n} > 0", Compare(size, ">", zero), ">"))
            out.append((f"1/{n} > 0", Compare(("inverse", n, 1), ">", zero), ">"))
        return out

    def letters(self) -> Sentence:
        """What f and f⋆ are, in a proof of an optimum."""
        c = self.statement.conclusion
        assert isinstance(c, Optimum)
        at = [algebra.relation(self.print.letter(x), "=", self.print.form(e)) for x, e in c.at]
        place = fill("at {}", at[0]) if len(at) == 1 and width(at[0]) <= SHORT else "at the claimed optimum"
        return fill(f"Let {{}} be {ANY_POINT}, and {{}} its value {{}}.", F, BEST, place)

    def words(self, goal: GoalName, facts: Mapping[str, PrintedFact]) -> Sentence:
        """The words before the list of a goal's terms."""
        c = self.statement.conclusion
        if not isinstance(c, Optimum):
            return sentence("The difference of both sides" if isinstance(c, SameOptimisers) else "Left minus right")
        match goal.kind:
            case GoalKind.FEASIBLE:
                return fill("At the claimed optimum left minus right of {}", facts[goal.subject].written)
            case GoalKind.BETTER if c.sense == "min":
                return sentence(f"{ANY_POINT.capitalize()} minus its value at the claimed optimum")
            case GoalKind.BETTER:
                return sentence(f"The value at the claimed optimum minus {ANY_POINT}")
            case GoalKind.VALUE:
                return sentence("The objective at the claimed optimum minus the stated value")
            case GoalKind.EXACTLY:
                return fill("At an optimal point, where {}, left minus right of {}", AT_BEST, facts[str(goal)].written)
        return sentence("Where the equations hold, the gap to the optimum")
