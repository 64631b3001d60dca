r"""The bar of P(y|x) and E[y|x] as \mid: a bar that stands alone between brackets, with something on both sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from pcaproofs.notes.text.tokens import Token

_OPENING, _CLOSING = {"(": ")", "[": "]"}, {")", "]"}


@dataclass
class _Level:
    """What is open: the token that closes it, where it begins, and the bars in it."""

    closer: str
    start: int
    bars: list[int] = field(default_factory=list)


def with_mid(found: Sequence[Token]) -> list[Token]:
    r"""Tokens with \mid for bars between brackets, or in a group of a subscript, of which there is one there."""
    out = list(found)
    levels: list[_Level] = []
    for k, token in enumerate(found):
        if token.kind == "open":
            levels.append(_Level("close", k))
        elif token.text in _OPENING and token.kind == "symbol":
            levels.append(_Level(_OPENING[token.text], k))
        elif levels and (token.kind == "close" or (token.text in _CLOSING and token.kind == "symbol")):
            while levels and levels[-1].closer != "close" and token.kind == "close":
                levels.pop()
            if levels and levels[-1].closer == ("close" if token.kind == "close" else token.text):
                level = levels.pop()
                is_meant = level.closer != "close" or (level.start and found[level.start - 1].text == "_")
                if is_meant and len(level.bars) == 1 and level.start + 1 < level.bars[0] < k - 1:
                    out[level.bars[0]] = replace(found[level.bars[0]], kind="command", text=r"\mid")
        elif levels and token.text in ("|", r"\vert") and not _is_beside_another(found, k):
            levels[-1].bars.append(k)
        elif levels and token.text in ("&", r"\\"):
            levels[-1].bars += [k, k]  # cells of a matrix
    return out


def _is_beside_another(found: Sequence[Token], k: int) -> bool:
    return any(0 <= j < len(found) and found[j].text == "|" for j in (k - 1, k + 1))
