"""Judging statements about optimisers: x ∈ argmin f, argmin f = x, w is optimal exactly if f(w) = c."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pcaproofs.notes.formulas.spelling import key
from pcaproofs.notes.formulas.surface import Blank, Chain, Listed, Name, Node, Problem
from pcaproofs.notes.judging.optima import Optimiser, optimiser
from pcaproofs.notes.judging.optima import case as optimum_case
from pcaproofs.notes.judging.problems import Problems
from pcaproofs.notes.judging.proving import Settled
from pcaproofs.notes.judging.state import Context
from pcaproofs.notes.judging.verdicts import RowVerdict
from pcaproofs.notes.prose.facts import Satisfies
from pcaproofs.notes.typing.ledger import Stated
from pcaproofs.notes.typing.shaping import Misfit
from pcaproofs.notes.typing.terms import Unsupported, Untyped


class OptimalPoints(Problems):
    """Judges statements about optimisers."""

    def beside_problem(self, stated: Stated) -> RowVerdict:
        """x ∈ argmin f, argmin f = argmin g."""
        left, right = stated.left, stated.right
        if isinstance(right, Problem) and stated.sign == "∈":
            try:
                return self.optimum(optimiser(left, right, stated.span, 0))
            except Unsupported as error:
                return self.verdict("unsupported", error.what)
        both = isinstance(left, Problem) and isinstance(right, Problem) and stated.sign == "="
        if both and {left.sense, right.sense} <= {"argmin", "argmax"}:  # type: ignore[attr-defined]
            self.context = Context(problem=left)  # type: ignore[arg-type]
            return self.problem(right, "⇔")  # type: ignore[arg-type]
        if isinstance(left, Problem) and isinstance(right, Problem) and stated.sign == "=":
            return self.values(left, right)
        if isinstance(left, Problem) and left.sense.startswith("arg") and stated.sign == "=":
            return self.only_optimiser(left, right, stated)
        if isinstance(right, Problem) and right.sense.startswith("arg") and self.names_optimiser(stated):
            found = self.stated(right)
            return self.verdict("definition", "an optimiser") if found.verdict == "problem" else found
        return self.verdict("unsupported", "the value of a problem")

    def names_optimiser(self, stated: Stated) -> bool:
        """Whether w = argmax f is the first fact about w in the note."""
        name = stated.left
        if not isinstance(name, Name) or stated.sign not in ("=", ":=") or self.is_said_to_be(name):
            return False
        return self.first.get(key(name), self.formula.span[0]) == self.formula.span[0]

    def only_optimiser(self, problem: Problem, point: Node, stated: Stated) -> RowVerdict:
        """The verdict of argmin f = x: x is the only optimiser.

        It is never refuted, because authors also write = for one of several optimisers.
        """
        name = problem.variables
        if not isinstance(name, Name) or any(
            isinstance(x, Satisfies) for x in self.table.at(name, stated.span[0]).facts
        ):
            return self.verdict("unsupported", "the optimiser of a problem with several variables, or with constraints")
        only = Chain((name, point), ("=",), span=stated.span)
        found = self.optimum(Optimiser((point,), problem, stated.span, 0), exactly=[only], is_refuted=False)
        self.optimiser = None
        return found

    def words_since(self, statement: Optimiser) -> str:
        """The words between an earlier statement and the current formula."""
        return self.note.source.text[statement.end : self.note.fences[self.formula.fences[0]].whole[0]][:400]

    def optimum(
        self, statement: Optimiser, value: Node | None = None, exactly: Sequence[Chain] = (), *, is_refuted: bool = True
    ) -> RowVerdict:
        """The verdict of a statement about optimisers; the following statements are about the same problem."""
        typing = self.binding(statement.problem)
        try:
            case = optimum_case(typing, statement, value, exactly)
        except (Untyped, Unsupported, Misfit) as error:
            return self.failed(typing, error)
        self.optimiser = replace(statement, end=self.note.fences[self.formula.fences[-1]].whole[1])
        sides = (*statement.points, statement.problem.body, *statement.problem.constraints)
        case.extra = self.extra(typing, Stated(Listed(sides), "=", value or Blank(), self.formula.span))
        case.is_statement = self.is_statement
        settled = self.settle(case)
        if isinstance(settled, Settled) and settled.result.verdict == "undecided" and case.extra:
            settled = self.settle(case, conditions=True) or settled
        if isinstance(settled, RowVerdict):
            return settled
        if settled.result.verdict == "proved":
            return self.proved(typing, settled)
        if settled.result.verdict in ("unsupported", "ill-typed"):
            return self.verdict("unsupported", settled.result.reason)
        if not self.is_understood or not is_refuted:
            return self.verdict("undecided", "not proved that it is optimal")
        stated = Stated(Listed(sides), "∈", Blank(), self.formula.span)
        return self.unproved(case, typing, frozenset(typing.letters), stated)
