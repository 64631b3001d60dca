"""Derivations as their authors write them: Markdown in which directives stand where claims and figures are to stand.

    # Title of the chapter                 the first line; the file's name is the chapter: affine.md, matrix-form.md

    Prose with small $symbols$, a reference {claim}`centering.idempotent` or, in words of one's own,
    {claim}`centring twice <centering.idempotent>`, and a verdict {verdict}`centering.idempotent`.

    ```{claim} centering.idempotent        the home of the claim: everything about it stands here
    ```
    ```{claim} centering.idempotent        some of it once more, anywhere
    :show: statement, hypotheses
    ```
    ```{figure} projection
    Its caption, with $symbols$ and roles.
    ```

A display that was typed by hand is read as a token like any other; `problems` is what refuses it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it.token import Token

SHOWN = ("prose", "hypotheses", "statement", "derivation", "counterexample", "evidence")
PROOF = {"proof": ("derivation", "counterexample")}  # whichever of the two the claim has
ROLES = ("claim", "verdict")
CODE = ("python", "sh", "console", "text")

_BLOCKS = {"paragraph", "bullet_list", "ordered_list", "list_item", "blockquote", "heading"}
_INLINE = {"em", "strong", "link"}
_TOKENS = {f"{name}_{end}" for name in _BLOCKS | _INLINE for end in ("open", "close")} | {
    *("inline", "text", "text_special", "softbreak", "hardbreak", "code_inline", "math_inline", "myst_role", "fence"),
    *("math_block", "math_block_label", "math_inline_double"),
}
_FORMULAS = ("math", "{math}", "latex", "tex")  # languages of fences that are displays


class DocumentError(ValueError):
    """A document that cannot be read; the message is one line that ends with the file and the line."""


@dataclass(frozen=True)
class Heading:
    """A heading below the title, of level 2 or 3; its text as inline tokens too."""

    level: int
    text: str
    tokens: tuple[Token, ...]
    line: int


@dataclass(frozen=True)
class Prose:
    """A paragraph, list, quotation or piece of code, as the tokens of markdown-it.

    A role is a token myst_role whose meta has its "name" (of ROLES), the claim's "id", and "text" or "" if it has none.
    """

    tokens: tuple[Token, ...]
    line: int


@dataclass(frozen=True)
class ClaimBlock:
    """A claim, or of what SHOWN names some; `home` where everything is shown."""

    id: str
    show: tuple[str, ...]
    home: bool
    line: int


@dataclass(frozen=True)
class FigureBlock:
    """A figure by its name, with the caption as inline tokens."""

    name: str
    caption: tuple[Token, ...]
    line: int


Block = Heading | Prose | ClaimBlock | FigureBlock


@dataclass(frozen=True)
class Document:
    """One chapter's derivation; title: inline tokens and, as plain text, name."""

    path: Path
    chapter: str
    name: str
    title: tuple[Token, ...]
    blocks: tuple[Block, ...]

    def at(self, line: int) -> str:
        """A place in it as errors write it."""
        return f"{_shown(self.path)}:{line}"

    def claims(self) -> list[ClaimBlock]:
        return [b for b in self.blocks if isinstance(b, ClaimBlock)]


def read_document(path: Path) -> Document:
    """Reads a document; raises DocumentError at what is no document's, OSError where there is no file."""
    try:
        source = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise DocumentError(f"got bytes that are no UTF-8, but should be text [{_shown(path)}:1]") from error
    tokens = _parser().parse(source)
    reader = _Reader(path)
    if not tokens or tokens[0].type != "heading_open" or tokens[0].tag != "h1" or tokens[0].map != [0, 1]:
        raise reader.error(1, "got no title, but the first line should be # Title")
    title = reader.inline(tokens[1])
    blocks = tuple(reader.blocks(tokens[3:]))
    return Document(path, path.stem, plain(title), title, blocks)


def documents(folder: Path | None = None) -> tuple[Document, ...]:
    """The derivations that come with pcaproofs, or those of a folder, chapters in the order of the notes' story."""
    from pcaproofs.claims import ORDER

    order = [name.replace("_", "-") for name in ORDER]
    paths = sorted((folder or shipped()).glob("*.md"))
    return tuple(map(read_document, sorted(paths, key=lambda p: [*order, p.stem].index(p.stem))))


def shipped() -> Path:
    """The folder derivations/, of an installed package or of the repository."""
    package = Path(__file__).parents[1]
    installed = package / "_derivations"
    return installed if installed.is_dir() else package.parent / "derivations"


