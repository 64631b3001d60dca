"""Parsing of the Markdown of derivations by markdown-it: its lines, directives and roles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from pcaproofs.report.documents.model import (
    CODE,
    COMPUTED,
    FORMULAS,
    PROOF,
    ROLES,
    SHOWN,
    WITH_TEXT,
    ClaimBlock,
    Computed,
    Document,
    DocumentError,
    FigureBlock,
    Heading,
    Prose,
    Written,
    place,
    plain,
)

if TYPE_CHECKING:
    from markdown_it.token import Token

_BLOCKS = {"paragraph", "bullet_list", "ordered_list", "list_item", "blockquote", "heading"}
_INLINE = {"em", "strong", "link"}
_TOKENS = {f"{name}_{end}" for name in _BLOCKS | _INLINE for end in ("open", "close")} | {
    *("inline", "text", "text_special", "softbreak", "hardbreak", "code_inline", "math_inline", "myst_role", "fence"),
    *("math_block", "math_block_label", "math_inline_double"),
}


@cache
def _parser():  # type: ignore[no-untyped-def]
    """CommonMark with $formulas$, $$displays$$ and roles; without HTML, rules, tables and pictures."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.dollarmath import dollarmath_plugin
    from mdit_py_plugins.myst_role import myst_role_plugin

    parser = MarkdownIt("commonmark", {"html": False, "typographer": True}).use(myst_role_plugin)
    parser.use(dollarmath_plugin, allow_space=False, double_inline=True)
    return parser.enable("smartquotes").disable(["code", "html_block", "html_inline", "hr", "image", "text_join"])


