"""The pages of chapters: a document with its claims and figures, or only the claims in their order."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from pcaproofs.formula.typed_latex import html_of
from pcaproofs.report import errata
from pcaproofs.report.computed import expanded
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
)
from pcaproofs.report.documents.model import Prose as Text
from pcaproofs.report.documents.numbering import Numbering, in_order, numbering
from pcaproofs.report.documents.reading import documents
from pcaproofs.report.figures import FIGURES, svg
from pcaproofs.report.figures.interactive import INTERACTIVE
from pcaproofs.report.html.claims import ClaimView, claim_view
from pcaproofs.report.html.proofs import certificate_text, proofs_of, script
from pcaproofs.report.html.prose import ProseWriter
from pcaproofs.report.html.sentences import Home
from pcaproofs.report.page import TITLES

if TYPE_CHECKING:
    from pcaproofs.report.page import ClaimPage
    from pcaproofs.verify.discovery import Project
    from pcaproofs.verify.run import ClaimReport


@dataclass(frozen=True)
class Chapter:
    """One page: a document with the reports of its claims in their order on the page, or only the claims."""

    name: str
    title: str
    document: Document | None
    reports: Sequence[ClaimReport]
    known: Mapping[str, ClaimPage]
    numbers: Numbering
    verdicts: Mapping[str, str]
    marks: Mapping[str, Sequence[tuple[str, str]]] = field(default_factory=dict)
    views: dict[str, ClaimView] = field(default_factory=dict)

    @property
    def file(self) -> str:
        return f"{self.name}.html"

    @property
    def number(self) -> str:
        return self.numbers.chapters[self.name]

    @property
    def homes(self) -> list[str]:
        """The claims of this page in their order on it."""
        return [r.claim.id for r in self.reports]

    @property
    def marked(self) -> list[Sequence[tuple[str, str]]]:
        """The marks in the margins of these claims."""
        return [self.marks.get(id, ()) for id in self.homes]

    @property
    def sections(self) -> list[tuple[str, str, list[str]]]:
        """The number and title of each section of level 2, and the claims in it; ("", "") for claims before them."""
        out: list[tuple[str, str, list[str]]] = [("", "", [])]
        for block in self.document.blocks if self.document else ():
            if isinstance(block, Heading) and block.level == 2:
                out.append((self.numbers.sections[self.name, block.line], block.text, []))
            elif isinstance(block, ClaimBlock) and block.home:
                out[-1][2].append(block.id)
        rest = [id for id in self.homes if not any(id in ids for _, _, ids in out)]
        if self.document and rest:
            out.append(("", "Other claims", []))
        out[-1][2].extend(rest)
        return [x for x in out if x[1] or x[2]]

    def context(self, homes: Mapping[str, Home]) -> dict[str, Any]:
        """The values for the template."""
        prose = ProseWriter(self.verdicts, homes.get)
        blocks = list(self._blocks(prose, homes))
        return {
            "number": self.number,
            "heading": Markup(prose.html(self.document.title).removeprefix(APPENDIX)) if self.document else self.title,
            "intro": "" if self.document else self._intro(),
            "blocks": blocks,
            "contents": [block for kind, block in blocks if kind == "heading" and block["level"] == 2],
        }

    def opening(self, homes: Mapping[str, Home]) -> dict[str, Any]:
        """The first paragraph, claim and figure of its document, by their kinds: what the front page opens with."""
        found = [] if self.document is None else self._blocks(ProseWriter(self.verdicts, homes.get), homes)
        return dict(reversed([x for x in found if x[0] in ("prose", "claim", "figure")]))

    def _blocks(self, prose: ProseWriter, homes: Mapping[str, Home]) -> Iterator[tuple[str, Any]]:
        view = {id: self.view(id, homes) for id in {*self.homes, *self._mentioned()}}
        asked = 0
        for block in expanded(self.document.blocks, self.known) if self.document else ():
            match block:
                case Heading(level, _, tokens, line):
                    number = self.numbers.sections[self.name, line]
                    text = Markup(prose.html(tokens))
                    yield "heading", {"level": level, "text": text, "number": number, "place": f"section-{number}"}
                case ClaimBlock(id, show, home):
                    yield "claim", {"claim": view[id], "show": show, "home": home, "href": homes[id].href}
                case FigureBlock(name, caption, line):
                    yield (
                        "figure",
                        {
                            "number": self.numbers.figures[self.name, line],
                            "svg": Markup(svg(FIGURES[name]())),
                            "caption": Markup(prose.html(caption)),
                            "interactive": name if name in INTERACTIVE else "",
                            "data": json.dumps(INTERACTIVE[name]()) if name in INTERACTIVE else "",
                        },
                    )
                case ExerciseBlock():
                    asked += 1
                    yield "exercise", self._exercise(block, asked, prose, homes)
                case _:
                    yield "prose", Markup(prose.html(block.tokens))
        rest = [id for id in self.homes if not self.document or id not in self.document.homes()]
        if rest and self.document:
            yield "heading", {"level": 2, "text": "Other claims", "number": "", "place": "other-claims"}
        for id in rest:
            yield "claim", {"claim": view[id], "show": SHOWN, "home": True, "href": ""}

    def certificates(self, homes: Mapping[str, Home]) -> dict[str, bytes]:
        """The exported certificates of its claims, one file for each proved statement, and all of them in a script."""
        out, packed = dict[str, bytes](), {}
        for id in self.homes:
            page = self.known[id]
            files = {k: certificate_file(page.report, k) for k, p in enumerate(page.report.proven, 1) if p.certificate}
            out |= {file: certificate_text(page.report.proven[k - 1]).encode() for k, file in files.items()}
            packed[id] = proofs_of(page, homes, files)
        return out | ({f"certificates/{self.name}.js": script("PCA_PROOFS", self.name, packed)} if packed else {})

    def _exercise(
        self, exercise: ExerciseBlock, number: int, prose: ProseWriter, homes: Mapping[str, Home]
    ) -> dict[str, Any]:
        """A question with its hint and answer, each a list of prose and claims."""

        def shown(blocks: Sequence[Block]) -> list[tuple[str, Any]]:
            out: list[tuple[str, Any]] = []
            for block in blocks:
                match block:
                    case ClaimBlock(id, show):
                        view, href = self.view(id, homes), homes[id].href if id in homes else ""
                        out.append(("claim", {"claim": view, "show": show, "home": False, "href": href}))
                    case Text(tokens):
                        out.append(("prose", Markup(prose.html(tokens))))
            return out

        return {
            "number": f"{self.number}.{number}",
            "kind": KINDS[exercise.kind],
            "question": shown(exercise.question),
            "hint": shown(exercise.hint),
            "answer": shown(exercise.answer),
        }

    def _mentioned(self) -> list[str]:
        return [b.id for b in self.document.claims()] if self.document else []

    def view(self, id: str, homes: Mapping[str, Home]) -> ClaimView:
        """A claim with links from this page, made at the first request."""
        page = self.known[id]
        if id in self.views:
            return self.views[id]
        files = [certificate_file(page.report, k) for k, p in enumerate(page.report.proven, 1) if p.certificate]
        self.views[id] = claim_view(page, homes.get, files, self.marks.get(id, ()))
        return self.views[id]

    def _intro(self) -> Markup:
        """The first paragraph of the docstring of the chapter's file of claims."""
        from pcaproofs.report.documents.running_text import prose

        said = (getattr(sys.modules.get(self.reports[0].claim.module), "__doc__", None) or "").strip()
        return Markup(html_of(prose(said.split("\n\n")[0], set("HIABPQUVXw"))))


