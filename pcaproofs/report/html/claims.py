"""A ClaimPage as HTML, with the terms of the certificate below each line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from pcaproofs.formula import mathml
from pcaproofs.formula.tree import Formula
from pcaproofs.report.html.sentences import Link, display, in_html, inline
from pcaproofs.report.latex.sentences import proof_latex, statement_latex
from pcaproofs.report.sentences import Sentence

if TYPE_CHECKING:
    from pcaproofs.report.derivation.groups import InRange, StatementGroup
    from pcaproofs.report.derivation.proof_blocks import ProofBlock
    from pcaproofs.report.page import ClaimPage, PartPage


@dataclass(frozen=True)
class ClaimView:
    """A claim for the template; every Markup in it was made by html/sentences.py."""

    page: ClaimPage
    number: str
    name: str
    prose: Markup
    given: Markup
    hypotheses: list[Markup]
    suppose: Markup
    opening: Markup
    leading: Markup
    groups: list[dict[str, Any]]
    uses: Markup
    proofs: list[dict[str, Any]]
    evidence: list[tuple[str, Markup]]
    latex: str
    certificates: Sequence[str]
    marks: Sequence[tuple[str, str]] = ()
    file: str = ""

    @property
    def chapter(self) -> str:
        """The name of the page of its proofs, or "" on a page of its own."""
        return self.file.removesuffix(".html")

    @property
    def checking(self) -> str:
        """What the page's checker offers of this claim, or ""."""
        if not self.file or not self.page.report.proven:
            return ""
        if self.certificates:
            return "Check this proof here"
        return {"refuted": "Check this counterexample here", "cited": "Where is the proof?"}.get(self.verdict, "")

    @property
    def id(self) -> str:
        return self.page.id

    @property
    def kind(self) -> str:
        return self.page.kind

    @property
    def verdict(self) -> str:
        return self.page.report.verdict


def claim_view(
    page: ClaimPage, link: Link, certificates: Sequence[str] = (), marks: Sequence[tuple[str, str]] = ()
) -> ClaimView:
    """The whole claim as HTML.

    certificates: the files of its exported certificates. marks: the addresses and words of the marks in its margin.
    """
    home = link(page.id)
    return ClaimView(
        page,
        home.number if home else "",
        page.name,
        in_html(page.prose),
        in_html(page.given),
        [in_html(h, link) for h in page.hypotheses],
        in_html(page.suppose),
        in_html(page.opening),
        in_html(page.leading, link),
        [_group(group, link) for group in page.groups],
        in_html(page.uses, link),
        _proofs(page, link),
        [(label, in_html(value, link)) for label, value in page.evidence],
        statement_latex(page),
        certificates,
        marks,
        home.href.partition("#")[0] if home else "",
    )


def _group(group: StatementGroup, link: Link) -> dict[str, Any]:
    def run(members: InRange) -> dict[str, Any]:
        shown = []
        for k, stated in members.statements:
            displays, end = stated.laid_out()
            shown.append((k, [(in_html(words, link), display(x)) for words, x in displays], in_html(end, link)))
        return {"which": members.which, "opening": in_html(members.opening, link), "statements": shown}

    assuming = [in_html(h, link) for h in group.assuming]
    opening = in_html(group.opening, link)
    return {"which": group.which, "assuming": assuming, "opening": opening, "runs": list(map(run, group.runs))}


def _proofs(page: ClaimPage, link: Link) -> list[dict[str, Any]]:
    """The proofs of the parts; parts without proof for the same reason share one entry."""
    if len({(part.verdict, part.instead, bool(part.blocks)) for part in page.parts}) == 1 and not page.parts[0].blocks:
        return [_proof(page, "", page.parts[0], link)]
    return [_proof(page, which, part, link) for which, part in page.proofs]


def _proof(page: ClaimPage, which: str, part: PartPage, link: Link) -> dict[str, Any]:
    return {
        "which": which,
        "verdict": part.verdict,
        "instead": in_html(part.instead, link),
        "checked": in_html(part.checked, link),
        "definitions": [(inline(name), inline(meaning)) for name, meaning in part.needed],
        "blocks": [_block(block, link) for block in part.blocks],
        "latex": proof_latex(page, which, part) if any(block.steps for block in part.blocks) else "",
    }


def _block(block: ProofBlock, link: Link) -> dict[str, Any]:
    """A goal's lines, each with the terms of the certificate that it uses."""
    lines = [_line("", block.left, Sentence(), link)] if block.left else []
    for k, step in enumerate(block.steps):
        sign = "" if k == 0 and step.sign == "+" and not block.left else step.sign
        lines.append(_line(sign, step.term, step.reason, link, step.by))
    return {
        "title": block.title,
        "intro": in_html(block.intro, link),
        "lines": lines,
        "outro": in_html(block.outro, link),
        "more": block.more,
    }


def _line(
    sign: str, term: Formula, reason: Sentence, link: Link, by: Sequence[tuple[str, Formula]] = ()
) -> dict[str, Any]:
    shown = [("" if k == 0 and sign == "+" else sign, term) for k, (sign, term) in enumerate(by)]
    return {
        "sign": Markup(mathml.sign(sign)) if sign else "",
        "term": display(term),
        "reason": in_html(reason, link),
        "by": [_line(sign, term, Sentence(), link) for sign, term in shown],
    }