class Reader:
    """Turns one document's tokens into blocks."""

    def __init__(self, path: Path):
        self.path = path

    def error(self, line: int, message: str) -> DocumentError:
        return DocumentError(f"{message} [{place(self.path, line)}]")

    def document(self, source: str) -> Document:
        tokens = _parser().parse(source)
        if not tokens or tokens[0].type != "heading_open" or tokens[0].tag != "h1" or tokens[0].map != [0, 1]:
            raise self.error(1, "got no title, but the first line should be # Title")
        title = self.inline(tokens[1])
        return Document(self.path, self.path.stem, plain(title), title, tuple(self.blocks(tokens[3:])))

    def blocks(self, tokens: Sequence[Token]) -> Iterator[Written]:
        start = 0
        for k, token in enumerate(tokens):
            if token.level or token.nesting == 1:
                continue
            piece, start = tokens[start : k + 1], k + 1
            line = piece[0].map[0] + 1 if piece[0].map else 1
            if piece[0].type == "heading_open":
                yield self._heading(piece, line)
            elif token.type == "fence" and token.info.lstrip().startswith("{") and language(token) not in FORMULAS:
                yield self._directive(token, line)
            else:
                self._check(piece, line)
                yield Prose(tuple(piece), line)

    def inline(self, token: Token) -> tuple[Token, ...]:
        """The children of an inline token, with parsed roles."""
        self._check([token], token.map[0] + 1 if token.map else 1)
        return tuple(token.children or ())

    def _heading(self, piece: Sequence[Token], line: int) -> Heading:
        level = int(piece[0].tag[1:])
        if level not in (2, 3):
            raise self.error(line, f"got a heading of level {level}, but should be ## or ### below the one # title")
        tokens = self.inline(piece[1])
        return Heading(level, plain(tokens), tokens, line)

    def _directive(self, token: Token, line: int) -> ClaimBlock | FigureBlock | Computed:
        kind, _, argument = token.info.strip().partition(" ")
        argument = argument.strip()
        kinds = ("claim", "figure", *COMPUTED)
        if kind.strip("{}") not in kinds:
            raise self.error(line, f"got the directive {kind}, but should be {_listed(kinds)}")
        if not re.fullmatch(r"[\w.-]+", argument):
            raise self.error(line, f"got {kind} {argument}".rstrip() + ", but one name should follow it")
        if kind.strip("{}") in COMPUTED:
            said = _parser().parse(token.content)
            if bool(said) is not (kind.strip("{}") in WITH_TEXT):
                found, wanted = ("text", "nothing") if said else ("nothing", "text")
                raise self.error(line + 1, f"got {found} in {kind} {argument}, but should be {wanted}")
            if said and not any(x.type == "bullet_list_open" for x in said):
                raise self.error(line + 1, f"got no list in {kind} {argument}, but should be one")
            for each in said:
                each.map = [x + line for x in each.map] if each.map else None
            self._check(said, line + 1)
            return Computed(kind.strip("{}"), argument, line, tuple(said))
        return self._claim(token, argument, line) if kind == "{claim}" else self._figure(token, argument, line)

    def _claim(self, token: Token, id: str, line: int) -> ClaimBlock:
        show, home = list(SHOWN), True
        for k, text in enumerate(token.content.splitlines(), line + 1):
            if not text.strip():
                continue
            option = re.fullmatch(r":show:\s*(.*)", text.strip())
            if not option or not home:
                raise self.error(k, f"got {text.strip()[:60]}, but should be one line :show: {', '.join(SHOWN)}")
            words = [word.strip() for word in option[1].split(",")]
            if odd := [word for word in words if word not in (*SHOWN, *PROOF)]:
                raise self.error(k, f"got :show: {odd[0]}, but should be one of {', '.join((*SHOWN, *PROOF))}")
            show, home = [x for word in words for x in PROOF.get(word, (word,))], False
        return ClaimBlock(id, tuple(x for x in SHOWN if x in show), home, line)

    def _figure(self, token: Token, name: str, line: int) -> FigureBlock:
        text = token.content.strip()
        if not text:
            raise self.error(line, f"got the figure {name} without a caption, but one should stand inside the fence")
        (inline,) = _parser().parseInline(text)
        inline.map = [line, line]  # 0-based, and so the line after the fence's own
        return FigureBlock(name, self.inline(inline), line)

    def _check(self, tokens: Sequence[Token], line: int) -> None:
        """Parses the roles, and refuses tokens that documents may not contain."""
        for at, token in lines(tokens, line):
            if token.type not in _TOKENS:
                raise self.error(at, f"got {token.type.removesuffix('_open')}, but documents have none")
            if token.type == "myst_role":
                self._role(token, at)
            elif token.type == "text" and "$" in token.content:
                raise self.error(at, r"got a $ without its partner, but should be $symbols$, or \$ for the sign")
            elif token.type == "fence":
                kind = language(token)
                if kind.startswith("{") and kind not in FORMULAS:
                    raise self.error(at, f"got {kind} in a list or quotation, but should stand by itself")
                if kind not in (*CODE, *FORMULAS):
                    raise self.error(at, f"got code in {kind!r}, but should be {', '.join(CODE)} or a directive")

    def _role(self, token: Token, line: int) -> None:
        name, content = token.meta["name"], token.content.strip()
        match = re.fullmatch(r"(?:(.*?)\s*<([\w.-]+)>)|([\w.-]+)", content)
        if name not in ROLES:
            raise self.error(line, f"got the role {{{name}}}, but should be {_listed(ROLES)}")
        if not match or (match[1] and name in ("verdict", "value")):
            raise self.error(
                line, f"got {{{name}}}`{content}`, but should be {'a key' if name == 'cite' else 'the id of a claim'}"
            )
        token.meta = {"name": name, "id": match[2] or match[3], "text": match[1] or ""}


def _listed(names: Sequence[str]) -> str:
    *first, last = (f"{{{x}}}" for x in names)
    return f"{', '.join(first)} or {last}"


def lines(tokens: Iterable[Token], line: int) -> Iterator[tuple[int, Token]]:
    """Every token, including children, with the line on which it starts."""
    for token in tokens:
        line = token.map[0] + 1 if token.map else line
        yield line, token
        yield from lines(token.children or (), line)
        if token.type in ("softbreak", "hardbreak") or (not token.map and not token.children):
            line += (token.type in ("softbreak", "hardbreak")) + token.content.count("\n")


def language(token: Token) -> str:
    """The first word after a fence's ticks."""
    return token.info.split(maxsplit=1)[0] if token.info.strip() else ""
