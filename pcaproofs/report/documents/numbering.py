"""The numbering of chapters, sections, claims and figures, which the book and the site share.

Numbers depend only on the project: Claim 9.4 has this number in a report on chapter 9 alone, too. Chapters are counted
in the order of the project; claims, sections and figures are counted as they stand in the chapter's document. An
introduction has the number 0, and appendices have the letters A, B, ….
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pcaproofs.report.documents.chapters import ReportChapter
from pcaproofs.report.documents.model import Document, FigureBlock, Heading


@dataclass(frozen=True)
class Numbering:
    """The numbers of a report.

    chapters: by name. claims: by id. sections and figures: by the chapter's name and the line in its document.
    """

    chapters: Mapping[str, str]
    claims: Mapping[str, str]
    sections: Mapping[tuple[str, int], str]
    figures: Mapping[tuple[str, int], str]


def numbering(parts: Sequence[ReportChapter], documents: Sequence[Document], order: Iterable[str] = ()) -> Numbering:
    """The numbers of these chapters; order: the names of the project's chapters of claims."""
    chapters = _chapters(parts, documents, order)
    at_home = {id: k for d in documents for k, id in enumerate(d.homes(), 1)}
    homes = {d.chapter: len(d.homes()) for d in documents}
    claims = {}
    for chapter in parts:
        free = homes.get(chapter.name, 0)
        for id in chapter.ids:
            place = at_home.get(id)
            free += place is None
            claims[id] = f"{chapters[chapter.name]}.{place or free}"
    sections: dict[tuple[str, int], str] = {}
    figures: dict[tuple[str, int], str] = {}
    for chapter in parts:
        if chapter.document is not None:
            number = chapters[chapter.name]
            sections |= _sections(chapter.document, number)
            figures |= _figures(chapter.document, number)
    return Numbering(chapters, claims, sections, figures)


def _chapters(parts: Sequence[ReportChapter], documents: Sequence[Document], order: Iterable[str]) -> dict[str, str]:
    """The number of each chapter; one with neither a document nor claims in the project comes last."""
    bare = {d.chapter for d in documents if not d.homes()}
    names = list(dict.fromkeys(order))
    for k, document in enumerate(documents):  # documents without claims stand where the project lists them
        if document.chapter not in names:
            before = documents[k - 1].chapter if k else ""
            names.insert(names.index(before) + 1 if before in names else 0, document.chapter)
    names = list(dict.fromkeys([*names, *(c.name for c in parts)]))
    first = next((k for k, d in enumerate(documents) if d.appendix), len(documents))
    last = [d.chapter for d in documents[first:]]  # an appendix, and so are all after it
    start = 0 if names and names[0] in bare else 1
    out = {name: str(k) for k, name in enumerate((x for x in names if x not in last), start)}
    return out | {name: chr(ord("A") + k) for k, name in enumerate(last)}


def in_order(chapters: Sequence[ReportChapter], numbers: Numbering) -> list[ReportChapter]:
    """The chapters, the appendices last."""
    return sorted(chapters, key=lambda chapter: numbers.chapters[chapter.name].isalpha())


def _sections(document: Document, chapter: str) -> dict[tuple[str, int], str]:
    out, first, second = {}, 0, 0
    for block in document.blocks:
        if isinstance(block, Heading):
            first, second = (first + 1, 0) if block.level == 2 else (first, second + 1)
            out[document.chapter, block.line] = f"{chapter}.{first}" + (f".{second}" if second else "")
    return out


def _figures(document: Document, chapter: str) -> dict[tuple[str, int], str]:
    figures = [block for block in document.blocks if isinstance(block, FigureBlock)]
    return {(document.chapter, block.line): f"{chapter}.{k}" for k, block in enumerate(figures, 1)}
