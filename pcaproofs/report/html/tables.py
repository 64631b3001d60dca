"""The contents of the front page, of the table of all claims and of the guide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from pcaproofs.report import evidence
from pcaproofs.report import guide as words
from pcaproofs.report.html.prose import Prose
from pcaproofs.report.html.sentences import in_html
from pcaproofs.report.sentences import joined
from pcaproofs.report.verdict_style import STYLES
from pcaproofs.verify.run import summary

if TYPE_CHECKING:
    from pcaproofs.report.html.chapters import Chapter
    from pcaproofs.verify.run import Report


def front(reports: Sequence[Report]) -> dict[str, Any]:
    """The counts of verdicts, and the notes that state the claims."""
    counts = summary(reports)
    verdicts = [(v, n) for v, n in counts.items() if v not in ("claims", "failed")]
    notes = sorted({s.note for r in reports for s in r.claim.said_in if s.note})
    return {"counts": counts, "verdicts": verdicts, "notes": notes}


def claim_rows(given: Sequence[Chapter], homes: Mapping[str, str]) -> list[dict[str, Any]]:
    """The chapters, each with a row for every claim, in the order of its document."""
    out = []
    for chapter in given:
        rows = [_row(chapter.known[id].report, homes[id]) for id in chapter.homes]
        out.append({"name": chapter.name, "heading": chapter.title, "file": chapter.file, "claims": rows})
    return out


def _row(report: Report, href: str) -> dict[str, Any]:
    claim = report.claim
    return {
        "id": claim.id,
        "href": href,
        "verdict": report.verdict,
        "dimensions": report.dimensions,
        "steps": report.steps or "–",
        "numeric": in_html(evidence.numeric_cell(report)),
        "checked_by": evidence.checked_by(report),
        "said_in": in_html(joined("; ", map(evidence.source, claim.said_in))) or "–",
        "notes": sorted({s.note for s in claim.said_in if s.note}),
    }


def guide(reports: Sequence[Report], homes: Mapping[str, str]) -> dict[str, Any]:
    """The guide, the axioms, and the claims whose proofs use them."""
    prose = Prose({}, homes.get)
    cited = [
        {
            "id": r.claim.id,
            "href": homes[r.claim.id],
            "cites": in_html(books),
            "users": [(id, homes[id]) for id in users],
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
