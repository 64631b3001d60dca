r"""The bar of P(y|x) and E[y|x] as \mid: a single bar between brackets, with tokens on both sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from pcaproofs.notes.text.symbols import DOTS
from pcaproofs.notes.text.tokens import Token

_OPENING, _CLOSING = {"(": ")", "[": "]"}, {")", "]"}


@dataclass
class _Level:
    """What is open: the token that closes it, where it begins, and the bars in it."""

    closer: str
    start: int
    bars: list[int] = field(default_factory=list)


def with_mid(found: Sequence[Token]) -> list[Token]:
    r"""Tokens with \mid for bars between brackets, or in a group of a subscript, of which there is one there.

    A single bar in a row before ∼ is one too: x | t ∼ N(0, 1). So is a double bar that stands alone between brackets,
    which some Markdown needs for a single one. Several bars that separate the columns of a matrix become commas.
    """
    out = list(found)
    for k in _before_sim(found):
        out[k] = replace(found[k], kind="command", text=r"\mid")
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
                _set_bars(found, out, levels.pop(), k)
        elif levels and token.text in ("|", r"\vert", r"\|") and not _is_beside_another(found, k):
            levels[-1].bars.append(k)
        elif levels and token.text in ("&", r"\\"):
            levels[-1].bars += [k, k]  # cells of a matrix
    return out


def _set_bars(found: Sequence[Token], out: list[Token], level: _Level, end: int) -> None:
    r"""Put \mid for a single bar between brackets, and commas for bars that separate columns."""
    if _separate(found, level, end):
        for bar in level.bars:
            out[bar] = replace(found[bar], kind="symbol", text=",")
    is_meant = level.closer != "close" or (level.start and found[level.start - 1].text == "_")
    if is_meant and len(level.bars) == 1 and level.start + 1 < level.bars[0] < end - 1:
        out[level.bars[0]] = replace(found[level.bars[0]], kind="command", text=r"\mid")


def _separate(found: Sequence[Token], level: _Level, end: int) -> bool:
    """Whether bars separate the columns of a matrix, [x_1 | x_2 | … | x_n]: dots stand alone between two of them."""
    ends = [level.start, *level.bars, end]
    parts = [found[a + 1 : b] for a, b in pairwise(ends)]
    return level.closer == "]" and all(parts) and any(len(x) == 1 and x[0].text in DOTS for x in parts)


def _is_beside_another(found: Sequence[Token], k: int) -> bool:
    return any(0 <= j < len(found) and found[j].text in ("|", r"\|") for j in (k - 1, k + 1))


def _before_sim(found: Sequence[Token]) -> list[int]:
    """The bars that stand alone, outside of brackets, in a row before ∼."""
    out: list[int] = []
    bars: list[int] = []
    depth = 0
    for k, token in enumerate(found):
        depth += token.kind in ("open", "begin") or token.text in _OPENING
        depth -= token.kind in ("close", "end") or token.text in _CLOSING
        if token.kind == "break" or token.text in (r"\qquad", r"\quad"):
            bars = []
        elif not depth and token.text in ("|", r"\vert", r"\|"):
            bars.append(k)
        elif not depth and token.text == r"\sim":
            out += bars if len(bars) == 1 and bars[0] and found[bars[0] - 1].kind != "break" else []
            bars = []
    return out
