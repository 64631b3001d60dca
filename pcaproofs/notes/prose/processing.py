"""Steps in words that may give a letter a property: "after normalisation", "we have removed the mean"."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from pcaproofs.notes.prose.sentences import Sentence
from pcaproofs.notes.text.source import Span

_STEP = re.compile(
    r"(?<![\w-])(?:(?:re|ortho|un)?normali[sz]\w*|orthogonali[sz]\w*|standardi[sz]\w*|whiten\w*|de-?mean\w*"
    r"|(?:mean-)?cent(?:red?|ered?|ring|ering)|symmetri[sz]\w*"
    r"|(?:remov|subtract)\w* (?:[a-z]+ ){0,3}(?:means?|averages?))(?![\w-])"
)


def processes(sentences: Iterable[Sentence], facts: Collection[Span]) -> bool:
    """Whether a sentence names a step that no fact at its place was read from."""
    for sentence in sentences:
        for match in _STEP.finditer(sentence.text):
            place = sentence.places[match.start()]
            if not any(start <= place < end for start, end in facts):
                return True
    return False
