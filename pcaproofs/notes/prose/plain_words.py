"""The words that a fully understood theorem may contain; any other word may express an unread hypothesis."""

from __future__ import annotations

import re
from collections.abc import Collection

from pcaproofs.notes.prose.sentences import Sentence
from pcaproofs.notes.text.source import Span

_NEUTRAL = """
    a an and any are at be by each every for has have if in is let matrices matrix number numbers of real some such
    suppose assume that the then vector vectors where with all which being
"""
_PROPERTIES = """
    unit symmetric orthogonal orthonormal columns positive semidefinite definite eigenvector eigenvalue centred centered
    projector th i-th j-th k-th length
"""
_WORDS = frozenset(_NEUTRAL.split())
_SAID = frozenset(_PROPERTIES.split())  # of a letter, if a fact was read there
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
_PLACED = re.compile(r"⟦\d+⟧")
# "by Theorem 3.2, ⟦A = PΛPᵀ⟧": a source, which restricts nothing
SOURCE = re.compile(
    r"(?<![\w-])by (?:[a-z-]+\.[a-z-]+|(?:the )?(?:theorem|lemma|proposition|corollary)(?: [\d.]*\d)?"
    r"|theorems on determinants) ?, (?=⟦)"
)
_PHRASES = re.compile(  # which are read as a whole, or restrict nothing
    r"random vectors? ⟦\d+⟧ (?:that has|that have|with) second moments|in any case(?=:)|(?<=⟧), all different(?=,)"
    r"|where the slack variable ⟦\d+⟧, with ⟦\d+⟧ and ⟦\d+⟧, says that(?= ⟦)"
    r"|the (?:least|greatest) value being(?= ⟦)|a feasible (?=⟦)|(?<=⟧) is optimal if and only if(?= ⟦)"
    r"|integers?(?= ⟦)|(?<=⟧-th )row of (?=⟦)|as a column"
    r"|of the assumptions, ⟦\d+⟧(?:(?:, | and )⟦\d+⟧)* (?:is|are) used (?:in no proof"
    r"|only in the proofs? of [\d(), and-]+)"
)


def is_plain(sentence: Sentence, facts: Collection[Span]) -> bool:
    """Whether a sentence contains only neutral words and those of facts that were read; facts: their places."""
    for match in _WORD.finditer(_without_phrases(sentence.text)):
        place = sentence.places[match.start()]
        is_read = match[0] in _SAID and any(start <= place < end for start, end in facts)
        if match[0] not in _WORDS and not is_read:
            return False
    return True


def are_plain(text: str) -> bool:
    """Whether a part of a sentence contains only words that can belong to hypotheses that are read."""
    return all(match[0] in _WORDS | _SAID for match in _WORD.finditer(_without_phrases(text)))


def _without_phrases(text: str) -> str:
    """The text with spaces in the place of phrases and formulas."""
    for pattern in (SOURCE, _PHRASES, _PLACED):
        text = pattern.sub(lambda match: " " * len(match[0]), text)
    return text
