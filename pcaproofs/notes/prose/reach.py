"""How far a sentence reaches that says so itself: "in this section, w is a unit vector"."""

from __future__ import annotations

import re

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.prose.sentences import Sentence, sections

_IN_SECTION = re.compile(r"(?<![\w-])(?:this|the present|the current) (?:sub){0,2}section(?![\w-])")
_TEX_LEVELS = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph")
_DEEPEST = 7


def said_end(note: Note, sentence: Sentence) -> int | None:
    """Where the section ends for which alone a sentence says something; None if it does not say so."""
    if _IN_SECTION.search(sentence.text) is None:
        return None
    text, parts = note.source.text, sections(note)
    here = max(k for k, (start, _) in enumerate(parts) if start <= sentence.places[0])
    level = _level(text[parts[here][0] :])
    return next((start for start, _ in parts[here + 1 :] if _level(text[start:]) <= level), len(text))


def _level(text: str) -> int:
    """The level of the heading with which a text begins; small is high."""
    head = re.match(r"[ \t>]*(?:(?P<marks>#{1,6})[ \t]|<h(?P<html>[1-6])|\\(?P<tex>[a-z]+))", text, re.IGNORECASE)
    if head is None:
        return 1 if re.match(r"[^\n]+\n=", text) else 2 if re.match(r"[^\n]+\n-", text) else _DEEPEST
    if head["tex"]:
        return _TEX_LEVELS.index(head["tex"]) if head["tex"] in _TEX_LEVELS else _DEEPEST
    return len(head["marks"]) if head["marks"] else int(head["html"])
