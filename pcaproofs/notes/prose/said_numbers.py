"""Reads numbers that a sentence introduces by their range: "Let λ > 0", "for all 0 < α < 1"."""

from __future__ import annotations

import re

from pcaproofs.notes.formulas.surface import Chain, Listed, Name, Node, Num
from pcaproofs.notes.prose.fact_reader import FactReader

_TAKES = re.compile(
    r"\b(?:[Ll]et|[Ss]uppose|[Aa]ssume|[Gg]iven|[Ff]ix|[Ff]or (?:all|any|every|each))\b"
    r"(?: (?:real|a|an|the|arbitrary|any|constants?|numbers?|scalars?|parameters?|that|let|and)| ?⟦\d+⟧|[,;])* $"
)
_NO_MORE = re.compile(r" *(?:[.;,:]|$|and\b|⟦|(?:be |is )?fixed\b|be given\b)")
_RANGES = frozenset("<>≤≥≠")


def read_numbers(reader: FactReader) -> None:
    """Add Greek letters that a sentence introduces only by a range; Latin letters may be sizes or indices."""
    sentence = reader.sentence
    for place in re.finditer(r"⟦(\d+)⟧", sentence.text):
        thing = sentence.things[int(place[1])]
        if thing.display or not _TAKES.search(sentence.text[: place.start()]):
            continue
        if not _NO_MORE.match(sentence.text, place.end()) or not reader.holds(*place.span()):
            continue
        for tree in thing.trees:
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
