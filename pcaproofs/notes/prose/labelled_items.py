"""Items with a label that suppose something for themselves: "(i) Let w be a unit vector. …", "1. Let X be … Show …"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.prose.sentences import Sentence, sections, sentences

_LABEL = re.compile(
    r"[ \t>]*(?:\*\*|__|[*_])?(?:(?P<number>\d{1,2}[.)])|(?P<letter>\((?:[ivx]+|[a-h]|\d)\)|(?:[ivx]+|[a-h])\)))"
    r"(?:\*\*|__|[*_])?[ \t]+(?:\*\*|__|[*_])?|[^\n]*\\item(?![A-Za-z])(?P<item>)\s*"
)
_INLINE = re.compile(r"(?P<letter>\((?:[ivx]+|[a-h]|\d)\))[ \t\n]")  # of a sentence within a paragraph
_SUPPOSES = re.compile(
    r"(?:\([^)]*\) |\w+\) )?(?:let|suppose|assume|if|consider|for|be|⟦\d+⟧ (?:is|has|are|be))(?![\w-])"
)
_TASK = re.compile(r"(?:^|[.;,] (?:and )?)(?:show|prove|verify|decide|disprove|what|which|why|determine)(?![\w-])")


def ended_items(note: Note) -> Iterator[tuple[int, int, int]]:
    """The items whose hypotheses are their own: where each begins and ends, and where its section ends.

    A task is one, and so is a labelled case, "(a) Let A be symmetric", that goes on to a display.
    """
    text, parts = note.source.text, sections(note)
    item = list[Sentence]()
    for sentence in [*sentences(note), None]:
        place = len(text) if sentence is None else sentence.places[0]
        label = _label(text, place)
        if item and (label is not None or sentence is None or _is_outside(text, item[-1], place)):
            if _is_own(text, item):
                start = item[0].places[0]
                end = next((e for s, e in parts if s <= start < e), len(text))
                yield start, place, max(end, place)
            item = []
        if sentence is not None and (item or label is not None):
            item.append(sentence)


def _label(text: str, place: int) -> re.Match[str] | None:
    """The label of an item whose words begin at a place, or which begins there itself."""
    start = text.rfind("\n", 0, place) + 1
    match = _LABEL.match(text, start)
    return match if match is not None and match.end() >= place else _INLINE.match(text, place)


def _is_outside(text: str, before: Sentence, place: int) -> bool:
    """Whether a sentence begins behind a list: at the margin, after a blank line, and with no formula of an item."""
    start = text.rfind("\n", 0, place) + 1
    is_apart = "\n\n" in text[before.places[-1] : place]
    return is_apart and text[start : start + 1] not in (" ", "\t", "$", "\\", ">") and not before.things


def _is_own(text: str, item: list[Sentence]) -> bool:
    if any(x.asks or _TASK.search(x.text) for x in item):
        return True
    label = _label(text, item[0].places[0])
    has_letter = label is not None and label["letter"] is not None
    return has_letter and _SUPPOSES.match(item[0].text) is not None and any(t.display for x in item for t in x.things)
