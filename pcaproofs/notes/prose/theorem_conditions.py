"""Which hypothesis of one sentence of a theorem holds in its proof: that of the theorem's only claim.

"If A, then B" is proved under A. In "B, with equality if A" and "B. If A, then C" the hypothesis belongs to another
claim, and nothing says which rows of the proof are about which claim.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from pcaproofs.notes.formulas.surface import Chain
from pcaproofs.notes.prose.plain_words import are_plain
from pcaproofs.notes.prose.sentences import Sentence

_IF = re.compile(r"(?<![\w-])(?:if|iff|when|whenever|provided(?: that)?|as long as|in case|unless)(?![\w-])")
_DECLARES = re.compile(
    r"\W*(?:(?:here|now|also|furthermore|moreover|in addition|where)\W+)*"
    r"(?:let|suppose|assume|consider|given|denote|for|where|set|define|fix|write|take)(?![\w-])"
)
_CLAIMS = re.compile(r"(?<![\w-])(?:then|hence|thus|therefore|so|equality|holds?)(?![\w-])")
_BEHIND_CLAIM = re.compile(r"⟧(?: holds)?[ ,]*$")


def holds_in_proof(said: Sequence[Sentence], place: int) -> bool:
    """Whether a hypothesis at an offset of the note, which its sentence makes for itself, holds in the proof too.

    said: the sentences of the theorem.
    """
    its = [s for s in said if s.places[0] <= place < s.end]
    if not its or any(_is_claim(s) for s in said if s not in its):
        return False
    text = its[0].text[: next((k for k, x in enumerate(its[0].places) if x > place), len(its[0].text))]
    last = max(_IF.finditer(text), key=re.Match.start, default=None)
    head = "" if last is None else text[: last.start()]
    return are_plain(head) or _BEHIND_CLAIM.search(head) is not None


def _is_claim(sentence: Sentence) -> bool:
    """Whether a sentence claims something, perhaps under a condition, and does not only declare letters."""
    if any(thing.display for thing in sentence.things) or _IF.search(sentence.text) or _CLAIMS.search(sentence.text):
        return True
    relations = [x for thing in sentence.things for x in thing.trees if isinstance(x, Chain) and {*x.signs} - {"∈"}]
    return bool(relations) and _DECLARES.match(sentence.text) is None
