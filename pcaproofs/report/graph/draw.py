"""A graph of claims as SVG, whose nodes are links, and as TikZ."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from html import escape

from pcaproofs.drawing.picture import Item, Point, Polyline, coordinate, drawn
from pcaproofs.drawing.svg import element
from pcaproofs.drawing.tikz import COLOURS, colours, command
from pcaproofs.report.graph.layout import INDENT, LANE, LETTER
from pcaproofs.report.graph.model import INSTEAD, KINDS, ClaimNode, Edge, Graph
from pcaproofs.report.verdict_style import STYLES, shape, style_of

RADIUS = 4.4
_PALETTE = COLOURS | {style.name: style.light.removeprefix("#") for style in STYLES.values()}
LEGEND = 24.0  # the height of the legend's line
_TEXT = 438.0  # the width of an A4 page's text, in PDF points
_BP, _FONT = _TEXT / 766.0, 6.6  # PDF points of one of ours, and the size of letters that names have room for then


def graph_svg(graph: Graph, href: Callable[[str], str], name: str = "graph") -> str:
    """The graph as an <svg>: each claim a link to href(id), its verdict a shape and a word, edges with their titles."""
    height = graph.height + LEGEND * 2
    count = f"{len(graph.nodes)} claims, {len(graph.edges)} edges"
    out = [
        f'<svg class="graph" viewBox="-1 -1 {coordinate(graph.width + 2)} {coordinate(height + 2)}"'
        f' width="{coordinate(graph.width + 2)}" role="group" aria-labelledby="{name}-title">',
        f'<title id="{name}-title">Dependency graph: {count}; every claim is a link</title>',
    ]
    for group in graph.groups:
        at = f'x="{coordinate(group.left)}" y="{coordinate(group.top)}"'
        size = f'width="{coordinate(group.width)}" height="{coordinate(group.height)}"'
        out.append(f'<rect class="group" {at} {size} rx="6"/>')
    out += [_joined(_leader(n)) for n in graph.nodes]
    out += [f'<g class="edge {e.kind}" data-from="{escape(e.source)}" data-to="{escape(e.target)}">'
            f"<title>{escape(e.source)}: {KINDS[e.kind]} {escape(e.target)}</title>{_joined(_edge(e))}</g>"
            for e in graph.edges]  # fmt: skip
    for group in graph.groups:
        x, y = coordinate(group.left + INDENT - RADIUS), coordinate(group.top + 18)
        out.append(f'<text class="chapter" x="{x}" y="{y}">{escape(group.title)}</text>')
        out += [_node(n, href) for n in graph.nodes if n.chapter == group.chapter]
    out += [*_legend(graph), "</svg>"]
    return "\n".join(out)


def _node(node: ClaimNode, href: Callable[[str], str]) -> str:
    shapes = _joined(shape(node.verdict, (node.x, node.y), RADIUS))
    text = f'<text x="{coordinate(node.label_x)}" y="{coordinate(node.y + 4)}">{escape(node.label)}</text>'
    label = f"{escape(node.id)}: {escape(node.verdict)}"
    return (
        f'<a class="node" href="{escape(href(node.id))}" data-id="{escape(node.id)}" aria-label="{label}">'
        f"<title>{label}</title>{_row(node)}{shapes}{text}</a>"
    )


def _row(node: ClaimNode) -> str:
    """The area of a node that can be clicked and shows the keyboard's focus."""
    left = node.x - RADIUS - 3
    width = node.label_x - left + LETTER * len(node.label)
    at = f'x="{coordinate(left)}" y="{coordinate(node.y - 9.5)}" width="{coordinate(width)}" height="19"'
    return f'<rect class="row" {at} rx="3"/>'


def _joined(items: Iterable[Item]) -> str:
    return "".join(map(element, items))


def _leader(node: ClaimNode) -> list[Item]:
    """A faint line from a shape to its name, if they are far apart."""
    if node.label_x - node.x < 2 * LANE:
        return []
    return [Polyline("faint", ((node.x + RADIUS + 3, node.y), (node.label_x - 4, node.y)), 0.7)]


def _edge(edge: Edge) -> list[Item]:
    """The edge, from the rim of one shape to the rim of the other."""
    role, dashed = ("refuted", True) if edge.kind == INSTEAD else ("quiet", False)
    path = list(edge.path)
    path[0], path[-1] = _towards(path[0], path[1], RADIUS + 1), _towards(path[-1], path[-2], RADIUS + 2)
    return [Polyline(role, tuple(path), 1.1, True, dashed)]


def _towards(start: Point, end: Point, far: float) -> Point:
    length = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
    return start[0] + (end[0] - start[0]) * far / length, start[1] + (end[1] - start[1]) * far / length


def _keys(graph: Graph) -> tuple[list[tuple[str, Point]], list[tuple[str, Point]]]:
    """The verdicts and kinds of edges that occur, with their places in the legend: on two lines if one is too short."""
    verdicts = [v for v in STYLES if any(style_of(n.verdict).name == STYLES[v].name for n in graph.nodes)]
    kinds = [kind for kind in KINDS if any(e.kind == kind for e in graph.edges)]
    x, y = 10.0, graph.height + LEGEND * 0.75
    where: dict[str, Point] = {}
    for word, drawing in [(v, 26.0) for v in verdicts] + [(k, 48.0) for k in kinds]:
        length = drawing + LETTER * len(KINDS.get(word, word))
        if x + length > graph.width + 10:
            x, y = 10.0, y + LEGEND * 0.8
        where[word] = x, y
        x += length
    return [(v, where[v]) for v in verdicts], [(k, where[k]) for k in kinds]


