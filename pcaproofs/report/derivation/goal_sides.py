"""Where the proof of each goal starts and where it ends, with the words before it."""

from __future__ import annotations

from collections.abc import Mapping

from pcaproofs.formula import tree
from pcaproofs.formula.factoring import Factoring
from pcaproofs.formula.from_kernel import KernelNotation
from pcaproofs.formula.latex import LINE, latex, width
from pcaproofs.formula.tree import Enclosed, Formula, Name, Zero
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
from pcaproofs.report.derivation.facts import Fact
from pcaproofs.terms import substituted

F, BEST = Name("f"), Name(r"f^\star")
_READ = (r"\sum", r"\mathbb{E}")  # what the language reads as products of matrices, worth a line of its own


class GoalSides:
    """The two ends of every goal of one statement."""

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

    def of(self, goal: GoalName, p: Polynomial) -> tuple[str, Side, Side] | None:
        """Words, the side that a chain starts with and the one that it ends with; None where there is no chain.

        p is what the kernel says is zero, or >= 0: start − end. Where that is not so there is no chain.
        """
        try:
            found = self._of(goal, p)
        except IllTyped:  # an expression that means nothing once the optimum is put into it
            return None
        return found if found is not None and found[1][0] - found[2][0] == p else None

    def _of(self, goal: GoalName, p: Polynomial) -> tuple[str, Side, Side] | None:
        c, nothing = self.statement.conclusion, (p.scaled(0), [Zero()])
        match c:
            case Compare():
                said = (self.written["left"], self.written["right"]) if "left" in self.written else None
                return ("", *self._sides(c.left, c.right, c.relation, said))
            case SameOptimisers():
                return self._transform(c)
        at = dict(c.at)
        optimum = self.scope.expand(substituted(c.objective, at))
        gap: list[Formula] = [tree.plus([F, tree.negative(BEST)] if c.sense == "min" else [BEST, tree.negative(F)])]
        full = [self.print.form(c.objective), self.print.form(substituted(c.objective, at))]
        shown = tree.plus([full[0], tree.negative(full[1])] if c.sense == "min" else [full[1], tree.negative(full[0])])
        if width(latex(shown)) <= 1.3 * LINE:
            gap.append(shown)
        means = r"Let $f$ be the objective at any feasible point and $f^\star$ its value at the claimed optimum. Then"
        match goal.kind:
            case GoalKind.FEASIBLE:
                h = dict(self.statement.hypotheses)[goal.subject]
                sides = self._sides(substituted(h.left, at), substituted(h.right, at), h.relation, None)
                return ("At the claimed optimum", *sides)
            case GoalKind.BETTER:
                return (means, (p, gap), nothing)
            case GoalKind.VALUE if c.value is not None:
                value = self.print.form(c.value)
                end = (self.scope.expand(c.value), self._ways(self.written.get("value", value), value))
                return ("", (optimum, [BEST, full[1]] if width(latex(full[1])) <= LINE else [BEST]), end)
            case GoalKind.EXACTLY:
                e = c.exactly[goal.number]
                return (r"Where $f = f^\star$,", *self._sides(e.left, e.right, "=", None))
            case GoalKind.ENOUGH:
                return (
                    "Where the equations hold," if len(c.exactly) > 1 else "Where the equation holds,",
                    (p, gap),
                    nothing,
                )
        return None

    def _sides(
        self, left: Expression, right: Expression, relation: str, written: tuple[Formula, Formula] | None
    ) -> tuple[Side, Side]:
        """Both sides of an equation; of an inequality their difference, and nothing."""
        p, q = self.scope.expand(left), self.scope.expand(right)
        a, b = self.print.form(left), self.print.form(right)
        if relation == "=":
            shown = [[form] for form in (a, b)]
            if written is not None:
                shown = [self._ways(said, form) for said, form in zip(written, (a, b), strict=True)]
            return (p, shown[0]), (q, shown[1])
        one, other = written or (a, b)
        difference = tree.plus([one, tree.negative(other)])
        return (p - q, self._ways(difference, tree.plus([a, tree.negative(b)]))), ((p - q).scaled(0), [Zero()])

    def _ways(self, said: Formula, read: Formula) -> list[Formula]:
        """As the author says it, and where that is read as something else, as it is read."""
        if any(mark in latex(said) for mark in _READ) and width(latex(read)) <= LINE:
            return [said, read]
        return [said]

    def _transform(self, c: SameOptimisers) -> tuple[str, Side, Side]:
        assert self.certificate.transform is not None
        weight, constant, k, _ = self.certificate.transform
        first, second = (self.scope.expand(e) for _, e in (c.first, c.second))
        sign = 1 if c.first[0] == c.second[0] else -1
        known = {name: (relation, self.scope.difference(h.left, h.right)) for name, h, relation in self._signed()}
        factor = weigh(weight, known, (">",)).scaled(sign)
        written = self.print.form(Factoring(self.scope).expression(factor))
        power = F if k == 1 else Enclosed("", (F,), f"^{{{k}}}")
        end = tree.plus([self.print.form(constant), tree.times([written, power])])
        words = (
            "Let $f$ be the first objective and $g$ the second. Nothing but $f$ on the right depends on the variables, "
            "so what is best for one is best for the other:"
        )
        q = factor * first**k + self.scope.expand(constant)
        read = self.print.form(c.second[1])
        return words, (second, [Name("g"), *self._ways(self.written.get("second", read), read)]), (q, [end])

    def _signed(self) -> list[tuple[str, Compare, str]]:
        out = [(name, h, h.relation) for name, h in self.statement.hypotheses]
        for n in self.scope.sizes:
            size, zero = ("size", n), ("number", "0")
            out.append((f"{n} > 0", Compare(size, ">", zero), ">"))
            out.append((f"1/{n} > 0", Compare(("inverse", n, 1), ">", zero), ">"))
        return out

    def words(self, goal: GoalName, facts: Mapping[str, Fact]) -> str:
        """What the list of a goal's terms adds up to."""
        c = self.statement.conclusion
        if not isinstance(c, Optimum):
            return "The difference of both sides" if isinstance(c, SameOptimisers) else "Left minus right"
        any_point, best = "the objective at any feasible point", "its value at the claimed optimum"
        match goal.kind:
            case GoalKind.FEASIBLE:
                return f"At the claimed optimum left minus right of {facts[goal.subject].written}"
            case GoalKind.BETTER if c.sense == "min":
                return f"{any_point.capitalize()} minus {best}"
            case GoalKind.BETTER:
                return f"{best.capitalize().replace('Its', 'The')} minus {any_point}"
            case GoalKind.VALUE:
                return "The objective at the claimed optimum minus the stated value"
            case GoalKind.EXACTLY:
                return rf"At an optimal point, where $f = f^\star$, left minus right of {facts[str(goal)].written}"
        return "Where the equations hold, the gap to the optimum"
