"""Pictures as TikZ, each with its colours; a document needs only the packages `tikz` and `xcolor`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pcaproofs.drawing.picture import Curve, Disc, Item, Label, Picture, Point, Polyline, coordinate, drawn

COLOURS = {
    "ink": "1B1F24",
    "quiet": "5F6670",
    "faint": "C9CED6",
    "first": "1F5FBF",
    "second": "B2182B",
    "third": "1B7837",
    "paper": "FFFFFF",
}
_ANCHORS = {"start": "west", "middle": "center", "end": "east"}


def tikz(picture: Picture) -> str:
    """A picture as a tikzpicture of its size."""
    return "\n".join(
        [
            r"\begin{tikzpicture}[x=1bp,y=-1bp,line cap=round,line join=round]",
            *colours(item.role for item in picture.items),
            rf"\useasboundingbox (0,0) rectangle ({coordinate(picture.width)},{coordinate(picture.height)});",
            *map(command, picture.items),
            r"\end{tikzpicture}",
        ]
    )


def colours(roles: Iterable[str], palette: Mapping[str, str] = COLOURS) -> list[str]:
    """The definitions of the palette's colours for these roles; inside a picture they are local."""
    return [rf"\definecolor{{pca{role}}}{{HTML}}{{{palette[role]}}}" for role in sorted(set(roles))]


def command(item: Item) -> str:
    """One item as a command, or as two if it has an arrow head."""
    return "\n".join(map(_command, drawn(item)))


def _command(item: Item) -> str:
    colour = f"pca{item.role}"
    match item:
        case Polyline(_, points, width, _, dashed, closed, fill):
            if not width:
                return rf"\fill[{colour}] {' -- '.join(map(_pair, points))} -- cycle;"
            options = _stroke(colour, width, dashed)
            if fill:
                options += f",fill={colour}" + (f",fill opacity={coordinate(fill)}" if fill < 1 else "")
            return rf"\draw[{options}] {' -- '.join(map(_pair, points))}{' -- cycle' if closed else ''};"
        case Curve(_, (start, one, two, end), width, _, dashed):
            options = _stroke(colour, width, dashed)
            return rf"\draw[{options}] {_pair(start)} .. controls {_pair(one)} and {_pair(two)} .. {_pair(end)};"
        case Disc(_, at, radius, hollow, width, dashed):
            options = _stroke(colour, width, dashed) if hollow else f"{colour}"
            return rf"\{'draw' if hollow else 'fill'}[{options}] {_pair(at)} circle[radius={coordinate(radius)}bp];"
        case Label(_, at, latex, anchor, small):
            size = r"\footnotesize" if small else r"\small"
            options = f"anchor={_ANCHORS[anchor]},inner sep=0pt,text={colour},font={size}"
            return rf"\node[{options}] at {_pair(at)} {{{latex}}};"
    raise TypeError(f"got {item!r}, but should be an item of a picture")


def _stroke(colour: str, width: float, dashed: bool) -> str:
    return f"{'dash pattern=on 4bp off 3bp,' if dashed else ''}{colour},line width={coordinate(width)}bp"


def _pair(point: Point) -> str:
    return f"({coordinate(point[0])},{coordinate(point[1])})"
