"""The prose of documents as HTML, from the tokens that the parser allows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import escape
from typing import TYPE_CHECKING

from pcaproofs.formula.typed_latex import fitted, inline, mathml, width
from pcaproofs.report.html.sentences import Link, cite, place, reference
from pcaproofs.report.verdict_style import style_of

if TYPE_CHECKING:
    from markdown_it.token import Token

_BREAKS = {"softbreak": "\n", "hardbreak": "<br>"}
_PAIRS = {"paragraph": "p", "bullet_list": "ul", "ordered_list": "ol", "list_item": "li", "blockquote": "blockquote"}
_PAIRS |= {"em": "em", "strong": "strong"}


class ProseWriter:
    """Converts tokens; verdicts: claim -> its verdict; link: claim -> its home, or None if it is on no page."""

    def __init__(self, verdicts: Mapping[str, str], link: Link):
        self.verdicts, self.link = verdicts, link

    def html(self, tokens: Iterable[Token]) -> str:
        return "".join(map(self._token, tokens))

    def _token(self, token: Token) -> str:
        if token.type in _BREAKS:
            return _BREAKS[token.type]
        if (paired := _paired(token)) is not None:
            return paired
        match token.type:
            case "inline":
                return self.html(token.children or ())
            case "text" | "text_special":
                return escape(_quoted(token.content), quote=False)
            case "code_inline":
                return f"<code>{escape(token.content)}</code>"
            case "fence":
                return f"<pre><code>{escape(token.content)}</code></pre>\n"
            case "math_inline":
                return inline(token.content)
            case "math_block" | "math_inline_double":
                return f'<div class="display">{fitted(mathml(token.content, display=True), width(token.content))}</div>'
            case "link_open":
                return f'<a href="{escape(str(token.attrGet("href")))}">'
            case "link_close":
                return "</a>"
            case "myst_role":
                return self._role(token)
        raise ValueError(f"got the token {token.type}, but should be one that documents may have")

    def _role(self, token: Token) -> str:
        id, text = token.meta["id"], token.meta["text"]
        if token.meta["name"] == "cite":
            return cite(id, self._words(text) if text else "")
        if token.meta["name"] == "value":
            from pcaproofs.report.values import values  # imports NumPy

            return inline(values()[id])
        if token.meta["name"] == "place":
            return place(id)
        if token.meta["name"] == "verdict":
            verdict = self.verdicts.get(id, "not run")
            return f'<span class="text-{style_of(verdict).name}">{escape(verdict)}</span>'
        return reference(id, self.link(id), self._words(text) if text else "")

    @staticmethod
    def _words(text: str) -> str:
        """An author's words for a claim, in which there may be symbols between dollars."""
        parts = text.split("$")
        return "".join(inline(p) if k % 2 else escape(p, quote=False) for k, p in enumerate(parts))


def _paired(token: Token) -> str | None:
    """The tag of a token that opens or closes an element; None for other tokens."""
    kind, _, end = token.type.rpartition("_")
    if kind not in _PAIRS or end not in ("open", "close"):
        return None
    if token.hidden:  # a paragraph in a tight list
        return ""
    return f"<{_PAIRS[kind]}>" if end == "open" else f"</{_PAIRS[kind]}>" + ("\n" if token.block else "")


def _quoted(text: str) -> str:
    """Straight quotation marks as typographic ones: an opening mark before a word that follows a space or a bracket."""
    text = re.sub(r'(?<![^\s(])"(?=\S)', "“", text).replace('"', "”")
    return re.sub(r"(?<![^\s(“])'(?=\S)", "‘", text).replace("'", "’")
