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


def is_plain(sentence: Sentence) -> bool:
    """Whether a sentence contains only words of hypotheses that are read."""
    return are_plain(sentence.text)


def are_plain(text: str) -> bool:
    """Whether a part of a sentence contains only words of hypotheses that are read."""
    words = re.findall(r"[a-z]+(?:-[a-z]+)*", _PLACED.sub(" ", text))
    return all(word in _WORDS for word in words)
