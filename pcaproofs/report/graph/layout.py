"""The layout of the graph: chapters are boxes in columns, and each claim has a line of its own in its box.

Connected claims of a chapter stand together, cited ones above those that cite them. The layers, the order in a layer
and the paths of edges through a layer are igraph's (layout_sugiyama). Each claim of a layer then gets its own line, so
that the names, which are long, stand below one another to the right of the edges. Edges between chapters go around the
boxes (`routes`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pcaproofs.drawing.picture import Point
from pcaproofs.report.graph.model import ChapterBox, ClaimNode, Edge, Graph, edges
from pcaproofs.report.graph.routes import Places, Routes

if TYPE_CHECKING:
    from pcaproofs.verify.run import ClaimReport

LINE, LANE = 20.0, 13.0  # distances between claims, and between lanes of edges
PAST = 0.3  # of a line, by which an edge has passed a claim when it changes lanes
HEAD, FOOT, GAP = 27.0, 9.0, 18.0  # of a box: above its first claim, below its last, between boxes
INDENT, COLUMN, LETTER = 22.0, 246.0, 6.4  # from a box's side to the first path; a box's least width; a letter's width


@dataclass
class _Piece:
    """A connected component of a chapter: lane and line of each claim, and the paths of the edges."""

    at: dict[str, tuple[int, float]]
    paths: dict[tuple[str, str, str], list[tuple[int, float]]] = field(default_factory=dict)

    @property
    def lanes(self) -> int:
        return 1 + max(lane for path in [*self.paths.values(), list(self.at.values())] for lane, _ in path)

    @property
    def width(self) -> float:
        """The width that it needs in a box."""
        return INDENT + LANE * self.lanes + LETTER * max(len(id.split(".", 1)[1]) for id in self.at) + 4


def graph(reports: Sequence[ClaimReport], columns: int = 3) -> Graph:
    """The graph of claims with chapters in that many columns, in the order of the reports; deterministic.

    Raises MissingLibrary where igraph is not installed and claims of a chapter have an edge.
    """
    from pcaproofs.report.page import TITLES

    known = edges(reports)
    chapter_of = {r.claim.id: r.claim.chapter for r in reports}
    chapters = list(dict.fromkeys(chapter_of.values()))
    pieces = {c: _pieces([id for id, of in chapter_of.items() if of == c], known) for c in chapters}
    heights = [HEAD + FOOT + LINE * sum(len(p.at) for p in pieces[c]) for c in chapters]
    verdicts = {r.claim.id: r.verdict for r in reports}
    titled = {c: TITLES.get(c) or c.replace("-", " ").capitalize() for c in chapters}
    wide = max([COLUMN, *(p.width for group in pieces.values() for p in group),
                *(INDENT + 1.2 * LETTER * len(title) for title in titled.values())])  # fmt: skip
    placed = _corners(heights, columns)
    routes = Routes(
        [e for e in known if chapter_of[e[0]] != chapter_of[e[1]]], _places(chapters, placed, heights, pieces)
    )
    lefts = [sum(map(routes.width, range(k + 1))) + k * wide for k in range(columns)]
    corners = [(lefts[column], top) for column, top in placed]
    groups = [
        ChapterBox(c, titled[c], *at, wide, height) for c, at, height in zip(chapters, corners, heights, strict=True)
    ]
    nodes: dict[str, ClaimNode] = {}
    paths: dict[tuple[str, str, str], tuple[Point, ...]] = {}
    for chapter, (left, top) in zip(chapters, corners, strict=True):
        corner = left + INDENT, top + HEAD
        for piece in pieces[chapter]:
            label_x = corner[0] + LANE * piece.lanes
            for id, at in piece.at.items():
                nodes[id] = ClaimNode(id, id.split(".", 1)[1], chapter, verdicts[id], *_placed(at, corner), label_x)
            paths |= {edge: tuple(_placed(at, corner) for at in path) for edge, path in piece.paths.items()}
            corner = corner[0], corner[1] + LINE * len(piece.at)
    spots = {id: (n.x, n.y) for id, n in nodes.items()}
    drawn = [Edge(*e, paths[e] if e in paths else routes.path(e, spots[e[0]], spots[e[1]], lefts)) for e in known]
    width = max((g.left + g.width for g in groups), default=0.0)
    tall = max([g.top + g.height for g in groups] + [y for e in drawn for _, y in e.path], default=0.0)
    return Graph(tuple(nodes[id] for id in chapter_of), tuple(drawn), tuple(groups), width, tall)


def _placed(at: tuple[int, float], corner: Point) -> Point:
    """The coordinates of a lane and a line of a piece whose corner is given."""
    return corner[0] + LANE * at[0], corner[1] + LINE * (at[1] + 0.5)


def _places(
    chapters: Sequence[str],
    placed: Sequence[tuple[int, float]],
    heights: Sequence[float],
    pieces: Mapping[str, Sequence[_Piece]],
) -> Places:
    """The columns and heights of claims; a gap is below each box."""
    column: dict[str, int] = {}
    y: dict[str, float] = {}
    gaps: list[list[float]] = [[] for _ in range(1 + max((c for c, _ in placed), default=0))]
    for chapter, (k, top), height in zip(chapters, placed, heights, strict=True):
        gaps[k].append(top + height + GAP / 2)
        start = top + HEAD
        for piece in pieces[chapter]:
            for id, at in piece.at.items():
                column[id], y[id] = k, _placed(at, (0.0, start))[1]
            start += LINE * len(piece.at)
    return Places(column, y, gaps)


def _corners(heights: Sequence[float], columns: int) -> list[tuple[int, float]]:
    """The column and top of each box, in order down the columns, so that the tallest column is as short as can be."""
    spans = [heights[i : j + 1] for i in range(len(heights)) for j in range(i, len(heights))]
    limits = sorted({sum(span) + GAP * (len(span) - 1) for span in spans})
    fitting = (columns_of for limit in limits if (columns_of := _filled(heights, limit))[-1] < columns)
    out: list[tuple[int, float]] = []
    bottoms: dict[int, float] = {}
    for column, height in zip(next(fitting, []), heights, strict=True):
        top = bottoms.get(column, 0.0)
        bottoms[column] = top + height + GAP
        out.append((column, top))
    return out


def _filled(heights: Sequence[float], limit: float) -> list[int]:
    """Column after column filled up to a height."""
    out, column, filled = [], 0, 0.0
    for height in heights:
        if filled and filled + height > limit:
            column, filled = column + 1, 0.0
        filled += height + GAP
        out.append(column)
    return out


def _pieces(ids: Sequence[str], known: Sequence[tuple[str, str, str]]) -> list[_Piece]:
    """The connected pieces of a chapter, in the order of their first claims."""
    inside = [e for e in known if e[0] in ids and e[1] in ids]
    piece_of = {id: {id} for id in ids}
    for a, b, _ in inside:
        if piece_of[a] is not piece_of[b]:
            piece_of[a] |= piece_of[b]
            for id in piece_of[b]:
                piece_of[id] = piece_of[a]
    out, seen = [], set[str]()
    for id in ids:
        if id not in seen:
            members = [x for x in ids if x in piece_of[id]]
            seen |= piece_of[id]
            out.append(_layered(members, [e for e in inside if e[0] in piece_of[id]]))
    return out


def _layered(ids: Sequence[str], inside: Sequence[tuple[str, str, str]]) -> _Piece:
    """A piece in layers, cited claims on top."""
    if len(ids) == 1:
        return _Piece({ids[0]: (0, 0.0)})
    index = {id: k for k, id in enumerate(ids)}
    layout = _igraph().Graph(n=len(ids), edges=[(index[b], index[a]) for a, b, _ in inside], directed=True)
    placed = layout.layout_sugiyama()
    bends = [[tuple(p) for p in routing] for routing in placed.edge_routing]
    spots = {id: (round(placed[k][0], 6), round(placed[k][1])) for id, k in index.items()}
    across = sorted({x for x, _ in spots.values()} | {round(x, 6) for path in bends for x, _ in path})
    lane = {x: k for k, x in enumerate(across)}
    order = sorted(ids, key=lambda id: (spots[id][1], spots[id][0], index[id]))
    line = {id: float(k) for k, id in enumerate(order)}
    ends: dict[int, tuple[float, float]] = {}  # the first and the last line of each layer
    for id in order:
        layer = spots[id][1]
        first, _ = ends.get(layer, (line[id], 0.0))
        ends[layer] = (first, line[id])
    at = {id: (lane[spots[id][0]], line[id]) for id in order}
    piece = _Piece({id: at[id] for id in ids})
    for edge, path in zip(inside, bends, strict=True):
        piece.paths[edge] = _path(at, edge, [(lane[round(x, 6)], round(y)) for x, y in path], ends, spots)
    return piece


def _path(
    at: Mapping[str, tuple[int, float]],
    edge: tuple[str, str, str],
    bends: Sequence[tuple[int, int]],
    ends: Mapping[int, tuple[float, float]],
    spots: Mapping[str, tuple[float, int]],
) -> list[tuple[int, float]]:
    """The path of an edge: in the source's lane, through a lane of each layer between, to the target."""
    source, target, _ = edge
    up = spots[source][1] > spots[target][1]
    near, far = (0, 1) if up else (1, 0)
    past = -PAST if up else PAST
    path = [at[source], (at[source][0], ends[spots[source][1]][near] + past)]
    for lane, layer in sorted(bends, key=lambda bend: -bend[1] if up else bend[1]):
        if layer not in (spots[source][1], spots[target][1]):
            path += [(lane, ends[layer][far] - past), (lane, ends[layer][near] + past)]
    path += [(at[target][0], ends[spots[target][1]][far] - past), at[target]]
    return [
        p for k, p in enumerate(path) if not 0 < k < len(path) - 1 or len({path[k - 1][0], p[0], path[k + 1][0]}) > 1
    ]


def _igraph() -> Any:
    try:
        import igraph
    except ImportError:
        from pcaproofs.formula.typed_latex import NO_LIBRARY, MissingLibrary

        raise MissingLibrary(NO_LIBRARY.format("igraph")) from None
    return igraph
