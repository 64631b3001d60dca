"""The steps of a derivation and their verdicts."""

from __future__ import annotations

from dataclasses import dataclass, field

from pcaproofs.homework import normal_forms
from pcaproofs.homework.letters import Letters
from pcaproofs.homework.restating import CANCELS, form_of, is_the_same_but_for_facts
from pcaproofs.homework.rows import DerivationRow
from pcaproofs.homework.statements import WrittenStatement
from pcaproofs.homework.task import DerivationTask
from pcaproofs.homework.theory import Needs, Theory, TypedStatement
from pcaproofs.notes.formulas.blocks import Note

LEMMAS = 6  # maximal number of earlier steps, the last ones, that a proof may use
MISTAKES = ("wrong", "assumed", "ill-typed")
ASSUMED = "it is not given, and nothing may be assumed but what is given"


@dataclass
class JudgedStep:
    """A statement of a row and its verdict.

    verdict: proved, too large, given, repeated, wrong, follows, unproved, assumed, ill-typed, unread, unsupported;
    remark in a sentence that claims nothing.
    key: its normal form. form: a key that it shares with the statements that restate it. origin: the row of the mistake
    from which it follows.
    needs: the facts that a proof without other steps needs. established: the facts that it needs in addition to earlier
    steps, if these are few enough. uses: the numbers of the steps that it uses. restates_fact: whether it only writes a
    fact differently, so that it does not replace the fact. chosen: whether words in a sentence choose it as an example;
    it is a mistake as soon as another step follows from it. is_at_zero: whether it holds where a derivative is zero.
    """

    statement: WrittenStatement
    row: int
    verdict: str = "unproved"
    reason: str = ""
    typed: TypedStatement | None = None
    key: normal_forms.Key = ()
    form: normal_forms.Key = ()
    origin: int | None = None
    needs: Needs | None = None
    established: Needs | None = None
    uses: tuple[int, ...] = ()
    example: str = ""
    repair: str = ""
    trivial: bool = False
    restates_fact: bool = False
    chosen: bool = False
    is_at_zero: bool = False

    @property
    def is_proved(self) -> bool:
        """Whether the kernel has proved it from the facts."""
        return self.verdict in ("proved", "too large", "given", "repeated")


def goal_of(theory: Theory, typed: TypedStatement) -> JudgedStep:
    """A goal, or a milestone, as a step that stands in no row."""
    key = normal_forms.of_relation(typed)
    return JudgedStep(typed.statement, -1, typed=typed, key=key, form=form_of(theory, typed))


@dataclass
class Judged:
    """A note with the verdicts of its steps. goals: the goals of the task, typed in the same theory, with needs."""

    task: DerivationTask
    letters: Letters
    theory: Theory
    rows: tuple[DerivationRow, ...]
    steps: list[JudgedStep]
    rows_without_step: dict[int, tuple[str, str]] = field(default_factory=dict)  # row -> verdict and reason
    goals: list[JudgedStep] = field(default_factory=list)
    same: dict[tuple[normal_forms.Key, normal_forms.Key], bool] = field(default_factory=dict)  # as restates found it

    def most(self, step: JudgedStep) -> tuple[int, Needs]:
        """The largest allowed size of a step, and the facts that do not count.

        Definitions do not count in a step that does not restate a goal. A step that restates one must be smaller than
        the goal itself, so that it uses another step; if a row is a mistake, the size of a step that states the goal is
        at most 1, so that it cannot skip the mistake.
        """
        if any(x.verdict in MISTAKES for x in self.steps) and any(x.key == step.key for x in self.goals):
            return 1, frozenset()
        restated = [len(x.needs) for x in self.goals if x.needs and self.restates(step, x)]
        free = self.task.definitions_given if not restated else frozenset()
        return min([self.task.largest_step, *(max(1, size - 1) for size in restated)]), free

    def restates(self, step: JudgedStep, goal: JudgedStep) -> bool:
        """Whether a step restates a goal; so does each link of problems that needs all facts that the goal needs."""
        if step.form == goal.form:
            return True
        needs = goal.needs or frozenset()
        if not step.needs or not needs <= step.needs:
            return False
        if len(step.needs - self.task.definitions_given) > self.task.largest_step:
            return False
        if "relation" not in (step.statement.kind, goal.statement.kind):
            return True
        if (step.form, goal.form) not in self.same:
            self.same[step.form, goal.form] = CANCELS not in goal.form and is_the_same_but_for_facts(
                self.theory, step.statement, goal.statement, needs
            )
        return self.same[step.form, goal.form]

    def is_after_mistake(self, number: int) -> bool:
        """Whether a mistake stands before a step in its chain."""
        before = self.steps[number].statement.left
        for earlier in reversed(self.steps[:number]):
            if earlier.statement.right != before:
                return False
            if earlier.verdict in MISTAKES:
                return True
            before = earlier.statement.left
        return False

    def line(self, step: int) -> str:
        """The place of a step, in words."""
        return line_of(self.letters.note, self.rows[self.steps[step].row])


def line_of(note: Note, row: DerivationRow) -> str:
    """The place of a row, in words."""
    place = note.place(row.formula)
    return f"line {place.line}" if place.cell is None else f"cell {place.cell}, line {place.line}"
