r"""TeX tokens of formulas, each with its place in the note.

TeX has no library in Python that keeps the place of each token through the expansion of macros: pylatexenc builds a
tree of markup, in which \newcommand and \def are not carried out (its issues 50 and 83); TexSoup has no macros;
plasTeX runs a document and drops columns; unified-latex needs Node.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pcaproofs.notes.text.source import Span

Kind = Literal[
    "command", "letter", "digit", "symbol", "open", "close", "words", "word", "begin", "end", "break", "label"
]


class Stop(Exception):  # noqa: N818
    """Reading stopped: where, at which tokens, and what should have been there."""

    def __init__(self, span: Span, got: str, expected: str):
        super().__init__(f"got {got}, but should be {expected}")
        self.span, self.got, self.expected = span, got, expected


@dataclass(slots=True)  # it is never changed, but not frozen, since a note has many and making a frozen one is slow
class Token:
    r"""A token of TeX.

    start, end: its place in the note. call: the macro call that it comes from, the outermost one. font: that of the
    commands around it. glued: nothing stands between it and the token before. words: all of \text{…}. label: a formula
    below a brace, which claims or supposes something itself.
    """

    kind: Kind
    text: str
    start: int
    end: int
    glued: bool = False
    font: str = ""
    call: Span | None = None

    @property
    def span(self) -> Span:
        """The visible span: the call of the macro that it comes from, or the token itself."""
        return self.call or (self.start, self.end)

    def but(self, **changes: Any) -> Token:
        """A token that is like this one, but for some fields."""
        out = Token(self.kind, self.text, self.start, self.end, self.glued, self.font, self.call)
        for name, value in changes.items():
            setattr(out, name, value)
        return out


_BELOW = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", "0123456789+-aehijklmnoprstuvx", strict=True))
_ABOVE = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿⁱᵀ", "0123456789+-niT", strict=True))
_TOKEN = re.compile(
    rf"(?P<below>[{''.join(_BELOW)}]+)|(?P<above>[{''.join(_ABOVE)}]+)|(?P<command>\\\\\\\\|\\[A-Za-z@]+\*?|\\.)"
    r"|(?P<space>[ \t\n\r\u00ad\u200b-\u200f\u2060-\u2064\ufeff]+)|<?=>|.",
    re.DOTALL,
)
_STARRED = {r"\operatorname*", r"\DeclareMathOperator*", r"\newcommand*", r"\renewcommand*", r"\providecommand*"}
_STARRED |= {r"\argmin*", r"\argmax*", r"\hspace*", r"\tag*"}
_IN_MARKDOWN = {r"\\\\": r"\\", r"\_": "_", r"\*": "*"}  # as Markdown wants it
# what people type for what LaTeX has commands for
_UNICODE = {
    "−": "-", "–": "-", "·": r"\cdot", "⋅": r"\cdot", "×": r"\times", "≤": r"\le", "≥": r"\ge", "≠": r"\ne",
    "∈": r"\in", "∑": r"\sum", "∏": r"\prod", "√": r"\sqrt", "∇": r"\nabla", "∂": r"\partial", "⇒": r"\implies",
    "⇔": r"\iff", "→": r"\to", "∀": r"\forall", "∃": r"\exists", "‖": r"\|", "∥": r"\|", "⟨": r"\langle",
    "⟩": r"\rangle", "…": r"\dots", "⋯": r"\cdots", "⋮": r"\vdots", "⊤": r"\top", "⊥": r"\perp", "′": "'",
    "≈": r"\approx", "=>": r"\implies", "<=>": r"\iff", "≡": r"\equiv", "∝": r"\propto", "⊂": r"\subset",
    "⊆": r"\subseteq", "∞": r"\infty", "∗": "*", "，": ",", "、": ",", "。": ";", "；": ";", "：": ":", "（": "(",
    "）": ")", "＝": "=", "∼": r"\sim", "∘": r"\circ", "≪": r"\ll", "≫": r"\gg", "†": r"\dagger", "⟹": r"\implies",
    "⟸": r"\impliedby", "⟺": r"\iff", "∩": r"\cap", "∪": r"\cup", "±": r"\pm",
}  # fmt: skip
_WIDE_SPACES = dict.fromkeys((160, 5760, *range(8192, 8203), 8239, 8287, 12288), " ")
_KINDS: dict[str, Kind] = {"{": "open", "}": "close"}
NESTS = {"open": 1, "close": -1}


def plain_spaces(text: str) -> str:
    """A text with plain spaces for those of Unicode, U+00A0 or U+2009, which word processors and web pages contain."""
    return text if text.isascii() else text.translate(_WIDE_SPACES)


def tokens(text: str, start: int = 0, end: int | None = None) -> Iterator[Token]:
    """The tokens of a part of a text in which comments and marks of quotations have been blanked."""
    glued = False
    for match in _TOKEN.finditer(text, start, len(text) if end is None else end):
        said, how, place = match[0], match.lastgroup, match.start()
        if how == "space":
            glued = False
            continue
        if how is None:
            known = _UNICODE.get(said, said)
            yield Token("command" if len(known) > 1 else _kind(known), known, place, match.end(), glued)
        elif how == "command":
            yield from _command(said, place, match.end(), glued)
        else:
            yield from _script(said, place, how, glued)
        glued = True


def _command(text: str, start: int, end: int, glued: bool) -> Iterator[Token]:
    known = _IN_MARKDOWN.get(text, text)
    if len(text) > 2 and text[-1] == "*" and text not in _STARRED:
        yield Token("command", text[:-1], start, end - 1, glued)
        yield Token("symbol", "*", end - 1, end, True)
    elif known[0] != "\\":
        yield Token("symbol", known, start, end, glued)
    else:
        yield Token("command", r"\ " if text[1].isspace() else known, start, end, glued)


def _script(text: str, start: int, how: str, glued: bool) -> Iterator[Token]:
    """Small letters above or below the line, as a script: λ₁₂ as λ_{12}, A⁻¹ as A^{-1}."""
    sign, table = ("_", _BELOW) if how == "below" else ("^", _ABOVE)
    end = start + len(text)
    yield Token("symbol", sign, start, end, glued)
    if len(text) > 1:
        yield Token("open", "{", start, start, True)
    for k, c in enumerate(text, start):
        yield Token(_kind(table[c]), table[c], k, k + 1, True)
    if len(text) > 1:
        yield Token("close", "}", end, end, True)


def _kind(c: str) -> Kind:
    if (known := _KINDS.get(c)) is None:
        known = _KINDS[c] = "digit" if c.isdecimal() else "letter" if c.isalpha() else "symbol"
    return known


def text_of(found: Iterable[Token]) -> str:
    """The texts of tokens, one behind the other."""
    return "".join([token.text for token in found])


def written(found: Iterable[Token]) -> str:
    """Tokens as LaTeX, with spaces where they are needed."""
    out = ""
    for token in found:
        if out and out[-1].isalpha() and token.text[:1].isalpha() and re.search(r"\\[A-Za-z]+$", out[-24:]):
            out += " "
        out += token.text if token.kind != "words" else rf"\text{{{token.text}}}"
    return out


def closing(found: Sequence[Token], start: int = 0) -> int | None:
    """The number of the token that closes the group that opens at a token; None if none does."""
    depth = 0
    for k in range(start, len(found)):
        depth += NESTS.get(found[k].kind, 0)
        if depth <= 0:
            return k
    return None


def braced(body: Iterable[Token], like: Token, pair: str = "{}") -> list[Token]:
    """Tokens in braces or other brackets, which have the place of a token."""
    return [
        like.but(kind=_kind(pair[0]), text=pair[0], end=like.start),
        *body,
        like.but(kind=_kind(pair[1]), text=pair[1], end=like.start),
    ]


class Ahead(list[Token]):
    """The tokens that are still to be read; the next one is the last of the list."""

    def __init__(self, found: Iterable[Token] = ()):
        super().__init__(found)
        self.reverse()

    @property
    def text(self) -> str:
        """The text of the next token."""
        return self[-1].text if self else ""

    @property
    def kind(self) -> str:
        """The kind of the next token."""
        return self[-1].kind if self else ""

    def put_back(self, found: Sequence[Token]) -> None:
        """Put tokens before those that are still to be read."""
        self.extend(found[::-1])

    def take(self, count: int) -> list[Token]:
        """Take some tokens."""
        out = self[: -count - 1 : -1]
        del self[len(self) - count :]
        return out

    def group(self, caller: Token) -> list[Token]:
        """Take the next group, without its braces, or the next token. Raises Stop if there is none."""
        if not self or self[-1].kind == "close":
            raise Stop(caller.span, caller.text, "followed by its argument")
        first = self.pop()
        return [first] if first.kind != "open" else self._up_to("}", first)

    def _up_to(self, closer: str, first: Token) -> list[Token]:
        depth = 0
        for k in range(len(self) - 1, -1, -1):
            token = self[k]
            if not depth and token.text == closer and token.kind in ("close", "symbol"):
                out = self.take(len(self) - k)
                out.pop()
                return out
            depth += NESTS.get(token.kind, 0)
        raise Stop(first.span, first.text, f"closed by {closer}")

    def optional(self) -> list[Token] | None:
        """Take the argument in square brackets that comes next, if one does. Raises Stop if it does not close."""
        return self._up_to("]", self.pop()) if self and self[-1].text == "[" else None

    def between(self, pair: str) -> list[Token] | None:
        """Take what stands between two brackets that come next, without them; None if they do not come next."""
        depth = 0
        for k in range(len(self) - 1, -1, -1) if self.text == pair[0] else ():
            text = self[k].text
            is_first = k == len(self) - 1
            depth += (text == pair[0] and (pair[0] != pair[1] or is_first)) - (text == pair[1] and not is_first)
            if not depth:
                return self.take(len(self) - k)[1:-1]
        return None


def in_scripts(body: Sequence[Token]) -> set[int]:
    r"""The numbers of the tokens in subscripts and superscripts: the i of \mathbf{x_i} is the index i."""
    out, k = set[int](), 1
    while k < len(body):
        if body[k].text in ("_", "^") and body[k].kind == "symbol":
            end = closing(body, k + 1)
            end = len(body) if end is None else end + 1
            out.update(range(k + 1, end))
            k = end
        else:
            k += 1
    return out


_BRACES = re.compile(r"\\.|[{}]", re.DOTALL)


def closing_brace(text: str, start: int, most: int = 20_000) -> int | None:
    """Where the brace closes that was opened before a place of a text; None if it is far away."""
    depth = 1
    for match in _BRACES.finditer(text, start, min(len(text), start + most)):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if not depth:
            return match.start()
    return None


_OPENED = re.compile(r"\\[A-Za-z]+\*?\s*\{\s*$")  # a command that begins right before a span
_MOST = 40  # characters that a command and its brace may have


def whole_commands(text: str, span: Span) -> Span:
    r"""The span, extended over commands that begin right before it and end in it or right behind it.

    Of \mathbf{x}^T y, read from x to y, the whole is meant; so it is of the x alone.
    """
    start, end = span
    while (opened := _OPENED.search(text, max(0, start - _MOST), start)) is not None:
        closes = closing_brace(text, start)
        if closes is None or closes > end or text[end : closes + 1].strip(" }"):
            break
        start, end = opened.start(), max(end, closes + 1)
    depth = text.count("{", start, end) - text.count("}", start, end)
    while depth > 0 and text[end : end + 1] == "}":
        depth, end = depth - 1, end + 1
    return start, end
