"""What the front page, the table of all claims and the guide show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pcaproofs.report import evidence
from pcaproofs.report.html.claims import text
from pcaproofs.verify.run import axioms_of, summary

if TYPE_CHECKING:
    from pcaproofs.report.html.chapters import Chapter
    from pcaproofs.verify.run import Report

MEANINGS = {
    "proved": "It holds for matrices of every size. A certificate, the whole proof as data, was found and then "
    "multiplied out anew by the checker, which compared both sides term by term.",
    "proved at sizes": "It was checked exactly, but only at the sizes that are named.",
    "cited": "It is taken from a textbook, which is named.",
    "refuted": "It is false: an exact example is shown that satisfies every hypothesis and breaks the conclusion.",
    "ill-typed": "It means nothing: two dimensions clash, and they are named.",
    "undecided": "Neither a proof nor a counterexample was found.",
}


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
    """The few formulas of the guide, the axioms, and who leans on them."""
    leaning: dict[str, list[tuple[str, str]]] = {}
    for r in reports:
        for id in axioms_of(r.claim):
            if id != r.claim.id:
                leaning.setdefault(id, []).append((r.claim.id, homes[r.claim.id]))
    cited = [
        {"id": r.claim.id, "href": homes[r.claim.id], "cites": text("; ".join(map(evidence.source, r.claim.cites))),
         "used_by": leaning.get(r.claim.id, [])}
        for r in reports if r.verdict == "cited"
    ]  # fmt: skip
    return {
        "meanings": MEANINGS,
        "layers": sorted({layer.name for r in reports for layer in r.layers if layer.name != "kernel"}),
        "cited": cited,
        "root": text(r"$S = F^\top F$"),
        "epsilon": text(r"$\varepsilon$"),
        "rules": text(
            r"$\operatorname{tr}$ is linear, $\operatorname{tr} AB = \operatorname{tr} BA$, "
            r"$\operatorname{tr} A^\top = \operatorname{tr} A$, $\operatorname{tr} I_n = n$"
        ),
        "scalar": text(r"$1\times 1$"),
        "functional": text(
            r"$\sum_k 1 = n$, $\sum_k x_k = X^\top\mathbf{1}$, $\sum_k x_k x_k^\top = X^\top X$",
        ),
        "sample": text("$x_k$"),
        "gradient": text(
            r"$\nabla_w f$ is the $G$ for which $\operatorname{tr}(h^\top G)$ is the coefficient of $t$ in $f(w + th)$"
        ),
    }
