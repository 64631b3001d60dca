"""What the front page, the table of all claims and the guide show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from pcaproofs.report import evidence
from pcaproofs.report.derivations import Heading, read_document
from pcaproofs.report.derivations import Prose as Text
from pcaproofs.report.html.claims import text
from pcaproofs.report.html.prose import Prose
from pcaproofs.report.marks import MARKS
from pcaproofs.verify.run import summary

if TYPE_CHECKING:
    from pcaproofs.report.html.chapters import Chapter
    from pcaproofs.verify.run import Report


def front(reports: Sequence[Report]) -> dict[str, Any]:
    """Counts of verdicts, and the notes that the claims are said in."""
    counts = summary(reports)
    verdicts = [(v, n) for v, n in counts.items() if v not in ("claims", "failed")]
    notes = sorted({s.note for r in reports for s in r.claim.said_in if s.note})
    return {"counts": counts, "verdicts": verdicts, "notes": notes}


def claim_rows(given: Sequence[Chapter], homes: Mapping[str, str]) -> list[dict[str, Any]]:
    """The chapters with a row for each of their claims, in the order in which they are told."""
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
        "numeric": text(evidence.numeric_cell(report)),
        "said_in": text("; ".join(map(evidence.source, claim.said_in)) or "–"),
        "notes": sorted({s.note for s in claim.said_in if s.note}),
    }


def guide(reports: Sequence[Report], homes: Mapping[str, str]) -> dict[str, Any]:
    """The guide, the axioms, and who leans on them."""
    cited = [
        {"id": r.claim.id, "href": homes[r.claim.id], "cites": text("; ".join(map(evidence.source, r.claim.cites))),
         "used_by": [(id, homes[id]) for id in _leaning_on(r.claim.id, reports)]}
        for r in reports if r.verdict == "cited"
    ]  # fmt: skip
    return {
        "meanings": {verdict: mark.meaning for verdict, mark in MARKS.items()},
        "layers": sorted({layer.name for r in reports for layer in r.layers if layer.name != "kernel"}),
        "cited": cited,
        "sections": _sections(),
    }


def _leaning_on(axiom: str, reports: Sequence[Report]) -> list[str]:
    """The claims whose certificates cite an axiom, or cite claims that lean on it."""
    cites = {r.claim.id: {c.id for c in r.uses()} for r in reports}
    found = {axiom}
    while more := {id for id, cited in cites.items() if cited & found} - found:
        found |= more
    return [id for id in cites if id in found - {axiom}]


def _sections() -> list[tuple[str, Markup]]:
    """The guide, by its headings."""
    out: list[tuple[str, Markup]] = []
    prose = Prose({}, lambda id: None)
    for block in read_document(Path(__file__).parents[1] / "guide.md").blocks:
        match block:
            case Heading(_, title):
                out.append((title, Markup()))
            case Text(tokens):
                out[-1] = out[-1][0], out[-1][1] + Markup(prose.html(tokens))
    return out
