"""Steps in words that may give a letter a property: "after normalisation", "we have removed the mean"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pcaproofs.notes.prose.sentences import Sentence
from pcaproofs.notes.text.source import Span

_STEP = re.compile(
    r"(?<![\w-])(?:(?:re|ortho|un)?normali[sz]\w*|orthogonali[sz]\w*|standardi[sz]\w*|whiten\w*|de-?mean\w*"
    r"|(?:mean-)?cent(?:red?|ered?|ring|ering)|symmetri[sz]\w*"
    r"|(?:remov|subtract)\w* (?:[a-z]+ ){0,3}(?:means?|averages?))(?![\w-])"
)


def processes(sentences: Iterable[Sentence], facts: Iterable[Span]) -> bool:
    """Whether a sentence names a step that no fact at its place was read from."""
    places = [s.places[match.start()] for s in sentences for match in _STEP.finditer(s.text)]
    spans = list(facts) if places else []
    return any(not any(start <= place < end for start, end in spans) for place in places)
