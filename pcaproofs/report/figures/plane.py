"""Pictures in the plane: projections, residuals, the variance as a direction turns, subspaces off the mean."""

from __future__ import annotations

import numpy as np

from pcaproofs.drawing.picture import Disc, Item, Label, Picture, PlotAxes, Polyline, beside, coordinate
from pcaproofs.reference import pca
from pcaproofs.reference.validate import Array
from pcaproofs.report.figures import data

Vector = Array | tuple[float, float]


def projection() -> Picture:
    """A sample, a line through the origin, the foot of the perpendicular and the residual."""
    w, x = data.plane().components[:, 0], data.samples()[3]
    foot = (x @ w) * w
    axes = PlotAxes((-2.2, 14.2), (-2.2, 10.1), 10, 10, 338, 256)
    along, off = w, (x - foot) / np.linalg.norm(x - foot)
    corner = [foot + 0.7 * off, foot + 0.7 * (off - along), foot - 0.7 * along]
    items = [
        *_cross(axes),
        _line(axes, "quiet", -2.2 * w / w[0] * 0.95, 13.4 * w / w[0]),
        _line(axes, "first", (0, 0), foot, width=2, arrow=True),
        _line(axes, "second", foot, x, width=2, arrow=True),
        _line(axes, "ink", (0, 0), x, arrow=True),
        _line(axes, "first", (0, 0), 3.4 * w, width=3, arrow=True),
        Polyline("quiet", axes.through(corner), 0.8),
        Disc("ink", axes.at(*x)),
        Disc("first", axes.at(*foot)),
        Disc("ink", axes.at(0, 0), 2),
        Label("ink", beside(axes.at(*x), 9, 7), "$x$", "start"),
        Label("first", beside(axes.at(*foot), -8, -13), r"$\hat x = (x^\top w)\,w$", "end"),
        Label("second", beside(axes.at(*(foot + x) / 2), 9, -3), r"$x - \hat x$", "start"),
        Label("first", beside(axes.at(*1.9 * w), -10, -10), "$w$"),
        Label("quiet", beside(axes.at(0, 0), 9, 11), "$0$"),
    ]
    alt = (
        f"A sample at {_pair(x)}, its projection {_pair(foot)} onto the line through the origin along {_pair(w)}, and "
        f"the residual {_pair(x - foot)}, which meets the line at a right angle."
    )
    return Picture("projection", 348, 266, "Orthogonal projection onto a line", alt, tuple(items))


def circle() -> Picture:
    """The variance along a unit direction as the direction turns through a circle, with its four stationary points."""
    found = data.plane()
    Xc = data.samples() - found.mean
    turns = np.linspace(0, 2 * np.pi, 181)
    variance = [float(np.mean((Xc @ _unit(t)) ** 2)) for t in turns]
    great, small = found.explained_variance
    axes = PlotAxes((0, 2 * np.pi), (0, 58), 46, 14, 386, 196)
    items: list[Item] = [
        _line(axes, "quiet", (0, 0), (2 * np.pi + 0.15, 0), width=0.8, arrow=True),
        _line(axes, "quiet", (0, 0), (0, 58), width=0.8, arrow=True),
        _line(axes, "third", (0, great), (2 * np.pi, great), dashed=True),
        _line(axes, "second", (0, small), (2 * np.pi, small), dashed=True),
        Polyline("first", axes.through(list(zip(turns, variance, strict=True))), 2),
        Label("third", beside(axes.at(0, great), -6, 0), r"$\lambda_1$", "end"),
        Label("second", beside(axes.at(0, small), -6, 0), r"$\lambda_2$", "end"),
        Label("first", beside(axes.at(3.15, 31), 0, 0), r"$w^\top S\,w$", "start"),
        Label("quiet", beside(axes.at(0, 0), 0, 13), "$0$", small=True),
        Label("quiet", beside(axes.at(np.pi, 0), 0, 13), r"$\pi$", small=True),
        Label("quiet", beside(axes.at(2 * np.pi, 0), 0, 13), r"$2\pi$", small=True),
        Label("quiet", beside(axes.at(np.pi / 2, 0), 0, 13), r"angle of $w$", small=True),
    ]
    for k, (value, role) in enumerate([(great, "third"), (small, "second")]):
        for sign in (1, -1):
            w = float(sign) * found.components[:, k]
            t = float(np.arctan2(w[1], w[0]) % (2 * np.pi))
            name = f"${'-' if sign < 0 else ''}w_{k + 1}$"
            items += [
                _line(axes, "faint", (t, 0), (t, value), width=0.8),
                Disc(role, axes.at(t, value), 3.2),
                Label(role, beside(axes.at(t, value), 0, -12 if k == 0 else 13), name),
            ]
    alt = (
        f"The variance along a unit vector w against the angle of w: it lies between {coordinate(small)} and "
        f"{coordinate(great)}, greatest at plus and minus the first eigenvector, least at plus and minus the second, "
        "and has no other stationary points."
    )
    return Picture("circle", 400, 218, "The variance around the circle of directions", alt, tuple(items))


