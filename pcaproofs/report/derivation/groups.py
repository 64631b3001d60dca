"""Groups of a claim's statements with the same assumptions or index ranges, which are printed once for the group."""

from __future__ import annotations

from dataclasses import dataclass

from pcaproofs.report.derivation.statements import Stated
from pcaproofs.report.sentences import NOTHING, Sentence, capitalised, say


@dataclass(frozen=True)
class InRange:
    """Statements in a row with the same ranges of indices.

    which: the numbers that the ranges are for, "(1)" or "(1)–(3)". statements: each with its number, if not said yet.
    """

    which: str
    ranges: Sentence
    statements: list[tuple[str, Stated]]

    @property
    def opening(self) -> Sentence:
        """The words before the statements, such as "For 1 ≤ k ≤ n:"; empty without ranges."""
        return say("{}:", capitalised(self.ranges)) if self.ranges else NOTHING


@dataclass(frozen=True)
class Group:
    """Statements in a row that assume the same besides the claim.

    which: their numbers, where they assume something. opening: "If", after the ranges that all of them have.
    """

    which: str
    assuming: tuple[Sentence, ...]
    opening: Sentence
    runs: list[InRange]
