r"""Tokens that are one sign together: 53,929 as a number, and the star of x_* as a word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pcaproofs.notes.tokens import Token

_OPEN, _CLOSE = ("(", "[", r"\{"), (")", "]", r"\}")


def with_signs(found: Sequence[Token]) -> list[Token]:
    """Tokens without commas between thousands, outside of brackets, and with words for stars below."""
    out: list[Token] = []
    depth = 0
    for k, token in enumerate(found):
        depth += token.kind == "open" or token.text in _OPEN
        depth -= token.kind == "close" or token.text in _CLOSE
        if token.text == "," and not depth and _is_of_thousands(found, k):
            continue
        below = (found[k - 1].text if found[k - 1].kind != "open" else found[k - 2].text) if k > 1 else ""
        if token.text in ("*", r"\ast", r"\star") and below == "_" and _is_alone(found, k):
            out.append(replace(token, kind="word", text="star"))
            continue
        out.append(token)
    return out


def _is_alone(found: Sequence[Token], k: int) -> bool:
    """Whether a token is all that stands below, with or without braces."""
    return found[k - 1].kind != "open" or (k + 1 < len(found) and found[k + 1].kind == "close")


def _is_of_thousands(found: Sequence[Token], k: int) -> bool:
    """Whether a comma has one to three digits before it and three behind it, with nothing between."""
    before = "".join(_run([*reversed(found[:k])]))
    behind = "".join(_run(found[k + 1 :]))
    is_glued = found[k].glued and k + 1 < len(found) and found[k + 1].glued
    return is_glued and 0 < len(before) < 4 and len(behind) == 3 and before[::-1][0] != "0"


def _run(found: Sequence[Token]) -> list[str]:
    out: list[str] = []
    for token in found:
        if token.kind != "digit":
            break
        out.append(token.text)
    return out
