"""The steps of a derivation and their verdicts."""

from __future__ import annotations

from dataclasses import dataclass, field

from pcaproofs.homework import normal_forms
from pcaproofs.homework.letters import Letters
from pcaproofs.homework.rows import Row
from pcaproofs.homework.statements import Statement
from pcaproofs.homework.task import Task
from pcaproofs.homework.theory import Needs, Theory, Typed
from pcaproofs.notes.formulas.blocks import Note

LEMMAS = 6  # maximal number of earlier steps, the last ones, that a proof may use
MISTAKES = ("wrong", "assumed", "ill-typed")


@dataclass
class Step:
    """A statement of a row and its verdict.

    verdict: proved, too large, given, repeated, wrong, follows, unproved, assumed, ill-typed, unread, unsupported;
    remark in a sentence that claims nothing.
    needs: the facts that a proof without other steps needs. established: the facts that it needs in addition to earlier
    steps, if these are few enough. uses: the numbers of the steps that it uses.
    """

    statement: Statement
    row: int
    verdict: str = "unproved"
    reason: str = ""
    typed: Typed | None = None
    key: normal_forms.Key = ()
    needs: Needs | None = None
    established: Needs | None = None
    uses: tuple[int, ...] = ()
    example: str = ""
    repair: str = ""
    trivial: bool = False

    @property
    def is_proved(self) -> bool:
        """Whether the kernel has proved it from the facts."""
        return self.verdict in ("proved", "too large", "given", "repeated")


@dataclass
class Judged:
    """A note with the verdicts of its steps. goals: the goals of the task, typed in the same theory, with needs."""

    task: Task
    letters: Letters
    theory: Theory
    rows: tuple[Row, ...]
    steps: list[Step]
    told: dict[int, tuple[str, str]] = field(default_factory=dict)  # row without a step -> verdict and reason
    goals: list[Step] = field(default_factory=list)
    largest: int = 2

    def line(self, step: int) -> str:
        """The place of a step, in words."""
        return line_of(self.letters.note, self.rows[self.steps[step].row])


def line_of(note: Note, row: Row) -> str:
    """The place of a row, in words."""
    place = note.place(row.formula)
    return f"line {place.line}" if place.cell is None else f"cell {place.cell}, line {place.line}"
