"""Blocks of prose written by a program, as the tokens that the parser makes from an author's Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal

from pcaproofs.formula.characters import SPECIAL
from pcaproofs.formula.latex import latex
from pcaproofs.formula.tree import Formula
from pcaproofs.report.documents.model import Prose
from pcaproofs.report.sentences import Anchor, Cite, ClaimId, InlineCode, Run, Sentence, Strong, Typed

if TYPE_CHECKING:
    from markdown_it.token import Token

_ESCAPED = {escaped: plain for plain, escaped in SPECIAL.items()}
_FORMULA = re.compile(r"\$([^$]*)\$|\\ensuremath\{((?:[^{}]|\{[^{}]*\})*)\}")


def paragraph(*parts: str | Formula | Sentence) -> Prose:
    """A paragraph of words, formulas and sentences, one after the other."""
    return Prose(tuple(_within("paragraph", "p", parts)), 0)


def items(rows: Iterable[Sequence[str | Formula | Sentence]], kind: str = "bullet") -> Prose:
    """A list with bullets, or with numbers if it is an "ordered" one."""
    tag = "ol" if kind == "ordered" else "ul"
    out = [_token(f"{kind}_list_open", tag, 1)]
    for row in rows:
        out += [_token("list_item_open", "li", 1), *_within("paragraph", "p", row, hidden=True)]
        out.append(_token("list_item_close", "li", -1))
    return Prose((*out, _token(f"{kind}_list_close", tag, -1)), 0)


def display(form: Formula) -> Prose:
    """A displayed formula."""
    return Prose((_token("math_block", "math", 0, content=latex(form)),), 0)


def block_quote(inside: Iterable[Token]) -> Prose:
    """Blocks that are set apart."""
    return Prose((_token("blockquote_open", "blockquote", 1), *inside, _token("blockquote_close", "blockquote", -1)), 0)


def code(text: str) -> Prose:
    """A program."""
    fence = _token("fence", "code", 0, content=text)
    fence.info = "python"
    return Prose((fence,), 0)


def tokens(text: Sentence) -> list[Token]:
    """A sentence as inline tokens."""
    return [token for run in text.runs for token in _run(run)]


def _run(run: Run) -> list[Token]:
    match run:
        case str():
            return [_token("text", "", 0, content=run)]
        case Formula():
            return [_token("math_inline", "math", 0, content=latex(run))]
        case ClaimId(id):
            role = _token("myst_role", "", 0)
            role.meta = {"name": "claim", "id": id, "text": ""}
            return [role]
        case InlineCode(text):
            return [_token("code_inline", "code", 0, content=text)]
        case Cite(key):
            role = _token("myst_role", "", 0)
            role.meta = {"name": "cite", "id": key, "text": ""}
            return [role]
        case Anchor(name):
            role = _token("myst_role", "", 0)
            role.meta = {"name": "place", "id": name, "text": ""}
            return [role]
        case Strong(text):
            return [
                _token("strong_open", "strong", 1),
                _token("text", "", 0, content=text),
                _token("strong_close", "strong", -1),
            ]
        case Typed(source):
            return list(_typed(source))


def _typed(source: str) -> Iterable[Token]:
    """LaTeX text with formulas between dollars as tokens; the text loses its escapes."""
    end = 0
    masked = source.replace(r"\$", "\0\0")  # the sign, which begins no formula
    for match in _FORMULA.finditer(masked):
        if end < match.start():
            yield _token("text", "", 0, content=_unescaped(source[end : match.start()]))
        yield _token("math_inline", "math", 0, content=source[slice(*match.span(match.lastindex or 0))])
        end = match.end()
    if source[end:]:
        yield _token("text", "", 0, content=_unescaped(source[end:]))


def _unescaped(text: str) -> str:
    """Text without the escapes of LaTeX."""
    pattern = "|".join(map(re.escape, sorted(_ESCAPED, key=len, reverse=True)))
    return re.sub(pattern, lambda m: _ESCAPED[m[0]], text)


def _within(kind: str, tag: str, parts: Sequence[str | Formula | Sentence], *, hidden: bool = False) -> list[Token]:
    inside: list[Token] = []
    for part in parts:
        inside += tokens(part if isinstance(part, Sentence) else Sentence((part,)))
    inline = _token("inline", "", 0)
    inline.children = inside
    opened, closed = _token(f"{kind}_open", tag, 1), _token(f"{kind}_close", tag, -1)
    opened.hidden = closed.hidden = hidden
    return [opened, inline, closed]


def _token(kind: str, tag: str, nesting: Literal[-1, 0, 1], content: str = "") -> Token:
    from markdown_it.token import Token

    is_block = kind.startswith(("paragraph", "bullet", "ordered", "list", "fence"))
    return Token(kind, tag, nesting, content=content, block=is_block)
