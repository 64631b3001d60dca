"""Groups of a claim's statements with the same assumptions or index ranges, which are printed once for the group."""

from __future__ import annotations

from dataclasses import dataclass

from pcaproofs.report.derivation.statements import PrintedStatement
from pcaproofs.report.sentences import NOTHING, Sentence, capitalised, fill


@dataclass(frozen=True)
class InRange:
    """Consecutive statements with the same ranges of indices.

    which: the numbers of the statements with the ranges, "(1)" or "(1)–(3)". statements: each with its number, unless
    the number has been printed.
    """

    which: str
    ranges: Sentence
    statements: list[tuple[str, PrintedStatement]]

    @property
    def opening(self) -> Sentence:
        """The words before the statements, such as "For 1 ≤ k ≤ n:"; empty without ranges."""
        return fill("{}:", capitalised(self.ranges)) if self.ranges else NOTHING


@dataclass(frozen=True)
class StatementGroup:
    """Consecutive statements with the same assumptions besides those of the claim.

    which: the numbers of the statements, if they assume something. opening: "If", after the ranges that they all have.
    """

    which: str
    assuming: tuple[Sentence, ...]
    opening: Sentence
    runs: list[InRange]
