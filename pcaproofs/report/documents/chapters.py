"""The chapters of a report: its claims, divided among the documents of the project."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pcaproofs.report.documents.model import ClaimBlock, Document


@dataclass(frozen=True)
class ReportChapter:
    """A chapter of a report: its name, its document if it has one, and its claims in the order of their homes.

    Claims that the document does not mention come last.
    """

    name: str
    document: Document | None
    ids: tuple[str, ...]


def report_chapters(ids: Sequence[str], documents: Sequence[Document]) -> list[ReportChapter]:
    """The chapters of a report on these claims.

    A document is in the report if all claims that it shows are in it. A document without claims, such as an
    introduction, is in the report if all other documents are. Claims without a document form a chapter of their own,
    with the name in their ids. If an incomplete document, such as an appendix, has claims from other chapters, the
    report has the document with only those claims. The documents keep their order.
    """
    known = set(ids)
    whole = [d for d in documents if d.homes() and {b.id for b in d.claims()} <= known]
    complete = bool(whole) and len(whole) == sum(bool(d.homes()) for d in documents)
    whole += [
        _restricted(d, known) for d in documents if d not in whole and not _of_same_chapter(d) >= known & set(d.homes())
    ]
    home = {id: d.chapter for d in whole for id in d.homes()}
    by_name = {d.chapter: d for d in whole}
    members: dict[str, list[str]] = {}
    for id in ids:
        members.setdefault(home.get(id, id.split(".")[0]), []).append(id)
    in_order = iter(d.chapter for d in documents if d.chapter in by_name)
    names = [next(in_order) if name in by_name else name for name in members]
    out = [_chapter(name, by_name.get(name), members[name]) for name in names]
    if complete:
        for k, document in enumerate(documents):
            if not document.homes():
                before = documents[k - 1].chapter if k else ""
                place = next((i + 1 for i, x in enumerate(out) if x.name == before), 0)
                out.insert(place, ReportChapter(document.chapter, document, ()))
    return out


def _chapter(name: str, document: Document | None, ids: Sequence[str]) -> ReportChapter:
    homes = document.homes() if document else []
    return ReportChapter(name, document, (*homes, *(id for id in ids if id not in homes)))


def _of_same_chapter(document: Document) -> set[str]:
    """The claims at home in a document whose ids name the same chapter as the document."""
    return {id for id in document.homes() if id.split(".")[0] == document.chapter}


def _restricted(document: Document, known: set[str]) -> Document:
    """A document reduced to those of its claims that are in a report."""
    homes = (b for b in document.blocks if isinstance(b, ClaimBlock) and b.home and b.id in known)
    return replace(document, blocks=tuple(homes))