def affine() -> Picture:
    """The error of a line through a + span w as the point a moves away from the mean, orthogonally to the line."""
    found, X = data.plane(), data.samples()
    w, across = found.components.T
    moves = np.linspace(-5, 5, 81)
    errors = [_error(X, found.mean + s * across, w) for s in moves]
    least = _error(X, found.mean, w)
    left = PlotAxes((-2.5, 18.5), (-3.4, 15.4), 8, 10, 218, 198)
    right = PlotAxes((-5.6, 5.6), (0, 165), 256, 14, 422, 180)
    shown = [(-3.0, "second"), (0.0, "third"), (3.0, "second")]
    feet = [found.mean + ((x - found.mean) @ w) * w for x in X]
    items: list[Item] = [_line(left, "faint", x, foot, width=1) for x, foot in zip(X, feet, strict=True)]
    for s, role in shown:
        a = found.mean + s * across
        items += [
            _line(left, role, a - 11.5 * w, a + 11.5 * w, width=1.6 if s == 0 else 1, dashed=s != 0),
            Disc(role, left.at(*a), 3, hollow=s != 0, width=1.4),
        ]
    items += [
        *(Disc("ink", left.at(*x)) for x in X),
        Label("third", beside(left.at(*found.mean), 2, 15), r"$\mu$", "start"),
        _line(right, "quiet", (-5.6, 0), (5.9, 0), width=0.8, arrow=True),
        _line(right, "quiet", (0, 0), (0, 172), width=0.8, arrow=True),
        Polyline("first", right.through(list(zip(moves, errors, strict=True))), 2),
        Label("quiet", beside(right.at(5.9, 0), 0, 13), "$s$"),
        Label("quiet", beside(right.at(0, 0), 0, 13), "$0$", small=True),
        Label("first", beside(right.at(0, 165), 8, 0), r"error at $\mu + s\,w_2$", "start", True),
    ]
    for s, role in shown:
        value = _error(X, found.mean + s * across, w)
        items += [
            _line(right, "faint", (s, 0), (s, value), width=0.8),
            Disc(role, right.at(s, value), 3.2),
            Label(role, beside(right.at(s, value), 8 if s >= 0 else -8, 4), f"${coordinate(value)}$",
                  "start" if s >= 0 else "end", True),
        ]  # fmt: skip
    alt = (
        "Left: four samples, the first principal line through their mean, and two lines parallel to it at the distance "
        f"3. Right: the sum of squared distances to such a line against its signed distance from the mean, a parabola "
        f"whose least value, {coordinate(least)}, is at the mean."
    )
    return Picture("affine", 434, 208, "The best line goes through the mean", alt, tuple(items))


def uncentred() -> Picture:
    """Shifted samples: the first direction of the uncentred data, and of the centred data."""
    X = data.cloud() + data.SHIFT
    right, wrong = pca(X, 1, ddof=0), pca(X, 1, ddof=0, center=False)
    w, v = right.components[:, 0], wrong.components[:, 0]
    axes = PlotAxes((-7.5, 11), (-2.5, 17.5), 10, 10, 258, 278)
    items = [
        *_cross(axes),
        _line(axes, "second", -2 * v, 17 * v, width=1.6, dashed=True),
        _line(axes, "third", right.mean - 8.5 * w, right.mean + 9 * w, width=1.6),
        *(Disc("ink", axes.at(*x)) for x in X),
        Disc("third", axes.at(*right.mean), 3, hollow=True, width=1.6),
        Label("third", beside(axes.at(*right.mean), -6, -12), r"$\mu$", "end"),
        Label("third", beside(axes.at(*(right.mean + 9 * w)), -2, -12), "centred", "end"),
        Label("second", beside(axes.at(*7 * v), 8, 4), "not centred", "start"),
        Label("quiet", beside(axes.at(0, 0), 10, 11), "$0$"),
    ]
    angle = float(np.degrees(np.arccos(min(1.0, float(abs(w @ v))))))
    alt = (
        f"Nine samples whose mean is {_pair(right.mean)}. The line of least squared distances goes through the mean; "
        f"the first singular direction of the data that were not centred goes through the origin, {angle:.0f} degrees "
        "away, towards the mean."
    )
    return Picture("uncentred", 268, 288, "What is found without centring", alt, tuple(items))


