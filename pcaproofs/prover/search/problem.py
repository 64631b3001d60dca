"""The input of the search: a statement that the kernel has read once, for all attempts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from pcaproofs.kernel import (
    Certificate,
    Compare,
    Expression,
    Goal,
    Known,
    Polynomial,
    SameOptimisers,
    Scope,
    Statement,
    Transform,
    goals,
)
from pcaproofs.prover.search.lets import is_huge, names_for
from pcaproofs.prover.search.sos.statement_basis import statement_words

FALSE = Compare(("number", "1"), "=", ("number", "0"))


@dataclass(frozen=True)
class Problem:
    """A statement, with values that the kernel computes on first use. Raises IllTyped, on first use, for wrong shapes.

    transform: for a statement about two optimisation problems, once it is found.
    """

    statement: Statement
    transform: Transform | None = None

    @cached_property
    def _concluded(self) -> tuple[Scope, list[Goal]]:
        return goals(self.statement, Certificate((), transform=self.transform))

    @cached_property
    def _given(self) -> tuple[Scope, Known]:
        scope, (goal,) = goals(replace(self.statement, conclusion=FALSE), Certificate(()))
        return scope, goal[3]

    @property
    def scope(self) -> Scope:
        """The kernel's scope of the statement's letters, for multiplying out."""
        return self._given[0] if isinstance(self.statement.conclusion, SameOptimisers) else self._concluded[0]

    @property
    def goals(self) -> list[Goal]:
        """The goals, as the kernel has them."""
        return self._concluded[1]

    @property
    def known(self) -> Known:
        """The hypotheses, and the kernel's facts about dimensions."""
        return self._given[1]

    @cached_property
    def lets(self) -> tuple[tuple[str, Expression], ...]:
        """Names for the sums in products that would be large when multiplied out."""
        return names_for(self.statement)

    @cached_property
    def is_huge(self) -> bool:
        """Whether the statement can be multiplied out with such names only."""
        return is_huge(self.statement)

    @cached_property
    def words(self) -> tuple[Polynomial, ...]:
        """The words of the norms in the statement: the likeliest squares in a proof of an inequality."""
        return tuple(statement_words(self.statement, self.scope))