# ---------------------------------------------------------------------------------------------------- what is wrong
def problems(
    given: Sequence[Document],
    known: Collection[str],
    homeless: Iterable[str],
    figures: Collection[str] | None = None,
) -> list[tuple[Path, str]]:
    """What is wrong with documents, one line each with its place.

    known: the ids of all claims. homeless: those of them that should have a home in one of these documents. figures:
    the names of all figures, or None not to ask. A claim without a home is reported where its chapter is told.
    """
    out: list[tuple[Path, str]] = []
    homes: dict[str, str] = {}

    def report(document: Document, line: int, message: str) -> None:
        out.append((document.path, f"{message} [{document.at(line)}]"))

    for document in given:
        for line, latex in displays(document):
            shown = " ".join(latex.split())
            report(document, line, f"got the display {shown[:60]}, but should be a directive that shows a claim")
        for line, id in mentions(document):
            if id not in known:
                report(document, line, f"got the claim {id}, but {_nearest(id, known)}")
        for block in document.blocks:
            if isinstance(block, FigureBlock) and figures is not None and block.name not in figures:
                report(document, block.line, f"got the figure {block.name}, but {_nearest(block.name, figures)}")
            if isinstance(block, ClaimBlock) and block.home:
                if block.id in homes:
                    report(document, block.line, f"got a second home of {block.id}, but it has one [{homes[block.id]}]")
                homes.setdefault(block.id, document.at(block.line))
    chapters = {document.chapter: document for document in reversed(given)}
    for id in homeless:
        if id not in homes and given:
            told = chapters.get(id.split(".")[0], given[0])
            report(told, 1, f"got no directive for {id}, but each claim should have a home in some document")
    return out


def displays(document: Document) -> Iterator[tuple[int, str]]:
    """The displayed formulas that were typed by hand, with their lines."""
    for line, token in _walk(document):
        if shown := _display(token):
            yield line, shown


def _display(token: Token) -> str:
    """What a token displays as mathematics, or nothing."""
    match token.type:
        case "math_block" | "math_block_label" | "math_inline_double":
            return token.content
        case "fence" if _language(token) in _FORMULAS:
            return token.content
        case "text_special" if token.markup in (r"\[", r"\("):
            return token.markup
        case "text" if match := re.search(r"\\begin\{.*", token.content):
            return match[0]
        case "math_inline" if re.search(r"\\displaystyle|\\begin\b|\\\\", token.content):
            return token.content
        case "inline":  # a paragraph of nothing but a formula, whatever its dollars
            said = [t for t in token.children or () if t.content.strip(" .,;:")]
            return token.content if [t.type for t in said] == ["math_inline"] else ""
    return ""


def mentions(document: Document) -> Iterator[tuple[int, str]]:
    """The ids of all claims that directives and roles name, with their lines."""
    for block in document.blocks:
        if isinstance(block, ClaimBlock):
            yield block.line, block.id
    for line, token in _walk(document):
        if token.type == "myst_role":
            yield line, token.meta["id"]


def _walk(document: Document) -> Iterator[tuple[int, Token]]:
    yield from _lines(document.title, 1)
    for block in document.blocks:
        match block:
            case Heading(_, _, tokens, line) | Prose(tokens, line) | FigureBlock(_, tokens, line):
                yield from _lines(tokens, line)


def _lines(tokens: Iterable[Token], line: int) -> Iterator[tuple[int, Token]]:
    """Every token, children too, with the line on which it starts."""
    for token in tokens:
        line = token.map[0] + 1 if token.map else line
        yield line, token
        yield from _lines(token.children or (), line)
        if token.type in ("softbreak", "hardbreak") or (not token.map and not token.children):
            line += (token.type in ("softbreak", "hardbreak")) + token.content.count("\n")


