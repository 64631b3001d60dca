"""The data of a printed proof: blocks of lines, and the author's own text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pcaproofs.formula.tree import Formula
from pcaproofs.kernel import Expression
from pcaproofs.report.sentences import NOTHING, Sentence
from pcaproofs.verify.worked import Proved


@dataclass(frozen=True)
class Step:
    """A line of a chain: relation, right side, reason; or of a list: a signed term and why it is zero (or >= 0).

    by: for a line of a chain, the terms with signs that its fact contributes; the line drops their sum. value: of a
    line, in the kernel's form.
    """

    sign: str
    term: Formula
    reason: Sentence
    by: tuple[tuple[str, Formula], ...] = ()
    value: Expression | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class WorkedLine:
    """A line of a worked proof: the author's formula, the author's reason, and the proof of the line."""

    form: Formula
    words: str
    proved: Proved


@dataclass
class ProofBlock:
    """The proof of one goal or lemma: words, steps, and the number of omitted steps.

    left: the first line of a chain, and its value; None if the steps are a list of terms that are added up.
    """

    title: str
    intro: Sentence
    steps: list[Step] = field(default_factory=list)
    outro: Sentence = NOTHING
    more: int = 0
    left: Formula | None = None
    value: Expression | None = field(default=None, compare=False, repr=False)

    def formulas(self) -> Iterator[Formula]:
        """Every formula in the block."""
        for text in (self.intro, self.outro, *(step.reason for step in self.steps)):
            yield from text.formulas()
        yield from ([self.left] if self.left else [])
        yield from (step.term for step in self.steps)


@dataclass(frozen=True)
class AuthorsText:
    """The author's text for a statement and its proof.

    sides: see Statements.written. origins: hypothesis name -> the id of the claim that supplied it. lines: goal -> the
    lines of a worked proof. hypotheses: hypothesis name -> its printed form, which replaces a long multiplied-out one.
    """

    sides: Mapping[str, Formula] = field(default_factory=dict)
    origins: Mapping[str, str] = field(default_factory=dict)
    lines: Mapping[str, Sequence[WorkedLine]] = field(default_factory=dict)
    hypotheses: Mapping[str, Sentence] = field(default_factory=dict)
