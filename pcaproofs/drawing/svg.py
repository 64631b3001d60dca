"""Pictures as SVG for a page; the page sets the colours (classes `stroke-ROLE`, `fill-ROLE`), labels are MathML."""

from __future__ import annotations

from html import escape

from pcaproofs.drawing.picture import Curve, Disc, Item, Label, Picture, Point, Polyline, coordinate, drawn

_ROOM = (240.0, 48.0)  # the box of a label, which is centred, or begins or ends at the label's point


def svg(picture: Picture, *, scale: float = 1.25) -> str:
    """A picture as an <svg> element that shrinks with its page; raises NoMathML, MissingLibrary for its labels."""
    name = escape(picture.name)
    width, height = coordinate(picture.width), coordinate(picture.height)
    return "\n".join(
        [
            f'<svg class="picture" viewBox="0 0 {width} {height}" width="{coordinate(picture.width * scale)}"'
            f' role="img" aria-labelledby="figure-{name}-title figure-{name}-alt">',
            f'<title id="figure-{name}-title">{escape(picture.title)}</title>',
            f'<desc id="figure-{name}-alt">{escape(picture.alt)}</desc>',
            *map(element, picture.items),
            "</svg>",
        ]
    )


def element(item: Item) -> str:
    """One item as an element, or as two if it has an arrow head."""
    return "".join(map(_element, drawn(item)))


def _element(item: Item) -> str:
    role = escape(item.role)
    match item:
        case Polyline(_, points, width, _, dashed, closed, fill):
            tag = "polygon" if closed else "polyline"
            filled = f' fill-opacity="{coordinate(fill)}"' if fill else ""
            classes = f"stroke-{role} " + (f"fill-{role}" if fill else "hollow")
            return f'<{tag} class="{classes}" points="{" ".join(map(_pair, points))}"{filled}{_stroke(width, dashed)}/>'
        case Curve(_, (start, *rest), width, _, dashed):
            path = f"M{_pair(start)} C{' '.join(map(_pair, rest))}"
            return f'<path class="stroke-{role} hollow" d="{path}"{_stroke(width, dashed)}/>'
        case Disc(_, (x, y), radius, hollow, width, dashed):
            at = f'cx="{coordinate(x)}" cy="{coordinate(y)}" r="{coordinate(radius)}"'
            if hollow:
                return f'<circle class="stroke-{role} hollow" {at}{_stroke(width, dashed)}/>'
            return f'<circle class="fill-{role}" {at}/>'
        case Label():
            return _label(item)
    raise TypeError(f"got {item!r}, but should be an item of a picture")


def _label(label: Label) -> str:
    from pcaproofs.formula.typed_latex import html_of

    (x, y), (width, height) = label.at, _ROOM
    left = {"start": x, "middle": x - width / 2, "end": x - width}[label.anchor]
    place = f'x="{coordinate(left)}" y="{coordinate(y - height / 2)}" width="{width:g}" height="{height:g}"'
    classes = f"label {label.anchor} text-{escape(label.role)}" + (" small" if label.small else "")
    return f'<foreignObject {place}><div class="{classes}"><span>{html_of(label.latex)}</span></div></foreignObject>'


def _stroke(width: float, dashed: bool) -> str:
    return f' stroke-width="{coordinate(width)}"' + (' stroke-dasharray="4 3"' if dashed else "")


def _pair(point: Point) -> str:
    return f"{coordinate(point[0])},{coordinate(point[1])}"