def _nearest(name: str, known: Collection[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, sorted(known), 1, 0.4)
    return f"there is none of that name; the nearest is {near[0]}" if near else "there is none of that name"


# ---------------------------------------------------------------------------------------------------- reading
@cache
def _parser():  # type: ignore[no-untyped-def]
    """CommonMark with $formulas$, $$displays$$ and roles; without HTML, rules, tables and pictures."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.dollarmath import dollarmath_plugin
    from mdit_py_plugins.myst_role import myst_role_plugin

    parser = MarkdownIt("commonmark", {"html": False}).use(myst_role_plugin)
    parser.use(dollarmath_plugin, allow_space=False, double_inline=True)
    return parser.disable(["code", "html_block", "html_inline", "hr", "image", "text_join"])


class _Reader:
    """Turns one document's tokens into blocks."""

    def __init__(self, path: Path):
        self.path = path

    def error(self, line: int, message: str) -> DocumentError:
        return DocumentError(f"{message} [{_shown(self.path)}:{line}]")

    def blocks(self, tokens: Sequence[Token]) -> Iterator[Block]:
        start = 0
        for k, token in enumerate(tokens):
            if token.level or token.nesting == 1:
                continue
            piece, start = tokens[start : k + 1], k + 1
            line = piece[0].map[0] + 1 if piece[0].map else 1
            if piece[0].type == "heading_open":
                yield self._heading(piece, line)
            elif token.type == "fence" and token.info.lstrip().startswith("{") and _language(token) != "{math}":
                yield self._directive(token, line)
            else:
                self._check(piece, line)
                yield Prose(tuple(piece), line)

    def inline(self, token: Token) -> tuple[Token, ...]:
        """The children of an inline token, roles understood."""
        self._check([token], token.map[0] + 1 if token.map else 1)
        return tuple(token.children or ())

    def _heading(self, piece: Sequence[Token], line: int) -> Heading:
        level = int(piece[0].tag[1:])
        if level not in (2, 3):
            raise self.error(line, f"got a heading of level {level}, but should be ## or ### below the one # title")
        tokens = self.inline(piece[1])
        return Heading(level, plain(tokens), tokens, line)

    def _directive(self, token: Token, line: int) -> ClaimBlock | FigureBlock:
        kind, _, argument = token.info.strip().partition(" ")
        argument = argument.strip()
        if kind not in ("{claim}", "{figure}"):
            raise self.error(line, f"got the directive {kind}, but should be {{claim}} or {{figure}}")
        if not re.fullmatch(r"[\w.-]+", argument):
            raise self.error(line, f"got {kind} {argument}".rstrip() + ", but one name should follow it")
        return self._claim(token, argument, line) if kind == "{claim}" else self._figure(token, argument, line)

    def _claim(self, token: Token, id: str, line: int) -> ClaimBlock:
        show, home = list(SHOWN), True
        for k, text in enumerate(token.content.splitlines(), line + 1):
            if not text.strip():
                continue
            option = re.fullmatch(r":show:\s*(.*)", text.strip())
            if not option or not home:
                raise self.error(
                    k, f"got {text.strip()[:60]}, but a claim's one line should be :show: {', '.join(SHOWN)}"
                )
            words = [word.strip() for word in option[1].split(",")]
            if odd := [word for word in words if word not in (*SHOWN, *PROOF)]:
                raise self.error(k, f"got :show: {odd[0]}, but should be of {', '.join((*SHOWN, *PROOF))}")
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
        """Refuses what no document may have, and reads the roles."""
        for at, token in _lines(tokens, line):
            if token.type not in _TOKENS:
                raise self.error(at, f"got {token.type.removesuffix('_open')}, but documents have none")
            if token.type == "myst_role":
                self._role(token, at)
            elif token.type == "text" and "$" in token.content:
                raise self.error(at, r"got a $ without its partner, but should be $symbols$, or \$ for the sign")
            elif token.type == "fence":
                language = _language(token)
                if language.startswith("{") and language != "{math}":
                    raise self.error(at, f"got {language} in a list or quotation, but should stand by itself")
                if language not in (*CODE, *_FORMULAS):
                    raise self.error(at, f"got code in {language!r}, but should be {', '.join(CODE)} or a directive")

    def _role(self, token: Token, line: int) -> None:
        name, content = token.meta["name"], token.content.strip()
        match = re.fullmatch(r"(?:(.*?)\s*<([\w.-]+)>)|([\w.-]+)", content)
        if name not in ROLES:
            raise self.error(line, f"got the role {{{name}}}, but should be {{claim}} or {{verdict}}")
        if not match or (match[1] and name == "verdict"):
            raise self.error(line, f"got {{{name}}}`{content}`, but should be the id of a claim")
        token.meta = {"name": name, "id": match[2] or match[3], "text": match[1] or ""}


def plain(tokens: Iterable[Token]) -> str:
    """The text of inline tokens without their marks."""
    return "".join(" " if t.type in ("softbreak", "hardbreak") else t.content for t in tokens)


def _language(token: Token) -> str:
    return token.info.split(maxsplit=1)[0] if token.info.strip() else ""


def _shown(path: Path) -> str:
    """A path as short as it can be said from here."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except ValueError:
        return str(path)
