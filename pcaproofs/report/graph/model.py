"""Nodes, edges and groups of a graph of claims."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pcaproofs.drawing.picture import Point

if TYPE_CHECKING:
    from pcaproofs.verify.run import ClaimReport

USES, INSTEAD = "uses", "instead"
KINDS = {USES: "its proof cites", INSTEAD: "is replaced by"}


@dataclass(frozen=True)
class ClaimNode:
    """A claim in the graph: (x, y) is the middle of its verdict's shape, its label begins at (label_x, y)."""

    id: str
    label: str
    chapter: str
    verdict: str
    x: float
    y: float
    label_x: float


@dataclass(frozen=True)
class Edge:
    """An edge with its path, from a claim to one that its certificate cites (uses) or that replaces it (instead)."""

    source: str
    target: str
    kind: str
    path: tuple[Point, ...]


@dataclass(frozen=True)
class ChapterBox:
    """A chapter's box."""

    chapter: str
    title: str
    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True)
class Graph:
    """The graph; all lengths are in points, y downwards from the top left corner."""

    nodes: tuple[ClaimNode, ...]
    edges: tuple[Edge, ...]
    groups: tuple[ChapterBox, ...]
    width: float
    height: float


def edges(reports: Sequence[ClaimReport]) -> list[tuple[str, str, str]]:
    """(from, to, kind) of every edge between these claims, from certificates and `repaired_by`."""
    known = {r.claim.id for r in reports}
    out = []
    for report in reports:
        out += [(report.claim.id, c.id, USES) for c in report.uses()]
        repaired = report.claim.repaired_by
        if report.verdict == "refuted" and repaired is not None:
            out.append((report.claim.id, repaired.id, INSTEAD))
    return [(a, b, kind) for a, b, kind in out if b in known]
