"""Sentences and formulas as HTML."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from markupsafe import Markup

from pcaproofs.formula.line_breaks import width
from pcaproofs.formula.mathml import mathml
from pcaproofs.formula.tree import Formula
from pcaproofs.formula.typed_latex import LONG, fitted, html_of
from pcaproofs.report.sentences import Anchor, Cite, ClaimId, InlineCode, Run, Sentence, Strong, Typed


@dataclass(frozen=True)
class Home:
    """The place of a claim: its address, and its number, or "" if claims are not numbered."""

    href: str
    number: str = ""


Link = Callable[[str], Home | None]


def in_html(text: Sentence, link: Link = lambda id: None) -> Markup:
    """A sentence as HTML; link: the home of a claim, or None if it is on no page."""
    return Markup("".join(_run(run, link) for run in text.runs))


def _run(run: Run, link: Link) -> str:
    match run:
        case str():
            return escape(run.replace("'", "’"))
        case Formula():
            return inline(run)
        case ClaimId(id):
            return reference(id, link(id))
        case InlineCode(text):
            return f"<code>{escape(text)}</code>"
        case Typed(latex):
            return html_of(latex)
        case Cite(key):
            return cite(key)
        case Strong(text):
            return f"<strong>{escape(text)}</strong>"
        case Anchor(name):
            return place(name)


def reference(id: str, home: Home | None, words: str = "") -> str:
    """A link to a claim with an author's words (HTML), otherwise with its number, otherwise with its id."""
    named = f"Claim {home.number}" if home and home.number else f"<code>{escape(id).replace('.', '.<wbr>')}</code>"
    shown = words or named
    return f'<a href="{escape(home.href)}" data-claim="{escape(id)}">{shown}</a>' if home else shown


def place(name: str) -> str:
    """An anchor for links."""
    return f'<span class="place" id="{escape(name)}"></span>'


def cite(key: str, words: str = "") -> str:
    """A reference to the bibliography, perhaps with a place in the work (HTML)."""
    place = f", {words}" if words else ""
    return f'<a href="references.html#{escape(key)}">[{escape(key)}{place}]</a>'


def inline(form: Formula) -> Markup:
    """A formula in a sentence. A formula that may be wider than a phone gets a scroll bar: formulas do not wrap."""
    glyphs = width(form)
    shown = fitted(mathml(form), glyphs)
    return Markup(f'<span class="long">{shown}</span>' if glyphs > LONG else shown)


def display(form: Formula) -> Markup:
    """A displayed formula."""
    return Markup(fitted(mathml(form, display=True), width(form)))
