"""Assumptions with labels, "(A1) w is a unit vector", and sentences that choose some of them: "Under (A2) we have".

Such a sentence does not use the other labelled assumptions, up to the next one or to the end of its section.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.prose.sentences import Sentence, sections, sentences
from pcaproofs.notes.text.source import Span

_LABEL = re.compile(r"(?<![\w⟧])[(\[]?(?P<label>[a-z]{1,3}\.?\d+['*]?)[)\].:]? ")
_UNDER = re.compile(
    r"(?<![\w-])(?:under|with|without|assuming|given|by|but not|dropping|using|if) "
    r"(?:only |just |also |all )?(?:assumptions? |conditions? |hypothes[ei]s )?"
    r"(?P<labels>[(\[]?[a-z]{1,3}\.?\d+['*]?[)\]]?(?:(?: ?[-,] ?| and | to |, and )[(\[]?[a-z]{1,3}\.?\d+['*]?[)\]]?)*)"
)
_BEGINS = re.compile(r"(?:^|[:;,.] |(?<![\w-])and )$")
_NAME = re.compile(r"[a-z]{1,3}\.?\d+['*]?")
_RANGE = re.compile(r"\d['*]?[)\]]?(?: ?- ?| to )[(\[]?[a-z]")
_WITHOUT = re.compile(r"(?:without|but not|dropping)")


def unused_assumptions(note: Note) -> Iterator[tuple[int, int, int, int]]:
    """From where to where an assumption stands that is not used, and from where to where it is not."""
    parts, said = sections(note), sentences(note)
    stated = dict[str, Span]()  # label -> where its assumption stands
    before: tuple[int, list[Span]] | None = None
    for sentence in said:
        here = sentence.places[0]
        chosen = _chosen(sentence, stated)
        if before is not None and (chosen is not None or before[0] < _start(parts, here)):
            yield from ((*place, before[0], here) for place in before[1])
            before = None
        if chosen is not None:
            before = here, [place for label, place in stated.items() if label not in chosen]
        else:
            labels = [m for m in _LABEL.finditer(sentence.text) if _BEGINS.search(sentence.text[: m.start()])]
            for match, following in zip_longest(labels, labels[1:]):
                end = sentence.end if following is None else sentence.places[following.start()]
                stated.setdefault(match["label"], (sentence.places[match.start()], end))
    if before is not None:
        end = next((end for start, end in parts if start <= before[0] < end), before[0])
        yield from ((*place, before[0], end) for place in before[1])


def _start(parts: tuple[Span, ...], here: int) -> int:
    return max((start for start, _ in parts if start <= here), default=0)


def _chosen(sentence: Sentence, stated: dict[str, Span]) -> set[str] | None:
    """The labels of the assumptions that a sentence uses; None if it names none."""
    out, without, is_choice = set[str](), set[str](), False
    for match in _UNDER.finditer(sentence.text):
        found = {*_NAME.findall(match["labels"])}
        if not found <= {*stated}:
            continue
        is_choice = True
        if _WITHOUT.match(match[0]):
            without |= found
        elif _RANGE.search(match["labels"]):
            order = list(stated)
            places = [order.index(x) for x in found]
            out |= {*order[min(places) : max(places) + 1]}
        else:
            out |= found
    if not is_choice:
        return None
    return out or {*stated} - without
