"""What is said of sizes in words: "let ⟦n⟧ equal ⟦p⟧", "⟦n⟧ is even", "as many samples as features"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set

from pcaproofs.notes.formulas.spelling import key
from pcaproofs.notes.prose.sentences import Sentence

_COMPARES = (
    r"equals?|equal|same|larger?|smaller?|greater?|less|exceeds?|bigger|most|least|more|fewer|twice|coincides?|agrees?"
    r"|match(?:es)?|identical|sufficiently|even|odd|prime|divisible|multiple"
)
_BEHIND = re.compile(r"⟦(\d+)⟧(?P<words>[^.,;:⟦]*)")
_SAID = re.compile(rf"(?<![\w-])(?:{_COMPARES})(?![\w-])")
_OF_DATA = re.compile(
    r"(?<![\w-])(?:as many|more|fewer|no more|equally many|the same number of) (?:[a-z-]+ ){0,2}"
    r"(?:rows|columns|samples|features|observations|variables|points|vectors|dimensions)(?: than| as| and)?(?![\w-])"
)


def relates_sizes(sentences: Iterable[Sentence], sizes: Set[str]) -> bool:
    """Whether a sentence compares sizes in words, which no formula says."""
    return any(_OF_DATA.search(s.text) is not None or _compares(s, sizes) for s in sentences)


def _compares(sentence: Sentence, sizes: Set[str]) -> bool:
    """Whether words of comparison stand right behind a size that is a word of the sentence."""
    for match in _BEHIND.finditer(sentence.text):
        trees = sentence.things[int(match[1])].trees
        if len(trees) == 1 and key(trees[0]) in sizes and _SAID.search(match["words"]) is not None:
            return True
    return False
