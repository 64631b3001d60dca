"""Pictures of Fisher's irises: their petals, centring, the covariance in two bases, reconstructions, shapes, scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from pcaproofs.drawing.picture import Disc, Item, Label, Picture, PlotAxes, Point, Polyline, beside, coordinate
from pcaproofs.reference import PCA, irises, pca
from pcaproofs.reference.irises import FEATURES, SPECIES
from pcaproofs.reference.validate import Array

SHORT = ("sepal l.", "sepal w.", "petal l.", "petal w.")  # of FEATURES


def irises_petals() -> Picture:
    """The length and width of the petals, their mean, and the ellipse of their covariance."""
    found = pca(irises()[:, 2:], ddof=0)
    turns = np.linspace(0, 2 * np.pi, 121)
    circle = np.array([np.cos(turns), np.sin(turns)]) * np.sqrt(found.explained_variance)[:, None]
    outline = found.mean + (found.components @ circle).T
    axes = PlotAxes((0, 7.4), (-0.2, 2.8), 36, 8, 352, 172)
    items = [
        *_frame(axes, [1, 3, 5, 7], [0, 1, 2], "length of petal, cm", "width of petal, cm"),
        *_cloud(axes, irises()[:, 2:], 62, 30),
        Polyline("ink", axes.through(outline), 1.4, closed=True),
        Disc("ink", axes.at(*found.mean), 3.4),
        Label("ink", beside(axes.at(*found.mean), 8, 15), r"$\mu$"),
    ]
    alt = (
        f"The petals of {len(irises())} irises: length from {coordinate(irises()[:, 2].min())} to "
        f"{coordinate(irises()[:, 2].max())} cm against width. Long petals are wide ones. One "
        f"species, {SPECIES[0]}, lies apart, at short petals. An ellipse lies around the mean, "
        f"({found.mean[0]:.2f}, {found.mean[1]:.2f})."
    )
    return Picture("irises-petals", 362, 206, "Petals of irises", alt, tuple(items))


def irises_centred() -> Picture:
    """The lengths of the petals on a line, before and after their mean is subtracted."""
    v = irises()[:, 2]
    axes = PlotAxes((-3.4, 7.4), (0, 2), 10, 22, 350, 128)
    items: list[Item] = []
    for height, values, name in ((1.25, v, "$v$"), (0.25, v - v.mean(), "$Hv$")):
        items += [
            Polyline("faint", (axes.at(-3.4, height), axes.at(7.4, height)), 0.8, arrow=True),
            *(Disc("first", beside(axes.at(x, height), 0, -3.6 * k), 1.6) for x, k in _stacked(values)),
            Polyline("third", (axes.at(values.mean(), height - 0.1), axes.at(values.mean(), height + 0.62)), 1.6),
            Label("ink", beside(axes.at(-3.2, height), 4, -9), name),
        ]
    items += [
        Polyline("quiet", (axes.at(0, 0), axes.at(0, 2)), 0.8, dashed=True),
        Label("quiet", beside(axes.at(0, 0), 0, 9), "$0$", small=True),
        Label("third", beside(axes.at(v.mean(), 1.87), 5, 2), r"$\bar v$", "start"),
    ]
    alt = (
        f"The {len(v)} lengths of petals as dots on a line, piled up, with their mean at {v.mean():.2f} cm; "
        "and below them the same dots moved as a whole, so that their mean is zero."
    )
    return Picture("irises-centred", 360, 142, "The lengths of petals, centred", alt, tuple(items))


def irises_diagonal() -> Picture:
    """The covariance matrix in the basis of features and in that of the axes, entries as squares."""
    found = _found()
    S = (irises() - found.mean).T @ (irises() - found.mean) / len(irises())
    turned = found.components.T @ S @ found.components
    items, side = list[Item](), 31.0
    axes = [f"$w_{k}$" for k in range(1, 5)]
    for left, M, name, names in ((64.0, S, "$S$", SHORT), (250.0, turned, r"$W^\top S\,W$", axes)):
        items.append(Label("ink", (left + 2 * side, 10), name))
        for i in range(4):
            items.append(Label("quiet", (left - 6, 22 + side * (i + 0.5)), names[i], "end", True))
            for j in range(4):
                x, y = left + side * j, 22 + side * i
                items.append(Polyline("faint", _square(x + side / 2, y + side / 2, side), 0.6, closed=True))
                size = (side - 3) * (abs(M[i, j]) / found.explained_variance[0]) ** 0.5
                if size > 0.5:
                    role, fill = ("first", 0.75) if M[i, j] > 0 else ("second", 0.0)
                    square = _square(x + side / 2, y + side / 2, size)
                    items.append(Polyline(role, square, 1.2, closed=True, fill=fill))
    alt = (
        "Two tables of four by four squares. On the left the covariance matrix of the irises, with large entries for "
        f"the lengths of petal and sepal and the width of petals. On the right the same in the basis of the axes: only "
        f"the diagonal is left, {', '.join(coordinate(x) for x in found.explained_variance)}."
    )
    return Picture("irises-diagonal", 384, 152, "A covariance in two bases", alt, tuple(items))


def irises_reconstruction() -> Picture:
    """The first flower of each species: measured, and reconstructed from one score and from two."""
    found = _found()
    shown = [("ink", "measured", 4), ("second", "from one score", 1), ("third", "from two scores", 2)]
    items, lost = list[Item](), list[str]()
    for k, species in enumerate(SPECIES):
        x = irises(species)[0]
        axes = PlotAxes((0, 3), (0, 7.4), 34 + 122 * k, 26, 118 + 122 * k, 150)
        items += [
            Polyline("quiet", (axes.at(0, 0), axes.at(3, 0)), 0.8),
            *(Polyline("faint", (axes.at(j, 0), axes.at(j, 7.2)), 0.6) for j in range(4)),
            *(Label("quiet", beside(axes.at(j, 0), 0, 10 + 10 * (j % 2)), SHORT[j], small=True) for j in range(4)),
            Label("ink", (axes.at(1.5, 0)[0], 14), species),
        ]
        if k == 0:
            items += [Label("quiet", beside(axes.at(0, y), -6, 0), f"${y}$", "end", True) for y in (0, 2, 4, 6)]
        for role, _, d in shown:
            W = found.components[:, :d]
            back = found.mean + W @ (W.T @ (x - found.mean))
            points = axes.through(list(enumerate(back)))
            items += [Polyline(role, points, 1.5, dashed=d == 1), *(Disc(role, p, 2.4, hollow=d < 4) for p in points)]
            if d < 4:
                lost.append(f"{np.linalg.norm(x - back):.2f}")
    items += [
        each
        for k, (role, name, d) in enumerate(shown)
        for each in (
            Polyline(role, ((34 + 112 * k, 186), (50 + 112 * k, 186)), 1.5, dashed=d == 1),
            Label(role, (55 + 112 * k, 186), name, "start", True),
        )
    ]
    alt = (
        f"Three flowers, one of {', '.join(SPECIES)}, each as a line through its {len(FEATURES)} measurements in cm, "
        f"and the lines that come back from one score and from two: they miss it by "
        f"{', '.join(lost[::2])} and by {', '.join(lost[1::2])} cm."
    )
    return Picture("irises-reconstruction", 372, 196, "Three irises, reconstructed", alt, tuple(items))


def irises_shapes() -> Picture:
    """The shapes of the table, the transform, the scores, the covariance and the Gram matrix."""
    (n, p), d, high, unit = irises().shape, 2, 118.0, 9.0

    def block(left: float, rows: int, columns: int, name: str, role: str) -> list[Item]:
        height, width = (high if m == n else unit * m for m in (rows, columns))
        top = 20 + (high - height) / 2
        corners = ((left, top), (left + width, top), (left + width, top + height), (left, top + height))
        middle = left + width / 2
        return [
            Polyline(role, corners, 1.0, closed=True, fill=0.22),
            Label("ink", (middle, top - 10), name),
            Label("quiet", (middle, top + height + 10), rf"${rows}\times{columns}$", small=True),
        ]

    items = [
        *block(14, n, p, "$HX$", "first"),
        Label("ink", (66, 79), r"$\cdot$"),
        *block(82, p, d, "$W$", "third"),
        Label("ink", (118, 79), "$=$"),
        *block(138, n, d, "scores", "second"),
        *block(206, p, p, "$S$", "quiet"),
        *block(262, n, n, "Gram", "quiet"),
    ]
    alt = (
        f"Rectangles: the centred table of {n} rows and {p} columns times a transform of {p} by {d} is a table of "
        f"scores of {n} by {d}. Beside them the covariance matrix, {p} by {p}, and the Gram matrix, {n} by {n}."
    )
    return Picture("irises-shapes", 392, 158, "The shapes of PCA", alt, tuple(items))


def irises_scores() -> Picture:
    """The two scores of each flower."""
    scores = _found().scores[:, :2]
    axes = PlotAxes((-3.6, 4.2), (-1.6, 1.6), 36, 8, 352, 138)
    items = [
        *_frame(axes, [-2, 0, 2, 4], [-1, 0, 1], "first score, cm", "second"),
        Polyline("faint", (axes.at(0, -1.6), axes.at(0, 1.6)), 0.8),
        *_cloud(axes, scores, 128, 20),
    ]
    ranges = [
        f"{scores[k * 50 : k * 50 + 50, 0].min():.1f} to {scores[k * 50 : k * 50 + 50, 0].max():.1f}" for k in range(3)
    ]
    alt = (
        f"The two scores of {len(scores)} irises. Along the first score {SPECIES[0]} reaches from {ranges[0]}, apart "
        f"from the others; {SPECIES[1]} from {ranges[1]} and {SPECIES[2]} from {ranges[2]}, which overlap."
    )
    return Picture("irises-scores", 362, 172, "The irises in the plane of two scores", alt, tuple(items))


# ---------------------------------------------------------------------------------------------------- helpers
def _found() -> PCA:
    return pca(irises(), ddof=0)


def _cloud(axes: PlotAxes, rows: Array, left: float, top: float) -> Iterator[Item]:
    """A mark for each flower, and the legend at a place: discs, circles and triangles for the species."""
    yield from (_mark(k // 50, axes.at(*row)) for k, row in enumerate(rows))
    for k, name in enumerate(SPECIES):
        yield _mark(k, (left, top + 13 * k))
        yield Label("quiet", (left + 7, top + 13 * k), name, "start", True)


def _mark(species: int, at: Point) -> Item:
    if species < 2:
        return Disc(("first", "second")[species], at, 1.8, hollow=species == 1, width=0.9)
    (x, y), r = at, 2.5
    return Polyline(
        "third", ((x, y - r), (x + 0.87 * r, y + r / 2), (x - 0.87 * r, y + r / 2)), 0.9, closed=True, fill=0.4
    )


def _frame(axes: PlotAxes, xs: Sequence[float], ys: Sequence[float], across: str, up: str) -> Iterator[Item]:
    """Axes at the left and below, with some of their numbers."""
    yield Polyline("quiet", ((axes.left, axes.top), (axes.left, axes.bottom), (axes.right, axes.bottom)), 0.8)
    yield from (Label("quiet", (axes.at(x, 0)[0], axes.bottom + 9), f"${x}$", small=True) for x in xs)
    yield from (Label("quiet", (axes.left - 5, axes.at(0, y)[1]), f"${y}$", "end", True) for y in ys)
    yield Label("quiet", (axes.right, axes.bottom + 22), across, "end", True)
    yield Label("quiet", (axes.left + 5, axes.top + 1), up, "start", True)


def _stacked(values: Array) -> Iterator[tuple[float, int]]:
    """Each value with the number of equal values before it."""
    seen: dict[float, int] = {}
    for x in values:
        key = round(float(x), 6)
        seen[key] = seen.get(key, -1) + 1
        yield float(x), seen[key]


def _square(x: float, y: float, side: float) -> tuple[Point, ...]:
    h = side / 2
    return (x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h)
