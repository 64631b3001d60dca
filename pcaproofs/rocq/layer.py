"""The layer "rocq" of claims: each part's theorem, checked by Rocq."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from pcaproofs.rocq.items import RocqTheorem, distinct, items_of_claims
from pcaproofs.rocq.run import RocqVerdict, check
from pcaproofs.verify.layers import Layer
from pcaproofs.verify.run import ClaimReport


def add_layer(
    reports: Sequence[ClaimReport], jobs: int = 1, then: Callable[[str], object] = lambda _: None
) -> list[ClaimReport]:
    """The reports with Rocq's results; raises NoRocq if it is not installed."""
    start = time.perf_counter()
    items = distinct(items_of_claims([r.claim for r in reports if not r.error]))
    found = check([item for item in items if not item.same_as], jobs, then)
    each = (time.perf_counter() - start) / max(len(reports), 1)
    by_source: dict[str, list[RocqTheorem]] = {}
    for item in items:
        by_source.setdefault(item.source, []).append(item)
    return [
        r if r.error else replace(r, layers=(*r.layers, layer(by_source[r.claim.id], found, each))) for r in reports
    ]


def layer(items: Sequence[RocqTheorem], found: dict[str, RocqVerdict], seconds: float) -> Layer:
    """The layer of one claim, from Rocq's results for its theorems."""
    rows: list[dict[str, Any]] = []
    for item in items:
        name = item.same_as or item.name
        row: dict[str, Any] = {"theorem": name}
        rows.append(
            row
            | (
                {"accepted": found[name].accepted, "stored": found[name].stored}
                if name in found
                else {"refused": item.refused}
            )
        )
    versions = sorted({found[row["theorem"]].version for row in rows if "accepted" in row})
    data = {"theorems": rows, "by": versions}
    for row in rows:
        if row.get("accepted") is False:
            note = f"{row['theorem']} is refused: {found[row['theorem']].reason}"
            return Layer("rocq", "failed", note, seconds, data)
    missing = [row["refused"] for row in rows if "refused" in row]
    if len(missing) == len(rows):
        return Layer("rocq", "skipped", missing[0] if missing else "it has no statement", seconds, data)
    note = f"{len(missing)} of {len(rows)} not translated" if missing else ""
    if any(item.by_theorems for item in items) and not missing:
        note = f"what it needs of theorems about determinants is proved by {' and '.join(versions)}"
    if any(item.ours == "cited" for item in items):
        note = f"cited here, proved by {' and '.join(versions)}"
    return Layer("rocq", "ok", note, seconds, data)
