r"""Tokens that are one sign together: 53,929 as a number, the star of x_* and the sign of b_∥ as words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pcaproofs.notes.tokens import Token

_OPEN, _CLOSE = ("(", "[", r"\{"), (")", "]", r"\}")


def with_signs(found: Sequence[Token]) -> list[Token]:
    """Tokens without commas between thousands, outside of brackets, and with words for stars below."""
    out: list[Token] = []
    depth = 0
    groups: list[bool] = []  # of the braces that are open: whether they stand below
    for k, token in enumerate(found):
        if token.kind == "open":
            groups.append(k > 0 and found[k - 1].text == "_")
        elif token.kind == "close" and groups:
            groups.pop()
        depth += token.kind == "open" or token.text in _OPEN
        depth -= token.kind == "close" or token.text in _CLOSE
        if token.text == "," and not depth and _is_of_thousands(found, k):
            continue
        below = (found[k - 1].text if found[k - 1].kind != "open" else found[k - 2].text) if k > 1 else ""
        if token.text in ("*", r"\ast", r"\star") and below == "_" and _is_alone(found, k):
            out.append(replace(token, kind="word", text="star"))
            continue
        if token.text == r"\parallel" and (below == "_" or (groups and groups[-1])):
            out.append(replace(token, kind="word", text="parallel"))
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
