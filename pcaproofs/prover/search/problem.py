"""A statement as the search takes it: read by the kernel once, and handed down from attempt to attempt."""

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
    """One statement; everything else is read off it when it is first asked for, and raises IllTyped where it is wrong.

    transform: of a statement about two optimisation problems, once it is found.
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
        """What the statement's expressions may use."""
        return self._given[0] if isinstance(self.statement.conclusion, SameOptimisers) else self._concluded[0]

    @property
    def goals(self) -> list[Goal]:
        """What is to prove, as the kernel has it."""
        return self._concluded[1]

    @property
    def known(self) -> Known:
        """The hypotheses and what the kernel knows of dimensions, whatever the conclusion is."""
        return self._given[1]

    @cached_property
    def lets(self) -> tuple[tuple[str, Expression], ...]:
        """Names for the sums in products that are large when they are multiplied out."""
        return names_for(self.statement)

    @cached_property
    def is_huge(self) -> bool:
        """Whether nothing but such names can make it small enough."""
        return is_huge(self.statement)

    @cached_property
    def words(self) -> tuple[Polynomial, ...]:
        """The words of its norms, whose squares are the likeliest ones of a proof that something is >= 0."""
        return tuple(statement_words(self.statement, self.scope))
