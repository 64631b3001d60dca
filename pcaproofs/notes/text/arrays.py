"""Environments with cells: their options, and arrays whose cells hold relations, which are aligned equations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pcaproofs.notes.text.symbols import ARROWS, RELATIONS
from pcaproofs.notes.text.tokens import Token
from pcaproofs.notes.text.typesetting_commands import COMPARES

_ARRAYS = {"array", "matrix", "darray", "equationarray"}
_OUTSIDE = {"equation", "displaymath", "math", "gather", "gathered", "align", "aligned", "split", "multline", "dmath"}
_OPENING = {"(", "[", "|", r"\{", r"\lbrace", r"\|", r"\langle", r"\lbrack", r"\lvert", r"\lVert", r"\vert", r"\Vert"}
_CLOSING = {")", "]", "|", r"\}", r"\rbrace", r"\|", r"\rangle", r"\rbrack", r"\rvert", r"\rVert", r"\vert", r"\Vert"}
_GAPS = {r"\quad", r"\qquad", "&", r"\\"}
# environments of nicematrix by what they are without their options
NICE = {f"{x}NiceMatrix": f"{x}matrix" for x in ("", "p", "b", "B", "v", "V")}
NICE |= {f"{x}NiceArray": f"{x}matrix" for x in ("", "p", "b", "B", "v", "V")}
MOVING = {"first", "last", "corners"}  # options of nicematrix that put cells outside of the brackets


def with_equations(found: Sequence[Token]) -> list[Token]:
    """Tokens with aligned equations for each array that stands outside of brackets and has relations in its cells."""
    if not any(t.kind == "begin" and t.text.removesuffix("*") in _ARRAYS for t in found):
        return list(found)
    out = list(found)
    opened: list[int] = []
    for k, token in enumerate(found):
        if token.kind in ("begin", "open"):
            opened.append(k)
        elif token.kind in ("end", "close") and opened:
            start = opened.pop()
            outer = [found[j] for j in opened]
            is_outside = all(t.kind == "begin" and t.text.removesuffix("*") in _OUTSIDE for t in outer)
            if token.kind == "end" and found[start].text.removesuffix("*") in _ARRAYS and is_outside:
                columns = _columns(found, start, k)
                if columns and _stands_alone(found, start, k):
                    name = "eqnarray" if columns == 3 else "aligned"
                    out[start], out[k] = replace(found[start], text=name), replace(token, text=name)
    return out


def _columns(found: Sequence[Token], start: int, end: int) -> int:
    """3 if a cell is a relation alone, 2 if one contains a relation, else 0."""
    depth, cells = 0, list[list[Token]]([[]])
    for token in found[start + 1 : end]:
        depth += {"begin": 1, "open": 1, "end": -1, "close": -1}.get(token.kind, 0)
        if not depth and (token.kind == "break" or token.text == "&"):
            cells.append([])
        elif not depth:
            cells[-1].append(token)
    if not any(token.text in COMPARES for cell in cells for token in cell):
        return 0
    return 3 if any(len(cell) == 1 and cell[0].text in RELATIONS for cell in cells) else 2


def _stands_alone(found: Sequence[Token], start: int, end: int) -> bool:
    """Whether no bracket and no factor stands beside an environment."""
    before, after = found[start - 1] if start else None, found[end + 1] if end + 1 < len(found) else None
    if after is not None and (after.text in _CLOSING or after.text in ("^", "_")):
        return False
    if before is None or before.kind in ("begin", "break") or before.text in _GAPS:
        return True
    return before.text not in _OPENING and (before.text in RELATIONS or before.text in ARROWS)
