r"""TeX tokens of formulas, each with its place in the note.

TeX has no library in Python that keeps the place of each token through the expansion of macros: pylatexenc builds a
tree of markup, in which \newcommand and \def are not carried out (its issues 50 and 83); TexSoup has no macros;
plasTeX runs a document and drops columns; unified-latex needs Node.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from pcaproofs.notes.text.source import Span

Kind = Literal[
    "command", "letter", "digit", "symbol", "open", "close", "words", "word", "begin", "end", "break", "label"
]


@dataclass(frozen=True, slots=True)
class Token:
    r"""A token of TeX.

    start, end: its place in the note. call: the macro call that it comes from, the outermost one. font: that of the
    commands around it. glued: nothing stands between it and the token before. words: all of \text{…}.
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


_BELOW = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", "0123456789+-aehijklmnoprstuvx", strict=True))
_ABOVE = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿⁱᵀ", "0123456789+-niT", strict=True))
_TOKEN = re.compile(
    rf"[{''.join(_BELOW)}]+|[{''.join(_ABOVE)}]+|"
    r"\\\\\\\\|\\[A-Za-z@]+\*?|<?=>|\\.|\\\n|[ \t\n\r\u00ad\u200b-\u200f\u2060-\u2064\ufeff]+|.",
    re.DOTALL,
)
_STARRED = {r"\operatorname*", r"\DeclareMathOperator*", r"\newcommand*", r"\renewcommand*", r"\providecommand*"}
_STARRED |= {r"\argmin*", r"\argmax*", r"\hspace*", r"\tag*"}
# what people type for what LaTeX has commands for
_UNICODE = {
    "−": "-", "–": "-", "·": r"\cdot", "⋅": r"\cdot", "×": r"\times", "≤": r"\le", "≥": r"\ge", "≠": r"\ne",
    "∈": r"\in",
    "∑": r"\sum", "∏": r"\prod", "√": r"\sqrt", "∇": r"\nabla", "∂": r"\partial", "⇒": r"\implies", "⇔": r"\iff",
    "→": r"\to", "∀": r"\forall", "∃": r"\exists", "‖": r"\|", "∥": r"\|", "⟨": r"\langle", "⟩": r"\rangle",
    "…": r"\dots", "⋯": r"\cdots", "⋮": r"\vdots", "⊤": r"\top", "⊥": r"\perp", "′": "'", "≈": r"\approx",
    "=>": r"\implies", "<=>": r"\iff",
    "≡": r"\equiv", "∝": r"\propto", "⊂": r"\subset", "⊆": r"\subseteq", "∞": r"\infty", "∗": "*", 
    "，": ",", "、": ",", "。": ";", "；": ";",
    "：": ":", "（": "(", "）": ")", "＝": "=", "∼": r"\sim", "∘": r"\circ", "≪": r"\ll", "≫": r"\gg",
    "†": r"\dagger", "⟹": r"\implies", "⟸": r"\impliedby", "⟺": r"\iff", "∩": r"\cap", "∪": r"\cup", "±": r"\pm",
}  # fmt: skip


_WIDE_SPACES = dict.fromkeys((160, 5760, *range(8192, 8203), 8239, 8287, 12288), " ")


def plain_spaces(text: str) -> str:
    """A text with plain spaces for those of Unicode, U+00A0 or U+2009, which word processors and web pages contain."""
    return text if text.isascii() else text.translate(_WIDE_SPACES)


def tokens(text: str, start: int, end: int) -> Iterator[Token]:
    """The tokens of a part of a text in which comments and marks of quotations have been blanked."""
    glued = False
    for match in _TOKEN.finditer(text, start, end):
        said = match[0]
        if not said.strip(" \t\n\r\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff"):
            glued = False
            continue
        yield from _read(said, match.start(), glued)
        glued = True


def _read(text: str, start: int, glued: bool) -> Iterator[Token]:
    end = start + len(text)
    if text == r"\\\\":  # as Markdown wants it
        text = r"\\"
    if text.startswith("\\") and len(text) > 1:
        if text.endswith("*") and text not in _STARRED and len(text) > 2:
            yield Token("command", text[:-1], start, end - 1, glued)
            yield Token("symbol", "*", end - 1, end, True)
        elif text == r"\_":  # as Markdown wants it
            yield Token("symbol", "_", start, end, glued)
        elif text == r"\*":
            yield Token("symbol", "*", start, end, glued)
        else:
            yield Token("command", r"\ " if text[1].isspace() else text, start, end, glued)
    elif text[0] in _BELOW or text[0] in _ABOVE:
        yield from _script(text, start, glued)
    elif (known := _UNICODE.get(text)) is not None:
        yield Token("command" if known[0] == "\\" else "symbol", known, start, end, glued)
    else:
        yield Token(_kind(text), text, start, end, glued)


def _script(text: str, start: int, glued: bool) -> Iterator[Token]:
    """Small letters above or below the line, as a script: λ₁₂ as λ_{12}, A⁻¹ as A^{-1}."""
    sign, table = ("_", _BELOW) if text[0] in _BELOW else ("^", _ABOVE)
    end = start + len(text)
    yield Token("symbol", sign, start, end, glued)
    if len(text) > 1:
        yield Token("open", "{", start, start, True)
    for k, c in enumerate(text):
        yield Token(_kind(table[c]), table[c], start + k, start + k + 1, True)
    if len(text) > 1:
        yield Token("close", "}", end, end, True)


def _kind(c: str) -> Kind:
    if c == "{":
        return "open"
    if c == "}":
        return "close"
    if c.isdecimal():
        return "digit"
    return "letter" if c.isalpha() else "symbol"


def written(found: list[Token]) -> str:
    """Tokens as LaTeX, with spaces where they are needed."""
    out = ""
    for token in found:
        if out and out[-1].isalpha() and re.search(r"\\[A-Za-z]+$", out[-24:]) and token.text[:1].isalpha():
            out += " "
        out += token.text if token.kind != "words" else rf"\text{{{token.text}}}"
    return out


def in_scripts(body: Sequence[Token]) -> set[int]:
    r"""The numbers of the tokens in subscripts and superscripts: the i of \mathbf{x_i} is the index i."""
    out, k = set[int](), 0
    while k < len(body):
        if body[k].text in ("_", "^") and body[k].kind == "symbol" and k:
            start, depth = k + 1, 0
            k = start
            while k < len(body):
                depth += {"open": 1, "close": -1}.get(body[k].kind, 0)
                k += 1
                if depth <= 0:
                    break
            out.update(range(start, k))
        else:
            k += 1
    return out
