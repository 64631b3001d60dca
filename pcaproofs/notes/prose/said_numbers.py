"""Reads numbers that a sentence introduces by their range: "Let λ > 0", "for all 0 < α < 1", "integers n, p ≥ 1"."""

from __future__ import annotations

import re

from pcaproofs.notes.formulas.spelling import INDICES, key
from pcaproofs.notes.formulas.surface import Chain, Listed, Name, Node, Num
from pcaproofs.notes.prose.fact_reader import FactReader

_TAKES = re.compile(
    r"\b(?:[Ll]et|[Ss]uppose|[Aa]ssume|[Gg]iven|[Ff]ix|[Ff]or (?:all|any|every|each))\b"
    r"(?: (?:real|a|an|the|arbitrary|any|constants?|numbers?|scalars?|parameters?|that|let|and)| ?⟦\d+⟧|[,;])* $"
)
_INTEGERS = re.compile(r"(?<![\w-])(?:integers?|natural numbers?) $")
_NO_MORE = re.compile(r" *(?:[.;,:]|$|and\b|⟦|(?:be |is )?fixed\b|be given\b)")
_RANGES = frozenset("<>≤≥≠")


def read_numbers(reader: FactReader) -> None:
    """Add Greek letters that a sentence introduces only by a range; Latin letters may be sizes or indices."""
    sentence = reader.sentence
    for place in re.finditer(r"⟦(\d+)⟧", sentence.text):
        thing = sentence.things[int(place[1])]
        if thing.display or not _TAKES.search(_INTEGERS.sub("numbers ", sentence.text[: place.start()])):
            continue
        if not _NO_MORE.match(sentence.text, place.end()) or not reader.holds(*place.span()):
            continue
        is_integer = _INTEGERS.search(sentence.text[: place.start()]) is not None
        for tree in thing.trees:
            for name in _positive(tree) if is_integer else ():
                reader.kind(name, "size", place.span())
            for part in tree.items if isinstance(tree, Listed) else (tree,):
                if (letter := _ranged(part)) is not None:
                    reader.kind(letter, "number", place.span())


def _ranged(node: Node) -> Name | None:
    """The letter of λ > 0 or 0 < α < 1."""
    if not isinstance(node, Chain) or not _RANGES.issuperset(node.signs):
        return None
    names = [x for x in node.terms if not isinstance(x, Num)]
    if len(names) != 1 or not isinstance(names[0], Name):
        return None
    name = names[0]
    is_greek = len(name.base) == 1 and "α" <= name.base <= "ω"
    return name if is_greek and name == Name(name.base) else None


def _positive(node: Node) -> tuple[Name, ...]:
    """The letters of n, p ≥ 1, or of n ≥ 1 unless n is a letter for indices."""
    match node:
        case Chain(terms=(Listed(items), Num("1")), signs=("≥",)):
            names = tuple(x for x in items if isinstance(x, Name))
            return names if any(key(x) not in INDICES for x in names) else ()
        case Chain(terms=(Name() as name, Num("1")), signs=("≥",)) if key(name) not in INDICES:
            return (name,)
    return ()
