"""The whole LaTeX document, from templates."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import Any

from pcaproofs.report import evidence
from pcaproofs.report.pages import TITLES, ClaimPage, claim_page
from pcaproofs.report.prose import escape, prose
from pcaproofs.verify.run import Report, summary

COLOURS = {
    "proved": "vproved",
    "proved at sizes": "vsizes",
    "cited": "vcited",
    "refuted": "vrefuted",
    "ill-typed": "villtyped",
}


def chapters(reports: Sequence[Report]) -> list[tuple[str, str, list[ClaimPage]]]:
    """Title, introduction and claims of each chapter, in the order in which the reports came."""
    grouped: dict[str, list[Report]] = {}
    for report in reports:
        grouped.setdefault(report.claim.chapter, []).append(report)
    out = []
    for chapter, group in grouped.items():
        title = TITLES.get(chapter) or chapter.replace("-", " ").capitalize()
        doc = (getattr(sys.modules.get(group[0].claim.module), "__doc__", None) or "").strip()
        out.append((escape(title), prose(doc.split("\n\n")[0], set("HIABPQUVXw")), [claim_page(r) for r in group]))
    return out


def document(reports: Sequence[Report]) -> str:
    """The whole LaTeX document."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("pcaproofs.report"),
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
    environment.filters["colour"] = lambda verdict: COLOURS.get(verdict, "vopen")
    environment.filters["tex"] = escape
    environment.filters["numeric"] = evidence.numeric_cell
    environment.filters["breakable"] = lambda name: re.sub(r"([-.])", r"\1\\allowbreak{}", escape(name))
    counts: dict[str, Any] = summary(reports)
    verdicts = [(v, n) for v, n in counts.items() if v not in ("claims", "failed")]
    ran = sorted({layer.name for r in reports for layer in r.layers if layer.name != "kernel"})
    context = {"chapters": chapters(reports), "counts": counts, "verdicts": verdicts, "layers": ran}
    return environment.get_template("report.tex").render(context)