def certificate_file(report: ClaimReport, k: int) -> str:
    """The path of the certificate of the k-th statement of a claim in the site."""
    return f"certificates/{report.claim.id}" + (f".{k}" if len(report.proven) > 1 else "") + ".json"


def chapters(known: Mapping[str, ClaimPage], project: Project) -> list[Chapter]:
    """The chapters of these claims, in the claims' order; known: their pages by id."""
    verdicts = {page.id: page.report.verdict for page in known.values()}
    found = documents(project)
    parts = report_chapters(list(known), found)
    numbers = numbering(parts, found, project.chapters)
    marks = _marks([x.document for x in parts if x.document], known)
    out, views = list[Chapter](), dict[str, ClaimView]()  # the views are shared by the chapters
    for chapter in in_order(parts, numbers):
        name, document = chapter.name, chapter.document
        title = (
            document.name.removeprefix(APPENDIX)
            if document
            else TITLES.get(name) or name.replace("-", " ").capitalize()
        )
        out.append(
            Chapter(
                name, title, document, [known[id].report for id in chapter.ids], known, numbers, verdicts, marks, views
            )
        )
    return out


def _marks(documents: Sequence[Document], known: Mapping[str, ClaimPage]) -> dict[str, list[tuple[str, str]]]:
    """Claim -> the marks in its margin: the addresses of entries of the appendix, and the text of the marks."""
    file = {
        block.about: f"{document.chapter}.html"
        for document in documents
        for block in document.blocks
        if isinstance(block, Computed) and block.kind == "errata"
    }
    return {
        id: [(f"{file[x.note]}#{x.place}", x.words) for x in each]
        for id, each in errata.marks(documents, known).items()
    }
