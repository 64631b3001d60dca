r"""Fractions in TeX's own notation: {a \over b} as \frac{a}{b}, {n \choose k} as binom(n, k)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pcaproofs.notes.text.macros import Stop
from pcaproofs.notes.text.tokens import Token, tokens

_LEFT = (r"\left", r"\mleft")
_CLOSING = (r"\right", r"\mright", r"\end")
_SIGNS = (r"\over", r"\choose")


@dataclass
class _Cell:
    r"""What stands between braces, \left and \right, or &: where it begins, and the place of its \over."""

    start: int
    over: int | None = None


def fractions(found: Sequence[Token]) -> list[Token]:
    r"""Tokens without \over. Raises Stop for two of them in one group."""
    if not any(token.text in _SIGNS for token in found):
        return list(found)
    out: list[Token] = []
    cells = [_Cell(0)]
    for k, token in enumerate(found):
        before = found[k - 1].text if k else ""
        if token.text in _SIGNS:
            if cells[-1].over is not None:
                raise Stop(token.span, token.text, "the only one in its braces")
            cells[-1].over = len(out)
        if (token.kind == "close" or token.text in _CLOSING) and len(cells) > 1:
            _close(out, cells.pop())
        elif token.text in ("&", r"\\"):
            _close(out, cells[-1])
        out.append(token)
        if token.kind == "open" or token.text in (*_LEFT, r"\begin"):
            cells.append(_Cell(len(out)))
        elif before in _LEFT or token.text in ("&", r"\\") or (token.kind == "close" and _names(found, k)):
            cells[-1].start = len(out)
    _close(out, cells[0])
    return out


def _names(found: Sequence[Token], k: int) -> bool:
    r"""Whether a brace closes the name in \begin{…}."""
    opened = next((j for j in range(k, -1, -1) if found[j].kind == "open"), 0)
    return opened > 0 and found[opened - 1].text == r"\begin"


def _close(out: list[Token], cell: _Cell) -> None:
    r"""End a cell: what stands before its \over and behind it are the two arguments of a fraction."""
    if cell.over is not None:
        sign, top, bottom = out[cell.over], out[cell.start : cell.over], out[cell.over + 1 :]
        opened, closed = replace(sign, kind="open", text="{"), replace(sign, kind="close", text="}")
        if sign.text == r"\choose":
            opened, closed, comma = (replace(sign, kind="symbol", text=x) for x in "(),")
            text = r"\operatorname{binom}"
            name = [replace(x, start=sign.start, end=sign.end, call=sign.call) for x in tokens(text, 0, len(text))]
            out[cell.start :] = [*name, opened, *top, comma, *bottom, closed]
            cell.over = None
            return
        out[cell.start :] = [replace(sign, text=r"\frac"), opened, *top, closed, opened, *bottom, closed]
    cell.over = None
