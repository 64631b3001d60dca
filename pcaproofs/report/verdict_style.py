"""The style of a verdict: a colour for light and one for dark backgrounds, and a shape that is clear without colour."""

from __future__ import annotations

from dataclasses import dataclass

from pcaproofs.drawing.picture import Disc, Item, Point, Polyline


@dataclass(frozen=True)
class VerdictStyle:
    """A verdict's name in CSS and TikZ, its colours and shape, and its meaning in a few words and in a sentence."""

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
        "It holds for matrices of every size. The proof is a certificate. The checker multiplied it out and compared "
        "both sides term by term.",
    ),
    "proved at sizes": VerdictStyle(
        "sizes",
        "#2A6F80",
        "#79C7D9",
        "ring",
        "true at the given sizes",
        "It was proved in the same way, but only at the given sizes.",
    ),
    "cited": VerdictStyle(
        "cited",
        "#2B5C9E",
        "#93BBF5",
        "square",
        "taken from a textbook",
        "It is taken from a textbook, which the claim names.",
    ),
    "refuted": VerdictStyle(
        "refuted",
        "#B2182B",
        "#FF9A93",
        "cross",
        "false, by an exact counterexample",
        "It is false: an exact counterexample satisfies every hypothesis and violates the conclusion.",
    ),
    "ill-typed": VerdictStyle(
        "illtyped",
        "#762A83",
        "#D9A5E6",
        "triangle",
        "no meaning: two dimensions clash",
        "It has no meaning, because two dimensions clash. The message names them.",
    ),
    "unsupported": VerdictStyle(
        "unsupported",
        "#5F5F5F",
        "#B8B8B8",
        "bar",
        "not read: it uses unknown notation",
        "It was not read, because it uses a symbol, a relation or a name in an unknown way. The message names it.",
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
    """The style of a verdict; an unknown verdict has the style of undecided."""
    return STYLES.get(verdict, STYLES["undecided"])


def shape(verdict: str, at: Point, size: float) -> list[Item]:
    """A verdict's shape around a point with radius `size`; its role is the style's name."""
    name, (x, y), r = style_of(verdict).name, at, size
    stroke = r / 2.4

    def corners(*offsets: Point, fill: float = 1.0) -> Polyline:
        points = tuple((x + a * r, y + b * r) for a, b in offsets)
        return Polyline(name, points, stroke, closed=True, fill=fill)

    match style_of(verdict).shape:
        case "disc":
            return [Disc(name, at, r)]
        case "ring":
            return [Disc(name, at, r * 0.8, hollow=True, width=stroke)]
        case "square":
            return [corners((-0.75, -0.75), (0.75, -0.75), (0.75, 0.75), (-0.75, 0.75))]
        case "cross":
            reach = 0.8 * r
            return [
                Polyline(name, ((x - reach, y + s * reach), (x + reach, y - s * reach)), 1.6 * stroke) for s in (1, -1)
            ]
        case "bar":
            return [Polyline(name, ((x - 0.8 * r, y), (x + 0.8 * r, y)), 1.6 * stroke)]
        case "triangle":
            return [corners((0, -0.9), (0.9, 0.75), (-0.9, 0.75))]
    return [corners((0, -0.95), (0.95, 0), (0, 0.95), (-0.95, 0), fill=0.0)]
