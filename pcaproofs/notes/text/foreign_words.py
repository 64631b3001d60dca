"""Chinese, Japanese and Korean words in formulas, which need no command for text; with the brackets around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pcaproofs.notes.text.tokens import Token

_RANGES = ((0x3040, 0x30FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xAC00, 0xD7AF), (0xF900, 0xFAFF))


def with_foreign_words(found: Sequence[Token]) -> list[Token]:
    """Tokens with one token of words for each run of such letters, and for brackets that contain some."""
    if not any(_is_foreign(token) for token in found):
        return list(found)
    out: list[Token] = []
    for token in found:
        if not _is_foreign(token):
            out.append(token)
        elif out and out[-1].kind == "words" and out[-1].end == token.start:
            out[-1] = replace(out[-1], text=out[-1].text + token.text, end=token.end)
        else:
            out.append(replace(token, kind="words"))
    return _with_brackets(out)


def _with_brackets(found: list[Token]) -> list[Token]:
    opened: list[int] = []
    out: list[Token] = []
    for token in found:
        if token.text == "(" and token.kind == "symbol":
            opened.append(len(out))
        elif token.kind in ("break", "begin", "end") or token.text == "&":
            opened = []
        out.append(token)
        if token.text == ")" and token.kind == "symbol" and opened:
            start = opened.pop()
            inside = out[start + 1 : -1]
            if any(x.kind == "words" and not x.text.isascii() for x in inside):
                text = "".join(x.text for x in out[start:])
                out[start:] = [replace(out[start], kind="words", text=text, end=token.end)]
    return out


def _is_foreign(token: Token) -> bool:
    return token.kind == "letter" and any(a <= ord(token.text[0]) <= b for a, b in _RANGES)
