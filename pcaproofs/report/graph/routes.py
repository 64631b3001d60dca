"""The paths of edges between chapters: in the gutters beside the columns, and through the gaps between boxes.

Edges of one kind to one claim share a lane, so that they join. No edge crosses a box, where the names are, except for
the piece from a claim to the left side of its own box.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pcaproofs.drawing.picture import Point

APART, MARGIN = 5.0, 7.0  # between lanes of a gutter, and from its first and last lane to a box
CHANNEL = 3.5  # between lanes of a gap

Known = tuple[str, str, str]


@dataclass(frozen=True)
class Places:
    """The column and height of each claim, and the gaps between the boxes of each column, from the top."""

    column: Mapping[str, int]
    y: Mapping[str, float]
    gaps: Sequence[Sequence[float]]


class Routes:
    """The paths of edges between chapters; gutter k is to the left of column k."""

    def __init__(self, edges: Sequence[Known], places: Places):
        self.places = places
        self.crossings = {edge: self._crossings(edge) for edge in edges}
        gutters: dict[int, set[tuple[str, str]]] = {}
        channels: dict[tuple[int, float], set[tuple[str, str]]] = {}
        for edge, crossed in self.crossings.items():
            lane = edge[1:]
            for k in {places.column[edge[0]], places.column[edge[1]], *(k for c, _ in crossed for k in (c, c + 1))}:
                gutters.setdefault(k, set()).add(lane)
            for gap in crossed:
                channels.setdefault(gap, set()).add(lane)
        self.gutters = {k: self._ordered(lanes) for k, lanes in gutters.items()}
        self.channels = {gap: self._ordered(lanes) for gap, lanes in channels.items()}

    def _ordered(self, lanes: set[tuple[str, str]]) -> list[tuple[str, str]]:
        return sorted(lanes, key=lambda lane: (self.places.column[lane[0]], self.places.y[lane[0]], lane))

    def _crossings(self, edge: Known) -> list[tuple[int, float]]:
        """The columns that an edge crosses, in its order, each with the gap that is nearest to its target."""
        here, there = (self.places.column[x] for x in edge[:2])
        columns = range(here, there) if here < there else range(here - 1, there - 1, -1)
        goal = self.places.y[edge[1]]
        return [(c, min(self.places.gaps[c], key=lambda y: abs(y - goal))) for c in columns]

    def width(self, gutter: int) -> float:
        """The width of a gutter."""
        lanes = len(self.gutters.get(gutter, ()))
        return 2 * MARGIN + APART * (lanes - 1) if lanes else (2 * MARGIN if gutter else 0.0)

    def path(self, edge: Known, start: Point, end: Point, lefts: Sequence[float]) -> tuple[Point, ...]:
        """The points of an edge from claim to claim; lefts: the left side of each column."""
        lane = edge[1:]

        def across(gutter: int) -> float:
            return lefts[gutter] - self.width(gutter) + MARGIN + APART * self.gutters[gutter].index(lane)

        here, there = (self.places.column[x] for x in edge[:2])
        out = [start, (across(here), start[1])]
        for column, gap in self.crossings[edge]:
            lanes = self.channels[column, gap]
            y = gap + CHANNEL * (lanes.index(lane) - (len(lanes) - 1) / 2)
            out += [(out[-1][0], y), (across(column + 1 if here < there else column), y)]
        return (*out, (out[-1][0], end[1]), end)
