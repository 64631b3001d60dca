"""Sentences and formulas as HTML."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from markupsafe import Markup

from pcaproofs.formula.line_breaks import width
from pcaproofs.formula.mathml import mathml
from pcaproofs.formula.tree import Formula
from pcaproofs.formula.typed_latex import LONG, fitted, html_of
from pcaproofs.report.sentences import ClaimId, Code, Run, Sentence, Strong, Typed

Link = Callable[[str], str | None]


def in_html(text: Sentence, link: Link = lambda id: None) -> Markup:
    """A sentence as HTML; link: the address of a claim, or None if it is on no page."""
    return Markup("".join(_run(run, link) for run in text.runs))


def _run(run: Run, link: Link) -> str:
    match run:
        case str():
            return escape(run.replace("'", "’"))
        case Formula():
            return inline(run)
        case ClaimId(id):
            shown, href = f"<code>{escape(id)}</code>", link(id)
            return f'<a href="{href}">{shown}</a>' if href else shown
        case Code(text):
            return f"<code>{escape(text)}</code>"
        case Typed(latex):
            return html_of(latex)
        case Strong(text):
            return f"<strong>{escape(text)}</strong>"


def inline(form: Formula) -> Markup:
    """A formula in a sentence. A formula that may be wider than a phone gets a scroll bar: formulas do not wrap."""
    glyphs = width(form)
    shown = fitted(mathml(form), glyphs)
    return Markup(f'<span class="long">{shown}</span>' if glyphs > LONG else shown)


def display(form: Formula) -> Markup:
    """A displayed formula."""
    return Markup(fitted(mathml(form, display=True), width(form)))
