"""The whole LaTeX document: the derivations, with the claims where their directives stand, after the front matter."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from pcaproofs.formula.latex import latex
from pcaproofs.report import evidence, guide
from pcaproofs.report.computed import expanded
from pcaproofs.report.derivation.wording import THEN
from pcaproofs.report.documents.model import APPENDIX, SHOWN, ClaimBlock, Document, FigureBlock
from pcaproofs.report.documents.reading import documents as shipped_documents
from pcaproofs.report.documents.running_text import escape, prose
from pcaproofs.report.documents.telling import told
from pcaproofs.report.latex.prose import ProseLatex
from pcaproofs.report.latex.sentences import SIGNS, in_latex
from pcaproofs.report.page import TITLES, ClaimPage, claim_page
from pcaproofs.report.sentences import Sentence
from pcaproofs.report.verdict_style import STYLES, style_of
from pcaproofs.report.versions import versions
from pcaproofs.verify.discovery import OWN_TITLE
from pcaproofs.verify.run import Report, summary

if TYPE_CHECKING:
    from jinja2 import Environment


@dataclass(frozen=True)
class Chapter:
    """A chapter in LaTeX; its claims in the order in which they stand."""

    name: str
    title: str
    body: str
    claims: Sequence[ClaimPage]
    appendix: bool = False


@cache
def environment() -> Environment:
    """The templates' environment."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("pcaproofs.report.latex"),
        block_start_string="<%",
        block_end_string="%>",
        variable_start_string="<<",
        variable_end_string=">>",
        comment_start_string="<#",
        comment_end_string="#>",
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    made.filters |= {
        "latex": latex,
        "sign": lambda sign: SIGNS.get(sign, sign),
        "mark": lambda verdict: style_of(verdict).name,
        "tex": escape,
        "numeric": evidence.numeric_cell,
        "breakable": lambda name: re.sub(r"([-.])", r"\1\\allowbreak{}", escape(name)),
        "top": lambda formula: formula.replace(r"\begin{aligned}", r"\begin{aligned}[t]"),
    }
    made.globals["marks"] = list(STYLES.values())
    return made


class Book:
    """The parts of a report, each rendered when it is asked for.

    `documents.telling.told` says which chapters there are, and which of them have their document.
    """

    def __init__(self, pages: Sequence[ClaimPage], documents: Sequence[Document], title: str = OWN_TITLE):
        self.title = title
        self.reports = [page.report for page in pages]
        self.pages = {page.id: page for page in pages}
        self.told = {x.name: x for x in told(list(self.pages), documents)}
        self.documents = {x.name: x.document for x in self.told.values() if x.document}
        self.story = ProseLatex({id: p.report.verdict for id, p in self.pages.items()}, self.pages)

    def claim(self, id: str, show: Sequence[str] = SHOWN, home: bool = True) -> str:
        """One claim in LaTeX."""
        template = environment().get_template("claim.tex")
        text = template.render(
            claim=self.pages[id], show=show, home=home, then=THEN, ref=self.story.reference, said=self.said
        )
        return re.sub(r"\n{3,}", "\n\n", text).strip("\n") + "\n"

    def said(self, words: Sentence) -> str:
        """A sentence with references to the claims in it."""
        return in_latex(words, self.story.reference)

    def chapters(self) -> list[Chapter]:
        return [self.chapter(name) for name in self.told]

    def chapter(self, name: str) -> Chapter:
        order, document = self.told[name].ids, self.documents.get(name)
        title = self.story.latex(document.title) if document else escape(TITLES.get(name) or name.capitalize())
        homes = document.homes() if document else []
        blocks = [_introduction(self.pages[order[0]].report)] if document is None else []
        for block in expanded(document.blocks, self.pages) if document else ():
            match block:
                case ClaimBlock(id, show, home):
                    blocks.append(self.claim(id, show, home) if id in self.pages else "")
                case _:
                    blocks.append(self.story.block(block))
        blocks += [self.claim(id) for id in order if id not in homes]
        appendix = bool(document and document.appendix)
        return Chapter(
            name, title.removeprefix(APPENDIX), "\n".join(blocks), [self.pages[id] for id in order], appendix
        )

    @property
    def pictures(self) -> bool:
        """Whether any document has a figure."""
        return any(isinstance(b, FigureBlock) for d in self.documents.values() for b in d.blocks)

    def fragments(self) -> dict[str, str]:
        r"""File name -> LaTeX of a claim, or of a chapter with its document, to \input with pcaproofs.sty."""
        template = environment().get_template("fragment.tex")
        (_, version), *_ = versions()

        def piece(what: str, body: str) -> str:
            return template.render(what=what, version=version, body=body)

        out = {"pcaproofs.sty": environment().get_template("pcaproofs.sty").render(pictures=self.pictures)}
        out |= {f"{name}.tex": piece(f"The chapter {name}", self.chapter(name).body) for name in self.documents}
        return out | {f"{id}.tex": piece(f"The claim {id}", self.claim(id)) for id in self.pages}

    def document(self, *, date: str = "") -> str:
        """The whole document; without the graph of the claims if igraph is not installed."""
        graph = _graph(self.reports)
        counts: dict[str, Any] = summary(self.reports)
        context: Mapping[str, Any] = {
            "chapters": self.chapters(),
            "counts": counts,
            "verdicts": [(v, n) for v, n in counts.items() if v not in ("claims", "failed")],
            "guide": [(title, "\n".join(map(self.story.latex, said))) for title, said in guide.sections()],
            "after": guide,
            "ran": guide.ran(self.reports),
            "meanings": [(verdict, m.meaning) for verdict, m in STYLES.items()],
            "cited": [(self.pages[r.claim.id], books, users) for r, books, users in guide.cited(self.reports)],
            "ref": self.story.reference,
            "said": self.said,
            "graph": graph,
            "pictures": self.pictures or bool(graph),
            "versions": versions(),
            "date": escape(date),
            "title": escape(self.title),
        }
        return environment().get_template("book.tex").render(context)


def book(reports: Sequence[Report], documents: Sequence[Document] | None = None) -> Book:
    """The book of reports, told by the derivations that come with pcaproofs."""
    return Book([claim_page(r) for r in reports], shipped_documents() if documents is None else documents)


def document(reports: Sequence[Report]) -> str:
    """The whole LaTeX document of reports."""
    return book(reports).document()


def _graph(reports: Sequence[Report]) -> str:
    """The dependency graph in TikZ; empty if igraph is not installed."""
    from pcaproofs.formula.typed_latex import MissingLibrary
    from pcaproofs.report.graph import graph, graph_tikz

    try:
        return graph_tikz(graph(reports))
    except MissingLibrary:
        return ""


def _introduction(report: Report) -> str:
    """The first paragraph of the docstring of a chapter's file of claims."""
    said = (getattr(sys.modules.get(report.claim.module), "__doc__", None) or "").strip().split("\n\n")[0]
    return rf"\textit{{{prose(said, set('HIABPQUVXw'))}}}" + "\n" if said else ""
