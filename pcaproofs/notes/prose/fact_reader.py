"""Reading facts from the sentences of a note, each with its words and its section."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Any

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.spelling import key
from pcaproofs.notes.formulas.surface import Chain, Name, Node, nodes
from pcaproofs.notes.prose import facts as f
from pcaproofs.notes.prose.clauses import force, hypothesis_end
from pcaproofs.notes.prose.letters import Family, base, families, letters, runs, things
from pcaproofs.notes.prose.sentences import PLACED, Sentence, Thing, sections
from pcaproofs.notes.text.source import Span

_LETS = re.compile(r"(?:now |first |next |then |and |again )?(?:let|suppose|assume|consider)(?![\w-])")
_FOR = re.compile(r"⟦\d+⟧[.,:]? ?\(?for (?:an? |any |all |every |each |the )?$")  # … symmetric M: only there
_EXPLAINS = re.compile(r"⟦\d+⟧.*\b(?:where|with)\b|^(?:where|here|in which)\b|\b(?:throughout|always)\b")


def _is_plain(pair: list[Thing]) -> bool:
    """Whether two items may belong to the same list: the second is not an equation unless the first is one."""
    first, second = (any(isinstance(tree, Chain) and "∈" not in tree.signs for tree in thing.trees) for thing in pair)
    return first or not second


@dataclass
class FactReader:
    """The facts of a note so far, and which letters are its data and its matrices."""

    note: Note
    facts: dict[f.Fact, None] = field(default_factory=dict)  # in their order, each once
    data: list[Name] = field(default_factory=list)
    sentence: Sentence = field(default_factory=lambda: Sentence("", (), ()))

    def __post_init__(self) -> None:
        self.sections = sections(self.note)
        self.first = dict[str, int]()  # letter -> where it first stands
        for formula in reversed(self.note.formulas):
            parts = () if isinstance(formula.tree, Unread) else nodes(formula.tree)
            self.first.update({key(x): formula.span[0] for x in parts if isinstance(x, Name)})

    def begin(self, sentence: Sentence) -> None:
        """Move to the next sentence."""
        self.sentence = sentence
        self.matrices: list[tuple[int, Name]] = []  # named in this sentence, with their places in its text

    def letters(self, part: str) -> tuple[Name, ...]:
        """All letters of a list of placeholders; empty if one of them is not a letter.

        A display and an equation behind a letter end the list: "for a unit vector w, v = Sw". So does a letter that is
        a part of a word: "a matrix W and D-dimensional x".
        """
        listed = list(things(self.sentence, part))
        for k in range(1, len(listed)):
            if listed[k].display or not _is_plain(listed[k - 1 : k + 1]):
                del listed[k:]
                break
        numbers = PLACED.findall(part)
        of_words = [k for k, number in enumerate(numbers) if f"⟦{number}⟧-" in self.sentence.text]
        del listed[min(of_words, default=len(listed)) :]
        found = [letters(thing) for thing in listed]
        return sum(found, ()) if all(found) else ()

    def one(self, part: str | None) -> Name | None:
        """The one letter of a placeholder."""
        found = self.letters(part) if part else ()
        return found[0] if len(found) == 1 else None

    def holds(self, start: int, end: int, *, claimed: bool = False) -> bool:
        """Whether the sentence asserts a part; claimed: also if it is asserted as a consequence."""
        found = force(self.sentence, start, end)
        return found in ("assumed", "conditional") or (claimed and found == "claimed")

    def where(self, start: int, end: int) -> tuple[Span, Span]:
        """The words in the note, and from them on to the end of their section's part of the note."""
        span = self.sentence.span(start, end)
        k = bisect_right(self.sections, (span[0], len(self.note.source.text) + 1)) - 1
        return span, self.sections[max(k, 0)]

    def _add(self, sort: type[f.Fact], letter: Name, place: tuple[int, int], **more: Any) -> None:
        """Add a fact; what "if" supposes, and what "… for symmetric M" does, holds to the end of its sentence.

        "Let … for a symmetric M" holds on, and so does "… for symmetric M" where the sentence introduces M.
        """
        span, (start, end) = self.where(*place)
        text = self.sentence.text[: place[0]]
        is_for = sort is f.Satisfies and _FOR.search(text) is not None and _LETS.match(text) is None
        is_for = is_for and ("(for" in text[-40:] or self.first.get(key(letter), 0) < self.sentence.places[0])
        said = force(self.sentence, *place)
        is_passing = is_for or said == "conditional"
        until = hypothesis_end(self.sentence, place[0]) if is_passing else None
        if until is not None:
            start = max(start, self.sentence.places[0])
        common: dict[str, Any] = {"span": span, "start": start, "end": end, "until": until}
        self.facts[sort(letter=letter, strength="prose", **(common | more))] = None

    def shape(self, letter: Name, rows: Node, columns: Node, place: tuple[int, int]) -> None:
        """The letter is rows×columns."""
        self._add(f.HasShape, letter, place, rows=rows, columns=columns)

    def kind(self, letter: Name, kind: f.Kind, place: tuple[int, int]) -> None:
        """The kind of the letter."""
        self._add(f.HasKind, letter, place, kind=kind)

    def satisfies(self, letter: Name, hypothesis: str, place: tuple[int, int], others: tuple[Node, ...] = ()) -> None:
        """A property of the letter, from here on; also earlier if the sentence explains the formula before it.

        "The x_i are centred" is said of their family.
        """
        if (
            hypothesis in ("centered", "orthonormal")
            and isinstance(letter.subscript, Name)
            and self.is_family(base(letter))
        ):
            letter = base(letter)
        start = self.where(*place)[1][0]
        if not _EXPLAINS.search(self.sentence.text[: place[0]]):
            start = max(start, self.sentence.places[0])
        self._add(f.Satisfies, letter, place, hypothesis=hypothesis, others=others, start=start)

    def is_family(self, letter: Name) -> bool:
        """Whether the note has listed a family so far, its current sentence included: x_1, …, x_n."""
        here = (x.letter for thing in self.sentence.things for tree in thing.trees for x in families(tree))
        bounded = (found.letter for found, _ in runs(self.sentence))
        return letter in (*here, *bounded, *(fact.letter for fact in self.facts if isinstance(fact, f.IsFamily)))

    def unclear(self, letter: Name, place: tuple[int, int]) -> None:
        """Something is said of the letter that is not read."""
        self._add(f.Unclear, letter, place)

    def family(self, found: Family, place: tuple[int, int]) -> None:
        """A family, perhaps with the end of its index."""
        self._add(f.IsFamily, found.letter, place, index=found.index, last=found.last)

    def arranged(self, letter: Name, by: str, family: Name | None, last: Node | None, place: tuple[int, int]) -> None:
        """The rows or columns of a matrix are the members of a family; last: the index of the last one, if listed."""
        self._add(f.Arranged, letter, place, by="rows" if by == "rows" else "columns", family=family, last=last)

    def stands(self, letter: Name, role: str, of: Node | None, place: tuple[int, int]) -> None:
        """The role of the letter."""
        self._add(f.Stands, letter, place, role=role, of=of)

    def distinct(self, letter: Name, others: tuple[Name, ...], place: tuple[int, int]) -> None:
        """Letters that differ."""
        self._add(f.Distinct, letter, place, others=others)

    def is_data(self, letter: Name) -> None:
        """From here on "the data" are this letter."""
        if letter in self.data:
            self.data.remove(letter)
        self.data.append(letter)

    def matrix_before(self, k: int) -> Name | None:
        """The last letter before a place in the sentence that was called a matrix there."""
        return next((name for place, name in reversed(self.matrices) if place < k), None)
