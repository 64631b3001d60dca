"""The words that a fully understood theorem may contain; any other word may express an unread hypothesis."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from pcaproofs.notes.formulas.printing import latex
from pcaproofs.notes.formulas.surface import Sentence as Said
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


_ROOT = re.compile(r"(?P<root>[^ ]+)\^(?:\\top|\{\\top\}|T) (?P=root)")
_SEMIDEFINITE = re.compile(r"⟦(?P<of>\d+)⟧ is positive semidefinite(?=, ⟦(?P<again>\d+)⟧ for some ⟦)")
_EIGENVECTOR = re.compile(
    r"⟦(?P<vector>\d+)⟧ is an eigenvector of ⟦(?P<of>\d+)⟧ with eigenvalue ⟦(?P<value>\d+)⟧(?=, ⟦(?P<again>\d+)⟧)"
)


def _said_again(sentence: Sentence) -> Iterator[Span]:
    """The places in the text of properties of expressions that an equation right behind says again."""

    def printed(match: re.Match[str], name: str) -> str:
        trees = sentence.things[int(match[name])].trees
        first = trees[0].parts[0] if trees and isinstance(trees[0], Said) else trees[0] if trees else None
        return "" if first is None else latex(first)

    for match in _SEMIDEFINITE.finditer(sentence.text):
        left, _, right = printed(match, "again").partition(" = ")
        if left == printed(match, "of") and _ROOT.fullmatch(right):
            yield match.span()
    for match in _EIGENVECTOR.finditer(sentence.text):
        vector, of, value = (printed(match, name) for name in ("vector", "of", "value"))
        if printed(match, "again") == f"{of} {vector} = {value} {vector}":
            yield match.span()


def is_plain(sentence: Sentence, facts: Collection[Span]) -> bool:
    """Whether a sentence contains only neutral words and those of facts that were read; facts: their places."""
    again = list(_said_again(sentence))
    for match in _WORD.finditer(_without_phrases(sentence.text)):
        place = sentence.places[match.start()]
        is_again = any(start <= match.start() < end for start, end in again)
        is_read = is_again or (match[0] in _SAID and any(start <= place < end for start, end in facts))
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
