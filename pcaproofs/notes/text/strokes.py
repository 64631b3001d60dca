r"""Cells of matrices without the dashes that say how far a row reaches, "- x_1^T -", and without braces around them."""

from __future__ import annotations

from collections.abc import Sequence

from pcaproofs.notes.text.tokens import Token

_DASHES = {"-", "–", "—", "−"}


def without_dashes(found: Sequence[Token]) -> list[Token]:
    """Tokens without these; a dash stays where none stands at the other end of its cell, since it is a sign."""
    dropped: set[int] = set()
    open_at: list[int] = []  # where the cell begins that is open in each environment, -1 for a group
    for k, token in enumerate(found):
        if token.kind == "begin":
            open_at.append(k + 1)
        elif token.kind == "open":
            open_at.append(-1)
        elif token.kind == "close" and open_at:
            open_at.pop()
        elif open_at and open_at[-1] >= 0 and (token.kind in ("break", "end") or token.text == "&"):
            dropped |= _strokes(found, open_at[-1], k)
            open_at[-1] = k + 1
            if token.kind == "end":
                open_at.pop()
    return [token for k, token in enumerate(found) if k not in dropped] if dropped else list(found)


def _strokes(found: Sequence[Token], start: int, end: int) -> set[int]:
    """The braces around a cell, and the dashes at both of its ends."""
    out: set[int] = set()
    while end - start > 1 and found[start].kind == "open" and _closing(found, start) == end - 1:
        out |= {start, end - 1}
        start, end = start + 1, end - 1
    first, last = start, end
    while first < last and found[first].text in _DASHES:
        first += 1
    while last > first and found[last - 1].text in _DASHES:
        last -= 1
    return out | {*range(start, first), *range(last, end)} if start < first < last < end else out


def _closing(found: Sequence[Token], start: int) -> int | None:
    """Where a brace closes."""
    depth = 0
    for k in range(start, len(found)):
        depth += {"open": 1, "close": -1}.get(found[k].kind, 0)
        if not depth:
            return k
    return None
