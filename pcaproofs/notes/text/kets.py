r"""Kets and bras as columns and their transposes: |u\rangle is u and \langle u| is uᵀ, as all is real.

\langle u|v\rangle and \langle u|M|v\rangle stay; the grammar reads them as inner products.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pcaproofs.notes.text.tokens import Kind, Token

_BARS = frozenset({"|", r"\vert", r"\mid"})
_RELATIONS = frozenset({"=", "<", ">", r"\le", r"\leq", r"\ge", r"\geq", r"\ne", r"\neq", r"\in", ",", "&"})
_SIGNS = re.compile(r"(?P<product>Lx+Bx+(?:Bx+)?R)|(?P<bra>Lx+B)|(?P<ket>Bx+R)")
_BRACES: tuple[tuple[Kind, str], tuple[Kind, str]] = (("open", "{"), ("close", "}"))
_BRACKETS: tuple[tuple[Kind, str], tuple[Kind, str]] = (("symbol", "("), ("symbol", ")"))


def with_kets(found: Sequence[Token]) -> list[Token]:
    """Tokens with brackets around what is in a ket or a bra, and a transpose behind a bra."""
    if not any(token.text in (r"\langle", r"\rangle") for token in found):
        return list(found)
    signs = "".join(map(_sign, found))
    out = [[token] for token in found]
    for match in _SIGNS.finditer(signs):
        start, end = match.start(), match.end() - 1
        inside = found[start + 1 : end]
        if match["product"] is not None or not _is_balanced(inside):
            continue
        left, right = _BRACES if _is_letter(inside) else _BRACKETS
        out[start] = [replace(found[start], kind=left[0], text=left[1])]
        out[end] = [replace(found[end], kind=right[0], text=right[1])]
        if match["bra"] is not None:
            out[end] += [
                replace(found[end], kind="symbol", text="^"),
                replace(found[end], kind="command", text=r"\top"),
            ]
    return [token for tokens in out for token in tokens]


def _sign(token: Token) -> str:
    if token.text in (r"\langle", r"\rangle"):
        return "L" if token.text == r"\langle" else "R"
    if token.text in _BARS:
        return "B"
    return "-" if token.text in _RELATIONS or token.kind in ("break", "begin", "end", "words") else "x"


def _is_letter(found: Sequence[Token]) -> bool:
    """Whether tokens are one letter, perhaps with scripts."""
    return found[0].kind != "open" and (len(found) == 1 or found[1].text in ("_", "^"))


def _is_balanced(found: Sequence[Token]) -> bool:
    """Whether all brackets that open among tokens close there, in order."""
    depth = 0
    for token in found:
        depth += (token.kind == "open" or token.text in ("(", "[")) - (
            token.kind == "close" or token.text in (")", "]")
        )
        if depth < 0:
            return False
    return depth == 0
