"""Whether the sentences of a note are in English, the only language whose sentences are read."""

from __future__ import annotations

import re
from functools import lru_cache

# short words that are frequent in one language and rare in the formulas and commands of a LaTeX file
_ENGLISH = "the of is and that we for with let be this are from which by can where if it as then not"
_OTHER = (
    "el los las una es para que con por del se como entonces sea donde der die das und ist ein eine mit von wir zu den"
    " le les des est une pour avec dans par et sur soit donc uma os ao um da dos em na il che di per sono"
)
_WORD = re.compile(r"(?<![\\\w])[^\W\d_]+")
_COMMENT = re.compile(r"(?<!\\)%.*")
_OF_OTHER_SCRIPTS = re.compile(r"[\u0400-\u04ff\u0590-\u06ff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")


@lru_cache(maxsize=4)
def is_in_english(text: str) -> bool:
    """Whether the sentences of a note are in English; so is a note without sentences."""
    plain = _COMMENT.sub("", text)
    words = [x.lower() for x in _WORD.findall(plain)]
    english, other = (sum(x in said for x in words) for said in (_ENGLISH.split(), _OTHER.split()))
    return max(other, len(_OF_OTHER_SCRIPTS.findall(plain)) / 4) <= english
