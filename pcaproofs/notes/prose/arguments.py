"""Letters that belong to one argument: eigenvectors and null vectors that it supposes, and what it defines by them.

"Assume AᵀAx = λx. Define y = Ax. …" says nothing of the x and the y of the next part under a title or of the next
section. Only such equations count: a model y = Xβ + ε or a property ("w is a unit vector") may be meant for all that
follows. What a theorem supposes holds in all its parts, whose scopes end it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from pcaproofs.notes.formulas.blocks import Note, scopes
from pcaproofs.notes.formulas.spelling import is_capital, is_zero, key, letters_in
from pcaproofs.notes.formulas.surface import Chain, Group, Name, Node, Num, Product
from pcaproofs.notes.prose.passages import title_places
from pcaproofs.notes.prose.sentences import Sentence, sections, sentences
from pcaproofs.notes.text.source import Span

_SUPPOSES = re.compile(r"(?<![\w-])(?:suppos\w+|assum\w+|imagine|let|if|given)(?![\w-])")


def local_letters(note: Note) -> Iterator[tuple[str, int, int, int]]:
    """The keys of these letters, where each is supposed or defined, where its argument ends, and its section."""
    parts, its = _arguments(note), scopes(note)
    said = iter(sentences(note))
    sentence = next(said, None)
    for (start, end), last in parts:
        supposed = dict[str, int]()
        while sentence is not None and sentence.places[0] < end:
            if sentence.places[0] >= start and its.at(sentence.places[0]) is its.root:
                _extend(supposed, sentence)
            sentence = next(said, None)
        if end < last or last < len(note.source.text):
            yield from ((letter, place, end, last) for letter, place in supposed.items())


def _arguments(note: Note) -> list[tuple[Span, int]]:
    """The parts of a note between headings and titles of paragraphs, each with the end of its section."""
    titles = title_places(note)
    out = list[tuple[Span, int]]()
    for start, end in sections(note):
        inner = sorted({start, end, *(x for x in titles if start < x < end)})
        out += [(part, end) for part in pairwise(inner)]
    return out


def _extend(supposed: dict[str, int], sentence: Sentence) -> None:
    """Add the letters that a sentence supposes to solve an equation, and those that it defines by such letters."""
    word = _SUPPOSES.search(sentence.text)
    for thing in sentence.things:
        for tree in thing.trees:
            if not isinstance(tree, Chain) or len(tree.terms) != 2:
                continue
            left, right = tree.terms
            if word is not None and sentence.places[word.start()] < thing.span[0] and tree.signs == ("=",):
                letter = _solution(left, right)
                if letter is not None:
                    supposed.setdefault(key(letter), sentence.places[0])
            is_equation = tree.signs[0] in ("=", ":=") and isinstance(left, Name)
            if is_equation and supposed.keys() & letters_in(right) and key(left) not in supposed:
                supposed[key(left)] = thing.span[0]


def _solution(left: Node, right: Node) -> Name | None:
    """The letter that an equation Ax = λx or Ax = 0 is about."""
    found = _last_factor(left)
    is_nothing = (isinstance(right, Num) and right.text == "0") or (isinstance(right, Name) and is_zero(right))
    if found is None or is_capital(found) or not isinstance(left, Product):
        return None
    return found if is_nothing or (isinstance(right, Product) and _last_factor(right) == found) else None


def _last_factor(node: Node) -> Name | None:
    match node:
        case Name():
            return node
        case Product(factors=(*_, last)):
            return _last_factor(last)
        case Group(body=body, opening="("):
            return _last_factor(body)
    return None
