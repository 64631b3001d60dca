r"""Commands that say on which slides of a talk something is shown: \pause, \invisible<1-3>{…}."""

from __future__ import annotations

import re

_OVERLAY = re.compile(
    r"\\pause(?![A-Za-z])(?:\[\d+\])?|\\(?:invisible|visible|only|uncover|onslide|alert)(?:<[^<>\n]{1,40}>\s*\{?|(?<=alert)\s*\{)"
)
_LONGEST_GROUP = 1500  # characters


def without_overlays(text: str) -> str:
    """A text in which the commands for slides are blank, at the same offsets; what they show stays.

    The second of two groups that are shown in one place stays a command, which no formula may contain.
    """
    if not (found := list(_OVERLAY.finditer(text))):
        return text
    out, shown = list(text), -1  # the end of the last group for some slides
    for match in found:
        in_place = match[0].startswith((r"\only", r"\onslide"))  # others keep their space on all slides
        if in_place and match[0].endswith("{") and shown >= 0 and not text[shown : match.start()].strip():
            continue  # in the place of the last one, on other slides
        out[slice(*match.span())] = " " * len(match[0])
        if match[0].endswith("{") and (end := _closing(text, match.end())) is not None:
            out[end], shown = " ", end + 1
        elif match[0].endswith("{"):
            out[match.end() - 1] = "{"
    return "".join(out)


def _closing(text: str, start: int) -> int | None:
    """Where the brace closes that was opened before a place; None if it is far away."""
    depth, k = 1, start
    while k < min(len(text), start + _LONGEST_GROUP):
        if text[k] == "\\":
            k += 1
        elif text[k] in "{}":
            depth += 1 if text[k] == "{" else -1
            if not depth:
                return k
        k += 1
    return None
