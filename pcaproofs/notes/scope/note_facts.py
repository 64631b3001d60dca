"""The facts about the letters of a note, and which of them hold at an offset."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.spelling import key
from pcaproofs.notes.formulas.surface import Name
from pcaproofs.notes.prose.facts import Arranged, Distinct, Fact, HasKind, HasShape, IsFamily, Satisfies, Stands
from pcaproofs.notes.scope.evidence import base_of, implied
from pcaproofs.notes.scope.validity import Validity
from pcaproofs.notes.text.source import Span

NEAR = 400  # maximal distance in characters between a formula and words after it


def _by_author(found: list[Fact]) -> list[Fact]:
    """The facts without those of sentences by which a letter is of another kind than the author declares."""
    kinds = {kind for f in found if f.strength == "file" and (kind := implied(f))}
    if not kinds:
        return found
    return [f for f in found if f.strength != "prose" or (implied(f) or min(kinds)) in kinds]


class NoteFacts:
    """What the sentences and formulas of a note say about its letters."""

    def __init__(self, note: Note, facts: Iterable[Fact], sections: Sequence[Span]):
        self.note, self.sections = note, sections
        self._starts = [start for start, _ in sections]
        self.validity = Validity.of(note)
        self.facts: dict[str, list[Fact]] = {}
        self.members: dict[str, list[Fact]] = {}  # key of x -> facts about x_i
        for fact in sorted(facts, key=lambda fact: fact.span):
            self.facts.setdefault(key(fact.letter), []).append(fact)
            if (base := base_of(fact)) != fact.letter:
                self.members.setdefault(key(base), []).append(fact)
        self.mentioned = frozenset(
            key(x) for found in self.facts.values() for f in found if isinstance(f, Satisfies) for x in f.others
        )  # letters in properties of other letters: λ of an eigenpair
        said = [f for found in self.facts.values() for f in found if isinstance(f, Arranged)]
        self.arranged = {x: [f for f in said if f.family == x] for x in dict.fromkeys(f.family for f in said)}
        self._facts_at: dict[tuple[str, int], tuple[Fact, ...]] = {}

    @cached_property
    def has_projections(self) -> bool:
        """Whether the note mentions projections, so that P_U is one."""
        said = any(
            isinstance(f, Stands) and f.role == "projection onto" for facts in self.facts.values() for f in facts
        )
        return said or "projection" in self.note.prose.lower()

    @cached_property
    def moments(self) -> dict[str, frozenset[str]]:
        """The random letters of which a letter is the mean or the covariance, and the other way round."""
        out: dict[str, frozenset[str]] = {}
        said = [f for facts in self.facts.values() for f in facts]
        random = {key(f.letter) for f in said if isinstance(f, HasKind) and f.kind == "random column"}
        for fact in said:
            if isinstance(fact, Stands) and fact.role in ("mean", "covariance"):
                for of in random if fact.of is None else random & {key(fact.of)}:
                    for a, b in ((key(fact.letter), of), (of, key(fact.letter))):
                        out[a] = out.get(a, frozenset()) | {b}
        return out

    @cached_property
    def eigenpairs(self) -> tuple[Satisfies, ...]:
        """The facts that a letter is an eigenvector of a matrix."""
        facts = (f for found in (*self.facts.values(), *self.members.values()) for f in found)
        return tuple(f for f in facts if isinstance(f, Satisfies) and f.hypothesis == "eigenpair")

    def section(self, offset: int) -> Span:
        """The section of an offset; the whole note if it has no sections."""
        k = bisect_right(self._starts, offset)
        return self.sections[k - 1] if k else (0, 1 << 60)

    def facts_at(self, name: Name, offset: int) -> tuple[Fact, ...]:
        """The facts about a letter that hold at an offset.

        What is said in the section of the offset counts from its beginning, properties from where they are said. What
        was said in earlier sections still holds unless this one says anew what the letter is.
        """
        at = (key(name), offset)
        if at not in self._facts_at:
            self._facts_at[at] = tuple(self._find(name, offset))
        return self._facts_at[at]

    def _find(self, name: Name, offset: int) -> list[Fact]:
        found = [f for f in self.facts.get(key(name), []) if f.start <= offset and self._is_in_time(f, offset)]
        found = [f for f in found if not self._is_void(f, offset)]
        if key(name) in self.members and self._is_family(found):
            found += [f for f in self.members[key(name)] if f.start <= offset and isinstance(f, HasShape | HasKind)]
            found.sort(key=lambda f: f.span)
        found = _by_author(found)
        if any(isinstance(f, HasKind) and f.kind == "subspace" for f in found):
            found = [f for f in found if not isinstance(f, HasShape)]
        found = self._of_one_kind(found, offset)
        shapes = [f for f in found if isinstance(f, HasShape)]
        before = [f for f in shapes if f.span[0] <= offset] or shapes[:1]
        if not before:
            return found
        current = before[-1]
        others = [f for f in shapes if (f.rows, f.columns) != (current.rows, current.columns)]
        since = max((f.span[1] for f in others if f.span[0] < current.span[0]), default=-1)
        until = min((f.span[0] for f in others if f.span[0] > current.span[0]), default=1 << 60)
        return [f for f in found if since <= f.span[0] < until]

    def _of_one_kind(self, found: list[Fact], offset: int) -> list[Fact]:
        """The facts that agree with what the section of an offset says of the kind of a letter.

        A section that says what the letter is makes all that sentences of earlier sections say of it void.
        """
        start = self.section(offset)[0]
        kinds = {kind for f in found if f.span[0] >= start and (kind := implied(f))}
        if not kinds:
            return found
        anew = any(isinstance(f, HasShape | HasKind) and f.span[0] >= start for f in found)
        return [
            f
            for f in found
            if f.span[0] >= start or ((implied(f) or min(kinds)) in kinds and (f.strength != "prose" or not anew))
        ]

    def _is_in_time(self, fact: Fact, offset: int) -> bool:
        """Whether a fact may be used at an offset: a property not before it is said, unless right behind a formula."""
        if not isinstance(fact, Satisfies | Distinct) or fact.span[0] <= offset or fact.strength == "file":
            return True
        between = self.note.source.text[offset : fact.span[0]]
        return len(between) < NEAR and "\n\n" not in between.strip()[NEAR // 4 :]

    def _is_void(self, fact: Fact, offset: int) -> bool:
        """Whether the sentence of a hypothesis is over, or the letter is taken anew behind a property."""
        if fact.until is not None and offset >= fact.until:
            return True
        is_property = isinstance(fact, Satisfies | Distinct | Stands) and fact.strength != "file"
        return is_property and self.validity.facts_ended(key(fact.letter), fact.span[0], offset)

    def is_suspended(self, letter: str, offset: int) -> bool:
        """Whether a property that the note says of a letter does not hold where it speaks of the general case."""
        general = self.validity.general_part(letter, offset)
        said = [*self.facts.get(letter, ()), *self.members.get(letter, ())]
        return general is not None and any(
            isinstance(f, Satisfies | Distinct) and f.span[0] < general.start for f in said
        )

    def _is_family(self, found: list[Fact]) -> bool:
        return any(isinstance(f, IsFamily) for f in found) or not any(isinstance(f, HasShape | HasKind) for f in found)
