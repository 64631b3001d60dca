"""The style of a verdict: a colour for light and one for dark backgrounds, and a shape that is clear without colour."""

from __future__ import annotations

from dataclasses import dataclass

from pcaproofs.drawing.picture import Disc, Item, Line, Point


@dataclass(frozen=True)
class VerdictStyle:
    """A verdict's name in CSS and TikZ, its colours, its shape, and what it means, in a few words and in a sentence."""

    name: str
    light: str
    dark: str
    shape: str
    means: str
    meaning: str


STYLES = {
    "proved": VerdictStyle(
        "proved",
        "#1B7837",
        "#7BD08E",
        "disc",
        "true for matrices of every size",
        "It holds for matrices of every size. A certificate, the whole proof as data, was found and then multiplied "
        "out anew by the checker, which compared both sides term by term.",
    ),
    "proved at sizes": VerdictStyle(
        "sizes",
        "#2A6F80",
        "#79C7D9",
        "ring",
        "true at the sizes that are named",
        "It was proved in the same way, but only at the sizes that are named.",
    ),
    "cited": VerdictStyle(
        "cited",
        "#2B5C9E",
        "#93BBF5",
        "square",
        "taken from the textbook that is named",
        "It is taken from a textbook, which is named.",
    ),
    "refuted": VerdictStyle(
        "refuted",
        "#B2182B",
        "#FF9A93",
        "cross",
        "false: an exact example is shown",
        "It is false: an exact example is shown that satisfies every hypothesis and breaks the conclusion.",
    ),
    "ill-typed": VerdictStyle(
        "illtyped",
        "#762A83",
        "#D9A5E6",
        "triangle",
        "without meaning: two dimensions clash",
        "It means nothing: two dimensions clash, and they are named.",
    ),
    "unsupported": VerdictStyle(
        "unsupported",
        "#5F5F5F",
        "#B8B8B8",
        "bar",
        "not read: the language lacks what is named",
        "It was not read: it uses a symbol, a relation or a name in a way that is not understood here, which is named.",
    ),
    "undecided": VerdictStyle(
        "open",
        "#855900",
        "#E8BC52",
        "diamond",
        "neither a proof nor a counterexample was found",
        "Neither a proof nor a counterexample was found.",
    ),
}


def style_of(verdict: str) -> VerdictStyle:
    """The mark of a verdict; an unknown one is marked as undecided."""
    return STYLES.get(verdict, STYLES["undecided"])


def shape(verdict: str, at: Point, size: float) -> list[Item]:
    """A verdict's shape about a point, `size` its radius; its role is the mark's name."""
    name, (x, y), r = style_of(verdict).name, at, size
    stroke = r / 2.4

    def corners(*offsets: Point, fill: float = 1.0) -> Line:
        points = tuple((x + a * r, y + b * r) for a, b in offsets)
        return Line(name, points, stroke, closed=True, fill=fill)

    match style_of(verdict).shape:
        case "disc":
            return [Disc(name, at, r)]
        case "ring":
            return [Disc(name, at, r * 0.8, hollow=True, width=stroke)]
        case "square":
            return [corners((-0.75, -0.75), (0.75, -0.75), (0.75, 0.75), (-0.75, 0.75))]
        case "cross":
            reach = 0.8 * r
            return [Line(name, ((x - reach, y + s * reach), (x + reach, y - s * reach)), 1.6 * stroke) for s in (1, -1)]
        case "bar":
            return [Line(name, ((x - 0.8 * r, y), (x + 0.8 * r, y)), 1.6 * stroke)]
        case "triangle":
            return [corners((0, -0.9), (0.9, 0.75), (-0.9, 0.75))]
    return [corners((0, -0.95), (0.95, 0), (0, 0.95), (-0.95, 0), fill=0.0)]
