"""Pictures as data: lines, curves, discs and labels in points, y downwards; to_svg.py and to_tikz.py draw them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

Point = tuple[float, float]

# The roles of strokes and fillings; pages and documents have a colour for each.
ROLES = ("ink", "quiet", "faint", "first", "second", "third", "paper")


@dataclass(frozen=True)
class Item:
    """Any part of a picture; `role` determines its colour."""

    role: str


@dataclass(frozen=True)
class Polyline(Item):
    """A line through points; it may have an arrow head, be dashed, closed, or filled with an opacity."""

    points: tuple[Point, ...]
    width: float = 1.0
    arrow: bool = False
    dashed: bool = False
    closed: bool = False
    fill: float = 0.0


@dataclass(frozen=True)
class Curve(Item):
    """A cubic Bézier curve: its start, two control points and its end."""

    points: tuple[Point, Point, Point, Point]
    width: float = 1.0
    arrow: bool = False
    dashed: bool = False


@dataclass(frozen=True)
class Disc(Item):
    """A disc, or a circle if it is hollow."""

    at: Point
    radius: float = 2.6
    hollow: bool = False
    width: float = 1.0
    dashed: bool = False


@dataclass(frozen=True)
class Label(Item):
    """LaTeX text, with formulas between dollars, that starts, ends or is centred at a point, vertically centred."""

    at: Point
    latex: str
    anchor: str = "middle"
    small: bool = False


@dataclass(frozen=True)
class Picture:
    """A picture, its size in points, and a description in words for screen readers."""

    name: str
    width: float
    height: float
    title: str
    alt: str
    items: tuple[Item, ...]


@dataclass(frozen=True)
class PlotAxes:
    """A map from data to a rectangle of the picture, (left, top) to (right, bottom); y points upwards in the data."""

    x: Point
    y: Point
    left: float
    top: float
    right: float
    bottom: float

    def at(self, x: float, y: float) -> Point:
        """The place of the point (x, y) of the data."""
        across = (float(x) - self.x[0]) / (self.x[1] - self.x[0])
        up = (float(y) - self.y[0]) / (self.y[1] - self.y[0])
        return self.left + across * (self.right - self.left), self.bottom - up * (self.bottom - self.top)

    def through(self, points: Sequence[Sequence[float]]) -> tuple[Point, ...]:
        """The places of several points."""
        return tuple(self.at(x, y) for x, y in points)


def drawn(item: Item) -> tuple[Item, ...]:
    """The item without its arrow head, and the head as a filled area, so that all renderers draw the same."""
    if not isinstance(item, Polyline | Curve) or not item.arrow:
        return (item,)
    *_, before, (x, y) = item.points
    dx, dy = x - before[0], y - before[1]
    length = (dx**2 + dy**2) ** 0.5
    dx, dy = dx / length, dy / length
    size = 4.2 + 1.6 * item.width

    def point(along: float, aside: float) -> Point:
        return x - size * (along * dx + aside * dy), y - size * (along * dy - aside * dx)

    head = (point(0, 0), point(1, 0.36), point(0.75, 0), point(1, -0.36))
    shaft = replace(item, points=(*item.points[:-1], point(0.75, 0)), arrow=False)  # type: ignore[arg-type]
    return shaft, Polyline(item.role, head, 0.0, closed=True, fill=1.0)


def beside(at: Point, right: float, down: float) -> Point:
    """A point at a distance from another one."""
    return at[0] + right, at[1] + down


def coordinate(value: float) -> str:
    """A coordinate rounded to a hundredth of a point, so that rounding errors change no byte of a file."""
    shown = f"{float(value):.2f}".rstrip("0").rstrip(".")
    return "0" if shown in ("-0", "") else shown
