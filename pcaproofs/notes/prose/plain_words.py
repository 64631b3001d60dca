"""The words that a fully understood theorem may contain; any other word may express an unread hypothesis."""

from __future__ import annotations

import re

from pcaproofs.notes.prose.sentences import Sentence

_PLAIN = """
    a an and any are at be by each every for has have if in integer integers is let matrices matrix number numbers of
    real some such suppose assume that the then vector vectors where with all unit symmetric orthogonal orthonormal
    columns positive semidefinite definite eigenvector eigenvalue centred centered projector th i-th j-th k-th length
    which value being least greatest feasible optimal only
"""
_WORDS = frozenset(_PLAIN.split())
_PLACED = re.compile(r"⟦\d+⟧")
# "by Theorem 3.2, ⟦A = PΛPᵀ⟧": a source, which restricts nothing
SOURCE = re.compile(
    r"(?<![\w-])by (?:[a-z-]+\.[a-z-]+|(?:the )?(?:theorem|lemma|proposition|corollary)(?: [\d.]*\d)?"
    r"|theorems on determinants) ?, (?=⟦)"
)
_PHRASES = re.compile(  # which are read as a whole, or restrict nothing
    r"random vectors? ⟦\d+⟧ (?:that has|that have|with) second moments|in any case(?=:)|(?<=⟧), all different(?=,)"
    r"|where the slack variable ⟦\d+⟧, with ⟦\d+⟧ and ⟦\d+⟧, says that(?= ⟦)"
    r"|(?<=⟧-th )row of (?=⟦)|as a column"
    r"|of the assumptions, ⟦\d+⟧(?:(?:, | and )⟦\d+⟧)* (?:is|are) used (?:in no proof"
    r"|only in the proofs? of [\d(), and-]+)"
)


def is_plain(sentence: Sentence) -> bool:
    """Whether a sentence contains only words of hypotheses that are read."""
    return are_plain(sentence.text)


def are_plain(text: str) -> bool:
    """Whether a part of a sentence contains only words of hypotheses that are read."""
    words = re.findall(r"[a-z]+(?:-[a-z]+)*", _PLACED.sub(" ", _PHRASES.sub(" ", SOURCE.sub("", text))))
    return all(word in _WORDS for word in words)
