"""The goals of a statement as data.

The kernel and certificate files name goals by texts. Only this module parses these texts. `kernel.goals` lists the
goals of a statement; a counterexample says which one fails.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

OPTIMAL = "optimal"  # name of a hypothesis in proofs of EXACTLY: a choice is as good as the claimed optimum


class GoalKind(Enum):
    """The kinds of goals; the value is the start of the goal's text."""

    MAIN = "main"  # the comparison of a Compare
    FEASIBLE = "feasible:"  # of an Optimum: the claimed optimum satisfies the constraint `subject`
    BETTER = "better"  # no feasible choice is better than the claimed optimum
    VALUE = "value"  # the objective at the claimed optimum is the claimed value
    EXACTLY = "exactly"  # equation number `subject` holds for every optimal choice
    ENOUGH = "enough"  # a feasible choice that satisfies the equations is optimal
    TRANSFORM = "transform"  # of a SameOptimisers: the second objective is a transform of the first
    SOLVABLE = "solvable for"  # some value of the letter `subject` satisfies the equations; no proof has it
    ONE_SIDED = "best for the"  # a choice is best for the objective `subject` (first, second) only; no proof has it


_WITH_SUBJECT = {GoalKind.FEASIBLE, GoalKind.EXACTLY, GoalKind.SOLVABLE, GoalKind.ONE_SIDED}


@dataclass(frozen=True)
class GoalName:
    """The name of a goal: its kind, and for some kinds a subject (a constraint, an equation's number, an objective)."""

    kind: GoalKind
    subject: str = ""

    def __str__(self) -> str:
        """The text in the kernel, certificates and JSON."""
        if self.kind is GoalKind.ONE_SIDED:
            return f"{self.kind.value} {self.subject} only"
        return f"{self.kind.value} {self.subject}" if self.kind in _WITH_SUBJECT else self.kind.value

    @property
    def number(self) -> int:
        """The number of the equation of EXACTLY, counted from 0."""
        return int(self.subject)


MAIN, BETTER, VALUE, ENOUGH, TRANSFORM = (
    GoalName(kind) for kind in (GoalKind.MAIN, GoalKind.BETTER, GoalKind.VALUE, GoalKind.ENOUGH, GoalKind.TRANSFORM)
)


def feasible(constraint: str) -> GoalName:
    """The goal that the claimed optimum satisfies the constraint of this name."""
    return GoalName(GoalKind.FEASIBLE, constraint)


def exactly(number: int) -> GoalName:
    """The goal that every optimal choice satisfies the equation of this number, counted from 0."""
    return GoalName(GoalKind.EXACTLY, str(number))


def parse(text: str) -> GoalName:
    """The goal that a text names. Raises ValueError for any other text."""
    for kind in GoalKind:
        if text == kind.value and kind not in _WITH_SUBJECT:
            return GoalName(kind)
        if kind in _WITH_SUBJECT and text.startswith(f"{kind.value} "):
            subject = text.removeprefix(f"{kind.value} ")
            name = GoalName(kind, subject.removesuffix(" only") if kind is GoalKind.ONE_SIDED else subject)
            if kind is not GoalKind.EXACTLY or subject.isdecimal():
                return name
    raise ValueError(f"got {text!r}, but should be the name of a goal")


def is_about_the_optimum(fact: str) -> bool:
    """Whether a fact cited in a proof is the optimality of a choice, or an equation of EXACTLY."""
    try:
        return fact == OPTIMAL or parse(fact).kind is GoalKind.EXACTLY
    except ValueError:
        return False
