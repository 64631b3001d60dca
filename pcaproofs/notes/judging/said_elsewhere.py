"""Missing hypotheses that a note has in another place: in a later section, or in the text around a theorem.

The row still `needs` them there, and the reason names the line. Where a sentence before it has them for all that
follows ("throughout, w is a unit vector"), the row is not called wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pcaproofs.language.hypotheses import KINDS, Named
from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.spelling import bare, spelled
from pcaproofs.notes.prose.facts import Fact, Satisfies
from pcaproofs.notes.prose.sentences import sentences

_TEXT = (
    r"(?:notes?|chapters?|sections?|papers?|documents?|lectures?|articles?|thesis|report|appendix|text|course|posts?)"
)
_THINGS = r"(?:vectors?|columns?|rows?|matri\w+|data|directions?|samples?)"
_FOR_ALL_THAT_FOLLOWS = re.compile(
    r"(?<![\w-])(?:throughout|henceforth|hereafter|always|everywhere|from (?:now|here|this point) on(?:wards?)?"
    rf"|(?:in|for) (?:the rest of )?(?:this|these|the whole) (?:\w+ ){{0,2}}{_TEXT}"
    r"|(?:in|for) (?:the (?:following|sequel|rest|remainder)|what follows)"
    rf"|(?:all|every) (?:[\w-]+ ){{0,2}}{_THINGS})(?![\w-])"
)


@dataclass(frozen=True)
class Elsewhere:
    """Where a note says what a row lacks: the offset, and whether the sentence is about all that follows."""

    place: int
    is_for_all: bool


def said_elsewhere(hypotheses: Iterable[str], note: Note, facts: Iterable[Fact]) -> list[Elsewhere]:
    """The places where a note says one of the hypotheses that each make a row true: "S is symmetric and λ ≠ μ"."""
    parts = [part for x in hypotheses for part in x.split(" and ")]
    found = [f for f in facts if isinstance(f, Satisfies) and any(_says(f, part) for part in parts)]
    return [Elsewhere(f.span[0], _is_for_all(note, f.span[0])) for f in sorted(found, key=lambda f: f.span)]


def _says(fact: Satisfies, words: str) -> bool:
    """Whether a fact is a property of a letter in words, "w is a unit vector", or of the members of its family."""
    if fact.hypothesis not in KINDS or fact.others:
        return False
    names = [re.escape(spelled(fact.letter))]
    if fact.letter.subscript is not None:
        names.append(re.escape(spelled(bare(fact.letter))) + r"_\w+")
    pattern = re.escape(Named(fact.hypothesis, ("⟦⟧",)).words()).replace("⟦⟧", f"(?:{'|'.join(names)})")
    return re.fullmatch(pattern, words) is not None


def _is_for_all(note: Note, place: int) -> bool:
    its = next((s for s in sentences(note) if s.places[0] <= place <= s.places[-1]), None)
    return its is not None and _FOR_ALL_THAT_FOLLOWS.search(its.text) is not None
