"""The whole LaTeX document: front matter, and the derivations with claims in the place of their directives."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from pcaproofs.formula.latex import latex
from pcaproofs.formula.line_breaks import narrowed, width
from pcaproofs.report import errata, evidence, guide
from pcaproofs.report.computed import expanded
from pcaproofs.report.derivation.earlier import referring_back
from pcaproofs.report.derivation.wording import THEN
from pcaproofs.report.documents.bibliography import PrintedSource, bibliography, cited_keys
from pcaproofs.report.documents.chapters import report_chapters
from pcaproofs.report.documents.model import (
    APPENDIX,
    KINDS,
    SHOWN,
    Block,
    ClaimBlock,
    Computed,
    Document,
    ExerciseBlock,
    FigureBlock,
    Heading,
    Prose,
)
from pcaproofs.report.documents.numbering import in_order, numbering
from pcaproofs.report.documents.reading import documents as shipped_documents
from pcaproofs.report.documents.running_text import escape, prose
from pcaproofs.report.documents.terms import index, terms
from pcaproofs.report.edition import PARTS, Edition, bibtex, imprint
from pcaproofs.report.latex.prose import ProseLatex, code_lines
from pcaproofs.report.latex.sentences import SIGNS, in_latex
from pcaproofs.report.page import TITLES, ClaimPage, claim_page
from pcaproofs.report.sentences import Sentence
from pcaproofs.report.verdict_style import STYLES, style_of
from pcaproofs.report.versions import versions
from pcaproofs.verify.run import ClaimReport, summary

if TYPE_CHECKING:
    from jinja2 import Environment

    from pcaproofs.verify.discovery import Project

EDITION = Edition()
COLUMN = 30  # glyphs that fit on a line of a narrow column; a wider formula of a fragment has a form with shorter lines
IN_THE_BOOK = tuple(x for x in SHOWN if x != "evidence")  # which stands in a table of its own


@dataclass(frozen=True)
class _Chapter:
    """A chapter in LaTeX, with its claims in the order of the text.

    counters: commands that set LaTeX's chapter counter to the number from `documents.numbering`. sheet: whether it is a
    sheet of formulas, the last page of the book.
    """

    name: str
    counters: str
    title: str
    body: str
    claims: Sequence[ClaimPage]
    sheet: bool = False


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
        "width": width,
        "narrow": lambda formula: narrowed(formula, COLUMN),
        "sign": lambda sign: SIGNS.get(sign, sign),
        "mark": lambda verdict: style_of(verdict).name,
        "tex": escape,
        "cells": evidence.cells,
        "remaining": evidence.remaining,
        "breakable": lambda name: re.sub(r"([-./])", r"\1\\allowbreak{}", escape(name)),
        "top": lambda formula: formula.replace(r"\begin{aligned}", r"\begin{aligned}[t]"),
    }
    made.globals["marks"] = list(STYLES.values())
    return made


class Book:
    """The parts of a report, each rendered at its first request.

    `documents.chapters.report_chapters` determines the chapters and their documents. narrow: whether wide formulas have
    a second form for narrow columns, as in fragments.
    """

    def __init__(
        self,
        pages: Sequence[ClaimPage],
        documents: Sequence[Document],
        project: Project | None = None,
        *,
        narrow: bool = False,
    ):
        from pcaproofs.verify.discovery import own_project

        self.project, self.narrow = project or own_project(), narrow
        self.reports = [page.report for page in pages]
        self.pages = {page.id: page for page in pages}
        found = report_chapters(list(self.pages), documents)
        self.numbers = numbering(found, documents, self.project.chapters)
        self.by_name = {x.name: x for x in in_order(found, self.numbers)}
        self.documents = {x.name: x.document for x in self.by_name.values() if x.document}
        self.computed: dict[str, list[Block]] = {}
        self.marks = errata.marks(self.documents.values(), self.pages)
        self.prose = ProseLatex({id: p.report.verdict for id, p in self.pages.items()}, self.pages)

    def claim(self, id: str, show: Sequence[str] = SHOWN, home: bool = True) -> str:
        """One claim in LaTeX."""
        template = environment().get_template("claim.tex")
        text = template.render(
            claim=self.pages[id],
            show=show,
            home=home,
            then=THEN,
            ref=self.prose.reference,
            sentence=self.sentence,
            narrow=self.narrow,
            marks=self.marks.get(id, []),
        )
        return re.sub(r"\n{3,}", "\n\n", text).strip("\n") + "\n"

    def block(self, block: Heading | Prose | ClaimBlock | FigureBlock) -> str:
        """A block; "" for a claim that is not in the report."""
        if isinstance(block, ClaimBlock):
            return self.claim(block.id, block.show, block.home) if block.id in self.pages else ""
        return self.prose.block(block)

    def exercise(self, exercise: ExerciseBlock) -> str:
        """The question."""
        return (
            f"\\begin{{pcaexercise}}{{{KINDS[exercise.kind]}}}\n{self.blocks(exercise.question)}\\end{{pcaexercise}}\n"
        )

    def answer(self, exercise: ExerciseBlock) -> str:
        """The hint and the answer."""
        hint = f"\\emph{{Hint.}} {self.blocks(exercise.hint)}\\par\\nobreak\n" if exercise.hint else ""
        return f"{hint}\\emph{{Answer.}} {self.blocks(exercise.answer)}\n"

    def blocks(self, blocks: Sequence[Block]) -> str:
        """Several blocks without exercises; a display stays on the page of the words before it."""
        shown = [block for block in blocks if not isinstance(block, ExerciseBlock)]
        after = [*map(_is_display, shown[1:]), False]
        return "\n".join(self.block(x) + r"\par\nobreak" * held for x, held in zip(shown, after, strict=True))

    def expanded(self, document: Document | None) -> list[Block]:
        """The blocks of a document with computed blocks; computed once, because exercises take time."""
        name = document.chapter if document else ""
        if name not in self.computed:
            self.computed[name] = expanded(document.blocks, self.pages) if document else []
        return self.computed[name]

    def answers(self) -> str:
        """The hints and answers of all exercises, chapter by chapter; "" without exercises."""
        out = []
        for name, document in self.documents.items():
            asked = [x for x in self.expanded(document) if isinstance(x, ExerciseBlock)]
            if asked:
                out.append(f"\\section*{{{self.prose.latex(document.title)}}}\n")
            for k, x in enumerate(asked, 1):
                out.append(f"\\pcaanswer{{{self.numbers.chapters[name]}.{k}}}{self.answer(x)}")
        return "\n".join(out)

    def sentence(self, words: Sentence) -> str:
        """A sentence with references to the claims in it."""
        return in_latex(words, self.prose.reference)

    def chapters(self) -> list[_Chapter]:
        return [self.chapter(name) for name in self.by_name]

    def chapter(self, name: str, show: Sequence[str] = SHOWN) -> _Chapter:
        """A chapter; show: the parts of SHOWN that are shown of claims at their homes."""
        order, document = self.by_name[name].ids, self.documents.get(name)
        title = self.prose.latex(document.title) if document else escape(TITLES.get(name) or name.capitalize())
        homes = document.homes() if document else []
        blocks = [_introduction(self.pages[order[0]].report)] if document is None else []
        for block in self.expanded(document):
            match block:
                case ClaimBlock(id, some, home) if id in self.pages:
                    count = self._counted(id, order) if home else ""
                    blocks.append(count + self.claim(id, show if home else some, home))
                case ClaimBlock():
                    blocks.append("")
                case Heading():
                    label = rf"\label{{pcaproofs:section:{self.numbers.sections[name, block.line]}}}"
                    blocks.append(self.prose.block(block).rstrip() + label + "\n")
                case ExerciseBlock():
                    blocks.append(self.exercise(block))
                case _:
                    blocks.append(self.prose.block(block))
        for id in order:
            if id not in homes:
                blocks += [self._counted(id, order), self.claim(id, show)]
        title, written = title.removeprefix(APPENDIX), document.blocks if document else ()
        sheet = any(isinstance(block, Computed) and block.kind == "formulas" for block in written)
        claims = [self.pages[id] for id in order]
        return _Chapter(name, self._counters(name), title, "\n".join(blocks), claims, sheet)

    def _counters(self, name: str) -> str:
        """Commands before a chapter whose number LaTeX would count wrongly, such as the only chapter of a report."""
        names = list(self.by_name)
        number = self.numbers.chapters[name]
        if number.isalpha():
            first = not any(self.numbers.chapters[x].isalpha() for x in names[: names.index(name)])
            return "\\appendix\n" if first else ""
        before = names.index(name) and self.numbers.chapters[names[names.index(name) - 1]]
        return "" if before == str(int(number) - 1) else f"\\setcounter{{chapter}}{{{int(number) - 1}}}\n"

    def _counted(self, id: str, order: Sequence[str]) -> str:
        """A command before a claim whose number LaTeX would count wrongly."""
        number = int(self.numbers.claims[id].rpartition(".")[2])
        at = order.index(id)
        before = int(self.numbers.claims[order[at - 1]].rpartition(".")[2]) if at else 0
        return "" if before == number - 1 else f"\\setcounter{{pcaclaim}}{{{number - 1}}}\n"

    @property
    def figures(self) -> list[FigureBlock]:
        """The figures of the documents."""
        return [b for d in self.documents.values() for b in d.blocks if isinstance(b, FigureBlock)]

    @property
    def pictures(self) -> bool:
        """Whether any document has a figure."""
        return bool(self.figures)

    def fragments(self, edition: Edition = EDITION) -> dict[str, str]:
        r"""File name -> LaTeX of a claim, or of a chapter with its document, to \input with pcaproofs.sty.

        With parts, the claims have only these parts, and there are figures instead of chapters.
        """
        template = environment().get_template("fragment.tex")
        (_, version), *_ = versions()

        def piece(title: str, body: str) -> str:
            return template.render(title=title, version=version, body=body)

        out = {"pcaproofs.sty": environment().get_template("pcaproofs.sty").render(pictures=self.pictures)}
        if edition.parts:
            show = {x for part in edition.parts for x in PARTS[part]}
            if "figure" in edition.parts:
                out |= {
                    f"figure-{b.name}.tex": piece(f"The figure {b.name}", self.prose.block(b)) for b in self.figures
                }
        else:
            show = {x for x in SHOWN if x != "evidence" or edition.evidence is not False}
            for name in self.documents:
                body = self.chapter(name, tuple(x for x in SHOWN if x in show)).body
                out[f"{name}.tex"] = piece(f"The chapter {name}", body)
        shown = {id: self.claim(id, tuple(x for x in SHOWN if x in show)) if show else "" for id in self.pages}
        return out | {f"{id}.tex": piece(f"The claim {id}", body) for id, body in shown.items() if body.strip()}

    def document(self, edition: Edition = EDITION) -> str:
        """The whole document; without the graph of the claims if igraph is not installed."""
        graph = _graph(self.reports)
        counts: dict[str, Any] = summary(self.reports)
        context: Mapping[str, Any] = {
            "chapters": [self.chapter(name, IN_THE_BOOK) for name in self.by_name],
            "answers": self.answers(),
            "counts": counts,
            "verdicts": [(v, n) for v, n in counts.items() if v not in ("claims", "failed")],
            "guide": [(title, "\n".join(map(self.prose.latex, said))) for title, said in guide.sections()],
            "after": guide,
            "ran": guide.ran(self.reports),
            "meanings": [(verdict, m.meaning) for verdict, m in STYLES.items()],
            "cited": [(self.pages[r.claim.id], books, users) for r, books, users in guide.cited(self.reports)],
            "ref": self.prose.reference,
            "sentence": self.sentence,
            "graph": graph,
            "pictures": self.pictures or bool(graph),
            "versions": versions(),
            "edition": edition,
            "evident": edition.evidence or not all(report.passed for report in self.reports),
            "imprint": imprint(self.project),
            "bibtex": "".join(code_lines(bibtex(self.project, edition))),
            "files": {id: f"{x.name}.html" for x in self.by_name.values() for id in x.ids},
            "numbers": self.numbers,
            "entries": self._entries(),
            "index": index(terms(self.project), list(self.by_name.values()), self.numbers, self.pages),
            "title": escape(self.project.title),
        }
        return environment().get_template("book.tex").render(context)

    def _entries(self) -> list[PrintedSource]:
        known = bibliography(self.project)
        keys = cited_keys(self.pages.values(), list(self.documents.values()))
        return [known[key] for key in keys if key in known]


def _is_display(block: Block) -> bool:
    return isinstance(block, Prose) and [token.type for token in block.tokens] == ["math_block"]


def book(reports: Sequence[ClaimReport], documents: Sequence[Document] | None = None) -> Book:
    """The book of reports, with the derivations that come with pcaproofs."""
    return Book(
        referring_back([claim_page(r) for r in reports]), shipped_documents() if documents is None else documents
    )


def document(reports: Sequence[ClaimReport]) -> str:
    """The whole LaTeX document of reports."""
    return book(reports).document()


def _graph(reports: Sequence[ClaimReport]) -> str:
    """The dependency graph in TikZ; empty if igraph is not installed."""
    from pcaproofs.formula.typed_latex import MissingLibrary
    from pcaproofs.report.graph import graph, graph_tikz

    try:
        return graph_tikz(graph(reports, columns=4))
    except MissingLibrary:
        return ""


def _introduction(report: ClaimReport) -> str:
    """The first paragraph of the docstring of a chapter's file of claims."""
    text = (getattr(sys.modules.get(report.claim.module), "__doc__", None) or "").strip().split("\n\n")[0]
    return rf"\textit{{{prose(text, set('HIABPQUVXw'))}}}" + "\n" if text else ""
