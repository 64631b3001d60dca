"""Pictures of a spectrum: Ky Fan's weights, and how much of the variance the first components explain."""

from __future__ import annotations

import numpy as np

from pcaproofs.drawing.picture import Disc, Item, Label, Picture, PlotAxes, Polyline, coordinate
from pcaproofs.reference import pca
from pcaproofs.report.figures import data

THRESHOLD = 0.95


def weights() -> Picture:
    """The weights that an orthonormal B gives the eigenvalues in tr(BᵀAB), against the optimum's ones and zeros."""
    found = pca(data.cross(), ddof=0)
    values, d = found.explained_variance, 2
    B = data.some_plane()
    given = np.sum((found.components.T @ B) ** 2, axis=1)  # ‖Bᵀqᵢ‖²
    axes = PlotAxes((0, len(values)), (0, 1.12), 40, 26, 350, 176)
    items: list[Item] = [
        Polyline("faint", (axes.at(0, 1), axes.at(len(values), 1)), 0.8, dashed=True),
        Label("quiet", (34, axes.at(0, 1)[1]), "$1$", "end", True),
        Label("quiet", (34, axes.at(0, 0)[1]), "$0$", "end", True),
    ]
    for k, (weight, value) in enumerate(zip(given, values, strict=True)):
        best = 1.0 if k < d else 0.0
        items += [
            _bar(axes, "third", k + 0.16, k + 0.47, best),
            _bar(axes, "first", k + 0.53, k + 0.84, float(weight)),
            Label("first", (axes.at(k + 0.685, 0)[0], axes.at(0, float(weight))[1] - 9), f"${weight:.2f}$", small=True),
            Label("ink", (axes.at(k + 0.5, 0)[0], axes.bottom + 13), f"$\\lambda_{{{k + 1}}} = {coordinate(value)}$",
                  small=True),
        ]  # fmt: skip
    best_trace, trace = float(np.sum(values[:d])), float(given @ values)
    items += [
        Polyline("quiet", (axes.at(0, 0), axes.at(len(values), 0)), 0.8),
        *_key(160, 14, "third", rf"optimum: $\operatorname{{tr}}(B^\top A B) = {coordinate(best_trace)}$"),
        *_key(160, 31, "first", rf"some plane: $\operatorname{{tr}}(B^\top A B) = {trace:.2f}$"),
    ]
    alt = (
        f"Weights between 0 and 1, of sum {d}, for the eigenvalues {', '.join(coordinate(v) for v in values)}: the "
        f"optimum has one for the first {d} and zero for the others, some other plane "
        f"{', '.join(f'{w:.2f}' for w in given)}; their traces are {coordinate(best_trace)} and {trace:.2f}."
    )
    return Picture("weights", 360, 204, "Ky Fan's weights", alt, tuple(items))


def scree() -> Picture:
    """The share of the variance of each component, the cumulative shares, and the line at 95 %."""
    found = pca(data.cross(), ddof=0)
    shares = found.explained_variance_ratio
    sums = np.cumsum(shares)
    enough = int(np.argmax(sums >= THRESHOLD)) + 1
    axes = PlotAxes((0.4, len(shares) + 0.6), (0, 1.06), 44, 12, 350, 182)
    points = [(k, float(total)) for k, total in enumerate(sums, 1)]
    items: list[Item] = [
        *(_bar(axes, "first", k - 0.28, k + 0.28, float(share)) for k, share in enumerate(shares, 1)),
        Polyline("second", (axes.at(0.4, THRESHOLD), axes.at(len(shares) + 0.6, THRESHOLD)), 1, dashed=True),
        Polyline("third", axes.through(points), 1.6),
        *(Disc("third", axes.at(*p), 3) for p in points),
        Polyline("quiet", (axes.at(0.4, 0), axes.at(len(shares) + 0.6, 0)), 0.8),
        Polyline("quiet", (axes.at(enough, 0), axes.at(enough, THRESHOLD)), 0.8, dashed=True),
        *(
            Label("quiet", (axes.left - 4, axes.at(1, level / 100)[1]), rf"${level}\,\%$", "end", True)
            for level in (0, 50)
        ),
        Label("second", (axes.left - 4, axes.at(1, THRESHOLD)[1]), rf"${100 * THRESHOLD:.0f}\,\%$", "end", True),
        *(Label("quiet", (axes.at(k, 0)[0], axes.bottom + 12), f"${k}$", small=True) for k, _ in points),
        Label("third", (axes.at(3, 0)[0] + 8, axes.at(0, float(sums[2]))[1] + 26), "the first ones together", "start",
              True),
        Label("first", (axes.at(1, 0)[0] + 30, axes.at(0, 0.4)[1]), "each component", "start", True),
    ]  # fmt: skip
    percent = ", ".join(f"{100 * s:.0f}" for s in sums)
    alt = (
        f"The share of each of {len(shares)} components in the variance, and the sums of the first ones, {percent} per "
        f"cent; {enough} components are the first to reach {100 * THRESHOLD:.0f} per cent."
    )
    return Picture("scree", 360, 202, "Scree plot with the 95 % line", alt, tuple(items))


def _bar(axes: PlotAxes, role: str, left: float, right: float, top: float) -> Polyline:
    corners = [(left, 0.0), (left, top), (right, top), (right, 0.0)]
    return Polyline(role, axes.through(corners), 0.8, closed=True, fill=0.55 if role == "first" else 0.25)


def _key(x: float, y: float, role: str, latex: str) -> list[Item]:
    """A line of the legend: a swatch and its meaning."""
    corners = ((x, y - 4), (x + 10, y - 4), (x + 10, y + 4), (x, y + 4))
    fill = 0.55 if role == "first" else 0.25
    return [Polyline(role, corners, 0.8, closed=True, fill=fill), Label(role, (x + 15, y), latex, "start", True)]
