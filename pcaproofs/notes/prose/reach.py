"""How far a sentence reaches that says so itself: "in this section, w is a unit vector"."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from pcaproofs.notes.prose.sentences import Sentence
from pcaproofs.notes.text.source import Span

_IN_SECTION = re.compile(r"(?<![\w-])(?:this|the present|the current) (?:sub){0,2}section(?![\w-])")
_HEAD = re.compile(r"[ \t>]*(?:(?P<marks>#{1,6})[ \t]|<h(?P<html>[1-6])|\\(?P<tex>[a-z]+))", re.IGNORECASE)
_UNDERLINED = re.compile(r"[^\n]+\n([=-])")
_TEX_LEVELS = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph")
_DEEPEST = 7


def said_end(text: str, parts: Sequence[Span], sentence: Sentence) -> int | None:
    """Where the section ends for which alone a sentence says something; None if it does not say so.

    parts: the sections of the note, from heading to heading.
    """
    if _IN_SECTION.search(sentence.text) is None:
        return None
    here = bisect_right(parts, sentence.places[0], key=lambda part: part[0]) - 1
    level = _level(text, parts[here][0])
    return next((parts[k][0] for k in range(here + 1, len(parts)) if _level(text, parts[k][0]) <= level), len(text))


def _level(text: str, start: int) -> int:
    """The level of the heading at an offset of a text; small is high."""
    head = _HEAD.match(text, start)
    if head is None:
        underlined = _UNDERLINED.match(text, start)
        return _DEEPEST if underlined is None else 1 if underlined[1] == "=" else 2
    if head["tex"]:
        return _TEX_LEVELS.index(head["tex"]) if head["tex"] in _TEX_LEVELS else _DEEPEST
    return len(head["marks"]) if head["marks"] else int(head["html"])
