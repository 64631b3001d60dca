"""Letters of which a sentence says that they exist: "A = FᵀF for some F"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.spelling import key, letters_in
from pcaproofs.notes.formulas.surface import Chain, Listed, Name
from pcaproofs.notes.prose.letters import letters, things
from pcaproofs.notes.prose.sentences import Sentence, sentences
from pcaproofs.notes.text.source import Span

_SOME = r",? (?:for|with) (?:some|suitable|certain)(?![\w-])"
_LETTER = rf"⟦\d+⟧(?!{_SOME})"
_NOUN = r"(?: [a-z-]+){0,3} "
_SAID_OF_NEXT = (
    r"(?! (?:is|are|has|have|be|was|were|does|satisf\w+|denotes?)(?![\w-]))"  # "… for some F and A is symmetric"
)
_FOR_SOME = re.compile(
    rf"⟦\d+⟧(?:(?:,? and |, )⟦\d+⟧)*(?P<some>{_SOME}{_NOUN}{_LETTER}"
    rf"(?:(?:,? and|,)(?: for)? (?:some|an?|suitable|certain){_NOUN}{_LETTER}|,? and {_LETTER}{_SAID_OF_NEXT})*)"
)


def for_some(sentence: Sentence) -> Iterator[tuple[Span, Name]]:
    """The letters that "for some" brings in, each with the part of the note from its equations to the letter.

    Such a letter is another one than any before these formulas, also in the same sentence.
    """
    for match in _FOR_SOME.finditer(sentence.text):
        for thing in things(sentence, match["some"]):
            span = sentence.places[match.start()], thing.span[1]
            is_list = isinstance(thing.trees[0], Name | Listed) or (
                isinstance(thing.trees[0], Chain) and thing.trees[0].signs[0] == "∈"
            )
            names = letters(thing) if is_list else ()
            yield from ((span, name) for name in names if not isinstance(name.subscript, Name))


def existential(note: Note) -> frozenset[str]:
    """The keys of the letters that stand in no formula but those that "for some" closes: they are free to choose."""
    spans = dict[str, list[Span]]()
    for sentence in sentences(note):
        for span, name in for_some(sentence):
            spans.setdefault(key(name), []).append(span)
    if not spans:
        return frozenset()
    trees = [(f.span[0], f.tree) for f in note.formulas if not isinstance(f.tree, Unread)]
    used = [(place, x) for place, tree in trees for x in letters_in(tree)]
    elsewhere = {x for place, x in used if x in spans and not any(a <= place < b for a, b in spans[x])}
    return frozenset(spans.keys() - elsewhere)
