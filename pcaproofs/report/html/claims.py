"""What a page shows of a claim: the strings of its ClaimPage as HTML, with the certificate behind each line."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from pcaproofs.formula.latex import width
from pcaproofs.formula.mathml import fitted, html_of, inline, mathml
from pcaproofs.report.derivation.wording import proof_latex, statement_latex

if TYPE_CHECKING:
    from pcaproofs.report.derivation.blocks import Block
    from pcaproofs.report.derivation.statements import Stated
    from pcaproofs.report.page import ClaimPage, PartPage

Link = Callable[[str], str | None]


@dataclass(frozen=True)
class ClaimView:
    """A claim for the template; every Markup in it was made by html_of or mathml."""

    page: ClaimPage
    name: Markup
    prose: Markup
    given: Markup
    hypotheses: list[Markup]
    then: Markup
    groups: list[dict[str, Any]]
    uses: Markup
    proofs: list[dict[str, Any]]
    evidence: list[tuple[str, Markup]]
    latex: str
    certificates: Sequence[str]

    @property
    def id(self) -> str:
        return self.page.id

    @property
    def verdict(self) -> str:
        return self.page.report.verdict


def claim_view(page: ClaimPage, link: Link, certificates: Sequence[str] = ()) -> ClaimView:
    """Everything about a claim as HTML; certificates: the files of its exported certificates."""
    return ClaimView(
        page,
        text(page.name),
        text(page.prose),
        text(page.given),
        [text(h) for h in page.hypotheses],
        text(page.then),
        [_group(*group) for group in page.groups],
        text(page.uses),
        _proofs(page, link),
        [(label, _linked(text(value), link)) for label, value in page.evidence],
        statement_latex(page),
        certificates,
    )


def text(latex: str) -> Markup:
    """LaTeX text as HTML."""
    return Markup(html_of(latex))


def display(latex: str) -> Markup:
    """A displayed formula as MathML."""
    rows = re.split(r"\\\\\s", latex) if latex.startswith(r"\begin{aligned}") else [latex]
    return Markup(fitted(mathml(latex, display=True), max(map(width, rows))))


def _group(which: str, assuming: Sequence[str], numbered: Sequence[tuple[str, Stated]]) -> dict[str, Any]:
    """Statements with the same assumptions, see ClaimPage.groups."""
    shown = [(number, [(text(words), display(x)) for words, x in stated.displays]) for number, stated in numbered]
    return {"which": text(which), "assuming": [text(h) for h in assuming], "statements": shown}


def _proofs(page: ClaimPage, link: Link) -> list[dict[str, Any]]:
    """The parts' proofs; of parts that have none for the same reason, once for all of them."""
    if len({(part.verdict, part.instead, bool(part.blocks)) for part in page.parts}) == 1 and not page.parts[0].blocks:
        return [_proof(page, "", page.parts[0], link)]
    return [_proof(page, which, part, link) for which, part in page.proofs]


def _proof(page: ClaimPage, which: str, part: PartPage, link: Link) -> dict[str, Any]:
    return {
        "which": which,
        "verdict": part.verdict,
        "instead": text(part.instead),
        "definitions": [(formula(name), formula(meaning)) for name, meaning in part.needed],
        "blocks": [_block(block, link) for block in part.blocks],
        "latex": proof_latex(page, which, part) if any(block.steps for block in part.blocks) else "",
    }


def formula(latex: str) -> Markup:
    """A formula in a sentence."""
    return Markup(inline(latex))


def _block(block: Block, link: Link) -> dict[str, Any]:
    """A goal's lines, each with the terms of the certificate that it rests on."""
    lines = [_line("", block.left, "", link)] if block.left else []
    for k, step in enumerate(block.steps):
        sign = "" if k == 0 and step.sign == "+" and not block.left else step.sign
        lines.append(_line(sign, step.term, step.reason, link, step.by))
    return {
        "title": text(block.title),
        "intro": text(block.intro),
        "lines": lines,
        "outro": text(block.outro),
        "more": block.more,
    }


def _line(sign: str, term: str, reason: str, link: Link, by: Sequence[tuple[str, str]] = ()) -> dict[str, Any]:
    shown = [("" if k == 0 and sign == "+" else sign, term) for k, (sign, term) in enumerate(by)]
    return {
        "sign": formula(sign) if sign else "",
        "term": display(term),
        "reason": _linked(text(reason), link),
        "by": [_line(sign, term, "", link) for sign, term in shown],
    }


def _linked(html: Markup, link: Link) -> Markup:
    """Ids of claims as links to them."""

    def linked(match: re.Match[str]) -> str:
        href = link(match[1])
        return f'<a href="{href}">{match[0]}</a>' if href else match[0]

    return Markup(re.sub(r"<code>([a-z0-9-]+\.[a-z0-9-]+)</code>", linked, html))