def _legend(graph: Graph) -> list[str]:
    verdicts, kinds = _keys(graph)
    out = []
    for verdict, (x, y) in verdicts:
        out.append(_joined(shape(verdict, (x, y), RADIUS)))
        out.append(f'<text class="key" x="{coordinate(x + 11)}" y="{coordinate(y + 4)}">{escape(verdict)}</text>')
    for kind, (x, y) in kinds:
        out.append(_joined([_sample(kind, x, y)]))
        out.append(f'<text class="key" x="{coordinate(x + 34)}" y="{coordinate(y + 4)}">{escape(KINDS[kind])}</text>')
    return out


def _sample(kind: str, x: float, y: float) -> Polyline:
    edge = Edge("", "", kind, ((x - 6, y), (x + 30, y)))
    (line,) = _edge(edge)
    assert isinstance(line, Polyline)
    return line


# ---------------------------------------------------------------------------------------------------- TikZ
def graph_tikz(graph: Graph) -> str:
    r"""The graph as two tikzpictures, each with half of the columns and as wide as the text of an A4 page.

    Edges between the halves end at the cut and go on at the same height. A half that is slightly too high shrinks to
    the rest of the page. Claims are \hyperref to pcaproofs:ID; needs tikz, graphicx, xcolor and hyperref.
    """
    lefts = sorted({g.left for g in graph.groups})
    half = lefts[: (len(lefts) + 1) // 2]
    cut = max((g.left + g.width for g in graph.groups if g.left in half), default=0.0) + 3  # before the lanes of edges
    halves = [(0.0, cut), (cut, graph.width)] if len(lefts) > 1 else [(0.0, graph.width)]
    widest = max(right - left for left, right in halves)
    return "\n".join(_half(graph, left, right, _TEXT / max(widest, 1.0)) for left, right in halves)


def _half(graph: Graph, left: float, right: float, bp: float) -> str:
    """What stands between two verticals, with bp PDF points for one of ours; the legend is below the first half."""
    nodes = [n for n in graph.nodes if left <= n.x < right]
    verdicts, kinds = _keys(replace(graph, width=right)) if not left else ([], [])
    edges = [e for e in graph.edges if min(x for x, _ in e.path) < right and max(x for x, _ in e.path) > left]
    items: list[Item] = [item for n in nodes for item in _leader(n)]
    items += [item for e in edges for item in _edge(e)]
    items += [item for n in nodes for item in shape(n.verdict, (n.x, n.y), RADIUS)]
    items += [item for v, at in verdicts for item in shape(v, at, RADIUS)]
    items += [_sample(kind, x, y) for kind, (x, y) in kinds]
    size = _FONT * bp / _BP
    out = [
        r"\begingroup\sbox0{%",
        rf"\begin{{tikzpicture}}[x={bp:.4f}bp,y=-{bp:.4f}bp,line cap=round,line join=round,",
        r"every node/.style={anchor=base west,inner sep=0pt,"
        rf"font=\sffamily\fontsize{{{size:.1f}}}{{{1.2 * size:.1f}}}\selectfont}}]",
        rf"\clip {_pair(left - 1, -1)} rectangle {_pair(right + 1, graph.height + 2 * LEGEND)};",
        *colours({"ink", "quiet", "faint", *(item.role for item in items)}, _PALETTE),
    ]
    for g in [g for g in graph.groups if left <= g.left < right]:
        corner, opposite = _pair(g.left, g.top), _pair(g.left + g.width, g.top + g.height)
        out.append(rf"\draw[pcafaint,line width=0.5bp,rounded corners=2.5bp] {corner} rectangle {opposite};")
        title = rf"\bfseries {_tex(g.title)}"
        out.append(rf"\node[text=pcaink] at {_pair(g.left + INDENT - RADIUS, g.top + 18)} {{{title}}};")
    out += [command(_scaled(part, bp)) for item in items for part in drawn(item)]
    for n in nodes:
        linked = rf"\hyperref[pcaproofs:{n.id}]{{{_tex(n.label)}}}"
        out.append(rf"\node[text=pcaink] at {_pair(n.label_x, n.y + 4)} {{{linked}}};")
    for word, (x, y) in [(v, (x + 11, y)) for v, (x, y) in verdicts] + [(KINDS[k], (x + 34, y)) for k, (x, y) in kinds]:
        out.append(rf"\node[text=pcaquiet] at {_pair(x, y + 4)} {{{_tex(word)}}};")
    return "\n".join([*out, r"\end{tikzpicture}}%", _FIT])


_FIT = r"""\ifdim\wd0>\linewidth\sbox0{\resizebox{\linewidth}{!}{\usebox0}}\fi
\dimen0=\dimexpr\pagegoal-\pagetotal-2\baselineskip\relax \dimen2=\dimexpr\ht0+\dp0\relax
\ifdim\dimen0<\dimen2 \ifdim\dimen0>0.7\dimen2 \sbox0{\resizebox*{!}{\dimen0}{\usebox0}}\fi\fi
\noindent\usebox0\par\endgroup"""


def _scaled(item: Item, bp: float) -> Item:
    """The same with lengths that TikZ does not scale with its units: strokes and radii."""
    for length in ("width", "radius"):
        if hasattr(item, length):
            item = replace(item, **{length: getattr(item, length) * bp})
    return item


def _pair(x: float, y: float) -> str:
    return f"({coordinate(x)},{coordinate(y)})"


def _tex(text: str) -> str:
    from pcaproofs.report.documents.running_text import escape as escape_tex

    return escape_tex(text)
