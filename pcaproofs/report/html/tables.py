"""The contents of the front page, of the table of all claims and of the guide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from pcaproofs.report import evidence
from pcaproofs.report import guide as words
from pcaproofs.report.documents.bibliography import bibliography, cited_keys
from pcaproofs.report.documents.chapters import ReportChapter
from pcaproofs.report.documents.terms import TermPlace, index, other_names
from pcaproofs.report.html.prose import ProseWriter
from pcaproofs.report.html.sentences import Home, in_html
from pcaproofs.report.sentences import joined
from pcaproofs.report.verdict_style import STYLES
from pcaproofs.verify.run import summary

if TYPE_CHECKING:
    from pcaproofs.report.html.chapters import Chapter
    from pcaproofs.report.page import ClaimPage
    from pcaproofs.verify.discovery import Project
    from pcaproofs.verify.run import ClaimReport


def front(reports: Sequence[ClaimReport]) -> dict[str, Any]:
    """The counts of verdicts, and the notes that state the claims."""
    counts = summary(reports)
    verdicts = [(v, n) for v, n in counts.items() if v not in ("claims", "failed")]
    notes = sorted({s.note for r in reports for s in r.claim.sources if s.note})
    return {"counts": counts, "verdicts": verdicts, "notes": notes}


def claim_rows(chapters: Sequence[Chapter], homes: Mapping[str, Home]) -> list[dict[str, Any]]:
    """The chapters, each with a row for every claim, in the order of its document."""
    out = []
    for chapter in chapters:
        rows = [_row(chapter.known[id], homes[id]) for id in chapter.homes]
        place = {"name": chapter.name, "number": chapter.number, "heading": chapter.title, "file": chapter.file}
        by_id = {row["id"]: row for row in rows}
        sections = [(number, title, [by_id[id] for id in ids]) for number, title, ids in chapter.sections]
        out.append({**place, "claims": rows, "sections": sections})
    return out


def outline(rows: Sequence[Mapping[str, Any]]) -> str:
    """The contents beside every page: the numbers and titles of chapters and sections, and the claims in them."""
    keys = ("id", "name", "number", "verdict")
    said = [
        (
            row["file"],
            row["number"],
            row["heading"],
            [(number, title, [[x[key] for key in keys] for x in claims]) for number, title, claims in row["sections"]],
        )
        for row in rows
    ]
    return repr(said)


def _row(page: ClaimPage, home: Home) -> dict[str, Any]:
    report, claim = page.report, page.report.claim
    return {
        "id": claim.id,
        "name": page.name,
        "href": home.href,
        "number": home.number,
        "verdict": report.verdict,
        "dimensions": report.dimensions,
        "steps": report.steps or "–",
        "numeric": in_html(evidence.numeric_cell(report)),
        "checked_by": evidence.checked_by(report),
        "sources": in_html(joined("; ", map(evidence.source, claim.sources))) or "–",
        "notes": sorted({s.note for s in claim.sources if s.note}),
    }


def references(chapters: Sequence[Chapter], homes: Mapping[str, Home], project: Project) -> dict[str, Any]:
    """The bibliography and the index of terms."""
    known = chapters[0].known if chapters else {}
    read = [c.document for c in chapters if c.document is not None]
    entries = bibliography(project)
    cited = [entries[key] for key in cited_keys(known.values(), read) if key in entries]
    parts = [ReportChapter(c.name, c.document, tuple(c.homes)) for c in chapters]
    names = other_names(project)
    found = index(list(names), parts, chapters[0].numbers, known) if chapters else []
    shown = [(term, [_place(x, homes, chapters[0]) for x in places]) for term, places in found]
    return {"entries": cited, "terms": shown, "other_names": names}


def _place(place: TermPlace, homes: Mapping[str, Home], chapter: Chapter) -> dict[str, Any]:
    if place.claim:
        home = homes[place.claim]
        return {"href": home.href, "text": f"Claim {home.number}", "claim": place.claim, "defining": place.defining}
    text = place.number or f"chapter {chapter.numbers.chapters[place.chapter]}"
    fragment = f"#section-{place.number}" if place.number else ""
    return {"href": f"{place.chapter}.html{fragment}", "text": text, "claim": "", "defining": place.defining}


def guide(reports: Sequence[ClaimReport], homes: Mapping[str, Home]) -> dict[str, Any]:
    """The guide, the axioms, and the claims whose proofs use them."""
    prose = ProseWriter({}, homes.get)
    cited = [
        {
            "id": r.claim.id,
            "href": homes[r.claim.id].href,
            "number": homes[r.claim.id].number,
            "cites": in_html(books),
            "users": [(homes[id].number, homes[id].href) for id in users],
        }
        for r, books, users in words.cited(reports)
    ]
    return {
        "after": words,
        "meanings": {verdict: mark.meaning for verdict, mark in STYLES.items()},
        "ran": words.ran(reports),
        "cited": cited,
        "sections": [
            (title, Markup("".join(prose.html(tokens) for tokens in said))) for title, said in words.sections()
        ],
    }
