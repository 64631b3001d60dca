"""How long a note's facts hold: until a letter is introduced again, or a supposition ends."""

from __future__ import annotations

from collections.abc import Container, Set
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.prose.scopes import PASSING, Renewal, renewals, within_sections
from pcaproofs.notes.text.source import Span


@dataclass(frozen=True)
class Validity:
    """The ends of the validity of facts.

    renewals: where letters are introduced again. suppositions: for each sentence with a supposition its start, its end
    and the end of its section.
    """

    renewals: tuple[Renewal, ...]
    suppositions: tuple[tuple[int, int, int], ...]

    @classmethod
    def of(cls, note: Note) -> Validity:
        """The ends of validity in a note."""
        return cls(renewals(note), within_sections(note))

    def facts_ended(self, letter: str, earlier: int, offset: int) -> bool:
        """Whether facts about a letter at an earlier offset no longer hold at this one."""
        if self._end(letter, earlier) <= offset:
            return True
        return any(x.letter in (letter, "") and x.voids(earlier, offset) for x in self._general)

    def is_of_other_passage(self, letter: str, earlier: int, offset: int) -> bool:
        """Whether what is said of a letter at an earlier offset belongs to a passage that is over."""
        return any(x.kind == "own" and x.voids(earlier, offset) for x in self._by_letter.get(letter, ()))

    def is_of_passage(self, letter: str, earlier: int, offset: int, passages: Container[Span]) -> bool:
        """Whether one of some passages speaks of a letter of which something is said before the passage."""
        own = (x for x in self._by_letter.get(letter, ()) if x.kind == "own" and earlier < x.since <= offset < x.start)
        return any((x.since, x.start) in passages for x in own)

    def _end(self, letter: str, earlier: int) -> float:
        """The first offset from which on facts about a letter at an offset hold nowhere any more."""
        if (letter, earlier) not in self._ends:
            starts = (x.start for x in self._lasting.get(letter, ()) if x.voids(earlier, x.start))
            everywhere = (x.start for x in self._lasting.get("", ()) if x.voids(earlier, x.start))
            self._ends[letter, earlier] = min((*starts, *everywhere), default=inf)
        return self._ends[letter, earlier]

    @cached_property
    def _ends(self) -> dict[tuple[str, int], float]:
        return {}

    @cached_property
    def _introduced(self) -> dict[tuple[str, int, bool], float]:
        """From where on a letter of which something is said at an offset is introduced again."""
        return {}

    @property
    def renewed(self) -> Set[str]:
        """The letters that are introduced again somewhere."""
        return self._by_letter.keys()

    @cached_property
    def _by_letter(self) -> dict[str, list[Renewal]]:
        out: dict[str, list[Renewal]] = {}
        for x in self.renewals:
            out.setdefault(x.letter, []).append(x)
        return out

    @cached_property
    def _general(self) -> tuple[Renewal, ...]:
        return tuple(x for x in self.renewals if x.kind in PASSING)

    @cached_property
    def _lasting(self) -> dict[str, list[Renewal]]:
        """By their letters the renewals that end facts for good."""
        out: dict[str, list[Renewal]] = {}
        for x in self.renewals:
            if x.kind not in PASSING:
                out.setdefault(x.letter, []).append(x)
        return out

    def supposition_ended(self, earlier: int, offset: int) -> bool:
        """Whether a supposition at an earlier offset no longer holds at this one, which is in a later section."""
        return any(start <= earlier < end and last <= offset for start, end, last in self.suppositions)

    def is_introduced_again(self, letter: str, earlier: int, offset: int, *, or_denied: bool) -> bool:
        """Whether a letter is introduced again between two offsets.

        or_denied: whether a denied property counts, as in "w is not a unit vector", and a formula that is for all w.
        They void conditions on the letter, but not definitions in which the letter occurs.
        """
        if letter not in self._by_letter:
            return False
        at = (letter, earlier, or_denied)
        if at not in self._introduced:
            kept = ("own", *PASSING, *(() if or_denied else ("open",)))
            found = (x for x in self._by_letter[letter] if x.kind not in kept)
            self._introduced[at] = min((x.start for x in found if x.voids(earlier, x.start)), default=inf)
        if self._introduced[at] <= offset:
            return True
        passing = (x for x in self._general if or_denied or x.kind == "general")
        return any(x.letter == letter and x.voids(earlier, offset) for x in passing)

    def has_unknown_meaning(self, letter: str, offset: int) -> bool:
        """Whether a letter was introduced again in a sentence that has ended, so that its meaning is unknown."""
        found = [x for of in {letter, ""} for x in self._by_letter.get(of, ()) if x.start <= offset]
        last = max(found, key=lambda x: x.start, default=None)
        if last is None or last.kind in ("case", "own"):
            return last is not None and offset < last.end
        return last.kind in ("every", "open") and (last.end <= offset or not last.letter)

    def general_part(self, letter: str, offset: int) -> Renewal | None:
        """What says that a sentence speaks of the general case of a letter; None if nothing does."""
        found = (x for x in self._general if x.letter in (letter, ""))
        return next((x for x in found if x.start <= offset < x.end), None)

    def without_renewals(self) -> Validity:
        """The same for a text in which letters keep their meanings."""
        return replace(self, renewals=())

    def with_meanings_of(self, letters: Container[str]) -> Validity:
        """The same for a theorem that declares some letters itself: general sentences do not change their meanings."""
        found = (x for x in self.renewals if x.kind not in ("every", "open") or x.letter not in letters)
        return replace(self, renewals=tuple(found))
