"""A proof as it is printed: blocks of lines, and what its author wrote."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pcaproofs.formula.tree import Formula
from pcaproofs.report.sentences import NOTHING, Sentence
from pcaproofs.verify.worked import Proved


@dataclass(frozen=True)
class Step:
    """In a chain a relation, the right side and the reason; in a list a signed term and why it is zero (or >= 0).

    by: of a chain's line, the terms that its fact contributes, each as sign and term, whose sum the line drops.
    """

    sign: str
    term: Formula
    reason: Sentence
    by: tuple[tuple[str, Formula], ...] = ()


@dataclass(frozen=True)
class WorkedLine:
    """A line of a worked proof: how its author writes it, the reason in the author's words, and its proof."""

    form: Formula
    words: str
    proved: Proved


@dataclass
class Block:
    """The proof of one goal or lemma: words, steps, and the number of steps not shown.

    left: what a chain starts with; where it is None the steps are a list of terms that are added up.
    """

    title: str
    intro: Sentence
    steps: list[Step] = field(default_factory=list)
    outro: Sentence = NOTHING
    more: int = 0
    left: Formula | None = None

    def formulas(self) -> Iterator[Formula]:
        """Every formula in it."""
        for text in (self.intro, self.outro, *(step.reason for step in self.steps)):
            yield from text.formulas()
        yield from ([self.left] if self.left else [])
        yield from (step.term for step in self.steps)


@dataclass(frozen=True)
class Written:
    """What an author wrote of a statement and its proof.

    sides: see Statements.written. origins: of each hypothesis that a claim supplied, its id. lines: of a worked proof,
    by goals. said: of a hypothesis by its name, how the statement prints it, for those that are long multiplied out.
    """

    sides: Mapping[str, Formula] = field(default_factory=dict)
    origins: Mapping[str, str] = field(default_factory=dict)
    lines: Mapping[str, Sequence[WorkedLine]] = field(default_factory=dict)
    said: Mapping[str, Sentence] = field(default_factory=dict)
