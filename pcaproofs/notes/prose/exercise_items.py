r"""Items of LaTeX's outermost lists that are exercises with parts of their own, and so have their own letters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_MARK = re.compile(r"\\(?P<edge>begin|end)\{(?:enumerate|questions|parts|itemize|compactenum)\}|\\item(?![A-Za-z])")


@dataclass
class _List:
    items: list[int] = field(default_factory=list)
    parts: set[int] = field(default_factory=set)  # the numbers of the items that contain a list


def exercise_items(text: str) -> Iterator[int]:
    """Where such items and their lists begin and end, in a text without formulas."""
    opened: list[_List] = []
    for match in _MARK.finditer(text):
        if match["edge"] == "begin":
            if opened:
                opened[-1].parts.add(len(opened[-1].items))
            opened.append(_List())
        elif match["edge"] == "end" and opened:
            closed = opened.pop()
            if not opened and 2 * len(closed.parts) >= len(closed.items) > 1:
                yield from (*closed.items, match.start())
        elif opened and match["edge"] is None:
            opened[-1].items.append(match.start())
