r"""Spans that cover whole commands: \mathbf{x} in place of the x in it, which is where the letter was read."""

from __future__ import annotations

import re

from pcaproofs.notes.text.source import Span

_OPENED = re.compile(r"\\[A-Za-z]+\*?\s*\{\s*$")  # a command that begins right before a span
_MOST = 40  # characters that a command and its brace may have


def whole_commands(text: str, span: Span) -> Span:
    r"""The span, extended over commands that begin right before it and end in it or right behind it.

    Of \mathbf{x}^T y, read from x to y, the whole is meant; so it is of the x alone.
    """
    start, end = span
    while (opened := _OPENED.search(text, max(0, start - _MOST), start)) is not None:
        closes = _closing(text, start)
        if closes is None or closes > end + 1 or text[end:closes].strip(" }"):
            break
        start, end = opened.start(), max(end, closes)
    depth = text.count("{", start, end) - text.count("}", start, end)
    while depth > 0 and text[end : end + 1] == "}":
        depth, end = depth - 1, end + 1
    return start, end


def _closing(text: str, start: int) -> int | None:
    """Where the brace ends that is open at a place; None if it does not end."""
    depth = 1
    for match in re.compile(r"\\.|[{}]", re.DOTALL).finditer(text, start):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if depth == 0:
            return match.end()
    return None
