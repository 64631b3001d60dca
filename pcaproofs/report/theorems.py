"""The theorem that Rocq checks, for each statement of a claim: its name, its file and its text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pcaproofs.verify.run import ClaimReport

    Theorem = tuple[str, str, str]


def theorems(report: ClaimReport) -> list[Theorem]:
    """The theorem of each exported statement: its name, its file in an export, and its text."""
    if not report.claim.module.startswith("pcaproofs.claims."):
        return []
    from pcaproofs.rocq.export import module
    from pcaproofs.rocq.items import distinct, items_of_claims

    items = distinct(items_of_claims([report.claim]))
    file = f"chapters/{module(report.claim.chapter)}/Statements.v"
    return [(x.name, file, f"Definition {x.name} : Prop :=\n  {x.text}.") for x in items if x.text and not x.same_as]
