"""Inline SVG drawings: scatter plots and histograms."""

import math
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from pcaproofs.grading.diagnosis.model import Plot

if TYPE_CHECKING:
    from markupsafe import Markup

_WIDTH, _HEIGHT = 440.0, 320.0
_LEFT, _TOP, _RIGHT, _BOTTOM = 40.0, 8.0, 432.0, 292.0
"""The frame of the plot; axis numbers are outside of it."""


def _marked(text: str) -> "Markup":
    from markupsafe import Markup

    return Markup(text)  # numbers, our own words, or escaped texts


def scatter(picture: Plot, caption: str) -> "Markup":
    """A scatter plot with the first component and the submission's axis, with equal scales in both directions."""
    xs = [point[0] for point in picture.points]
    ys = [point[1] for point in picture.points]
    low_x, high_x, low_y, high_y = min(xs), max(xs), min(ys), max(ys)
    span = max(high_x - low_x, high_y - low_y) or 1.0
    pad = 0.15 * span
    low_x, high_x, low_y, high_y = low_x - pad, high_x + pad, low_y - pad, high_y + pad
    scale = min((_RIGHT - _LEFT) / (high_x - low_x), (_BOTTOM - _TOP) / (high_y - low_y))
    middle = ((low_x + high_x) / 2, (low_y + high_y) / 2)

    def place(x: float, y: float) -> tuple[float, float]:
        return (_LEFT + _RIGHT) / 2 + (x - middle[0]) * scale, (_TOP + _BOTTOM) / 2 - (y - middle[1]) * scale

    parts = [
        f'<svg viewBox="0 0 {_WIDTH:g} {_HEIGHT:g}" role="img" aria-label="{escape(caption)}" class="plot">',
        f'<rect class="frame" x="{_LEFT:g}" y="{_TOP:g}" width="{_RIGHT - _LEFT:g}" height="{_BOTTOM - _TOP:g}"/>',
        *_grid(place),
        _line(place, picture.mean, picture.right, "right"),
    ]
    parts.append(_line(place, picture.through, picture.theirs, "theirs"))
    for x, y in picture.points:
        px, py = place(x, y)
        parts.append(f'<circle class="point" cx="{px:.1f}" cy="{py:.1f}" r="5"/>')
    mx, my = place(*picture.mean)
    parts.append(f'<path class="mean" d="M{mx - 7:.1f} {my:.1f}h14M{mx:.1f} {my - 7:.1f}v14"/>')
    parts.append("</svg>")
    return _marked("".join(parts))


def _grid(place: "object") -> list[str]:
    """Grid lines at integers (or multiples of an integer), with numbers at the edge."""
    assert callable(place)
    x0, y0 = place(0.0, 0.0)
    x1, _ = place(1.0, 0.0)
    unit = x1 - x0
    step = 1.0
    while step * unit < 28:
        step *= 2 if f"{step:e}"[0] in "15" else 2.5
    while step * unit > 90:
        step /= 2
    parts = []
    for number in range(math.ceil((_LEFT - x0) / unit / step), math.floor((_RIGHT - x0) / unit / step) + 1):
        x = x0 + number * step * unit
        parts.append(f'<path class="grid" d="M{x:.1f} {_TOP:g}V{_BOTTOM:g}"/>')
        parts.append(f'<text class="tick middle" x="{x:.1f}" y="{_BOTTOM + 16:g}">{number * step:g}</text>')
    for number in range(math.ceil((y0 - _BOTTOM) / unit / step), math.floor((y0 - _TOP) / unit / step) + 1):
        y = y0 - number * step * unit
        parts.append(f'<path class="grid" d="M{_LEFT:g} {y:.1f}H{_RIGHT:g}"/>')
        parts.append(f'<text class="tick end" x="{_LEFT - 6:g}" y="{y + 4:.1f}">{number * step:g}</text>')
    return parts


def _line(place: "object", through: Sequence[float], direction: Sequence[float], kind: str) -> str:
    """A line from edge to edge of the frame."""
    assert callable(place)
    x, y = place(*through)
    dx, dy = direction[0], -direction[1]
    reaches = []
    for position, step, low, high in ((x, dx, _LEFT, _RIGHT), (y, dy, _TOP, _BOTTOM)):
        if abs(step) > 1e-9:
            reaches.append(sorted(((low - position) / step, (high - position) / step)))
        elif not low <= position <= high:
            return ""
    start, end = max(low for low, _ in reaches), min(high for _, high in reaches)
    if start >= end:
        return ""
    x1, y1, x2, y2 = x + start * dx, y + start * dy, x + end * dx, y + end * dy
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def histogram(shares: Sequence[float], bins: int = 10) -> "Markup":
    """A histogram of the share of points over submissions."""
    counts = [0] * bins
    for share in shares:
        counts[min(max(int(share * bins), 0), bins - 1)] += 1
    most = max(counts) or 1
    width, height, base, left = 560.0, 180.0, 150.0, 26.0
    step = (width - 2 * left) / bins
    words = ", ".join(
        f"{counts[place]} from {place * 100 // bins} to {(place + 1) * 100 // bins} percent"
        for place in range(bins)
        if counts[place]
    )
    parts = [
        f'<svg viewBox="0 0 {width:g} {height:g}" role="img" class="bars" '
        f'aria-label="Submissions by share of the points: {words or "none"}">'
    ]
    for place, count in enumerate(counts):
        tall = (base - 24) * count / most
        x = left + place * step
        size = f'width="{step - 6:.1f}" height="{tall:.1f}"'
        parts.append(f'<rect class="bar" x="{x + 3:.1f}" y="{base - tall:.1f}" {size} rx="2"/>')
        if count:
            middle = x + step / 2
            parts.append(f'<text class="count" x="{middle:.1f}" y="{base - tall - 6:.1f}">{count}</text>')
    parts.append(f'<path class="axis" d="M{left:g} {base:g}H{width - left:g}"/>')
    for place in range(0, bins + 1, 2):
        parts.append(
            f'<text class="label" x="{left + place * step:.1f}" y="{base + 20:g}">{place * 100 // bins} %</text>'
        )
    parts.append("</svg>")
    return _marked("".join(parts))