def ellipse() -> Picture:
    """The centred samples with the ellipse of their covariance: the half-width of its shadow on w is √(wᵀSw)."""
    found = pca(data.cloud(), ddof=0)
    Xc = data.cloud() - found.mean
    W, lengths = found.components, np.sqrt(found.explained_variance)
    turns = np.linspace(0, 2 * np.pi, 121)
    outline = [tuple(W @ (lengths * _unit(t))) for t in turns]
    w = _unit(np.radians(-33))
    reach = float(np.sqrt(np.mean((Xc @ w) ** 2)))
    touch = W @ (lengths**2 * (W.T @ w)) / reach  # the point of the ellipse farthest along w
    axes = PlotAxes((-8.2, 8.2), (-5.4, 5.4), 10, 10, 338, 226)
    items = [
        *_cross(axes),
        Polyline("first", axes.through(outline), 1.6, closed=True, fill=0.08),
        _line(axes, "third", (0, 0), lengths[0] * W[:, 0], width=2, arrow=True),
        _line(axes, "second", (0, 0), lengths[1] * W[:, 1], width=2, arrow=True),
        _line(axes, "quiet", (0, 0), 7.6 * w, width=0.8, dashed=True),
        _line(axes, "ink", (0, 0), reach * w, width=2, arrow=True),
        _line(axes, "quiet", touch, reach * w, width=0.8),
        *(Disc("ink", axes.at(*x)) for x in Xc),
        Label("third", beside(axes.at(*(lengths[0] * W[:, 0])), 8, -1), r"$\sqrt{\lambda_1}\,w_1$", "start"),
        Label("second", beside(axes.at(*(lengths[1] * W[:, 1])), -8, -6), r"$\sqrt{\lambda_2}\,w_2$", "end"),
        Label("ink", beside(axes.at(*(reach * w)), 12, -1), r"$\sqrt{w^\top S w}\;w$", "start"),
    ]
    alt = (
        "Nine centred samples and the ellipse of their covariance. Its half-axes lie along the eigenvectors and are as "
        f"long as the square roots of the eigenvalues, {coordinate(lengths[0])} and {coordinate(lengths[1])}; its "
        "shadow on a direction w reaches as far as the standard deviation along w."
    )
    return Picture("ellipse", 348, 236, "The ellipse of a covariance", alt, tuple(items))


def deflation() -> Picture:
    """The centred samples, and the residuals after their component along w₁ is removed."""
    found = pca(data.cloud(), ddof=0)
    Xc = data.cloud() - found.mean
    w, v = found.components.T
    left_over = Xc - np.outer(Xc @ w, w)
    axes = PlotAxes((-8.4, 8.4), (-5.2, 5.2), 10, 10, 338, 213)
    items = [
        *_cross(axes),
        _line(axes, "first", -8.6 * w, 8.6 * w, width=1.2),
        _line(axes, "third", -4.4 * v, 4.4 * v, width=1.2),
        *(_line(axes, "quiet", x, r, width=0.9, dashed=True) for x, r in zip(Xc, left_over, strict=True)
          if np.linalg.norm(x - r) > 1e-9),
        *(Disc("ink", axes.at(*x), 3, hollow=True, width=1.2) for x in Xc),
        *(Disc("third", axes.at(*r), 3) for r in left_over),
        Label("first", beside(axes.at(*8.2 * w), 0, 16), "$w_1$"),
        Label("third", beside(axes.at(*4 * v), 10, -6), "$w_2$", "start"),
        Label("ink", beside(axes.at(*Xc[2]), -8, -6), "$x$", "end"),
        Label("third", beside(axes.at(*-4.2 * v), 10, -2), r"$(I - w_1 w_1^\top)\,x$", "start"),
    ]  # fmt: skip
    alt = (
        "Nine centred samples, as circles, and what is left of each once its part along the first direction is taken "
        "away, as discs: all of them lie on the line through the origin at a right angle to that direction."
    )
    return Picture("deflation", 348, 223, "One direction taken away", alt, tuple(items))


# ---------------------------------------------------------------------------------------------------- helpers
def _unit(turn: float) -> Array:
    return np.array([np.cos(turn), np.sin(turn)])


def _error(X: Array, a: Array, w: Array) -> float:
    """The sum of squared distances to the line a + span w."""
    off = (X - a) - np.outer((X - a) @ w, w)
    return float(np.sum(off**2))


def _line(
    axes: PlotAxes, role: str, start: Vector, end: Vector, width: float = 1.0, arrow: bool = False, dashed: bool = False
) -> Polyline:
    return Polyline(role, (axes.at(*start), axes.at(*end)), width, arrow, dashed)


def _cross(axes: PlotAxes) -> list[Item]:
    """The coordinate axes through the origin."""
    return [
        _line(axes, "faint", (axes.x[0], 0), (axes.x[1], 0), arrow=True),
        _line(axes, "faint", (0, axes.y[0]), (0, axes.y[1]), arrow=True),
    ]


def _pair(v: Array) -> str:
    return f"({coordinate(v[0])}, {coordinate(v[1])})"
