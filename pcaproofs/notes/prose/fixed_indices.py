"""Whether words make an index one index: "fix i and assume x_i = 0" says nothing of the other members.

An equation with an index holds for all members only if no sentence of its section, up to its own, speaks of one index,
and no letter in it may depend on the index: "for every i there is a c with x_i = cu", "for each i choose c".
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.spelling import key
from pcaproofs.notes.formulas.surface import Name, nodes
from pcaproofs.notes.prose.sentences import Sentence, Thing, sections, sentences
from pcaproofs.notes.text.source import Span

_PLACE = re.compile(r"⟦(\d+)⟧")
_OF_ALL = re.compile(r"(?<![\w-])(?:all|any|every|each)(?: [a-z-]+){0,2} $")
_NTH = re.compile(r"-?(?:st|nd|rd|th)(?![\w-])")
_ONE = re.compile(
    r"(?<![\w-])(?:fix\w*|let|given|some|one|certain|particular|specific|single|another|only|choos\w+|chosen|pick\w*"
    r"|select\w*|suppos\w+|assum\w+|tak\w+|consider|there (?:is|are)|exists?|if|when|where|with)(?![\w-])"
)
_OF_EACH = re.compile(r"(?<![\w-])(?:all|any|every|each)(?![\w-])")
_FOR_EACH = re.compile(r"(?<![\w-])(?:for|to|given|with) (?:all|any|every|each)(?![\w-])")
_EXISTS = re.compile(
    r"(?<![\w-])(?:there (?:is|are|exists?)|exists?|choose|pick|find|take|some|chosen|suitable)(?![\w-])"
)


def fixes_index(note: Note, span: Span, indices: Collection[str]) -> bool:
    """Whether a sentence of the section, up to the one of an equation, speaks of one value of an index."""
    return any(_names_one(sentence, indices) for sentence in _up_to(note, span))


def is_chosen_for_each(words: str) -> bool:
    """Whether words choose a letter for each value of another: "for every x there is a number c with"."""
    each = _FOR_EACH.search(words)
    return each is not None and _EXISTS.search(words, each.end()) is not None


def may_depend(note: Note, span: Span, indices: Collection[str]) -> bool:
    """Whether an equation has a letter that its sentence chooses for each value of an index."""
    sentence = next((x for x in _up_to(note, span) if span[0] < x.end), None)
    placed = [] if sentence is None else [m for m in _PLACE.finditer(sentence.text) if _is_in(span, _at(sentence, m))]
    if sentence is None or not placed:
        return False
    before = sentence.text[: placed[0].start()]
    each = _OF_EACH.search(before)
    if each is None or _EXISTS.search(before, each.end()) is None:
        return False
    trees = [tree for m in _PLACE.finditer(before, each.end()) for tree in _at(sentence, m).trees]
    chosen = {key(x) for tree in trees for x in nodes(tree) if isinstance(x, Name)} - {*indices}
    inside = {key(x) for tree in _at(sentence, placed[0]).trees for x in nodes(tree) if isinstance(x, Name)}
    return bool(chosen & inside)


def _up_to(note: Note, span: Span) -> Iterator[Sentence]:
    """The sentences of the section of an equation, up to its own."""
    parts = sections(note)
    start = parts[max(bisect_right(parts, span[0], key=lambda part: part[0]) - 1, 0)][0]
    return (x for x in sentences(note) if start <= x.places[0] <= span[0])


def _names_one(sentence: Sentence, indices: Collection[str]) -> bool:
    """Whether a sentence has an index alone, and words that may choose it."""
    for match in _PLACE.finditer(sentence.text):
        thing, before = _at(sentence, match), sentence.text[: match.start()]
        is_index = not thing.display and len(thing.trees) == 1 and key(thing.trees[0]) in indices
        is_any = _OF_ALL.search(before) is not None or _NTH.match(sentence.text, match.end()) is not None
        if is_index and not is_any and _ONE.search(re.split(r"[.;:]", before)[-1]):
            return True
    return False


def _at(sentence: Sentence, match: re.Match[str]) -> Thing:
    return sentence.things[int(match[1])]


def _is_in(span: Span, thing: Thing) -> bool:
    return thing.span[0] <= span[0] < thing.span[1]
